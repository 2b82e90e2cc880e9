// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bodies of the calls about people: accounts and log-in, profiles, ratings and games. Times are milliseconds since 1970.

pub mod account;
pub mod desk;
pub mod profile;
pub mod tokens;
