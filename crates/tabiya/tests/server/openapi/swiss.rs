// SPDX-License-Identifier: AGPL-3.0-or-later
//! Swiss tournaments: made, entered, begun and read by programs.

use std::time::Duration;

use serde_json::json;
use tokio::time::sleep;

use super::api::{Api, id_of};
use crate::clients::{tabiya, token_of, token_of_new};

#[tokio::test]
async fn calls_about_swiss_tournaments_answer_as_the_document_says() {
    let mut api = Api::new().await;
    tabiya(&api.server, &["user", "add", "Olga", "--role", "organiser"]);
    let olga = token_of(&api.server, "Olga", "tournament:write");
    let players = ["Ann", "Bob", "Cid", "Dora"];
    let players = players.map(|name| token_of_new(&api.server, name, "tournament:write,board:play"));
    let wish = "name=Friday&clock.limit=300&clock.increment=3&nbRounds=3&roundInterval=99999999";
    let swiss = id_of(&api.call("POST /api/swiss/new/{teamId}=club", &olga, wish).await);
    let path = format!("/api/swiss/{{id}}={swiss}");
    for player in &players {
        api.call(&format!("POST {path}/join"), player, "").await;
    }
    api.call(&format!("POST {path}/withdraw"), &players[3], "").await;
    let edit = "name=Friday+Swiss&clock.limit=180&clock.increment=2&nbRounds=3&rated=false";
    let refused = api.ask(&format!("POST {path}/edit"), &players[0], "application/json", edit).await;
    assert_eq!(refused.status, 403, "{}", refused.body);
    let edited = api.call(&format!("POST {path}/edit"), &olga, edit).await;
    assert_eq!((&edited["name"], &edited["nbRounds"]), (&json!("Friday Swiss"), &json!(3)));
    assert_eq!((&edited["clock"]["limit"], &edited["rated"]), (&json!(180), &json!(false)));
    let refused = api.ask(&format!("POST {path}/terminate"), &players[0], "application/json", "").await;
    assert_eq!(refused.status, 403, "{}", refused.body);
    // Late enough to be still to come when a busy server reads it.
    let soon = crate::rounds::in_an_hour() - 3_600_000 + 10_000;
    api.call(&format!("POST {path}/schedule-next-round"), &olga, &format!("date={soon}")).await;
    let begun = async {
        loop {
            let games = api.ask(&format!("GET {path}/games"), "", "application/x-ndjson", "").await;
            if !games.body.is_empty() {
                return api.call(&format!("GET {path}"), "", "").await;
            }
            sleep(Duration::from_millis(100)).await;
        }
    };
    let shown = tabiya_testkit::patiently("the first game", begun).await;
    assert_eq!(
        (&shown["nbPlayers"], &shown["nbOngoing"], &shown["round"]),
        (&json!(3), &json!(1), &json!(1))
    );
    assert_eq!(shown["status"], "started");
    let other = "clock.limit=60&clock.increment=0&nbRounds=3";
    let refused = api.ask(&format!("POST {path}/edit"), &olga, "application/json", other).await;
    assert_eq!(refused.status, 400, "{}", refused.body);
    let renamed = "name=Friday+Night&clock.limit=180&clock.increment=2&nbRounds=3";
    assert_eq!(api.call(&format!("POST {path}/edit"), &olga, renamed).await["name"], "Friday Night");
    api.ask(&format!("GET {path}/results"), "", "application/x-ndjson", "").await;
    api.games(&format!("GET {path}/games"), "", "").await;
    let report = api.ask(&format!("GET /swiss/{{file}}={swiss}.trf"), "", "text/plain", "").await;
    assert!(report.status == 200 && report.body.contains("012 Friday"), "{}", report.body);
    api.call(&format!("POST {path}/terminate"), &olga, "").await;
    api.has_made_all_of("Swiss tournaments", &[]);
}
