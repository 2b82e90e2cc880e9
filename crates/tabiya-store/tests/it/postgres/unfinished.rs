// SPDX-License-Identifier: AGPL-3.0-or-later
//! Pages of unfinished games.

use std::time::{Duration, Instant};

use tabiya_store::{GameLog, Slot, SlotSet};

use super::nodes::owner;
use super::{PATIENCE, cluster_with_tables};

/// 1,000 games of 20 events each, in tables whose rows nobody has counted, as after a start under load.
const GAMES: &str =
    "ALTER TABLE game SET (autovacuum_enabled = off); ALTER TABLE event SET (autovacuum_enabled = off);
     INSERT INTO game (id, created_at, next_seq, half_moves)
         SELECT 'g' || lpad(n::text, 7, '0'), 1, 20, 0 FROM generate_series(1, 1000) AS n;
     INSERT INTO event (game, seq, at, body)
         SELECT number, seq, 1, repeat('x', 100) FROM game, generate_series(0, 19) AS seq";

#[tokio::test]
async fn a_page_of_unfinished_games_reads_no_events_of_other_games() {
    let Some(cluster) = cluster_with_tables().await else { return };
    let database = cluster.database();
    let (store, _) = owner(&cluster, &database).await;
    cluster.sql(&database, GAMES);
    let slots: SlotSet =
        (0..1_000).map(|number| Slot::of(format!("g{number:07}").parse().unwrap())).collect();
    for page in
        [store.load_unfinished(0, 64).await.unwrap(), store.load_unfinished_in(&slots, 0, 64).await.unwrap()]
    {
        assert_eq!(page.games.len(), 64);
    }
    // Its connections tell what they have read when they end.
    store.close().await;
    let connections = format!("SELECT count(*) FROM pg_stat_activity WHERE datname = '{database}'");
    let patience = Instant::now() + PATIENCE;
    while cluster.sql("postgres", &connections) != "0" {
        assert!(Instant::now() < patience, "a connection stays");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let read = "SELECT seq_scan || ' ' || (idx_scan > 0) FROM pg_stat_user_tables WHERE relname = 'event'";
    assert_eq!(cluster.sql(&database, read), "0 true", "whole tables read, and keys used");
}
