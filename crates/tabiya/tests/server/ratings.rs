// SPDX-License-Identifier: AGPL-3.0-or-later
//! Rated games: who may play them, when their ratings are there, and that `kill -9` at their end rates each just once.

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tabiya_testkit::{GameSocket, Guest, NewGame, Server, patiently};

use crate::desk::with_admin;
use crate::people::{PASSWORD, login, registered};
use crate::profiles::lost_by;
use crate::{game_of, server, server_with};

/// Two players with accounts.
async fn pair(server: &Server, names: [&str; 2]) -> [Guest; 2] {
    [registered(server, names[0]).await, registered(server, names[1]).await]
}

pub(crate) fn blitz() -> NewGame {
    NewGame::friend().clocks(300_000, 0).rated()
}

/// Both have made four moves: who resigns now does not leave early.
pub(crate) async fn begun(white: &Guest, black: &Guest, wish: NewGame) -> (String, GameSocket, GameSocket) {
    let (game, mut first, mut second) = game_of(white, black, wish).await;
    play_four_moves_each(&mut first, &mut second).await;
    (game, first, second)
}

pub(crate) async fn play_four_moves_each(white: &mut GameSocket, black: &mut GameSocket) {
    for [mine, yours] in [["e2e4", "e7e5"], ["g1f3", "b8c6"], ["f1c4", "g8f6"], ["d2d3", "f8c5"]] {
        white.play(mine).await.accepted();
        black.follow(white).await;
        black.play(yours).await.accepted();
        white.follow(black).await;
    }
}

async fn profile(of: &Guest, name: &str) -> Value {
    of.get(&format!("/api/page/players/{name}")).await
}

pub(crate) fn check(server: &Server) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .args(["data", "check", "--data"])
        .arg(server.data())
        .output()
        .expect("the program starts");
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[tokio::test]
async fn a_rated_game_changes_both_ratings_a_moment_after_its_end() {
    let server = server().await;
    let [ann, bob] = pair(&server, ["Ann", "Bob"]).await;
    let (game, mut white, mut black) = begun(&ann, &bob, blitz()).await;
    let beginner = json!({"points": 1500, "provisional": true});
    let view = ann.get(&format!("/api/games/{game}")).await;
    assert_eq!((&view["white"]["rating"], &view["black"]["rating"]), (&beginner, &beginner));
    white.command("resign", json!({})).await.accepted();
    let told = Instant::now();
    let rated = black.until("the rating", |message| message["type"] == "rated").await;
    assert!(
        told.elapsed() < Duration::from_secs(30),
        "a machine under load takes longer than 100 ms, but nobody waits for the look once a minute"
    );
    let changes = &rated["changes"];
    assert_eq!(changes["category"], "blitz");
    assert_eq!(changes["white"], json!({"before": 1500, "after": 1338, "provisional": true}));
    assert_eq!(changes["black"], json!({"before": 1500, "after": 1662, "provisional": true}));
    // Whoever comes later is told as well, also after a restart.
    let mut server = server;
    assert!(server.stop().await);
    server.restart().await;
    let mut late = Guest::new(&server).await.open(&game).await;
    assert_eq!(late.until("the rating", |message| message["type"] == "rated").await["changes"], *changes);
    assert_eq!(ann.get(&format!("/api/games/{game}")).await["rated"], true);
    let tile = &profile(&ann, "Ann").await["ratings"][0];
    assert_eq!(
        (&tile["category"], &tile["rating"], &tile["games"]),
        (&json!("blitz"), &json!(1338), &json!(1))
    );
    // The next game, and its rematch, show the new ratings.
    let (game, mut white, mut black) = begun(&bob, &ann, blitz()).await;
    let view = ann.get(&format!("/api/games/{game}")).await;
    assert_eq!(view["white"]["rating"], json!({"points": 1662, "provisional": true}));
    assert_eq!(view["black"]["rating"], json!({"points": 1338, "provisional": true}));
    black.command("resign", json!({})).await.accepted();
    white.until("the rating", |message| message["type"] == "rated").await;
    white.send("rematch", json!({})).await;
    black.until("the offer", |message| message["type"] == "rematch").await;
    black.send("rematch", json!({})).await;
    let offer = black.until("the game", |message| message["game"].is_string()).await;
    let again = ann.get(&format!("/api/games/{}", offer["game"].as_str().unwrap())).await;
    assert_eq!((&again["rated"], &again["white"]["name"]), (&json!(true), &json!("Ann")));
    assert_ne!(again["black"]["rating"]["points"], json!(1662), "the rating of the rematch is the newest");
    assert!(check(&server).contains("no faults"), "{}", check(&server));
}

#[tokio::test]
async fn guests_computers_own_positions_and_unlimited_games_are_not_rated() {
    let server = server().await;
    let (guest, ann) = (Guest::new(&server).await, registered(&server, "Ann").await);
    let cases = [
        (&guest, blitz(), "players with an account"),
        (&ann, NewGame::friend().rated(), "no time control"),
        (&ann, NewGame::computer(1).clocks(300_000, 0).rated(), "the computer plays"),
        (&ann, blitz().from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), "somebody's choice"),
    ];
    for (who, wish, expected) in cases {
        let answer = who.ask_for(&wish).await;
        assert_eq!(answer.status, 400, "{}", answer.body);
        assert!(answer.body.contains(expected), "{}", answer.body);
    }
    let game = ann.create(&blitz()).await;
    let mut socket = guest.open(&game).await;
    let refused = socket.command("join", json!({})).await.refused();
    assert_eq!(refused["refusal"]["kind"], "needs_account");
}

/// Only who aborts games is thought to leave them.
#[tokio::test]
async fn nobody_waits_because_others_abort() {
    let server = server().await;
    let [ann, bob] = pair(&server, ["Ann", "Bob"]).await;
    for _ in 0..6 {
        let (_, mut white, mut black) = game_of(&ann, &bob, blitz()).await;
        black.command("abort", json!({})).await.accepted();
        white.event("ended").await;
    }
    let offered = ann.create(&blitz()).await;
    let refused = bob.open(&offered).await.command("join", json!({})).await.refused();
    assert_eq!(refused["refusal"]["kind"], "paused", "six times is once too often");
    assert_eq!(ann.ask_for(&blitz()).await.status, 201, "it was not her doing");
}

/// Three games that are left at once earn a pause, a fourth a longer one; casual games stay open, and staff get a note.
#[tokio::test]
async fn who_leaves_rated_games_early_waits_before_the_next_one() {
    let server = server().await;
    let [mut ann, mut bob] = pair(&server, ["Ann", "Bob"]).await;
    let time = json!({"initial_ms": 300_000, "increment_ms": 0});
    let terms = json!({"time": time, "color": "white", "start": {"kind": "standard"}, "rated": true});
    let challenge =
        ann.act("POST", "/api/page/challenges", &json!({"to": "Bob", "terms": terms})).await.json();
    for left in 0..3 {
        let (_, mut white, mut black) = game_of(&ann, &bob, blitz()).await;
        white.command("resign", json!({})).await.accepted();
        black.until("the rating", |message| message["type"] == "rated").await;
        assert_eq!(bob.ask_for(&blitz()).await.status, 201, "who was left may go on after {left}");
        if left == 2 {
            // Every other way into a rated game is closed as well.
            black.send("rematch", json!({})).await;
            white.until("the offer", |message| message["type"] == "rematch").await;
            let refused = white.command("rematch", json!({})).await.refused();
            assert_eq!(refused["refusal"]["kind"], "paused");
        }
    }
    let offered = bob.create(&blitz()).await;
    let refused = ann.open(&offered).await.command("join", json!({})).await.refused();
    assert_eq!(refused["refusal"]["kind"], "paused");
    let refused = ann.ask_for(&blitz()).await;
    assert_eq!((refused.status, refused.error_code().as_str()), (429, "paused"), "{}", refused.body);
    let wait: u64 = refused.header("retry-after").expect("it says when").parse().expect("seconds");
    assert!((1..=301).contains(&wait), "{wait}");
    // Her opponent hears that it is not his doing.
    let path = format!("/api/page/challenges/{}/accept", challenge["id"].as_str().expect("an id"));
    let refused = bob.act("POST", &path, &json!({"version": 1})).await;
    assert_eq!((refused.status, refused.error_code().as_str()), (409, "opponent_paused"), "{}", refused.body);
    assert_eq!(ann.ask_for(&NewGame::friend().clocks(300_000, 0)).await.status, 201);
}

/// What the desk's queue of reports says, where it says something.
async fn noted(admin: &Guest) -> Vec<String> {
    let reports = admin.get("/api/page/desk/reports").await;
    let reports = reports.as_array().expect("a list").iter();
    reports.map(|report| format!("{}: {}", report["about"], report["text"]).replace('"', "")).collect()
}

/// Whoever plays against a second account of their own is not punished; staff get a note, one a pair.
#[tokio::test]
async fn staff_get_a_note_of_opponents_behind_one_device() {
    let (server, admin) = with_admin().await;
    // One browser: Ann, and after her Bobby.
    let mut shared = registered(&server, "Ann").await;
    let waiting = shared.create(&NewGame::friend()).await;
    shared.open(&waiting).await.drop_connection();
    assert_eq!(shared.act("POST", "/api/logout", &Value::Null).await.status, 204);
    let register = json!({"name": "Bobby", "password": PASSWORD});
    assert_eq!(shared.act("POST", "/api/register", &register).await.status, 201);
    // Ann again, from another one, as is Eve.
    let mut ann = Guest::new(&server).await;
    assert_eq!(login(&mut ann, "Ann", PASSWORD).await.status, 200);
    let eve = registered(&server, "Eve").await;
    lost_by(&ann, &eve, true).await;
    lost_by(&eve, &shared, true).await;
    assert_eq!(noted(&admin).await, [""; 0]);
    for _ in 0..2 {
        lost_by(&ann, &shared, true).await;
    }
    let expected = "Ann: plays rated games against Bobby, and both have logged in from one browser";
    patiently("a note to staff", async {
        while noted(&admin).await != [expected] {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
}

/// Nobody is slowed down.
pub(crate) const BUSY: [&str; 4] = ["--max-games-per-minute", "100000", "--max-games-per-hour", "100000"];
/// Games of each round, and how often the server is killed: `TABIYA_KILLS` says another number.
const GAMES: usize = 3;
const KILLS: u64 = 24;

/// How often a server is killed: as often as `TABIYA_KILLS` says, or as usual.
pub(crate) fn kills(usually: u64) -> u64 {
    std::env::var("TABIYA_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(usually)
}

/// One who solves puzzles while the server is killed.
struct PuzzleSolver {
    browser: Guest,
    name: &'static str,
    /// How many attempts have ended, the server being sure of it.
    ended: i64,
}

impl PuzzleSolver {
    /// The next puzzle, and a move with which to try it.
    async fn attempt(&self) -> (String, String) {
        patiently("a puzzle", async {
            loop {
                let next = self.browser.get("/api/page/puzzles").await;
                let puzzle = &next["puzzle"];
                if let (Some(id), Some(uci)) =
                    (puzzle["id"].as_str(), puzzle["position"]["legal"][0].as_str())
                {
                    return (format!("/api/page/puzzles/{id}/move"), json!({ "moves": [uci] }).to_string());
                }
                // Each question is counted, and so many are answered in a minute.
                tokio::time::sleep(std::time::Duration::from_millis(200)).await;
            }
        })
        .await
    }

    /// The server is back: the same once more, because nobody knows whether it was stored.
    async fn again(&mut self, (path, body): &(String, String)) {
        let answer = self.browser.call("POST", path, body).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        self.ended += i64::from(!answer.json()["done"].is_null());
    }

    /// Each attempt has a number without gaps, and its rating follows from the one before: none was rated twice, and none was lost.
    fn check(&self, server: &Server) {
        let database =
            rusqlite::Connection::open(server.data().join("tabiya.db")).expect("the database opens");
        let sql = "SELECT a.number, a.before_points, a.after_points FROM puzzle_attempt a JOIN account o
             ON o.player = a.player WHERE o.name_key = ?1 ORDER BY a.number";
        let mut query = database.prepare(sql).expect("a query");
        let row = |row: &rusqlite::Row<'_>| -> rusqlite::Result<[i64; 3]> {
            Ok([row.get(0)?, row.get(1)?, row.get(2)?])
        };
        let rows =
            query.query_map([self.name], row).expect("read").collect::<Result<Vec<_>, _>>().expect("rows");
        let mut points = 1_500_000_000;
        for (number, [at, before, after]) in (1..).zip(&rows) {
            assert_eq!((*at, *before), (number, points), "{rows:?}");
            points = *after;
        }
        assert_eq!(rows.len() as i64, self.ended, "{rows:?}");
        let sql = "SELECT p.points, p.tried FROM puzzle_player p JOIN account o ON o.player = p.player WHERE o.name_key = ?1";
        let kept: rusqlite::Result<(i64, i64)> =
            database.query_row(sql, [self.name], |row| Ok((row.get(0)?, row.get(1)?)));
        assert_eq!(kept.expect("a player"), (points, self.ended));
        let plays = "SELECT sum(plays) FROM puzzle WHERE plays > 1";
        let twice: Option<i64> = database.query_row(plays, [], |row| row.get(0)).expect("a sum");
        assert_eq!(twice, None, "a puzzle was rated twice");
    }
}

/// The instants differ from round to round, from before the resignation is read to after the rating is written.
#[tokio::test]
async fn every_game_and_every_puzzle_is_rated_once_however_often_the_server_is_killed_at_its_end() {
    let kills = kills(KILLS);
    let mut server = server_with(&BUSY).await;
    let mut pairs = Vec::new();
    for number in 0..GAMES {
        pairs.push(pair(&server, [&format!("White{number}"), &format!("Black{number}")]).await);
    }
    let browser = registered(&server, "Solver").await;
    let mut solver = PuzzleSolver { browser, name: "solver", ended: 0 };
    let mut ended = [0_u64; GAMES];
    for round in 0..kills {
        let mut games = Vec::new();
        for [ann, bob] in &pairs {
            games.push(begun(ann, bob, blitz()).await);
        }
        let attempt = solver.attempt().await;
        for (_, white, _) in &mut games {
            white.send("resign", json!({})).await;
        }
        let tried = solver.browser.try_call("POST", &attempt.0, &attempt.1);
        let killed = async {
            tokio::time::sleep(Duration::from_micros(round * 7_919 % 12_000)).await;
            server.kill().await;
        };
        // Whether there is an answer is a matter of luck.
        let _ = tokio::join!(tried, killed);
        server.restart().await;
        solver.again(&attempt).await;
        for (number, (game, ..)) in games.iter().enumerate() {
            let ann = &pairs[number][0];
            if ann.get(&format!("/api/games/{game}")).await["situation"]["status"]["kind"] == "playing" {
                // What was not acknowledged may not have happened.
                ann.open(game).await.command("resign", json!({})).await.accepted();
            }
            ended[number] += 1;
        }
    }
    for (number, [ann, _]) in pairs.iter().enumerate() {
        for name in [format!("White{number}"), format!("Black{number}")] {
            patiently("all games to be rated", async {
                while profile(ann, &name).await["ratings"][0]["games"] != json!(ended[number]) {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            })
            .await;
        }
    }
    assert!(server.stop().await);
    solver.check(&server);
    let checked = check(&server);
    assert!(checked.contains("no faults"), "{checked}");
    assert_eq!(ended.iter().sum::<u64>(), kills * GAMES as u64);
    // The same once more, from the games alone.
    let rebuilt = Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .args(["data", "rate", "--data"])
        .arg(server.data())
        .output();
    let rebuilt = String::from_utf8_lossy(&rebuilt.expect("the program starts").stdout).into_owned();
    assert!(rebuilt.contains(&format!("rated {} games", kills * GAMES as u64)), "{rebuilt}");
    assert!(check(&server).contains("no faults"), "{}", check(&server));
}
