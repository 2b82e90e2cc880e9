// SPDX-License-Identifier: MIT OR Apache-2.0
//! Counts the moves of many boards at once, without branches and tables.
//!
//! All boards of a batch have the same side to move, its king on the same square, and the same rooks that may
//! castle. What depends on those is computed once. The rest is shifts and masks of whole sets, the same for
//! every board, so that the compiler can use one SIMD instruction for eight boards.
//!
//! Sliders are moved in one direction at a time. At most one slider reaches a square from a direction, so the
//! number of squares is the number of moves. Pins and checks are found in the same way. Intersect the squares
//! from the king to the first piece in one direction with the squares that enemy sliders attack in the
//! opposite direction: the result is a pinned piece, or the squares that block a check. A pinned piece is
//! left out of the three other lines, and along its own line every move is legal.

use super::king::King;
use crate::board::END_RANKS;
use crate::movegen::limits::pawns_attack;
use crate::movegen::tables::{NOT_A, NOT_H};
use crate::side::Side;

/// Boards in one buffer. A multiple of eight.
pub(super) const CAPACITY: usize = 128;

/// The words of many boards, in an array for each word. See [`Board`](crate::board::Board).
pub(super) struct Boards {
    pub(super) leaping: [u64; CAPACITY],
    pub(super) straight: [u64; CAPACITY],
    pub(super) diagonal: [u64; CAPACITY],
    pub(super) white: [u64; CAPACITY],
}

/// The number of legal moves of the first `len` boards together, without captures en passant. `len` is a
/// multiple of eight.
#[inline(always)]
pub(super) fn count<S: Side>(boards: &Boards, len: usize, king: &King) -> u64 {
    if king.castles {
        count_all::<S, true, true>(boards, len, king)
    } else if boards.diagonal[..len].iter().fold(0, |any, word| any | word) != 0 {
        count_all::<S, false, true>(boards, len, king)
    } else {
        count_all::<S, false, false>(boards, len, king)
    }
}

/// Without `DIAGONAL` there are only kings, rooks and pawns.
#[inline(always)]
fn count_all<S: Side, const CASTLES: bool, const DIAGONAL: bool>(
    boards: &Boards,
    len: usize,
    king: &King,
) -> u64 {
    let len = len & !7;
    let (leaping, straight) = (&boards.leaping[..len], &boards.straight[..len]);
    let (diagonal, white) = (&boards.diagonal[..len], &boards.white[..len]);
    let mut moves = 0;
    for i in 0..len {
        let diagonal = if DIAGONAL { diagonal[i] } else { 0 };
        moves += count_one::<S, CASTLES>(leaping[i], straight[i], diagonal, white[i], king);
    }
    moves
}

#[inline(always)]
fn count_one<S: Side, const CASTLES: bool>(
    leaping: u64,
    straight: u64,
    diagonal: u64,
    white: u64,
    king: &King,
) -> u64 {
    let occupied = leaping | straight | diagonal;
    let (own, enemy) = if S::IS_WHITE { (white, occupied & !white) } else { (occupied & !white, white) };
    let (lines, diagonals) = (straight & !leaping, diagonal & !leaping);
    let (pawns, knights) = (leaping & !(straight | diagonal), leaping & diagonal);
    let enemy_king = leaping & straight & enemy;

    // The first pieces in each direction from the king.
    let north = see_up(king.north, occupied);
    let north_east = see_up(king.north_east, occupied);
    let north_west = see_up(king.north_west, occupied);
    let east = see_up(king.east, occupied);
    let south = see_down(king.south, occupied);
    let south_west = see_down(king.south_west, occupied);
    let south_east = see_down(king.south_east, occupied);
    let west = see_down(king.west, occupied);

    // The own king does not block: it can't escape along the line of a check.
    let open = !occupied | king.square;
    let northward = Way::new::<8>(open);
    let southward = Way::new::<-8>(open);
    let westward = Way::new::<-1>(open & NOT_H);
    let north_eastward = Way::new::<9>(open & NOT_A);
    let south_eastward = Way::new::<-7>(open & NOT_A);
    let north_westward = Way::new::<7>(open & NOT_H);
    let south_westward = Way::new::<-9>(open & NOT_H);
    let rank_ends = !open | FILE_H;

    let (enemy_lines, enemy_diagonals) = (lines & enemy, diagonals & enemy);
    let to_north = northward.attacks(enemy_lines);
    let to_south = southward.attacks(enemy_lines);
    let to_east = attack_east(enemy_lines, rank_ends);
    let to_west = westward.attacks(enemy_lines) & NOT_H;
    let to_north_east = north_eastward.attacks(enemy_diagonals) & NOT_A;
    let to_south_east = south_eastward.attacks(enemy_diagonals) & NOT_A;
    let to_north_west = north_westward.attacks(enemy_diagonals) & NOT_H;
    let to_south_west = south_westward.attacks(enemy_diagonals) & NOT_H;
    let attacked = to_north
        | to_south
        | to_east
        | to_west
        | to_north_east
        | to_south_east
        | to_north_west
        | to_south_west
        | pawns_attack::<S::Enemy>(pawns & enemy)
        | knights_attack(knights & enemy)
        | king_attacks(enemy_king);

    let on_file = (north & to_south) | (south & to_north);
    let on_rank = (east & to_west) | (west & to_east);
    let on_rise = (north_east & to_south_west) | (south_west & to_north_east);
    let on_fall = (north_west & to_south_east) | (south_east & to_north_west);
    let between = on_file | on_rank | on_rise | on_fall;
    let pinned = between & own;

    let checkers = ((north | south | east | west) & enemy_lines)
        | ((north_east | south_west | north_west | south_east) & enemy_diagonals)
        | (king.knights & knights & enemy)
        | (king.pawns & pawns & enemy);
    let answers = if checkers & checkers.wrapping_sub(1) != 0 { 0 } else { (between & !occupied) | checkers };
    let targets = if checkers == 0 { !own } else { answers };

    let mut moves = ones(king.ring & !own & !attacked);

    let (rooks, bishops) = (lines & own, diagonals & own);
    let free = rooks & !(pinned & !on_file);
    moves += ones(northward.attacks(free) & targets & !north);
    moves += ones(southward.attacks(free) & targets & !south);
    let free = rooks & !(pinned & !on_rank);
    moves += ones(attack_east(free, rank_ends) & targets & !east);
    moves += ones(westward.attacks(free) & (targets & NOT_H) & !west);
    let free = bishops & !(pinned & !on_rise);
    moves += ones(north_eastward.attacks(free) & (targets & NOT_A) & !north_east);
    moves += ones(south_westward.attacks(free) & (targets & NOT_H) & !south_west);
    let free = bishops & !(pinned & !on_fall);
    moves += ones(south_eastward.attacks(free) & (targets & NOT_A) & !south_east);
    moves += ones(north_westward.attacks(free) & (targets & NOT_H) & !north_west);

    moves += count_knights(knights & own & !pinned, targets);

    let pawns = pawns & own;
    let (rise, fall) = (pawns & !(pinned & !on_rise), pawns & !(pinned & !on_fall));
    let walkers = pawns & !(pinned & !on_file);
    let prey = enemy & targets;
    moves += if S::IS_WHITE {
        count_pawns::<S>(
            walkers << 8,
            (fall & NOT_A) << 7 & prey,
            (rise & NOT_H) << 9 & prey,
            occupied,
            targets,
        )
    } else {
        count_pawns::<S>(
            walkers >> 8,
            (rise & NOT_A) >> 9 & prey,
            (fall & NOT_H) >> 7 & prey,
            occupied,
            targets,
        )
    };

    if CASTLES {
        for way in &king.ways {
            let hindered = (way.clear & occupied) | (way.king & attacked) | (way.rook & on_rank) | checkers;
            moves += u64::from(hindered == 0);
        }
    }
    moves
}

const FILE_H: u64 = !NOT_H;

#[inline(always)]
fn ones(set: u64) -> u64 {
    u64::from(set.count_ones())
}

/// The squares of a ray towards higher indexes, up to and including its first piece.
#[inline(always)]
fn see_up(ray: u64, occupied: u64) -> u64 {
    let blockers = ray & occupied;
    ray & (blockers ^ blockers.wrapping_sub(1))
}

/// The same towards lower indexes. On square 0 a ray ends whether or not a piece stands there.
#[inline(always)]
fn see_down(ray: u64, occupied: u64) -> u64 {
    let blockers = (ray & occupied) | 1;
    ray & !((!0 >> 1) >> blockers.leading_zeros())
}

/// Shifts left by a positive number, right by a negative one.
#[inline(always)]
fn shift(set: u64, by: i32) -> u64 {
    if by > 0 { set << by } else { set >> -by }
}

/// In one direction, the squares that can be reached over empty squares by steps of one, two and four.
struct Way<const BY: i32> {
    one: u64,
    two: u64,
    four: u64,
}

impl Way<0> {
    /// The empty squares that a step may reach. Those are left out where a step would leave the board.
    #[inline(always)]
    fn new<const BY: i32>(open: u64) -> Way<BY> {
        let two = open & shift(open, BY);
        Way { one: open, two, four: two & shift(two, 2 * BY) }
    }
}

impl<const BY: i32> Way<BY> {
    /// The squares that sliders attack in this direction. Where a step leaves the board, squares on its other
    /// side are included.
    #[inline(always)]
    fn attacks(&self, sliders: u64) -> u64 {
        let reached = sliders | (self.one & shift(sliders, BY));
        let reached = reached | (self.two & shift(reached, 2 * BY));
        let reached = reached | (self.four & shift(reached, 4 * BY));
        shift(reached, BY)
    }
}

/// The squares that rooks attack eastward. `ends` are the pieces and the h-file.
///
/// Subtracting 1 to the right of a slider borrows from the next end: all bits from the slider to that end
/// change. The borrows of two sliders never overlap.
#[inline(always)]
fn attack_east(sliders: u64, ends: u64) -> u64 {
    ends ^ ends.wrapping_sub((sliders & NOT_H) << 1)
}

const NOT_AB: u64 = NOT_A & (NOT_A << 1);
const NOT_GH: u64 = NOT_H & (NOT_H >> 1);

/// All squares that knights attack.
#[inline(always)]
fn knights_attack(knights: u64) -> u64 {
    let near = (knights << 1 & NOT_A) | (knights >> 1 & NOT_H);
    let far = (knights << 2 & NOT_AB) | (knights >> 2 & NOT_GH);
    near << 16 | near >> 16 | far << 8 | far >> 8
}

/// Counts jump by jump, because two knights may reach the same square.
#[inline(always)]
fn count_knights(knights: u64, targets: u64) -> u64 {
    let mut moves = 0;
    for near in [knights << 1 & NOT_A, knights >> 1 & NOT_H] {
        moves += ones(near << 16 & targets) + ones(near >> 16 & targets);
    }
    for far in [knights << 2 & NOT_AB, knights >> 2 & NOT_GH] {
        moves += ones(far << 8 & targets) + ones(far >> 8 & targets);
    }
    moves
}

#[inline(always)]
fn king_attacks(king: u64) -> u64 {
    let row = king | (king << 1 & NOT_A) | (king >> 1 & NOT_H);
    row | row << 8 | row >> 8
}

/// A move to the last rank counts as four. Only captures to the left and to the right may have the same
/// target.
#[inline(always)]
fn count_pawns<S: Side>(one_ahead: u64, left: u64, right: u64, occupied: u64, targets: u64) -> u64 {
    let ahead = one_ahead & !occupied;
    let two_ahead =
        if S::IS_WHITE { (ahead & 0xFF << 16) << 8 } else { (ahead & 0xFF << 40) >> 8 } & !occupied;
    let most = ((ahead | two_ahead) & targets) | left;
    let promoting =
        most & END_RANKS | if S::IS_WHITE { (right & 0xFF << 56) >> 8 } else { (right & 0xFF) << 8 };
    ones(most) + ones(right) + 3 * ones(promoting)
}
