// SPDX-License-Identifier: AGPL-3.0-or-later
//! Challenges, and games against the computer.

use super::PLAYER;
use super::api::{Api, id_of, is};
use crate::clients::token_of_new;

#[tokio::test]
async fn calls_about_challenges_answer_as_the_document_says() {
    let mut api = Api::new().await;
    let (ann, bob) = (&*token_of_new(&api.server, "Ann", PLAYER), &*token_of_new(&api.server, "Bob", PLAYER));
    let mut events = api.open("GET /api/stream/event", bob, "").await;
    let wish = "rated=false&clock.limit=300&clock.increment=3&color=white";
    let made = api.call("POST /api/challenge/{username}=bob", ann, wish).await;
    api.hear("GET /api/stream/event", &mut events, is("challenge")).await;
    api.call("GET /api/challenge", ann, "").await;
    let id = id_of(&made);
    api.call(&format!("GET /api/challenge/{{id}}={id}/show"), ann, "").await;
    api.call(&format!("POST /api/challenge/{{id}}={id}/decline"), bob, "reason=tooFast").await;
    api.hear("GET /api/stream/event", &mut events, is("challengeDeclined")).await;
    let made =
        api.call("POST /api/challenge/{username}=bob", ann, r#"{"days":2,"variant":"chess960"}"#).await;
    api.call(&format!("POST /api/challenge/{{id}}={}/cancel", id_of(&made)), ann, "").await;
    api.hear("GET /api/stream/event", &mut events, is("challengeCanceled")).await;
    let mut kept =
        api.open("POST /api/challenge/{username}=bob", ann, "clock.limit=60&keepAliveStream=true").await;
    let first =
        api.hear("POST /api/challenge/{username}=bob", &mut kept, |line| line["id"].is_string()).await;
    api.call(&format!("POST /api/challenge/{{id}}={}/decline", id_of(&first)), bob, "").await;
    api.hear("POST /api/challenge/{username}=bob", &mut kept, |line| line["done"] == "declined").await;
    let begun = format!("clock.limit=60&clock.increment=0&acceptByToken={bob}");
    let begun = api.call("POST /api/challenge/{username}=bob", ann, &begun).await;
    let id = id_of(&begun["game"]);
    api.hear("GET /api/stream/event", &mut events, is("gameStart")).await;
    api.call(&format!("POST /api/round/{{id}}={id}/add-time/{{seconds}}=15?key=one"), ann, "").await;
    api.call(&format!("POST /api/challenge/{{id}}={id}/start-clocks?token1={ann}&token2={bob}"), ann, "")
        .await;
    api.call(&format!("POST /api/board/game/{{id}}={id}/abort"), bob, "").await;
    api.hear("GET /api/stream/event", &mut events, is("gameFinish")).await;
    let opened = api.call("POST /api/challenge/open", "", "clock.limit=180&clock.increment=2&name=who").await;
    let id = id_of(&opened);
    api.call(&format!("GET /api/challenge/{{id}}={id}/show"), "", "").await;
    api.call(&format!("POST /api/challenge/{{id}}={id}/accept?color=white"), ann, "").await;
    api.call(&format!("GET /api/challenge/{{id}}={id}/show"), "", "").await;
    api.call(&format!("POST /api/challenge/{{id}}={id}/accept"), bob, "").await;
    api.call(&format!("POST /api/board/game/{{id}}={id}/abort"), ann, "").await;
    let wish = "level=1&clock.limit=300&clock.increment=2&color=white";
    let id = id_of(&api.call("POST /api/challenge/ai", ann, wish).await);
    let follow = format!("GET /api/board/game/stream/{{id}}={id}");
    let mut stream = api.open(&follow, ann, "").await;
    api.hear(&follow, &mut stream, is("gameFull")).await;
    api.resign(&id, ann).await;
    api.has_made_all_of("Challenges", &[]);
}
