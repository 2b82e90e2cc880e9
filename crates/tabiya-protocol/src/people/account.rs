// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bodies of the calls about accounts, log-in and sessions.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What an account may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum RoleView {
    /// Plays.
    Player,
    /// Also makes players with code cards, and events.
    Organiser,
    /// Also warns, closes and reopens players' accounts.
    Moderator,
    /// Everything.
    Admin,
}

/// The answer to `GET /api/me`, and to every call that logs in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct Me {
    /// The player's id, as 32 hexadecimal digits.
    pub player: String,
    /// The name as the player writes it.
    pub name: String,
    /// What the account may do.
    pub role: RoleView,
    /// Whether it is in kid mode.
    pub kid: bool,
    /// Whether log-in asks for a code of the second factor.
    pub second_factor: bool,
    /// Whether there is a password; without one, a code card logs in.
    pub password: bool,
    /// The e-mail address.
    pub email: Option<String>,
    /// Whether a link that was sent there has been followed.
    pub email_confirmed: bool,
    /// How many games the guest has played whom this browser was before, and that the account could take over.
    pub guest_games: u32,
    /// What the page keeps with the account, by name.
    pub settings: BTreeMap<String, String>,
}

/// The body of `POST /api/register`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct Register {
    /// The name that the player wants.
    pub name: String,
    /// The password.
    pub password: String,
    /// An e-mail address, for a forgotten password.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub email: Option<String>,
    /// What an invitation says, where the server asks for one.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub invitation: Option<String>,
}

/// The body of `POST /api/login`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct Login {
    /// The account's name.
    pub name: String,
    /// Its password.
    pub password: String,
    /// The code of the second factor, or a recovery code.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub code: Option<String>,
}

/// The body of `POST /api/card`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct CardLogin {
    /// The code on the card.
    pub code: String,
}

/// The body of `POST /api/password`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ChangePassword {
    /// The password until now; empty where there is none.
    pub old: String,
    /// The password from now on.
    pub new: String,
}

/// The body of `POST /api/page/guest-games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct TakeGuestGames {
    /// Whether the account takes the games over.
    pub take: bool,
}

/// How a player logged in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum LoggedInByView {
    /// With name and password.
    Password,
    /// With a code card.
    Card,
    /// By a link, for a new password or to an account that staff had made.
    Link,
    /// By making the account.
    Register,
}

/// One browser that is logged in, in the answer to `GET /api/page/sessions`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SessionView {
    /// By which it is revoked.
    pub id: String,
    /// Which browser on which system.
    pub device: String,
    /// How the player logged in there.
    pub by: LoggedInByView,
    /// Since when, in milliseconds since 1970.
    pub created: u64,
    /// When it was used last, give or take a few minutes.
    pub last_used: u64,
    /// Whether this is the browser that asks.
    pub current: bool,
}

/// A body that proves who asks: closing the account, removing the second factor.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ProvePassword {
    /// The account's password.
    pub password: String,
}

/// The answer to `POST /api/page/second-factor/begin`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SecondFactorBegun {
    /// The shared secret in base32, to be typed into an authenticator.
    pub secret: String,
    /// The same as an `otpauth:` address, for a QR code.
    pub uri: String,
}

/// The body of `POST /api/page/second-factor/confirm`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ConfirmSecondFactor {
    /// The code that the authenticator shows.
    pub code: String,
}

/// The answer to `POST /api/page/second-factor/confirm`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct RecoveryCodes {
    /// Each logs in once in place of a code. They are shown this one time.
    pub recovery_codes: Vec<String>,
}

/// The body of `PUT /api/page/email`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ChangeEmail {
    /// The new address; empty for none.
    pub email: String,
    /// The account's password.
    pub password: String,
}

/// The body of `POST /api/page/email/confirm`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct FollowLink {
    /// What stands behind `#` in the link.
    pub token: String,
}

/// The body of `POST /api/page/reset`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct AskReset {
    /// The address to which the link is sent, if an account has confirmed it.
    pub email: String,
}

/// The body of `POST /api/page/reset/finish`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct FinishReset {
    /// What stands behind `#` in the link.
    pub token: String,
    /// The new password.
    pub password: String,
}

/// The body of `POST /api/page/admin-link`: name and password where the caller has no account yet.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct AdminLink {
    /// What stands behind `#` in the link.
    pub token: String,
    /// The name of the new account.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub name: Option<String>,
    /// Its password.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub password: Option<String>,
}

/// Declares the types of this file to the page.
#[cfg(feature = "ts")]
pub(crate) fn declare(page: &mut impl ts_rs::TypeVisitor) {
    page.visit::<Me>();
    page.visit::<Register>();
    page.visit::<Login>();
    page.visit::<CardLogin>();
    page.visit::<ChangePassword>();
    page.visit::<TakeGuestGames>();
    page.visit::<LoggedInByView>();
    page.visit::<SessionView>();
    page.visit::<ProvePassword>();
    page.visit::<SecondFactorBegun>();
    page.visit::<ConfirmSecondFactor>();
    page.visit::<RecoveryCodes>();
    page.visit::<ChangeEmail>();
    page.visit::<FollowLink>();
    page.visit::<AskReset>();
    page.visit::<FinishReset>();
    page.visit::<AdminLink>();
}
