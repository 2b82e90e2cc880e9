// SPDX-License-Identifier: AGPL-3.0-or-later
//! Calls of the disk that fail: once at every place where they can, and for a while.

use std::path::Path;
use std::time::{Duration, Instant};

use tabiya_faulty_disk::{Call, Disk, Failure, Fault};
use tabiya_game::{GameId, Stamped};
use tabiya_store::{AppendError, CreateError, GameLog, OpenError, SqliteStore, StorageError};
use tempfile::TempDir;

use crate::games::{faults, id, log};

/// How often a write is tried.
const TRIES: usize = 30;

/// Of how many calls one fails. `TABIYA_EVERY_CALL=1 cargo test -p tabiya-store --test faults errors` has each of them fail.
fn step() -> usize {
    if std::env::var_os("TABIYA_EVERY_CALL").is_some() { 1 } else { 11 }
}

/// The same write until it succeeds. Returns how often it failed.
async fn write(store: &SqliteStore, game: GameId, seq: usize, event: &Stamped) -> usize {
    for failed in 0..TRIES {
        let event = vec![event.clone()];
        let error = match seq {
            0 => match store.create_game(game, event).await {
                Ok(()) => return failed,
                Err(CreateError::Storage(error)) => error,
                Err(error) => panic!("game {game}: {error}"),
            },
            _ => match store.append(game, seq as u32, event).await {
                Ok(()) => return failed,
                Err(AppendError::Storage(error)) => error,
                // What was reported as failed must not be there.
                Err(error) => panic!("game {game}, event {seq}, after {failed} failures: {error}"),
            },
        };
        assert!(!matches!(error, StorageError::Closed), "the store stays up");
    }
    panic!("game {game}, event {seq} could not be stored");
}

/// Opens a store whose disk may fail at that too.
fn open(folder: &Path) -> SqliteStore {
    let mut last = None;
    for _ in 0..TRIES {
        match SqliteStore::open(folder) {
            Ok(store) => return store,
            Err(error) => last = Some(error),
        }
    }
    panic!("{}", last.map_or_else(String::new, |error: OpenError| error.to_string()));
}

/// Everything is there, as long as this runs and at the next start.
async fn verify(store: SqliteStore, folder: &Path, logs: &[Vec<Stamped>], context: &str) {
    let all_there = async |store: &SqliteStore| {
        for (number, log) in (0..).zip(logs) {
            assert_eq!(store.load(id(number)).await.unwrap().as_ref(), Some(log), "{context}");
        }
    };
    all_there(&store).await;
    drop(store);
    all_there(&SqliteStore::open(folder).unwrap()).await;
    assert_eq!(faults(folder), [""; 0], "{context}");
}

#[tokio::test]
async fn one_failing_call_loses_nothing_wherever_it_is() {
    let logs: Vec<_> = (0..3).map(|number| log(number, 6)).collect();
    let mut injected = 0;
    for call in Call::ALL {
        for failure in if call == Call::Write { &[Failure::Io, Failure::Full][..] } else { &[Failure::Io] } {
            // Every call for a while, then some.
            for after in (0..10).chain((10..).step_by(step())) {
                let temp = TempDir::new().unwrap();
                let disk = Disk::under(temp.path());
                disk.fail(Fault { call, after, times: 1, failure: *failure });
                let folder = temp.path().join("data");
                let store = open(&folder);
                for seq in 0..logs[0].len() {
                    for (number, log) in (0..).zip(&logs) {
                        if let Some(event) = log.get(seq) {
                            write(&store, id(number), seq, event).await;
                        }
                    }
                }
                let failed = disk.heal();
                verify(store, &folder, &logs, &format!("{call:?} number {after}: {failure:?}")).await;
                injected += failed;
                if failed == 0 {
                    break;
                }
            }
        }
    }
    assert!(injected > 50, "only {injected} calls failed");
}

#[tokio::test]
async fn a_disk_that_fails_for_a_while_refuses_writes_and_then_goes_on() {
    tokio::join!(
        fails_for_a_while(Call::Write, Failure::Full),
        fails_for_a_while(Call::Write, Failure::ReadOnly),
        fails_for_a_while(Call::Write, Failure::Io),
        fails_for_a_while(Call::Sync, Failure::Io),
    );
}

async fn fails_for_a_while(call: Call, failure: Failure) {
    let temp = TempDir::new().unwrap();
    let disk = Disk::under(temp.path());
    let folder = temp.path().join("data");
    let store = SqliteStore::open(&folder).unwrap();
    let logs: Vec<_> = (0..4).map(|number| log(number, 10)).collect();
    for (number, log) in (0..).zip(&logs) {
        store.create_game(id(number), log[..5].to_vec()).await.unwrap();
    }
    disk.fail(Fault { call, after: 0, times: u64::MAX, failure });
    let mut failed = Instant::now();
    for _ in 0..10 {
        for (number, log) in (0..).zip(&logs) {
            let refused = store.append(id(number), 5, log[5..6].to_vec()).await;
            let Err(AppendError::Storage(error)) = refused else { panic!("{call:?}: {refused:?}") };
            match failure {
                Failure::Full => assert_eq!(error, StorageError::Full),
                Failure::ReadOnly => assert!(matches!(error, StorageError::ReadOnly { .. }), "{error:?}"),
                Failure::Io => assert!(matches!(error, StorageError::Failed { .. }), "{error:?}"),
            }
            assert_eq!(store.load(id(number)).await.unwrap().as_deref(), Some(&log[..5]), "reading goes on");
        }
        failed = Instant::now();
        assert!(store.ready().await.is_err(), "{call:?}: it said that it was ready: {failure:?}");
    }
    assert!(disk.heal() > 0);
    // It notices before anybody writes. One write that works ends no outage, so it takes five seconds.
    let is_ready = store.ready().await.is_ok();
    assert!(!is_ready || failed.elapsed() >= Duration::from_secs(5), "{call:?}: {failure:?}");
    let is_ready = async {
        while store.ready().await.is_err() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), is_ready).await.expect("it is ready again");
    for (number, log) in (0..).zip(&logs) {
        store.append(id(number), 5, log[5..].to_vec()).await.unwrap();
    }
    verify(store, &folder, &logs, &format!("{call:?}: {failure:?}")).await;
}
