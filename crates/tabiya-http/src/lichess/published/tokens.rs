// SPDX-License-Identifier: AGPL-3.0-or-later
//! Access tokens.

use super::{Calls, Input, Shape, Subject, group, object};
use crate::answer::methods::{delete, post};
use crate::lichess::account;

pub(super) const SUBJECT: Subject = Subject {
    calls: group!("Tokens" {
        post "/api/token" "" "GrantedToken" "Changes the code of an OAuth grant for a token." ["grant_type!" "code!" "code_verifier!" "redirect_uri!" "client_id!"]
        delete "/api/token" "token" "204 nothing" "Revokes the token that the call shows." []
        post "/api/token/test" "" "{TestedToken|null}" "Says what tokens are good for; null for one that is not valid. The body is tokens with commas between them, 100 at most." ["=TOKEN1,TOKEN2"]
    }),
    routes,
    inputs: INPUTS,
    shapes: SHAPES,
    ..Subject::NONE
};

fn routes() -> Calls {
    Calls::new([
        ("/api/token/test", post(account::test_tokens)),
        ("/api/token", post(account::redeem).merge(delete(account::revoke))),
    ])
}

const INPUTS: &[Input] = &[
    ("grant_type", "'authorization_code'", "authorization_code", "Always the same."),
    ("code", "string", "CODE", "What came to your `redirect_uri`."),
    ("code_verifier", "string", "SECRET", "The random text whose SHA-256 was the challenge."),
    ("redirect_uri", "string", "https://board.example/back", "Exactly as before."),
    ("client_id", "string", "board.example", "Exactly as before."),
];

const SHAPES: &[Shape] = &[
    object(
        "GrantedToken",
        "A new token.",
        &[
            ("token_type", "'Bearer'", "Bearer", "How it is shown."),
            ("access_token", "string", "tbo_Zm9vYmFy", "The token."),
            ("expires_in", "integer", "31536000", "How long it is good, in seconds."),
        ],
    ),
    object(
        "TestedToken",
        "What a token is good for.",
        &[
            ("userId", "string", "ann", "Whose it is."),
            ("scopes", "string", "board:play,challenge:write", "Its scopes, with commas between them."),
            ("expires", "time|null", "null", "When it ends; null where it does not."),
        ],
    ),
];
