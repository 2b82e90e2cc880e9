// SPDX-License-Identifier: AGPL-3.0-or-later
//! Conditional moves in the room: when they are played, when they wait, and what they cost.

use tabiya_game::{DaysPerMove, Event, Status};

use super::*;
use crate::lines::Prepared;

const DAY: u64 = 24 * 3_600_000;

fn correspondence() -> Stage {
    let time = TimeControl::Correspondence { days: DaysPerMove::new(2).unwrap() };
    Stage::new(&Position::start().to_fen(), Some(time))
}

impl Stage {
    /// This side stores one more line, and the room hears of it.
    fn prepare(&mut self, side: Color, line: &str) {
        let before = match &self.lines[side as usize] {
            LinesRead::Found(prepared) => (**prepared).clone(),
            LinesRead::Nothing | LinesRead::Failed => Prepared::default(),
        };
        let game = self.core.game();
        let moves: Vec<_> = line.split_whitespace().map(str::to_owned).collect();
        let prepared = before.with_conditional(game, side, game.last_seq(), &moves).unwrap();
        self.lines[side as usize] = LinesRead::Found(Box::new(prepared));
        self.tell(Input::LinesChanged);
    }

    fn uci(&self) -> Vec<String> {
        let moves = self.core.game().history().moves().iter();
        moves.map(|mv| mv.as_uci(tabiya_rules::CastlingMode::Standard).to_string()).collect()
    }
}

#[test]
fn a_reply_is_played_as_soon_as_its_line_applies() {
    let mut stage = correspondence();
    stage.play("e2e4");
    stage.prepare(Color::White, "e7e5 g1f3 b8c6 f1b5 a7a6 b5a4");
    stage.wait(DAY);
    stage.play("e7e5");
    assert_eq!(stage.uci(), ["e2e4", "e7e5", "g1f3"]);
    stage.wait(DAY);
    stage.play("b8c6");
    assert_eq!(stage.uci()[3..], ["b8c6", "f1b5"]);
    stage.play("g8f6");
    assert_eq!((stage.uci().len(), stage.core.game().turn()), (6, Color::White), "no line answers this");
}

/// Such lines may be stored from before.
#[test]
fn no_reply_is_played_in_a_game_with_the_computer() {
    let time = TimeControl::Correspondence { days: DaysPerMove::new(2).unwrap() };
    let level = std::num::NonZeroU8::new(3).unwrap();
    let computer = Seat::Computer(tabiya_game::Computer { level, version: None });
    let mut stage = Stage::of(
        Terms::new(Position::start(), Some(time), Seats::new(ANN, Color::White, computer)).unwrap(),
    );
    let mut people = correspondence();
    people.prepare(Color::Black, "e2e4 e7e5");
    people.play("e2e4");
    assert_eq!(people.uci(), ["e2e4", "e7e5"], "between people it is");
    let line = ["e7e5", "g1f3"].map(str::to_owned);
    let mut before = correspondence();
    before.play("e2e4");
    let game = before.core.game();
    let lines = Prepared::default().with_conditional(game, Color::White, game.last_seq(), &line).unwrap();
    stage.lines[0] = LinesRead::Found(Box::new(lines));
    stage.play("e2e4");
    let seq = stage.core.game().last_seq();
    let command = Command::Play { by: Color::Black, attempt: "e7e5".parse().unwrap(), seq, lag: None };
    stage.core.own_command(command, Purpose::Own, stage.now);
    let effects = std::mem::take(&mut stage.core.effects);
    for effect in effects {
        if let Effect::Append { events, .. } = effect {
            stage.log.extend(events.iter().cloned());
            stage.tell(Input::Appended { events, result: Ok(()) });
        }
    }
    assert_eq!(stage.uci(), ["e2e4", "e7e5"], "the computer has moved, and no line answers it");
}

/// White's lines arrive when Black's have answered already.
#[test]
fn two_chains_of_replies_answer_each_other_to_their_end() {
    let mut stage = correspondence();
    stage.prepare(Color::Black, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6");
    stage.play("e2e4");
    assert_eq!(stage.uci(), ["e2e4", "e7e5"]);
    let line = ["e7e5", "g1f3", "b8c6", "f1b5"].map(str::to_owned);
    let late = Prepared::default().with_conditional(stage.core.game(), Color::White, 1, &line).unwrap();
    stage.lines[0] = LinesRead::Found(Box::new(late));
    stage.tell(Input::LinesChanged);
    assert_eq!(stage.uci(), ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]);
}

#[test]
fn the_players_turn_costs_nothing_and_the_opponents_begins_with_the_reply() {
    let mut stage = correspondence();
    stage.play("e2e4");
    stage.prepare(Color::White, "e7e5 g1f3");
    stage.wait(DAY);
    stage.play("e7e5");
    let two_days = u32::try_from(2 * DAY).unwrap();
    assert_eq!(stage.clocks(), [two_days; 2]);
    let at = stage.now.time;
    assert_eq!(stage.core.game().turn_began(), Some(at));
    let replied = stage.log.last().unwrap();
    assert!(matches!(replied.event, Event::MovePlayed { premove: None, .. }), "{replied:?}");
    assert_eq!(replied.at, at);
}

#[test]
fn a_reply_waits_while_a_draw_is_offered_and_comes_when_it_is_declined() {
    let mut stage = correspondence();
    stage.play("e2e4");
    stage.prepare(Color::White, "e7e5 g1f3");
    stage.command(Color::Black, RoomCommand::OfferDraw);
    stage.play("e7e5");
    assert_eq!(stage.uci().len(), 2);
    assert_eq!(stage.core.game().draw_offer(), Some(Color::Black));
    stage.wait(DAY);
    stage.command(Color::White, RoomCommand::AnswerDraw { accept: false, seq: None });
    assert_eq!(stage.uci()[2..], ["g1f3"]);
}

#[test]
fn a_player_who_accepts_the_draw_or_moves_by_hand_has_decided_otherwise() {
    let offered = || {
        let mut stage = correspondence();
        stage.play("e2e4");
        stage.prepare(Color::White, "e7e5 g1f3 b8c6 f1b5");
        stage.command(Color::Black, RoomCommand::OfferDraw);
        stage.play("e7e5");
        stage
    };
    let mut drawn = offered();
    drawn.command(Color::White, RoomCommand::AnswerDraw { accept: true, seq: None });
    assert!(matches!(drawn.core.game().status(), Status::Ended(_)));
    assert_eq!(drawn.uci().len(), 2);
    let mut by_hand = offered();
    by_hand.play("f2f4");
    by_hand.play("b8c6");
    assert_eq!(by_hand.uci()[2..], ["f2f4", "b8c6"]);
}

#[test]
fn a_reply_that_mates_ends_the_game() {
    let mut stage = correspondence();
    for uci in ["e2e4", "e7e5", "f1c4", "b8c6", "d1h5"] {
        stage.play(uci);
    }
    stage.prepare(Color::White, "g8f6 h5f7");
    stage.play("g8f6");
    assert!(stage.core.game().is_over());
    assert_eq!(stage.uci().len(), 7);
}

#[test]
fn a_reply_that_could_not_be_stored_is_played_later() {
    let mut stage = correspondence();
    stage.play("e2e4");
    stage.prepare(Color::White, "e7e5 g1f3");
    stage.fail_after = Some(1);
    stage.play("e7e5");
    assert_eq!(stage.uci().len(), 2, "the move is stored, and the reply is not");
    assert_eq!(stage.core.need(stage.now), Need::Room);
    stage.pass(3_000);
    assert_eq!(stage.uci().len(), 2, "the disk is still full");
    stage.fail_after = None;
    stage.pass(1_000);
    assert_eq!(stage.uci()[2..], ["g1f3"]);
}

/// The player's call was answered, and the reply came a second later.
#[test]
fn a_room_that_waits_to_look_again_looks_as_soon_as_lines_are_stored() {
    let mut stage = correspondence();
    stage.play("e2e4");
    stage.prepare(Color::White, "e7e5 g1f3");
    let lines = std::mem::replace(&mut stage.lines[0], LinesRead::Failed);
    stage.play("e7e5");
    assert_eq!(stage.uci().len(), 2, "the lines can't be read");
    stage.lines[0] = lines;
    stage.tell(Input::LinesChanged);
    assert_eq!(stage.uci()[2..], ["g1f3"]);
}

#[test]
fn lines_that_cannot_be_read_are_read_again() {
    let mut stage = correspondence();
    stage.play("e2e4");
    stage.prepare(Color::White, "e7e5 g1f3");
    let lines = std::mem::replace(&mut stage.lines[0], LinesRead::Failed);
    stage.play("e7e5");
    stage.pass(5_000);
    assert_eq!((stage.uci().len(), stage.core.need(stage.now)), (2, Need::Room));
    stage.lines[0] = lines;
    stage.pass(1_000);
    assert_eq!(stage.uci()[2..], ["g1f3"]);
}

/// As where they can't be stored.
#[test]
fn a_player_whose_lines_cannot_be_read_does_not_lose_on_time() {
    let mut stage = correspondence();
    stage.play("e2e4");
    stage.prepare(Color::White, "e7e5 g1f3");
    let lines = std::mem::replace(&mut stage.lines[0], LinesRead::Failed);
    stage.play("e7e5");
    stage.wait(2 * DAY - 5_000);
    stage.pass(10_000);
    assert!(!stage.core.game().is_over(), "the outage is the server's fault");
    stage.lines[0] = lines;
    stage.pass(1_000);
    assert_eq!(stage.uci()[2..], ["g1f3"]);
    // What can be read again counts as before.
    stage.pass(2 * DAY + 5_000);
    assert!(stage.core.game().is_over(), "Black had two days");
}

/// An outage gives nobody time for whom nothing was due.
#[test]
fn a_player_without_lines_loses_on_time_once_that_is_read() {
    let mut stage = correspondence();
    stage.play("e2e4");
    let lines = std::mem::replace(&mut stage.lines[0], LinesRead::Failed);
    stage.play("e7e5");
    stage.wait(2 * DAY - 5_000);
    stage.pass(10_000);
    assert!(!stage.core.game().is_over(), "it is not known yet whether a reply was due");
    stage.lines[0] = lines;
    stage.pass(1_000);
    assert!(stage.core.game().is_over());
}

/// Nothing would have been played then.
#[test]
fn time_runs_out_while_lines_that_cannot_be_read_wait_for_an_answer() {
    let mut stage = correspondence();
    stage.play("e2e4");
    stage.lines[0] = LinesRead::Failed;
    stage.play("e7e5");
    stage.command(Color::Black, RoomCommand::OfferDraw);
    stage.wait(2 * DAY - 5_000);
    stage.pass(10_000);
    assert!(stage.core.game().is_over());
}

/// The store's answer was lost, so the room never heard of the lines.
#[test]
fn lines_are_looked_at_when_their_owner_comes() {
    let mut stage = correspondence();
    stage.play("e2e4");
    stage.prepare(Color::White, "e7e5 g1f3");
    let lines = std::mem::replace(&mut stage.lines[0], LinesRead::Nothing);
    stage.play("e7e5");
    stage.lines[0] = lines;
    let mut come = |id: u64, player| {
        let identity = Some(Identity::guest(player));
        stage.tell(Input::Came { id: SubscriberId(id), identity, after: None, is_here: true });
        stage.uci().len()
    };
    assert_eq!(come(7, BOB), 2, "these are not Black's");
    assert_eq!(come(8, ANN), 3);
}

#[test]
fn a_room_that_begins_plays_what_is_due() {
    let mut stage = correspondence();
    stage.play("e2e4");
    stage.prepare(Color::White, "e7e5 g1f3");
    let lines = std::mem::replace(&mut stage.lines[0], LinesRead::Nothing);
    stage.play("e7e5");
    assert_eq!(stage.uci().len(), 2, "the server died here");
    stage.lines[0] = lines;
    // The time ran out meanwhile: the turn begins afresh, and then the reply is played.
    stage.wait(3 * DAY);
    let game = Game::replay(&stage.log).unwrap();
    stage.core = RoomCore::new(GameId::from_bits(7), game, Patience::Usual, stage.now);
    stage.tell(Input::Begun);
    assert_eq!(stage.uci()[2..], ["g1f3"]);
    assert!(!stage.core.game().is_over());
}

/// Nothing that anybody is told has a line in it.
#[test]
fn nobody_is_told_of_a_line() {
    let mut stage = correspondence();
    stage.play("e2e4");
    stage.effects.clear();
    stage.prepare(Color::White, "e7e5 g1f3");
    assert!(stage.effects.is_empty(), "{:?}", stage.effects);
}

#[test]
fn no_lines_are_looked_for_in_games_with_clocks() {
    let mut stage = Stage::blitz(&["e2e4"]);
    stage.lines[1] = LinesRead::Failed;
    stage.play("e7e5");
    stage.tell(Input::LinesChanged);
    assert_eq!((stage.uci().len(), stage.core.retry_at), (2, None));
}
