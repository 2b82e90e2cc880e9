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

/// The value of a setting in a file of settings.
fn setting(text: &str, name: &str) -> Option<String> {
    let begins = format!("{name} = \"");
    text.lines().find_map(|line| line.strip_prefix(&begins)?.strip_suffix('"').map(str::to_owned))
}

/// The value of a variable that a unit sets.
fn variable(unit: &str, name: &str) -> Option<String> {
    let set = values(unit, "Environment").join(" ");
    set.split_whitespace().find_map(|each| each.strip_prefix(&format!("{name}="))).map(str::to_owned)
}

#[test]
fn commands_with_the_services_settings_look_where_the_service_has_its_data() {
    // `doctor` and `upgrade --check` are not started by the unit: what stands only there, they don't know.
    let package = read("packaging/debian/tabiya.toml").unwrap();
    let folder = variable(UNITS[1], "TABIYA_DATA_FOLDER");
    assert!(folder.is_some());
    assert_eq!(setting(&package, "data-folder"), folder);
    // Whoever installs the archive follows its README and the documentation, so both name the folders of its service.
    let readme = read("packaging/README.tar.txt").unwrap();
    let docs = read("docs/self-hosting.md").unwrap();
    for (name, set) in [("data-folder", "TABIYA_DATA_FOLDER"), ("backup-folder", "TABIYA_BACKUP_FOLDER")] {
        let folder = variable(UNITS[0], set).expect("the unit names it");
        let line = format!("{name} = \"{folder}\"");
        assert!(readme.contains(&line), "README: {line}");
        assert_eq!(docs.matches(&line).count(), 2, "documentation: {line}");
    }
}
