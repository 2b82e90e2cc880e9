// SPDX-License-Identifier: AGPL-3.0-or-later
//! The lobby: searches, pairing, open seeks, and what is refused.

use std::time::Duration;

use serde_json::{Value, json};
use tabiya_testkit::{Guest, Server, patiently};

use crate::clients::token_of;
use crate::people::registered;
use crate::personal::Tab;
use crate::programs::ask;
use crate::{server, server_with};

fn blitz() -> Value {
    json!({"initial_ms": 180_000, "increment_ms": 2_000})
}

/// A tab in the lobby.
async fn enter(guest: &Guest) -> Tab {
    let mut tab = Tab::open(guest).await;
    tab.follow("me").await;
    assert_eq!(tab.follow("lobby").await["type"], "lobby");
    tab
}

async fn seek(tab: &mut Tab, id: u32, wish: Value) {
    tab.say(json!({"type": "seek", "topic": "lobby", "id": id, "wish": wish})).await;
}

/// Looks for a casual game of 3+2, and waits until the search is on.
async fn search(tab: &mut Tab) -> Value {
    seek(tab, 1, json!({"time": blitz()})).await;
    let told = tab.next("searching").await;
    assert_eq!((&told["id"], &told["ended"]), (&json!(1), &Value::Null));
    told["seek"].clone()
}

async fn block(one: &mut Guest, other: &str) {
    let answer = one.act("POST", &format!("/api/page/players/{other}/block"), &json!({})).await;
    assert_eq!(answer.status, 204, "{}", answer.body);
}

async fn refused(tab: &mut Tab) -> Value {
    tab.next("refused").await["refusal"].clone()
}

#[tokio::test]
async fn two_guests_who_look_for_the_same_game_play_each_other() {
    let server = server().await;
    let [alice, bob] = [Guest::new(&server).await, Guest::new(&server).await];
    let (mut one, mut other) = (enter(&alice).await, enter(&bob).await);
    let mut second_tab = Tab::open(&alice).await;
    second_tab.follow("me").await;
    search(&mut one).await;
    search(&mut other).await;
    let games = [one.next("paired").await, other.next("paired").await, second_tab.next("paired").await];
    assert_eq!(games[0]["game"], games[1]["game"]);
    assert_eq!(games[0]["game"], games[2]["game"], "all tabs of a player hear of it");
    assert_eq!(one.next("searching").await["ended"]["why"], "paired");
    let id = games[0]["game"].as_str().expect("a game has an id");
    let (alices, bobs) = (alice.open(id).await, bob.open(id).await);
    assert_eq!(alices.status(), "playing", "nobody has to join");
    let mut sides = [alices.you().map(String::from), bobs.you().map(String::from)];
    sides.sort();
    assert_eq!(sides, [Some("black".to_owned()), Some("white".to_owned())]);
}

/// Limits count by address, and pairing knows none: a school, a club or a family is behind one.
#[tokio::test]
async fn players_behind_one_address_are_paired_like_all_others() {
    let server = server_with(&["--trusted-proxies", "127.0.0.1"]).await;
    let behind = |guest: Guest| guest.behind("203.0.113.7");
    let guests = [behind(Guest::new(&server).await), behind(Guest::new(&server).await)];
    let accounts = [behind(registered(&server, "Anna").await), behind(registered(&server, "Boris").await)];
    for (pair, rated) in [(guests, false), (accounts, true)] {
        let (mut one, mut other) = (enter(&pair[0]).await, enter(&pair[1]).await);
        for tab in [&mut one, &mut other] {
            seek(tab, 1, json!({"time": blitz(), "rated": rated})).await;
        }
        let game = one.next("paired").await["game"].clone();
        assert_eq!(other.next("paired").await["game"], game);
        let view = pair[0].get(&format!("/api/games/{}", game.as_str().expect("an id"))).await;
        assert_eq!(view["rated"], if rated { json!(true) } else { Value::Null });
    }
}

#[tokio::test]
async fn accounts_play_rated_and_the_list_shows_who_waits() {
    let server = server().await;
    let (anna, boris) = (registered(&server, "Anna").await, registered(&server, "Boris").await);
    let (mut one, mut other) = (enter(&anna).await, enter(&boris).await);
    seek(&mut one, 1, json!({"time": blitz(), "rated": true, "color": "black"})).await;
    let list = other.next("lobby").await;
    assert_eq!(list["waiting"], 1);
    let open = &list["seeks"][0];
    let rating = json!({"points": 1500, "provisional": true});
    assert_eq!(open["player"], json!({"kind": "player", "name": "Anna", "title": null, "rating": rating}));
    assert_eq!((&open["rated"], &open["color"], &open["time"]), (&json!(true), &json!("black"), &blitz()));
    seek(&mut other, 1, json!({"time": blitz(), "rated": true})).await;
    let [game, list] = other.next_of(["paired", "lobby"]).await;
    assert_eq!(game["opponent"]["name"], "Anna");
    let view = boris.get(&format!("/api/games/{}", game["game"].as_str().expect("an id"))).await;
    assert_eq!(
        (&view["rated"], &view["black"]["name"]),
        (&json!(true), &json!("Anna")),
        "she wished for Black"
    );
    assert_eq!(list["waiting"], 0);
}

#[tokio::test]
async fn an_open_seek_is_accepted_once() {
    let server = server().await;
    let guests = [Guest::new(&server).await, Guest::new(&server).await, Guest::new(&server).await];
    let (mut one, mut two) = (enter(&guests[0]).await, enter(&guests[1]).await);
    let mut three = enter(&guests[2]).await;
    let open = search(&mut one).await["id"].clone();
    let accept = |id: u32| json!({"type": "accept_seek", "topic": "lobby", "id": id, "seek": open});
    one.say(accept(2)).await;
    assert_eq!(refused(&mut one).await["kind"], "own_seek");
    two.say(accept(2)).await;
    two.say(accept(3)).await;
    let game = two.next("paired").await["game"].clone();
    assert_eq!(one.next("paired").await["game"], game);
    three.say(accept(2)).await;
    assert_eq!(refused(&mut three).await["kind"], "seek_gone");
    assert_eq!(
        guests[1].get("/api/games").await.as_array().map(Vec::len),
        Some(1),
        "pressed twice, played once"
    );
}

#[tokio::test]
async fn an_account_alone_is_offered_the_guest_who_waits() {
    let server = server().await;
    let (guest, anna) = (Guest::new(&server).await, registered(&server, "Anna").await);
    let (mut waiting, mut alone) = (enter(&guest).await, enter(&anna).await);
    let open = search(&mut waiting).await;
    seek(&mut alone, 1, json!({"time": blitz(), "rated": true})).await;
    let offer = alone.next("casual_offer").await;
    assert_eq!(offer["seek"]["id"], open["id"]);
    alone.say(json!({"type": "accept_seek", "topic": "lobby", "id": 2, "seek": open["id"]})).await;
    let game = alone.next("paired").await["game"].clone();
    assert_eq!(waiting.next("paired").await["game"], game);
    let view = anna.get(&format!("/api/games/{}", game.as_str().expect("an id"))).await;
    assert_eq!(view["rated"], Value::Null, "it is casual");
}

#[tokio::test]
async fn a_tab_that_is_closed_or_cancels_waits_no_longer() {
    let server = server().await;
    let [alice, bob] = [Guest::new(&server).await, Guest::new(&server).await];
    let (mut one, mut other) = (enter(&alice).await, enter(&bob).await);
    search(&mut one).await;
    assert_eq!(other.next("lobby").await["waiting"], 1);
    one.say(json!({"type": "cancel_seek", "topic": "lobby", "id": 2})).await;
    assert_eq!(one.next("searching").await["ended"]["why"], "cancelled");
    assert_eq!(other.next("lobby").await["waiting"], 0);
    search(&mut one).await;
    assert_eq!(other.next("lobby").await["waiting"], 1);
    drop(one);
    assert_eq!(other.next("lobby").await["waiting"], 0);
}

#[tokio::test]
async fn players_who_blocked_one_another_are_not_paired() {
    let server = server().await;
    let mut anna = registered(&server, "Anna").await;
    let (boris, guest) = (registered(&server, "Boris").await, Guest::new(&server).await);
    block(&mut anna, "Boris").await;
    let (mut one, mut other) = (enter(&anna).await, enter(&boris).await);
    let open = search(&mut one).await;
    search(&mut other).await;
    // For a moment the lobby has both under way to a game that it then does not begin, and nobody can accept them.
    let refusal = patiently("what the lobby says of the seek itself", async {
        loop {
            other.say(json!({"type": "accept_seek", "topic": "lobby", "id": 2, "seek": open["id"]})).await;
            let refusal = refused(&mut other).await["kind"].clone();
            if refusal != "seek_gone" && refusal != "too_fast" {
                break refusal;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    })
    .await;
    assert_eq!(refusal, "kept_apart");
    let mut third = enter(&guest).await;
    search(&mut third).await;
    let opponent = third.next("paired").await["opponent"]["name"].clone();
    assert!(opponent == "Anna" || opponent == "Boris", "others play with them: {opponent}");
    let games = |list: Value| list.as_array().map(Vec::len);
    let played = [games(anna.get("/api/games").await), games(boris.get("/api/games").await)];
    assert!(played.contains(&Some(0)) && played.contains(&Some(1)), "{played:?}");
}

#[tokio::test]
async fn what_makes_no_search_is_refused_with_the_reason() {
    let server = server().await;
    let guest = Guest::new(&server).await;
    let mut tab = enter(&guest).await;
    let odds = json!({"white": blitz(), "black": {"initial_ms": 60_000, "increment_ms": 0}});
    for (wish, kind) in [
        (json!({"time": blitz(), "rated": true}), "needs_account"),
        (json!({"time": odds}), "bad_seek"),
        (json!({"time": {"initial_ms": 0, "increment_ms": 0}}), "bad_seek"),
        (json!({"time": blitz(), "range": {"low": 2000, "high": 1000}}), "bad_seek"),
        (json!({}), "malformed"),
        (json!({"time": blitz(), "colour": "white"}), "malformed"),
    ] {
        seek(&mut tab, 5, wish.clone()).await;
        assert_eq!(refused(&mut tab).await["kind"], kind, "{wish}");
    }
    // Bots are challenged by name; their programs are refused by the API, their pages here.
    let robot = registered(&server, "Robot").await;
    let token = token_of(&server, "Robot", "bot:play");
    assert_eq!(ask(&server, "POST", "/api/bot/account/upgrade", &token, "").await.status, 200);
    let mut bots = enter(&robot).await;
    seek(&mut bots, 5, json!({"time": blitz()})).await;
    let told = refused(&mut bots).await;
    assert_eq!(told["kind"], "bad_seek");
    assert!(told["why"].as_str().is_some_and(|why| why.contains("challenged by name")), "{told}");
    tab.say(json!({"type": "accept_seek", "topic": "lobby", "id": 6, "seek": 77})).await;
    assert_eq!(refused(&mut tab).await["kind"], "seek_gone");
    tab.say(json!({"type": "join", "topic": "lobby", "id": 7})).await;
    assert_eq!(refused(&mut tab).await["kind"], "wrong_topic");
    // Cancelling nothing is no mistake: the last search may have just become a game.
    tab.say(json!({"type": "cancel_seek", "topic": "lobby", "id": 8})).await;
    assert_eq!(tab.next("searching").await["id"], 8);
}

#[tokio::test]
async fn a_flood_of_searches_is_one_search_and_then_refused() {
    let server = server().await;
    let (guest, other) = (Guest::new(&server).await, Guest::new(&server).await);
    let (mut flood, mut watching) = (enter(&guest).await, enter(&other).await);
    for number in 0..100u32 {
        let time = json!({"initial_ms": 60_000 + number * 1000, "increment_ms": 0});
        seek(&mut flood, number, json!({"time": time, "color": "white"})).await;
    }
    assert_eq!(refused(&mut flood).await["kind"], "too_fast");
    loop {
        let list = watching.next("lobby").await;
        assert!(list["waiting"].as_u64().is_some_and(|waiting| waiting <= 1), "{list}");
        if list["waiting"] == 1 {
            break;
        }
    }
}

/// A search on a game's topic, and a move in the lobby, reach nobody.
#[tokio::test]
async fn what_is_said_to_the_wrong_topic_is_refused() {
    let server: Server = server().await;
    let guest = Guest::new(&server).await;
    let game = guest.create(&tabiya_testkit::NewGame::friend()).await;
    let mut socket = guest.open(&game).await;
    let refused = socket.command("seek", json!({"wish": {"time": blitz()}})).await.refused();
    assert_eq!(refused["refusal"]["kind"], "wrong_topic");
}
