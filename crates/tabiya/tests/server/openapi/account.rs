// SPDX-License-Identifier: AGPL-3.0-or-later
//! The caller's own account.

use super::PLAYER;
use super::api::Api;
use crate::clients::token_of_new;

#[tokio::test]
async fn calls_about_the_own_account_answer_as_the_document_says() {
    let mut api = Api::new().await;
    let ann = token_of_new(&api.server, "Ann", PLAYER);
    let bob = token_of_new(&api.server, "Bob", PLAYER);
    for path in ["", "/email", "/preferences", "/kid", "/playing?nb=3"] {
        api.call(&format!("GET /api/account{path}"), &ann, "").await;
    }
    api.call("POST /api/account/kid?v=True", &ann, "").await;
    api.call("POST /api/account/kid?v=false", &ann, "").await;
    api.begun([&ann, &bob], true).await;
    api.call("GET /api/account", &ann, "").await;
    api.call("GET /api/account/playing", &ann, "").await;
    api.has_made_all_of("Account", &[]);
}
