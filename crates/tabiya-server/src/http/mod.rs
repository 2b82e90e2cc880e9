// SPDX-License-Identifier: AGPL-3.0-or-later
//! Everything that is asked by plain HTTP, and the doors in front of it.

mod body;
mod error;
mod games;
mod host;
mod info;
mod origin;
mod pages;
mod preview;
mod router;

pub(crate) use body::JsonBody;
pub(crate) use error::ApiError;
pub(crate) use games::read as read_game;
pub(crate) use games::{color_of, start_of};
pub(crate) use origin::SameOrigin;
pub(crate) use router::router;
