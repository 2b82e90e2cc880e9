// SPDX-License-Identifier: MIT OR Apache-2.0
//! Estimates how far a position is from a mate. Only the order of the search depends on it, never an answer.
//!
//! The position is compared with two patterns of mate: a protected queen next to the king, and a rook or
//! queen that gives check along a rank or file. The estimate counts what is missing: escape squares of the
//! king, protection, moves of the piece to its square, enemies that could capture it. The weights were found
//! by trying positions of real games.

use crate::attacks::{bishop_attacks, king_attacks, knight_attacks, queen_attacks, rook_attacks};
use crate::bitboard::Bitboard;
use crate::chess_move::Move;
use crate::color::Color;
use crate::position::Position;
use crate::role::Role;
use crate::square::{File, Square};

use super::small_endings;

/// The squares that the mating side's pieces attack, by role. Sliders attack through the other king.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    color: Color,
    by_role: [Bitboard; 6],
}

impl Reach {
    pub(super) fn of(position: &Position, color: Color) -> Reach {
        let mut reach = Reach { color, by_role: [Bitboard::EMPTY; 6] };
        for role in Role::ALL {
            reach.update(position, role);
        }
        reach
    }

    /// The estimate for the position after a move. Only the attacks of the role that moved, or was captured,
    /// are computed again. Lines that the move opens or closes for other pieces are ignored.
    pub(super) fn distance_after(&self, before: &Position, mv: Move, after: &Position) -> u32 {
        let mut reach = *self;
        let touched = if before.turn() == self.color { mv.from() } else { mv.to() };
        if let Some(role) = before.role_at(touched) {
            reach.update(after, role);
        }
        if before.turn() == self.color
            && let Some(role) = mv.promotion()
        {
            reach.update(after, role);
        }
        reach.distance(after)
    }

    #[inline(always)]
    fn update(&mut self, position: &Position, role: Role) {
        let pieces = position.pieces(self.color, role);
        let occupied = position.occupied().without(position.king_of(!self.color));
        self.by_role[role.index()] = match role {
            Role::Pawn => pawn_reach(pieces, self.color),
            Role::Knight => union(pieces, knight_attacks),
            Role::Bishop => union(pieces, |from| bishop_attacks(from, occupied)),
            Role::Rook => union(pieces, |from| rook_attacks(from, occupied)),
            Role::Queen => union(pieces, |from| queen_attacks(from, occupied)),
            Role::King => union(pieces, king_attacks),
        };
    }

    /// The estimated distance of the side from a mate; 0 is nearest.
    #[inline(always)]
    pub(super) fn distance(&self, position: &Position) -> u32 {
        let color = self.color;
        let view = View::new(position, self);
        let own = position.king_of(color);
        let bare_ring = (view.ring - view.other_reach).len() as u32;
        if view.queen_reach.is_empty() && view.rook_reach.is_empty() {
            if let Some(pawn) = foremost(position.pieces(color, Role::Pawn), color) {
                return 60 + promotion(position, color, pawn);
            }
            return small_endings::distance(position, color)
                .unwrap_or_else(|| 40 + view.by_minor_pieces(own));
        }
        let approach = if position.by_color(color).len() <= 4 { 2 * steps(own, view.king) } else { 0 };
        let near = view.next_to_the_king();
        let best = if near <= 24 { near } else { view.on_a_line(near) };
        best + inwards(view.king) + bare_ring + approach
    }
}

/// The king to be mated, and the squares around it.
struct View<'a> {
    position: &'a Position,
    color: Color,
    enemies: Bitboard,
    king: Square,
    ring: Bitboard,
    /// All pieces except that king.
    occupied: Bitboard,
    queen_reach: Bitboard,
    rook_reach: Bitboard,
    /// The squares that all other pieces attack.
    other_reach: Bitboard,
}

impl<'a> View<'a> {
    fn new(position: &'a Position, reach: &Reach) -> View<'a> {
        let color = reach.color;
        let king = position.king_of(!color);
        let of = |role: Role| reach.by_role[role.index()];
        View {
            position,
            color,
            enemies: position.by_color(!color).without(king),
            king,
            ring: king_attacks(king),
            occupied: position.occupied().without(king),
            queen_reach: of(Role::Queen),
            rook_reach: of(Role::Rook),
            other_reach: of(Role::Pawn) | of(Role::King) | of(Role::Knight) | of(Role::Bishop),
        }
    }

    /// What is missing for a mate by the queen next to the king.
    fn next_to_the_king(&self) -> u32 {
        if self.queen_reach.is_empty() {
            return u32::MAX;
        }
        let protected = self.other_reach | self.rook_reach;
        let flights = self.ring - self.enemies - protected;
        let free = self.ring - self.position.by_color(self.color);
        let (near, far) = (free & self.queen_reach, free - self.queen_reach);
        let (mut best, mut place) = (u32::MAX, self.king);
        for (places, missing) in
            [(near & protected, 0), (far & protected, 5), (near - protected, 8), (far - protected, 13)]
        {
            if best <= missing {
                break;
            }
            for square in places {
                let open = (flights - Bitboard(QUEEN_LINES[square.index()])).without(square);
                let cost = missing + 12 * open.len() as u32;
                if cost < best {
                    (best, place) = (cost, square);
                }
            }
        }
        if place == self.king { u32::MAX } else { best + 4 * self.takers(place) }
    }

    /// The same for a mate along a rank or file. Gives up when it gets worse than `best`.
    fn on_a_line(&self, mut best: u32) -> u32 {
        let checks = rook_attacks(self.king, self.position.occupied()) - self.position.by_color(self.color);
        let flights = self.ring - self.enemies - self.other_reach;
        for line in [Bitboard::file(self.king.file()), Bitboard::rank(self.king.rank())] {
            for (reach, helped) in [(self.queen_reach, self.rook_reach), (self.rook_reach, self.queen_reach)]
            {
                let cost = 8 + 8 * (flights - line - helped).len() as u32;
                if reach.is_empty() || cost >= best {
                    continue;
                }
                let places = checks & line & reach;
                let missing = match ((places - self.ring).first(), places.first()) {
                    (Some(far), _) => 4 * self.takers(far),
                    (None, Some(near)) => 4 + 4 * self.takers(near),
                    (None, None) => 6,
                };
                best = best.min(cost + missing);
            }
        }
        best
    }

    /// What is missing for a mate by a bishop or knight: the king in a corner with its own pieces blocking
    /// it, the other king beside it, and a check.
    fn by_minor_pieces(&self, own: Square) -> u32 {
        let flights = self.ring - self.enemies - self.other_reach;
        let knights = self.position.pieces(self.color, Role::Knight);
        let bishops = self.position.pieces(self.color, Role::Bishop);
        let corners = match (knights.is_empty(), bishops & DARK, bishops - DARK) {
            (true, dark, light) if light.is_empty() && dark.any() => CORNERS & DARK,
            (true, dark, light) if dark.is_empty() && light.any() => CORNERS - DARK,
            _ => CORNERS,
        };
        let corner = corners.into_iter().map(|corner| steps(corner, self.king)).min().unwrap_or(0);
        let occupied = self.position.occupied();
        let checks_by_knight = knight_attacks(self.king);
        let checks_by_bishop = bishop_attacks(self.king, self.occupied);
        let to_a_check = |piece: Square, checks: Bitboard, reach: Bitboard| {
            if checks.contains(piece) {
                0
            } else if checks.intersects(reach) {
                1
            } else {
                2
            }
        };
        let by_knight =
            knights.into_iter().map(|piece| to_a_check(piece, checks_by_knight, knight_attacks(piece)));
        let by_bishop = bishops
            .into_iter()
            .map(|piece| to_a_check(piece, checks_by_bishop, bishop_attacks(piece, occupied)));
        let check = by_knight.chain(by_bishop).min().unwrap_or(0);
        // A pawn alone must first be promoted to a piece that can block.
        let blocker = match (self.enemies - self.position.by_role(Role::Pawn)).is_empty() {
            true => foremost(self.enemies, !self.color).map_or(0, |pawn| {
                pawn.rank().index().abs_diff((!self.color).promotion_rank().index()) as u32
            }),
            false => 0,
        };
        // The blocking piece must move there.
        let near = self.enemies.into_iter().map(|man| steps(man, self.king)).min().unwrap_or(0);
        8 * flights.len() as u32
            + 3 * corner
            + 2 * steps(own, self.king).max(2)
            + 3 * check
            + 2 * blocker
            + 2 * near
    }

    /// The number of enemies that could capture a piece on this square.
    fn takers(&self, square: Square) -> u32 {
        (self.position.attackers_to(square, self.occupied) & self.enemies).len() as u32
    }
}

const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);
/// The squares of the same colour as a1.
const DARK: Bitboard = Bitboard(0xAA55_AA55_AA55_AA55);

/// The squares that a queen attacks on an empty board, by its square.
static QUEEN_LINES: [u64; 64] = {
    let mut table = [0; 64];
    let mut from = 0i32;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let (files, ranks) = (to % 8 - from % 8, to / 8 - from / 8);
            if from != to && (files == 0 || ranks == 0 || files == ranks || files == -ranks) {
                table[from as usize] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    table
};

/// All squares that these pieces attack.
#[inline(always)]
fn union(pieces: Bitboard, attacks: impl Fn(Square) -> Bitboard) -> Bitboard {
    pieces.into_iter().fold(Bitboard::EMPTY, |set, from| set | attacks(from))
}

/// The squares that pawns attack.
fn pawn_reach(pawns: Bitboard, color: Color) -> Bitboard {
    let (west, east) = (pawns - File::A.into(), pawns - File::H.into());
    Bitboard(match color {
        Color::White => west.0 << 7 | east.0 << 9,
        Color::Black => west.0 >> 9 | east.0 >> 7,
    })
}

/// The distance from the nearest corner, counted along the edges.
fn inwards(square: Square) -> u32 {
    let from_the_edge = |index: usize| index.min(7 - index) as u32;
    from_the_edge(square.file().index()) + from_the_edge(square.rank().index())
}

/// The number of king's moves from one square to the other.
pub(super) fn steps(a: Square, b: Square) -> u32 {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    files.max(ranks) as u32
}

/// The most advanced pawn.
pub(super) fn foremost(pawns: Bitboard, color: Color) -> Option<Square> {
    match color {
        Color::White => pawns.last(),
        Color::Black => pawns.first(),
    }
}

/// How far a pawn is from promotion with its king nearby.
pub(super) fn promotion(position: &Position, color: Color, pawn: Square) -> u32 {
    let up = if color == Color::White { 1 } else { -1 };
    let next = pawn.offset(0, up).unwrap_or(pawn);
    let left = pawn.rank().index().abs_diff(color.promotion_rank().index()) as u32;
    let blocked = u32::from(position.occupied().contains(next));
    10 * left + 5 * blocked + steps(position.king_of(color), next)
}
