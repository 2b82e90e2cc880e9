// SPDX-License-Identifier: AGPL-3.0-or-later
//! A server with a club of programs, who have all entered one event.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use serde_json::{Value, json};
use tabiya_events::event::{Event, Record};
use tabiya_events::saved;
use tabiya_events::view::{self, Standings, Visitor};
use tabiya_testkit::{Guest, Server, patiently};
use tempfile::TempDir;
use tokio::time::sleep;

use super::script::Script;
use crate::clients::{tabiya, token_of_new};
use crate::people::registered;
use crate::programs::ask;
use crate::server_with;

/// How far a game has come, as the server has acknowledged it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Progress {
    moves: usize,
    ended: bool,
}

pub(super) struct Club {
    server: Server,
    visitor: Guest,
    tokens: HashMap<String, String>,
    event: String,
    files: TempDir,
    /// What each game was when it was last played on.
    acknowledged: BTreeMap<String, Progress>,
    /// The journal when it was last read.
    journal: Vec<Record>,
}

impl Club {
    /// So many players in a new event, whose first round has begun and whose next rounds follow by themselves.
    pub(super) async fn new(players: u16, format: &[&str]) -> Self {
        // Programs play more games a minute than people are let begin.
        let server = server_with(&["--max-games-per-minute=100000", "--max-games-per-hour=100000"]).await;
        let olga = registered(&server, "Olga").await;
        let (mut list, mut tokens) = ("name,rating\n".to_owned(), HashMap::new());
        for number in 1..=players {
            let name = format!("Player{number:02}");
            list.push_str(&format!("{name},{}\n", 2400 - 17 * number));
            tokens.insert(name.clone(), token_of_new(&server, &name, "board:play"));
        }
        let files = TempDir::new().expect("a temporary folder can be made");
        let path = files.path().join("players.csv");
        std::fs::write(&path, list).expect("a file can be written");
        let path = path.to_str().expect("a path of a test is text");
        let new = ["event", "new", "Evening", "--owner", "Olga", "--players", path];
        let said = tabiya(&server, &[&new[..], format].concat());
        let event = said.split_whitespace().last().expect("the id is the last word").to_owned();
        let act = json!({"seen": 99, "act": {"do": "timetable", "starts": null, "pause": 0}}).to_string();
        let answer = olga.call("POST", &format!("/api/page/events/{event}"), &act).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let visitor = Guest::new(&server).await;
        let (acknowledged, journal) = (BTreeMap::new(), Vec::new());
        let club = Self { server, visitor, tokens, event, files, acknowledged, journal };
        let steps: &[&str] =
            if format.contains(&"arena") { &["start"] } else { &["pair", "publish", "start"] };
        for step in steps {
            club.tabiya(&["event", step, club.id()]);
        }
        club
    }

    /// The event's id.
    pub(super) fn id(&self) -> &str {
        &self.event
    }

    /// What a command of the operator prints.
    pub(super) fn tabiya(&self, arguments: &[&str]) -> String {
        tabiya(&self.server, arguments)
    }

    /// The event as everybody sees it.
    pub(super) async fn view(&self) -> Value {
        self.visitor.get(&format!("/api/page/events/{}", self.event)).await["event"].take()
    }

    /// Looks at the event until it is as wanted.
    pub(super) async fn until(&self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        patiently(what, async {
            loop {
                let view = self.view().await;
                if wanted(&view) {
                    return view;
                }
                sleep(Duration::from_millis(20)).await;
            }
        })
        .await
    }

    /// A game as everybody sees it, once it has begun.
    pub(super) async fn game(&self, game: &str) -> Value {
        patiently("a game of the event to begin", async {
            loop {
                let answer = self.visitor.call("GET", &format!("/api/games/{game}"), "").await;
                if answer.status == 200 {
                    return answer.json();
                }
                sleep(Duration::from_millis(20)).await;
            }
        })
        .await
    }

    /// Plays a game on by its script, up to so many half-moves; to its end where there are no more.
    pub(super) async fn play(&mut self, game: &str, script: Script, most: usize) {
        let view = self.game(game).await;
        if view["situation"]["status"]["kind"] == "ended" {
            return;
        }
        let sides = ["white", "black"].map(|side| view[side]["name"].as_str().expect("a name").to_owned());
        let moves = script.moves();
        let mut played = view["moves"].as_array().expect("moves").len();
        while played < moves.len().min(most) {
            self.act(&sides[played % 2], game, &format!("move/{}", moves[played])).await;
            played += 1;
            self.note(game, played, false);
        }
        if most > moves.len() {
            for (side, what) in script.acts() {
                self.act(&sides[*side], game, what).await;
            }
            self.note(game, played, true);
        }
    }

    fn note(&mut self, game: &str, moves: usize, ended: bool) {
        self.acknowledged.insert(game.to_owned(), Progress { moves, ended });
    }

    async fn act(&self, player: &str, game: &str, what: &str) {
        let path = format!("/api/board/game/{game}/{what}");
        let answer = ask(&self.server, "POST", &path, &self.tokens[player], "").await;
        assert_eq!(answer.status, 200, "{player}: {what}: {}", answer.body);
    }

    /// Kills the server and starts it again. What was acknowledged is there.
    pub(super) async fn kill(&mut self) {
        self.server.kill().await;
        self.server.restart().await;
        for (game, progress) in &self.acknowledged {
            let view = self.game(game).await;
            let moves = view["moves"].as_array().expect("moves").len();
            let ended = view["situation"]["status"]["kind"] == "ended";
            assert_eq!(Progress { moves, ended }, *progress, "{game}");
        }
        self.journal().await;
    }

    /// That each player is in one game at most.
    pub(super) async fn nobody_plays_twice(&self) {
        for (name, token) in &self.tokens {
            let playing = ask(&self.server, "GET", "/api/account/playing", token, "").await.json();
            assert!(playing["nowPlaying"].as_array().expect("a list").len() <= 1, "{name}: {playing}");
        }
    }

    /// The event as its journal makes it, which is what everybody sees. The journal goes on where it was read last.
    pub(super) async fn journal(&mut self) -> (Event, Vec<Record>, Value) {
        let file = self.files.path().join("saved");
        let path = file.to_str().expect("a path of a test is text");
        let (event, journal, view) = patiently("the event to stand still", async {
            loop {
                self.tabiya(&["event", "save", &self.event, path]);
                let text = std::fs::read_to_string(&file).expect("the file was written");
                let saved::Saved { id, event, journal, .. } = saved::read(&text).expect("a saved event");
                let view = self.view().await;
                if view["number"] == event.head {
                    let visitor = Visitor {
                        who: None,
                        is_ghost: &|_| false,
                        owner: Some("Olga".into()),
                        helpers: Vec::new(),
                    };
                    let again = view::event(id, &event, &Standings::of(&event), &visitor);
                    assert_eq!(
                        serde_json::to_value(again).expect("JSON"),
                        view,
                        "the journal makes another event"
                    );
                    return (event, journal, view);
                }
            }
        })
        .await;
        assert!(journal.starts_with(&self.journal), "entries of the journal are lost");
        self.journal.clone_from(&journal);
        (event, journal, view)
    }
}
