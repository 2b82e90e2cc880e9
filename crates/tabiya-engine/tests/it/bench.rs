// SPDX-License-Identifier: MIT OR Apache-2.0
//! The bench's node count: the engine's fingerprint.

use tabiya_engine::{Untimed, bench};

/// Whoever changes search or evaluation on purpose changes this number, and says so in the commit: `Bench: N`.
const NODES: u64 = 535_872;

#[test]
fn the_fingerprint_is_known() {
    let bench = bench(&Untimed);
    assert_eq!(bench.nodes, NODES, "search or evaluation changed: put the new count here");
    assert_eq!(bench.to_string(), format!("{NODES} nodes 0 nps"));
}
