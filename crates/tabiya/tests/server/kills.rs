// SPDX-License-Identifier: AGPL-3.0-or-later
//! `kill -9` at random instants while many games are played, and the history checker over all of it.
//!
//! A thousand kills and more: `cargo xtask load --kill 1000 --resumable FILE`.

use tabiya_testkit::load::{Options, run};

fn options() -> Options {
    let options = Options::of(env!("CARGO_BIN_EXE_tabiya"));
    Options { games: 40, moves_per_second: 150.0, warm_up: 0.3, misbehaving: 20.0, ..options }
}

#[test]
fn twenty_kills_under_load_lose_double_and_reorder_nothing() {
    let report = run(&Options { seconds: 8.0, kill: 20, ..options() }).unwrap();
    assert!(report.is_good(), "{report}");
    assert_eq!(report.json()["kills"], 20, "{report}");
    assert!(report.json()["moves_in_all"].as_u64() > Some(0), "the kills left time for no move:\n{report}");
}

#[test]
fn the_checker_notices_a_log_that_lost_its_newest_writes() {
    let report = run(&Options { seconds: 4.0, kill: 2, lose_writes: true, ..options() }).unwrap();
    assert!(!report.is_good(), "acknowledged moves were cut off, and nobody noticed:\n{report}");
    assert!(report.to_string().contains("LOST"), "{report}");
}
