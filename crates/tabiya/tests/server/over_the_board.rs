// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games over the board, and the board editor: what the page asks, because it does not know the rules.

use serde_json::{Value, json};
use tabiya_testkit::{Answer, Guest};

use crate::people::registered;
use crate::server;

fn game(moves: &[&str]) -> Value {
    json!({ "start_fen": null, "time": null, "moves": moves, "took_ms": vec![1_000; moves.len()] })
}

fn wish(game: Value, ending: Value) -> Value {
    json!({ "game": game, "you": "white", "white": "", "black": "  Uncle \u{202e}  B\u{200b}ob ", "ending": ending })
}

async fn save(guest: &Guest, wish: &Value) -> Answer {
    guest.call("POST", "/api/page/board/save", &wish.to_string()).await
}

async fn saved(guest: &Guest, wish: &Value) -> String {
    let answer = save(guest, wish).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    answer.json()["id"].as_str().expect("an id").to_owned()
}

#[tokio::test]
async fn the_moves_of_a_board_are_checked_and_the_first_impossible_one_is_explained() {
    let server = server().await;
    let guest = Guest::new(&server).await;
    let ask = async |moves: &[&str]| {
        let answer = guest.call("POST", "/api/page/board", &game(moves).to_string()).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    };
    let fresh = ask(&[]).await;
    assert_eq!(fresh["situation"]["legal"].as_array().expect("moves").len(), 20);
    let played = ask(&["e2e4", "e7e5", "f1c4", "e8e6", "d1h5"]).await;
    assert_eq!(played["moves"].as_array().expect("moves").len(), 3, "{played}");
    assert_eq!(
        (&played["refused"]["ply"], &played["refused"]["refusal"]["kind"]),
        (&json!(3), &json!("illegal"))
    );
    assert!(played["refused"]["message"].as_str().expect("a sentence").contains("king"));
    let mate = ask(&["f2f3", "e7e5", "g2g4", "d8h4"]).await;
    assert_eq!(mate["situation"]["status"]["termination"], "checkmate");
    assert_eq!(mate["refused"], Value::Null);
    let more = ask(&["f2f3", "e7e5", "g2g4", "d8h4", "a2a3"]).await;
    assert_eq!(more["refused"]["refusal"]["kind"], "game_over");
    for wrong in [
        json!({"moves": []}),
        json!({"start_fen": "nonsense", "time": null, "moves": [], "took_ms": []}),
        json!({"start_fen": null, "time": null, "moves": ["e2e4"], "took_ms": []}),
    ] {
        assert_eq!(guest.call("POST", "/api/page/board", &wrong.to_string()).await.status, 400, "{wrong}");
    }
}

#[tokio::test]
async fn a_game_over_the_board_is_saved_like_any_game_and_private() {
    let server = server().await;
    let (alice, stranger) = (registered(&server, "Alice").await, Guest::new(&server).await);
    let mut board = game(&["f2f3", "e7e5", "g2g4", "d8h4"]);
    board["time"] = json!({ "initial_ms": 300_000, "increment_ms": 3_000 });
    let id = saved(&alice, &wish(board, Value::Null)).await;
    let view = alice.get(&format!("/api/games/{id}")).await;
    assert_eq!(
        view["situation"]["status"],
        json!({"kind": "ended", "result": "black_wins", "termination": "checkmate"})
    );
    assert_eq!((&view["white"]["name"], &view["white"]["kind"]), (&json!("Alice"), &json!("player")));
    assert_eq!((&view["black"]["name"], &view["black"]["kind"]), (&json!("Uncle Bob"), &json!("guest")));
    assert_eq!((&view["private"], &view["over_the_board"]), (&json!(true), &json!(true)));
    // The third half-move is the first that the clock counts: a second less, and the increment.
    assert_eq!(view["moves"][2]["clock_ms"], 302_000);
    let pgn = alice.call("GET", &format!("/api/games/{id}/pgn"), "").await.body;
    assert!(pgn.contains("[Black \"Uncle Bob\"]") && pgn.contains("2. g4"), "{pgn}");
    let own = &alice.get("/api/games").await[0];
    assert_eq!((&own["id"], &own["over_the_board"]), (&json!(id), &json!(true)));
    assert_eq!(stranger.call("GET", &format!("/api/games/{id}"), "").await.status, 404);
}

#[tokio::test]
async fn a_game_over_the_board_ends_as_its_players_say_and_the_rules_allow() {
    let server = server().await;
    let guest = Guest::new(&server).await;
    let moves = ["e2e4", "e7e5", "g1f3"];
    let mut timed = game(&moves);
    timed["time"] = json!({ "initial_ms": 60_000, "increment_ms": 0 });
    for (board, ending, result, termination) in [
        (game(&moves), json!({"kind": "resigned", "by": "white"}), "black_wins", "resignation"),
        (game(&moves), json!({"kind": "agreed"}), "draw", "agreement"),
        (timed, json!({"kind": "time_up"}), "white_wins", "time_forfeit"),
    ] {
        let id = saved(&guest, &wish(board, ending)).await;
        let status = &guest.get(&format!("/api/games/{id}")).await["situation"]["status"];
        assert_eq!((&status["result"], &status["termination"]), (&json!(result), &json!(termination)));
    }
    for (board, ending, why) in [
        (game(&moves), Value::Null, "say how it ended"),
        (game(&moves), json!({"kind": "claimed"}), "no draw"),
        (game(&moves), json!({"kind": "time_up"}), "clock"),
        (game(&["e2e5"]), json!({"kind": "agreed"}), "half-move 1"),
    ] {
        let answer = save(&guest, &wish(board, ending)).await;
        assert_eq!(answer.status, 400, "{}", answer.body);
        assert!(answer.body.contains(why), "{}", answer.body);
    }
    let mut long = wish(game(&moves), json!({"kind": "agreed"}));
    long["black"] = json!("x".repeat(21));
    assert!(save(&guest, &long).await.body.contains("at most 20"));
    let mut public = wish(game(&moves), json!({"kind": "agreed"}));
    public["public"] = json!(true);
    assert_eq!(save(&guest, &public).await.status, 400, "it is always private");
}

#[tokio::test]
async fn the_editor_hears_what_is_wrong_with_its_board() {
    let server = server().await;
    let guest = Guest::new(&server).await;
    let ask = async |fen: &str| {
        guest.call("POST", "/api/page/editor", &json!({ "fen": fen }).to_string()).await.json()
    };
    let wrong = ask("4k2P/8/8/8/8/8/8/4K3 w - - 0 1").await;
    assert_eq!(wrong["problems"][0]["squares"], json!(["h8"]), "{wrong}");
    for short in ["4k3/8/8/8/8/8/4P3/4K3 w", "4k3/8/8/8/8/8/4P3/4K3", "4k3/8/8/8/8/8/4P3/4K3/"] {
        let good = ask(short).await;
        assert_eq!(
            (&good["problems"], &good["fen"]),
            (&json!([]), &json!("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"))
        );
    }
}
