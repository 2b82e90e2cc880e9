// SPDX-License-Identifier: AGPL-3.0-or-later
//! The tournament file of a Swiss that was played on this server, with everything that leaves a round unplayed.

use std::collections::HashMap;
use std::time::Duration;

use serde_json::{Value, json};
use tabiya_testkit::{Guest, Server, patiently};
use tempfile::TempDir;
use tokio::time::sleep;

use crate::clients::tabiya;
use crate::gacrux;
use crate::people::registered;
use crate::server;

/// How each board of a round ends, from the first one on. On all further boards Black wins.
const ENDS: [&[&str]; 5] = [
    &["1-0", "+/-", "1/2-1/2"],
    &["-/+", "1-0"],
    &["1/2-1/2", "-/-", "1-0"],
    &["0-1", "+/-"],
    &["1-0", "1/2-1/2"],
];

/// The event and its players.
struct Swiss {
    server: Server,
    visitor: Guest,
    players: HashMap<String, Guest>,
    id: String,
}

impl Swiss {
    async fn new() -> Self {
        let server = server().await;
        let (mut list, mut players) = ("name,rating\n".to_owned(), HashMap::new());
        for number in 1..=13 {
            let name = format!("Player{number:02}");
            list.push_str(&format!("{name},{}\n", 2200 - 23 * number));
            players.insert(name.clone(), registered(&server, &name).await);
        }
        let files = TempDir::new().expect("a temporary folder can be made");
        let path = files.path().join("players.csv");
        std::fs::write(&path, list).expect("a file can be written");
        let path = path.to_str().expect("a path of a test is text");
        let new = ["event", "new", "Online", "--players", path, "--format", "swiss", "--rounds", "5"];
        let said = tabiya(&server, &[&new[..], &["--time", "5+0", "--byes", "2"]].concat());
        let id = said.split_whitespace().last().expect("the id is the last word").to_owned();
        let visitor = Guest::new(&server).await;
        Self { server, visitor, players, id }
    }

    /// An act of the operator, as `event ACT ID ARGUMENTS`.
    fn act(&self, act: &str, arguments: &[&str]) -> String {
        tabiya(&self.server, &[&["event", act, &self.id], arguments].concat())
    }

    /// The round names its games before they begin.
    async fn has_begun(&self, game: &str) {
        patiently("a game of the round to begin", async {
            while self.visitor.call("GET", &format!("/api/games/{game}"), "").await.status != 200 {
                sleep(Duration::from_millis(20)).await;
            }
        })
        .await;
    }

    /// The players of a game make a move each; then the loser resigns, where there is one.
    async fn play_game(&self, game: &str, [white, black]: [&str; 2], loser: Option<&str>) {
        self.has_begun(game).await;
        for (player, what) in [(white, "e2e4"), (black, "e7e5")] {
            self.players[player].open(game).await.play(what).await.accepted();
        }
        if let Some(loser) = loser {
            self.players[loser].open(game).await.command("resign", json!({})).await.accepted();
        }
    }

    /// The boards of a round as everybody sees them, once they are as wanted.
    async fn boards(&self, round: usize, wanted: impl Fn(&Value) -> bool) -> Vec<Value> {
        patiently("the boards of a round", async {
            loop {
                let page = self.visitor.get(&format!("/api/page/events/{}", self.id)).await;
                let boards = page["event"]["rounds"][round - 1]["boards"].as_array().expect("boards");
                if boards.iter().all(|board| wanted(&board["games"][0])) {
                    return boards.clone();
                }
                sleep(Duration::from_millis(20)).await;
            }
        })
        .await
    }

    /// Plays a round: the players end their games, and the arbiter decides draws and where somebody did not come.
    async fn play(&self, round: usize, ends: &[&str]) {
        let pairs = self.act("pair", &["--json"]);
        let pairs: Vec<Value> = serde_json::from_str(&pairs).expect("a list of pairs");
        self.act("publish", &[]);
        self.act("start", &[]);
        let boards = self.boards(round, |game| game["game"].is_string()).await;
        for (place, board) in boards.iter().enumerate() {
            let end = ends.get(place).copied().unwrap_or("0-1");
            let number = board["number"].to_string();
            let pair = pairs.iter().find(|pair| pair["board"] == board["number"]).expect("it was paired");
            let [white, black] =
                ["white", "black"].map(|side| pair[side].as_str().expect("a name of two who play"));
            let game = board["games"][0]["game"].as_str().expect("an id");
            match end {
                "1-0" => self.play_game(game, [white, black], Some(black)).await,
                "0-1" => self.play_game(game, [white, black], Some(white)).await,
                "1/2-1/2" => {
                    self.play_game(game, [white, black], None).await;
                    self.act("result", &[&number, end]);
                }
                _ => drop(self.act("result", &[&number, end])),
            }
        }
        self.boards(round, |game| game["outcome"].is_string()).await;
    }
}

#[tokio::test]
async fn a_swiss_with_byes_forfeits_and_withdrawals_is_accepted_by_fides_program() {
    let swiss = Swiss::new().await;
    swiss.act("bye", &["Player05", "--round", "2"]);
    swiss.act("bye", &["Player02", "--round", "3"]);
    for (round, ends) in (1..).zip(ENDS) {
        match round {
            2 => drop(swiss.act("withdraw", &["Player09"])),
            4 => drop(swiss.act("withdraw", &["Player01"])),
            _ => {}
        }
        swiss.play(round, ends).await;
    }
    let report = swiss.act("export", &["--trf"]);
    assert!(report.contains("192 FIDE_DUTCH\n"), "{report}");
    let players = report.lines().filter(|line| line.starts_with("001"));
    let results: Vec<&str> = players
        .flat_map(|line| (0..ENDS.len()).filter_map(move |round| line.get(98 + 10 * round..99 + 10 * round)))
        .collect();
    for wanted in ["U", "H", "Z", "+", "-", "W", "D", "L"] {
        assert!(results.contains(&wanted), "no {wanted} in {results:?}\n{report}");
    }
    gacrux::accepts(&report);
}
