// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya explain`

use crate::program::tabiya;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const PINNED: &str = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1";

#[track_caller]
fn check(fen: &str, text: &str, code: i32, line: &str) {
    let run = tabiya(&["explain", fen, text]);
    assert_eq!((run.out.as_str(), run.code), (format!("{line}\n").as_str(), code), "{text} in {fen}");
    assert_eq!(run.err, "");
}

#[test]
fn a_legal_move_is_named_in_san_however_it_was_written() {
    for text in ["e2e4", "e4", "e2-e4", "e4!?", "e2e4 ", " e4"] {
        check(START, text, 0, "legal: e4");
    }
    for text in ["g1f3", "Nf3", "Ng1f3", "Nf3+"] {
        check(START, text, 0, "legal: Nf3");
    }
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for text in ["e1g1", "e1h1", "O-O", "0-0", "e1-g1", "Ke1-g1", "Ke1g1"] {
        check(castling, text, 0, "legal: O-O");
    }
    check("7k/4P3/6K1/8/8/8/8/8 w - - 0 1", "e8Q", 0, "legal: e8=Q#");
}

#[test]
fn an_illegal_move_is_explained() {
    check(PINNED, "Nc3", 1, "illegal: The knight on e2 is pinned to the king by the rook on e8.");
    check(PINNED, "e2c3", 1, "illegal: The knight on e2 is pinned to the king by the rook on e8.");
    check(
        START,
        "e2e5",
        1,
        "illegal: A pawn moves straight ahead and captures one square diagonally ahead. It cannot go from e2 to e5.",
    );
    let bishop = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1";
    for text in ["O-O", "e1-g1", "Ke1-g1"] {
        check(bishop, text, 1, "illegal: White may not castle: the bishop on f1 is in the way.");
    }
    let drop = "illegal: chess has no drops: @ belongs to Crazyhouse and variants like it";
    check(START, "P@e4", 1, drop);
    check(START, "N@f3", 1, drop);
    check(START, "Qd3", 1, "illegal: The queen on d1 is blocked by the pawn on d2.");
    check(START, "Nd4", 1, "illegal: No white knight can go to d4.");
    check(
        "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
        "exd6",
        1,
        "illegal: Capturing en passant would expose the king to the rook on h5.",
    );
}

#[test]
fn a_finished_game_has_no_legal_moves() {
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    check(mated, "a2a3", 1, "illegal: The game is over: checkmate, Black wins.");
    check(mated, "a3", 1, "illegal: The game is over: checkmate, Black wins.");
    check(
        "7k/8/8/8/8/8/8/K7 w - - 0 1",
        "Kb1",
        1,
        "illegal: The game is over: draw by insufficient material.",
    );
}

#[test]
fn what_cannot_be_read_is_an_error() {
    for (fen, text) in
        [("nonsense", "e4"), ("", "e4"), (START, "xyzzy"), (START, ""), (START, "é4"), (START, "e2e9")]
    {
        let run = tabiya(&["explain", fen, text]);
        assert!(run.out.starts_with("error: "), "{fen} {text}: {}", run.out);
        assert_eq!((run.out.lines().count(), run.code), (1, 2), "{fen} {text}");
    }
    check(
        "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1",
        "Nd2",
        2,
        "error: more than one knight can go to d2, from b1 or f1",
    );
}

#[test]
fn what_only_looks_like_a_pawns_move_is_none() {
    for text in ["P=e4", "P#e4", "PPe4", "QQe4", "zze4"] {
        let run = tabiya(&["explain", START, text]);
        assert!(run.code == 2 && run.out.starts_with("error: "), "{text}: {}", run.out);
    }
}
