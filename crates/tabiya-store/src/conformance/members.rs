// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of [`Members`].

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{future::Future, sync::Arc};

use async_trait::async_trait;
use tabiya_game::{PlayerId, Time};

use super::games::{ANN, BOB, EVE};
use crate::{MemberChanges, MemberList, Members, StorageError, StoredMember};

/// A place for lists that starts empty.
pub trait Fixture: Send + Sync {
    /// Opens it. Called once.
    fn open(&self) -> impl Future<Output = Arc<dyn Members>> + Send;
}

crate::laws! { $ members members_tests Fixture:
    a_member_comes_back_as_it_was_kept
    of_two_writers_who_saw_the_same_list_one_succeeds
    of_writers_at_once_one_succeeds
    a_list_is_read_from_any_number_on
    a_deleted_member_leaves_nothing_and_its_number_is_not_given_again
    nobody_is_entered_by_a_number_without_a_member
    a_member_who_was_entered_since_is_not_deleted
    a_list_goes_with_its_owner
}

fn new(cards: &[&str]) -> MemberChanges {
    MemberChanges { new: cards.iter().map(|card| (*card).to_owned()).collect(), ..MemberChanges::default() }
}

fn changed(number: u32, card: &str) -> MemberChanges {
    MemberChanges { changed: vec![(number, card.to_owned())], ..MemberChanges::default() }
}

async fn keep(members: &Arc<dyn Members>, owner: PlayerId, changes: &MemberChanges) -> MemberList {
    let seen = members.member_list(owner).await.unwrap();
    members.keep_members(owner, seen, changes, Time(5)).await.unwrap().unwrap()
}

async fn cards(members: &Arc<dyn Members>, owner: PlayerId) -> Vec<(u32, String)> {
    let listed = members.members_of(owner, 0, 99).await.unwrap();
    listed.into_iter().map(|member| (member.number, member.card)).collect()
}

fn pairs(expected: &[(u32, &str)]) -> Vec<(u32, String)> {
    expected.iter().map(|(number, card)| (*number, (*card).to_owned())).collect()
}

/// And nobody else's list shows it.
pub async fn a_member_comes_back_as_it_was_kept(fixture: &impl Fixture) {
    let members = fixture.open().await;
    assert_eq!(members.member_list(ANN).await.unwrap(), MemberList::default());
    let seen = MemberList::default();
    let kept = members.keep_members(ANN, seen, &new(&["Ann", "Bo"]), Time(7)).await.unwrap();
    assert_eq!(kept, Some(MemberList { version: 1, last: 2 }));
    assert_eq!(members.member_list(ANN).await.unwrap(), kept.unwrap());
    let one = |number, card: &str, version, at| StoredMember {
        number,
        card: card.to_owned(),
        version,
        changed: Time(at),
    };
    assert_eq!(members.members_of(ANN, 0, 9).await.unwrap(), [one(1, "Ann", 1, 7), one(2, "Bo", 1, 7)]);
    let kept = members.keep_members(ANN, kept.unwrap(), &changed(1, "Ann B"), Time(9)).await.unwrap();
    assert_eq!(kept, Some(MemberList { version: 2, last: 2 }));
    assert_eq!(members.members_of(ANN, 0, 9).await.unwrap(), [one(1, "Ann B", 2, 9), one(2, "Bo", 1, 7)]);
    assert_eq!(members.member_list(BOB).await.unwrap(), MemberList::default());
    assert_eq!(members.members_of(BOB, 0, 9).await.unwrap(), []);
    // Another list counts by itself.
    keep(&members, BOB, &new(&["Eve"])).await;
    assert_eq!(cards(&members, BOB).await, pairs(&[(1, "Eve")]));
    assert_eq!(cards(&members, ANN).await, pairs(&[(1, "Ann B"), (2, "Bo")]));
}

/// Also where the one who is to be changed is not there, nothing is kept.
pub async fn of_two_writers_who_saw_the_same_list_one_succeeds(fixture: &impl Fixture) {
    let members = fixture.open().await;
    let first = keep(&members, ANN, &new(&["Ann"])).await;
    for (seen, changes) in [
        (MemberList::default(), new(&["too late"])),
        (MemberList { version: first.version + 1, ..first }, new(&["too early"])),
        (first, changed(2, "nobody")),
        (first, MemberChanges { new: vec!["with nobody".to_owned()], ..changed(9, "nobody") }),
    ] {
        assert_eq!(members.keep_members(ANN, seen, &changes, Time(6)).await.unwrap(), None, "{changes:?}");
    }
    assert_eq!(members.member_list(ANN).await.unwrap(), first);
    assert!(members.keep_members(ANN, first, &changed(1, "Ann B"), Time(6)).await.unwrap().is_some());
    assert_eq!(members.keep_members(ANN, first, &changed(1, "again"), Time(6)).await.unwrap(), None);
    assert_eq!(cards(&members, ANN).await, pairs(&[(1, "Ann B")]));
}

/// The first writer of all begins the list.
pub async fn of_writers_at_once_one_succeeds(fixture: &impl Fixture) {
    let members = fixture.open().await;
    for _ in 0..2 {
        let seen = members.member_list(ANN).await.unwrap();
        let writing = (0..8).map(|_| {
            let members = Arc::clone(&members);
            tokio::spawn(async move { members.keep_members(ANN, seen, &new(&["x"]), Time(1)).await.unwrap() })
        });
        let mut kept = 0;
        for each in writing.collect::<Vec<_>>() {
            kept += usize::from(each.await.unwrap().is_some());
        }
        assert_eq!(kept, 1);
    }
    assert_eq!(cards(&members, ANN).await, pairs(&[(1, "x"), (2, "x")]));
}

/// In the order of the numbers.
pub async fn a_list_is_read_from_any_number_on(fixture: &impl Fixture) {
    let members = fixture.open().await;
    keep(&members, ANN, &new(&["a", "b", "c", "d"])).await;
    let numbers = |after, limit| {
        let members = Arc::clone(&members);
        async move {
            let listed = members.members_of(ANN, after, limit).await.unwrap();
            listed.into_iter().map(|member| member.number).collect::<Vec<_>>()
        }
    };
    assert_eq!(numbers(0, 3).await, [1, 2, 3]);
    assert_eq!(numbers(3, 3).await, [4]);
    assert_eq!(numbers(4, 3).await, [0; 0]);
}

/// Neither in the list, nor by its events, nor for whoever comes next.
pub async fn a_deleted_member_leaves_nothing_and_its_number_is_not_given_again(fixture: &impl Fixture) {
    let members = fixture.open().await;
    keep(&members, ANN, &new(&["a", "b"])).await;
    for event in ["e2", "e1", "e1"] {
        assert!(members.link_member(ANN, 2, event).await.unwrap());
    }
    assert!(members.link_member(ANN, 1, "e1").await.unwrap());
    assert_eq!(members.events_of_member(ANN, 2).await.unwrap(), ["e1", "e2"]);
    assert_eq!(members.events_of_member(BOB, 2).await.unwrap(), [""; 0]);
    let before = members.member_list(ANN).await.unwrap();
    assert!(members.delete_member(ANN, 2, 2).await.unwrap());
    assert_ne!(members.member_list(ANN).await.unwrap().version, before.version, "a list in memory is old");
    assert!(!members.delete_member(ANN, 2, 0).await.unwrap());
    assert_eq!(members.events_of_member(ANN, 2).await.unwrap(), [""; 0]);
    assert_eq!(members.events_of_member(ANN, 1).await.unwrap(), ["e1"]);
    keep(&members, ANN, &new(&["c"])).await;
    assert_eq!(cards(&members, ANN).await, pairs(&[(1, "a"), (3, "c")]));
    members.unlink_member(ANN, 1, "e1").await.unwrap();
    assert_eq!(members.events_of_member(ANN, 1).await.unwrap(), [""; 0]);
}

/// Nor by one of somebody else's list.
pub async fn nobody_is_entered_by_a_number_without_a_member(fixture: &impl Fixture) {
    let members = fixture.open().await;
    assert!(!members.link_member(ANN, 1, "e1").await.unwrap());
    keep(&members, ANN, &new(&["a"])).await;
    keep(&members, BOB, &new(&["b", "c"])).await;
    assert!(!members.link_member(ANN, 2, "e1").await.unwrap());
    assert_eq!(members.events_of_member(ANN, 2).await.unwrap(), [""; 0]);
    assert!(members.link_member(BOB, 2, "e1").await.unwrap());
    // Who is new with a change is entered with it.
    let seen = members.member_list(ANN).await.unwrap();
    let changes = |number| MemberChanges { entered: vec![(number, "e2".to_owned())], ..new(&["d"]) };
    assert_eq!(members.keep_members(ANN, seen, &changes(3), Time(5)).await.unwrap(), None);
    assert_eq!(cards(&members, ANN).await, pairs(&[(1, "a")]));
    assert!(members.keep_members(ANN, seen, &changes(2), Time(5)).await.unwrap().is_some());
    assert_eq!(members.events_of_member(ANN, 2).await.unwrap(), ["e2"]);
}

/// Else the name would stay in that event.
pub async fn a_member_who_was_entered_since_is_not_deleted(fixture: &impl Fixture) {
    let members = fixture.open().await;
    keep(&members, ANN, &new(&["a"])).await;
    assert!(members.link_member(ANN, 1, "e1").await.unwrap());
    for events in [0, 2] {
        assert!(!members.delete_member(ANN, 1, events).await.unwrap());
    }
    assert_eq!(cards(&members, ANN).await, pairs(&[(1, "a")]));
    assert_eq!(members.events_of_member(ANN, 1).await.unwrap(), ["e1"]);
}

/// Those of others stay.
pub async fn a_list_goes_with_its_owner(fixture: &impl Fixture) {
    let members = fixture.open().await;
    for owner in [ANN, BOB] {
        keep(&members, owner, &new(&["a"])).await;
        assert!(members.link_member(owner, 1, "e1").await.unwrap());
    }
    members.forget_members(ANN).await.unwrap();
    members.forget_members(EVE).await.unwrap();
    assert_eq!(members.member_list(ANN).await.unwrap(), MemberList::default());
    assert_eq!(members.members_of(ANN, 0, 9).await.unwrap(), []);
    assert_eq!(members.events_of_member(ANN, 1).await.unwrap(), [""; 0]);
    assert_eq!(cards(&members, BOB).await, pairs(&[(1, "a")]));
    assert_eq!(members.events_of_member(BOB, 1).await.unwrap(), ["e1"]);
}

/// How a place for lists can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Whatever a writer saw, it may write.
    ForgetsTheVersion,
    /// The number of a deleted member is given to the next one.
    GivesNumbersAgain,
    /// A deleted member stays in its events.
    KeepsEventsOfDeleted,
    /// It deletes a member who was entered since.
    DeletesInSpiteOfEvents,
    /// Everybody sees the same list.
    TellsMembersOfOthers,
    /// It starts at the first number each time.
    ForgetsThePlace,
    /// It takes any number for a member.
    EntersAnybody,
    /// Nobody is forgotten.
    ForgetsNobody,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::ForgetsTheVersion,
        Self::GivesNumbersAgain,
        Self::KeepsEventsOfDeleted,
        Self::DeletesInSpiteOfEvents,
        Self::TellsMembersOfOthers,
        Self::ForgetsThePlace,
        Self::EntersAnybody,
        Self::ForgetsNobody,
    ];
}

/// A fixture whose lists have one fault.
pub struct Wrong<F> {
    right: F,
    fault: Fault,
}

impl<F> Wrong<F> {
    /// Over a right one.
    pub const fn new(right: F, fault: Fault) -> Self {
        Self { right, fault }
    }
}

impl<F: Fixture> Fixture for Wrong<F> {
    async fn open(&self) -> Arc<dyn Members> {
        Arc::new(WrongMembers {
            right: self.right.open().await,
            fault: self.fault,
            deleted: Default::default(),
        })
    }
}

struct WrongMembers {
    right: Arc<dyn Members>,
    fault: Fault,
    /// Events of members who were deleted.
    deleted: std::sync::Mutex<Vec<(PlayerId, u32, Vec<String>)>>,
}

#[async_trait]
impl Members for WrongMembers {
    async fn member_list(&self, owner: PlayerId) -> Result<MemberList, StorageError> {
        self.right.member_list(owner).await
    }

    async fn members_of(
        &self,
        owner: PlayerId,
        after: u32,
        limit: u32,
    ) -> Result<Vec<StoredMember>, StorageError> {
        let owner = if self.fault == Fault::TellsMembersOfOthers { ANN } else { owner };
        let after = if self.fault == Fault::ForgetsThePlace { 0 } else { after };
        let mut listed = self.right.members_of(owner, after, limit).await?;
        if self.fault == Fault::GivesNumbersAgain {
            for (number, member) in (after + 1..).zip(&mut listed) {
                member.number = number;
            }
        }
        Ok(listed)
    }

    async fn keep_members(
        &self,
        owner: PlayerId,
        seen: MemberList,
        changes: &MemberChanges,
        now: Time,
    ) -> Result<Option<MemberList>, StorageError> {
        let forgets = self.fault == Fault::ForgetsTheVersion;
        let seen = if forgets { self.right.member_list(owner).await? } else { seen };
        self.right.keep_members(owner, seen, changes, now).await
    }

    async fn link_member(&self, owner: PlayerId, number: u32, event: &str) -> Result<bool, StorageError> {
        let linked = self.right.link_member(owner, number, event).await?;
        Ok(linked || self.fault == Fault::EntersAnybody)
    }

    async fn unlink_member(&self, owner: PlayerId, number: u32, event: &str) -> Result<(), StorageError> {
        self.right.unlink_member(owner, number, event).await
    }

    async fn events_of_member(&self, owner: PlayerId, number: u32) -> Result<Vec<String>, StorageError> {
        let kept = self.deleted.lock().unwrap().iter().find(|one| (one.0, one.1) == (owner, number)).cloned();
        match kept {
            Some((_, _, events)) => Ok(events),
            None => self.right.events_of_member(owner, number).await,
        }
    }

    async fn delete_member(&self, owner: PlayerId, number: u32, events: u64) -> Result<bool, StorageError> {
        let linked = self.right.events_of_member(owner, number).await?;
        let ignores = self.fault == Fault::DeletesInSpiteOfEvents;
        let events = if ignores { linked.len() as u64 } else { events };
        let deleted = self.right.delete_member(owner, number, events).await?;
        if deleted && self.fault == Fault::KeepsEventsOfDeleted {
            self.deleted.lock().unwrap().push((owner, number, linked));
        }
        Ok(deleted)
    }

    async fn forget_members(&self, owner: PlayerId) -> Result<(), StorageError> {
        if self.fault == Fault::ForgetsNobody { Ok(()) } else { self.right.forget_members(owner).await }
    }
}
