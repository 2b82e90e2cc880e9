// SPDX-License-Identifier: MIT OR Apache-2.0
//! The node count of the bench, which identifies the behaviour of the engine.

use tabiya_engine::{Untimed, bench};

/// A commit that changes search or evaluation on purpose changes this number, and states it in its message:
/// `Bench: N`.
const NODES: u64 = 535_872;

#[test]
fn the_fingerprint_is_known() {
    let bench = bench(&Untimed);
    assert_eq!(bench.nodes, NODES, "search or evaluation changed: put the new count here");
    assert_eq!(bench.to_string(), format!("{NODES} nodes 0 nps"));
}
