// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games that the page imports from PGN.

use serde_json::{Value, json};
use tabiya_testkit::{Answer, Guest};

use crate::people::registered;
use crate::server;

const PGN: &str = "[White \"Anderssen,\u{202e}\u{2800}Adolf\u{301}\u{301}\u{301}\u{301}\u{301}\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\n\
                   1. e4 e5 {the open game} 2. f4 (2. Nf3 Nc6) exf4 3. Bc4 1-0\n\n[White \"Second\"]\n\n1. d4 *\n";

async fn import(guest: &Guest, pgn: &str, private_as: Value) -> Answer {
    let body = json!({ "pgn": pgn, "private_as": private_as });
    guest.call("POST", "/api/page/import", &body.to_string()).await
}

pub(crate) async fn imported(guest: &Guest, pgn: &str, private_as: Value) -> String {
    let answer = import(guest, pgn, private_as).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    answer.json()["id"].as_str().expect("an id").to_owned()
}

#[tokio::test]
async fn the_first_game_of_a_pgn_is_there_for_everybody() {
    let server = server().await;
    let (alice, stranger) = (registered(&server, "Alice").await, Guest::new(&server).await);
    let id = imported(&alice, PGN, Value::Null).await;
    let view = stranger.get(&format!("/api/games/{id}")).await;
    assert_eq!(
        (&view["white"]["name"], &view["black"]["name"]),
        (&json!("Anderssen, Adolf\u{301}\u{301}\u{301}"), &json!("Black"))
    );
    let moves: Vec<_> =
        view["moves"].as_array().expect("moves").iter().map(|each| each["san"].clone()).collect();
    assert_eq!(moves, ["e4", "e5", "f4", "exf4", "Bc4"]);
    let status = &view["situation"]["status"];
    assert_eq!((&status["result"], &status["termination"]), (&json!("white_wins"), &json!("unknown")));
}

/// A game that was imported for everybody was in no list.
#[tokio::test]
async fn whoever_imports_a_game_finds_it_among_the_own_games_and_nobody_else_does() {
    let server = server().await;
    let (alice, bob) = (registered(&server, "Alice").await, registered(&server, "Bob").await);
    let (first, second) =
        (imported(&alice, PGN, Value::Null).await, imported(&alice, PGN, json!("black")).await);
    let ids = |games: &Value| -> Vec<_> {
        let mut ids: Vec<_> =
            games.as_array().expect("games").iter().map(|game| game["id"].clone()).collect();
        ids.sort_by_key(ToString::to_string);
        ids
    };
    let mut both = [json!(first), json!(second)];
    both.sort_by_key(ToString::to_string);
    let mine = alice.get("/api/games").await;
    assert_eq!(ids(&mine), both, "{mine}");
    assert!(mine.as_array().expect("games").iter().all(|game| game["imported"] == true), "{mine}");
    let list = "/api/page/players/alice/games";
    let own = alice.get(list).await;
    assert_eq!(ids(&own["games"]), both, "{own}");
    for game in own["games"].as_array().expect("games") {
        assert_eq!((&game["imported"], &game["black"]["player"]["name"]), (&json!(true), &json!("Black")));
    }
    // What an imported game does not have can't be looked for in it.
    assert_eq!(alice.get(&format!("{list}?rated=false")).await["games"], json!([]));
    assert_eq!(bob.get(list).await["games"], json!([]));
    assert_eq!(bob.get("/api/games").await, json!([]));
    // Whose game it is that a list goes on after is nobody else's to find out.
    let after = alice.call("GET", &format!("/api/games?after={second}"), "").await;
    assert_eq!(after.status, 200, "{}", after.body);
    let after = bob.call("GET", &format!("/api/games?after={first}"), "").await;
    assert_eq!(after.status, 404, "{}", after.body);
}

#[tokio::test]
async fn a_guests_imports_are_among_the_own_games_too() {
    let server = server().await;
    let guest = Guest::new(&server).await;
    let id = imported(&guest, PGN, Value::Null).await;
    assert_eq!(guest.get("/api/games").await[0]["id"], json!(id));
}

/// The tags were cut by characters alone, and a name is bounded in bytes too.
#[tokio::test]
async fn a_long_name_of_any_script_is_cut_and_not_refused() {
    let server = server().await;
    let guest = Guest::new(&server).await;
    let long = |name: &str| name.repeat(40);
    for (name, shown) in [
        ("♞😀", "♞😀".repeat(11) + "♞"),
        ("👩\u{200d}💻", "👩\u{200d}💻".repeat(7)),
        ("馬", "馬".repeat(26)),
        ("Ж", "Ж".repeat(40)),
    ] {
        let id = imported(&guest, &format!("[White \"{}\"]\n\n1. e4 *\n", long(name)), Value::Null).await;
        assert_eq!(guest.get(&format!("/api/games/{id}")).await["white"]["name"], json!(shown), "{name}");
    }
}

#[tokio::test]
async fn a_private_import_is_there_for_its_player_alone() {
    let server = server().await;
    let (guest, stranger) = (Guest::new(&server).await, Guest::new(&server).await);
    let id = imported(&guest, PGN, json!("black")).await;
    let view = guest.get(&format!("/api/games/{id}")).await;
    assert_eq!(view["private"], true);
    let own = &guest.get("/api/games").await[0];
    assert_eq!((&own["id"], &own["you"]), (&json!(id), &json!("black")));
    assert_eq!(stranger.call("GET", &format!("/api/games/{id}"), "").await.status, 404);
}

#[tokio::test]
async fn what_is_no_game_is_refused_with_its_place() {
    let server = server().await;
    let guest = Guest::new(&server).await;
    for (pgn, why) in [
        (" \n", "paste a game"),
        ("1. e4 e5 2. Ke3", "line 1, column 13"),
        ("[FEN \"nonsense\"]\n\n1. e4 *", "line 1"),
        // The position of the start stands on the board for the fifth time after Black's eighth move.
        (
            "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 9. e4 *",
            "the game is over after move 8 (fivefold repetition), but the record goes on",
        ),
        ("[FEN \"7k/5KQ1/8/8/8/8/8/8 b - - 0 1\"]\n[SetUp \"1\"]\n\n*", "no moves"),
    ] {
        let answer = import(&guest, pgn, Value::Null).await;
        assert_eq!(answer.status, 400, "{pgn}: {}", answer.body);
        assert!(answer.body.contains(why), "{pgn}: {}", answer.body);
    }
    // A long comment is no fault; more than the page may send is.
    let long = |bytes: usize| format!("1. e4 {{{}}} *", "x".repeat(bytes));
    assert_eq!(import(&guest, &long(100_000), Value::Null).await.status, 201);
    for bytes in [300_000, 600_000] {
        let answer = import(&guest, &long(bytes), Value::Null).await;
        assert_eq!(answer.status, 413);
        assert!(answer.body.contains("256 KiB at most"), "{bytes}: {}", answer.body);
    }
    // Another site's page imports nothing.
    let body = json!({ "pgn": PGN, "private_as": null }).to_string();
    let headers = [("Origin", "https://elsewhere.example"), ("Content-Type", "application/json")];
    let answer = server.request("POST", "/api/page/import", &headers, body.as_bytes()).await;
    assert_eq!(answer.expect("an answer").status, 403);
}

/// Another record than the one that was sent would be kept, and nothing would say so.
#[tokio::test]
async fn a_record_with_a_null_move_is_refused() {
    let server = server().await;
    let guest = Guest::new(&server).await;
    let answer = import(&guest, "1. e4 e5 2. -- -- 3. Nf3 Nc6 *", Value::Null).await;
    assert_eq!(answer.status, 400);
    assert!(answer.body.contains("move 2 is a null move"), "{}", answer.body);
}

/// The clocks of another site's game are those of the game here: replay, chart and export show them.
#[tokio::test]
async fn clocks_of_an_imported_game_are_kept() {
    let server = server().await;
    let guest = Guest::new(&server).await;
    let moves = "1. e4 {[%clk 0:03:00]} 1... c5 {[%clk 0:03:00]} 2. Nf3 {[%clk 0:02:55.5]} \
                 2... d6 {[%eval 0.3] [%clk 0:03:01]} 3. d4 {[%clk 0:00:00.2]}";
    let pgn = format!("[White \"Ann\"]\n[TimeControl \"180+2\"]\n\n{moves} 0-1\n");
    let id = imported(&guest, &pgn, Value::Null).await;
    let view = guest.get(&format!("/api/games/{id}")).await;
    assert_eq!(view["time"], json!({"initial_ms": 180_000, "increment_ms": 2_000}));
    let clocks: Vec<_> =
        view["moves"].as_array().expect("moves").iter().map(|each| each["clock_ms"].clone()).collect();
    assert_eq!(clocks, [180_000, 180_000, 175_500, 181_000, 200]);
    assert_eq!(view["situation"]["status"]["result"], "black_wins");
    let exported = guest.call("GET", &format!("/api/games/{id}/pgn"), "").await.body;
    for part in ["[TimeControl \"180+2\"]", "2. Nf3 {[%clk 0:02:55.5]}", "[%clk 0:03:01]"] {
        assert!(exported.replace('\n', " ").contains(part), "{part}: {exported}");
    }
    // What our clocks can't show is no reason to refuse a game.
    for odd in ["soon", "99:00:00", "0:00:99"] {
        let pgn = pgn.replacen("0:03:00", odd, 1);
        let id = imported(&guest, &pgn, Value::Null).await;
        let view = guest.get(&format!("/api/games/{id}")).await;
        assert_eq!(view["moves"].as_array().map(Vec::len), Some(5), "{odd}");
    }
}

/// Nobody aborted such a game: its record only stops.
#[tokio::test]
async fn how_a_game_without_a_result_ended_is_not_known() {
    let server = server().await;
    let alice = registered(&server, "Alice").await;
    let id = imported(&alice, "[White \"Ann\"]\n\n1. e4 e5 2. Nf3 *\n", json!("white")).await;
    let view = alice.get(&format!("/api/games/{id}")).await;
    let status = &view["situation"]["status"];
    assert_eq!((&status["result"], &status["termination"]), (&json!("aborted"), &json!("unknown")));
    let pgn = alice.call("GET", &format!("/api/games/{id}/pgn"), "").await.body;
    for tag in ["[Result \"*\"]", "[Termination \"unterminated\"]"] {
        assert!(pgn.contains(tag), "{tag}: {pgn}");
    }
}

/// Only the tag says why a game ended. Without it there is only the result, wherever the game is shown.
#[tokio::test]
async fn no_ending_of_an_imported_game_is_invented() {
    let server = server().await;
    let guest = Guest::new(&server).await;
    for (tag, result, [outcome, termination], written, words, status) in [
        (
            "Time forfeit",
            "1-0",
            ["white_wins", "time_forfeit"],
            "time forfeit",
            "Black's time ran out. White won.",
            "outoftime",
        ),
        (
            "Ann won by resignation",
            "1-0",
            ["white_wins", "resignation"],
            "normal",
            "Black resigned. White won.",
            "resign",
        ),
        ("Game drawn by agreement", "1/2-1/2", ["draw", "agreement"], "normal", "Draw by agreement.", "draw"),
        ("Normal", "1-0", ["white_wins", "unknown"], "", "White won.", "unknownFinish"),
        ("", "0-1", ["black_wins", "unknown"], "", "Black won.", "unknownFinish"),
        ("", "1/2-1/2", ["draw", "unknown"], "", "Draw.", "draw"),
    ] {
        let pgn = format!("[White \"Ann\"]\n[Termination \"{tag}\"]\n\n1. e4 e5 {result}\n");
        let id = imported(&guest, &pgn, Value::Null).await;
        let view = guest.get(&format!("/api/games/{id}")).await;
        let found = &view["situation"]["status"];
        assert_eq!(
            (&found["result"], &found["termination"]),
            (&json!(outcome), &json!(termination)),
            "{pgn}"
        );
        let exported = guest.call("GET", &format!("/api/games/{id}/pgn"), "").await.body;
        assert!(exported.contains(&format!("[Result \"{result}\"]")), "{exported}");
        let said = exported.lines().find(|line| line.starts_with("[Termination "));
        let expected = (!written.is_empty()).then(|| format!("[Termination \"{written}\"]"));
        assert_eq!(said.map(str::to_owned), expected, "{exported}");
        let literate = guest.call("GET", &format!("/game/export/{id}?literate=true"), "").await.body;
        assert!(literate.replace('\n', " ").contains(&format!("{{{words}}}")), "{words}: {literate}");
        let headers = [("Accept", "application/json")];
        let answer =
            server.request("GET", &format!("/game/export/{id}"), &headers, b"").await.expect("an answer");
        assert_eq!(answer.json()["status"], json!(status), "{pgn}: {}", answer.body);
    }
}

#[tokio::test]
async fn an_imported_game_says_where_it_was_played() {
    let server = server().await;
    let guest = Guest::new(&server).await;
    let tags = "[Event \"London \u{202e}\t1851\"]\n[Site \"?\"]\n[Date \"1851.06.??\"]\n[White \"Ann\"]\n";
    let id = imported(&guest, &format!("{tags}\n1. e4 e5 1/2-1/2\n"), Value::Null).await;
    let view = guest.get(&format!("/api/games/{id}")).await;
    assert_eq!(view["imported"], json!({"event": "London 1851", "site": null, "date": "1851.06.??"}));
    assert_eq!(view["over_the_board"], Value::Null);
    let pgn = guest.call("GET", &format!("/api/games/{id}/pgn"), "").await.body;
    for tag in ["[Event \"London 1851\"]", "[Site \"?\"]", "[Date \"1851.06.??\"]"] {
        assert!(pgn.contains(tag), "{tag}: {pgn}");
    }
}
