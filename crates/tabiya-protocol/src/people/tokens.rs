// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bodies of the calls about access tokens, with which programs act for a player, and about a program's wish to get one.

use serde::{Deserialize, Serialize};

/// An access token, in the answer to `GET /api/page/tokens`. The token itself is shown once, when it is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct TokenView {
    /// By what it is revoked.
    pub id: String,
    /// What the player calls it, or the address of the page that it was given to.
    pub note: String,
    /// What it allows, under lichess's names.
    pub scopes: Vec<String>,
    /// When it was made.
    pub created: u64,
    /// When it was used last; null if never.
    pub last_used: Option<u64>,
    /// From when on it opens nothing; null if it is good until it is revoked.
    pub expires: Option<u64>,
}

/// The body of `POST /api/page/tokens`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct MakeToken {
    /// What the player calls it.
    pub note: String,
    /// What it allows: names with a blank between them.
    pub scopes: String,
}

/// The answer to `POST /api/page/tokens`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct TokenMade {
    /// The token. It is not shown again.
    pub token: String,
}

/// What a program that wants a token asks for, as it stands in the address of the page `/oauth`: the body of
/// `POST /api/page/oauth/ask` and `/allow`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct GrantWish {
    /// Must be `code`.
    #[serde(default)]
    pub response_type: String,
    /// What the program calls itself.
    #[serde(default)]
    pub client_id: String,
    /// Where the code goes.
    #[serde(default)]
    pub redirect_uri: String,
    /// Must be `S256`.
    #[serde(default)]
    pub code_challenge_method: String,
    /// The hash of the secret that the program keeps (RFC 7636).
    #[serde(default)]
    pub code_challenge: String,
    /// What the program wants to do, with blanks between the names.
    #[serde(default)]
    pub scope: String,
    /// What the program wants to hear again.
    #[serde(default)]
    pub state: String,
}

/// The answer to `POST /api/page/oauth/ask`: what the player is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct GrantAsked {
    /// The program's page.
    pub origin: String,
    /// What it wants to do.
    pub scopes: Vec<String>,
    /// Where the player goes who says no.
    pub refused: String,
}

/// The answer to `POST /api/page/oauth/allow`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct GrantGiven {
    /// Where the player goes now, with the code.
    pub redirect: String,
}

/// Declares the types of this file to the page.
#[cfg(feature = "ts")]
pub(crate) fn declare(page: &mut impl ts_rs::TypeVisitor) {
    page.visit::<TokenView>();
    page.visit::<MakeToken>();
    page.visit::<TokenMade>();
    page.visit::<GrantWish>();
    page.visit::<GrantAsked>();
    page.visit::<GrantGiven>();
}
