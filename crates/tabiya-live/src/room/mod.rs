// SPDX-License-Identifier: AGPL-3.0-or-later
//! Rooms: one task per live game, the only place that decides about it. What it decides is in its pure `core`; the
//! `task` around it stores, tells, and asks the engine.

mod absence;
mod append;
mod command;
mod computer;
mod core;
mod delayed;
mod elsewhere;
mod fairness;
mod feed;
mod handed;
mod handle;
mod link;
mod names;
mod once;
mod order;
mod pace;
mod playing;
mod prepared;
mod reach;
mod readers;
mod registry;
mod rematches;
mod reminders;
mod remote;
mod resume;
mod rulings;
mod running;
mod set_back;
mod showcase;
mod state_parts;
mod task;
mod told;

#[cfg(test)]
mod tests;

pub use core::need::{NEAR, Need};

use tabiya_archive::view;

pub use absence::Patience;
pub use command::{ArbiterAct, RoomCommand};
pub use computer::seat_for_the_computer;
pub use fairness::{Fairness, OfComputer};
pub use feed::GameFeed;
pub(crate) use handed::Turn;
pub use once::Created;
pub use order::OrderError;
pub use playing::{Followed, Follower, GameChange, Stage};
pub use registry::{Ports, Rooms};
pub(crate) use remote::Remote;
pub(crate) use told::Told;
