// SPDX-License-Identifier: AGPL-3.0-or-later
//! Queues of premoves: whose they are, when they are played, and what drops them.

use std::num::NonZeroU8;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tabiya_engine::{Engine, Level, Limits, Stopwatch};
use tabiya_game::Computer;
use tabiya_protocol::{GameMessage, MAX_PREMOVES};

use super::*;

const SECOND_TAB: SubscriberId = SubscriberId(12);
const SPECTATOR: SubscriberId = SubscriberId(13);

/// For a search that is limited by its nodes.
struct NoTime;

impl Stopwatch for NoTime {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

impl Stage {
    /// White at moves 1 and 2, with a second tab of Black and a spectator.
    fn with_witnesses(moves: &[&str]) -> Self {
        let mut stage = Self::blitz(moves);
        for (id, identity) in [(SECOND_TAB, Some(Identity::guest(BOB))), (SPECTATOR, None)] {
            stage.tell(Input::Came { id, identity, after: None, is_here: true });
        }
        stage.effects.clear();
        stage
    }

    fn premove_since(&mut self, by: Color, seq: u32, moves: &[&str]) {
        let moves = moves.iter().map(ToString::to_string).collect();
        self.command(by, RoomCommand::Premoves { seq, moves });
    }

    fn premove(&mut self, by: Color, moves: &[&str]) {
        self.premove_since(by, self.core.game().last_seq(), moves);
    }

    /// What was told of queues since the last time of asking: to whom, as the answer to a command or not, which moves,
    /// and what was dropped for which reason.
    fn told(&mut self) -> Vec<(u64, bool, String, Option<&'static str>)> {
        let effects = std::mem::take(&mut self.effects).into_iter();
        effects
            .filter_map(|effect| match effect {
                Effect::Tell {
                    to,
                    message: ServerMessage::Game(GameMessage::Premoves { moves, dropped, .. }),
                    answers,
                } => {
                    let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
                    Some((
                        to.0,
                        answers.is_some(),
                        moves.join(" "),
                        dropped.map(|dropped| dropped.refusal.kind()),
                    ))
                }
                _ => None,
            })
            .collect()
    }

    fn moves(&self) -> String {
        let game = self.core.game();
        let mode = game.history().start().castling_mode();
        let moves: Vec<_> = game.history().moves().iter().map(|each| each.to_uci(mode)).collect();
        moves.join(" ")
    }
}

fn line(to: u64, answers: bool, moves: &str) -> (u64, bool, String, Option<&'static str>) {
    (to, answers, moves.to_owned(), None)
}

#[test]
fn a_queue_is_shown_to_all_tabs_of_its_owner_and_to_nobody_else() {
    let mut stage = Stage::with_witnesses(&["e2e4", "e7e5"]);
    stage.premove(Color::Black, &["b8c6", "a7a6"]);
    assert_eq!(stage.told(), [line(2, true, "b8c6 a7a6"), line(12, false, "b8c6 a7a6")]);
    for (id, player) in [(21, BOB), (22, ANN)] {
        let identity = Some(Identity::guest(player));
        stage.tell(Input::Came { id: SubscriberId(id), identity, after: None, is_here: true });
    }
    stage.tell(Input::Missed { id: SECOND_TAB });
    assert_eq!(stage.told(), [line(21, false, "b8c6 a7a6"), line(12, false, "b8c6 a7a6")]);
    stage.premove(Color::Black, &[]);
    assert_eq!(stage.told(), [line(2, true, ""), line(12, false, ""), line(21, false, "")]);
}

#[test]
fn the_queue_is_played_move_by_move_as_soon_as_the_opponent_has_moved() {
    let mut stage = Stage::with_witnesses(&["e2e4", "e7e5"]);
    stage.premove(Color::Black, &["b8c6", "a7a6"]);
    stage.told();
    stage.wait(3_000);
    let before = stage.log.len();
    stage.play("g1f3");
    assert_eq!(stage.log.len(), before + 2, "both moves, without any time in between");
    assert_eq!(stage.told(), [line(2, false, "a7a6"), line(12, false, "a7a6")]);
    stage.wait(1_000);
    stage.play("f1b5");
    assert_eq!(stage.moves(), "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6");
    assert_eq!(stage.clocks(), [296_000, 299_900], "the second of them costs a tenth of a second");
    assert_eq!(stage.told(), [line(2, false, ""), line(12, false, "")]);
    stage.play("b5a4");
    assert_eq!(stage.core.game().ply(), 7, "the queue is used up");
}

#[test]
fn an_illegal_premove_drops_the_queue_and_says_why() {
    let mut stage = Stage::with_witnesses(&["e2e4", "e7e5"]);
    stage.premove(Color::Black, &["e5e4", "a7a6"]);
    stage.told();
    stage.play("g1f3");
    let dropped = |to| (to, false, String::new(), Some("illegal"));
    assert_eq!(stage.told(), [dropped(2), dropped(12)]);
    assert_eq!(stage.core.game().ply(), 3);
    stage.play("b8c6");
}

#[test]
fn a_cancel_that_comes_too_late_is_answered_with_the_move_and_cancels_the_rest() {
    let mut stage = Stage::with_witnesses(&["e2e4", "e7e5"]);
    let seen = stage.core.game().last_seq();
    stage.premove(Color::Black, &["b8c6", "a7a6"]);
    stage.play("g1f3");
    let seq = stage.core.game().last_seq();
    stage.effects.clear();
    stage.premove_since(Color::Black, seen, &[]);
    assert!(
        matches!(stage.effects[0], Effect::AnswerAgain { sender: (SubscriberId(2), 42), seq: played, .. } if played == seq),
        "{:?}",
        stage.effects
    );
    assert_eq!(stage.told(), [line(2, true, ""), line(12, false, "")]);
    stage.play("f1b5");
    assert_eq!(stage.core.game().ply(), 5);
}

#[test]
fn a_longer_queue_that_comes_after_its_first_move_was_played_goes_on_behind_it() {
    let mut stage = Stage::with_witnesses(&["e2e4", "e7e5"]);
    let seen = stage.core.game().last_seq();
    stage.premove(Color::Black, &["b8c6", "a7a6"]);
    stage.play("g1f3");
    stage.told();
    stage.premove_since(Color::Black, seen, &["b8c6", "a7a6", "g8f6"]);
    assert_eq!(stage.told(), [line(2, true, "a7a6 g8f6"), line(12, false, "a7a6 g8f6")]);
    // The same once more, and an older one: nothing happens twice.
    stage.premove_since(Color::Black, seen, &["b8c6", "a7a6", "g8f6"]);
    assert_eq!(stage.told().first(), Some(&line(2, true, "a7a6 g8f6")));
    stage.play("f1b5");
    stage.premove_since(Color::Black, seen, &["b8c6"]);
    assert_eq!(stage.refusals(), ["stale"]);
    stage.play("b5a4");
    assert_eq!(stage.moves(), "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6");
    // Another queue than that which was played.
    stage.premove_since(Color::Black, seen, &["d7d6"]);
    assert_eq!(stage.refusals(), ["stale"]);
}

#[test]
fn a_list_for_another_time_is_stale() {
    let mut stage = Stage::with_witnesses(&["e2e4", "e7e5"]);
    let seen = stage.core.game().last_seq();
    ["g1f3", "b8c6", "f1b5", "a7a6"].iter().for_each(|uci| stage.play(uci));
    stage.premove_since(Color::Black, seen, &["g8f6"]);
    assert_eq!(stage.refusals(), ["stale"], "two moves by hand came in between");
    stage.command(Color::Black, RoomCommand::ProposeTakeback);
    let seen = stage.core.game().last_seq();
    stage.command(Color::White, RoomCommand::AnswerTakeback { accept: true, seq: None });
    stage.refusals();
    stage.premove_since(Color::Black, seen, &["g8f6"]);
    assert_eq!(stage.refusals(), ["stale"], "moves were taken back in between");
    stage.premove_since(Color::Black, seen, &[]);
    assert_eq!(stage.refusals(), [""; 0], "a cancel is never too old");
}

#[test]
fn premoves_that_come_after_the_opponents_move_are_played_at_the_price_of_a_move_by_hand() {
    let mut stage = Stage::with_witnesses(&["e2e4", "e7e5"]);
    let seen = stage.core.game().last_seq();
    stage.play("g1f3");
    stage.wait(150);
    stage.premove_since(Color::Black, seen, &["b8c6", "a7a6"]);
    assert_eq!(stage.moves(), "e2e4 e7e5 g1f3 b8c6");
    assert_eq!(stage.clocks()[1], 299_850);
    stage.premove_since(Color::Black, seen, &["b8c6", "a7a6"]);
    assert_eq!(stage.told().last(), Some(&line(12, false, "a7a6")), "sent again, it is known");
    assert_eq!(stage.core.game().ply(), 4);
}

#[test]
fn a_move_by_hand_and_a_premove_sent_behind_each_other_are_both_taken() {
    let mut stage = Stage::with_witnesses(&["e2e4"]);
    let seen = stage.core.game().last_seq();
    stage.play_since(Color::Black, seen, "e7e5");
    stage.premove_since(Color::Black, seen, &["b8c6"]);
    stage.play("g1f3");
    assert_eq!(stage.moves(), "e2e4 e7e5 g1f3 b8c6");
}

#[test]
fn a_premove_that_could_not_be_stored_stays_and_costs_nobody_time() {
    let mut stage = Stage::with_witnesses(&["e2e4", "e7e5"]);
    stage.premove(Color::Black, &["b8c6"]);
    stage.fail_after = Some(1);
    stage.play("g1f3");
    assert_eq!(stage.core.game().ply(), 3, "the premove could not be stored");
    stage.fail_after = None;
    stage.pass(5_000);
    assert_eq!(stage.moves(), "e2e4 e7e5 g1f3 b8c6");
    assert_eq!(stage.clocks()[1], 300_000);
}

#[test]
fn the_end_of_the_game_drops_every_queue_and_offers_drop_none() {
    let mut stage = Stage::with_witnesses(&["e2e4", "e7e5"]);
    stage.premove(Color::Black, &["b8c6"]);
    stage.command(Color::White, RoomCommand::OfferDraw);
    stage.told();
    stage.play("g1f3");
    assert_eq!(stage.moves(), "e2e4 e7e5 g1f3 b8c6", "an offer cancels nothing");
    assert_eq!(stage.core.game().draw_offer(), None, "and a premove declines it as any move does");
    stage.premove(Color::Black, &["a7a6"]);
    stage.told();
    stage.command(Color::White, RoomCommand::Resign);
    assert_eq!(stage.told(), [line(2, false, ""), line(12, false, "")]);
    stage.premove(Color::Black, &["a7a6"]);
    assert_eq!(stage.refusals(), ["game_over"]);
}

#[test]
fn what_is_no_queue_is_refused() {
    let mut stage = Stage::with_witnesses(&["e2e4", "e7e5"]);
    stage.premove(Color::Black, &["b8c6"]);
    stage.effects.clear();
    for (moves, kind) in [
        (vec!["b8"], "malformed"),
        (vec!["\0"], "malformed"),
        (vec!["a7a6"; MAX_PREMOVES + 1], "too_many_premoves"),
    ] {
        stage.premove(Color::Black, &moves);
        assert_eq!(stage.refusals(), [kind]);
    }
    stage.premove_since(Color::Black, 99, &["a7a6"]);
    assert_eq!(stage.refusals(), ["stale"]);
    let premoves = RoomCommand::Premoves { seq: 2, moves: vec!["g1f3".to_owned()] };
    let (sender, arrival) = ((SPECTATOR, 1), stage.now.line);
    stage.tell(Input::Commanded { sender, command: premoves, arrival, lag: None });
    assert_eq!(stage.refusals(), ["not_a_player"]);
    stage.play("g1f3");
    assert_eq!(stage.core.game().ply(), 4, "the queue from before stands");
}

/// A game of Bob's with the computer, which has White and makes its first move after this.
fn against_computer() -> (Stage, impl Fn(&mut Stage)) {
    let computer = Computer { level: NonZeroU8::MIN, version: None };
    let seats = Seats::new(BOB, Color::Black, Seat::Computer(computer));
    let stage = Stage::of(Terms::new(Position::start(), None, seats).unwrap());
    let moves = |stage: &mut Stage| {
        let (level, limits) = (Level::new(1).unwrap(), Limits::default());
        let history = stage.core.game().history();
        let report =
            Engine::new(1).play_at_level(history, level, 1, &limits, &AtomicBool::new(false), &NoTime);
        stage.tell(Input::Thought(Some(report)));
    };
    (stage, moves)
}

#[test]
fn premoves_are_played_against_the_computer() {
    let (mut stage, computer_moves) = against_computer();
    stage.premove(Color::Black, &["e7e5"]);
    computer_moves(&mut stage);
    assert!(stage.moves().ends_with(" e7e5"), "{}", stage.moves());
    assert!(stage.effects.iter().any(|effect| matches!(effect, Effect::Think(_))), "and it thinks again");
}

/// It was asked when the premove came, about the position of that moment. So a player who prepared a move beside another game got
/// the computer's answer to it.
#[test]
fn a_premove_is_dropped_that_the_computer_may_not_answer_when_it_is_played() {
    let (mut stage, computer_moves) = against_computer();
    stage.premove(Color::Black, &["e7e5", "d7d6"]);
    stage.tell(Input::Left { id: SubscriberId(1 + Color::Black as u64), how: Departure::Lost });
    stage.tell(Input::Came {
        id: SECOND_TAB,
        identity: Some(Identity::guest(BOB)),
        after: None,
        is_here: true,
    });
    stage.told();
    stage.is_fair = false;
    computer_moves(&mut stage);
    assert_eq!(stage.core.game().ply(), 1, "{}", stage.moves());
    assert_eq!(stage.told(), [(12, false, String::new(), Some("computer_while_playing"))]);
    stage.is_fair = true;
    stage.tell(Input::Woken);
    assert_eq!(stage.core.game().ply(), 1, "nothing is left of the queue");
}
