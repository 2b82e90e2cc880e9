// SPDX-License-Identifier: MIT OR Apache-2.0
//! The positions that a search has met, each stored once.

use alloc::vec;
use alloc::vec::Vec;

use crate::chess_move::Move;
use crate::color::Color;
use crate::position::Position;
use crate::role::Role;

/// The parent's number and the move from it; `None` for the root.
pub(super) type Parent = Option<(u32, Move)>;

/// Positions in the order in which they were met, with a hash table by key.
pub(super) struct Visited {
    positions: Vec<Position>,
    came: Vec<Came>,
    /// How far each seemed from mate when it was met.
    distances: Vec<u32>,
    /// Open addressing: 0 is empty, else the number of a position and one. Never more than half full; a power of two long.
    table: Vec<u32>,
}

/// Where a position is, or would be.
pub(super) enum Place {
    /// It was met, and has this number.
    Met(u32),
    /// It is new; this slot is its own.
    Free(usize),
}

impl Seen {
    pub(super) fn new() -> Seen {
        Seen {
            positions: Vec::with_capacity(256),
            came: Vec::with_capacity(256),
            distances: Vec::with_capacity(256),
            table: vec![0; 512],
        }
    }

    /// The number of positions.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    pub(super) fn position(&self, index: u32) -> &Position {
        &self.positions[index as usize]
    }

    pub(super) fn parent(&self, index: u32) -> Parent {
        self.parent[index as usize]
    }

    /// How far a position seemed from mate when it was met.
    pub(super) fn distance(&self, index: u32) -> u32 {
        self.distances[index as usize]
    }

    /// Adds a position to its [`Place::Free`], and gives its number. Nothing was added since that was looked up.
    pub(super) fn add(&mut self, slot: usize, position: &Position, came: Came, distance: u32) -> u32 {
        debug_assert_eq!(self.table[slot], 0);
        let index = self.positions.len() as u32;
        self.table[slot] = index + 1;
        self.positions.push(*position);
        self.came.push(came);
        self.distances.push(distance);
        if self.positions.len() * 2 > self.table.len() {
            self.grow();
        }
        index
    }

    /// Looks a position up.
    pub(super) fn place_of(&self, position: &Position) -> Place {
        let mask = self.table.len() - 1;
        let mut slot = position.key() as usize & mask;
        while self.table[slot] != 0 {
            let index = self.table[slot] - 1;
            if is_same(&self.positions[index as usize], position) {
                return Place::Met(index);
            }
            slot = (slot + 1) & mask;
        }
        Place::Free(slot)
    }

    fn grow(&mut self) {
        let mask = self.table.len() * 2 - 1;
        self.table = vec![0; mask + 1];
        for (index, position) in self.positions.iter().enumerate() {
            let mut slot = position.key() as usize & mask;
            while self.table[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.table[slot] = index as u32 + 1;
        }
    }
}

/// Whether two positions are equal except for the counters. Equal keys alone would be wrong in 1 of 2^64
/// cases, and the result must be a proof.
fn is_same(a: &Position, b: &Position) -> bool {
    a.key() == b.key()
        && a.turn() == b.turn()
        && a.by_color(Color::White) == b.by_color(Color::White)
        && Role::ALL.into_iter().all(|role| a.by_role(role) == b.by_role(role))
        && a.castling_rights() == b.castling_rights()
        && a.legal_en_passant() == b.legal_en_passant()
}
