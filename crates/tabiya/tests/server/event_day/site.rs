// SPDX-License-Identifier: AGPL-3.0-or-later
//! Where a club plays: on one server, or on three nodes of one site.

use tabiya_store::Slot;
use tabiya_store::conformance::postgres::Cluster;
use tabiya_testkit::{NatsServer, Server, patiently};
use tokio::time::{Duration, sleep};

use crate::clients::tabiya_at;
use crate::nodes::until_shared;
use crate::server_with;

/// Programs play more games a minute than people are let begin.
const LIMITS: [&str; 2] = ["--max-games-per-minute=100000", "--max-games-per-hour=100000"];
const NODES: [&str; 3] = ["one", "two", "three"];

pub(super) struct Site {
    /// One server, or the nodes.
    servers: Vec<Server>,
    shared: Option<Shared>,
    /// The node that was killed and has not come back.
    dead: Option<usize>,
}

/// What nodes have in common.
struct Shared {
    cluster: Cluster,
    database: String,
    _nats: NatsServer,
}

impl Shared {
    fn url(&self) -> String {
        self.cluster.url(&self.database)
    }
}

impl Site {
    pub(super) async fn one_server() -> Self {
        Self { servers: vec![server_with(&LIMITS).await], shared: None, dead: None }
    }

    /// Nodes that share the slots; `None` without PostgreSQL or NATS.
    pub(super) async fn three_nodes() -> Option<Self> {
        let (cluster, nats) = (Cluster::start()?, NatsServer::start()?);
        let (database, bus) = (cluster.database(), nats.url());
        let url = cluster.url(&database);
        let mut servers = Vec::new();
        for name in NODES {
            let flags = ["--database", &url, "--bus", &bus, "--node", name];
            servers.push(server_with(&[&flags[..], &LIMITS].concat()).await);
        }
        until_shared(&url, |shares| shares.len() == 3 && shares.iter().all(|slots| *slots >= 300)).await;
        Some(Self { servers, shared: Some(Shared { cluster, database, _nats: nats }), dead: None })
    }

    /// All servers that live.
    pub(super) fn servers(&self) -> impl Iterator<Item = &Server> {
        let live = self.servers.iter().enumerate().filter(|(place, _)| Some(*place) != self.dead);
        live.map(|(_, server)| server)
    }

    /// The server of this player: each has a node, and goes to another one while that is dead, as a proxy sends everybody.
    pub(super) fn server_of(&self, player: usize) -> &Server {
        let place = player % self.servers.len();
        let place = if Some(place) == self.dead { (place + 1) % self.servers.len() } else { place };
        &self.servers[place]
    }

    /// What a command of the operator prints.
    pub(super) fn tabiya(&self, arguments: &[&str]) -> String {
        match &self.shared {
            Some(shared) => tabiya_at(["--database", &shared.url()], arguments),
            None => {
                let data = self.servers[0].data().to_str().expect("a path of a test is text");
                tabiya_at(["--data", data], arguments)
            }
        }
    }

    /// Kills the server and starts it again; of several nodes kills the one that plays the event, which stays away until it
    /// [comes back](Self::come_back).
    pub(super) async fn kill(&mut self, event: &str) {
        match &self.shared {
            Some(shared) => {
                let owner = owner(shared, event).await;
                self.servers[owner].kill().await;
                self.dead = Some(owner);
            }
            None => {
                self.servers[0].kill().await;
                self.servers[0].restart().await;
            }
        }
    }

    /// Starts the node again that was killed, if there is one.
    pub(super) async fn come_back(&mut self) {
        let Some(place) = self.dead.take() else { return };
        self.servers[place].restart().await;
        let shared = self.shared.as_ref().expect("only nodes stay away");
        until_shared(&shared.url(), |shares| shares.len() == 3).await;
    }

    /// How many games the database has, and how many of them have ended. Of several nodes only.
    pub(super) fn games(&self) -> Option<[usize; 2]> {
        let shared = self.shared.as_ref()?;
        let counted = shared.cluster.sql(&shared.database, "SELECT count(*), count(ended_at) FROM game");
        let (all, ended) = counted.split_once('|').expect("two columns");
        Some([all, ended].map(|count| count.parse().expect("a number")))
    }
}

/// The place of the node that plays the event.
async fn owner(shared: &Shared, event: &str) -> usize {
    let slot = Slot::of_work(event).number();
    let asked = format!("SELECT name FROM slot JOIN node USING (incarnation) WHERE slot = {slot}");
    patiently("an owner of the event", async {
        loop {
            let name = shared.cluster.sql(&shared.database, &asked);
            if let Some(place) = NODES.iter().position(|node| *node == name) {
                return place;
            }
            sleep(Duration::from_millis(20)).await;
        }
    })
    .await
}
