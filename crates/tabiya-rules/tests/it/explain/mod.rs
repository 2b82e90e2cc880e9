// SPDX-License-Identifier: MIT OR Apache-2.0
//! `explain`, case by case: every reason, and which of several comes first.

mod castling;
mod king;
mod movement;

use tabiya_rules::{Attempt, History, Position, explain};

/// Plays `moves` (UCI) from the position and asks about `attempt`. `expected` is the sentence, or "legal".
#[track_caller]
fn check(fen: &str, moves: &str, attempt: &str, expected: &str) {
    let mut history = History::new(Position::from_fen(fen).expect(fen));
    for text in moves.split_whitespace() {
        let attempt: Attempt = text.parse().expect(text);
        history.play(explain(&history, attempt).unwrap_or_else(|reason| panic!("{fen}: {text}: {reason}")));
    }
    let found = match explain(&history, attempt.parse().expect(attempt)) {
        Ok(mv) => {
            assert!(history.position().is_legal(mv), "{fen}: {attempt} is not legal");
            "legal".to_owned()
        }
        Err(reason) => reason.to_string(),
    };
    assert_eq!(found, expected, "{fen} after {moves:?}: {attempt}");
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn the_game_is_over() {
    check(START, "f2f3 e7e5 g2g4 d8h4", "a2a3", "The game is over: checkmate, Black wins.");
    check("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "h8h7", "The game is over: draw by stalemate.");
    check("7k/8/8/8/8/8/8/K6B w - - 0 1", "", "h1e4", "The game is over: draw by insufficient material.");
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(4);
    check(START, &shuffle, "e2e4", "The game is over: draw by fivefold repetition.");
    check("7k/8/8/8/8/8/8/KR6 w - - 149 90", "b1b2", "h8h7", "The game is over: draw by the 75-move rule.");
    // Before everything else, even where there is no piece.
    check("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "a1a2", "The game is over: draw by stalemate.");
    // Claims end nothing by themselves.
    check(START, &"g1f3 g8f6 f3g1 f6g8 ".repeat(2), "e2e4", "legal");
}

#[test]
fn what_is_moved() {
    check(START, "", "e4e5", "There is no piece on e4.");
    check(START, "", "e4e4", "There is no piece on e4.");
    check(START, "", "g8f6", "It is White's turn, and the knight on g8 is Black's.");
    check(START, "e2e4", "d2d4", "It is Black's turn, and the pawn on d2 is White's.");
    // The turn comes before the way it would move, and before its own piece on the target.
    check(START, "", "g8g3", "It is White's turn, and the knight on g8 is Black's.");
    check(START, "", "g8e7", "It is White's turn, and the knight on g8 is Black's.");
    check(START, "", "g1g1", "The knight is already on g1.");
    check(START, "", "e1e1", "The king is already on e1.");
    check(START, "", "g1e2", "The knight on g1 cannot go to e2: its own pawn stands there.");
    // An own piece comes before the way of moving and before a blocker.
    check(START, "", "a1c2", "The rook on a1 cannot go to c2: its own pawn stands there.");
    check(START, "", "c1e1", "The bishop on c1 cannot go to e1: its own king stands there.");
    check(START, "", "a1a2", "The rook on a1 cannot go to a2: its own pawn stands there.");
    check(
        "4k3/8/8/8/8/P7/P7/4K3 w - - 0 1",
        "",
        "a2a3",
        "The pawn on a2 cannot go to a3: its own pawn stands there.",
    );
}

#[test]
fn without_a_history_a_position_says_what_it_can() {
    let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1").unwrap();
    let attempt: Attempt = "e1g1".parse().unwrap();
    let reason = attempt.to_move(&position).unwrap_err();
    assert_eq!(
        reason.to_string(),
        "White may no longer castle with the rook on h1: the right was lost earlier."
    );
    // Whether the game is over is a question of its own.
    let drawn = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    assert!("e1e2".parse::<Attempt>().unwrap().to_move(&drawn).is_ok());
}

#[cfg(feature = "serde")]
#[test]
fn a_reason_crosses_the_wire_with_its_pieces_and_squares() {
    let position = Position::from_fen("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1").unwrap();
    let reason = explain(&History::new(position), "e2c3".parse().unwrap()).unwrap_err();
    let json = serde_json::to_value(&reason).unwrap();
    assert_eq!(
        json,
        serde_json::json!({
            "reason": "pinned",
            "piece": {"color": "white", "role": "knight"},
            "from": "e2",
            "by": {"color": "black", "role": "rook"},
            "on": "e8",
        })
    );
    assert_eq!(serde_json::from_value::<tabiya_rules::Reason>(json).unwrap(), reason);
}
