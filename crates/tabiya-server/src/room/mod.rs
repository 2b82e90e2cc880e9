// SPDX-License-Identifier: AGPL-3.0-or-later
//! Rooms: one task per live game, the only place that decides about it. What it decides is in its pure [core]; the
//! [task] around it stores, tells, and asks the engine.

mod absence;
mod append;
mod command;
mod computer;
mod core;
mod delayed;
mod handle;
mod link;
mod message;
mod names;
mod order;
mod pace;
mod playing;
mod quota;
mod readers;
mod registry;
mod rematch;
mod reminders;
mod rulings;
mod showcase;
mod state;
mod task;

#[cfg(test)]
mod tests;

use crate::view;

pub(crate) use absence::Patience;
pub(crate) use command::RoomCommand;
pub(crate) use computer::seat_for_the_computer;
#[cfg(test)]
pub(crate) use core::need::{NEAR, Need};
pub(crate) use handle::Client;
pub(crate) use link::{CommandError, GameLink};
pub(crate) use order::OrderError;
pub(crate) use playing::{Followed, Follower, GameChange, Stage};
pub(crate) use quota::{GameQuota, QuotaError, too_many_new_games};
pub(crate) use registry::{Ports, Rooms};
