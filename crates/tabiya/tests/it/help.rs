// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the program says of itself.

use crate::program::tabiya;

#[test]
fn every_command_has_help_with_an_example() {
    let commands = [
        "serve",
        "start",
        "data",
        "doctor",
        "upgrade",
        "user",
        "invite",
        "token",
        "event",
        "bot",
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

#[test]
fn the_old_names_of_the_data_commands_go_on_working() {
    for (old, new) in [("backup", "backup"), ("restore", "restore"), ("check-data", "check")] {
        let [old, new] = [tabiya(&[old, "--help"]), tabiya(&["data", new, "--help"])];
        assert_eq!((old.code, new.code), (0, 0));
        assert!(new.out.contains("Example: tabiya data "), "{}", new.out);
        let options = |help: &str| help.split_once("Options:").map(|(_, options)| options.to_owned());
        assert_eq!(options(&old.out), options(&new.out));
    }
}

#[test]
fn a_postgresql_database_is_backed_up_by_its_own_tools() {
    let database = "--database=postgres://ann:s3cr3t@127.0.0.1:1/games";
    for (command, tool) in [("backup", "pg_dump"), ("restore", "pg_restore")] {
        let refused = tabiya(&["data", command, "file", database]);
        assert_eq!(refused.code, 2);
        assert!(refused.err.contains(tool) && refused.err.trim_end().lines().count() == 1, "{}", refused.err);
        assert!(!refused.err.contains("s3cr3t"), "{}", refused.err);
    }
    let unreachable = tabiya(&["data", "check", database]);
    assert_eq!(unreachable.code, 2);
    assert!(!unreachable.err.contains("s3cr3t"), "{}", unreachable.err);
}

#[test]
fn a_move_without_two_sides_is_refused_in_a_sentence_and_makes_no_folder() {
    let place = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = place.path().join("data");
    let folder = folder.to_str().expect("a path of a test is text");
    let database = "postgres://ann:s3cr3t@127.0.0.1:1/games";
    for (arguments, expected) in [
        (&[][..], "name what to move with --from, or where to with --to"),
        (&["--from", folder], "name both sides with --from and --to, or one of them and the database"),
        (&["--from", folder, "--to", database], "there is no database"),
        (&["--from", database, "--to", folder], "can't be reached"),
        (&["--database", database, "--to", folder], "can't be reached"),
        (&["--from", "mysql://ann:s3cr3t@host/games", "--to", folder], "it does not begin with postgres://"),
        (&["--from", folder, "--to", folder], "a move goes from a folder to a PostgreSQL database or back"),
    ] {
        let run = tabiya(&[&["data", "move"], arguments].concat());
        assert_eq!((run.out.as_str(), run.code), ("", 2), "{arguments:?}");
        assert!(run.err.contains(expected) && !run.err.contains("s3cr3t"), "{arguments:?}: {}", run.err);
        assert!(!place.path().join("data").exists(), "{arguments:?}");
    }
}
