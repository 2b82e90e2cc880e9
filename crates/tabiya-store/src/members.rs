// SPDX-License-Identifier: AGPL-3.0-or-later
//! Lists of members: players whom an organiser knows, for all of the organiser's events.

use async_trait::async_trait;
use tabiya_game::{PlayerId, Time};

use crate::StorageError;

/// How far the list of an organiser is. A list that nobody has begun is the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemberList {
    /// Raised by 1 with each change; 0 where there is no list.
    pub version: u64,
    /// The highest number that was ever given, also to a member who was deleted since.
    pub last: u32,
}

/// A member of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredMember {
    /// The number in the list, from 1.
    pub number: u32,
    /// What is known, as the server writes it down.
    pub card: String,
    /// The list's version with which it was written.
    pub version: u64,
    /// When that was.
    pub changed: Time,
}

/// What is written into a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemberChanges {
    /// Cards of new members: they get the next numbers, in their order.
    pub new: Vec<String>,
    /// Other cards of those who are there, each with its number.
    pub changed: Vec<(u32, String)>,
    /// Events in which members stand, each with the number of the member: also of one who is new.
    pub entered: Vec<(u32, String)>,
}

/// Where lists of members are kept.
///
/// Laws, which the `conformance` suite tests:
/// - A member comes back as it was kept, and stands in the list of its owner alone.
/// - A list is changed if its version is the one that the writer saw: of two writers at once, one succeeds, and of the other's changes
///   nothing is kept.
/// - Members are listed by their numbers, from any number on.
/// - Of a deleted member neither its row nor its events are kept, and its number is never given again.
/// - Nobody is entered by a number that stands for no member, neither alone nor with a change of the list.
/// - A member is deleted together with the events that the writer saw: not if one was added since.
/// - Of an owner who leaves nothing is kept, and no list begins for an account that is closed.
#[async_trait]
pub trait Members: Send + Sync + 'static {
    /// How far the list of this owner is.
    ///
    /// # Errors
    /// If the storage fails.
    async fn member_list(&self, owner: PlayerId) -> Result<MemberList, StorageError>;

    /// The members of this owner whose numbers are higher than `after`, at most `limit`.
    ///
    /// # Errors
    /// If the storage fails.
    async fn members_of(
        &self,
        owner: PlayerId,
        after: u32,
        limit: u32,
    ) -> Result<Vec<StoredMember>, StorageError>;

    /// Changes a list that stands as `seen`. Returns how far it is then; `None`, and nothing has changed, if it stands otherwise, one of
    /// those who are named is not there, or the list would be the first one of an account that is closed.
    ///
    /// # Errors
    /// If the storage fails.
    async fn keep_members(
        &self,
        owner: PlayerId,
        seen: MemberList,
        changes: &MemberChanges,
        now: Time,
    ) -> Result<Option<MemberList>, StorageError>;

    /// Notes that a member is about to be entered into an event. Returns whether there is such a member.
    ///
    /// # Errors
    /// If the storage fails.
    async fn link_member(&self, owner: PlayerId, number: u32, event: &str) -> Result<bool, StorageError>;

    /// Forgets that a member was entered into an event.
    ///
    /// # Errors
    /// If the storage fails.
    async fn unlink_member(&self, owner: PlayerId, number: u32, event: &str) -> Result<(), StorageError>;

    /// The events into which a member may have been entered, in the order of their ids.
    ///
    /// # Errors
    /// If the storage fails.
    async fn events_of_member(&self, owner: PlayerId, number: u32) -> Result<Vec<String>, StorageError>;

    /// Deletes a member who may have been entered into so many events. Returns false, and nothing has changed, if there is no such
    /// member or it is another number of events.
    ///
    /// # Errors
    /// If the storage fails.
    async fn delete_member(&self, owner: PlayerId, number: u32, events: u64) -> Result<bool, StorageError>;

    /// Forgets the list of an owner who leaves.
    ///
    /// # Errors
    /// If the storage fails.
    async fn forget_members(&self, owner: PlayerId) -> Result<(), StorageError>;
}
