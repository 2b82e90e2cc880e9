// SPDX-License-Identifier: AGPL-3.0-or-later
//! Puzzles with their solutions.

use tabiya_testkit::{Guest, patiently};

use super::api::Api;
use crate::clients::token_of_new;

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
    api.has_made_all_of("Puzzles", &[]);
}
