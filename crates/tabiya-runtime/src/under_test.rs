// SPDX-License-Identifier: AGPL-3.0-or-later
//! What makes hundreds of tests bearable on two cores.

/// Whether slow work may be cheap and in nobody's way: passwords are hashed with little memory, the names of openings are read
/// when one is asked for, and searches run at the usual priority, since a machine that runs all tests is never idle. `TABIYA_UNDER_TEST` in the environment asks for it, which
/// `cargo xtask test` sets; programs without debug assertions, as people run them, never ask.
pub fn is_under_test() -> bool {
    cfg!(debug_assertions) && std::env::var_os("TABIYA_UNDER_TEST").is_some()
}
