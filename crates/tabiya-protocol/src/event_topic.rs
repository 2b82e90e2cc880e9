// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages on the topic of an event. It takes no commands: what is done to an event is a call, whose answer says whether it
//! was possible.

use serde::{Deserialize, Serialize};

use crate::Topic;
use crate::events::{
    EntrantId, EntrantView, EventBoardView, EventFacts, EventLineView, EventRoundView, EventView,
};

/// What is told to those who follow an event. All messages are numbered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum EventMessage {
    /// The whole event: the first message of a subscription, and again where the client's own place in the event has changed.
    EventState {
        /// The topic.
        topic: Topic,
        /// The event as the client may see it.
        event: Box<EventView>,
    },
    /// What has changed since the message before; at most twice a second.
    EventChanged {
        /// The topic.
        topic: Topic,
        /// The changes.
        changes: Box<EventChanges>,
    },
}

impl EventMessage {
    /// The types of these messages.
    pub(crate) const TYPES: &[&str] = &["event_state", "event_changed"];
}

/// The difference between two states of an event. What is empty or null has not changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventChanges {
    /// The number of the last entry.
    pub number: u64,
    /// What is said of the event as a whole.
    pub facts: Option<EventFacts>,
    /// Entrants who are new, or of whom something has changed, by their `id`.
    pub entrants: Vec<EntrantView>,
    /// How many rounds there are now. Those after them are gone.
    pub round_count: u16,
    /// Rounds that are new, or that are paired anew.
    pub rounds: Vec<ChangedRound>,
    /// Boards of which something has changed, in rounds that stay as they are otherwise.
    pub boards: Vec<ChangedBoard>,
    /// Whose the lines of the standings are, from the best to the last.
    pub order: Option<Vec<EntrantId>>,
    /// Lines of the standings that are new, or in which something has changed.
    pub lines: Vec<EventLineView>,
}

/// A round that is new or has changed as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ChangedRound {
    /// Which round, from 1.
    pub number: u16,
    /// The round as it is now.
    pub round: EventRoundView,
}

/// A board of which something has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ChangedBoard {
    /// Which round, from 1.
    pub round: u16,
    /// Which board, from 1.
    pub number: u16,
    /// The board as it is now.
    pub board: EventBoardView,
}
