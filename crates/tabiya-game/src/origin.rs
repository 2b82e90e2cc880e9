// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where a game that was not played here comes from.

use serde::{Deserialize, Serialize};

/// What the record of a game from elsewhere says about it, as PGN's tags do (PGN 8.1.1.1 to 8.1.1.3). What it does not say is
/// `None`. Who makes it sees to it that the texts are short, and fit to be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The place, or the address of a site.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// The date as `YYYY.MM.DD`, with question marks for what is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
}
