// SPDX-License-Identifier: AGPL-3.0-or-later
//! A node that was removed, and has joined again: its games of before belong to others.

use std::sync::atomic::Ordering;

use super::super::gaps::Silent;
use super::*;

/// It said of every game that it had owned that the game had moved, before the new owner could answer: whoever played through it waited
/// for ever.
#[tokio::test]
async fn a_node_that_was_removed_answers_no_longer_for_the_games_that_it_had() {
    let (site, hub) = (Site::new(), Hub::new());
    let way = Silent::of(&site);
    let is_away = Arc::clone(&way.is_away);
    let bus = Arc::new(hub.connect());
    let keys = SiteKeys::new(Arc::clone(&site.tables.site), Timeline::start());
    let one = site.start_over("one", Some(SiteBus { bus: bus as _, keys }), Arc::new(way)).await;
    let (two, _bus) = node(&site, &hub, "two").await;
    let game = one.rooms.create(terms()).await.unwrap();
    // It can't renew, and the other one takes everything.
    is_away.store(true, Ordering::Release);
    let before = one.membership.pulse.borrow().me;
    site.nodes.leave(before).await.unwrap();
    until("the other one has everything", || async {
        two.rooms.owned_slots().len() == u32::from(Slot::COUNT)
    })
    .await;
    // Its room keeps the game there: slots without rooms go first.
    let [ann, bob] = players().map(Some);
    let mut watcher = Client::of(&two.rooms, game, None).await;
    is_away.store(false, Ordering::Release);
    until("it has joined again", || async { one.membership.pulse.borrow().me != before }).await;
    until("it owns other games", || async { !one.rooms.owned_slots().is_empty() }).await;
    let mut both = [Client::of(&one.rooms, game, ann).await, Client::of(&one.rooms, game, bob).await];
    play(game, &mut both, &MATE, &mut watcher).await;
    assert!(played(&site, game).await.is_over());
}
