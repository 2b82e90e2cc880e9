// SPDX-License-Identifier: AGPL-3.0-or-later
//! Takebacks in the room: the queues of premoves, the computer's search, rematches that are declined.

use std::num::NonZeroU8;

use tabiya_game::Computer;

use super::*;

#[test]
fn a_takeback_by_consent_drops_all_premoves() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5", "g1f3"]);
    stage.command(Color::White, RoomCommand::Premoves { seq: 3, moves: vec!["f1b5".to_owned()] });
    stage.command(Color::White, RoomCommand::ProposeTakeback);
    assert_eq!(stage.core.game().takeback_proposal(), Some(Color::White));
    stage.effects.clear();
    stage.command(Color::Black, RoomCommand::AnswerTakeback { accept: true, seq: None });
    assert_eq!(stage.core.game().ply(), 2);
    let told: Vec<_> = stage
        .effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Tell {
                to, message: ServerMessage::Game(GameMessage::Premoves { moves, .. }), ..
            } => Some((to.0, moves.len())),
            _ => None,
        })
        .collect();
    assert_eq!(told, [(1, 0)]);
    stage.play("d2d4");
    stage.play("e5d4");
    assert_eq!(stage.core.game().ply(), 4, "no premove is left");
}

/// A program whose connection broke says yes once more. It was taken for a proposal of its own.
#[test]
fn a_yes_that_is_sent_again_proposes_nothing() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5", "g1f3", "b8c6"]);
    stage.command(Color::White, RoomCommand::TakebackYes);
    stage.command(Color::Black, RoomCommand::TakebackYes);
    assert_eq!(stage.core.game().ply(), 2);
    let granted = stage.core.game().last_seq();
    stage.effects.clear();
    stage.command(Color::Black, RoomCommand::TakebackYes);
    assert_eq!(stage.core.game().takeback_proposal(), None);
    assert!(
        matches!(&stage.effects[..], [Effect::AnswerAgain { seq, .. }] if *seq == granted),
        "{:?}",
        stage.effects
    );
    // What was granted before the last move is no answer of now.
    stage.play("d2d4");
    stage.play("e5d4");
    stage.command(Color::Black, RoomCommand::TakebackYes);
    assert_eq!(stage.core.game().takeback_proposal(), Some(Color::Black));
}

#[test]
fn a_proposal_does_not_hold_up_premoves_and_a_premove_declines_it() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    stage.command(Color::Black, RoomCommand::Premoves { seq: 2, moves: vec!["b8c6".to_owned()] });
    stage.command(Color::White, RoomCommand::ProposeTakeback);
    stage.play("g1f3");
    assert_eq!((stage.core.game().ply(), stage.core.game().takeback_proposal()), (4, None));
    stage.effects.clear();
    stage.command(Color::Black, RoomCommand::AnswerTakeback { accept: true, seq: None });
    assert_eq!(stage.refusals(), ["no_takeback_proposed"]);
}

#[test]
fn an_answer_means_the_offer_that_its_player_knew() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    stage.command(Color::White, RoomCommand::ProposeTakeback);
    let known = stage.core.game().last_seq();
    // The move declines the proposal; the draw is offered afterwards, and so is another takeback.
    for uci in ["g1f3", "b8c6"] {
        stage.play(uci);
    }
    stage.command(Color::White, RoomCommand::OfferDraw);
    stage.command(Color::White, RoomCommand::ProposeTakeback);
    let game = stage.core.game();
    assert_eq!((game.draw_offer(), game.takeback_proposal()), (Some(Color::White), Some(Color::White)));
    stage.effects.clear();
    for accept in [true, false] {
        stage.command(Color::Black, RoomCommand::AnswerTakeback { accept, seq: Some(known) });
        stage.command(Color::Black, RoomCommand::AnswerDraw { accept, seq: Some(known) });
    }
    assert_eq!(stage.refusals(), ["stale"; 4]);
    let seen = stage.core.game().last_seq();
    stage.command(Color::Black, RoomCommand::AnswerTakeback { accept: false, seq: Some(seen) });
    stage.command(Color::Black, RoomCommand::AnswerDraw { accept: true, seq: Some(seen - 1) });
    assert_eq!(stage.core.game().takeback_proposal(), None);
    assert!(stage.core.game().is_over());
}

#[test]
fn the_computer_stops_thinking_about_a_move_that_is_taken_back() {
    let computer = Seat::Computer(Computer { level: NonZeroU8::MIN, version: None });
    let mut stage =
        Stage::of(Terms::new(Position::start(), None, Seats::new(ANN, Color::White, computer)).unwrap());
    stage.play("e2e4");
    assert!(stage.effects.iter().any(|effect| matches!(effect, Effect::Think(_))));
    stage.effects.clear();
    stage.command(Color::White, RoomCommand::ProposeTakeback);
    assert_eq!(stage.core.game().ply(), 0, "{:?}", stage.effects);
    assert!(stage.effects.iter().any(|effect| matches!(effect, Effect::StopThinking)));
    stage.play("d2d4");
    assert!(
        stage.effects.iter().any(|effect| matches!(effect, Effect::Think(_))),
        "and thinks about the next"
    );
}

#[test]
fn a_move_that_crosses_the_takeback_is_stale() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    let seen = stage.core.game().last_seq();
    stage.play("g1f3");
    stage.command(Color::White, RoomCommand::ProposeTakeback);
    stage.command(Color::Black, RoomCommand::AnswerTakeback { accept: true, seq: None });
    stage.effects.clear();
    stage.play_since(Color::White, seen, "g1f3");
    assert_eq!(stage.refusals(), ["stale"], "its answer was lost, and it was undone since");
    stage.play_since(Color::White, seen, "d2d4");
    assert_eq!(stage.refusals(), ["stale"]);
    stage.play("d2d4");
}

#[test]
fn a_rematch_is_declined_once_and_not_offered_again() {
    let mut stage = Stage::blitz(&[]);
    stage.command(Color::White, RoomCommand::Resign);
    stage.effects.clear();
    stage.command(Color::Black, RoomCommand::DeclineRematch);
    assert_eq!(stage.refusals(), ["no_rematch_offered"]);
    stage.command(Color::White, RoomCommand::Rematch);
    stage.command(Color::White, RoomCommand::DeclineRematch);
    stage.command(Color::White, RoomCommand::Rematch);
    assert_eq!(stage.refusals(), [""; 0], "who withdraws an offer may offer again");
    stage.command(Color::Black, RoomCommand::DeclineRematch);
    let declined = stage.effects.iter().any(|effect| {
        matches!(
            effect,
            Effect::TellAll {
                message: ServerMessage::Game(GameMessage::Rematch {
                    offered_by: None,
                    declined_by: Some(Color::Black),
                    ..
                }),
                ..
            }
        )
    });
    assert!(declined, "{:?}", stage.effects);
    stage.effects.clear();
    stage.command(Color::White, RoomCommand::Rematch);
    assert_eq!(stage.refusals(), ["rematch_declined"]);
    stage.command(Color::Black, RoomCommand::Rematch);
    assert_eq!(stage.refusals(), [""; 0], "who declined may change their mind");
}
