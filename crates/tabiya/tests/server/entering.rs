// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who enters an event through the page's calls: with the entry code, within the limits of ratings, and by an organiser.

use serde_json::{Value, json};
use tabiya_testkit::Guest;

use crate::desk::{staff, with_admin};
use crate::people::registered;

pub(crate) async fn act(who: &Guest, path: &str, act: Value) -> (u16, Value) {
    let answer = who.call("POST", path, &json!({"seen": 99, "act": act}).to_string()).await;
    let kind = answer.json()["refusal"]["kind"].clone();
    (answer.status, kind)
}

/// A new event of this organiser's with these options: its address.
pub(crate) async fn event(organiser: &Guest, options: Value) -> String {
    let wish = json!({
        "name": "Evening", "format": {"kind": "swiss", "rounds": 3}, "time": {"days": 3}, "rated": false,
        "over_the_board": false, "open": true, "options": options,
    });
    let made = organiser.call("POST", "/api/page/events", &wish.to_string()).await;
    assert_eq!(made.status, 201, "{}", made.body);
    format!("/api/page/events/{}", made.json()["id"].as_str().expect("an id"))
}

#[tokio::test]
async fn the_entry_code_is_shown_to_organisers_and_wrong_ones_are_counted() {
    let (server, mut admin) = with_admin().await;
    let olga = staff(&server, &mut admin, "Olga", "organiser").await;
    let (zoe, yan) = (registered(&server, "Zoe").await, registered(&server, "Yan").await);
    let path = event(&olga, json!({"by_code": true, "chess960": true})).await;
    let facts = async |of: &Guest| of.get(&path).await["event"]["facts"].take();
    let (organisers, strangers) = (facts(&olga).await, facts(&zoe).await);
    let code = organisers["entry_code"].as_str().expect("a code").to_owned();
    assert_eq!(organisers["options"]["by_code"], true);
    assert_eq!((&strangers["entry_code"], &strangers["options"]), (&Value::Null, &Value::Null));
    assert_eq!((&strangers["by_code"], &strangers["chess960"]), (&json!(true), &json!(true)));
    assert!(!zoe.call("GET", &path, "").await.body.contains(&code));

    let join = |code: &str| json!({"do": "join", "code": code});
    assert_eq!(act(&zoe, &path, json!({"do": "join"})).await, (403, json!("entry_code_needed")));
    for number in 10..19 {
        let wrong = join(&format!("0000 0000 00{number}"));
        assert_eq!(act(&zoe, &path, wrong).await, (403, json!("entry_code_wrong")));
    }
    // They count with the codes by which an account becomes a player.
    let claim = async || {
        let body = json!({"code": "0000 0000 0099"}).to_string();
        zoe.call("POST", &format!("{path}/claim"), &body).await.status
    };
    assert_eq!([claim().await, claim().await], [403, 429], "she has guessed ten times in an hour");
    assert_eq!(act(&zoe, &path, join(&code)).await.0, 429);
    assert_eq!(act(&yan, &path, join(&code.to_lowercase().replace(' ', "-"))).await.0, 200);
    assert_eq!(act(&olga, &path, json!({"do": "join"})).await.0, 200, "organisers need none");

    let minor = event(&olga, json!({"ratings": {"from": 1600, "to": null}})).await;
    assert_eq!(act(&yan, &minor, json!({"do": "join"})).await, (409, json!("entry_rating")));
}

#[tokio::test]
async fn organisers_enter_accounts_and_only_the_children_whose_cards_they_made() {
    let (server, mut admin) = with_admin().await;
    let olga = staff(&server, &mut admin, "Olga", "organiser").await;
    let zoe = registered(&server, "Zoe").await;
    let cards = json!({"names": ["Lena"], "kid": true});
    let made = admin.act("POST", "/api/page/desk/players", &cards).await;
    assert_eq!(made.json()["cards"].as_array().map(Vec::len), Some(1), "{}", made.body);
    let path = event(&olga, json!({})).await;
    let enter = |name: &str| json!({"do": "enter_account", "name": name});
    assert_eq!(act(&zoe, &path, enter("Zoe")).await, (403, json!("not_yours")));
    assert_eq!(act(&olga, &path, enter("Nobody")).await.0, 404);
    assert_eq!(act(&olga, &path, enter("zoe")).await.0, 200);
    assert_eq!(act(&olga, &path, enter("Lena")).await, (403, json!("entry_child")));
    assert_eq!(act(&admin, &path, enter("Lena")).await.0, 200, "whose card the admin has made");
    let names = olga.get(&path).await["event"]["entrants"].take();
    let names: Vec<&Value> = names.as_array().expect("a list").iter().map(|one| &one["name"]).collect();
    assert_eq!(names, [&json!("Zoe"), &json!("Lena")]);
}
