// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bodies of the calls about people: their profiles, ratings and games. Times are milliseconds since 1970.

pub mod profile;
