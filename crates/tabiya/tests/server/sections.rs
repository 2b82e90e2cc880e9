// SPDX-License-Identifier: AGPL-3.0-or-later
//! Sections of a festival: who moves from one to the other is in one of them, also when the server is killed on the way; nobody
//! enters two; board numbers run on; and what is done in all sections at once.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tabiya_testkit::{Guest, Server};
use tokio::time::sleep;

use crate::clients::tabiya;
use crate::people::registered;
use crate::server;

/// The ids of a new festival's sections, made at the command line.
fn festival(server: &Server, more: &[&str]) -> Vec<String> {
    let new = [
        "event",
        "new",
        "Congress",
        "--format",
        "swiss",
        "--rounds",
        "3",
        "--time",
        "90+30",
        "--otb",
        "--section",
        "Open",
        "--section",
        "Minor:..1600",
        "--owner",
        "Olga",
    ];
    let said = tabiya(server, &[&new[..], more].concat());
    let last = said.split_whitespace().last().expect("the first section's id is the last word");
    let list = tabiya(server, &["event", "section", "list", last]);
    let ids: Vec<String> =
        list.lines().map(|line| line.split('\t').next().expect("an id").to_owned()).collect();
    assert_eq!((ids.len(), ids[0].as_str()), (2, last), "{list}");
    ids
}

/// The sections as an organiser sees them.
async fn sections(of: &Guest, id: &str) -> Vec<Value> {
    let all = of.get(&format!("/api/page/events/{id}/sections/all")).await;
    all["events"].as_array().expect("a list").clone()
}

/// The sections as their list shows them.
async fn seen(of: &Guest, id: &str) -> Vec<Value> {
    let all = of.get(&format!("/api/page/events/{id}/sections")).await;
    all["sections"].as_array().expect("a list").clone()
}

/// An act in all sections as they were seen.
fn in_all(what: &str, seen: &[Value]) -> Value {
    let sections: Vec<Value> =
        seen.iter().map(|one| json!({"id": one["id"], "number": one["number"]})).collect();
    json!({"seen": 1, "act": {"do": what, "sections": sections}})
}

/// In how many sections somebody takes part.
fn count(sections: &[Value], name: &str) -> usize {
    let entrants = sections.iter().flat_map(|one| one["entrants"].as_array().expect("a list"));
    entrants.filter(|one| one["name"] == name && one["presence"] != "withdrawn").count()
}

fn number_of(section: &Value, name: &str) -> u64 {
    let entrants = section["entrants"].as_array().expect("a list");
    let found = entrants.iter().find(|one| one["name"] == name && one["presence"] != "withdrawn");
    found.expect("an entrant")["id"].as_u64().expect("a number")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_moves_while_the_server_is_killed_is_in_one_section() {
    let mut server = server().await;
    let olga = registered(&server, "Olga").await;
    let ids = festival(&server, &[]);
    let names: Vec<String> = (0..30).map(|number| format!("Player {number}")).collect();
    let list =
        format!("name,rating\n{}", names.iter().map(|name| format!("{name},1500\n")).collect::<String>());
    let add = json!({"seen": 1, "act": {"do": "add_list", "text": list, "present": true}}).to_string();
    let path = |section: usize| format!("/api/page/events/{}", ids[section]);
    assert_eq!(olga.call("POST", &path(0), &add).await.status, 200);
    // After how many moves the server is killed, and how long after that, in microseconds.
    for (moves, pause) in [(3, 0), (4, 300), (5, 1_000), (2, 3_000)] {
        let before = sections(&olga, &ids[0]).await;
        let stay: Vec<u64> = names
            .iter()
            .filter(|name| count(&before[..1], name) == 1)
            .map(|name| number_of(&before[0], name))
            .collect();
        let done = AtomicU64::new(0);
        let moving = async {
            for entrant in stay {
                let act =
                    json!({"seen": 1, "act": {"do": "move_to_section", "entrant": entrant, "to": ids[1]}});
                match olga.try_call("POST", &path(0), &act.to_string()).await {
                    Some(answer) => assert_eq!(answer.status, 200, "{}", answer.body),
                    None => return,
                }
                done.fetch_add(1, Ordering::Relaxed);
            }
        };
        let killing = async {
            while done.load(Ordering::Relaxed) < moves {
                sleep(Duration::from_micros(100)).await;
            }
            sleep(Duration::from_micros(pause)).await;
            server.kill().await;
        };
        tokio::join!(moving, killing);
        let acknowledged = done.load(Ordering::Relaxed);
        server.restart().await;
        let after = sections(&olga, &ids[0]).await;
        for name in &names {
            assert_eq!(count(&after, name), 1, "{name} after {acknowledged} moves");
        }
        let moved = |all: &[Value]| names.iter().filter(|name| count(&all[1..], name) == 1).count() as u64;
        let moved = moved(&after) - moved(&before);
        assert!((acknowledged..=acknowledged + 1).contains(&moved), "{moved} of {acknowledged}");
    }
    // What the desk had noted came along.
    let after = sections(&olga, &ids[0]).await;
    let one = after[1]["entrants"].as_array().expect("a list")[0].clone();
    assert_eq!(one["desk"]["present"], true, "{one}");
}

#[tokio::test]
async fn nobody_is_in_two_sections_however_fast_they_press() {
    let server = server().await;
    registered(&server, "Olga").await;
    let ids = festival(&server, &["--closed"]);
    // Two programs and two browsers at once.
    let said = tabiya(&server, &["event", "enter", &ids[0], "Bo Lind", "--section", "Minor"]);
    assert!(said.contains("Congress, Minor"), "{said}");
    let ids = festival(&server, &[]);
    let mut ann = registered(&server, "Ann").await;
    let join = json!({"seen": 1, "act": {"do": "join"}});
    let fitting = ann.get(&format!("/api/page/events/{}/sections", ids[0])).await;
    let fits: Vec<&Value> =
        fitting["sections"].as_array().expect("a list").iter().map(|one| &one["fits"]).collect();
    assert_eq!(fits, [true, true], "without a rating both take her");
    let paths = [0, 1].map(|section| format!("/api/page/events/{}", ids[section]));
    let body = join.to_string();
    let (one, other) = tokio::join!(ann.call("POST", &paths[0], &body), ann.call("POST", &paths[1], &body));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409], "{} {}", one.body, other.body);
    let refused = if one.status == 409 { one } else { other };
    assert_eq!(refused.json()["refusal"]["kind"], "in_other_section");
    assert_eq!(count(&sections(&ann, &ids[0]).await, "Ann"), 1);
    // Only organisers move anybody, and only among the sections of one festival.
    let mine = sections(&ann, &ids[0]).await.iter().position(|one| !one["me"].is_null()).expect("hers");
    let act = json!({"seen": 1, "act": {"do": "move_to_section", "entrant": 1, "to": ids[1 - mine]}});
    assert_eq!(ann.act("POST", &paths[mine], &act).await.status, 403);
    let both = ids.iter().map(|id| json!({"id": id, "number": 99})).collect::<Vec<_>>();
    for act in [
        json!({"do": "pair_all"}),
        json!({"do": "publish_all", "sections": both}),
        json!({"do": "start_all", "sections": both}),
    ] {
        let all = json!({"seen": 1, "act": act});
        assert_eq!(ann.act("POST", &paths[0], &all).await.status, 403, "{act}");
    }
}

#[tokio::test]
async fn sections_are_paired_published_and_started_together_and_their_boards_run_on() {
    let server = server().await;
    let mut olga = registered(&server, "Olga").await;
    let ids = festival(&server, &[]);
    for (section, ratings) in [("Open", 1900..1906), ("Minor", 1400..1404)] {
        for rating in ratings {
            let name = format!("{section} {rating}");
            let rating = rating.to_string();
            tabiya(&server, &["event", "enter", &ids[0], &name, "--rating", &rating, "--section", section]);
        }
    }
    let path = format!("/api/page/events/{}", ids[1]);
    let pair = json!({"seen": 1, "act": {"do": "pair_all"}});
    assert_eq!(olga.act("POST", &path, &pair).await.status, 200);
    let shown = seen(&olga, &ids[0]).await;
    // Somebody pairs one of them anew.
    let undo = json!({"seen": shown[1]["number"], "act": {"do": "undo"}});
    assert_eq!(olga.act("POST", &path, &undo).await.status, 200);
    assert_eq!(olga.act("POST", &path, &pair).await.status, 200);
    let published = olga.act("POST", &path, &in_all("publish_all", &shown)).await;
    let refusal = &published.json()["refusal"];
    assert_eq!((published.status, &refusal["kind"]), (409, &json!("sections_in_part")), "{}", published.body);
    assert_eq!((&refusal["done"], &refusal["refused"][0]["section"]), (&json!(["Open"]), &json!("Minor")));
    assert_eq!(refusal["refused"][0]["why"], json!({"kind": "overtaken_round", "round": 1}));
    let shown = seen(&olga, &ids[0]).await;
    let stages: Vec<&Value> = shown.iter().map(|one| &one["round_stage"]).collect();
    assert_eq!(stages, ["published", "draft"]);
    for what in ["publish_all", "start_all"] {
        let shown = seen(&olga, &ids[0]).await;
        let done = olga.act("POST", &path, &in_all(what, &shown)).await;
        assert_eq!(done.status, 200, "{what}: {}", done.body);
    }
    let again = olga.act("POST", &path, &in_all("start_all", &seen(&olga, &ids[0]).await)).await;
    assert_eq!((again.status, &again.json()["refusal"]["kind"]), (409, &json!("sections_done")));
    let shown = sections(&olga, &ids[0]).await;
    let numbers = |section: &Value| -> Vec<u64> {
        let boards = section["rounds"][0]["boards"].as_array().expect("boards");
        boards.iter().map(|board| board["number"].as_u64().expect("a number")).collect()
    };
    assert_eq!((numbers(&shown[0]), numbers(&shown[1])), (vec![1, 2, 3], vec![4, 5]));
    assert!(shown.iter().all(|one| one["rounds"][0]["stage"] == "started"));
    // Results, sheets and files go by the number on the table.
    let said = tabiya(&server, &["event", "result", &ids[1], "5", "1-0"]);
    assert!(said.starts_with("round 1, board 5: "), "{said}");
    let shown = sections(&olga, &ids[0]).await;
    assert_eq!(shown[1]["rounds"][0]["boards"][1]["games"][0]["outcome"], "1-0");
    // The list has the festival once.
    let list = olga.get("/api/page/events").await;
    let current = list["current"].as_array().expect("a list");
    assert_eq!(current.len(), 1, "{list}");
    assert_eq!((&current[0]["name"], &current[0]["players"]), (&json!("Congress"), &json!(10)));
    assert_eq!(current[0]["sections"][1]["name"], "Minor");
    // The timetable is one.
    let act = json!({"seen": 99, "act": {"do": "timetable", "starts": null, "pause": 600}});
    assert_eq!(olga.act("POST", &path, &act).await.status, 200);
    let shown = sections(&olga, &ids[0]).await;
    assert!(shown.iter().all(|one| one["facts"]["pause"] == 600), "{shown:?}");
    // An event of its own becomes the first section of a festival.
    let said = tabiya(
        &server,
        &["event", "new", "Cup", "--format", "knockout", "--time", "5+3", "--otb", "--owner", "Olga"],
    );
    let cup = said.split_whitespace().last().expect("an id").to_owned();
    let said = tabiya(
        &server,
        &["event", "section", "add", &cup, "Plate", "--ratings", "..1500", "--own-name", "Main"],
    );
    let plate = said.split_whitespace().last().expect("an id").to_owned();
    let shown = sections(&olga, &plate).await;
    let names: Vec<&Value> = shown.iter().map(|one| &one["facts"]["name"]).collect();
    assert_eq!(names, ["Cup, Main", "Cup, Plate"]);
    assert_eq!(shown[0]["id"], cup.as_str());
}
