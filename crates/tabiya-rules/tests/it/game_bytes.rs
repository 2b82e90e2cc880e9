// SPDX-License-Identifier: MIT OR Apache-2.0
//! Games in few bytes.

use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use tabiya_rules::{GameBytesError, History, Move, PackedPosition, Position, Square, parse_san};

use crate::properties::{boards, starts};

pub(crate) fn play(start: Position, moves: &str) -> History {
    let mut history = History::new(start);
    for text in moves.split_whitespace() {
        let mv = parse_san(history.position(), text).unwrap_or_else(|error| panic!("{text}: {error}"));
        history.play(mv);
    }
    history
}

fn round_trip(history: &History) -> Vec<u8> {
    let bytes = history.to_bytes().unwrap();
    assert_eq!(History::from_bytes(&bytes).as_ref(), Ok(history), "{bytes:?}");
    bytes
}

/// Paul Morphy against the Duke of Brunswick and Count Isouard, Paris 1858.
const OPERA: &str = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O \
                     Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";

#[test]
fn the_form_never_changes() {
    // Golden bytes: whoever stored them wants them read for ever. If this fails, the change needs a new version.
    let opera = play(Position::start(), OPERA);
    assert_eq!(round_trip(&opera), GOLDEN_OPERA);
    let start = Position::from_fen("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1").unwrap();
    let ending = play(start, "gxf1=Q+ Kxf1 Nxa7 b8=N+ Kxc7 Nxf2");
    let bytes = round_trip(&ending);
    assert_eq!(bytes[1..33], *PackedPosition::new(&start).as_bytes());
    assert_eq!((bytes[0], &bytes[33..]), (129, GOLDEN_ENDING));
}

const GOLDEN_OPERA: &[u8] = &[1, 33, 210, 77, 27, 14, 251, 39, 164, 168, 169, 172, 122, 164, 244];
const GOLDEN_ENDING: &[u8] = &[6, 52, 72, 128];

#[test]
fn the_shortest_games() {
    assert_eq!(round_trip(&History::new(Position::start())), [1, 0]);
    let one = play(Position::start(), "e4");
    assert!(round_trip(&one).len() <= 3);
    let mated = Position::from_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").unwrap();
    assert_eq!(round_trip(&History::new(mated)).len(), 34);
}

#[test]
fn what_is_no_game_is_named() {
    let error = |bytes: &[u8]| History::from_bytes(bytes).unwrap_err();
    assert_eq!(error(&[]), GameBytesError::CutOff);
    assert_eq!(error(&[2, 0]), GameBytesError::Version { found: 2 });
    assert_eq!(error(&[1]), GameBytesError::CutOff);
    assert_eq!(error(&[1, 0x80]), GameBytesError::CutOff);
    assert_eq!(error(&[1, 0xFF, 0xFF, 0x7F]), GameBytesError::TooManyMoves { found: 2_097_151 });
    assert_eq!(error(&[1, 0, 1]), GameBytesError::NotNormal);
    assert_eq!(error(&[1, 1, 1, 0]), GameBytesError::NotNormal);
    assert_eq!(error(&[129, 1, 2, 3]), GameBytesError::CutOff);
    assert!(matches!(error(&[[129].as_slice(), &[0; 33]].concat()), GameBytesError::Start(_)));
    let stalemate = Position::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap();
    let packed = PackedPosition::new(&stalemate);
    let over = [[129].as_slice(), packed.as_bytes(), &[1]].concat();
    assert_eq!(error(&over), GameBytesError::GameOver { ply: 0 });
    let usual = PackedPosition::new(&Position::start());
    assert_eq!(error(&[[129].as_slice(), usual.as_bytes(), &[0]].concat()), GameBytesError::NotNormal);
}

#[test]
fn a_game_of_many_forced_moves_needs_few_bytes_and_bounded_work() {
    let mut history = History::new(Position::start());
    let dance = [
        (Square::G1, Square::F3),
        (Square::G8, Square::F6),
        (Square::F3, Square::G1),
        (Square::F6, Square::G8),
    ];
    for (from, to) in dance.into_iter().cycle().take(65_535) {
        history.play(Move::normal(from, to));
    }
    round_trip(&history);
    history.play(Move::normal(Square::F6, Square::G8));
    assert_eq!(history.to_bytes(), Err(GameBytesError::TooManyMoves { found: 65_536 }));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games_round_trip(start in starts(), board in boards(), choices in prop::collection::vec(any::<u16>(), 0..150)) {
        for start in board.into_iter().chain([start]) {
            let mut history = History::new(start);
            for choice in &choices {
                let moves = history.position().legal_moves();
                let Some(mv) = moves.get(usize::from(*choice) % moves.len().max(1)) else { break };
                history.play(*mv);
            }
            round_trip(&history);
        }
    }

    #[test]
    fn any_bytes_are_a_game_or_an_error(count in 0..150u16, moves in prop::collection::vec(any::<u8>(), 0..40)) {
        let mut bytes = vec![1];
        if count < 128 {
            bytes.push(count as u8);
        } else {
            bytes.extend([count as u8 | 128, (count >> 7) as u8]);
        }
        bytes.extend(&moves);
        match History::from_bytes(&bytes) {
            Ok(history) => prop_assert_eq!(round_trip(&history), bytes),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}

/// The shared games, if they are there: what is promised of real games holds.
#[test]
fn shared_games_take_less_than_half_a_byte_a_move() {
    let Some(data) = std::env::var_os("TABIYA_DATA") else {
        // Not `eprintln!`: the test harness would keep it to itself when the test passes.
        let message = b"\nNOT RUN: bytes of the shared games, for TABIYA_DATA is not set\n";
        std::io::Write::write_all(&mut std::io::stderr(), message).unwrap();
        return;
    };
    let path = PathBuf::from(data).join("games/lichess_db_1000k.pgn");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (mut games, mut moves, mut bytes) = (0, 0, 0);
    for line in text.lines().filter(|line| line.starts_with("1. ")) {
        let history = play(Position::start(), &only_moves(line));
        games += 1;
        moves += history.ply();
        bytes += round_trip(&history).len();
    }
    assert!(games > 400 && bytes * 100 < moves * 48, "{games} games, {moves} moves, {bytes} bytes");
}

/// Movetext without comments, numbers and result; good enough for the games of lichess.
pub(crate) fn only_moves(line: &str) -> String {
    let mut depth = 0;
    let bare: String = line
        .chars()
        .filter(|c| {
            depth += i32::from(*c == '{') - i32::from(*c == '}');
            depth == 0 && *c != '}'
        })
        .collect();
    let moves = bare.split_whitespace().filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()));
    moves.collect::<Vec<_>>().join(" ")
}
