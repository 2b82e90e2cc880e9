// SPDX-License-Identifier: AGPL-3.0-or-later
//! In which format the nodes of a site write, so that a newer program can take part beside an older one.
//!
//! A format is a number. It rises with each change that the program before can't read: a kind of event in the log of games, or a
//! message between nodes. The database says in which format the site writes now. A program takes part if it knows that one; a newer
//! program then writes as the older ones do. The site's format rises when the last node has gone that does not know the next one
//! ([`Nodes`](crate::Nodes)). So no node meets an event that it can't read, and a game is readable on all of them.
//!
//! Whoever adds a kind of event or a message raises [`NEWEST`], and writes the new kind only where [`Nodes::format`](crate::Nodes::format)
//! has reached that number. Tests in `tabiya-game` and `tabiya-live` fail where a kind is added and say so.
//!
//! Whoever raises [`NEWEST`] also adds a step to the migrations (`tables/migrations/formats.rs`): by it, programs of before refuse a database
//! on which no node plays beside them.

/// From this format on, an event of the log may have the key of the command that caused it, and nodes say such keys to each other.
pub const WITH_KEYS: u32 = 2;
/// The newest format that this program knows.
pub(crate) const NEWEST: u32 = WITH_KEYS;
/// The newest that the [next version](crate::next) knows.
pub(crate) const NEXT: u32 = NEWEST + 1;
/// The oldest format in which this program still writes: nodes that know no newer one can play beside it.
pub(crate) const OLDEST: u32 = 1;

/// The formats that a program knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formats {
    /// The newest.
    pub newest: u32,
    /// The oldest in which it still writes.
    pub oldest: u32,
}

impl Formats {
    /// Those of this program.
    #[must_use]
    pub fn own() -> Self {
        Self { newest: if crate::next::is_on() { NEXT } else { NEWEST }, oldest: OLDEST }
    }

    /// Whether a program with these can take part where the site writes in this format.
    #[must_use]
    pub const fn fit(self, site: u32) -> bool {
        self.oldest <= site && site <= self.newest
    }
}
