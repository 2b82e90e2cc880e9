// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who may do what: players, watchers, latecomers.

use serde_json::json;
use tabiya_testkit::{Guest, NewGame};

use crate::people::registered;
use crate::personal::Tab;
use crate::{server, table};

#[tokio::test]
async fn loading_the_page_takes_no_seat() {
    let server = server().await;
    let (alice, bob) = (Guest::new(&server).await, Guest::new(&server).await);
    let game = alice.create(&NewGame::friend()).await;
    let mut white = alice.open(&game).await;
    assert_eq!(bob.call("GET", &format!("/game/{game}"), "").await.status, 200);
    let black = bob.open(&game).await;
    assert_eq!((black.you(), black.status()), (None, "waiting"));
    let refusal = white.play("e2e4").await.refused();
    assert_eq!(refusal["refusal"]["kind"], "waiting_for_opponent");
}

/// Their player may look at another page than the game's: there an engine stops at once, and the way to the game is shown.
#[tokio::test]
async fn who_waits_on_a_link_hears_in_every_tab_that_the_seat_is_taken() {
    let server = server().await;
    let alice = registered(&server, "Alice").await;
    let game = alice.create(&NewGame::friend()).await;
    let bob = registered(&server, "Bob").await;
    let [mut hers, mut his] = [Tab::open(&alice).await, Tab::open(&bob).await];
    for tab in [&mut hers, &mut his] {
        tab.follow("me").await;
    }
    let mut black = bob.open(&game).await;
    black.command("join", json!({})).await.accepted();
    for (tab, opponent) in [(&mut hers, "Bob"), (&mut his, "Alice")] {
        let paired = tab.next("paired").await;
        assert_eq!((&paired["game"], &paired["opponent"]["name"]), (&json!(game), &json!(opponent)));
    }
}

#[tokio::test]
async fn the_creator_cannot_take_the_other_seat_too() {
    let server = server().await;
    let alice = Guest::new(&server).await;
    let game = alice.create(&NewGame::friend()).await;
    let mut white = alice.open(&game).await;
    let refusal = white.command("join", json!({})).await.refused();
    assert_eq!(refusal["refusal"], json!({ "kind": "already_seated", "color": "white" }));
}

/// Between two nodes a join may reach the game twice.
#[tokio::test]
async fn whoever_has_joined_and_asks_again_is_answered_as_before() {
    let server = server().await;
    let [alice, bob] = [Guest::new(&server).await, Guest::new(&server).await];
    let game = alice.create(&NewGame::friend()).await;
    let mut black = bob.open(&game).await;
    black.join().await;
    let again = black.command("join", json!({})).await.accepted();
    assert_eq!((&again["seq"], &again["event"]["kind"]), (&json!(1), &json!("joined")), "{again}");
    let other = black.command("join", json!({ "color": "white" })).await.refused();
    assert_eq!(other["refusal"], json!({ "kind": "already_seated", "color": "black" }));
}

#[tokio::test]
async fn of_two_who_join_at_once_one_gets_the_seat() {
    let server = server().await;
    let alice = Guest::new(&server).await;
    let game = alice.create(&NewGame::friend()).await;
    let (bob, carol) = (Guest::new(&server).await, Guest::new(&server).await);
    let (mut first, mut second) = (bob.open(&game).await, carol.open(&game).await);
    let asked = (first.send("join", json!({})).await, second.send("join", json!({})).await);
    let replies = [first.reply_to(asked.0).await, second.reply_to(asked.1).await];
    let refused: Vec<_> = replies
        .into_iter()
        .filter_map(|reply| match reply {
            tabiya_testkit::Reply::Refused(message) => Some(message["refusal"]["kind"].clone()),
            tabiya_testkit::Reply::Done(_) => None,
            tabiya_testkit::Reply::Lost => panic!("a connection was lost"),
        })
        .collect();
    assert_eq!(refused, ["no_open_seat"]);
}

#[tokio::test]
async fn a_watcher_sees_everything_and_moves_nothing() {
    let mut table = table(NewGame::friend()).await;
    let carol = Guest::new(&table.server).await;
    let mut watcher = carol.open(&table.game).await;
    assert_eq!(watcher.you(), None);
    for (kind, fields) in [
        ("play", json!({ "seq": 0, "uci": "e2e4" })),
        ("resign", json!({})),
        ("abort", json!({})),
        ("offer_draw", json!({})),
        ("claim_draw", json!({})),
        ("rematch", json!({})),
    ] {
        let refusal = watcher.command(kind, fields).await.refused();
        assert_eq!(refusal["refusal"]["kind"], "not_a_player", "{kind}");
    }
    table.play(&["e2e4", "e7e5"]).await;
    watcher.follow(&table.white).await;
    assert_eq!(watcher.moves(), ["e2e4", "e7e5"]);
}

#[tokio::test]
async fn presence_says_who_is_here() {
    let mut table = table(NewGame::friend()).await;
    let both = |white: bool, black: bool, watchers: u32| {
        move |message: &serde_json::Value| {
            message["type"] == "presence"
                && message["white"] == white
                && message["black"] == black
                && message["watchers"] == watchers
        }
    };
    let watcher = Guest::new(&table.server).await.open(&table.game).await;
    table.white.until("both and a watcher", both(true, true, 1)).await;
    watcher.drop_connection();
    table.white.until("both alone", both(true, true, 0)).await;
    table.black.drop_connection();
    table.white.until("White alone", both(true, false, 0)).await;
}

#[tokio::test]
async fn the_wrong_side_cannot_move() {
    let mut table = table(NewGame::friend()).await;
    let refusal = table.black.play("e7e5").await.refused();
    let kind = &refusal["refusal"]["kind"];
    assert!(
        kind == "not_your_turn" || refusal["refusal"]["reason"]["reason"] == "not_your_turn",
        "{refusal}"
    );
    table.play(&["e2e4", "e7e5"]).await;
}

#[tokio::test]
async fn my_games_lists_only_mine() {
    let mut table = table(NewGame::friend()).await;
    table.play(&["e2e4"]).await;
    let mine = table.bob.get("/api/games").await;
    assert_eq!(mine[0]["id"], table.game.as_str());
    assert_eq!(mine[0]["you"], "black");
    assert_eq!(mine[0]["ply"], 1);
    let carol = Guest::new(&table.server).await;
    assert_eq!(carol.get("/api/games").await, json!([]));
}

#[tokio::test]
async fn every_address_of_the_page_is_answered_with_the_page() {
    let server = server().await;
    let guest = Guest::new(&server).await;
    let game = guest.create(&NewGame::friend()).await;
    registered(&server, "Ann").await;
    // The page of an event is looked up among events: see the table of who may call what.
    for route in tabiya_protocol::PAGE_ROUTES.iter().filter(|route| !route.path.starts_with("/event/")) {
        let path = route.path.replace("{id}", &game).replace("{name}", "ann").replace("{category}", "blitz");
        let answer = guest.call("GET", &path, "").await;
        assert_eq!(answer.status, 200, "{path}");
    }
    // An unknown game was once answered with 200, and so was an unknown event.
    for path in ["/game/AbCd1234", "/game/AbCd1234/", "/game", "/event/AbCd1234", "/nowhere"] {
        assert_eq!(guest.call("GET", path, "").await.status, 404, "{path}");
    }
}
