// SPDX-License-Identifier: AGPL-3.0-or-later
//! The power goes while games are written: everything acknowledged until then is there when it is back.
//!
//! `TABIYA_POWER_CUTS=10000 cargo test -p tabiya-store --test faults power` cuts more often than the usual hundred times.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, mpsc},
};

use tabiya_faulty_disk::{Disk, Fate, Image};
use tabiya_game::GameId;
use tabiya_store::{FinishedGame, GameLog, SqliteStore};
use tempfile::TempDir;

use crate::games::{Random, faults, id, log};

/// How many games are played at once.
const PLAYERS: u64 = 24;
/// Each time after so many changes of the disk the power goes, an odd number so that every moment of a commit has its turn.
const EVERY: u64 = 17;
/// So many events must be at stake.
const ENOUGH: usize = 10_000;

fn cuts() -> usize {
    std::env::var("TABIYA_POWER_CUTS")
        .map_or(100, |cuts| cuts.parse().expect("TABIYA_POWER_CUTS is a number"))
}

/// What was acknowledged: how many events of each game.
type Acknowledged = HashMap<GameId, usize>;

/// What the cuts found.
#[derive(Debug, Default)]
struct Found {
    cuts: usize,
    /// Events that were acknowledged, over all cuts.
    acknowledged: usize,
    /// Those of them that were not there any more.
    lost: usize,
    /// Other things wrong.
    wrong: Vec<String>,
}

/// Plays games on a store until the power has gone so often, then looks at what each cut has left.
async fn cut_the_power(open: fn(&std::path::Path) -> SqliteStore) -> Found {
    let temp = TempDir::new().unwrap();
    let disk = Disk::under(temp.path());
    let acknowledged = Arc::new(Mutex::new(Acknowledged::new()));
    let (cut, left) = mpsc::sync_channel::<(Acknowledged, Image)>(cuts());
    let told = Arc::clone(&acknowledged);
    // In this order: what is acknowledged while the image is taken does not count.
    disk.cut_before_every(EVERY, move |image| drop(cut.try_send((told.lock().unwrap().clone(), image))));
    let store = Arc::new(open(&temp.path().join("data")));
    let playing = (0..PLAYERS).map(|player| {
        let (store, acknowledged) = (Arc::clone(&store), Arc::clone(&acknowledged));
        tokio::spawn(async move {
            for number in (player..).step_by(PLAYERS as usize) {
                let log = log(number, 40);
                // Some of them were over before they came.
                if number.is_multiple_of(3) {
                    let events = log.len();
                    store.keep_game(id(number), FinishedGame::pack(&log).unwrap()).await.unwrap();
                    acknowledged.lock().unwrap().insert(id(number), events);
                    continue;
                }
                for (seq, event) in log.into_iter().enumerate() {
                    match seq {
                        0 => store.create_game(id(number), vec![event]).await.unwrap(),
                        _ => store.append(id(number), seq as u32, vec![event]).await.unwrap(),
                    }
                    acknowledged.lock().unwrap().insert(id(number), seq + 1);
                }
            }
        })
    });
    let playing: Vec<_> = playing.collect();
    let mut random = Random(7);
    let mut found = Found::default();
    // Later cuts have more games at stake. How many the first ones have depends on how writes are batched.
    while found.cuts < cuts() || (found.acknowledged <= ENOUGH && found.cuts < 10 * cuts()) {
        match left.try_recv() {
            Ok((acknowledged, image)) => look(&mut found, &acknowledged, &image, &mut random).await,
            Err(_) => tokio::time::sleep(std::time::Duration::from_millis(1)).await,
        }
    }
    playing.iter().for_each(tokio::task::JoinHandle::abort);
    found
}

/// What is there when the power is back.
async fn look(found: &mut Found, acknowledged: &Acknowledged, image: &Image, random: &mut Random) {
    found.cuts += 1;
    let temp = TempDir::new().unwrap();
    // Now and then the whole cache of the disk is lost; else any part of it.
    let all_lost = random.below(4) == 0;
    image
        .write_to(temp.path(), || match random.below(3) {
            _ if all_lost => Fate::Lost,
            0 => Fate::Lost,
            1 => Fate::Kept,
            _ => Fate::Torn(random.below(8) as usize),
        })
        .unwrap();
    let store = match SqliteStore::open(temp.path()) {
        Ok(store) => store,
        Err(error) => {
            found.lost += acknowledged.values().sum::<usize>();
            return found.wrong.push(format!("cut {}: {error}", found.cuts));
        }
    };
    for (&game, &events) in acknowledged {
        found.acknowledged += events;
        let stored = store.load(game).await.unwrap().unwrap_or_default();
        found.lost += events.saturating_sub(stored.len());
        let number = (0..).find(|&number| id(number) == game).expect("it is one of ours");
        if !log(number, 40).starts_with(&stored) {
            found.wrong.push(format!("cut {}: game {game} is another one", found.cuts));
        }
    }
    drop(store);
    found.wrong.extend(faults(temp.path()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_power_cut_loses_nothing_that_was_acknowledged() {
    let found = cut_the_power(|folder| SqliteStore::open(folder).unwrap()).await;
    assert!(found.acknowledged > ENOUGH, "little was at stake: {found:?}");
    assert_eq!((found.lost, &found.wrong[..]), (0, &[][..]), "{found:?}");
}

/// The same test on a store with `synchronous=NORMAL`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_test_of_power_cuts_notices_a_store_that_does_not_flush() {
    let found = cut_the_power(|folder| SqliteStore::open_without_flush(folder).unwrap()).await;
    assert!(found.lost > 0, "{found:?}");
}
