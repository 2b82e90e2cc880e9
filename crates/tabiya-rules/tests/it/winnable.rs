// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which side can still mate: known positions with proofs, and comparison with an exhaustive search.

use std::collections::{HashSet, VecDeque};

use proptest::prelude::*;
use tabiya_rules::{
    Color, Outcome, Piece, Position, Rank, Role, Setup, Square, WINNABLE_NODES, Winnable, parse_san,
};

use crate::properties::{boards, starts};

#[test]
fn known_positions_are_known() {
    let (mut yes, mut no) = (0, 0);
    for line in include_str!("../data/winnable.txt").lines().filter(|line| !line.starts_with('#')) {
        let [fen, side, answer, proof] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let position = Position::from_fen(fen).unwrap();
        let color = if side == "white" { Color::White } else { Color::Black };
        match answer {
            "yes" => {
                assert_eq!(position.winnable(color), Winnable::Yes, "{line}");
                let mut end = position;
                for text in proof.split_whitespace() {
                    end.play(parse_san(&end, text).unwrap());
                }
                assert_eq!(end.outcome(), Some(Outcome::Checkmate { winner: color }), "{line}");
                yes += 1;
            }
            "no" => {
                assert_eq!(position.winnable(color), Winnable::No, "{line}");
                assert!(proof.len() > 10, "{line}");
                assert_ne!(finds_mate(&position, color, 20_000), Some(true), "{line}");
                no += 1;
            }
            other => panic!("{other:?} in {line}"),
        }
    }
    assert!(yes >= 40 && no >= 40, "{yes} and {no}");
}

#[test]
fn a_position_is_dead_where_neither_side_can_mate() {
    let dead = |fen| Position::from_fen(fen).unwrap().is_dead();
    assert!(dead("8/4k3/8/p1p1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1"));
    // White has only the king, but Black has a rook.
    assert!(!dead("8/4k3/4r3/8/8/8/4K3/8 w - - 0 1"));
    assert!(!Position::start().is_dead());
}

/// No game leads to these mates: two bishops on squares of one colour give check at once. Bishops of one colour
/// can't force mate against rooks and queens, but here the mate stands on the board.
#[test]
fn a_mate_on_the_board_has_won_whatever_the_material() {
    for (fen, winner) in [
        ("3rkr2/4r3/8/1B5B/8/8/8/K7 b - - 0 1", Color::White),
        ("3qkq2/4q3/8/1B5B/8/8/8/K7 b - - 0 1", Color::White),
        ("k7/8/8/8/1b5b/8/4R3/3QKR2 w - - 0 1", Color::Black),
        // Mates that games do reach.
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Color::White),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", Color::Black),
    ] {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(position.outcome(), Some(Outcome::Checkmate { winner }), "{fen}");
        for nodes in [0, WINNABLE_NODES] {
            assert_eq!(position.winnable_within(winner, nodes), Winnable::Yes, "{fen}");
        }
        assert_eq!(position.winnable(!winner), Winnable::No, "{fen}");
        assert_eq!(position.helpmate(winner, 0), Some(vec![]), "{fen}");
        assert!(!position.is_dead(), "{fen}");
    }
}

/// A game that stalemate has ended is not drawn a second time as a dead position (FIDE 5.2.1 and 5.2.2).
#[test]
fn stalemate_is_no_dead_position() {
    for fen in
        ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "8/8/8/8/8/1k6/p7/K7 w - - 0 1", "k7/P7/K7/8/8/8/8/8 b - - 0 1"]
    {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(position.outcome(), Some(Outcome::Stalemate), "{fen}");
        for color in Color::ALL {
            assert_eq!(position.winnable(color), Winnable::No, "{color} in {fen}");
        }
        assert!(!position.is_dead(), "{fen}");
    }
}

/// The e-pawns can still be exchanged, which opens the position.
#[test]
fn one_lever_opens_a_wall() {
    let wall = Position::from_fen("8/8/4k3/1p1p1p1p/1P1P1P1P/8/4K3/8 w - - 0 1").unwrap();
    let lever = Position::from_fen("8/8/3pk3/1p3p1p/1P1PPP1P/8/4K3/8 w - - 0 1").unwrap();
    assert_eq!(wall.winnable(Color::White), Winnable::No);
    assert_eq!(lever.winnable(Color::White), Winnable::Yes);
}

/// In an earlier version, 200 games in these positions whose time ran out together blocked a server for five
/// seconds.
#[test]
fn blocked_positions_with_a_way_through_are_answered() {
    for (fen, color) in [
        ("8/8/p7/PBp3p1/2PpK1Pp/2kP3P/7b/8 w - - 0 1", Color::White),
        ("8/2pp4/2PPp3/ppK1P3/PP1B4/8/8/k7 b - - 0 1", Color::Black),
        ("4k3/K5p1/4p1Pp/4P2P/2p5/p1P5/P7/8 w - - 0 1", Color::Black),
        ("7k/2K5/1pB5/1Pp1p3/2P1Pp2/3p1P1p/3P3P/8 b - - 0 1", Color::Black),
        ("1r1r1k1R/5p2/n1p1b1p1/pp1pP3/8/PBN5/1PP2PP1/2K4R b - - 3 22", Color::White),
        ("2kr3r/pp2n1pp/2pn1p2/3p1P2/3P1Q2/1PN2NPP/P1P5/4R1K1 b - - 2 22", Color::Black),
        ("8/pp6/8/5pp1/4q3/P2k4/8/5K2 b - - 1 61", Color::White),
    ] {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(position.winnable(color), Winnable::Yes, "{color} in {fen}");
    }
}

/// In these endings only a few patterns are mate. An earlier version did not find them within its limit.
#[test]
fn mates_of_few_pieces_are_found() {
    for (fen, color) in [
        ("6k1/6P1/8/3K4/5n2/8/8/8 w - - 0 1", Color::Black),
        ("7B/8/4K3/8/6k1/8/6n1/8 w - - 0 1", Color::White),
        ("7B/8/4K3/8/6k1/8/6n1/8 w - - 0 1", Color::Black),
        ("8/6k1/8/1B6/7n/6K1/8/8 b - - 0 1", Color::White),
        ("4K3/2k5/8/8/6b1/8/8/N7 b - - 0 1", Color::White),
        ("k7/8/5N2/8/8/8/8/3b2K1 b - - 0 1", Color::Black),
        ("K7/8/8/7k/7N/3N4/8/8 b - - 0 1", Color::White),
        ("8/8/5n2/8/2k5/8/5n2/6K1 b - - 0 1", Color::Black),
        ("6N1/1K6/8/8/8/8/3B1k2/8 b - - 0 1", Color::White),
        ("8/8/k3n3/8/8/8/4b3/2K5 b - - 0 1", Color::Black),
        ("8/8/8/6n1/4n3/3K1k2/8/8 w - - 0 1", Color::Black),
        ("8/8/5K2/8/8/4b3/6r1/k7 b - - 0 1", Color::Black),
        ("1r2K3/8/2n5/8/8/8/3k4/8 w - - 0 1", Color::Black),
        ("8/7p/8/2k5/8/7K/8/n7 b - - 0 1", Color::Black),
        ("7K/8/8/np6/8/8/5k2/8 b - - 0 1", Color::Black),
    ] {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(position.winnable(color), Winnable::Yes, "{color} in {fen}");
        check(&position, 3_000);
    }
}

/// Castling and en passant are possible, too.
#[test]
fn special_moves_are_not_forgotten() {
    let en_passant = Position::from_fen("8/8/8/1k6/pPp1p1p1/P1P1P1P1/8/K7 b - b3 0 1").unwrap();
    assert_eq!(en_passant.winnable(Color::Black), Winnable::Yes);
    let after = Position::from_fen("8/8/8/1k6/pPp1p1p1/P1P1P1P1/8/K7 b - - 0 1").unwrap();
    assert_ne!(finds_mate(&after, Color::Black, 20_000), Some(true));
}

#[test]
fn without_work_only_what_is_seen_at_once_is_said() {
    let start = Position::start();
    assert_eq!(start.winnable_within(Color::White, 0), Winnable::Unknown);
    assert_eq!(start.helpmate(Color::White, 0), None);
    let bare = Position::from_fen("8/4k3/4r3/8/8/8/4K3/8 w - - 0 1").unwrap();
    assert_eq!(bare.winnable_within(Color::White, 0), Winnable::No);
    let mate = Position::from_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").unwrap();
    assert_eq!(mate.winnable_within(Color::White, 0), Winnable::Yes);
    assert_eq!(mate.winnable(Color::Black), Winnable::No);
    assert_eq!(mate.helpmate(Color::White, 0), Some(vec![]));
}

/// Examines all positions that can be reached. Returns whether one is a mate; `None` if there are more than
/// `most`.
fn finds_mate(position: &Position, color: Color, most: usize) -> Option<bool> {
    let mut seen = HashSet::from([position.key()]);
    let mut left = VecDeque::from([*position]);
    while let Some(position) = left.pop_front() {
        if position.outcome() == Some(Outcome::Checkmate { winner: color }) {
            return Some(true);
        }
        for mv in position.legal_moves() {
            let next = position.after(mv);
            if seen.insert(next.key()) {
                left.push_back(next);
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(false)
}

/// Checks an answer: a yes has a line of moves, and for a no the exhaustive search finds no mate.
fn check(position: &Position, most: usize) {
    for color in Color::ALL {
        match position.winnable(color) {
            Winnable::Yes => {
                let mut end = *position;
                for mv in position.helpmate(color, WINNABLE_NODES).expect("a yes has a line") {
                    assert!(end.is_legal(mv), "{mv:?} in {end:?}");
                    end.play(mv);
                }
                assert_eq!(end.outcome(), Some(Outcome::Checkmate { winner: color }), "{position:?}");
            }
            Winnable::No => {
                assert_ne!(finds_mate(position, color, most), Some(true), "{color} in {position:?}");
            }
            Winnable::Unknown => {}
        }
    }
}

/// Pawns that block each other on most files, and some other pieces.
fn walls() -> impl Strategy<Value = Option<Position>> {
    let file = (0..10u8, 1..5u8, 0..8u8);
    let piece = (0..64u8, 0..8usize, any::<bool>());
    let kings = (0..64u8, 0..64u8);
    (prop::array::uniform8(file), prop::collection::vec(piece, 0..4), kings, any::<bool>()).prop_map(
        |(files, pieces, (white, black), turn)| {
            let mut setup = Setup::empty();
            let square = |index| Square::new(index).unwrap();
            for (file, (some, rank, gap)) in (0..).zip(files) {
                if some > 0 {
                    let gap = if gap == 0 && rank < 5 { 2 } else { 1 };
                    setup.set_piece(square(rank * 8 + file), Some(Piece::new(Color::White, Role::Pawn)));
                    setup.set_piece(
                        square((rank + gap) * 8 + file),
                        Some(Piece::new(Color::Black, Role::Pawn)),
                    );
                }
            }
            for (at, role, is_white) in pieces {
                const ROLES: [Role; 8] = [
                    Role::Bishop,
                    Role::Bishop,
                    Role::Bishop,
                    Role::Knight,
                    Role::Pawn,
                    Role::Rook,
                    Role::Queen,
                    Role::Bishop,
                ];
                let (at, role) = (square(at), ROLES[role]);
                let color = if is_white { Color::White } else { Color::Black };
                if role != Role::Pawn || !matches!(at.rank(), Rank::First | Rank::Eighth) {
                    setup.set_piece(at, Some(Piece::new(color, role)));
                }
            }
            setup.set_piece(square(white), Some(Piece::new(Color::White, Role::King)));
            setup.set_piece(square(black), Some(Piece::new(Color::Black, Role::King)));
            setup.turn = if turn { Color::White } else { Color::Black };
            Position::from_setup(&setup).ok()
        },
    )
}

/// Two kings and up to two pieces.
fn few_pieces() -> impl Strategy<Value = Option<Position>> {
    let piece = (0..64u8, 0..5usize, any::<bool>());
    (prop::collection::vec(piece, 0..3), 0..64u8, 0..64u8, any::<bool>()).prop_map(
        |(pieces, white, black, turn)| {
            let mut setup = Setup::empty();
            for (at, role, is_white) in pieces {
                let at = Square::new(at).unwrap();
                let color = if is_white { Color::White } else { Color::Black };
                if role != 0 || !matches!(at.rank(), Rank::First | Rank::Eighth) {
                    setup.set_piece(at, Some(Piece::new(color, Role::ALL[role])));
                }
            }
            setup.set_piece(Square::new(white).unwrap(), Some(Piece::new(Color::White, Role::King)));
            setup.set_piece(Square::new(black).unwrap(), Some(Piece::new(Color::Black, Role::King)));
            setup.turn = if turn { Color::White } else { Color::Black };
            Position::from_setup(&setup).ok()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn answers_about_walls_are_true(position in walls()) {
        if let Some(position) = position {
            check(&position, 3_000);
        }
    }

    #[test]
    fn answers_about_few_pieces_are_true(position in few_pieces()) {
        if let Some(position) = position {
            check(&position, 3_000);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn answers_about_games_are_true(start in starts(), choices in prop::collection::vec(any::<prop::sample::Index>(), 0..60)) {
        let mut position = start;
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(*choice.get(&moves));
        }
        check(&position, 1_000);
    }

    #[test]
    fn answers_about_any_board_are_true(position in boards()) {
        if let Some(position) = position {
            check(&position, 1_000);
        }
    }
}
