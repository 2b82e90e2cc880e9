// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compares counting many boards at once with counting one at a time. The portable and the wide compilation
//! share their source, so a machine without wide words tests the algorithm too. A machine with them tests
//! both.

use super::batch::{Batch, CountRun};
use super::expand::{self, Leaves, OneByOne};
use super::king::King;
use super::lanes::{self, Boards};
use crate::board::Board;
use crate::color::Color;
use crate::movegen::count;
use crate::position::Position;
use crate::random::{random_board, random_game};
use crate::role::Role;
use crate::side::{BlackMoves, Side, WhiteMoves};

/// The counting compiled without special instructions: the safe twin.
#[derive(Clone, Copy)]
struct Plain;

impl CountRun for Plain {
    fn count_run<S: Side>(&self, boards: &Boards, len: usize, king: &King) -> u64 {
        lanes::count::<S>(boards, len, king)
    }
}

/// The cases that a test has met, so that it can't pass without meeting them.
#[derive(Default, Debug)]
struct Seen {
    checks: usize,
    double_checks: usize,
    pins: usize,
    promotions: usize,
    castlings: usize,
    en_passant: usize,
    many_queens: usize,
}

impl Seen {
    fn note(&mut self, position: &Position) {
        let turn = position.turn();
        let moves = position.legal_moves();
        self.checks += usize::from(position.checkers().len() == 1);
        self.double_checks += usize::from(position.checkers().len() == 2);
        self.pins += usize::from(position.pinned(turn).any());
        self.promotions += usize::from(moves.iter().any(|mv| mv.promotion().is_some()));
        self.castlings += usize::from(moves.iter().any(|mv| mv.is_castling()));
        self.en_passant += usize::from(position.legal_en_passant().is_some());
        self.many_queens += usize::from(position.by_role(Role::Queen).len() > 4);
    }

    fn check(&self, least: usize) {
        let all = [
            self.checks,
            self.double_checks,
            self.pins,
            self.promotions,
            self.castlings,
            self.en_passant,
            self.many_queens,
        ];
        assert!(all.into_iter().all(|seen| seen >= least), "{self:?}, at least {least} each");
    }
}

/// xorshift (Marsaglia, 2003).
fn random_numbers(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    }
}

/// Counts one board among boards that only fill up the batch.
fn check_board<S: Side>(board: Board, counter: impl CountRun + Copy, name: &Position) {
    let expected = count::count::<S>(board);
    let mut batch = Batch::new(counter);
    let begun = batch.begin::<S>(&board);
    let moves = begun + batch.add::<S>(board) + batch.finish::<S>();
    assert_eq!(moves, expected, "alone: {}", name.to_fen());
}

fn check_position(position: &Position, counter: impl CountRun + Copy) {
    match position.turn() {
        Color::White => check_board::<WhiteMoves>(position.board, counter, position),
        Color::Black => check_board::<BlackMoves>(position.board, counter, position),
    }
}

/// Counts all leaves of a tree: full batches, and batches that end because the king moved.
fn check_tree(position: &Position, depth: u8, counter: impl CountRun + Copy) {
    fn both<S: Side>(board: Board, depth: u8, counter: impl CountRun + Copy) -> (u64, u64) {
        let mut batch = Batch::new(counter);
        let together = expand::perft::<S, _>(board, depth, &mut batch);
        (together, expand::perft::<S, _>(board, depth, &mut OneByOne))
    }
    let (together, one_by_one) = match position.turn() {
        Color::White => both::<WhiteMoves>(position.board, depth, counter),
        Color::Black => both::<BlackMoves>(position.board, depth, counter),
    };
    assert_eq!(together, one_by_one, "depth {depth}: {}", position.to_fen());
}

fn check_random(counter: impl CountRun + Copy) {
    let mut next = random_numbers(0x7AB1_1A05);
    let mut seen = Seen::default();
    for _ in 0..6000 {
        let position = random_board(&mut next);
        seen.note(&position);
        check_position(&position, counter);
        check_tree(&position, 2, counter);
        for mv in &position.legal_moves() {
            check_position(&position.after(*mv), counter);
        }
    }
    seen.check(50);
    for _ in 0..300 {
        let position = *random_game(&mut next).position();
        check_position(&position, counter);
        check_tree(&position, 2, counter);
        check_tree(&position, 3, counter);
    }
}

#[test]
fn safe_twin_counts_as_one_by_one() {
    check_random(Plain);
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[test]
fn wide_words_count_as_one_by_one() {
    match super::wide::Wide::detect() {
        Some(wide) => check_random(wide),
        None => std::io::Write::write_all(
            &mut std::io::stderr(),
            b"\nNOT RUN: counting in wide words, for this processor has none\n",
        )
        .unwrap(),
    }
}

/// Castling, promotions, pins and captures en passant, deep enough to fill many batches.
#[test]
fn trees_count_as_one_by_one() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "1r2k1r1/pbppp1p1/1p2qp1p/8/8/1P2QP1P/PBPPP1P1/1R2K1R1 w GBgb - 4 9",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        // A king on the first square, and a pawn that gives check only to kings of its own side.
        "8/8/8/8/8/8/1PB5/knK5 w - - 0 1",
        "qqqqk3/qqqqp3/8/8/8/8/4PQQQ/4KQQQ w - - 0 1",
    ] {
        let position = Position::from_fen(fen).unwrap();
        for depth in 2..=4 {
            if fen.starts_with('q') && depth > 3 {
                continue;
            }
            check_tree(&position, depth, Plain);
        }
    }
}
