// SPDX-License-Identifier: AGPL-3.0-or-later
//! The caller's own account.

use super::{Subject, group};

pub(super) const SUBJECT: Subject = Subject {
    begins: &[],
    calls: group!("Account" {
        get "/api/account" "token" "User" "The token's player." []
        get "/api/account/email" "email:read" "Email" "The player's e-mail address." []
        get "/api/account/preferences" "preference:read" "Preferences" "The player's settings." []
        get "/api/account/kid" "preference:read" "Kid" "Whether kid mode is on." []
        post "/api/account/kid" "preference:write" "Done" "Switches kid mode." ["v?!"]
        get "/api/account/playing" "token" "Playing" "The games that the player plays now." ["nb?"]
    }),
    absent: &[],
};
