// SPDX-License-Identifier: MIT OR Apache-2.0
//! The files of `packaging/` fit the program, the documentation and each other.

use super::parts::read;

const UNITS: [&str; 2] = ["packaging/tabiya.service", "packaging/debian/tabiya.service"];

/// What stands behind `name=` in a unit, from each line that has it.
fn values(unit: &str, name: &str) -> Vec<String> {
    let text = read(unit).unwrap();
    let begins = format!("{name}=");
    text.lines().filter_map(|line| line.strip_prefix(&begins)).map(str::to_owned).collect()
}

#[test]
fn commands_beside_the_running_service_reach_it() {
    // They speak to it through `control.sock` in its folder.
    for unit in UNITS {
        let families = values(unit, "RestrictAddressFamilies").join(" ");
        assert!(families.split_whitespace().any(|family| family == "AF_UNIX"), "{unit}: {families}");
    }
}
