// SPDX-License-Identifier: MIT OR Apache-2.0
//! Repeated commands, commands from two tabs, and moves that are illegal or out of turn.

use tabiya_game::{Command, Millis, Refusal, Seat, Seats, Terms};
use tabiya_rules::{CastlingMode, Position, Reason};

use crate::table::{ANN, BOB, Black, START, Table, White, minutes, play};

#[test]
fn the_same_move_again_is_known() {
    let mut table = Table::unlimited();
    table.tell(play(White, "e2e4", 0)).unwrap();
    table.tell(Command::OfferDraw { by: White }).unwrap();
    table.tell(play(Black, "e7e5", 1)).unwrap();
    let known = |ply, seq| Err(Refusal::AlreadyPlayed { ply, seq });
    assert_eq!(table.tell(play(White, "e2e4", 0)), known(0, 1));
    assert_eq!(table.tell(play(Black, "e7e5", 1)), known(1, 3));
    table.tell(Command::Resign { by: White }).unwrap();
    assert_eq!(table.tell(play(Black, "e7e5", 1)), known(1, 3));
}

#[test]
fn another_move_there_is_stale() {
    let mut table = Table::unlimited();
    table.play_all("e2e4 e7e5");
    for (command, why) in [
        (play(White, "d2d4", 0), "another move"),
        (play(Black, "e2e4", 0), "another player"),
        (play(White, "e7e5", 1), "another player"),
        (play(White, "g1f3", 3), "the future"),
        (play(White, "g1f3", u32::MAX), "the far future"),
    ] {
        assert_eq!(table.tell(command), Err(Refusal::Stale { ply: 2 }), "{why}");
    }
}

/// The opponent's offer and its answer raise the event number, a refused claim does not. None of them makes a
/// move stale.
#[test]
fn a_move_is_not_stale_because_of_an_offer_in_between() {
    let mut table = Table::unlimited();
    table.play_all("e2e4 e7e5");
    let seen = table.game.last_seq();
    table.tell(Command::OfferDraw { by: Black }).unwrap();
    table.tell(Command::DeclineDraw { by: White }).unwrap();
    assert_eq!(table.game.last_seq(), seen + 2);
    assert_eq!(table.tell(play(White, "g1f3", seen)).unwrap().len(), 1);
    // The same move sent again with the same number, although its own event has raised the number and the
    // opponent has offered again.
    let seq = table.game.last_seq();
    table.tell(play(Black, "b8c6", seq)).unwrap();
    table.tell(Command::OfferDraw { by: Black }).unwrap();
    assert_eq!(table.tell(play(White, "g1f3", seen)), Err(Refusal::AlreadyPlayed { ply: 2, seq }));
    assert_eq!(table.tell(play(White, "b1c3", seen)), Err(Refusal::Stale { ply: 4 }), "another move");
    // A move of the opponent makes it stale, even if it would be legal.
    assert_eq!(table.tell(play(White, "f1b5", seq)), Err(Refusal::Stale { ply: 4 }));
}

#[test]
fn a_join_makes_no_move_stale() {
    let seats = Seats { white: Seat::Player(ANN), black: Seat::Open };
    let mut table = Table::with(Terms::new(Position::start(), None, seats).unwrap());
    let seen = table.game.last_seq();
    table.tell(Command::Join { player: BOB, details: None, color: None }).unwrap();
    assert_eq!(table.tell(play(White, "e2e4", seen)).unwrap().len(), 1);
}

/// Time that the server gives back must not make the move stale for which it was given back.
#[test]
fn given_time_makes_no_move_stale() {
    let mut table = Table::seated(START, Some(minutes(5, 0)));
    table.play_all("e2e4 e7e5");
    let seen = table.game.last_seq();
    table.wait(3_000);
    table.tell(Command::StoodStill { span: Millis(2_000) }).unwrap();
    assert_eq!(table.tell(play(White, "g1f3", seen)).unwrap().len(), 1);
}

#[test]
fn castling_is_known_again_however_it_was_written() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (first, again) in [("e1g1", "e1h1"), ("e1h1", "e1g1"), ("e1c1", "e1a1")] {
        let mut table = Table::seated(fen, None);
        table.tell(play(White, first, 0)).unwrap();
        for uci in [first, again] {
            assert_eq!(table.tell(play(White, uci, 0)), Err(Refusal::AlreadyPlayed { ply: 0, seq: 1 }));
        }
    }
    let start = Position::from_fen(fen).unwrap().with_castling_mode(CastlingMode::Chess960);
    let seats = Seats { white: Seat::Player(ANN), black: Seat::Player(BOB) };
    let mut table = Table::with(Terms::new(start, None, seats).unwrap());
    table.tell(play(White, "e1h1", 0)).unwrap();
    assert_eq!(table.tell(play(White, "e1g1", 0)), Err(Refusal::Stale { ply: 1 }));
}

#[test]
fn a_promotion_to_another_piece_is_another_move() {
    let mut table = Table::seated("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", None);
    table.tell(play(White, "e7e8r", 0)).unwrap();
    assert_eq!(table.tell(play(White, "e7e8q", 0)), Err(Refusal::Stale { ply: 1 }));
    assert_eq!(table.tell(play(White, "e7e8r", 0)), Err(Refusal::AlreadyPlayed { ply: 0, seq: 1 }));
}

#[test]
fn an_illegal_move_is_refused_with_its_reason() {
    let mut table = Table::seated(START, None);
    let refused = table.tell(play(White, "e2e5", 0));
    assert!(matches!(refused, Err(Refusal::Illegal(Reason::DoesNotMoveSo { .. }))), "{refused:?}");
    let refused = table.tell(play(White, "e4e5", 0));
    assert!(matches!(refused, Err(Refusal::Illegal(Reason::NoPiece { .. }))), "{refused:?}");
    assert!(refused.unwrap_err().to_string().contains("e4"));
}

#[test]
fn nobody_moves_out_of_turn_or_for_the_other_side() {
    let mut table = Table::unlimited();
    let refused = table.tell(play(Black, "e7e5", 0));
    assert!(matches!(refused, Err(Refusal::Illegal(Reason::NotYourTurn { .. }))), "{refused:?}");
    assert_eq!(table.tell(play(Black, "e2e4", 0)), Err(Refusal::NotYourTurn { turn: White }));
    let refused = table.tell(play(White, "e7e5", 0));
    assert!(matches!(refused, Err(Refusal::Illegal(Reason::NotYourTurn { .. }))), "{refused:?}");
}
