// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lists of members: players whom an organiser knows, for all of the organiser's events.

use serde::{Deserialize, Serialize};

/// What is known about a member, for the list's owner alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct MemberCardView {
    /// The name, 1 to 80 characters.
    pub name: String,
    /// The rating, up to 4,000; null if there is none.
    pub rating: Option<u16>,
    /// A title of FIDE's, or empty.
    pub title: String,
    /// Three letters, or empty.
    pub federation: String,
    /// The number at FIDE, or empty.
    pub fide: String,
    /// The number at the national federation, or empty.
    pub national_id: String,
    /// The national rating; null if there is none.
    pub national_rating: Option<u16>,
    /// `YYYY/MM/DD`, a year alone, or empty.
    pub birth: String,
    /// `m` or `w`; null if nobody has said.
    pub sex: Option<char>,
    /// The club, up to 80 characters, or empty.
    pub club: String,
    /// What the organiser wants to remember, up to 80 characters, or empty. No event gets it.
    pub note: String,
    /// Whether the member is a child: strangers see short names in the events of a child.
    pub child: bool,
}

/// A member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct MemberView {
    /// The number in the list. It stays.
    pub number: u32,
    /// Changes with the member. A change says it.
    pub version: u64,
    /// What is known.
    pub card: MemberCardView,
}

/// The answer to `GET /api/page/members`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct MemberListView {
    /// So many more have cards that can't be read; `tabiya data check` names them.
    #[serde(default, skip_serializing_if = "crate::left_out::is_zero")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<u32>"))]
    pub damaged: u32,
    /// Members of the whole list.
    pub total: u32,
    /// Those that were asked for, by surname.
    pub members: Vec<MemberView>,
}

/// The body of `POST /api/page/members`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct AddMembers {
    /// CSV with a header, or TRF.
    pub text: String,
}

/// What came of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct AddedMembers {
    /// New members.
    pub added: u32,
    /// Members of whom something else is known now.
    pub updated: u32,
    /// The columns of the list that nobody reads, as the list calls them.
    pub left_out: Vec<String>,
}

/// The body of `POST /api/page/members/NUMBER`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ChangeMember {
    /// The version that the visitor saw.
    pub version: u64,
    /// What is known now.
    pub card: MemberCardView,
}

/// The answer to `POST /api/page/members/NUMBER/erase`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ErasedMember {
    /// Events in which the name was erased.
    pub events: u32,
    /// Events in which an account has become the member, and decides alone.
    pub left: u32,
}

/// A member as the helpers of an event see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct FoundMember {
    /// The number in the owner's list.
    pub number: u32,
    /// The name.
    pub name: String,
    /// The rating; null if there is none.
    pub rating: Option<u16>,
    /// The club, or empty.
    pub club: String,
}

/// The answer to `GET /api/page/events/ID/members`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct FoundMembers {
    /// Those who are not in the event yet, at most 20: first those one of whose names begins with the letters.
    pub members: Vec<FoundMember>,
}
