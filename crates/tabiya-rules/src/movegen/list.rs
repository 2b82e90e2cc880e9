// SPDX-License-Identifier: MIT OR Apache-2.0
//! Generates the legal moves into a list.

use super::limits::{Limits, en_passant_capturers, king_moves};
use super::pawns::pawn_targets;
use crate::attacks::{leapers, sliders};
use crate::bitboard::Bitboard;
use crate::board::{Board, END_RANKS};
use crate::chess_move::Move;
use crate::move_list::MoveList;
use crate::role::Role;
use crate::side::Side;
use crate::square::Square;

/// The kind of moves that is generated. It is a constant, so that the compiler makes a function for each
/// kind.
#[derive(Clone, Copy)]
pub(super) enum Wanted {
    All,
    /// Captures, including en passant.
    Captures,
    /// Captures and all promotions.
    Noisy,
    /// All moves that are neither captures nor promotions.
    Quiet,
}

impl Wanted {
    /// The targets of pieces.
    #[inline(always)]
    fn targets(self, enemy: u64) -> u64 {
        match self {
            Wanted::All => !0,
            Wanted::Captures | Wanted::Noisy => enemy,
            Wanted::Quiet => !enemy,
        }
    }

    /// Whether captures are generated.
    #[inline(always)]
    fn captures(self) -> bool {
        !matches!(self, Wanted::Quiet)
    }

    /// The targets of pawns that move straight ahead.
    #[inline(always)]
    fn steps(self) -> u64 {
        match self {
            Wanted::All => !0,
            Wanted::Captures => 0,
            Wanted::Noisy => END_RANKS,
            Wanted::Quiet => !END_RANKS,
        }
    }
}

/// Adds the legal moves of `S` of this kind.
#[inline(always)]
pub(super) fn write<S: Side>(board: &Board, wanted: Wanted, moves: &mut MoveList) {
    let limits = Limits::new::<S>(board);
    let king = Square::wrapping(limits.king as u32);
    let king_moves = king_moves::<S>(board, &limits);
    let targets = wanted.targets(board.own::<S::Enemy>());
    push_all(moves, king, king_moves.steps & targets);
    if limits.targets == 0 {
        return;
    }
    write_pieces::<S>(board, &limits, targets, moves);
    write_pawns::<S>(board, &limits, wanted, moves);
    if matches!(wanted, Wanted::All | Wanted::Quiet) {
        for rook in Bitboard(king_moves.castling) {
            moves.push(Move::castling(king, rook));
        }
    }
    if let Some(target) = board.en_passant().filter(|_| wanted.captures()) {
        for from in Bitboard(en_passant_capturers::<S>(board, limits.king)) {
            moves.push(Move::en_passant(from, target));
        }
    }
}

#[inline(always)]
fn push_all(moves: &mut MoveList, from: Square, targets: u64) {
    moves.extend(Bitboard(targets).into_iter().map(|to| Move::normal(from, to)));
}

#[inline(always)]
fn write_pieces<S: Side>(board: &Board, limits: &Limits, targets: u64, moves: &mut MoveList) {
    let own = board.own::<S>();
    let targets = targets & limits.targets & !own;
    for from in Bitboard(own & !board.pawns() & !board.kings()) {
        push_all(moves, from, piece_reach(board, limits, from) & targets);
    }
}

/// The squares that a knight or slider attacks, restricted by pins.
#[inline(always)]
pub(super) fn piece_reach(board: &Board, limits: &Limits, from: Square) -> u64 {
    let (bit, i, occupied) = (1 << from.index(), from.index(), board.occupied());
    let (lines, diagonals) = (limits.pin_lines, limits.pin_diagonals);
    let pinned = bit & (lines | diagonals) != 0;
    if board.leaping & bit != 0 {
        return if pinned { 0 } else { leapers::KNIGHT[i] };
    }
    let mut reach = 0;
    if board.straight & bit != 0 && bit & diagonals == 0 {
        reach |= sliders::rook(i, occupied) & if pinned { lines } else { !0 };
    }
    if board.diagonal & bit != 0 && bit & lines == 0 {
        reach |= sliders::bishop(i, occupied) & if pinned { diagonals } else { !0 };
    }
    reach
}

#[inline(always)]
fn write_pawns<S: Side>(board: &Board, limits: &Limits, wanted: Wanted, moves: &mut MoveList) {
    let targets = pawn_targets::<S>(board, limits);
    let (steps, captures) = (wanted.steps(), if wanted.captures() { !0 } else { 0 });
    // From the target back to the pawn's square. Left is towards the a-file for both sides.
    let (ahead, left, right) = if S::IS_WHITE { (-8, -7, -9) } else { (8, 9, 7) };
    for (set, back) in
        [(targets.ahead & steps, ahead), (targets.left & captures, left), (targets.right & captures, right)]
    {
        moves.extend(Bitboard(set & !END_RANKS).into_iter().map(|to| Move::normal(origin(to, back), to)));
        for to in Bitboard(set & END_RANKS) {
            for role in Role::PROMOTIONS {
                moves.push(Move::promoting(origin(to, back), to, role));
            }
        }
    }
    moves.extend(
        Bitboard(targets.two_ahead & steps).into_iter().map(|to| Move::normal(origin(to, 2 * ahead), to)),
    );
}

#[inline(always)]
fn origin(to: Square, back: i32) -> Square {
    Square::wrapping((to.index() as i32 + back) as u32)
}
