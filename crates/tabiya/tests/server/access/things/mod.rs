// SPDX-License-Identifier: AGPL-3.0-or-later
//! What is tried on: each subject has a file here, which makes its things and gives them the names that the tables use.

mod analysis;
mod challenges;
mod desk;
mod events;
mod games;
mod puzzles;

use std::collections::BTreeMap;

use tabiya_testkit::{Guest, LineStream, Server};

/// Who makes the things, and what has been made.
pub(super) struct Stage<'a> {
    pub(super) server: &'a Server,
    pub(super) admin: &'a Guest,
    pub(super) player: &'a Guest,
    pub(super) other: &'a Guest,
    /// Plays with the player and does nothing else.
    pub(super) rival: &'a mut Guest,
    /// Is of the organiser's list and does nothing else.
    pub(super) pupil: &'a mut Guest,
    /// What names in the tables stand for.
    pub(super) values: BTreeMap<&'static str, String>,
    /// As long as these are open, challenges by programs wait for an answer.
    pub(super) waiting: Vec<LineStream>,
}

impl Stage<'_> {
    /// Makes what each subject has.
    pub(super) async fn set(&mut self) {
        games::add(self).await;
        analysis::add(self).await;
        challenges::add(self).await;
        desk::add(self).await;
        events::add(self);
        puzzles::add(self).await;
    }
}
