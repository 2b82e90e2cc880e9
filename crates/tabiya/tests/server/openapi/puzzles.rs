// SPDX-License-Identifier: AGPL-3.0-or-later
//! Puzzles with their solutions.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tabiya_testkit::{Guest, patiently};

use super::api::Api;
use crate::clients::{token_of, token_of_new};

#[tokio::test]
async fn calls_about_puzzles_answer_as_the_document_says() {
    let mut api = Api::new().await;
    let guest = Guest::new(&api.server).await;
    patiently("the start set of puzzles", async {
        while guest.get("/api/page/puzzles").await["puzzle"].is_null() {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    })
    .await;
    let ann = token_of_new(&api.server, "Ann", "puzzle:read");
    let daily = api.call("GET /api/puzzle/daily", "", "").await;
    assert_eq!(daily, api.call("GET /api/puzzle/daily", "", "").await, "the same for all");
    let id = daily["puzzle"]["id"].as_str().expect("an id").to_owned();
    let same = api.call(&format!("GET /api/puzzle/{{id}}={id}"), "", "").await;
    assert_eq!(same, daily);
    // What a token has fetched is tried, and does not come again.
    let first = api.call("GET /api/puzzle/next?angle=mix&difficulty=easier", &ann, "").await;
    let second = api.call("GET /api/puzzle/next", &ann, "").await;
    assert_ne!(first["puzzle"]["id"], second["puzzle"]["id"]);
    let activity = api.ask("GET /api/puzzle/activity?max=1", &ann, "application/x-ndjson", "").await;
    assert!(activity.body.contains(second["puzzle"]["id"].as_str().expect("an id")), "{}", activity.body);
    assert!(activity.body.contains("\"win\":false"), "{}", activity.body);
    let board = api.call("GET /api/puzzle/dashboard/{days}=30", &ann, "").await;
    assert_eq!((&board["global"]["nb"], &board["global"]["firstWins"]), (&2.into(), &0.into()), "{board}");
    // Whatever the token is for, its account has seen the solution.
    let other = token_of_new(&api.server, "Cleo", "board:play");
    api.call(&format!("GET /api/puzzle/{{id}}={id}"), &other, "").await;
    let cleo = token_of(&api.server, "Cleo", "puzzle:read");
    let seen = api.ask("GET /api/puzzle/activity?max=1", &cleo, "application/x-ndjson", "").await;
    assert!(seen.body.contains(&id), "{}", seen.body);
    batches(&mut api).await;
    races(&mut api).await;
    api.has_made_all_of("Puzzles", &[]);
}

/// A batch has the solutions, so what is told of it is practice; what went wrong can be tried again.
async fn batches(api: &mut Api) {
    const BATCH: &str = "/api/puzzle/batch/{angle}=mix";
    let ben = token_of_new(&api.server, "Ben", "puzzle:read,puzzle:write");
    let fetched = api.call(&format!("GET {BATCH}?nb=4"), &ben, "").await;
    let ids: Vec<_> = fetched["puzzles"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["puzzle"]["id"].clone())
        .collect();
    let distinct: BTreeSet<_> = ids.iter().map(ToString::to_string).collect();
    assert_eq!(distinct.len(), 4, "{ids:?}");
    let said = json!({ "solutions": [
        { "id": ids[0], "win": true }, { "id": ids[1], "win": true }, { "id": ids[1], "win": false },
        { "id": ids[2], "win": false }, { "id": "none", "win": true },
    ] });
    // Whatever is wrong in a call, nothing of it is kept.
    for (query, body) in
        [("?nb=51", said.to_string()), ("?difficulty=odd", said.to_string()), ("", "{}".to_owned())]
    {
        let refused = api.ask(&format!("POST {BATCH}{query}"), &ben, "application/json", &body).await;
        assert_eq!(refused.status, 400, "{query}: {}", refused.body);
    }
    const REPLAY: &str = "GET /api/puzzle/replay/{days}=30/{theme}=mix";
    let replay = api.call(REPLAY, &ben, "").await;
    assert_eq!(replay["replay"]["nb"], 0, "what was only fetched was not failed: {replay}");
    let told = api.call(&format!("POST {BATCH}?nb=1"), &ben, &said.to_string()).await;
    let round = |id: &Value, win: bool| json!({ "id": id, "win": win, "ratingDiff": 0 });
    assert_eq!(told["rounds"], json!([round(&ids[0], true), round(&ids[1], false), round(&ids[2], false)]));
    assert_eq!(told["glicko"]["rating"], 1500.0, "{told}");
    let further = told["puzzles"].as_array().expect("a list");
    assert!(further.len() == 1 && !ids.contains(&further[0]["puzzle"]["id"]), "{told}");
    let replay = api.call(REPLAY, &ben, "").await;
    let mut remaining = replay["replay"]["remaining"].as_array().expect("a list").clone();
    remaining.sort_by_key(ToString::to_string);
    let mut failed = [ids[1].clone(), ids[2].clone()];
    failed.sort_by_key(ToString::to_string);
    assert_eq!(remaining, failed, "{replay}");
}

/// A program makes a race, people race in their browsers, and the program learns the score. Nobody learns a puzzle before the end.
async fn races(api: &mut Api) {
    let cid = token_of_new(&api.server, "Cid", "racer:write");
    let made = api.call("POST /api/racer", &cid, "").await;
    let id = made["id"].as_str().expect("an id").to_owned();
    assert!(made["url"].as_str().is_some_and(|url| url.ends_with(&format!("/puzzles#/race/{id}"))), "{made}");
    let line = format!("GET /api/racer/{{id}}={id}");
    let waiting = api.call(&line, "", "").await;
    assert_eq!((&waiting["players"], &waiting["startsAt"]), (&json!([]), &Value::Null), "{waiting}");
    let mut guest = Guest::new(&api.server).await;
    let path = format!("/api/page/puzzle-races/{id}");
    assert_eq!(guest.act("POST", &format!("{path}/join"), &json!({})).await.status, 200);
    assert_eq!(
        guest.act("POST", &format!("{path}/start"), &json!({})).await.status,
        403,
        "it is not the guest's"
    );
    let joined = api.call(&line, &cid, "").await;
    assert_eq!(
        (&joined["players"], &joined["puzzles"]),
        (&json!([{ "name": "Guest 1", "score": 0 }]), &json!([]))
    );
}
