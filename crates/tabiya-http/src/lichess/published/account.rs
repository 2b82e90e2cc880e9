// SPDX-License-Identifier: AGPL-3.0-or-later
//! The caller's own account.

use super::{Bound, Calls, Input, Shape, Subject, from_to, group, object};
use crate::answer::methods::{get, post};
use crate::lichess::fields::HIGHEST;
use crate::lichess::{account, playing};

pub(super) const SUBJECT: Subject = Subject {
    calls: group!("Account" {
        get "/api/account" "token" "User" "The token's player." []
        get "/api/account/email" "email:read" "Email" "The player's e-mail address." []
        get "/api/account/preferences" "preference:read" "Preferences" "The player's settings." []
        get "/api/account/kid" "preference:read" "Kid" "Whether kid mode is on." []
        post "/api/account/kid" "preference:write" "Done" "Switches kid mode." ["v?!"]
        get "/api/account/playing" "token" "Playing" "The games that the player plays now." ["nb?"]
    }),
    routes,
    inputs: INPUTS,
    bounds: BOUNDS,
    shapes: SHAPES,
    ..Subject::NONE
};

fn routes() -> Calls {
    Calls::new([
        ("/api/account", get(account::show)),
        ("/api/account/email", get(account::email)),
        ("/api/account/kid", get(account::kid).merge(post(account::set_kid))),
        ("/api/account/preferences", get(account::preferences)),
        ("/api/account/playing", get(playing::playing)),
    ])
}

const INPUTS: &[Input] =
    &[("nb", "integer", "", "How many at most."), ("v", "boolean", "false", "On or off.")];

const BOUNDS: &[Bound] = &[("nb", || from_to(0, HIGHEST))];

const SHAPES: &[Shape] = &[
    object("Email", "An address.", &[("email", "string", "ann@example.com", "Empty where there is none.")]),
    object("Kid", "Kid mode.", &[("kid", "boolean", "false", "Whether it is on.")]),
    object(
        "Preferences",
        "A player's settings.",
        &[
            (
                "prefs",
                "{boolean|integer|string}",
                r#"{"dark": true, "pieceSet": "cburnett", "challenge": 4}"#,
                "The names and numbers are lichess's. Those without a counterpart here have fixed values.",
            ),
            ("language", "string", "en", "The language of the page."),
        ],
    ),
    object(
        "Playing",
        "The games that a player plays.",
        &[
            ("nowPlaying", "[OwnGame]", "", "Those where the player is to move first."),
            ("nbMyTurn", "integer", "1", "In how many of them the player is to move."),
        ],
    ),
];
