// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading and writing FEN, and the messages about invalid ones.

use tabiya_rules::{
    CastlingMode, CastlingSide, Color, FenError, FenField, Position, SetupFault, Square, Validity,
};

/// Reads a FEN that is written as `expected`.
#[track_caller]
fn normal(fen: &str, expected: &str) -> Position {
    let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(position.to_fen(), expected);
    position
}

#[track_caller]
fn same(fen: &str) -> Position {
    normal(fen, fen)
}

#[track_caller]
fn refused(fen: &str, message: &str) {
    let error = Position::from_fen(fen).expect_err(fen);
    assert_eq!(error.to_string(), message, "{fen}");
}

#[test]
fn the_start() {
    assert_eq!(same("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), Position::start());
}

#[test]
fn four_fields_and_spaces_are_enough() {
    normal("  4k3/8/8/8/8/8/8/4K3   b -  - ", "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    normal("4k3/8/8/8/8/8/8/4K3 b - - 7", "4k3/8/8/8/8/8/8/4K3 b - - 7 1");
    normal("4k3/8/8/8/8/8/8/4K3 b - - 7 0", "4k3/8/8/8/8/8/8/4K3 b - - 7 1");
    normal("4k3/8/8/8/8/8/8/4K3 w - - 65535 65535\r\n", "4k3/8/8/8/8/8/8/4K3 w - - 65535 65535");
    normal("4k3/11111111/8/8/8/8/8/4K21 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

#[test]
fn clocks_stop_at_their_limit() {
    let mut position = Position::from_fen("4k3/8/8/8/8/8/8/4K3 b - - 65535 65535").unwrap();
    let mv = position.legal_moves()[0];
    position.play(mv);
    assert_eq!((position.halfmove_clock(), position.fullmove_number()), (65535, 65535));
}

#[test]
fn en_passant_is_written_only_where_the_capture_is_legal() {
    same("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2");
    normal("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 2", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 2");
    // Pinned along the rank that both pawns leave, and along a file.
    normal("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2", "8/8/8/K2pP2r/8/8/8/4k3 w - - 0 2");
    normal("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 2");
    // One of two is pinned, the other is not.
    same("4r1k1/8/8/2PpP3/8/8/8/4K3 w - d6 0 2");
}

#[test]
fn castling_letters() {
    // X-FEN: K and Q are the outermost rooks.
    let position = same("1rr1k1rr/8/8/8/8/8/8/1RR1K1RR w KQkq - 0 1");
    assert_eq!(position.castling_rook(Color::White, CastlingSide::QueenSide), Some(Square::B1));
    assert_eq!(position.castling_rook(Color::Black, CastlingSide::KingSide), Some(Square::H8));
    assert_eq!(position.castling_mode(), CastlingMode::Chess960);
    // Shredder letters stay only where they are needed.
    same("1rr1k1rr/8/8/8/8/8/8/1RR1K1RR w GCgc - 0 1");
    normal("1rr1k1rr/8/8/8/8/8/8/1RR1K1RR w HBgc - 0 1", "1rr1k1rr/8/8/8/8/8/8/1RR1K1RR w KQgc - 0 1");
    let shredder = normal("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_eq!(shredder.castling_mode(), CastlingMode::Chess960);
    let usual = normal("r3k2r/8/8/8/8/8/8/R3K2R b qkQ - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b Qkq - 0 1");
    assert_eq!(usual.castling_mode(), CastlingMode::Standard);
    assert_eq!(usual.castling_rook(Color::White, CastlingSide::KingSide), None);
}

#[test]
fn missing_fields_are_completed() {
    for fen in [
        "4k3/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/4K3 w",
        "4k3/8/8/8/8/8/8/4K3 w -",
        "4k3/8/8/8/8/8/8/4K3 w - -",
        "4k3/8/8/8/8/8/8/4K3/",
        "4k3/8/8/8/8/8/8/4K3/ w - - 0 1",
    ] {
        normal(fen, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    }
}

#[test]
fn the_strict_reader_minds_the_spelling() {
    let strict = |fen: &str| Position::from_fen_with(fen, Validity::Strict).unwrap_err().to_string();
    let digits = "4k3/17/8/8/8/8/8/4K3 w - - 0 1";
    normal(digits, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(
        strict(digits),
        "board field of the FEN: expected one number for empty squares side by side, found \"4k3/17/8/8/8/8/8/4K3\""
    );
    normal("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(
        strict("4k3/8/8/8/8/8/8/4K3 w - - 0 0"),
        "impossible position: the move number is 0, the first move has number 1"
    );
    assert_eq!(strict("4k3/8/8/8/8/8/8/4K3 w -"), "the FEN has no en passant field");
    assert_eq!(strict("4k3/8/8/8/8/8/8/4K3"), "the FEN has no turn field");
    assert_eq!(
        strict("4k3/8/8/8/8/8/8/4K3/ w - - 0 1"),
        "board field of the FEN: expected no / after the last rank, found \"4k3/8/8/8/8/8/8/4K3/\""
    );
    // Two knights, and three pieces at once: no last move gives such a check.
    for fen in ["4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", "4k3/8/5N2/1B6/8/8/8/K3R3 b - - 0 1"] {
        assert!(Position::from_fen(fen).is_ok(), "{fen}");
        assert!(strict(fen).starts_with("impossible position: "), "{fen}");
    }
}

#[test]
fn every_field_says_what_is_wrong() {
    refused("", "the FEN has no board field");
    refused(
        "4k3/8/8/8/8/8/4K3/ w - -",
        "board field of the FEN: expected 8 ranks divided by / (only 7 here), found \"4k3/8/8/8/8/8/4K3/\"",
    );
    refused(
        "4k3/8/8/8/8/8/8/4K3// w - -",
        "board field of the FEN: expected 8 ranks divided by / (more here), found \"4k3/8/8/8/8/8/8/4K3//\"",
    );
    refused(
        "4k3/8/8/8/8/8/4K3 w - -",
        "board field of the FEN: expected 8 ranks divided by / (only 7 here), found \"4k3/8/8/8/8/8/4K3\"",
    );
    refused(
        "4k3/8/8/8/8/8/8/8/4K3 w - -",
        "board field of the FEN: expected 8 ranks divided by / (more here), found \"4k3/8/8/8/8/8/8/8/4K3\"",
    );
    refused(
        "4k3/7/8/8/8/8/8/4K3 w - -",
        "board field of the FEN: expected 8 squares on rank 7 (only 7 here), found \"4k3/7/8/8/8/8/8/4K3\"",
    );
    refused(
        "4k4/8/8/8/8/8/8/4K3 w - -",
        "board field of the FEN: expected 8 squares on rank 8 (more here), found \"4k4/8/8/8/8/8/8/4K3\"",
    );
    refused(
        "4k3/8/8/8/8/8/8/4X3 w - -",
        "board field of the FEN: expected PNBRQK, pnbrqk and 1 to 8, not 'X' as on rank 1, found \"4k3/8/8/8/8/8/8/4X3\"",
    );
    refused("4k3/8/8/8/8/8/8/4K3 W - -", "turn field of the FEN: expected w or b, found \"W\"");
    refused(
        "4k3/8/8/8/8/8/8/4K3 w x -",
        "castling field of the FEN: expected -, or letters of KQkq, or files of castling rooks like HAha, found \"x\"",
    );
    refused(
        "4k3/8/8/8/8/8/8/4K2R w KH -",
        "castling field of the FEN: expected each castling right only once, found \"KH\"",
    );
    refused(
        "4k3/8/8/8/8/8/8/4K3 w - e",
        "en passant field of the FEN: expected - or a square like e3, found \"e\"",
    );
    refused(
        "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
        "half-move clock field of the FEN: expected a number from 0 to 65535, found \"-1\"",
    );
    refused(
        "4k3/8/8/8/8/8/8/4K3 w - - 0 65536",
        "move number field of the FEN: expected a number from 0 to 65535, found \"65536\"",
    );
    refused("4k3/8/8/8/8/8/8/4K3 w - - 0 1 e4", "the FEN should end after six fields, found \"e4\"");
}

#[test]
fn long_nonsense_is_shortened() {
    let error = Position::from_fen(&"é".repeat(1_000_000)).unwrap_err().to_string();
    assert!(error.len() < 300, "{error}");
    let error = Position::from_fen(&"8/".repeat(1_000_000)).unwrap_err().to_string();
    assert!(error.len() < 300, "{error}");
}

#[test]
fn what_is_no_position_is_named() {
    let setup = |fen: &str| match Position::from_fen(fen) {
        Err(FenError::Setup(error)) => error,
        other => panic!("{fen}: {other:?}"),
    };
    let (white, black) = (Color::White, Color::Black);
    for (fen, expected) in [
        ("4k3/8/8/8/8/8/8/8 w - -", SetupFault::NoKing { color: white }),
        ("4k3/8/8/3k4/8/8/8/4K3 w - -", SetupFault::ManyKings { color: black, found: 2 }),
        ("4k2P/8/8/8/8/8/8/4K3 w - -", SetupFault::PawnOnEndRank { square: Square::H8, color: white }),
        ("4k3/8/8/8/8/8/8/p3K3 w - -", SetupFault::PawnOnEndRank { square: Square::A1, color: black }),
        ("4k3/8/8/NNNNNNNN/NNNNNNNN/8/8/4K3 w - -", SetupFault::TooManyPieces { color: white, found: 17 }),
        ("4k3/8/8/8/8/8/8/4RK2 w - -", SetupFault::OpponentInCheck { turn: white, checker: Square::E1 }),
        ("8/8/8/3kK3/8/8/8/8 w - -", SetupFault::OpponentInCheck { turn: white, checker: Square::E5 }),
        ("4k3/8/8/8/8/8/4K3/R7 w Q -", SetupFault::CastlingKing { color: white, king: Square::E2 }),
        (
            "r3k3/8/8/8/8/8/8/4K3 b k -",
            SetupFault::CastlingRook { color: black, side: CastlingSide::KingSide, rook: Square::H8 },
        ),
        (
            "4k3/8/8/8/8/8/8/1R2K3 w A -",
            SetupFault::CastlingRook { color: white, side: CastlingSide::QueenSide, rook: Square::A1 },
        ),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - d3",
            SetupFault::EnPassantRank { square: Square::D3, expected: tabiya_rules::Rank::Sixth },
        ),
        ("4k3/8/8/4P3/8/8/8/4K3 w - d6", SetupFault::EnPassantPawn { square: Square::D6, pawn: Square::D5 }),
        (
            "4k3/8/3n4/3pP3/8/8/8/4K3 w - d6",
            SetupFault::EnPassantBlocked { square: Square::D6, blocked: Square::D6 },
        ),
        (
            "4k3/3n4/8/3pP3/8/8/8/4K3 w - d6",
            SetupFault::EnPassantBlocked { square: Square::D6, blocked: Square::D7 },
        ),
    ] {
        assert_eq!(setup(fen).faults().first(), Some(&expected), "{fen}");
        assert!(!expected.to_string().is_empty());
    }
    assert_eq!(
        Position::from_fen("4k3/8/8/8/8/8/8/4RK2 w - - 0 1").unwrap_err().to_string(),
        "impossible position: it is white's turn, but white could take the king from e1"
    );
}

#[test]
fn the_field_of_an_error_is_typed() {
    match Position::from_fen("4k3/8/8/8/8/8/8/4K3 white - - 0 1") {
        Err(FenError::Syntax { field, found, .. }) => {
            assert_eq!((field, found.as_str()), (FenField::Turn, "white"));
        }
        other => panic!("{other:?}"),
    }
}
