// SPDX-License-Identifier: AGPL-3.0-or-later
//! The store in PostgreSQL: what is its own; `laws` has what every store keeps. A server is started for each
//! test; where there is no PostgreSQL, each says so and passes.

mod check;
mod dumps;
mod hangs;
mod kill;
mod moving;
mod nodes;
mod opening;
mod owner;
mod servers;
#[cfg(unix)]
mod silence;
mod source;
mod tls;
mod unfinished;

use std::{sync::Arc, time::Duration};

use tabiya_game::{Event, Game, GameId, PlayerId, Seat, Seats, Stamped, Terms, Time};
use tabiya_rules::{Color, Position};
use tabiya_store::{DatabaseUrl, PostgresStore, conformance::postgres::Cluster};

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(60);

fn url(cluster: &Cluster, database: &str) -> DatabaseUrl {
    cluster.url(database).parse().unwrap()
}

pub(super) async fn open(cluster: &Cluster, database: &str) -> PostgresStore {
    PostgresStore::open(&url(cluster, database)).await.unwrap()
}

/// A server whose new databases have all tables already, for tests that need many.
pub(super) async fn cluster_with_tables() -> Option<Arc<Cluster>> {
    let mut cluster = Cluster::start()?;
    let database = cluster.database();
    open(&cluster, &database).await.close().await;
    cluster.copies(database);
    Some(Arc::new(cluster))
}

fn id(number: u64) -> GameId {
    GameId::from_bits(number)
}

fn created() -> Stamped {
    let player = |byte| PlayerId::from_bytes([byte; 16]);
    let seats = Seats::new(player(1), Color::White, Seat::Player(player(2)));
    Game::create(Terms::new(Position::start(), None, seats).unwrap(), Time(1)).1
}

/// Not a game that can be played, but an event.
fn offer(at: u64) -> Vec<Stamped> {
    vec![Stamped::new(Time(at), Event::DrawOffered { by: Color::White })]
}
