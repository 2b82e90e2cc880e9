// SPDX-License-Identifier: AGPL-3.0-or-later
//! From any node to the owner of a slot, and from the owner to all who follow.
//!
//! Four state machines without a clock and without input or output. Whoever drives them publishes what they say and tells
//! them what came; [`ask`], [`ask_once`] and [`tell`] do that for requests.
//!
//! - [`Ask`]: one request, repeated under the same id until it is answered, or until it is certain or in doubt that it is not
//!   carried out.
//! - [`Desk`]: the owner's side of requests. A repeated id is answered again and not carried out again.
//! - [`Lines`]: the owner's side of a topic: its newest lines with their numbers, for those who resume.
//! - [`Follower`]: follows a topic of another node by its numbers. What is lost is asked for, what is doubled is dropped, and
//!   a change of the owner is told.
//!
//! They rely on the bus for nothing but speed. Every message may be lost, doubled or late.

mod ask;
mod codec;
mod desk;
mod drive;
mod follower;
mod lines;
mod message;
mod subjects;

pub use ask::{Ask, AskError, Came, Step, TRIES};
pub use desk::{Desk, REMEMBERED, REMEMBERED_BYTES, Taken};
pub use drive::{ask, ask_once, tell};
pub use follower::{Act, Follower, LATER, Numbering};
pub use lines::{KEPT, KEPT_BYTES, Lines};
pub use message::{Answer, News, Outcome, Request, Wanted};
pub use subjects::{Target, news_for, news_of, requests_to, slots_taken};
