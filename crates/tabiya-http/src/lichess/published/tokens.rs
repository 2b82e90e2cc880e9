// SPDX-License-Identifier: AGPL-3.0-or-later
//! Access tokens.

use super::{Subject, group};

pub(super) const SUBJECT: Subject = Subject {
    begins: &[],
    calls: group!("Tokens" {
        post "/api/token" "" "GrantedToken" "Changes the code of an OAuth grant for a token." ["grant_type!" "code!" "code_verifier!" "redirect_uri!" "client_id!"]
        delete "/api/token" "token" "204 nothing" "Revokes the token that the call shows." []
        post "/api/token/test" "" "{TestedToken|null}" "Says what tokens are good for; null for one that is not valid. The body is tokens with commas between them, 100 at most." ["=TOKEN1,TOKEN2"]
    }),
    absent: &[],
};
