// SPDX-License-Identifier: MIT OR Apache-2.0
//! SAN and UCI: writing, reading, and the error messages.

use tabiya_rules::{Attempt, CastlingMode, Position, Reason, SanError, Square, parse_san, san};

fn position(fen: &str) -> Position {
    if fen.is_empty() { Position::start() } else { Position::from_fen(fen).expect(fen) }
}

/// Checks that the UCI move is written as this SAN, and that this SAN is read as the move.
#[track_caller]
fn writes(fen: &str, uci: &str, expected: &str) {
    let position = position(fen);
    let mv =
        uci.parse::<Attempt>().unwrap().to_move(&position).unwrap_or_else(|reason| panic!("{uci}: {reason}"));
    assert_eq!(san(&position, mv), expected, "{uci} in {fen}");
    assert_eq!(parse_san(&position, expected), Ok(mv), "{expected} in {fen}");
}

/// Checks that the text is read as this UCI move.
#[track_caller]
fn reads(fen: &str, text: &str, uci: &str) {
    let position = position(fen);
    let mv = parse_san(&position, text).unwrap_or_else(|error| panic!("{text} in {fen}: {error}"));
    assert_eq!(mv.to_uci(position.castling_mode()), uci, "{text} in {fen}");
}

/// Checks that the text is refused with this message.
#[track_caller]
fn refuses(fen: &str, text: &str, expected: &str) {
    let error = parse_san(&position(fen), text).expect_err(text);
    assert_eq!(error.to_string(), expected, "{text} in {fen}");
}

#[test]
fn san_says_no_more_than_it_must() {
    writes("", "e2e4", "e4");
    writes("", "g1f3", "Nf3");
    // By file, by rank, by both; and not at all if the other piece is pinned.
    writes("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "b1d2", "Nbd2");
    writes("4k3/8/8/8/1N6/8/8/1N2K3 w - - 0 1", "b1a3", "Na3");
    writes("4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "b1a3", "N1a3");
    writes("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1");
    writes("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "e4e1", "Qee1");
    writes("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h1e1", "Q1e1");
    writes("4r1k1/8/8/8/8/8/4N3/N3K3 w - - 0 1", "a1b3", "Nb3");
    writes("4r1k1/8/8/8/8/N7/4N3/4K3 w - - 0 1", "a3c2", "Nc2");
    writes("4r1k1/8/8/8/8/8/N3N3/4K3 w - - 0 1", "a2c3", "Nc3");
    // Captures, en passant, promotion, check and mate.
    writes("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5");
    writes("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6");
    writes("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+");
    writes("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", "e8=N");
    writes("7k/4P3/6K1/8/8/8/8/8 w - - 0 1", "e7e8r", "e8=R#");
    writes("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4", "Qh4#");
    // Castling with check; in Chess960 with the same text.
    writes("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+");
    writes("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8a8", "O-O-O");
    writes("6k1/8/8/8/8/8/8/RKR5 w CA - 0 1", "b1c1", "O-O");
    // A king's move of one square to where castling would end.
    writes("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1", "Kg1");
}

#[test]
fn san_is_read_with_patience() {
    for text in ["Nf3", "Nf3+", "Nf3#", "Nf3!?", "Nf3??", "Nf3?!", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "Nxf3"]
    {
        reads("", text, "g1f3");
    }
    for text in ["e4", "e2e4", "e2-e4", "Pe4", "e4!"] {
        reads("", text, "e2e4");
    }
    let capture = "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1";
    for text in ["exd8=Q+", "exd8=Q", "exd8Q", "ed8=Q", "ed8q", "e7xd8=Q", "exd8=Q++"] {
        reads(capture, text, "e7d8q");
    }
    let en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    for text in ["exd6", "exd6 e.p.", "exd6e.p.", "exd6+ e.p.", "ed6", "e5d6", "exd6e.p.+"] {
        reads(en_passant, text, "e5d6");
    }
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for text in ["O-O", "0-0", "O-O+", "0-0!"] {
        reads(castling, text, "e1g1");
    }
    reads(castling, "O-O-O", "e1c1");
    reads(castling, "0-0-0#", "e1c1");
    // A capture without its x.
    reads("4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1", "Nd5", "c3d5");
}

#[test]
fn what_is_no_san_is_refused_with_the_place() {
    refuses(
        "",
        "",
        "expected a piece (K, Q, R, B, N), a file from a to h or castling (O-O), found the end of the move",
    );
    refuses(
        "",
        "xd3",
        "expected a piece (K, Q, R, B, N), a file from a to h or castling (O-O), found 'x' at character 1",
    );
    refuses("", "N", "expected a file from a to h, found the end of the move");
    refuses("", "Nf", "expected a rank from 1 to 8, found the end of the move");
    refuses("", "Nf9", "expected a rank from 1 to 8, found '9' at character 3");
    refuses(
        "",
        "nf3",
        "expected a piece (K, Q, R, B, N), a file from a to h or castling (O-O), found 'n' at character 1",
    );
    refuses(
        "",
        "é4",
        "expected a piece (K, Q, R, B, N), a file from a to h or castling (O-O), found 'é' at character 1",
    );
    refuses("", "e4 and so on", "expected \"e.p.\" or the end of the move, found 'a' at character 4");
    refuses("", "e4e5e6", "expected \"e.p.\" or the end of the move, found '6' at character 6");
    refuses("", "e8=", "expected a piece to promote to (Q, R, B or N), found the end of the move");
    refuses("", "O-0", "expected O-O or O-O-O, found '0' at character 3");
    refuses("", "O-O-", "expected O-O or O-O-O, found the end of the move");
    refuses(
        "",
        "-e4",
        "expected a piece (K, Q, R, B, N), a file from a to h or castling (O-O), found '-' at character 1",
    );
}

#[test]
fn an_illegal_move_says_why() {
    refuses(
        "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
        "Nc3",
        "The knight on e2 is pinned to the king by the rook on e8.",
    );
    refuses(
        "",
        "e5",
        "A pawn moves straight ahead and captures one square diagonally ahead. It cannot go from e2 to e5.",
    );
    refuses("", "exd3", "There is nothing to capture on d3, and pawns move diagonally only to capture.");
    refuses("", "O-O-O", "White may not castle: the queen on d1 is in the way.");
    refuses(
        "4k3/8/8/8/8/8/8/5K1R w - - 0 1",
        "O-O",
        "White may no longer castle with the rook on h1: the right was lost earlier.",
    );
    refuses("4k3/8/8/8/8/8/8/R4K2 w - - 0 1", "O-O", "There is no rook on h1 to castle with.");
    // Of several knights only one can be meant.
    refuses(
        "4r1k1/8/8/8/8/8/4N3/4K2N w - - 0 1",
        "Nc3",
        "The knight on e2 is pinned to the king by the rook on e8.",
    );
    // The king's move of two squares is not castling in SAN.
    refuses(
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "Kg1",
        "A king moves one square at a time. It cannot go from e1 to g1.",
    );
    refuses(
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "Kxh1",
        "The king on e1 cannot go to h1: its own rook stands there.",
    );
    refuses(
        "7k/4P3/6K1/8/8/8/8/8 w - - 0 1",
        "e8",
        "The pawn promotes on e8: say to a queen, rook, bishop or knight.",
    );
    refuses(
        "7k/4P3/6K1/8/8/8/8/8 w - - 0 1",
        "e8=K",
        "A pawn cannot become a king, only a queen, rook, bishop or knight.",
    );
}

#[test]
fn no_piece_and_several_pieces_are_errors_of_their_own() {
    refuses("", "Qd5", "The queen on d1 is blocked by the pawn on d2.");
    refuses("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd5", "There is no such white queen.");
    refuses("", "Nac3", "There is no such white knight.");
    refuses("", "Nd5", "No white knight can go to d5.");
    // Both could go there on an empty board, and each has its own reason.
    refuses(
        "4r1k1/8/8/b7/8/2N5/4N3/4K3 w - - 0 1",
        "Nd4",
        "The knight on e2 is pinned to the king by the rook on e8.",
    );
    refuses(
        "4r1k1/8/8/b7/8/2N5/4N3/4K3 w - - 0 1",
        "Nd5",
        "The knight on c3 is pinned to the king by the bishop on a5.",
    );
    refuses(
        "4r1k1/8/8/b7/8/2N5/4N3/4K3 w - - 0 1",
        "Nb1",
        "The knight on c3 is pinned to the king by the bishop on a5.",
    );
    refuses(
        "4r1k1/8/8/b7/8/2N3N1/8/3K3q w - - 0 1",
        "Ne4",
        "No white knight can go to e4. The king is in check from the queen on h1, and this move leaves it there.",
    );
    match parse_san(&position("4r1k1/8/8/b7/8/2N5/4N3/4K3 w - - 0 1"), "Ng1") {
        Err(SanError::Illegal(Reason::Pinned { from, .. })) => assert_eq!(from, Square::E2),
        other => panic!("{other:?}"),
    }
    refuses("4k3/8/8/8/8/8/1Q6/K6Q w - - 0 1", "Qg2", "more than one queen can go to g2, from h1 or b2");
    match parse_san(&position("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1"), "Nd2") {
        Err(SanError::Ambiguous { candidates, .. }) => assert_eq!(candidates.len(), 2),
        other => panic!("{other:?}"),
    }
}

#[test]
fn uci_is_written_as_the_mode_asks_and_read_either_way() {
    let standard = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for text in ["e1g1", "e1h1"] {
        let mv = text.parse::<Attempt>().unwrap().to_move(&standard).unwrap();
        assert_eq!(mv.to_uci(CastlingMode::Standard), "e1g1");
        assert_eq!(mv.to_uci(CastlingMode::Chess960), "e1h1");
    }
    // Two squares would be ambiguous for a king that is not on its home square, so both modes name the rook.
    let other = position("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    let mv = parse_san(&other, "O-O").unwrap();
    assert_eq!(mv.to_uci(CastlingMode::Standard), "f1h1");
    assert_eq!(Attempt::from(mv).to_string(), "f1h1");
}

#[test]
fn what_is_no_uci_is_refused() {
    for (text, expected) in [
        ("", "expected a move of 4 or 5 characters, like e2e4 or e7e8q, found 0"),
        ("e2e", "expected a move of 4 or 5 characters, like e2e4 or e7e8q, found 3"),
        ("e2e4qq", "expected a move of 4 or 5 characters, like e2e4 or e7e8q, found 6"),
        ("i2e4", "expected a square from a1 to h8, found \"i2\""),
        ("e2e9", "expected a square from a1 to h8, found \"e9\""),
        ("E2E4", "expected a square from a1 to h8, found \"E2\""),
        ("0000", "expected a square from a1 to h8, found \"00\""),
        ("éé2e4", "expected a square from a1 to h8, found \"éé\""),
        ("e7e8x", "expected q, r, b or n for the promotion, found 'x'"),
        ("e7e8Q", "expected q, r, b or n for the promotion, found 'Q'"),
    ] {
        assert_eq!(text.parse::<Attempt>().unwrap_err().to_string(), expected, "{text}");
    }
}

#[cfg(feature = "serde")]
#[test]
fn attempts_cross_the_wire_as_uci() {
    let attempt: Attempt = serde_json::from_str("\"e7e8q\"").unwrap();
    assert_eq!(serde_json::to_string(&attempt).unwrap(), "\"e7e8q\"");
    let error = serde_json::from_str::<Attempt>("\"e7\"").unwrap_err();
    assert!(error.to_string().contains("4 or 5 characters"), "{error}");
}
