// SPDX-License-Identifier: AGPL-3.0-or-later
//! Slots: the shares into which all games are divided, so that several servers can own some each.
//!
//! A game's slot follows from its id and never changes. A lease names a slot and the epoch in which its holder owns it.

use std::fmt;

use tabiya_game::GameId;

/// A share of all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(u16);

impl Slot {
    /// How many slots there are. It never changes: the tables have a row for each.
    pub const COUNT: u16 = 1_024;

    /// The slot of a game (FNV-1a over the letters of its id, folded).
    #[must_use]
    pub fn of(game: GameId) -> Self {
        Self::of_work(game.as_str())
    }

    /// The slot of other work that one server of a site does, such as that for an event, by its id: hashed as a game's.
    #[must_use]
    pub fn of_work(id: &str) -> Self {
        let hash = id.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let folded = (hash ^ (hash >> 20) ^ (hash >> 40)) % u64::from(Self::COUNT);
        Self(u16::try_from(folded).expect("a remainder is less than the count"))
    }

    /// The slot with this number; `None` from [`COUNT`](Self::COUNT) on.
    #[must_use]
    pub const fn new(number: u16) -> Option<Self> {
        if number < Self::COUNT { Some(Self(number)) } else { None }
    }

    /// Its number, less than [`COUNT`](Self::COUNT).
    #[must_use]
    pub const fn number(self) -> u16 {
        self.0
    }

    /// All of them, by their numbers.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self)
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Counts the owners of a slot: each change of the owner raises it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Epoch(pub i64);

impl Epoch {
    /// Of a server that shares its games with nobody.
    pub const SOLE: Self = Self(0);
}

/// The right to write the games of a slot, until another server gets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lease {
    /// Which games.
    pub slot: Slot,
    /// Under which epoch its holder writes.
    pub epoch: Epoch,
}

/// Some of all slots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SlotSet([u64; Slot::COUNT as usize / 64]);

impl SlotSet {
    /// Adds a slot.
    pub const fn insert(&mut self, slot: Slot) {
        self.0[slot.0 as usize / 64] |= 1 << (slot.0 % 64);
    }

    /// Whether the slot is one of them.
    #[must_use]
    pub const fn contains(&self, slot: Slot) -> bool {
        self.0[slot.0 as usize / 64] & (1 << (slot.0 % 64)) != 0
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl FromIterator<Slot> for SlotSet {
    fn from_iter<T: IntoIterator<Item = Slot>>(slots: T) -> Self {
        let mut set = Self::default();
        slots.into_iter().for_each(|slot| set.insert(slot));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of released databases depend on it.
    #[test]
    fn a_games_slot_never_changes() {
        let slots = ["00000000", "abcdefgh", "Zz9Zz9Zz"].map(|id| Slot::of(id.parse().unwrap()).number());
        assert_eq!(slots, [734, 907, 312]);
    }

    #[test]
    fn games_are_spread_evenly_also_where_their_ids_are_alike() {
        for step in [1, 62, 62 * 62, 1_000_003] {
            let mut games = vec![0_u32; usize::from(Slot::COUNT)];
            for number in 0..102_400 {
                games[usize::from(Slot::of(GameId::from_bits(number * step)).number())] += 1;
            }
            let (least, most) = (games.iter().min(), games.iter().max());
            assert!(least > Some(&40) && most < Some(&180), "step {step}: {least:?} to {most:?}");
        }
    }

    #[test]
    fn a_set_holds_what_was_put_into_it() {
        let some = [0, 63, 64, 1_023].map(|number| Slot::new(number).unwrap());
        let set: SlotSet = some.into_iter().collect();
        assert_eq!(Slot::all().filter(|slot| set.contains(*slot)).collect::<Vec<_>>(), some);
        assert_eq!(set.len(), 4);
        assert_eq!(Slot::new(Slot::COUNT), None);
    }
}
