// SPDX-License-Identifier: AGPL-3.0-or-later
//! `kill -9` of PostgreSQL under load: what was acknowledged is there, nothing twice, and play goes on by itself.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use tabiya_store::{AppendError, GameLog, StorageError, conformance::postgres::Cluster};

use super::{PATIENCE, created, id, offer, open};

const GAMES: u64 = 8;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_before_the_kill_is_there_after_it() {
    let Some(mut cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let store = Arc::new(open(&cluster, &database).await);
    for number in 0..GAMES {
        store.create_game(id(number), vec![created()]).await.unwrap();
    }
    let acknowledged: Arc<Vec<AtomicU32>> = Arc::new((0..GAMES).map(|_| AtomicU32::new(1)).collect());
    let stop = Arc::new(AtomicBool::new(false));
    let players: Vec<_> = (0..GAMES)
        .map(|number| {
            let (store, acknowledged, stop) =
                (Arc::clone(&store), Arc::clone(&acknowledged), Arc::clone(&stop));
            tokio::spawn(async move {
                let mut next = 1;
                while !stop.load(Ordering::Relaxed) {
                    match store.append(id(number), next, offer(next.into())).await {
                        Ok(()) => {
                            next += 1;
                            acknowledged[number as usize].store(next, Ordering::Relaxed);
                        }
                        // As a room does: it reads the log before it does anything else.
                        Err(
                            AppendError::Conflict { .. } | AppendError::Storage(StorageError::Unanswered),
                        ) => {
                            if let Ok(Some(log)) = store.load(id(number)).await {
                                let found = log.len() as u32;
                                assert!(found == next || found == next + 1, "{next} of {found}");
                                next = found;
                            }
                        }
                        Err(AppendError::Storage(_)) => tokio::time::sleep(Duration::from_millis(5)).await,
                        Err(error) => panic!("{error}"),
                    }
                }
            })
        })
        .collect();
    for round in 0..3 {
        let seen: Vec<_> = acknowledged.iter().map(|count| count.load(Ordering::Relaxed)).collect();
        let started = Instant::now();
        // Each game goes on after the kill before.
        while acknowledged.iter().zip(&seen).any(|(now, seen)| now.load(Ordering::Relaxed) < seen + 20) {
            assert!(started.elapsed() < PATIENCE, "round {round}: play does not go on");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        cluster = tokio::task::spawn_blocking(move || {
            cluster.kill();
            cluster.start_again();
            cluster
        })
        .await
        .unwrap();
    }
    stop.store(true, Ordering::Relaxed);
    for player in players {
        player.await.unwrap();
    }
    drop(store);
    let store = open(&cluster, &database).await;
    for (number, acknowledged) in (0..GAMES).zip(acknowledged.iter()) {
        let log = store.load(id(number)).await.unwrap().unwrap();
        let acknowledged = acknowledged.load(Ordering::Relaxed) as usize;
        assert!(
            log.len() >= acknowledged,
            "game {number}: {acknowledged} acknowledged, {} stored",
            log.len()
        );
        for (seq, stamped) in (0..).zip(&log).skip(1) {
            assert_eq!(stamped.at.0, seq, "each event once and in its order");
        }
    }
}

/// Linux allows 4,096 pieces of shared memory. Fifty runs of all tests used them up, and then no PostgreSQL started any more.
#[cfg(target_os = "linux")]
#[test]
fn servers_of_tests_leave_no_shared_memory_behind() {
    let is_there = |memory: &str| {
        let all = std::fs::read_to_string("/proc/sysvipc/shm").unwrap();
        all.lines().any(|line| line.split_whitespace().nth(1) == Some(memory))
    };
    for is_killed in [false, true] {
        let Some(mut cluster) = Cluster::start() else { return };
        let memory = cluster.shared_memory().unwrap();
        assert!(is_there(&memory), "{memory}");
        if is_killed {
            cluster.kill();
        }
        drop(cluster);
        // It goes with the last process that was killed, as soon as the system comes to it.
        let patience = Instant::now() + PATIENCE;
        while is_there(&memory) {
            assert!(Instant::now() < patience, "{memory}, killed: {is_killed}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
