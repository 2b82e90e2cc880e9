// SPDX-License-Identifier: AGPL-3.0-or-later
//! Players.

use serde_json::json;
use tabiya_testkit::patiently;

use super::PLAYER;
use super::api::Api;
use crate::clients::token_of_new;

#[tokio::test]
async fn calls_about_players_answer_as_the_document_says() {
    let mut api = Api::new().await;
    let ann = token_of_new(&api.server, "Ann", PLAYER);
    let bob = token_of_new(&api.server, "Bob", PLAYER);
    let botty = token_of_new(&api.server, "Botty", "bot:play,challenge:write");
    api.call("POST /api/user/{username}=bob/note", &ann, "text=plays+the+Dutch").await;
    api.call("GET /api/user/{username}=bob/note", &ann, "").await;
    api.call("GET /api/player/autocomplete?term=bob", &ann, "").await;
    api.call("GET /api/player/autocomplete?term=bob&object=true", &ann, "").await;
    api.call("GET /api/streamer/live", "", "").await;
    api.call("POST /api/bot/account/upgrade", &botty, "").await;
    let _events = api.open("GET /api/stream/event", &botty, "").await;
    let online = api.ask("GET /api/bot/online?nb=5", "", "", "").await;
    assert!(online.body.contains("botty"), "{}", online.body);
    let rated = api.begun([&ann, &bob], true).await;
    api.call("GET /api/users/status?ids=ann,bob&withGameIds=True", "", "").await;
    api.resign(&rated, &bob).await;
    patiently("the rating", async {
        while api.call("GET /api/user/{username}=ann", "", "").await["perfs"]["blitz"]["games"] != json!(1) {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    })
    .await;
    for name in ["ann", "bob", "botty"] {
        api.call(&format!("GET /api/user/{{username}}={name}"), &ann, "").await;
        api.call(&format!("GET /api/user/{{username}}={name}/activity"), "", "").await;
    }
    api.call("POST /api/users", "", "ann,bob,nobody").await;
    api.call("GET /api/user/{username}=ann/rating-history", "", "").await;
    api.call("GET /api/user/{username}=ann/perf/{perf}=blitz", "", "").await;
    api.call("GET /api/user/{username}=ann/perf/{perf}=chess960", "", "").await;
    api.call("GET /api/player", "", "").await;
    api.call("GET /api/player/top/{nb}=5/{perf}=blitz", "", "").await;
    api.call("GET /api/crosstable/{user1}=ann/{user2}=bob", "", "").await;
    api.has_made_all_of("Users", &[]);
}
