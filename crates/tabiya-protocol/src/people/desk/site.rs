// SPDX-License-Identifier: MIT OR Apache-2.0
//! The desk: what staff decides for the whole site, and the settings that whoever runs the server has made.

use serde::{Deserialize, Serialize};

/// Who may do something on a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum WhoMay {
    /// Guests too.
    Everyone,
    /// Who is logged in.
    Accounts,
    /// Who has been invited.
    Invited,
}

/// What staff has decided for the whole site: `GET` and `PUT /api/page/desk/site`, and `GET /api/page/site` for everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SiteView {
    /// The site's name.
    pub name: String,
    /// Its rules, as plain text.
    pub rules: String,
    /// The hue of its colour in degrees; none for the usual one.
    pub colour: Option<u16>,
    /// What every page shows on top; empty for nothing.
    pub announcement: String,
    /// How to reach whoever runs the site, as an address or in words; empty where nothing is said. A change that does not say
    /// leaves it as it is.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub contact: Option<String>,
    /// Who may play.
    pub play: WhoMay,
    /// Who may watch games.
    pub watch: WhoMay,
    /// Who may register: everyone or invited.
    pub register: WhoMay,
    /// Whether there is chat.
    pub chat: bool,
    /// Whether staff must have a second factor to use the desk; omitted where the server was started with that off. A change
    /// that does not say leaves it as it is.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub staff_second_factor: Option<bool>,
    /// Whether this server sends mail. Told, and of no account in a change.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub mail: Option<bool>,
    /// The admin's password, in a change that ends the demand for second factors. Never told.
    #[serde(default, skip_serializing)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub password: Option<String>,
}

/// Words that are covered in chats: `GET` and `PUT /api/page/desk/chat-words`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ChatWords {
    /// One a line.
    pub words: String,
}

/// Where a setting of the server comes from. What stands further up wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum SettingSource {
    /// The command line.
    Flag,
    /// A variable of the environment.
    Environment,
    /// The file of settings.
    File,
    /// Nobody has said anything.
    Default,
}

/// A setting that whoever runs the server has made, in the answer to `GET /api/page/desk/settings`. The page can't change it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SettingView {
    /// Its name, as in the file and behind `--`.
    pub key: String,
    /// What is in force; none for nothing, and for a secret.
    pub value: Option<String>,
    /// Where it comes from.
    pub source: SettingSource,
}
