// SPDX-License-Identifier: AGPL-3.0-or-later
//! The best running games.

use serde_json::json;

use super::PLAYER;
use super::api::Api;
use crate::clients::token_of_new;

#[tokio::test]
async fn calls_about_the_best_running_games_answer_as_the_document_says() {
    let mut api = Api::new().await;
    let (ann, bob) = (&*token_of_new(&api.server, "Ann", PLAYER), &*token_of_new(&api.server, "Bob", PLAYER));
    let id = api.begun([ann, bob], true).await;
    let channels = api.call("GET /api/tv/channels", "", "").await;
    assert_eq!(channels["blitz"]["gameId"], json!(id));
    api.games("GET /api/tv/{channel}=blitz?nb=2&moves=true&tags=True", "", "").await;
    for feed in ["GET /api/tv/feed", "GET /api/tv/{channel}=blitz/feed"] {
        let mut stream = api.open(feed, "", "").await;
        api.hear(feed, &mut stream, |line| line["t"] == "featured").await;
        if feed.contains("blitz") {
            api.call(&format!("POST /api/board/game/{{id}}={id}/move/{{uci}}=f1c4"), ann, "").await;
            api.hear(feed, &mut stream, |line| line["t"] == "fen").await;
            api.call(&format!("POST /api/board/game/{{id}}={id}/move/{{uci}}=a7a6"), bob, "").await;
        }
    }
    api.has_made_all_of("TV", &[]);
}
