// SPDX-License-Identifier: AGPL-3.0-or-later
//! What makes hundreds of tests bearable on two cores.

/// Whether the server runs in a test. Then passwords are hashed with little memory, the names of openings are not read before one is
/// asked for, and searches run at the usual priority, since a machine that runs all tests is never idle. `cargo xtask test` says so by
/// `TABIYA_UNDER_TEST` in the environment; programs without debug assertions, as people run them, don't look.
pub fn is_under_test() -> bool {
    cfg!(debug_assertions) && std::env::var_os("TABIYA_UNDER_TEST").is_some()
}
