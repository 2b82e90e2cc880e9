// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the server's engine has found about positions and games.

use serde_json::json;
use tabiya_testkit::Guest;

use super::PLAYER;
use super::api::Api;
use crate::analysis::until_done;
use crate::clients::token_of_new;

const START: &str = "rnbqkbnr%2Fpppppppp%2F8%2F8%2F8%2F8%2FPPPPPPPP%2FRNBQKBNR%20w%20KQkq%20-%200%201";

#[tokio::test]
async fn calls_about_positions_answer_as_the_document_says() {
    let mut api = Api::new().await;
    let guest = Guest::new(&api.server).await;
    let cloud = format!("GET /api/cloud-eval?fen={START}&multiPv=1");
    assert_eq!(api.ask(&cloud, "", "application/json", "").await.status, 404, "nothing is known yet");
    let body = json!({ "pgn": "1. f3 e5 2. g4 Qh4# 0-1", "private_as": null }).to_string();
    let game = guest.call("POST", "/api/page/import", &body).await.json()["id"].clone();
    let game = game.as_str().expect("an id");
    let path = format!("/api/page/analysis/{game}");
    assert_eq!(guest.call("POST", &path, "").await.status, 200);
    until_done(&guest, game).await;
    let known = api.call(&cloud, "", "").await;
    assert_eq!(known["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
    assert!(known["pvs"][0]["cp"].is_i64(), "{known}");
    let export = format!("GET /game/export/{{id}}={game}?accuracy=true&division=true");
    let shown = api.call(&export, "", "").await;
    let moves = shown["analysis"].as_array().expect("an entry for each move");
    assert_eq!(
        (moves.len(), &moves[2]["judgment"]["name"], &moves[3]["mate"]),
        (4, &json!("Blunder"), &json!(0))
    );
    assert_eq!(shown["players"]["white"]["analysis"]["blunder"], 1);
    assert!(shown["players"]["black"]["analysis"]["accuracy"].as_u64() > Some(90), "{shown}");
    let pgn = api.ask(&export, "", "application/x-chess-pgn", "").await.body;
    assert!(pgn.contains("[%eval #-1]") && pgn.contains("[%eval #0]"), "{pgn}");
    let plain = format!("GET /game/export/{{id}}={game}?evals=false");
    let pgn = api.ask(&plain, "", "application/x-chess-pgn", "").await.body;
    assert!(!pgn.contains("%eval"), "{pgn}");
    // Among a player's games those with an analysis are told from those without.
    let (ann, bob) = (&*token_of_new(&api.server, "Ann", PLAYER), &*token_of_new(&api.server, "Bob", PLAYER));
    let [analysed, other] = [api.begun([ann, bob], false).await, api.begun([ann, bob], false).await];
    for id in [&analysed, &other] {
        api.resign(id, bob).await;
    }
    let path = format!("/api/page/analysis/{analysed}");
    assert_eq!(guest.call("POST", &path, "").await.status, 200);
    until_done(&guest, &analysed).await;
    for (wanted, id, sort) in
        [(true, &analysed, "dateDesc"), (false, &other, "dateDesc"), (true, &analysed, "dateAsc")]
    {
        let line = format!("GET /api/games/user/{{username}}=ann?analysed={wanted}&sort={sort}");
        let games = api.ask(&line, "", "application/x-ndjson", "").await.body;
        let ids: Vec<_> = games.lines().map(|line| line.contains(&format!("\"id\":\"{id}\""))).collect();
        assert_eq!(ids, [true], "{line}: {games}");
    }
    api.has_made_all_of("Analysis", &[]);
}
