// SPDX-License-Identifier: AGPL-3.0-or-later
//! Every door of Tabiya's server: the page's calls, the API that clients for lichess know, and WebSockets.
//!
//! [`page`] and `lichess` are two dialects of HTTP, [`socket`] is one connection with its subscriptions. A handler checks the
//! request, takes what it needs out of the [`state`], and calls the floor below, which decides.
#![forbid(unsafe_code)]

mod answer;
pub mod feeds;
mod joining;
pub mod kept_answer;
mod lichess;
pub mod page;
pub mod readiness;
pub mod socket;
pub mod state;
