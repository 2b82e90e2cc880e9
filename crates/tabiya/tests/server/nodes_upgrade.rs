// SPDX-License-Identifier: AGPL-3.0-or-later
//! A rolling upgrade: the nodes of a site are replaced by those of the next version, one after another, while people play. The next
//! version is this program with a switch: it adds a table, says something between nodes that the version before does not know, and
//! writes draw offers into the log in a way that the version before can't read.

use std::time::Duration;

use tabiya_store::conformance::postgres::Cluster;
use tabiya_testkit::{GameSocket, Guest, NatsServer, NewGame, Server, output, patiently};

use crate::server_with;

/// The moves of a long game that nobody wins: knights come and go.
const KNIGHTS: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];
const NAMES: [&str; 3] = ["one", "two", "three"];
const NEXT: &str = "--next-version";

/// The nodes of a site, and what they share.
struct Site {
    cluster: Cluster,
    _nats: NatsServer,
    database: String,
    settings: [String; 4],
}

impl Site {
    fn start() -> Option<Self> {
        let (cluster, nats) = (Cluster::start()?, NatsServer::start()?);
        let database = cluster.database();
        let settings =
            ["--database".to_owned(), cluster.url(&database), "--bus".to_owned(), nats.url().clone()];
        Some(Self { cluster, _nats: nats, database, settings })
    }

    async fn node(&self, name: &str, more: &[&str]) -> Server {
        let shared: Vec<&str> = self.settings.iter().map(String::as_str).collect();
        server_with(&[&shared[..], &["--node", name, "--stop-notice", "0"], more].concat()).await
    }

    fn sql(&self, sql: &str) -> String {
        self.cluster.sql(&self.database, sql)
    }

    /// Waits until three nodes own a third each. The command that says so is of one version alone.
    async fn until_shared(&self) {
        let shares = "SELECT count(*) FROM slot JOIN node USING (incarnation) GROUP BY incarnation";
        patiently("the slots to be shared", async {
            loop {
                let shares: Vec<u32> =
                    self.sql(shares).lines().map(|slots| slots.parse().expect("a number")).collect();
                if shares.len() == 3
                    && shares.iter().sum::<u32>() == 1024
                    && shares.iter().all(|slots| *slots >= 300)
                {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(250)).await;
            }
        })
        .await;
    }

    /// How many events of the log are of a kind.
    fn written(&self, kind: &str) -> String {
        self.sql(&format!("SELECT count(*) FROM event WHERE body LIKE '{{\"{kind}\"%'"))
    }
}

/// A game, with its players on two nodes.
struct Match {
    game: String,
    guests: [Guest; 2],
    nodes: [usize; 2],
    sockets: [GameSocket; 2],
    played: usize,
}

impl Match {
    /// The node where it is made owns it. White is there, Black on the next one.
    async fn begin(nodes: &[Server; 3], place: usize) -> Self {
        let places = [place, (place + 1) % 3];
        let guests = [Guest::new(&nodes[places[0]]).await, Guest::new(&nodes[places[1]]).await];
        let game = guests[0].create(&NewGame::friend().clocks(600_000, 0)).await;
        let white = guests[0].open(&game).await;
        let mut black = guests[1].open(&game).await;
        black.join().await;
        Self { game, guests, nodes: places, sockets: [white, black], played: 0 }
    }

    /// Both see what one of them has done. No connection ends.
    async fn see(&mut self, seq: u32) {
        for socket in &mut self.sockets {
            while socket.seq() < seq {
                assert!(socket.receive().await.is_some(), "the connection goes on");
            }
        }
    }

    async fn play(&mut self) {
        let mover = self.played % 2;
        self.sockets[mover].play(KNIGHTS[self.played % 4]).await.accepted();
        self.played += 1;
        self.see(self.sockets[mover].seq()).await;
    }

    async fn offer_draw(&mut self, side: usize) {
        self.sockets[side].command("offer_draw", serde_json::json!({})).await.accepted();
        self.see(self.sockets[side].seq()).await;
    }

    /// Whoever was on a node that stops is told to come back, and goes on at another one.
    async fn leave(&mut self, nodes: &[Server; 3], stopped: usize) {
        for side in [0, 1] {
            if self.nodes[side] != stopped {
                continue;
            }
            assert_eq!(self.sockets[side].closed().await.code, Some(1012), "told to come back");
            self.go_to(nodes, side, (stopped + 1) % 3).await;
        }
    }

    async fn go_to(&mut self, nodes: &[Server; 3], side: usize, node: usize) {
        self.guests[side] = self.guests[side].clone().moved_to(&nodes[node]);
        self.nodes[side] = node;
        self.sockets[side] = self.guests[side].resume(&self.game, self.sockets[side].seq()).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rolling_upgrade_costs_no_move_and_leaves_every_game_readable() {
    let Some(site) = Site::start() else { return };
    let mut nodes = [site.node("one", &[]).await, site.node("two", &[]).await, site.node("three", &[]).await];
    site.until_shared().await;
    let mut games = Vec::new();
    for place in 0..3 {
        games.push(Match::begin(&nodes, place).await);
    }
    for stopped in 0..3 {
        for game in &mut games {
            game.play().await;
        }
        assert!(nodes[stopped].stop().await, "{} ends in form", NAMES[stopped]);
        for game in &mut games {
            game.leave(&nodes, stopped).await;
        }
        nodes[stopped] = site.node(NAMES[stopped], &[NEXT]).await;
        site.until_shared().await;
        if stopped == 0 {
            // A node of the version before that comes now has not heard of the table, and joins all the same.
            let mut old = site.node("four", &[]).await;
            assert_eq!(old.get("/healthz").await.status, 200);
            assert!(old.stop().await);
            site.until_shared().await;
        }
        for game in &mut games {
            // Somebody comes to the new node, whoever owns the game.
            game.go_to(&nodes, stopped % 2, stopped).await;
            game.play().await;
            if stopped < 2 {
                game.offer_draw(stopped).await;
            }
            game.play().await;
        }
        if stopped == 0 {
            nodes[0].printed("the owner of a game does not know what the next version says").await;
        }
        if stopped < 2 {
            assert_eq!(site.written("draw_proposed"), "0", "the version before could not read it");
        }
    }
    assert_eq!(site.written("draw_offered"), "6");
    patiently("the next format to be written", async {
        while site.sql("SELECT value FROM site WHERE name = 'format'") != "3" {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    })
    .await;
    // Each node hears so with its next look at the slots.
    patiently("the nodes to write it", async {
        while site.written("draw_proposed") == "0" {
            let game = Match::begin(&nodes, 0).await;
            games.push(game);
            let game = games.last_mut().expect("it was added");
            game.play().await;
            game.offer_draw(0).await;
        }
    })
    .await;
    let moves: Vec<&str> = KNIGHTS.into_iter().cycle().take(9).collect();
    for game in &games[..3] {
        for node in &nodes {
            assert_eq!(game.guests[0].clone().moved_to(node).moves(&game.game).await, moves);
        }
    }
    // What it would have to read is not for the version before.
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--node", "four"]);
    command.env("TABIYA_DATABASE", &site.settings[1]);
    let refused = output(command, "").await;
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(said.contains("is of another version: the schema of next_version is 1"), "{said}");
}
