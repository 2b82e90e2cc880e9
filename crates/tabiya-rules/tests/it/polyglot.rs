// SPDX-License-Identifier: MIT OR Apache-2.0
//! Polyglot's keys compared with those in the format's description, and books made here.

use std::io::Cursor;

use tabiya_rules::{
    Book, BookReader, CastlingSide, History, Move, Position, Setup, Square, choose_book_move, parse_san,
};

fn play(moves: &str) -> History {
    let mut history = History::new(Position::start());
    for text in moves.split_whitespace() {
        history.play(parse_san(history.position(), text).unwrap());
    }
    history
}

#[test]
fn the_nine_published_keys() {
    for (moves, fen, key) in [
        ("", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
        ("e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
        ("e4 d5", "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
        ("e4 d5 e5", "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
        (
            "e4 d5 e5 f5",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            0x22a4_8b5a_8e47_ff78,
        ),
        (
            "e4 d5 e5 f5 Ke2",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3",
            0x652a_607c_a3f2_42c1,
        ),
        (
            "e4 d5 e5 f5 Ke2 Kf7",
            "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4",
            0x00fd_d303_c946_bdd9,
        ),
        (
            "a4 b5 h4 b4 c4",
            "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
            0x3c81_23ea_7b06_7637,
        ),
        (
            "a4 b5 h4 b4 c4 bxc3 Ra3",
            "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4",
            0x5c3f_9b82_9b27_9560,
        ),
    ] {
        let history = play(moves);
        assert_eq!(history.polyglot_key(), key, "{moves}");
        assert_eq!(history.position().polyglot_key(), key, "{moves}");
        assert_eq!(Setup::from_fen(fen).unwrap().polyglot_key(), key, "{fen}");
    }
}

#[test]
fn a_pinned_pawn_counts_for_the_book_and_not_for_repetition() {
    let mut history = History::new(Position::from_fen("4k3/8/8/8/4p3/8/3P4/4R1K1 w - - 0 1").unwrap());
    history.play(Move::normal(Square::D2, Square::D4));
    let with = Setup::from_fen("4k3/8/8/8/3Pp3/8/8/4R1K1 b - d3 0 1").unwrap().polyglot_key();
    let without = Setup::from_fen("4k3/8/8/8/3Pp3/8/8/4R1K1 b - - 0 1").unwrap().polyglot_key();
    assert_ne!(with, without);
    assert_eq!(history.polyglot_key(), with);
    assert_eq!(history.position().polyglot_key(), without);
    // The h-file is not next to the a-file.
    let corner = |en_passant: &str| format!("4k3/8/8/8/P6p/8/8/4K3 b - {en_passant} 0 1");
    let key = |fen: String| Setup::from_fen(&fen).unwrap().polyglot_key();
    assert_eq!(key(corner("a3")), key(corner("-")));
}

fn entry(key: u64, from: Square, to: Square, promotion: u16, weight: u16) -> [u8; 16] {
    let bits = promotion << 12 | (from.index() as u16) << 6 | to.index() as u16;
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&key.to_be_bytes());
    bytes[8..10].copy_from_slice(&bits.to_be_bytes());
    bytes[10..12].copy_from_slice(&weight.to_be_bytes());
    bytes[12..].copy_from_slice(&7u32.to_be_bytes());
    bytes
}

#[test]
fn a_book_gives_the_legal_moves_of_a_position() {
    let castling = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
    let promoting = Position::from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1").unwrap();
    let mut entries = vec![
        entry(castling.polyglot_key(), Square::E1, Square::H1, 0, 5),
        // Castling as the king's move of two squares: not the format's form, but unambiguous.
        entry(castling.polyglot_key(), Square::E1, Square::C1, 0, 4),
        entry(castling.polyglot_key(), Square::E1, Square::E5, 0, 9),
        entry(castling.polyglot_key(), Square::A1, Square::A8, 7, 9),
        entry(promoting.polyglot_key(), Square::A7, Square::A8, 1, 1),
        entry(promoting.polyglot_key(), Square::A7, Square::A8, 4, 0),
        entry(promoting.polyglot_key(), Square::A7, Square::A8, 0, 1),
        entry(0, Square::A1, Square::A2, 0, 1),
        entry(u64::MAX, Square::A1, Square::A2, 0, 1),
    ];
    entries.sort_by_key(|bytes| bytes[..8].to_vec());
    let mut bytes = entries.concat();
    // An incomplete entry.
    bytes.extend([1, 2, 3]);
    let book = Book::new(&bytes);
    assert_eq!((book.len(), book.is_empty()), (9, false));
    let found = book.moves(&castling);
    let short = Move::castling(Square::E1, Square::H1);
    assert_eq!(
        found.iter().map(|entry| entry.mv).collect::<Vec<_>>(),
        [short, Move::castling(Square::E1, Square::A1)]
    );
    assert_eq!((found[0].weight, found[0].learn), (5, 7));
    assert_eq!(found[1].mv.castling_side(), Some(CastlingSide::QueenSide));
    let becomes: Vec<_> = book
        .moves(&promoting)
        .iter()
        .map(|entry| (entry.mv.promotion().unwrap().char(), entry.weight))
        .collect();
    assert_eq!(becomes, [('n', 1), ('q', 0)]);
    assert_eq!(book.moves(&Position::start()), []);

    let mut reader = BookReader::new(Cursor::new(&bytes)).unwrap();
    for position in [castling, promoting, Position::start()] {
        assert_eq!(reader.moves(&position).unwrap(), book.moves(&position));
    }
}

#[test]
fn weights_are_chances() {
    let key = Position::start().polyglot_key();
    let weights = [(Square::E2, Square::E4, 1u16), (Square::D2, Square::D4, 0), (Square::C2, Square::C4, 3)];
    let bytes: Vec<u8> =
        weights.iter().flat_map(|&(from, to, weight)| entry(key, from, to, 0, weight)).collect();
    let moves = Book::new(&bytes).moves(&Position::start());
    let mut counts = [0; 3];
    for i in 0..400u64 {
        let chosen = choose_book_move(&moves, (2 * i + 1) * (u64::MAX / 800)).unwrap();
        counts[moves.iter().position(|entry| entry.mv == chosen).unwrap()] += 1;
    }
    assert_eq!(counts, [100, 0, 300]);
    assert_eq!(choose_book_move(&moves[1..2], 0), None);
    assert_eq!(choose_book_move(&[], 0), None);
}
