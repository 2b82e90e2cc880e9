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
    parent: Vec<Parent>,
    /// The estimated distance of each from mate when it was met.
    distances: Vec<u32>,
    /// Open addressing: 0 is an empty slot, any other value the number of a position plus one. At most half
    /// full; the length is a power of two.
    table: Vec<u32>,
}

/// The place of a position in the table.
pub(super) enum Place {
    /// The position was met before and has this number.
    Met(u32),
    /// The position is new and belongs in this slot.
    Free(usize),
}

impl Visited {
    pub(super) fn new() -> Visited {
        Visited {
            positions: Vec::with_capacity(256),
            parent: Vec::with_capacity(256),
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

    /// The estimated distance of a position from mate when it was met.
    pub(super) fn distance(&self, index: u32) -> u32 {
        self.distances[index as usize]
    }

    /// Adds a position in its [`Place::Free`] slot and returns its number. Nothing may be added between the
    /// look-up and this call.
    pub(super) fn add(&mut self, slot: usize, position: &Position, parent: Parent, distance: u32) -> u32 {
        debug_assert_eq!(self.table[slot], 0);
        let index = self.positions.len() as u32;
        self.table[slot] = index + 1;
        self.positions.push(*position);
        self.parent.push(parent);
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

/// Whether they are one for the rules but for counted moves. The keys alone would be a proof but for 1 in 2^64, and a proof is
/// what is wanted.
fn is_same(a: &Position, b: &Position) -> bool {
    a.key() == b.key()
        && a.turn() == b.turn()
        && a.by_color(Color::White) == b.by_color(Color::White)
        && Role::ALL.into_iter().all(|role| a.by_role(role) == b.by_role(role))
        && a.castling_rights() == b.castling_rights()
        && a.legal_en_passant() == b.legal_en_passant()
}
