// SPDX-License-Identifier: AGPL-3.0-or-later
//! One fault of a site of three nodes under load. As many as you like: `cargo xtask cluster --faults N`.

use std::path::Path;

use tabiya_testkit::PATIENCE;
use tabiya_testkit::nodes::{Site, fail_over, full_disk, kill_a_node, old_primary_comes_back};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fault_under_load_loses_and_doubles_no_move_and_play_goes_on() {
    let Some(mut site) = Site::start(Path::new(env!("CARGO_BIN_EXE_tabiya"))).await else { return };
    let found = kill_a_node(&mut site, PATIENCE).await.expect("the fault is inflicted and the log is read");
    assert!(found.fault.starts_with("SIGKILL of node"), "{}", found.fault);
    assert_eq!(found.faults, Vec::<String>::new(), "{found:?}");
    assert!(found.moves > 0, "{found:?}");
}

/// Every commit waits for a standby. The primary is killed, and somebody promotes the standby: nothing that was acknowledged is lost, and the
/// nodes find the new primary by themselves.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_promotion_of_a_standby_loses_no_move_and_play_goes_on() {
    let binary = Path::new(env!("CARGO_BIN_EXE_tabiya"));
    let Some(mut site) = Site::start_with_standby(binary).await else { return };
    let found = fail_over(&mut site, PATIENCE).await.expect("the standby is promoted and the log is read");
    assert_eq!(found.faults, Vec::<String>::new(), "{found:?}");
    assert!(found.moves > 0, "{found:?}");
}

/// First nothing more fits beside what is there, then PostgreSQL ends because its write-ahead log can't grow, until there is room.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_of_the_database_loses_no_move_and_play_goes_on() {
    let binary = Path::new(env!("CARGO_BIN_EXE_tabiya"));
    let Some(mut site) = Site::start_on_small_disk(binary).await else { return };
    let found = full_disk(&mut site, PATIENCE).await.expect("the disk is filled and the log is read");
    assert_eq!(found.faults, Vec::<String>::new(), "{found:?}");
    assert!(found.moves > 0, "{found:?}");
}

/// Connections went to either of two primaries: commits on the old one waited for a standby that was none any more, and nodes lost all they
/// had again and again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_old_primary_that_comes_back_is_used_by_nobody_and_play_goes_on() {
    let binary = Path::new(env!("CARGO_BIN_EXE_tabiya"));
    let Some(mut site) = Site::start_with_standby(binary).await else { return };
    let found = old_primary_comes_back(&mut site, PATIENCE).await.expect("it comes back and the log is read");
    assert_eq!(found.faults, Vec::<String>::new(), "{found:?}");
    assert!(found.moves > 0, "{found:?}");
}
