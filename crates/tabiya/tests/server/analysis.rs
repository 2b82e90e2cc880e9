// SPDX-License-Identifier: AGPL-3.0-or-later
//! The computer analysis of finished games: asked for, growing, kept, and for whom.

use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tabiya_testkit::{Answer, GameSocket, Guest, NewGame, Server, patiently};

use crate::people::{registered, take_over};
use crate::{Table, game_of, server_with, table_on};

/// So few that a game takes a moment.
const FEW: &str = "--analysis-nodes=2000";

/// A game of twenty moves, for which an analysis takes a while.
const LONG: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 \
                    11. Nbd2 Bb7 12. Bc2 Re8 13. Nf1 Bf8 14. Ng3 g6 15. a4 c5 16. d5 c4 17. Bg5 h6 18. Be3 Nc5 19. Qd2 h5 \
                    20. Bg5 Be7 1/2-1/2";

pub(crate) async fn ask(guest: &Guest, game: &str) -> Answer {
    guest.call("POST", &format!("/api/page/analysis/{game}"), "").await
}

async fn look(guest: &Guest, game: &str) -> Answer {
    guest.call("GET", &format!("/api/page/analysis/{game}"), "").await
}

pub(crate) async fn imported(guest: &Guest, pgn: &str) -> String {
    let body = json!({ "pgn": pgn, "private_as": null }).to_string();
    let answer = guest.call("POST", "/api/page/import", &body).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    answer.json()["id"].as_str().expect("an id").to_owned()
}

/// A socket that follows the analysis, and the first message: how far it is, or a refusal.
pub(crate) async fn follow(guest: &Guest, game: &str) -> (GameSocket, Value) {
    let socket = GameSocket::connect(guest, game, "protocol=3", Some(&guest.origin())).await;
    let mut socket = socket.unwrap_or_else(|status| panic!("sockets are for everybody, not {status}"));
    let topic = format!("analysis:{game}");
    socket.send_text(&json!({ "type": "subscribe", "topic": topic }).to_string()).await;
    let first = socket.until("the analysis", |message| message["topic"] == topic.as_str()).await;
    (socket, first)
}

pub(crate) async fn done(socket: &mut GameSocket) -> Value {
    let is_done = |message: &Value| message["analysis"]["stage"] == "done";
    socket.until("the whole analysis", is_done).await["analysis"].clone()
}

/// Asks until it is done.
pub(crate) async fn until_done(guest: &Guest, game: &str) -> Value {
    patiently("the analysis", async {
        loop {
            let answer = look(guest, game).await;
            assert_eq!(answer.status, 200, "{}", answer.body);
            let analysis = answer.json()["analysis"].clone();
            assert_ne!(analysis["stage"], "failed");
            if analysis["stage"] == "done" {
                return analysis;
            }
            tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        }
    })
    .await
}

/// A game as White against the gentlest level, without a clock.
async fn against_computer(guest: &Guest) -> GameSocket {
    let game = guest.create(&NewGame::computer(1)).await;
    guest.open(&game).await
}

/// Fool's mate, which Black wins.
async fn fools_mate(server: Server, wish: NewGame) -> Table {
    let mut table = table_on(server, wish).await;
    table.play(&["f2f3", "e7e5", "g2g4", "d8h4"]).await;
    table.white.event("ended").await;
    table
}

#[tokio::test]
async fn two_people_have_their_game_analysed_and_see_where_it_turned() {
    let table = fools_mate(server_with(&[FEW]).await, NewGame::friend()).await;
    let (mut bob, first) = follow(&table.bob, &table.game).await;
    assert_eq!(first["analysis"], json!({ "stage": "none" }));
    let asked = ask(&table.alice, &table.game).await;
    assert_eq!(asked.status, 200, "{}", asked.body);
    let left = asked.json()["left"].as_u64().expect("a number");
    assert!(["waiting", "running", "done"].contains(&asked.json()["analysis"]["stage"].as_str().unwrap()));
    // Bob hears of the wish and sees it grow.
    bob.until("it runs", |message| message["analysis"]["stage"] == "running").await;
    let grew = bob.next("analysis_grew").await;
    assert_eq!(grew["start"]["eval"]["kind"], "cp");
    let told = done(&mut bob).await;
    let moves = told["moves"].as_array().expect("moves");
    let names: Vec<_> = moves.iter().map(|each| each["san"].as_str().unwrap()).collect();
    assert_eq!(names, ["f3", "e5", "g4", "Qh4#"]);
    assert_eq!(
        (&moves[2]["judgement"], &moves[2]["reason"]),
        (&json!("blunder"), &json!({ "kind": "allows_mate", "moves": 1 }))
    );
    assert_eq!(moves[3]["eval"], json!({ "kind": "mated", "winner": "black" }));
    assert_eq!(told["totals"]["white"]["blunders"], 1);
    // What is asked for once more costs nothing, and anybody who sees the game sees it.
    let again = ask(&table.alice, &table.game).await.json();
    assert_eq!((&again["analysis"], again["left"].as_u64()), (&told, Some(left)));
    let stranger = Guest::new(&table.server).await;
    assert_eq!(look(&stranger, &table.game).await.json()["analysis"], told);
}

/// A verdict that is looked at again is corrected for everybody, also after a restart, and counts as one of the day's analyses.
#[tokio::test]
async fn somebody_has_a_verdict_looked_at_again() {
    let mut server = server_with(&[FEW, "--max-analyses-per-day=2"]).await;
    let alice = registered(&server, "Alice").await;
    let game = imported(&alice, "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0").await;
    let deeper = |ply: u16| {
        let (alice, path) = (&alice, format!("/api/page/analysis/{game}/deeper"));
        async move { alice.call("POST", &path, &json!({ "ply": ply }).to_string()).await }
    };
    assert_eq!(deeper(6).await.error_code(), "no_such_move", "before there is an analysis");
    assert_eq!(ask(&alice, &game).await.json()["left"], 1);
    let before = until_done(&alice, &game).await;
    assert_eq!((&before["deeper"], &before["looking"]), (&json!([]), &json!([])));
    let stranger = Guest::new(&server).await;
    let (mut watching, _) = follow(&stranger, &game).await;
    assert_eq!(deeper(99).await.error_code(), "no_such_move");
    let asked = deeper(6).await;
    assert_eq!((asked.status, &asked.json()["left"]), (200, &json!(0)), "{}", asked.body);
    assert_eq!(watching.next("analysis_looks").await["looking"], json!([6]));
    let told = done(&mut watching).await;
    assert_eq!((&told["deeper"], &told["looking"]), (&json!([6]), &json!([])));
    assert_eq!(told["moves"][5]["reason"], json!({ "kind": "allows_mate", "moves": 1 }));
    let again = deeper(6).await.json();
    assert_eq!((&again["analysis"], &again["left"]), (&told, &json!(0)), "it costs nothing");
    let refused = deeper(2).await;
    assert_eq!((refused.status, refused.error_code().as_str()), (429, "analyses_used_up"));
    server.kill().await;
    server.restart().await;
    assert_eq!(look(&alice, &game).await.json()["analysis"], told);
}

#[tokio::test]
async fn an_analysis_goes_on_after_kill_9() {
    // So many that it is not done before the kill, however long this test stands still.
    let mut server = server_with(&["--analysis-nodes=300000", "--analysis-threads=1"]).await;
    let guest = Guest::new(&server).await;
    let (long, next) = (imported(&guest, LONG).await, imported(&guest, "1. e4 e5 2. Nf3 1-0").await);
    let (mut socket, _) = follow(&guest, &long).await;
    assert_eq!(ask(&guest, &long).await.status, 200);
    let waits = ask(&guest, &next).await.json();
    assert_eq!(waits["analysis"], json!({ "stage": "waiting", "ahead": 1 }));
    socket.next("analysis_grew").await;
    assert_eq!(
        look(&guest, &long).await.json()["analysis"]["stage"],
        "running",
        "it is killed in the middle"
    );
    server.kill().await;
    server.restart_with(&["--analysis-nodes=30000", "--analysis-threads=1"]).await;
    for (game, half_moves) in [(&long, 40), (&next, 3)] {
        let analysis = until_done(&guest, game).await;
        assert_eq!(analysis["moves"].as_array().expect("moves").len(), half_moves);
        assert_eq!((&analysis["of"], &analysis["nodes"]), (&json!(half_moves), &json!(30_000)));
    }
    // It is stored.
    server.kill().await;
    server.restart().await;
    assert_eq!(look(&guest, &long).await.json()["analysis"]["stage"], "done");
}

#[tokio::test]
async fn a_client_that_comes_back_hears_what_it_has_missed() {
    let server = server_with(&["--analysis-nodes=20000", "--analysis-threads=1"]).await;
    let guest = Guest::new(&server).await;
    let game = imported(&guest, LONG).await;
    let (mut socket, first) = follow(&guest, &game).await;
    ask(&guest, &game).await;
    let grew = socket.next("analysis_grew").await;
    drop(socket);
    let known = grew["moves"].as_array().expect("moves").len();
    let after = grew["seq"].as_u64().expect("a number");
    assert!(after > first["seq"].as_u64().expect("a number"));
    let mut socket =
        GameSocket::connect(&guest, &game, "protocol=3", Some(&guest.origin())).await.expect("it opens");
    let subscribe = json!({ "type": "subscribe", "topic": format!("analysis:{game}"), "after": after });
    socket.send_text(&subscribe.to_string()).await;
    let mut moves = known;
    let all = loop {
        let message = socket.until("news", |message| message["type"] != "hello").await;
        match message["type"].as_str().expect("a type") {
            "analysis_grew" => moves += message["moves"].as_array().expect("moves").len(),
            "analysis" => break message["analysis"].clone(),
            _ => {}
        }
    };
    assert_eq!((&all["stage"], moves), (&json!("done"), 40), "each move was told once");
}

#[tokio::test]
async fn a_private_game_has_no_analysis_for_others() {
    let table = fools_mate(server_with(&[FEW]).await, NewGame::friend().private()).await;
    assert_eq!(ask(&table.alice, &table.game).await.status, 200);
    until_done(&table.bob, &table.game).await;
    let stranger = registered(&table.server, "stranger").await;
    assert_eq!(look(&stranger, &table.game).await.status, 404);
    assert_eq!(ask(&stranger, &table.game).await.status, 404);
    let (_socket, first) = follow(&stranger, &table.game).await;
    assert_eq!(first["refusal"]["kind"], "no_such_topic");
}

#[tokio::test]
async fn a_game_that_goes_on_is_analysed_for_nobody() {
    let mut table = table_on(server_with(&[FEW]).await, NewGame::friend()).await;
    table.play(&["e2e4", "e7e5"]).await;
    let stranger = Guest::new(&table.server).await;
    for guest in [&table.alice, &stranger] {
        for answer in [look(guest, &table.game).await, ask(guest, &table.game).await] {
            assert_eq!((answer.status, answer.error_code().as_str()), (409, "analysis_of_running"));
        }
        assert_eq!(follow(guest, &table.game).await.1["refusal"]["kind"], "analysis_of_running");
    }
}

#[tokio::test]
async fn whoever_plays_with_a_clock_sees_no_analysis_until_the_game_is_over() {
    let table = fools_mate(server_with(&[FEW]).await, NewGame::friend()).await;
    ask(&table.alice, &table.game).await;
    until_done(&table.alice, &table.game).await;
    let (mut socket, _) = follow(&table.alice, &table.game).await;
    let mut older = against_computer(&table.alice).await;
    let mut ended = against_computer(&table.alice).await;
    ended.command("resign", json!({})).await.accepted();
    let (_, mut white, _black) =
        game_of(&table.alice, &table.bob, NewGame::friend().clocks(300_000, 0)).await;
    for answer in [look(&table.alice, &table.game).await, ask(&table.bob, &table.game).await] {
        assert_eq!((answer.status, answer.error_code().as_str()), (403, "analysis_while_playing"));
    }
    let topic = format!("analysis:{}", table.game);
    let refused = |message: &Value| message["type"] == "refused" && message["topic"] == topic.as_str();
    let refused = socket.until("the subscription has ended", refused).await;
    assert_eq!(refused["refusal"]["kind"], "analysis_while_playing");
    assert_eq!(follow(&table.alice, &table.game).await.1["refusal"]["kind"], "analysis_while_playing");
    // The computer's moves would help as well.
    for game in [NewGame::computer(1), NewGame::computer(1).from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")] {
        let answer = table.alice.ask_for(&game).await;
        assert_eq!((answer.status, answer.error_code().as_str()), (403, "computer_while_playing"));
    }
    // So would those of a game that began earlier, and of one that is played again.
    for refused in [older.play("e2e4").await, ended.command("rematch", json!({})).await] {
        assert_eq!(refused.refused()["refusal"]["kind"], "computer_while_playing");
    }
    // A move that is prepared is asked about when it would be played, which is now.
    older.send("premoves", json!({ "seq": older.seq(), "moves": ["e2e4"] })).await;
    let told = older.until("the reason", |message| message["dropped"].is_object()).await;
    assert_eq!(told["dropped"]["refusal"]["kind"], "computer_while_playing");
    // For others, and without a clock against the computer, nothing changes.
    let stranger = Guest::new(&table.server).await;
    against_computer(&stranger).await.play("e2e4").await.accepted();
    assert_eq!(look(&stranger, &table.game).await.status, 200);
    white.command("abort", json!({})).await.accepted();
    older.play("e2e4").await.accepted();
    ended.send("rematch", json!({})).await;
    assert!(ended.next("rematch").await["game"].is_string());
    assert_eq!(look(&table.alice, &table.game).await.status, 200);
    // Beside a game with a clock against the computer, another may begin.
    table.alice.create(&NewGame::computer(1).clocks(300_000, 0)).await;
    table.alice.create(&NewGame::computer(1)).await;
}

/// The game begins in the name of a guest whose games an account has taken over.
#[tokio::test]
async fn an_analysis_is_not_followed_on_while_a_guest_of_before_plays() {
    let server = server_with(&["--analysis-nodes=300000"]).await;
    let (guest, other) = (Guest::new(&server).await, Guest::new(&server).await);
    let game = imported(&other, LONG).await;
    let open = guest.create(&NewGame::friend().clocks(300_000, 0)).await;
    let account = registered(&server, "Ann").await;
    assert_eq!(take_over(&server, &guest, &account).await.status, 204);
    let (mut socket, first) = follow(&account, &game).await;
    assert_eq!(first["analysis"]["stage"], "none", "{first}");
    other.open(&open).await.join().await;
    let refused = |message: &Value| message["type"] == "refused";
    let refused = socket.until("the subscription has ended", refused).await;
    assert_eq!(refused["refusal"]["kind"], "analysis_while_playing");
    assert_eq!(look(&account, &game).await.status, 403);
}

/// It was a dead end: the page offered what was never done.
#[tokio::test]
async fn a_stored_analysis_that_cannot_be_read_is_made_again() {
    let mut table = fools_mate(server_with(&[FEW]).await, NewGame::friend()).await;
    ask(&table.alice, &table.game).await;
    let before = until_done(&table.alice, &table.game).await;
    assert!(table.server.stop().await);
    let database = rusqlite::Connection::open(table.server.data().join("tabiya.db")).expect("it has stopped");
    let changed = database.execute("UPDATE analysis SET found = '1 600000\ncp x'", []).expect("a database");
    assert_eq!(changed, 1);
    drop(database);
    table.server.restart().await;
    assert_eq!(look(&table.alice, &table.game).await.json()["analysis"]["stage"], "failed");
    assert_eq!(ask(&table.alice, &table.game).await.status, 200);
    // `until_done` takes no "failed": it waits, runs or is done already.
    assert_eq!(until_done(&table.alice, &table.game).await, before);
}

/// A day's worth does not come back in a minute.
#[tokio::test]
async fn whoever_has_asked_for_enough_is_told_to_wait_longer_than_for_a_place() {
    let server = server_with(&[FEW, "--max-analyses-per-day=1"]).await;
    let account = registered(&server, "Ann").await;
    for (pgn, status) in [("1. e4 *", 200), ("1. d4 *", 429)] {
        let game = imported(&account, pgn).await;
        let answer = ask(&account, &game).await;
        assert_eq!(answer.status, status, "{}", answer.body);
        if status == 429 {
            assert_eq!(
                (answer.error_code().as_str(), answer.header("retry-after")),
                ("analyses_used_up", Some("3600"))
            );
        }
    }
}

/// An address of the compatible API, opened in a tab beside the game: no token, but the player's cookie.
#[tokio::test]
async fn whoever_plays_hears_nothing_of_the_engine_at_their_own_browser_without_a_token_either() {
    let table = fools_mate(server_with(&[FEW]).await, NewGame::friend()).await;
    ask(&table.alice, &table.game).await;
    until_done(&table.alice, &table.game).await;
    let export = format!("/game/export/{}?evals=true", table.game);
    let many = "/api/games/export/_ids?evals=true";
    let cloud = "/api/cloud-eval?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20KQkq%20-%200%201";
    // What is known is about chess.
    assert_eq!(table.alice.call("GET", &format!("{cloud}&variant=atomic"), "").await.status, 400);
    let heard = async |guest: &Guest| {
        let one = guest.call("GET", &export, "").await;
        let ids = guest.call("POST", many, &table.game).await;
        let cloud = guest.call("GET", cloud, "").await;
        assert_eq!(one.header("cache-control"), Some("no-store"), "nobody else gets it from a cache");
        (one.body.contains("[%eval"), ids.body.contains("[%eval"), cloud.status)
    };
    assert_eq!(heard(&table.alice).await, (true, true, 200));
    let (_, mut white, _black) =
        game_of(&table.alice, &table.bob, NewGame::friend().clocks(300_000, 0)).await;
    assert_eq!(heard(&table.alice).await, (false, false, 403));
    assert_eq!(heard(&table.bob).await, (false, false, 403));
    assert_eq!(heard(&Guest::new(&table.server).await).await, (true, true, 200), "others play no game");
    white.command("abort", json!({})).await.accepted();
    assert_eq!(heard(&table.alice).await, (true, true, 200));
}

#[tokio::test]
async fn a_correspondence_game_closes_what_could_help_in_it() {
    let server = server_with(&[FEW]).await;
    let (alice, bob) = (registered(&server, "Alice").await, registered(&server, "Bob").await);
    let (near, far) =
        (imported(&alice, "1. e4 e5 2. Nf3 1-0").await, imported(&alice, "1. d4 d5 2. c4 1-0").await);
    let open_game = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let mut older = Vec::new();
    for _ in 0..2 {
        let game = alice.create(&NewGame::computer(1).from_fen(open_game)).await;
        older.push(alice.open(&game).await);
    }
    older[1].command("resign", json!({})).await.accepted();
    let (own, mut white, mut black) =
        game_of(&alice, &bob, NewGame::friend().time(json!({ "days": 3 }))).await;
    white.play("e2e4").await.accepted();
    black.follow(&white).await;
    black.play("e7e5").await.accepted();
    let closed = ask(&alice, &near).await;
    assert_eq!((closed.status, closed.error_code().as_str()), (403, "analysis_near_own_game"));
    assert!(closed.body.contains(&own), "it is named: {}", closed.body);
    assert_eq!(ask(&alice, &far).await.status, 200);
    let other = Guest::new(&server).await;
    assert_eq!(ask(&other, &near).await.status, 200, "others play no such game");
    assert_eq!(look(&bob, &near).await.status, 403);
    // The page is told of the game, and keeps its engine away from it.
    let told = alice.get("/api/page/engine").await;
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let game = json!({ "id": own, "variant": "standard", "start_fen": start, "moves": ["e2e4", "e7e5"] });
    assert_eq!(told, json!({ "clocked": false, "games": [game] }));
    assert_eq!(other.get("/api/page/engine").await, json!({ "clocked": false, "games": [] }));
    let met = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    let refused = alice.ask_for(&NewGame::computer(1).from_fen(met)).await;
    assert_eq!((refused.status, refused.error_code().as_str()), (403, "computer_near_own_game"));
    other.create(&NewGame::computer(1).from_fen(met)).await;
    alice.create(&NewGame::computer(1)).await;
    alice.create(&NewGame::computer(1).from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")).await;
    white.follow(&black).await;
    white.play("g1f3").await.accepted();
    // Games with the computer that began earlier lead there, too, or begin there once more.
    for refused in [older[0].play("g1f3").await, older[1].command("rematch", json!({})).await] {
        assert_eq!(refused.refused()["refusal"]["kind"], "computer_near_own_game");
    }
    older[0].play("d2d4").await.accepted();
    white.command("resign", json!({})).await.accepted();
    assert_eq!(look(&alice, &near).await.status, 200);
}

#[tokio::test]
async fn a_day_has_so_many_analyses_and_no_more() {
    let server = server_with(&[FEW, "--max-analyses-per-day=2", "--max-guest-analyses-per-day=1"]).await;
    let (alice, guest) = (registered(&server, "Alice").await, Guest::new(&server).await);
    let mut games = Vec::new();
    for first in ["a3", "b3", "c3", "d3"] {
        games.push(imported(&alice, &format!("1. {first} e5 1-0")).await);
    }
    let answer = look(&alice, &games[0]).await.json();
    assert_eq!((&answer["left"], &answer["a_day"]), (&json!(2), &json!(2)), "it is said before it bites");
    for (game, left) in [(0, 1), (1, 0)] {
        assert_eq!(ask(&alice, &games[game]).await.json()["left"], left);
    }
    let refused = ask(&alice, &games[2]).await;
    assert_eq!((refused.status, refused.error_code().as_str()), (429, "analyses_used_up"));
    assert_eq!(ask(&alice, &games[1]).await.status, 200, "it is there already");
    // A guest is counted by the network; this machine may have ten times as many.
    let left = look(&guest, &games[2]).await.json();
    assert_eq!((&left["left"], &left["a_day"]), (&json!(10), &json!(10)));
    assert_eq!(ask(&guest, &games[2]).await.json()["left"], 9);
    assert_eq!(ask(&Guest::new(&server).await, &games[3]).await.json()["left"], 8);
}

/// One code, one verdict.
#[tokio::test]
async fn the_command_gives_the_same_analysis() {
    let server = server_with(&[FEW]).await;
    let guest = Guest::new(&server).await;
    let game = imported(&guest, LONG).await;
    ask(&guest, &game).await;
    let told = until_done(&guest, &game).await;
    let pgn = server.data().join("game.pgn");
    std::fs::write(&pgn, LONG).expect("it is written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.arg("analyse").arg(&pgn).args(["--nodes", "2000", "--json"]);
    let output = command.stderr(Stdio::inherit()).output().expect("it runs");
    let said: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    // The server counts in thousandths, the command in percent with two decimals.
    let same = |told: &Value, said: &Value| match (told.as_f64(), said.as_f64()) {
        (Some(thousandths), Some(percent)) => (thousandths - percent * 10.0).abs() < 0.56,
        (told, said) => told == said,
    };
    for side in ["white", "black"] {
        let (told, said) = (&told["totals"][side], &said["summary"][side]);
        assert!(told["accuracy"].is_number() && same(&told["accuracy"], &said["accuracy"]), "{told} {said}");
        for (at, phase) in ["opening", "middlegame", "endgame"].iter().enumerate() {
            assert!(same(&told[phase], &said["by_phase"][at]), "{phase}: {told} {said}");
        }
    }
    let (told, said) = (told["moves"].as_array().expect("moves"), said["moves"].as_array().expect("moves"));
    assert_eq!((told.len(), said.len()), (40, 40));
    assert!(told.iter().any(|told| !told["better"].as_array().expect("a line").is_empty()));
    for (told, said) in told.iter().zip(said) {
        let cp = |eval: &Value| eval["cp"].as_i64();
        assert_eq!(cp(&told["eval"]), cp(&said["eval"]), "{}", told["san"]);
        assert_eq!(
            (&told["san"], &told["judgement"], &told["loss"]),
            (&said["san"], &said["judgement"], &said["loss"])
        );
        assert!(same(&told["accuracy"], &said["accuracy"]), "{told} {said}");
        assert_eq!(told["reason"].is_null(), said["reason"].is_null(), "{}", told["san"]);
        // The command tells the whole of a better line, the server its beginning.
        let line = |line: &Value| line.as_array().expect("a line").clone();
        let (shown, whole) = (line(&told["better"]), line(&said["better"]));
        assert_eq!(shown.is_empty(), whole.is_empty(), "{}", told["san"]);
        assert!(
            shown.iter().map(|step| &step["san"]).eq(whole.iter().take(shown.len())),
            "{shown:?} {whole:?}"
        );
    }
}
