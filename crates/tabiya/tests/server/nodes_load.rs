// SPDX-License-Identifier: AGPL-3.0-or-later
//! The load generator on two nodes, by which `cargo xtask cluster --figures speed` measures.

use std::time::Duration;

use tabiya_store::conformance::postgres::Cluster;
use tabiya_testkit::NatsServer;
use tabiya_testkit::load::{Options, Played};

#[test]
fn games_that_rest_between_two_rounds_go_on_and_every_move_is_in_the_log() {
    let (Some(cluster), Some(nats)) = (Cluster::start(), NatsServer::start()) else { return };
    let played = Played::start(&Options {
        database: Some(cluster.url(&cluster.database())),
        bus: Some(nats.url()),
        games: 20,
        moves_per_second: 20.0,
        misbehaving: 0.0,
        ..Options::of(env!("CARGO_BIN_EXE_tabiya"))
    });
    let played = played.expect("two nodes start, and all games begin");
    for _ in 0..2 {
        let round = played.round(60.0, Duration::from_millis(200), Duration::from_millis(800));
        let round = round.expect("all moves are answered");
        assert!(round.moves_per_second > 0.0 && round.delivered > 0.0, "{round:?}");
    }
    assert_eq!(played.end(), Ok(Vec::new()));
}
