// SPDX-License-Identifier: AGPL-3.0-or-later
//! A turn that goes on in the room of another node, whose clock is another one.

use tabiya_game::Event;

use super::*;

impl Stage {
    /// The room ends and another node begins one, `without_owner` milliseconds later, by a clock that is far from this one's.
    fn give_away(&mut self, without_owner: u64) {
        let turn = self.core.hand_over(self.now);
        self.now.time.0 += without_owner;
        self.now.line.0 += without_owner;
        let game = Game::replay(&self.log).unwrap();
        self.core = RoomCore::new(GameId::from_bits(7), game, Patience::Usual, self.now);
        if let Some(turn) = turn {
            let (ahead, behind) = turn.apart(self.now.time).unwrap();
            assert_eq!(ahead, 0);
            self.core.go_on(&turn, Millis(behind), self.now);
        }
        self.tell(Input::Begun);
    }

    /// White has thought for 40 seconds when the node gives the game away. For 700 milliseconds no node has it; then Black comes back.
    fn given_away_in_whites_turn() -> Self {
        let mut stage = Self::blitz(&["e2e4", "e7e5"]);
        stage.wait(40_000);
        stage.give_away(700);
        let identity = Some(Identity::guest(BOB));
        stage.tell(Input::Came { id: SubscriberId(2), identity, after: None, is_here: true });
        stage
    }

    /// The room ends as in a crash, and the next one is told nothing.
    pub(super) fn begin_anew(&mut self) {
        self.crash();
        self.tell(Input::Begun);
    }

    /// The same, but the next room has not heard yet that it begins.
    pub(super) fn crash(&mut self) {
        let game = Game::replay(&self.log).unwrap();
        self.core = RoomCore::new(GameId::from_bits(7), game, Patience::Usual, self.now);
    }

    /// White follows the game again, and plays a move that came to her node so many milliseconds ago.
    fn white_moved(&mut self, age: u32) {
        let identity = Some(Identity::guest(ANN));
        self.tell(Input::Came { id: SubscriberId(1), identity, after: None, is_here: true });
        let play = RoomCommand::Play { seq: self.core.game().last_seq(), uci: "g1f3".to_owned() };
        self.command_late(Color::White, play, age);
        assert_eq!(self.core.game().ply(), 3, "{:?}", self.refusals());
    }
}

/// Whoever had thought for ten minutes had them back with each node that was started anew.
#[test]
fn a_turn_goes_on_as_it_was_and_the_time_without_an_owner_is_charged_to_nobody() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    stage.wait(40_000);
    stage.give_away(700);
    assert_eq!(stage.clocks(), [260_000, 300_000]);
    let last = stage.log.last().map(|each| each.event.clone());
    let (credit, spent) = (Millis(700), Millis(40_000));
    assert_eq!(last, Some(Event::TurnRestarted { credit, spent }));
    stage.wait(10_000);
    stage.give_away(300);
    stage.wait(5_000);
    assert_eq!(stage.clocks(), [245_000, 300_000], "55 seconds over three nodes");
}

/// The rest of the time without an owner was given to whoever had moved, and taken from the opponent, who could not know of the move.
#[test]
fn a_move_that_came_while_nobody_owned_the_game_costs_what_the_turn_had_cost() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    stage.wait(40_000);
    stage.give_away(700);
    stage.white_moved(600);
    assert_eq!(stage.clocks(), [260_000, 300_000]);
}

/// It was stopped where nobody owned the game, and its player had the rest of that time, too.
#[test]
fn an_arbiter_who_stopped_a_game_that_nobody_owned_gives_its_player_nothing() {
    let mut stage = Stage::given_away_in_whites_turn();
    stage.command_late(Color::Black, RoomCommand::Arbiter(ArbiterAct::Pause), 600);
    assert_eq!(stage.clocks(), [260_000, 300_000], "{:?}", stage.refusals());
}

#[test]
fn a_player_who_resigned_where_nobody_owned_the_game_gives_the_other_one_nothing() {
    let mut stage = Stage::given_away_in_whites_turn();
    stage.command_late(Color::Black, RoomCommand::Resign, 600);
    assert!(stage.core.game().is_over(), "{:?}", stage.refusals());
    assert_eq!(stage.clocks(), [260_000, 300_000]);
}

#[test]
fn a_turn_that_nobody_told_of_begins_anew() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    stage.wait(40_000);
    stage.begin_anew();
    assert_eq!(stage.clocks(), [300_000, 300_000]);
}

/// The opponent paid for a time in which nobody could know of the move.
#[test]
fn a_move_that_came_before_its_turn_began_anew_costs_nobody_anything() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    stage.wait(40_000);
    stage.begin_anew();
    stage.white_moved(600);
    assert_eq!(stage.clocks(), [300_000, 300_000]);
}

/// The disk's time is owed to the player, and only this room knows how much it is.
#[test]
fn a_turn_to_which_time_is_owed_begins_anew() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    stage.wait(40_000);
    stage.now.stalled += 3_000;
    assert_eq!(stage.core.hand_over(stage.now), None);
    let mut days = Stage::new(&Position::start().to_fen(), None);
    assert_eq!(days.core.hand_over(days.now), None, "no clock runs");
}

/// The whole turn began anew, however long its player had thought before the outage.
#[test]
fn what_a_turn_is_owed_is_stored_before_it_is_handed_over() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    stage.tell(Input::Left { id: SubscriberId(1), how: Departure::Left });
    stage.wait(40_000);
    (stage.now.reach.way, stage.now.reach.outages) = (Way::Cut, 1);
    stage.wait(20_000);
    stage.now.reach.way = Way::Mending;
    stage.now.stalled += 3_000;
    stage.takes = 200;
    stage.tell(Input::GivenAway);
    stage.takes = 0;
    // She is still on her way.
    stage.now.reach.mending += 200;
    stage.give_away(700);
    assert_eq!(stage.clocks(), [260_000, 300_000]);
}

#[test]
fn a_count_of_an_absent_player_goes_on_in_the_next_room() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    stage.tell(Input::Left { id: SubscriberId(1), how: Departure::Left });
    stage.wait(6_000);
    stage.give_away(500);
    let identity = Some(Identity::guest(BOB));
    stage.tell(Input::Came { id: SubscriberId(2), identity, after: None, is_here: true });
    stage.pass(4_500);
    stage.command(Color::Black, RoomCommand::ClaimLeft { claim: LeftClaim::Win });
    assert!(
        stage.core.game().is_over(),
        "six seconds there and four and a half here are ten: {:?}",
        stage.refusals()
    );
}
