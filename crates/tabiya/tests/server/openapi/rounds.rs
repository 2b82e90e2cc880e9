// SPDX-License-Identifier: AGPL-3.0-or-later
//! Rounds of many games, ordered by organisers.

use super::PLAYER;
use super::api::{Api, id_of};
use crate::clients::{tabiya, token_of, token_of_new};

#[tokio::test]
async fn calls_about_rounds_answer_as_the_document_says() {
    let mut api = Api::new().await;
    let (ann, bob) = (&*token_of_new(&api.server, "Ann", PLAYER), &*token_of_new(&api.server, "Bob", PLAYER));
    tabiya(&api.server, &["user", "add", "Olga", "--role", "admin"]);
    let olga = token_of(&api.server, "Olga", "challenge:bulk,web:mod");
    api.call("POST /api/token/admin-challenge", &olga, "users=ann,bob&description=Club+evening").await;
    let order = |more: &str| format!("players={ann}:{bob}&clock.limit=180&clock.increment=2{more}");
    let round = id_of(&api.call("POST /api/bulk-pairing", &olga, &order("")).await);
    let path = format!("/api/bulk-pairing/{{id}}={round}");
    api.call(&format!("GET {path}"), &olga, "").await;
    api.call(&format!("POST {path}/start-clocks"), &olga, "").await;
    api.games(&format!("GET {path}/games"), &olga, "").await;
    let late = order(&format!("&pairAt={}&rated=true", crate::rounds::in_an_hour()));
    let late = id_of(&api.call("POST /api/bulk-pairing", &olga, &late).await);
    api.call("GET /api/bulk-pairing", &olga, "").await;
    api.call(&format!("DELETE /api/bulk-pairing/{{id}}={late}"), &olga, "").await;
    api.has_made_all_of("Rounds of organisers", &[]);
}
