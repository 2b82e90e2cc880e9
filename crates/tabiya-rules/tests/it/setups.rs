// SPDX-License-Identifier: MIT OR Apache-2.0
//! Setups checked strictly, as usual and not at all.

use proptest::prelude::*;
use tabiya_rules::{
    Attempt, CastlingMode, CastlingSide, Color, File, History, Move, Piece, Position, Role, Setup,
    SetupFault, Square, Validity, explain, parse_san, perft, perft_divide, san,
};

use crate::properties::starts;

fn strict_faults(fen: &str) -> Vec<SetupFault> {
    Setup::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")).faults(Validity::Strict)
}

#[test]
fn all_faults_are_told_at_once_in_one_order() {
    let setup = Setup::from_fen("P3k3/8/8/8/8/8/8/4r3 w Kq d3 0 1").unwrap();
    let expected = [
        SetupFault::NoKing { color: Color::White },
        SetupFault::PawnOnEndRank { square: Square::A8, color: Color::White },
        SetupFault::CastlingRook { color: Color::Black, side: CastlingSide::QueenSide, rook: Square::A8 },
        SetupFault::EnPassantRank { square: Square::D3, expected: tabiya_rules::Rank::Sixth },
    ];
    assert_eq!(setup.faults(Validity::Playable), expected);
    assert_eq!(setup.faults(Validity::Unchecked), []);
    let error = Position::from_fen(&setup.to_fen()).unwrap_err().to_string();
    assert_eq!(error.matches("; ").count(), 3, "{error}");
}

#[test]
fn what_no_game_reaches_is_strictly_refused() {
    let white = Color::White;
    for (fen, expected) in [
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 9", SetupFault::TooManyPawns { color: white, found: 9 }),
        (
            "4k3/8/8/8/8/8/PPPPPPP1/QQQ1K3 w - - 0 9",
            SetupFault::TooManyPromoted { color: white, promoted: 2, missing_pawns: 1 },
        ),
        // Both bishops on dark squares.
        (
            "4k3/8/8/8/8/8/PPPPPPPP/B1B1K3 w - - 0 9",
            SetupFault::TooManyPromoted { color: white, promoted: 1, missing_pawns: 0 },
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 17 9", SetupFault::HalfmoveClock { halfmove_clock: 17, played: 16 }),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", SetupFault::MoveNumberZero),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 1 9", SetupFault::EnPassantClock { halfmove_clock: 1 }),
    ] {
        assert_eq!(strict_faults(fen), [expected], "{fen}");
        assert!(Position::from_fen(fen).is_ok(), "{fen}");
        assert!(Position::from_fen_with(fen, Validity::Strict).is_err(), "{fen}");
    }
    let mut setup = Setup::from_fen("4k3/8/8/8/8/8/8/1R2K3 w - - 0 9").unwrap();
    setup.castling_rights.set(white, CastlingSide::QueenSide, Some(File::B));
    let fault = SetupFault::CastlingNotStandard { color: white, side: CastlingSide::QueenSide };
    assert_eq!(setup.faults(Validity::Strict), [fault]);
    setup.castling_mode = CastlingMode::Chess960;
    assert_eq!(setup.faults(Validity::Strict), []);
}

#[test]
fn checks_need_a_last_move() {
    // The position, and whether its check can have arisen.
    for (fen, possible) in [
        // Three pieces never begin to give check at the same time.
        ("4k3/8/8/1B5Q/8/4R3/8/4K3 b - - 0 30", false),
        // A knight that moved away can have discovered the rook's check. The pawn can't: it came along its
        // own file, or by a capture.
        ("4k3/2N5/8/8/8/4R3/8/4K3 b - - 0 30", true),
        ("4k3/3P4/8/8/8/4R3/8/4K3 b - - 0 30", true),
        ("4k3/3P4/8/8/4R3/8/4P3/R3K3 b Q - 0 30", true),
        // Two knights, or knight and pawn: neither can discover the other's check.
        ("4k3/2N5/3N4/8/8/8/8/4K3 b - - 0 30", false),
        ("4k3/5P2/3N4/8/8/8/8/4K3 b - - 0 30", false),
        // A rook in the other's way would itself have given check before; but the rook may be a promoted
        // pawn.
        ("4k2R/8/8/8/8/4R3/8/4K3 b - - 0 30", false),
        ("4kR2/8/8/8/8/4R3/8/4K3 b - - 0 30", true),
        ("3Rk3/8/8/8/8/4R3/8/4K3 b - - 0 30", true),
        ("2R1k3/8/8/8/8/4R3/8/4K3 b - - 0 30", false),
        // The bishop can have stood on e4, or on e2 if the rook is behind it.
        ("4k3/8/6B1/8/8/8/4R3/4K3 b - - 0 30", true),
        ("4k3/8/8/1B6/8/8/8/K3R3 b - - 0 30", true),
        ("4k3/8/8/1B6/8/8/4R3/4K3 b - - 0 30", false),
        // En passant opened the file and the diagonal at once; but not if the captured pawn can't have moved
        // two squares.
        ("8/1B2R3/3P4/8/4k3/8/8/4K3 b - - 0 30", true),
        ("8/1B1pR3/3P4/8/4k3/8/8/4K3 b - - 0 30", false),
        // A pawn that has just moved two squares gives check, but it can't have discovered the check of the
        // rook on the first rank.
        ("8/8/8/8/3pP3/5k2/8/4K3 b - e3 0 30", true),
        ("8/8/8/3k4/3pP3/8/8/4K3 b - e3 0 30", true),
        ("8/8/8/8/3pP3/8/k7/R3K3 b - e3 0 30", false),
        ("8/8/8/8/3pP3/8/k6R/4K3 b - e3 0 30", true),
        ("8/8/8/8/3pP3/8/k6R/4K3 b - - 0 30", true),
        // Only castling explains it; not with a knight in the corner.
        ("8/8/8/8/8/8/5PPP/1k3RK1 b - - 0 30", true),
        ("8/8/8/8/8/8/5PPP/1k3RKN b - - 0 30", false),
        // Pawns on their starting squares have not moved.
        ("8/8/8/8/8/5k2/6P1/4K3 b - - 0 30", false),
        ("8/8/8/8/8/5k2/6P1/4K2R b K - 0 30", false),
        ("8/8/8/8/5k2/6P1/8/4K3 b - - 0 30", true),
        // A king with the right to castle has not moved.
        ("4k3/8/8/8/8/8/8/4K2R b - - 0 30", true),
    ] {
        let found = strict_faults(fen);
        let impossible = |fault: &SetupFault| matches!(fault, SetupFault::ImpossibleCheck { .. });
        assert_eq!(!found.iter().any(impossible), possible, "{fen}: {found:?}");
        assert!(found.iter().all(impossible), "{fen}: {found:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_position_of_a_game_is_strictly_fine(
        start in 0..=960u16,
        choices in prop::collection::vec(any::<u16>(), 0..250),
    ) {
        let mut position = Position::chess960(start).unwrap_or_else(Position::start);
        for choice in choices {
            // Moves that give check are rare and are what matters here, so one of them is played half of the
            // time.
            let moves = position.legal_moves();
            let checks: Vec<Move> = moves.iter().copied().filter(|mv| position.after(*mv).is_check()).collect();
            let among = if choice & 1 == 0 && !checks.is_empty() { &checks[..] } else { &moves[..] };
            let Some(mv) = among.get(usize::from(choice >> 1) % among.len().max(1)) else { break };
            let from_pawn = position.role_at(mv.from()) == Some(Role::Pawn);
            position.play(*mv);
            let mut setup = position.to_setup();
            prop_assert_eq!(setup.faults(Validity::Strict), [], "{} after {:?}", position, mv);
            prop_assert_eq!(Position::from_setup_with(&setup, Validity::Strict), Ok(position));
            prop_assert_eq!(Position::from_setup_with(&setup, Validity::Unchecked), Ok(position));
            // A FEN may name the en passant square even if no capture there is legal.
            if from_pawn && mv.from().index().abs_diff(mv.to().index()) == 16 {
                setup.en_passant = Square::new(((mv.from().index() + mv.to().index()) / 2) as u8);
                prop_assert_eq!(setup.faults(Validity::Strict), [], "{} after {:?}", position, mv);
            }
        }
    }

    /// What is dropped is exactly what was at fault; all other faults stay.
    #[test]
    fn dropped_rights_leave_the_other_faults(mut setup in nonsense(), chess960 in any::<bool>()) {
        setup.castling_mode = if chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
        let before = setup.faults(Validity::Playable);
        let dropped = setup.drop_impossible_rights();
        let after = setup.faults(Validity::Playable);
        let expected: Vec<_> = before.into_iter().filter(|fault| !dropped.contains(fault)).collect();
        prop_assert_eq!(after, expected);
        prop_assert!(setup.drop_impossible_rights().is_empty());
        let is_non_standard = |fault: &SetupFault| matches!(fault, SetupFault::CastlingNotStandard { .. });
        let strict = setup.faults(Validity::Strict);
        prop_assert!(!strict.iter().any(is_non_standard), "{:?}", strict);
    }

    #[test]
    fn playable_is_less_than_strict(start in starts()) {
        let setup = start.to_setup();
        let playable = setup.faults(Validity::Playable);
        prop_assert!(setup.faults(Validity::Strict).starts_with(&playable));
    }
}

/// Any setup, most of them impossible as positions.
fn nonsense() -> impl Strategy<Value = Setup> {
    let square = || (0..64u8).prop_map(|i| Square::new(i).unwrap());
    let piece = || {
        (prop::sample::select(Color::ALL.to_vec()), prop::sample::select(Role::ALL.to_vec()))
            .prop_map(|(color, role)| Piece::new(color, role))
    };
    let few = prop::collection::vec((square(), piece()), 0..12);
    let many = prop::collection::vec((square(), piece()), 40..200);
    let all_alike = (piece(), 1..64u8)
        .prop_map(|(piece, n)| (0..n).map(|i| (Square::new(i).unwrap(), piece)).collect::<Vec<_>>());
    let rights = prop::collection::vec(prop::option::of((0..8u8).prop_map(|i| File::new(i).unwrap())), 4);
    let counters = (any::<u16>(), any::<u16>());
    (prop_oneof![few, many, all_alike], any::<bool>(), rights, prop::option::of(square()), counters).prop_map(
        |(pieces, white, rights, en_passant, (halfmove_clock, fullmove_number))| {
            let mut setup = Setup::empty();
            setup.turn = if white { Color::White } else { Color::Black };
            setup.en_passant = en_passant;
            (setup.halfmove_clock, setup.fullmove_number) = (halfmove_clock, fullmove_number);
            for (square, piece) in pieces {
                setup.set_piece(square, Some(piece));
            }
            for (i, rook) in rights.into_iter().enumerate() {
                setup.castling_rights.set(Color::ALL[i / 2], CastlingSide::ALL[i % 2], rook);
            }
            setup
        },
    )
}

/// Asks a position all questions.
fn ask_everything(position: &Position) {
    let moves = position.legal_moves();
    assert!(moves.len() <= tabiya_rules::MoveList::CAPACITY);
    let _ =
        (position.count_legal_moves(), position.has_legal_move(), position.outcome(), position.is_check());
    let _ = (position.to_fen(), position.diagram().to_string(), position.key(), position.castling_rights());
    for color in Color::ALL {
        let _ = (position.can_win(color), position.pinned(color), position.king_of(color));
    }
    if moves.len() < 60 {
        let _ = (perft(position, 2), perft_divide(position, 1));
    }
    for mv in moves.iter().take(20) {
        let _ = (san(position, *mv), mv.to_uci(CastlingMode::Standard));
        let next = position.after(*mv);
        let _ = (next.legal_moves(), next.to_fen());
    }
    let mut history = History::new(*position);
    for text in ["e1g1", "e1h1", "e2e4", "a7a8q", "e5d6", "a1a8", "h1h8"] {
        let attempt: Attempt = text.parse().unwrap();
        let _ = explain(&history, attempt);
    }
    for text in ["O-O", "O-O-O", "Nf3", "exd6", "Qa8", "Kb2"] {
        let _ = parse_san(position, text);
    }
    if let Some(mv) = moves.first() {
        history.play(*mv);
        let _ = (history.outcome(), history.claim());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nonsense_let_in_unchecked_harms_nobody(setup in nonsense()) {
        let position = Position::from_setup_with(&setup, Validity::Unchecked).unwrap();
        ask_everything(&position);
        for validity in [Validity::Playable, Validity::Strict] {
            let taken = Position::from_setup_with(&setup, validity);
            prop_assert_eq!(taken.is_err(), !setup.faults(validity).is_empty());
        }
    }
}
