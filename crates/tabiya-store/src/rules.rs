// SPDX-License-Identifier: AGPL-3.0-or-later
//! The site's rules: what staff has decided for everybody.

use serde::{Deserialize, Serialize};

/// Who may do something on this site.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// Guests too.
    #[default]
    Everyone,
    /// Who is logged in.
    Accounts,
    /// Who has been invited. For playing and watching the same as `Accounts`, where registering needs an
    /// invitation.
    Invited,
}

/// What staff has decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// The site's name.
    pub name: String,
    /// The site's rules, as plain text.
    pub rules: String,
    /// The hue of the site's colour in degrees, from 0 to 359; `None` for the usual one.
    pub colour: Option<u16>,
    /// What every page shows on top; empty for nothing.
    pub announcement: String,
    /// How to reach whoever runs the site, as an address or in words; empty where nothing is said.
    pub contact: String,
    /// Who may play.
    pub play: Who,
    /// Who may watch games.
    pub watch: Who,
    /// Who may register: everyone, or whoever was invited.
    pub register: Who,
    /// Whether there is chat.
    pub chat: bool,
    /// Words that are covered in chats, one a line.
    pub chat_words: String,
    /// Whether staff must have a second factor to use its rights. The operator's setting may lift that, too.
    pub staff_second_factor: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            name: "Tabiya".to_owned(),
            rules: String::new(),
            colour: None,
            announcement: String::new(),
            contact: String::new(),
            play: Who::Everyone,
            watch: Who::Everyone,
            register: Who::Everyone,
            chat: true,
            chat_words: String::new(),
            staff_second_factor: true,
        }
    }
}
