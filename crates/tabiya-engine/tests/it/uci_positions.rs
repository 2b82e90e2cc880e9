// SPDX-License-Identifier: MIT OR Apache-2.0
//! `position` as user interfaces send it: with rights that can't be, with broken fields, with moves in other
//! spellings, and with nothing that can be played. The old position must never stay.

use std::collections::BTreeSet;

use tabiya_rules::{Attempt, Position};

use crate::uci::Session;

/// What was said for people until the engine was ready.
fn notes(session: &Session) -> Vec<String> {
    session.send("isready");
    let lines = session.until("readyok");
    lines.iter().filter_map(|line| line.strip_prefix("info string ")).map(str::to_owned).collect()
}

/// The moves that `go perft 1` lists.
fn listed_moves(session: &Session) -> BTreeSet<String> {
    session.send("go perft 1");
    let lines = session.until("Nodes searched");
    lines.iter().filter_map(|line| line.strip_suffix(": 1")).map(str::to_owned).collect()
}

/// Whether the engine has this position: the same legal moves, one of which it plays.
#[track_caller]
fn has_position(session: &Session, fen: &str, asked: &str) {
    let position = Position::from_fen(fen).expect("a valid FEN");
    let mode = position.castling_mode();
    let expected: BTreeSet<String> = position.legal_moves().iter().map(|mv| mv.to_uci(mode)).collect();
    assert_eq!(listed_moves(session), expected, "{asked}");
    session.send("go depth 2");
    let best = session.answer("bestmove");
    assert!(expected.contains(best.split(' ').nth(1).expect("a move")), "{asked}: {best}");
}

/// Whether the engine has no position: it searches nothing, and says that there is no move.
#[track_caller]
fn has_no_position(session: &Session, asked: &str) {
    for go in ["go depth 2", "go movetime 20 searchmoves e2e4", "go wtime 1000 btime 1000"] {
        session.send(go);
        let lines = session.until("bestmove");
        assert_eq!(lines.last().expect("until ends with it"), "bestmove 0000", "{asked}: {lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("info string ")), "{asked}: {lines:?}");
        assert!(lines.iter().all(|line| !line.starts_with("info depth")), "{asked}: {lines:?}");
    }
}

/// A command, what the message says (empty: there is no message), and the position that is played.
fn check(cases: &[(&str, &str, &str)]) {
    let session = Session::new();
    for (sent, part, fen) in cases {
        session.send("position startpos moves e2e4 c7c5");
        assert_eq!(notes(&session), [""; 0]);
        session.send(sent);
        let said = notes(&session);
        assert_eq!(said.len(), usize::from(!part.is_empty()), "{sent}: {said:?}");
        assert!(said.iter().all(|said| said.contains(part)), "{sent}: {said:?}");
        has_position(&session, fen, sent);
    }
    session.end();
}

#[test]
fn rights_that_contradict_the_board_are_dropped() {
    check(
        &[
            // A castling right without its rook, without its king, and all four with neither.
            (
                "position fen 4k3/8/8/8/8/8/8/4K2R w KQ - 0 1",
                "not its rook on a1",
                "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            ),
            (
                "position fen 4k3/8/8/8/8/8/3K4/7R w K - 0 1",
                "its king stands on d2",
                "4k3/8/8/8/8/8/3K4/7R w - - 0 1",
            ),
            (
                "position fen 4k3/8/8/8/8/8/4P3/4K3 w KQkq - 0 1",
                "not its rook",
                "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            ),
            // Castling that only Chess960 has.
            (
                "position fen 4k3/8/8/8/8/8/8/3K3R w K - 0 1",
                "in standard chess",
                "4k3/8/8/8/8/8/8/3K3R w - - 0 1",
            ),
            (
                "position fen 4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1",
                "in standard chess",
                "4k3/8/8/8/8/8/8/1R2K2R w K - 0 1",
            ),
            // An en passant square of the wrong side, without a pawn, and with a piece in the way.
            (
                "position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e3 0 1",
                "en passant square is e3",
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
            ),
            ("position fen 4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "not on d5", "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1"),
            (
                "position fen 4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1",
                "stands in the pawn's way",
                "4k3/3n4/8/3pP3/8/8/8/4K3 w - - 0 1",
            ),
            // Everything at once is one message.
            ("position fen 4k3/8/8/8/8/8/4P3/4K3 w KQkq e3 -1 x", "", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
        ]
        .map(|(sent, part, fen)| (sent, if part.is_empty() { "position: " } else { part }, fen)),
    );
}

#[test]
fn what_is_right_is_not_remarked_on() {
    check(&[
        // No pawn can capture there, but most programs write the square after each move of two squares.
        (
            "position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        ),
        ("position fen 4k3/8/8/8/8/8/4P3/4K3 w - -", "", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
        ("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 0", "", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
        ("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 90 3", "", "4k3/8/8/8/8/8/4P3/4K3 w - - 90 3"),
        // A slash behind the last rank.
        ("position fen 4k3/8/8/8/8/8/4P3/4K3/ w - - 0 1", "", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
        // File letters in standard chess: castling is still written as the user interface expects it.
        ("position fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1", "", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        // File letters that only Chess960 has: the FEN itself says that this is Chess960.
        ("position fen 4k3/8/8/8/8/8/8/3K2R1 w G - 0 1", "", "4k3/8/8/8/8/8/8/3K2R1 w G - 0 1"),
        ("position startpos", "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("position startpos moves", "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ]);
}

#[test]
fn broken_fields_after_the_board_are_replaced() {
    const PAWN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    check(&[
        ("position fen 4k3/8/8/8/8/8/4P3/4K3", "turn", PAWN),
        ("position fen 4k3/8/8/8/8/8/4P3/4K3 W - - 0 1", "turn", PAWN),
        ("position fen 4k3/8/8/8/8/8/4P3/4K3 white - - 0 1", "turn", PAWN),
        ("position fen 4k3/8/8/8/8/8/4P3/4K3 w ~ - 0 1", "castling", PAWN),
        ("position fen 4k3/8/8/8/8/8/4P3/4K3 w 0 - 0 1", "castling", PAWN),
        ("position fen 4k3/8/8/8/8/8/8/4K2R w KKx- - 0 1", "castling", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("position fen 4k3/8/8/8/8/8/4P3/4K3 w - -- 0 1", "en passant", PAWN),
        ("position fen 4k3/8/8/8/8/8/4P3/4K3 w - 0 0 1", "en passant", PAWN),
        ("position fen 4k3/8/8/3pP3/8/8/8/4K3 w - D6 0 1", "en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"),
        ("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - -1 1", "half-move clock", PAWN),
        ("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 99999 1", "half-move clock", PAWN),
        ("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 -3", "move number", PAWN),
        ("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1.5", "move number", PAWN),
        ("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"x\";", "half-move clock", PAWN),
        ("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 0", "six fields", PAWN),
        ("position fen \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"", "", PAWN),
    ]);
}

#[test]
fn words_of_the_command_are_understood_where_they_can_be_meant() {
    const OPEN: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    check(&[
        ("position startpos e2e4 e7e5", "moves", OPEN),
        ("position fen startpos moves e2e4 e7e5", "", OPEN),
        ("position Startpos Moves e2e4 e7e5", "", OPEN),
        ("POSITION STARTPOS MOVES e2e4 e7e5", "", OPEN),
        ("position startpos, moves: e2e4 e7e5", "", OPEN),
        ("position startpos move e2e4 e7e5", "", OPEN),
        ("position startpos moves 1. e2e4 e7e5", "", OPEN),
        ("position startpos moves 1.e4, e5;", "", OPEN),
        // Blanks and dashes of Unicode.
        ("position startpos moves e2e4\u{a0}e7e5", "", OPEN),
        ("position startpos moves e2\u{2013}e4 e7\u{2212}e5", "", OPEN),
        ("position fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR\u{a0}w KQkq \u{2013} 0 2", "", OPEN),
        ("position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 e7e5", "fen", OPEN),
        ("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 e2e4 e7e5", "moves", OPEN),
    ]);
}

#[test]
fn moves_are_read_in_other_spellings() {
    const QUEEN: &str = "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1";
    const PAWN: &str = "position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves";
    let ways = ["a7a8Q", "A7A8Q", "a7a8=q", "a7a8=Q", "a7-a8q", "a8=Q+", "a8Q", "a7a8(Q)", "a7a8q+"];
    for way in ways {
        check(&[(&format!("{PAWN} {way}"), "", QUEEN)]);
    }
    check(&[
        ("position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8N", "", "N3k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8R", "", "R3k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8B", "", "B3k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        // Without a letter a queen is meant nearly always, and no other move can be.
        ("position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8", "queen", QUEEN),
        (
            "position startpos moves E2E4 e7-e5 Nf3",
            "",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
        ),
        ("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves O-O", "", "4k3/8/8/8/8/8/8/5RK1 b - - 0 1"),
        ("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves 0-0", "", "4k3/8/8/8/8/8/8/5RK1 b - - 0 1"),
        (
            "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves 0\u{2013}0",
            "",
            "4k3/8/8/8/8/8/8/5RK1 b - - 0 1",
        ),
        ("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1", "", "4k3/8/8/8/8/8/8/5RK1 b - - 0 1"),
    ]);
    // A null move shows a threat, in any of the spellings that PGN is read in, and as a piece that stays where it is.
    let passed = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
    for null in ["0000", "--", "Z0", "@@@@", "null", "NULL", "(null)", "pass", "<>", "e8e8", "a1a1"] {
        check(&[(&format!("position startpos moves e2e4 {null}"), "", passed)]);
    }
}

#[test]
fn without_a_playable_position_nothing_is_searched() {
    let session = Session::new();
    for (sent, part) in [
        ("position", "expected \"startpos\" or \"fen\""),
        ("position moves e2e4", "expected \"startpos\" or \"fen\""),
        ("position start", "found \"start\""),
        ("position fen", "board"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "white has no king"),
        ("position fen 4k3/8/8/8/8/8/8/4KK2 w - - 0 1", "white has 2 kings"),
        ("position fen 4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a white pawn stands on a1"),
        ("position fen 4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "could take the king"),
        ("position fen 8/8/8/8 w - - 0 1", "8 ranks"),
        ("position fen 4k3/8/8/8/8/8/4P3/4K3 x - - 0 1", "turn"),
        ("position startpos moves e2e4 e7e5 e4e5", "illegal move e4e5 (number 3 of the list)"),
        ("position startpos moves e2e4 xyz e7e5", "illegal move xyz (number 2 of the list)"),
        ("position startpos moves e2e4 e7e5Q", "illegal move e7e5Q (number 2 of the list)"),
        ("position startpos e2e4 e2e4", "illegal move e2e4 (number 2 of the list)"),
        ("position fen 4k3/8/8/8/8/8/8/K3R3 b - - 0 1 moves 0000", "illegal move 0000"),
    ] {
        session.send("position startpos moves e2e4");
        assert_eq!(notes(&session), [""; 0]);
        session.send(sent);
        let said = notes(&session);
        assert_eq!(said.len(), 1, "{sent}: {said:?}");
        assert!(said[0].contains(part), "{sent}: {said:?}");
        has_no_position(&session, sent);
        assert!(listed_moves(&session).is_empty(), "{sent}");
    }
    // The next position is played again.
    session.send("position startpos moves e2e4");
    has_position(&session, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "afterwards");
    session.end();
}

/// "Go infinite" and "go ponder" are answered only after `stop` or `ponderhit`, also with 0000.
#[test]
fn an_answer_without_a_position_waits_like_any_other() {
    let session = Session::new();
    session.send("position startpos moves e2e5");
    for (go, end) in
        [("go infinite", "stop"), ("go ponder wtime 1000 btime 1000", "ponderhit"), ("go ponder", "stop")]
    {
        session.send(go);
        session.send("isready");
        assert!(session.until("readyok").iter().all(|line| !line.starts_with("bestmove")), "{go}");
        assert!(session.is_silent_for(50), "{go}");
        session.send(end);
        assert_eq!(session.answer("bestmove"), "bestmove 0000", "{go}");
    }
    // The next search answers the first at once.
    session.send("go infinite\ngo depth 1");
    let bests = session.end().iter().filter(|line| *line == "bestmove 0000").count();
    assert_eq!(bests, 2);
}

#[test]
fn search_moves_are_read_as_moves_of_the_list_are() {
    let session = Session::new();
    session.send("position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    for (moves, best) in [("a7a8N", "a7a8n"), ("a8=R", "a7a8r"), ("A7A8B", "a7a8b"), ("Kd2 e1e3", "e1d2")] {
        session.send(&format!("go searchmoves {moves} depth 2"));
        let lines = session.until("bestmove");
        let last = lines.last().unwrap();
        assert!(
            last == &format!("bestmove {best}") || last.starts_with(&format!("bestmove {best} ")),
            "{lines:?}"
        );
        let ignored = lines.iter().filter(|line| line.starts_with("info string")).count();
        assert_eq!(ignored, usize::from(moves.contains("e1e3")), "{lines:?}");
    }
    // If none of them can be played, any move is better than none.
    session.send("go searchmoves e2e4 hello depth 2");
    let best: Attempt = session.answer("bestmove").split(' ').nth(1).unwrap().parse().unwrap();
    assert!(best.to_move(&Position::from_fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1").unwrap()).is_ok());
    session.end();
}
