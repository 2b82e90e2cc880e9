// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which writes go before which others.
//!
//! There are two lanes. In the live lane somebody waits for each write; in it, the events of games go first,
//! because a clock runs. In the background lane nobody does, or many writes come at once: imports, filling,
//! tidying. How a database keeps the lanes apart is its driver's matter: SQLite's writer takes its batches
//! from them (`sqlite/lanes.rs`), PostgreSQL has connections for each (`postgres/places.rs`).

/// The place of a write in the lanes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Live, and first: the events of games that are being played.
    Moves,
    /// Live, after the moves: what people change beside games, such as accounts, chats, ratings and events,
    /// later studies.
    #[default]
    Edits,
    /// Behind both: imports, filling the archive, tidying.
    Background,
}

impl Lane {
    /// All of them, the first to be served first.
    pub(crate) const ALL: [Self; 3] = [Self::Moves, Self::Edits, Self::Background];
}
