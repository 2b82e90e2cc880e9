// SPDX-License-Identifier: AGPL-3.0-or-later
//! Access tokens.

use super::{Shape, object};

pub(super) const TOKENS: &[Shape] = &[
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
