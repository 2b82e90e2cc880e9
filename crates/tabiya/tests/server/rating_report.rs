// SPDX-License-Identifier: AGPL-3.0-or-later
//! The rating report of an event and a forfeit without notice, through the page's calls.

use serde_json::{Value, json};

use crate::desk::{staff, with_admin};
use crate::entering::{act, event};
use crate::people::registered;

#[tokio::test]
async fn organisers_write_the_rating_report_and_see_what_it_lacks() {
    let (server, mut admin) = with_admin().await;
    let olga = staff(&server, &mut admin, "Olga", "organiser").await;
    let zoe = registered(&server, "Zoe").await;
    let path = event(&olga, json!({"default_time": 30, "games_per_pairing": 1})).await;
    for name in ["Berg, Ann", "Lind, Bo", "Ek, Cia", "Al, Dan"] {
        let enter = json!({"do": "enter", "name": name, "rating": 2000});
        assert_eq!(act(&olga, &path, enter).await.0, 200);
    }
    let report = format!("{path}/report");
    assert_eq!(zoe.call("GET", &report, "").await.status, 403);
    let gaps = async || {
        let gaps = olga.get(&report).await["gaps"].take();
        gaps.as_array().expect("a list").iter().map(|gap| gap["kind"].clone()).collect::<Vec<Value>>()
    };
    assert_eq!(gaps().await, ["city", "federation", "chief_arbiter", "fide_ids"]);
    let written = |city: &str, federation: &str, date: &str| {
        let (deputies, dates) = ([" Dan Al ", ""], [date]);
        let report = json!({"city": city, "federation": federation, "chief_arbiter": "Cia Ek", "deputies": deputies, "dates": dates});
        json!({"do": "report", "report": report})
    };
    assert_eq!(act(&zoe, &path, written("Rome", "ITA", "")).await, (403, json!("not_yours")));
    assert_eq!(act(&olga, &path, written("Rome", "Italy", "")).await.0, 400);
    assert_eq!(act(&olga, &path, written("Rome", "ITA", "28.11.2026")).await.0, 400);
    assert_eq!(act(&olga, &path, written("Uppsala", "swe", "2026-11-28")).await.0, 200);
    for step in ["pair", "publish", "start"] {
        assert_eq!(act(&olga, &path, json!({"do": step})).await.0, 200, "{step}");
    }
    assert_eq!(gaps().await, ["fide_ids", "results"]);
    let known = olga.get(&report).await["report"].take();
    assert_eq!((&known["federation"], &known["deputies"]), (&json!("SWE"), &json!(["Dan Al"])));

    let result = |outcome: &str| json!({"do": "result", "round": 1, "board": 1, "outcome": outcome, "without_notice": true});
    assert_eq!(act(&olga, &path, result("1-0")).await.0, 400, "somebody came");
    assert_eq!(act(&olga, &path, result("-/+")).await.0, 200);
    let seen = zoe.get(&path).await["event"].take();
    let round = &seen["rounds"][0];
    let white = round["boards"][0]["white"].as_u64().expect("a number") as usize;
    assert_eq!(seen["entrants"][white - 1]["presence"], "paused");
    assert_eq!(seen["facts"]["default_time"], 30);
    assert!(round["begun"].as_u64().is_some(), "{round}");
    let file = olga.call("GET", &format!("{path}/file/trf"), "").await.body;
    assert!(file.contains("022 Uppsala\n032 SWE\n042 2026/11/28\n"), "{file}");
}
