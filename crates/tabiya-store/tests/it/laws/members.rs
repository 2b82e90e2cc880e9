// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of organisers' lists of members.

use std::sync::Arc;

use tabiya_game::{PlayerId, Time};
use tabiya_store::{
    EventAppend, EventStage, Events, MemberChanges, MemberList, Members, StoredEntry, StoredEvent,
    conformance::members,
};

use super::{Sqlite, over_both};

over_both!(members: Arc<dyn Members>, store => Arc::new(store));
tabiya_store::members_tests!(any(Sqlite::new()));

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_lists_of_members_break_a_law() {
    for fault in members::Fault::ALL {
        let broken = members::broken(|| any(members::Wrong::new(Sqlite::new(), fault))).await;
        assert!(broken.is_some(), "{fault:?}");
    }
}

/// Of two processes one erased the member while the other one entered it: the name stood in an event to which nothing led.
#[tokio::test]
async fn whoever_was_deleted_is_entered_no_more_and_whoever_is_entered_leads_to_the_event() {
    let folder = Sqlite::new();
    let store = folder.open();
    let owner = PlayerId::from_bytes([1; 16]);
    let changes = MemberChanges { new: vec!["Ann".to_owned()], ..MemberChanges::default() };
    store.keep_members(owner, MemberList::default(), &changes, Time(1)).await.unwrap().unwrap();
    let append = |head: u64, members| EventAppend {
        event: StoredEvent {
            id: "a".to_owned(),
            owner: Some(owner),
            created: Time(1),
            starts: Time(1),
            head,
            stage: EventStage::Announced,
            summary: "{}".to_owned(),
            festival: None,
        },
        entries: vec![StoredEntry { number: head, at: Time(1), by: None, entry: "{}".to_owned() }],
        players: Vec::new(),
        games: Vec::new(),
        members,
    };
    assert!(store.create_event(&append(1, vec![])).await.unwrap());
    assert!(store.append_to_event(1, &append(2, vec![(owner, 1)])).await.unwrap());
    assert!(store.append_to_event(2, &append(3, vec![(owner, 1), (owner, 1)])).await.unwrap(), "twice");
    assert_eq!(store.events_of_member(owner, 1).await.unwrap(), ["a"]);
    assert!(!store.delete_member(owner, 1, 0).await.unwrap(), "the event was not seen");
    assert!(store.delete_member(owner, 1, 1).await.unwrap());
    assert!(!store.append_to_event(3, &append(4, vec![(owner, 1)])).await.unwrap());
    assert_eq!(store.event("a").await.unwrap().unwrap().head, 3);
    assert_eq!(store.events_of_member(owner, 1).await.unwrap(), [""; 0]);
}
