// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games to read, and to bring here.

use super::PLAYER;
use super::api::Api;
use crate::clients::{tabiya, token_of, token_of_new};

#[tokio::test]
async fn calls_about_games_answer_as_the_document_says() {
    let mut api = Api::new().await;
    let (ann, bob) = (&*token_of_new(&api.server, "Ann", PLAYER), &*token_of_new(&api.server, "Bob", PLAYER));
    let id = &*api.begun([ann, bob], true).await;
    let watch = format!("GET /api/stream/game/{{id}}={id}");
    let mut watched = api.open(&watch, "", "").await;
    let users = "POST /api/stream/games-by-users?withCurrentGames=true";
    let mut stream = api.open(users, "", "ann,bob").await;
    api.hear(users, &mut stream, |line| line["id"] == id).await;
    let own = "POST /api/stream/games/{streamId}=own";
    let mut stream = api.open(own, ann, "00000000").await;
    api.call("POST /api/stream/games/{streamId}=own/add", ann, id).await;
    api.hear(own, &mut stream, |line| line["id"] == id).await;
    api.games("GET /api/user/{username}=ann/current-game", "", "").await;
    api.resign(id, bob).await;
    api.hear(&watch, &mut watched, |line| line["statusName"] == "resign").await;
    api.call(&format!("GET /api/games/{{id}}={id}/lag"), "", "").await;
    api.call(&format!("GET /api/game/{{id}}={id}/chat"), "", "").await;
    api.games(&format!("GET /game/export/{{id}}={id}?clocks=true&pgnInJson=True&lastFen=1"), "", "").await;
    api.games("GET /api/games/user/{username}=ann?max=5&clocks=true&ongoing=true&sort=dateAsc", "", "").await;
    api.games("POST /api/games/export/_ids?opening=false", "", &format!("{id},00000000")).await;
    api.call("POST /api/import", ann, "pgn=1.+e4+e5+2.+Qh5+Nc6").await;
    api.call("POST /api/import", "", "pgn=1.+e4+e5+2.+Qh5+Nc6").await;
    api.games("GET /api/games/export/imports", ann, "").await;
    tabiya(&api.server, &["user", "add", "Olga", "--role", "admin"]);
    let olga = token_of(&api.server, "Olga", "web:mod");
    api.games("GET /api/tabiya/games?since=1&until=9999999999999&literate=true", &olga, "").await;
    api.has_made_all_of("Games", &[]);
}
