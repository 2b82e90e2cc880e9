// SPDX-License-Identifier: AGPL-3.0-or-later
//! The store from outside: the laws that every store keeps, and what is SQLite's own.

mod laws;
mod opening;
