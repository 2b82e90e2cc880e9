// SPDX-License-Identifier: AGPL-3.0-or-later
//! Mutants that the simulation of several nodes can't show, because something else makes good there what they leave out. Each test runs
//! with the right program and with the mutant, in virtual time.

use std::sync::atomic::Ordering;

use tabiya_runtime::mutants::{Mutant, choose};

use super::gaps::Silent;
use super::*;

/// The store refuses such a flag as soon as another node has the game, and the time for which a node stood still is given back. But nobody
/// may have taken the game yet.
#[tokio::test(start_paused = true)]
async fn no_flag_falls_while_the_node_may_not_act() {
    for (mutant, falls) in [(None, false), (Some(Mutant::TimersBeforeFence), true)] {
        choose(mutant);
        let site = Site::new();
        let me = site.nodes.join(&new_node("one")).await.unwrap();
        let lease = site.nodes.take(me).await.unwrap()[0];
        let owned = Owned::leased(Arc::new(site.nodes.clone()));
        assert!(owned.own(&[lease], 0));
        // Less than the players have.
        owned.act_until(owned.clock() + Duration::from_secs(200));
        let rooms = site.rooms(owned);
        let game = (0..).map(id).find(|game| Slot::of(*game) == lease.slot).unwrap();
        site.abandoned(game, lease.epoch).await;
        let _room = rooms.get(game).await.unwrap();
        tokio::time::sleep(Duration::from_secs(400)).await;
        let log = site.log.load(game).await.unwrap().unwrap();
        assert_eq!(Game::replay(&log).unwrap().is_over(), falls, "{mutant:?}");
    }
}

/// A room that had something to do in the gap has ended. Its players come back to it, and only where nobody does the clock stands still.
#[tokio::test(start_paused = true)]
async fn a_renewal_that_comes_late_begins_every_game_anew() {
    for (mutant, begins) in [(None, 1), (Some(Mutant::IgnoresGaps), 0)] {
        choose(mutant);
        let site = Site::new();
        let way = Silent::of(&site);
        let is_away = Arc::clone(&way.is_away);
        let one = site.start_over("one", None, Arc::new(way)).await;
        let game = site.abandoned_at(&one).await;
        let before = site.length(game).await + 1;
        let _room = one.rooms.get(game).await.unwrap();
        until("its turn has begun anew", || async { site.length(game).await == before }).await;
        is_away.store(true, Ordering::Release);
        until("it may not act", || async { !one.rooms.owns(game) }).await;
        is_away.store(false, Ordering::Release);
        until("it may act again", || async { one.rooms.owns(game) }).await;
        tokio::time::sleep(Duration::from_secs(5)).await;
        assert_eq!(site.length(game).await, before + begins, "{mutant:?}");
    }
}
