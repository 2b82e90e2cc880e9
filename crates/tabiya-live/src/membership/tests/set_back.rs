// SPDX-License-Identifier: AGPL-3.0-or-later
//! A database that answers again has not all that a node has told.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use async_trait::async_trait;
use tabiya_store::LoadedLog;

use super::gaps::Silent;
use super::*;

/// In place of some games' logs stand older ones.
#[derive(Default)]
struct Restored {
    older: Mutex<BTreeMap<GameId, Vec<Stamped>>>,
}

#[async_trait]
impl Between for Restored {
    async fn load(&self, log: &dyn GameLog, id: GameId) -> LoadedLog {
        let older = self.older.lock().unwrap().get(&id).cloned();
        match older {
            Some(older) => Ok(Some(older).filter(|older| !older.is_empty())),
            None => log.load(id).await,
        }
    }
}

/// Four games are open on a node: one has lost events, one has others under the same numbers and the same last one, one is gone, and
/// one is as it was. `outage` says whether the node notices that the database is away.
async fn three_of_four_are_set_back(outage: bool) {
    let mut site = Site::new();
    let log = site.put_between(Restored::default());
    let way = Silent::of(&site);
    let (is_silent, process, set_back) =
        (Arc::clone(&way.is_silent), Arc::clone(&way.process), Arc::clone(&way.set_back));
    let one = site.start_over("one", None, Arc::new(way)).await;
    let me = one.membership.pulse.borrow().me;
    let epoch = site.nodes.leases(me).await.unwrap()[0].epoch;
    let games = [1, 2, 3, 4].map(id);
    let mut older = BTreeMap::new();
    for game in games {
        site.abandoned(game, epoch).await;
        one.rooms.get(game).await.unwrap();
        until("its turn has begun anew", || async { site.length(game).await == 4 }).await;
        older.insert(game, site.log.load(game).await.unwrap().unwrap());
    }
    let [short, other, gone, same] = games;
    older.get_mut(&short).unwrap().truncate(3);
    let Event::MovePlayed { uci, .. } = &mut older.get_mut(&other).unwrap()[1].event else {
        panic!("a move")
    };
    *uci = "d2d4".parse().unwrap();
    older.get_mut(&gone).unwrap().clear();
    older.remove(&same);

    if outage {
        is_silent.store(true, Ordering::Release);
        until("it may not act", || async { !one.rooms.owns(same) }).await;
        until("the rooms have ended", || async { one.rooms.opened(same).is_none() }).await;
    }
    *log.older.lock().unwrap() = older;
    process.fetch_add(1, Ordering::AcqRel);
    is_silent.store(false, Ordering::Release);
    until("it has compared", || async { set_back.load(Ordering::Acquire) > 0 }).await;
    assert_eq!(set_back.load(Ordering::Acquire), 3);
    until("what was not lost goes on", || async { one.rooms.owns(same) && site.length(same).await == 5 })
        .await;
    assert_ne!(one.membership.pulse.borrow().me, me, "the node has joined as another life");
    // It is compared once.
    let beats = one.membership.pulse.borrow().beats;
    until("it has looked again", || async { one.membership.pulse.borrow().beats > beats + 2 }).await;
    assert_eq!(set_back.load(Ordering::Acquire), 3);
}

#[tokio::test(start_paused = true)]
async fn what_the_database_lacks_after_an_outage_is_noticed() {
    three_of_four_are_set_back(true).await;
}

#[tokio::test(start_paused = true)]
async fn what_another_database_lacks_that_answers_at_once_is_noticed() {
    three_of_four_are_set_back(false).await;
}

/// As when the database was suspended: nothing is compared that the same process has stored.
#[tokio::test(start_paused = true)]
async fn nothing_is_compared_if_the_same_database_answers_again() {
    let mut site = Site::new();
    let log = site.put_between(Restored::default());
    let way = Silent::of(&site);
    let (is_silent, set_back) = (Arc::clone(&way.is_silent), Arc::clone(&way.set_back));
    let one = site.start_over("one", None, Arc::new(way)).await;
    let game = one.rooms.create(terms()).await.unwrap();
    log.older.lock().unwrap().insert(game, Vec::new());
    is_silent.store(true, Ordering::Release);
    until("it may not act", || async { !one.rooms.owns(game) }).await;
    is_silent.store(false, Ordering::Release);
    until("it plays again", || async { one.rooms.owns(game) }).await;
    assert_eq!(set_back.load(Ordering::Acquire), 0);
}
