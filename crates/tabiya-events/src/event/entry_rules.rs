// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who may enter an event by themselves.

use serde::{Deserialize, Serialize};

/// What whoever enters by themselves must have. Organisers enter everybody.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryRules {
    /// The code that the organiser gives to those who may enter, as it is shown; `None` if nobody needs one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The lowest rating; `None` for any. A section of a festival has limits of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_from: Option<u16>,
    /// The highest rating; `None` for any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_to: Option<u16>,
}

impl EntryRules {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether a player of this rating may enter. Somebody without a rating may where no lowest one is asked for.
    pub fn takes(&self, rating: Option<u16>) -> bool {
        is_within(rating, self.rating_from, self.rating_to)
    }
}

/// Whether a rating is within limits, of which each may be missing. No rating is within limits that have no lowest one.
pub(super) fn is_within(rating: Option<u16>, from: Option<u16>, to: Option<u16>) -> bool {
    match rating {
        Some(rating) => from.is_none_or(|from| rating >= from) && to.is_none_or(|to| rating <= to),
        None => from.is_none(),
    }
}
