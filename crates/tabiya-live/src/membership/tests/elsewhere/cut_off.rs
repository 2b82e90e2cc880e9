// SPDX-License-Identifier: AGPL-3.0-or-later
//! A node that is cut off the database alone: the others take its games, and it must not be in the way.

use std::sync::atomic::Ordering;

use tabiya_cluster::bus::{Bus, RequestError};
use tabiya_cluster::route::{Target, requests_to};

use super::super::gaps::{Silent, Slow};
use super::*;

/// Its steward waits for the database, and its answer, that a game has moved, would come before that of the new owner.
#[tokio::test]
async fn it_answers_nobody_as_soon_as_it_may_not_act() {
    let (site, hub) = (Site::new(), Hub::new());
    let way = Silent::of(&site);
    let is_silent = Arc::clone(&way.is_silent);
    let (hangs, renewals) = (Arc::clone(&way.only_renews), Arc::clone(&way.renewals));
    let keys = SiteKeys::new(Arc::clone(&site.tables.site), Timeline::start());
    let bus = SiteBus { bus: Arc::new(hub.connect()), keys };
    let one = site.start_over("one", Some(bus), Arc::new(way)).await;
    let stranger = hub.connect();
    let is_heard = async || {
        let mut answer = stranger.expect_answer().unwrap();
        let subject = requests_to(&Target::Slot(Slot::of(id(7))));
        let reply = Some(answer.subject().clone());
        stranger.publish(Letter { subject, reply, payload: "not sealed".into() }).unwrap();
        let waits = tokio::time::timeout(Duration::from_millis(50), answer.next()).await;
        !matches!(waits, Ok(Err(RequestError::NoResponders)))
    };
    assert!(is_heard().await, "it owns everything");
    hangs.store(true, Ordering::Release);
    let renewed = renewals.load(Ordering::Relaxed);
    until("its steward waits", || async { renewals.load(Ordering::Relaxed) > renewed + 2 }).await;
    is_silent.store(true, Ordering::Release);
    until("it may not act", || async { !one.rooms.owns(id(7)) }).await;
    until("nobody listens", || async { !is_heard().await }).await;
}

/// A page that comes to it would wait for the database, and its clock runs meanwhile.
#[tokio::test]
async fn whoever_comes_to_it_is_sent_away_when_another_node_has_its_games() {
    let (site, hub) = (Site::new(), Hub::new());
    let mut own = site.clone();
    let log = own.put_between(Slow::default());
    let way = Silent::of(&site);
    let is_silent = Arc::clone(&way.is_silent);
    let keys = SiteKeys::new(Arc::clone(&site.tables.site), Timeline::start());
    let bus = SiteBus { bus: Arc::new(hub.connect()), keys };
    let one = own.start_over("one", Some(bus), Arc::new(way)).await;
    let (two, _bus) = node(&site, &hub, "two").await;
    let game = one.rooms.create(terms()).await.unwrap();
    log.is_slow.store(true, Ordering::Release);
    is_silent.store(true, Ordering::Release);
    until("its rooms have ended", || async { one.rooms.opened(game).is_none() }).await;
    let rooms = one.rooms.clone();
    let comes = tokio::spawn(async move {
        let visitor = Visitor::reading(None);
        let mut outbox = Outbox::default();
        let listener = Listener { visitor: &visitor, after: None, outbox: outbox.subscribe() };
        rooms.follow(game, listener).await.err()
    });
    let me = one.membership.pulse.borrow().me;
    shared_nodes::Fixture::end_lease(&site.nodes, me).await;
    let heir = two.membership.pulse.borrow().me;
    shared_nodes::Fixture::was_in_time(&site.nodes, heir).await;
    let answer = tokio::time::timeout(PATIENCE, comes).await.expect("it is answered").unwrap();
    assert_eq!(answer, Some(Refusal::Unavailable));
    assert!(two.rooms.get(game).await.is_ok(), "it is played there");
}
