// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a relay says of its game to the rooms of its own node, and what it leaves to them.

use tabiya_game::{Speed, TimeControl};
use tabiya_store::Nodes;

use super::*;

#[tokio::test]
async fn a_relay_counts_fewer_events_only_after_the_database_was_set_back() {
    let (site, mut owner, relay) = Site::start().await;
    let ann = Follower::come(&relay).await;
    let mut lines = owner.lets_in(&site, 1).await;
    for seq in 1..=3 {
        tell(&mut lines, Kind::Message, ann.reads(), &site.event(seq));
    }
    // It was only told late.
    tell(&mut lines, Kind::Everything, ann.reads(), &site.synced(2));
    owner.is_asked_nothing().await;
    assert_eq!(relay.head(), 3);
    site.nodes.note_set_back(&"one".parse().unwrap(), 1).await.unwrap();
    tell(&mut lines, Kind::Everything, ann.reads(), &site.synced(2));
    owner.is_asked_nothing().await;
    assert_eq!((relay.head(), relay.head_if_quiet(|| true)), (2, Some(2)));
    assert_eq!(site.rooms.left_behind()[&site.id].seq, 3, "this was told");
}

#[tokio::test]
async fn a_room_that_has_taken_the_place_of_a_relay_stays_listed_when_the_relay_ends() {
    let (site, mut owner, relay) = Site::start().await;
    // The game comes to this node.
    let owned = site.rooms.owned();
    owned.act_until(owned.clock() + Duration::from_secs(3_600));
    assert!(owned.own(&[Lease { slot: Slot::of(site.id), epoch: Epoch(2) }], owned.gaps()));
    let time = TimeControl::new(Millis::from_secs(300), Millis::ZERO).unwrap();
    let seats = Seats::new(player(1), Color::White, Seat::Player(player(2)));
    let terms = Terms::new(Position::start(), Some(time), seats).unwrap();
    with_clock_held(site.rooms.create_as(site.id, terms)).await.unwrap();
    let listed = || (site.rooms.best(Speed::Blitz, 9).len(), *site.rooms.running().borrow());
    assert_eq!(listed(), (1, 1));
    let ann = Follower::come(&relay).await;
    let mut lines = owner.lets_in(&site, 1).await;
    lines.tell(vec![write_line(Kind::Ended, ann.reads(), None)]);
    owner.is_asked_nothing().await;
    assert!(relay.is_gone());
    assert_eq!(listed(), (1, 1));
}
