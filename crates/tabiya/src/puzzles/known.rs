// SPDX-License-Identifier: AGPL-3.0-or-later
//! The positions of which there is a puzzle for everybody. Files of different sites name the same position differently, and one position
//! makes one puzzle: the first stays.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hash, Hasher};

use tabiya_puzzles::start_of_line;
use tabiya_rules::Position;
use tabiya_store::{Audience, StorageError, Store};

/// Puzzles that are read at once.
const PAGE: u32 = 10_000;

/// A hash of the id of its puzzle, by the key of each position: 2,000,000 take some 70 MB.
#[derive(Default)]
pub(super) struct Known(HashMap<u64, u64>);

impl Known {
    /// Those of the database. For a class there are none: the id of such a puzzle already is that of its position.
    pub(super) async fn read(store: &Store, audience: Audience) -> Result<Self, StorageError> {
        let mut known = Self::default();
        if audience != Audience::Everybody {
            return Ok(known);
        }
        let mut last: Option<String> = None;
        loop {
            let page = store.puzzles.puzzles_after(last.as_deref(), PAGE).await?;
            for stored in page.iter().filter(|stored| stored.audience == Audience::Everybody) {
                if let Some(start) = start_of_line(&stored.line) {
                    known.0.entry(start.key()).or_insert_with(|| hash(&stored.id));
                }
            }
            let Some(end) = page.last() else { return Ok(known) };
            last = Some(end.id.clone());
        }
    }

    /// Notes a puzzle. Returns whether another one has the same position.
    pub(super) fn has_another(&mut self, id: &str, start: &Position) -> bool {
        match self.0.entry(start.key()) {
            Entry::Occupied(known) => *known.get() != hash(id),
            Entry::Vacant(free) => {
                free.insert(hash(id));
                false
            }
        }
    }
}

fn hash(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}
