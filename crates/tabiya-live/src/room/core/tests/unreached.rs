// SPDX-License-Identifier: AGPL-3.0-or-later
//! The bus is away: players on other nodes can't reach their game, and don't pay for it.

use tabiya_game::{DaysPerMove, Event};

use super::*;
impl Stage {
    /// A blitz game in which it is Black's turn, who is on another node. White is here.
    fn with_black_elsewhere() -> Self {
        let mut stage = Self::blitz(&["e2e4", "e7e5", "g1f3"]);
        stage.bob_goes(Departure::Left);
        stage.bob_comes(false);
        stage
    }

    fn bob_comes(&mut self, is_here: bool) {
        let identity = Some(Identity::guest(BOB));
        self.tell(Input::Came { id: SubscriberId(2), identity, after: None, is_here });
    }

    fn bob_goes(&mut self, how: Departure) {
        self.tell(Input::Left { id: SubscriberId(2), how });
    }

    /// The bus is away, or comes back, for so many milliseconds.
    fn pass_with(&mut self, way: Way, millis: u64) {
        if way == Way::Cut && self.now.reach.way != Way::Cut {
            self.now.reach.outages += 1;
        }
        self.now.reach.way = way;
        for _ in 0..millis / 100 {
            if way == Way::Mending {
                self.now.reach.mending += 100;
            }
            self.pass(100);
        }
    }

    fn outage(&mut self, millis: u64) {
        self.pass_with(Way::Cut, millis);
        self.now.reach.way = Way::Mending;
    }

    /// Black's program plays on this node without following the game.
    fn order(&mut self, uci: &str) {
        self.core.let_in(SubscriberId(9), Identity::guest(BOB));
        let command = RoomCommand::Play { seq: self.core.game().last_seq(), uci: uci.to_owned() };
        let arrival = self.now.line;
        self.tell(Input::Commanded { sender: (SubscriberId(9), 42), command, arrival, lag: None });
        self.core.let_out();
    }

    /// What each event has given back that gave time back.
    fn credits(&self) -> Vec<u32> {
        let credit = |each: &Stamped| match each.event {
            Event::TurnRestarted { credit, .. } if credit > Millis::ZERO => Some(credit.0),
            _ => None,
        };
        self.log.iter().filter_map(credit).collect()
    }
}

/// The whole outage was charged to whoever was to move and could not.
#[test]
fn a_player_on_another_node_gets_the_time_of_an_outage_back() {
    let mut stage = Stage::with_black_elsewhere();
    stage.pass(7_000);
    stage.outage(20_000);
    assert_eq!(stage.credits(), [0_u32; 0], "it is given back when it is over");
    stage.pass(1_000);
    stage.play("b8c6");
    assert_eq!(stage.credits(), [20_000]);
    assert_eq!(stage.clocks(), [300_000, 292_000]);
}

#[test]
fn who_comes_again_after_an_outage_has_what_they_had_before_it() {
    let mut stage = Stage::with_black_elsewhere();
    stage.pass(7_000);
    stage.pass_with(Way::Cut, 9_000);
    stage.bob_goes(Departure::Lost);
    stage.outage(11_000);
    stage.pass_with(Way::Mending, 6_000);
    stage.bob_comes(false);
    assert_eq!(stage.clocks(), [300_000, 293_000], "also the time for which they were on their way");
    stage.pass(1_000);
    stage.pass_with(Way::Mending, 2_000);
    stage.play("b8c6");
    assert_eq!(stage.clocks(), [300_000, 290_000], "from then on it counts");
    assert_eq!(stage.credits(), [26_000]);
}

/// The room still took the player to be there, whose node had not noticed yet that the bus was back.
#[test]
fn after_a_short_outage_time_counts_from_when_the_players_node_is_heard() {
    let mut stage = Stage::with_black_elsewhere();
    stage.pass(7_000);
    stage.pass_with(Way::Cut, 4_000);
    stage.pass_with(Way::Mending, 2_000);
    stage.tell(Input::Heard { id: SubscriberId(2) });
    assert_eq!(stage.clocks(), [300_000, 293_000]);
    stage.pass_with(Way::Mending, 3_000);
    stage.play("b8c6");
    assert_eq!(stage.clocks(), [300_000, 290_000]);
    assert_eq!(stage.credits(), [6_000]);
}

#[test]
fn no_flag_falls_before_the_players_node_is_heard_again() {
    let mut stage = Stage::with_black_elsewhere();
    stage.pass(299_500);
    stage.pass_with(Way::Cut, 2_000);
    stage.pass_with(Way::Mending, 3_000);
    assert!(!stage.core.game().is_over());
    // A node that says nothing for so long is gone.
    stage.pass_with(Way::Mending, 7_000);
    stage.now.reach.way = Way::Open;
    stage.pass(3_000);
    assert!(stage.core.game().is_over());
}

/// White's turn goes on, Black's begins in the middle.
#[test]
fn only_the_part_of_an_outage_that_fell_into_the_turn_is_given_back() {
    let mut stage = Stage::with_black_elsewhere();
    stage.play("b8c6");
    stage.pass_with(Way::Cut, 12_000);
    stage.play("f1c4");
    stage.outage(5_000);
    stage.pass(1_000);
    stage.play("g8f6");
    assert_eq!(stage.credits(), [5_000]);
    assert_eq!(stage.clocks(), [288_000, 299_000]);
}

#[test]
fn no_flag_falls_while_its_player_cant_come_and_it_falls_later() {
    let mut stage = Stage::with_black_elsewhere();
    stage.pass(299_500);
    stage.outage(20_000);
    assert!(!stage.core.game().is_over());
    assert_eq!(stage.log.len(), 5, "an outage does not fill the log: {:?}", stage.log);
    stage.tell(Input::Heard { id: SubscriberId(2) });
    stage.pass(300);
    assert!(!stage.core.game().is_over());
    stage.pass(2_000);
    assert!(stage.core.game().is_over(), "half a second was left");
    assert_eq!(stage.credits(), [20_000]);
}

/// The opponent acts after the time at which the flag would have fallen.
#[test]
fn an_opponent_who_acts_in_an_outage_does_not_have_the_flag_fall() {
    let mut stage = Stage::with_black_elsewhere();
    stage.pass(299_500);
    stage.pass_with(Way::Cut, 5_000);
    stage.command(Color::White, RoomCommand::OfferDraw);
    assert!(!stage.core.game().is_over());
    stage.outage(5_000);
    stage.play("b8c6");
    assert_eq!(stage.clocks(), [300_000, 500]);
}

#[test]
fn nobody_has_left_who_cant_come() {
    let mut stage = Stage::with_black_elsewhere();
    stage.play("b8c6");
    stage.play("f1c4");
    stage.pass_with(Way::Cut, 8_000);
    stage.bob_goes(Departure::Lost);
    stage.pass_with(Way::Cut, 60_000);
    stage.command(Color::White, RoomCommand::ClaimLeft { claim: LeftClaim::Win });
    assert_eq!(stage.refusals(), ["opponent_not_gone"]);
    // The connection is back, and they don't come.
    stage.pass_with(Way::Mending, 10_000);
    stage.now.reach.way = Way::Open;
    stage.pass(21_000);
    stage.command(Color::White, RoomCommand::ClaimLeft { claim: LeftClaim::Win });
    assert!(stage.core.game().is_over(), "{:?}", stage.refusals());
}

/// Whoever is here can move, and does not get time by leaving.
#[test]
fn who_was_here_during_an_outage_pays_for_it() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5", "g1f3"]);
    stage.pass(7_000);
    stage.pass_with(Way::Cut, 1_000);
    stage.bob_goes(Departure::Left);
    stage.outage(19_000);
    stage.bob_comes(true);
    stage.play("b8c6");
    assert_eq!(stage.clocks(), [300_000, 273_000]);
    assert_eq!(stage.credits(), [0_u32; 0]);
    // Another outage is another one.
    stage.now.reach.way = Way::Open;
    stage.pass(1_000);
    stage.bob_goes(Departure::Lost);
    stage.play("f1c4");
    stage.pass_with(Way::Open, 1_000);
    stage.outage(20_000);
    stage.bob_comes(false);
    assert_eq!(stage.clocks(), [299_000, 272_000]);
}

/// A player who finds this node after ten seconds has these back, and thinks on their own time from then on.
#[test]
fn who_comes_here_during_an_outage_pays_from_then_on() {
    let mut stage = Stage::with_black_elsewhere();
    stage.pass_with(Way::Cut, 10_000);
    stage.bob_goes(Departure::Lost);
    stage.bob_comes(true);
    stage.pass_with(Way::Cut, 4_000);
    stage.play("b8c6");
    assert_eq!(stage.clocks(), [300_000, 296_000]);
    assert_eq!(stage.credits(), [10_000]);
}

/// Its player could watch the game as somebody else, and think for free again and again.
#[test]
fn a_program_that_reaches_this_node_pays_from_its_first_move_on() {
    let mut stage = Stage::with_black_elsewhere();
    stage.pass_with(Way::Cut, 10_000);
    stage.order("b8c6");
    assert_eq!(stage.clocks(), [300_000, 300_000]);
    stage.play("f1c4");
    stage.pass_with(Way::Cut, 10_000);
    stage.order("g8f6");
    assert_eq!(stage.clocks(), [300_000, 290_000]);
    assert_eq!(stage.credits(), [10_000]);
}

/// Nothing has happened in the room between the two.
#[test]
fn who_was_here_in_one_outage_is_not_taken_to_be_here_in_the_next() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5", "g1f3"]);
    stage.pass_with(Way::Cut, 2_000);
    stage.pass_with(Way::Mending, 1_000);
    stage.bob_goes(Departure::Left);
    stage.bob_comes(false);
    stage.outage(10_000);
    stage.pass(1_000);
    stage.play("b8c6");
    assert_eq!(stage.clocks(), [300_000, 296_000]);
    assert_eq!(stage.credits(), [10_000]);
}

#[test]
fn a_turn_that_begins_anew_in_an_outage_is_owed_nothing_more() {
    let mut stage = Stage::with_black_elsewhere();
    stage.pass_with(Way::Cut, 10_000);
    stage.is_full = true;
    stage.command(Color::White, RoomCommand::OfferDraw);
    stage.is_full = false;
    stage.outage(4_000);
    stage.pass(2_000);
    stage.play("b8c6");
    // The outage is counted here in steps of a tenth of a second, and the turn begins anew in one of them.
    let credits: u32 = stage.credits().iter().sum();
    assert!((13_900..=14_000).contains(&credits), "{:?}", stage.credits());
}

/// The disk was slow during the outage, and the turn got that time twice.
#[test]
fn a_slow_append_within_an_outage_is_given_back_once() {
    let mut stage = Stage::with_black_elsewhere();
    stage.pass(7_000);
    stage.pass_with(Way::Cut, 2_000);
    stage.takes = 3_000;
    stage.command(Color::White, RoomCommand::OfferDraw);
    stage.takes = 0;
    stage.outage(5_000);
    stage.pass(1_000);
    stage.play("b8c6");
    assert_eq!(stage.clocks(), [300_000, 292_000]);
    assert_eq!(stage.credits().iter().sum::<u32>(), 10_000);
}

/// Only a part of the append fell into the outage.
#[test]
fn the_rest_of_a_slow_append_is_given_back_too() {
    let mut stage = Stage::with_black_elsewhere();
    stage.pass(7_000);
    let (sender, arrival) = ((SubscriberId(1), 42), stage.now.line);
    let command = RoomCommand::OfferDraw;
    let mut effects = stage.core.on(Input::Commanded { sender, command, arrival, lag: None }, stage.now);
    let Some(Effect::Append { events, .. }) = effects.pop() else { panic!("{effects:?}") };
    stage.log.extend(events.iter().cloned());
    stage.wait(2_000);
    (stage.now.reach.way, stage.now.reach.outages) = (Way::Cut, 1);
    stage.wait(3_000);
    stage.tell(Input::Appended { events, result: Ok(()) });
    stage.outage(4_000);
    stage.pass(1_000);
    stage.play("b8c6");
    assert_eq!(stage.clocks(), [300_000, 292_000]);
}

/// The player's node had kept the move during the outage. What was given back reached beyond the time at which it counts.
#[test]
fn a_move_that_waited_for_the_end_of_an_outage_counts_from_that_end() {
    let mut stage = Stage::with_black_elsewhere();
    stage.pass(7_000);
    stage.outage(10_000);
    stage.pass_with(Way::Mending, 500);
    let seq = stage.core.game().last_seq();
    stage.command_late(Color::Black, RoomCommand::Play { seq, uci: "b8c6".to_owned() }, 2_000);
    stage.tell(Input::Woken);
    assert_eq!(stage.clocks(), [300_000, 293_000]);
}

/// The days had run out in the outage, and the opponent acted before the room did.
#[test]
fn an_opponent_who_acts_first_does_not_have_a_deadline_of_days_fall_in_an_outage() {
    let days = TimeControl::Correspondence { days: DaysPerMove::new(1).unwrap() };
    let mut stage = Stage::new(&Position::start().to_fen(), Some(days));
    stage.play("e2e4");
    stage.play("e7e5");
    stage.tell(Input::Left { id: SubscriberId(1), how: Departure::Left });
    stage.wait(86_400_000 - 30_000);
    stage.pass_with(Way::Cut, 20_000);
    stage.wait(20_000);
    stage.command(Color::Black, RoomCommand::OfferDraw);
    assert!(!stage.core.game().is_over());
    assert_eq!(stage.credits().len(), 1);
}

#[test]
fn days_go_on_and_a_deadline_that_nobody_could_keep_begins_anew() {
    let days = TimeControl::Correspondence { days: DaysPerMove::new(1).unwrap() };
    let mut stage = Stage::new(&Position::start().to_fen(), Some(days));
    stage.play("e2e4");
    stage.play("e7e5");
    stage.tell(Input::Left { id: SubscriberId(1), how: Departure::Left });
    stage.wait(86_400_000 - 30_000);
    stage.outage(20_000);
    assert_eq!(stage.credits(), [0_u32; 0]);
    stage.outage(20_000);
    stage.pass(1_000);
    assert!(!stage.core.game().is_over());
    assert_eq!(stage.credits().len(), 1);
}

#[test]
fn a_turn_to_which_an_outage_is_owed_is_not_handed_over() {
    let mut stage = Stage::with_black_elsewhere();
    stage.pass_with(Way::Cut, 10_000);
    assert_eq!(stage.core.hand_over(stage.now), None);
    assert_eq!(
        stage.now.reach,
        Reach { way: Way::Cut, cut: 10_000, mending: 0, outages: 1, back: stage.now.line }
    );
}
