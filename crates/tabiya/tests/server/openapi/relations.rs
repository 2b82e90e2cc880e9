// SPDX-License-Identifier: AGPL-3.0-or-later
//! Follows and blocks.

use super::PLAYER;
use super::api::Api;
use crate::clients::token_of_new;

#[tokio::test]
async fn calls_about_relations_answer_as_the_document_says() {
    let mut api = Api::new().await;
    let ann = token_of_new(&api.server, "Ann", PLAYER);
    token_of_new(&api.server, "Bob", "");
    for what in ["follow", "unfollow", "block", "unblock", "follow"] {
        api.call(&format!("POST /api/rel/{what}/{{username}}=bob"), &ann, "").await;
    }
    let following = api.ask("GET /api/rel/following", &ann, "application/x-ndjson", "").await;
    assert!(following.body.contains("bob"), "{}", following.body);
    api.has_made_all_of("Relations", &[]);
}
