// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the program says of itself.

use crate::program::tabiya;

#[test]
fn every_command_has_help_with_an_example() {
    let commands = [
        "serve",
        "backup",
        "restore",
        "check-data",
        "perft",
        "board",
        "moves",
        "explain",
        "uci",
        "tournament",
    ];
    let overview = tabiya(&["--help"]);
    assert_eq!(overview.code, 0);
    for command in commands {
        assert!(overview.out.contains(&format!("\n  {command} ")), "{}", overview.out);
        for flag in ["--help", "-h"] {
            let help = tabiya(&[command, flag]);
            assert_eq!(help.code, 0);
            assert!(help.out.contains("Example") && help.out.contains("tabiya"), "{command}: {}", help.out);
        }
    }
}

#[test]
fn the_version_says_what_is_inside_and_under_which_terms() {
    let version = tabiya(&["--version"]);
    assert_eq!(version.code, 0);
    assert!(version.out.starts_with(concat!("tabiya ", env!("CARGO_PKG_VERSION"))), "{}", version.out);
    assert!(version.out.contains("AGPL-3.0-or-later"), "{}", version.out);
    assert_eq!(tabiya(&["-V"]).out.lines().count(), 1);
}

#[test]
fn an_unknown_command_is_refused_with_the_known_ones_at_hand() {
    let run = tabiya(&["explian"]);
    assert_eq!((run.out.as_str(), run.code), ("", 2));
    assert!(run.err.contains("explain"), "{}", run.err);
}
