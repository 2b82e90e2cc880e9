// SPDX-License-Identifier: AGPL-3.0-or-later
//! Playing from a board.

use super::PLAYER;
use super::api::{Api, id_of, is};
use crate::clients::token_of_new;

#[tokio::test]
async fn calls_of_boards_answer_as_the_document_says() {
    let mut api = Api::new().await;
    let (ann, bob) = (&*token_of_new(&api.server, "Ann", PLAYER), &*token_of_new(&api.server, "Bob", PLAYER));
    let mut search = api.open("POST /api/board/seek", ann, "rated=false&time=10&increment=5").await;
    assert_eq!(search.line().await.as_deref(), Some(""), "a blank line says that the search goes on");
    drop(search);
    let wish = "clock.limit=180&clock.increment=2";
    let aborted = id_of(&api.call("POST /api/challenge/{username}=bob", ann, wish).await);
    api.call(&format!("POST /api/challenge/{{id}}={aborted}/accept"), bob, "").await;
    api.call(&format!("POST /api/board/game/{{id}}={aborted}/abort"), ann, "").await;
    let id = api.begun([ann, bob], true).await;
    let follow = format!("GET /api/board/game/stream/{{id}}={id}");
    let mut stream = api.open(&follow, bob, "").await;
    api.hear(&follow, &mut stream, is("gameFull")).await;
    let act = |what: &str| format!("POST /api/board/game/{{id}}={id}/{what}");
    api.call(&act("move/{uci}=f1c4?offeringDraw=false"), ann, "").await;
    api.call(&act("move/{uci}=a7a6?offeringDraw=false"), bob, "").await;
    api.call(&act("chat"), ann, "room=player&text=Good+luck").await;
    api.hear(&follow, &mut stream, is("chatLine")).await;
    api.call(&format!("GET /api/board/game/{{id}}={id}/chat"), bob, "").await;
    api.call(&act("takeback/{answer}=yes"), ann, "").await;
    api.hear(&follow, &mut stream, |line| line["wtakeback"] == true).await;
    api.call(&act("takeback/{answer}=no"), bob, "").await;
    api.call(&act("draw/{answer}=yes"), ann, "").await;
    api.hear(&follow, &mut stream, |line| line["wdraw"] == true).await;
    api.call(&act("draw/{answer}=no"), bob, "").await;
    for refused in ["claim-victory", "claim-draw", "berserk", "abort"] {
        let answer = api.ask(&act(refused), ann, "", "").await;
        assert_eq!(answer.status, 400, "{refused}: {}", answer.body);
    }
    api.call(&act("resign"), bob, "").await;
    api.hear(&follow, &mut stream, |line| line["status"] == "resign" && line["winner"] == "white").await;
    assert!(stream.rest().await.is_empty());
    api.call(&format!("GET /api/board/game/{{id}}={id}/chat?room=spectator"), bob, "").await;
    api.has_made_all_of("Board", &["claim-victory", "claim-draw", "berserk"]);
}
