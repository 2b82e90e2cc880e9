// SPDX-License-Identifier: MIT OR Apache-2.0
//! All tests of the protocol: none needs what is private, and a second build of its types would take half a minute.

mod client_messages;
mod fuzz_body;
mod read;
mod routes;
mod start_positions;
mod subjects;
mod time_controls;
mod topics;
#[cfg(feature = "ts")]
mod typescript;
