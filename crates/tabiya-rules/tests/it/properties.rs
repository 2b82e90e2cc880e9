// SPDX-License-Identifier: MIT OR Apache-2.0
//! Properties that hold in every position, tested on random games and random boards.

use proptest::prelude::*;
use tabiya_rules::{
    CastlingMode, CastlingSide, Color, File, Move, MoveList, Piece, Position, Rank, Role, Setup, Square,
    perft, perft_divide, perft_no_bulk,
};

use crate::oracle;

/// Checks everything that can be checked about one position.
fn check(position: &Position) {
    let fen = position.to_fen();
    let mut moves = position.legal_moves().to_vec();
    moves.sort();
    assert_eq!(moves, oracle::legal_moves(&position.to_setup()), "{fen}");
    assert_eq!(position.count_legal_moves(), moves.len(), "{fen}");
    assert_eq!(position.has_legal_move(), !moves.is_empty(), "{fen}");
    let turn = position.turn();
    assert_eq!(
        position.is_check(),
        oracle::attacked(&position.to_setup(), position.king_of(turn), !turn),
        "{fen}"
    );
    check_text(position);
    check_parts(position);
    for mv in &moves {
        let next = position.after(*mv);
        assert!(position.is_legal(*mv), "{mv:?} in {fen}");
        // The checked conversion computes the key from scratch and drops en passant squares without a legal
        // capture.
        let expected = Position::from_setup(&oracle::after(&position.to_setup(), *mv)).unwrap();
        assert_eq!(next, expected, "{mv:?} in {fen}");
        assert_eq!(next.key(), expected.key(), "{mv:?} in {fen}");
    }
}

/// The lists of some moves are the list of all, filtered; the checkers are the pieces that attack the king.
fn check_parts(position: &Position) {
    let fen = position.to_fen();
    let all = position.legal_moves();
    let listed = |wanted: fn(&Position, Move) -> bool| -> Vec<Move> {
        all.iter().copied().filter(|mv| wanted(position, *mv)).collect()
    };
    fn captures(position: &Position, mv: Move) -> bool {
        mv.is_en_passant() || (!mv.is_castling() && position.occupied().contains(mv.to()))
    }
    assert_eq!(position.captures().as_slice(), listed(captures), "{fen}");
    let mut noisy = MoveList::new();
    position.noisy_moves_into(&mut noisy);
    assert_eq!(noisy.as_slice(), listed(|p, mv| captures(p, mv) || mv.promotion().is_some()), "{fen}");
    position.quiet_moves_into(&mut noisy);
    assert_eq!(noisy.as_slice(), listed(|p, mv| !captures(p, mv) && mv.promotion().is_none()), "{fen}");
    assert_eq!(
        (position.has_legal_move(), position.count_legal_moves()),
        (!all.is_empty(), all.len()),
        "{fen}"
    );

    let us = position.turn();
    let attackers = position.attackers_to(position.king_of(us), position.occupied());
    assert_eq!(position.checkers(), attackers & position.by_color(!us), "{fen}");
}

/// FEN and setup lead back to the same position, except for the castling mode.
fn check_text(position: &Position) {
    let fen = position.to_fen();
    let read = Position::from_fen(&fen).unwrap();
    assert_eq!(read.with_castling_mode(position.castling_mode()), *position, "{fen}");
    assert_eq!(read.to_fen(), fen);
    assert_eq!(Position::from_setup(&position.to_setup()), Ok(*position), "{fen}");
}

/// Several starting positions.
pub(crate) fn starts() -> impl Strategy<Value = Position> {
    let tricky = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "1r2k1r1/pbppp1p1/1p2qp1p/8/8/1P2QP1P/PBPPP1P1/1R2K1R1 w GBgb - 4 9",
    ];
    prop_oneof![
        Just(Position::start()),
        (0..960u16).prop_map(|number| Position::chess960(number).unwrap()),
        prop::sample::select(tricky.to_vec()).prop_map(|fen| Position::from_fen(fen).unwrap()),
    ]
}

/// The description of a random board.
#[derive(Clone, Debug)]
struct Recipe {
    turn: Color,
    pieces: Vec<(Square, Piece)>,
    kings: [Square; 2],
    /// Whether the kings stand on these files of their back ranks, so that castling may be legal, ...
    home: Option<[File; 2]>,
    /// ... with these rooks.
    rooks: Vec<(Color, File)>,
    /// The file of a pawn that has just moved two squares, and the side of it on which an enemy pawn stands.
    double_step: Option<(File, i8)>,
}

fn recipes() -> impl Strategy<Value = Recipe> {
    let square = || (0..64u8).prop_map(|i| Square::new(i).unwrap());
    let file = || (0..8u8).prop_map(|i| File::new(i).unwrap());
    let color = || prop::sample::select(Color::ALL.to_vec());
    let piece =
        (color(), prop::sample::select(Role::ALL[..5].to_vec())).prop_map(|(c, role)| Piece::new(c, role));
    let pieces = prop_oneof![
        prop::collection::vec((square(), piece.clone()), 0..8),
        prop::collection::vec((square(), piece), 8..24),
    ];
    let rooks = prop::collection::vec((color(), file()), 1..5);
    let home = prop::option::of((file(), file()).prop_map(|(white, black)| [white, black]));
    let double_step = prop::option::of((file(), prop::sample::select(vec![-1, 1])));
    (color(), pieces, (square(), square()), home, rooks, double_step).prop_map(
        |(turn, pieces, (white, black), home, rooks, double_step)| Recipe {
            turn,
            pieces,
            kings: [white, black],
            home,
            rooks,
            double_step,
        },
    )
}

/// Boards that no game reaches: kings, a few random pieces, all possible castling rights, an en passant
/// square.
pub(crate) fn boards() -> impl Strategy<Value = Option<Position>> {
    recipes().prop_map(|recipe| {
        let mut setup = Setup::empty();
        setup.turn = recipe.turn;
        for (square, piece) in &recipe.pieces {
            let on_end = Color::ALL.into_iter().any(|color| square.rank() == color.back_rank());
            if piece.role != Role::Pawn || !on_end {
                setup.set_piece(*square, Some(*piece));
            }
        }
        if let Some((file, beside)) = recipe.double_step {
            step_twice(&mut setup, file, beside);
        }
        let mut kings = recipe.kings;
        if let Some(files) = recipe.home {
            for (color, file) in &recipe.rooks {
                let corner = Square::from_coords(*file, color.back_rank());
                setup.set_piece(corner, Some(Piece::new(*color, Role::Rook)));
            }
            kings = [0, 1].map(|i| Square::from_coords(files[i], Color::ALL[i].back_rank()));
        }
        setup.set_piece(kings[0], Some(Piece::new(Color::White, Role::King)));
        setup.set_piece(kings[1], Some(Piece::new(Color::Black, Role::King)));
        add_rights(&mut setup, kings[0], kings[1]);
        Position::from_setup(&setup).ok().or_else(|| {
            setup.en_passant = None;
            setup.turn = !setup.turn;
            Position::from_setup(&setup).ok()
        })
    })
}

/// Adds a pawn of the side not to move that has just moved two squares.
fn step_twice(setup: &mut Setup, file: File, beside: i8) {
    let (us, them) = (setup.turn, !setup.turn);
    let at = |rank: Rank| Square::from_coords(file, rank.seen_by(us));
    setup.set_piece(at(Rank::Seventh), None);
    setup.set_piece(at(Rank::Sixth), None);
    setup.set_piece(at(Rank::Fifth), Some(Piece::new(them, Role::Pawn)));
    if let Some(hunter) = at(Rank::Fifth).offset(beside, 0) {
        setup.set_piece(hunter, Some(Piece::new(us, Role::Pawn)));
    }
    setup.en_passant = Some(at(Rank::Sixth));
}

fn add_rights(setup: &mut Setup, white: Square, black: Square) {
    setup.castling_mode = CastlingMode::Chess960;
    for (color, king) in [(Color::White, white), (Color::Black, black)] {
        for file in File::ALL {
            let square = Square::from_coords(file, color.back_rank());
            if king.rank() == color.back_rank()
                && setup.piece_at(square) == Some(Piece::new(color, Role::Rook))
            {
                let side = if square > king { CastlingSide::KingSide } else { CastlingSide::QueenSide };
                setup.castling_rights.set(color, side, Some(file));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games(start in starts(), choices in prop::collection::vec(any::<u16>(), 0..120)) {
        let mut position = start;
        for choice in choices {
            check(&position);
            let moves = position.legal_moves();
            let Some(mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
            position.play(*mv);
        }
    }

    #[test]
    fn random_text_is_refused_without_panic(text in "\\PC{0,80}") {
        let _ = Position::from_fen(&text);
    }

    #[test]
    fn broken_fens_are_refused_without_panic(
        text in "[pnbrqkPNBRQK1-8]{1,8}(/[pnbrqkPNBRQK1-8]{1,8}){6,8} [wbx] [KQkqA-Ha-h-]{1,5} (-|[a-h][1-9]) [0-9]{1,6} [0-9]{1,6}"
    ) {
        if let Ok(position) = Position::from_fen(&text) {
            check(&position);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_boards(position in boards()) {
        if let Some(position) = position {
            check(&position);
            let bulk = perft(&position, 2);
            prop_assert_eq!(bulk, perft_no_bulk(&position, 2));
            prop_assert_eq!(bulk, perft_divide(&position, 2).iter().map(|(_, nodes)| nodes).sum::<u64>());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_sixteen_bits_are_legal_only_if_listed(position in boards(), start in starts()) {
        for position in position.into_iter().chain([start]) {
            let moves = position.legal_moves();
            for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
                prop_assert_eq!(position.is_legal(mv), moves.contains(&mv), "{:?} in {}", mv, position);
            }
        }
    }
}
