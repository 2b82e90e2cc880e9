// SPDX-License-Identifier: MIT OR Apache-2.0
//! The other ways in which a game ends, and that nothing happens afterwards.

use tabiya_game::{Command, Event, GameResult, Millis, Refusal, Termination};

use crate::table::{Black, EVE, Table, White, play};

#[test]
fn mate_follows_the_move_in_the_same_decision() {
    let mut table = Table::timed();
    table.play_all("f2f3 e7e5 g2g4");
    table.wait(3_000);
    let events = table.play("d8h4").unwrap();
    let [Event::MovePlayed { clock, .. }, ended] = &events[..] else { panic!("{events:?}") };
    assert_eq!(*clock, Some(Millis(59_000)));
    assert_eq!(
        *ended,
        Event::Ended {
            result: GameResult::BlackWins,
            termination: Termination::Checkmate,
            clock: Some(Millis(62_000)),
            by: None,
            decided: None,
        }
    );
    table.assert_ended(GameResult::BlackWins, Termination::Checkmate);
    assert_eq!(table.clocks(), [62_000, 59_000]);
}

#[test]
fn stalemate_and_insufficient_material_are_draws() {
    let mut stalemate = Table::seated("7k/8/8/6Q1/8/8/8/K7 w - - 0 1", None);
    stalemate.play("g5g6").unwrap();
    stalemate.assert_ended(GameResult::Draw, Termination::Stalemate);

    let mut bare = Table::seated("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", None);
    bare.play("e1e2").unwrap();
    bare.assert_ended(GameResult::Draw, Termination::InsufficientMaterial);
}

#[test]
fn either_side_resigns_at_any_time() {
    for (by, result) in [(White, GameResult::BlackWins), (Black, GameResult::WhiteWins)] {
        for moves in ["", "e2e4", "e2e4 e7e5"] {
            let mut table = Table::timed();
            table.play_all(moves);
            table.tell(Command::Resign { by }).unwrap();
            table.assert_ended(result, Termination::Resignation);
        }
    }
}

#[test]
fn either_side_aborts_until_both_have_moved() {
    for by in [White, Black] {
        for moves in ["", "e2e4"] {
            let mut table = Table::timed();
            table.play_all(moves);
            assert!(table.game.can_abort());
            table.tell(Command::Abort { by: Some(by) }).unwrap();
            table.assert_ended(GameResult::Aborted, Termination::Abort);
        }
        let mut table = Table::timed();
        table.play_all("e2e4 e7e5");
        assert!(!table.game.can_abort());
        assert_eq!(table.tell(Command::Abort { by: Some(by) }), Err(Refusal::TooLateToAbort));
    }
}

#[test]
fn nothing_happens_after_the_end() {
    let mut table = Table::timed();
    table.play_all("e2e4 e7e5");
    table.tell(Command::Resign { by: White }).unwrap();
    let by = Black;
    for command in [
        Command::Join { player: EVE, details: None, color: None },
        play(White, "g1f3", 2),
        play(White, "g1f3", 0),
        Command::Resign { by },
        Command::Abort { by: Some(by) },
        Command::OfferDraw { by },
        Command::AcceptDraw { by },
        Command::DeclineDraw { by },
        Command::ClaimDraw { by },
        Command::TimeUp,
        Command::Resume,
    ] {
        assert_eq!(table.tell(command.clone()), Err(Refusal::GameOver), "{command:?}");
    }
}
