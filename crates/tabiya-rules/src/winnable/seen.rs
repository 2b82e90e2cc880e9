// SPDX-License-Identifier: MIT OR Apache-2.0
//! The positions that a search has met, each once.

use alloc::vec;
use alloc::vec::Vec;

use crate::chess_move::Move;
use crate::color::Color;
use crate::position::Position;
use crate::role::Role;

/// How a position came about: the number of the one before and the move from there; none for the root.
pub(super) type Came = Option<(u32, Move)>;

/// Positions in the order in which they were met, found by their key.
pub(super) struct Seen {
    positions: Vec<Position>,
    came: Vec<Came>,
    /// Open addressing: 0 is empty, else the number of a position and one. Never more than half full; a power of two long.
    table: Vec<u32>,
}

impl Seen {
    pub(super) fn new() -> Seen {
        Seen { positions: Vec::with_capacity(256), came: Vec::with_capacity(256), table: vec![0; 512] }
    }

    /// How many there are.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    pub(super) fn position(&self, index: u32) -> &Position {
        &self.positions[index as usize]
    }

    pub(super) fn came(&self, index: u32) -> Came {
        self.came[index as usize]
    }

    /// Adds a position that was not met before, and gives its number.
    pub(super) fn add(&mut self, position: &Position, came: Came) -> Option<u32> {
        let slot = self.slot_of(position)?;
        let index = self.positions.len() as u32;
        self.table[slot] = index + 1;
        self.positions.push(*position);
        self.came.push(came);
        if self.positions.len() * 2 > self.table.len() {
            self.grow();
        }
        Some(index)
    }

    /// The empty slot for a position; none if it is there already.
    fn slot_of(&self, position: &Position) -> Option<usize> {
        let mask = self.table.len() - 1;
        let mut slot = position.key() as usize & mask;
        while self.table[slot] != 0 {
            if is_same(&self.positions[self.table[slot] as usize - 1], position) {
                return None;
            }
            slot = (slot + 1) & mask;
        }
        Some(slot)
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
