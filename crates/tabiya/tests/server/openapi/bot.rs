// SPDX-License-Identifier: AGPL-3.0-or-later
//! Playing as a bot.

use super::PLAYER;
use super::api::{Api, id_of, is};
use crate::clients::token_of_new;

#[tokio::test]
async fn calls_of_bots_answer_as_the_document_says() {
    let mut api = Api::new().await;
    let ann = &*token_of_new(&api.server, "Ann", PLAYER);
    let botty = &*token_of_new(&api.server, "Botty", "bot:play,challenge:write");
    api.call("POST /api/bot/account/upgrade", botty, "").await;
    let mut events = api.open("GET /api/stream/event", botty, "").await;
    let wish = "rated=false&clock.limit=180&clock.increment=2&color=white";
    let mut begun = Vec::new();
    for _ in 0..2 {
        let id = id_of(&api.call("POST /api/challenge/{username}=botty", ann, wish).await);
        api.call(&format!("POST /api/challenge/{{id}}={id}/accept"), botty, "").await;
        api.hear("GET /api/stream/event", &mut events, is("gameStart")).await;
        begun.push(id);
    }
    let id = begun.remove(0);
    let follow = format!("GET /api/bot/game/stream/{{id}}={id}");
    let mut stream = api.open(&follow, botty, "").await;
    api.hear(&follow, &mut stream, is("gameFull")).await;
    let act = |what: &str| format!("POST /api/bot/game/{{id}}={id}/{what}");
    api.call(&format!("POST /api/board/game/{{id}}={id}/move/{{uci}}=e2e4"), ann, "").await;
    api.call(&act("move/{uci}=e7e5"), botty, "").await;
    api.call(&act("chat"), botty, r#"{"room":"player","text":"Hello"}"#).await;
    api.call(&format!("GET /api/bot/game/{{id}}={id}/chat"), botty, "").await;
    api.call(&act("draw/{answer}=yes"), botty, "").await;
    api.call(&act("takeback/{answer}=no"), botty, "").await;
    for refused in ["claim-victory", "claim-draw"] {
        assert_eq!(api.ask(&act(refused), botty, "", "").await.status, 400);
    }
    api.call(&act("resign"), botty, "").await;
    api.call(&format!("POST /api/bot/game/{{id}}={}/abort", begun[0]), botty, "").await;
    api.has_made_all_of("Bot", &["claim-victory", "claim-draw"]);
}
