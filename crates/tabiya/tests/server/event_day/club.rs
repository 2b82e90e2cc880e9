// SPDX-License-Identifier: AGPL-3.0-or-later
//! A site with a club of programs, who have all entered one event.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use serde_json::{Value, json};
use tabiya_events::event::{Event, Record};
use tabiya_events::saved;
use tabiya_events::view::{self, Standings, Visitor};
use tabiya_testkit::{Answer, Guest, Server, patiently};
use tempfile::TempDir;
use tokio::time::sleep;

use super::script::Script;
use super::site::Site;
use crate::people::registered;
use crate::programs::ask;

/// How far a game has come, as the server has acknowledged it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Progress {
    moves: usize,
    ended: bool,
}

/// A program.
struct Player {
    token: String,
    /// Where it is: see [`Site::server_of`].
    place: usize,
}

pub(super) struct Club {
    site: Site,
    visitor: Guest,
    players: HashMap<String, Player>,
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
        Self::on(Site::one_server().await, players, format).await
    }

    /// The same on this site.
    pub(super) async fn on(site: Site, count: u16, format: &[&str]) -> Self {
        let olga = registered(site.server_of(0), "Olga").await;
        let (mut list, mut players) = ("name,rating\n".to_owned(), HashMap::new());
        for number in 1..=count {
            let name = format!("Player{number:02}");
            list.push_str(&format!("{name},{}\n", 2400 - 17 * number));
            site.tabiya(&["user", "add", &name]);
            let said = site.tabiya(&["token", &name, "--scope", "board:play"]);
            let token = said.split_whitespace().last().expect("the token is the last word").to_owned();
            players.insert(name, Player { token, place: number.into() });
        }
        let files = TempDir::new().expect("a temporary folder can be made");
        let path = files.path().join("players.csv");
        std::fs::write(&path, list).expect("a file can be written");
        let path = path.to_str().expect("a path of a test is text");
        let new = ["event", "new", "Evening", "--owner", "Olga", "--players", path];
        let said = site.tabiya(&[&new[..], format].concat());
        let event = said.split_whitespace().last().expect("the id is the last word").to_owned();
        let act = json!({"seen": 99, "act": {"do": "timetable", "starts": null, "pause": 0}}).to_string();
        let answer = olga.call("POST", &format!("/api/page/events/{event}"), &act).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let visitor = Guest::new(site.server_of(0)).await;
        let (acknowledged, journal) = (BTreeMap::new(), Vec::new());
        let club = Self { site, visitor, players, event, files, acknowledged, journal };
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
        self.site.tabiya(arguments)
    }

    /// How many games there are, and how many have ended; `None` on one server, where nobody asks the database.
    pub(super) fn games(&self) -> Option<[usize; 2]> {
        self.site.games()
    }

    /// The event as everybody sees it on this server.
    async fn view(&self, server: &Server) -> Value {
        let visitor = self.visitor.clone().moved_to(server);
        visitor.get(&format!("/api/page/events/{}", self.event)).await["event"].take()
    }

    /// Looks at the event until it is as wanted, on every server.
    pub(super) async fn until(&self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        patiently(what, async {
            let mut last = Value::Null;
            for server in self.site.servers() {
                loop {
                    last = self.view(server).await;
                    if wanted(&last) {
                        break;
                    }
                    sleep(Duration::from_millis(20)).await;
                }
            }
            last
        })
        .await
    }

    /// A game as everybody sees it, once it has begun: on each server the same.
    pub(super) async fn game(&self, game: &str) -> Value {
        let mut seen: Option<Value> = None;
        for server in self.site.servers() {
            let visitor = self.visitor.clone().moved_to(server);
            let path = format!("/api/games/{game}");
            let view = patiently("a game of the event to begin", async {
                loop {
                    let answer = visitor.call("GET", &path, "").await;
                    if answer.status == 200 {
                        return answer.json();
                    }
                    sleep(Duration::from_millis(20)).await;
                }
            })
            .await;
            let before = seen.get_or_insert_with(|| view.clone());
            assert_eq!(before["moves"], view["moves"], "{game}");
            assert_eq!(before["situation"]["status"], view["situation"]["status"], "{game}");
        }
        seen.expect("a server lives")
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

    /// Has a player do something. While nobody has the game of a node that has died, programs are told to ask again; by the key
    /// it is done once.
    async fn act(&self, player: &str, game: &str, what: &str) {
        let path = format!("/api/board/game/{game}/{what}?key={player}");
        let answer = patiently("an answer", async {
            loop {
                let answer = self.ask(player, "POST", &path).await;
                if answer.status != 503 {
                    return answer;
                }
                sleep(Duration::from_millis(50)).await;
            }
        })
        .await;
        assert_eq!(answer.status, 200, "{player}: {what}: {}", answer.body);
    }

    /// A program's call, on its own server.
    async fn ask(&self, player: &str, method: &str, path: &str) -> Answer {
        let Player { token, place } = &self.players[player];
        ask(self.site.server_of(*place), method, path, token, "").await
    }

    /// Starts the node again that was killed, where there are several.
    pub(super) async fn come_back(&mut self) {
        self.site.come_back().await;
    }

    /// Kills the server and starts it again, or kills the node that plays the event. What was acknowledged is there.
    pub(super) async fn kill(&mut self) {
        self.site.kill(&self.event).await;
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
        for name in self.players.keys() {
            let playing = self.ask(name, "GET", "/api/account/playing").await.json();
            assert!(playing["nowPlaying"].as_array().expect("a list").len() <= 1, "{name}: {playing}");
        }
    }

    /// The event as its journal makes it, standings included, which is what everybody sees on every server. The journal goes on
    /// where it was read last.
    pub(super) async fn journal(&mut self) -> (Event, Vec<Record>, Value) {
        let file = self.files.path().join("saved");
        let path = file.to_str().expect("a path of a test is text");
        let (event, journal, view) = patiently("the event to stand still", async {
            'again: loop {
                self.tabiya(&["event", "save", &self.event, path]);
                let text = std::fs::read_to_string(&file).expect("the file was written");
                let saved::Saved { id, event, journal, .. } = saved::read(&text).expect("a saved event");
                let visitor = Visitor {
                    who: None,
                    is_ghost: &|_| false,
                    owner: Some("Olga".into()),
                    helpers: Vec::new(),
                };
                let again = view::event(id, &event, &Standings::of(&event), &visitor);
                let again = serde_json::to_value(again).expect("JSON");
                for server in self.site.servers() {
                    let view = self.view(server).await;
                    if view["number"] != event.head {
                        continue 'again;
                    }
                    assert_eq!(again, view, "the journal makes another event");
                }
                return (event, journal, again);
            }
        })
        .await;
        assert!(journal.starts_with(&self.journal), "entries of the journal are lost");
        self.journal.clone_from(&journal);
        (event, journal, view)
    }
}
