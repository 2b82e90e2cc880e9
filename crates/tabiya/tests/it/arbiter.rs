// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya tournament`: what keeps an arbiter from losing results, and from believing what the file does not say.

use std::path::PathBuf;

use crate::program::{Run, tabiya};

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder can be made"))
    }

    fn path(&self, name: &str) -> String {
        let path: PathBuf = self.0.path().join(name);
        path.to_str().expect("the path is text").to_owned()
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        std::fs::write(&path, text).expect("a file can be written");
        path
    }
}

fn run(arguments: &[&str]) -> Run {
    tabiya(&[&["tournament"], arguments].concat())
}

const NAMES: [&str; 4] = ["Adams, Ann", "Baker, Bob", "Clark, Cleo", "Davis, Dan"];

/// Four players with these cells, of a tournament with these lines before them.
fn event(lines: &str, cells: [&str; 4]) -> String {
    let player = |(number, (name, cells)): (u16, (&str, &str))| {
        format!("001 {number:>4}      {name:<33}{:44}{cells}\n", "")
    };
    let players: String = (1..).zip(NAMES.into_iter().zip(cells)).map(player).collect();
    format!("142 3\n152 W\n{lines}{players}")
}

const PLAYED: [&str; 4] = ["   3 w 1", "   4 b =", "   1 b 0", "   2 w ="];
const RUNNING: [&str; 4] = ["   3 w 1     2 b", "   4 b =     1 w", "   1 b 0     4 w", "   2 w =     3 b"];

#[test]
fn a_file_with_results_is_not_overwritten() {
    let folder = Folder::new();
    let before = folder.file("before.trf", &event("", [""; 4]));
    let after = folder.file("after.trf", &event("", PLAYED));
    let refused = run(&["pair", &before, "--write", &after]);
    assert_eq!((refused.out.as_str(), refused.code), ("", 2));
    assert!(
        refused.err.contains("after.trf exists already") && refused.err.contains("--force"),
        "{}",
        refused.err
    );
    assert_eq!(std::fs::read_to_string(&after).unwrap(), event("", PLAYED));
    assert_eq!(run(&["generate", &after]).code, 2);
    assert_eq!(std::fs::read_to_string(&after).unwrap(), event("", PLAYED));
    assert_eq!(run(&["pair", &before, "--write", &after, "--force"]).code, 0);
    assert!(!std::fs::read_to_string(&after).unwrap().contains("3 w 1"));
    let new = folder.path("new.trf");
    assert_eq!(run(&["pair", &before, "--write", &new]).code, 0);
    assert!(run(&["pair", &before, "--write", "-"]).err.contains("standard output"));
}

#[test]
fn the_round_that_is_being_played_is_explained() {
    let folder = Folder::new();
    let running = folder.file("running.trf", &event("", RUNNING));
    let own = run(&["explain", &running, "--player", "1"]);
    assert!(own.out.starts_with("Round 2: Player 1 (1.0) has Black against 2 (0.5)"), "{}", own.out);
    assert_eq!(own.err, "", "results of the round itself don't matter");
    assert_eq!(run(&["explain", &running, "--player", "adams"]).out, own.out);
    let first = run(&["explain", &running, "--player", "1", "--round", "1"]);
    assert!(first.out.starts_with("Round 1: Player 1 (0.0) has White against 3"), "{}", first.out);
    let next = run(&["explain", &running, "--round", "3"]);
    assert!(next.out.lines().all(|line| line.starts_with("Round 3: ")), "{}", next.out);
    assert!(next.err.contains("counted as drawn"), "{}", next.err);
    let instead = run(&["explain", &running, "--player", "1", "--instead", "4", "--json"]);
    assert!(instead.out.contains("\"round\":2"), "{}", instead.out);
    for (arguments, part) in [
        (&["--round", "4"][..], "there is no round 4"),
        (&["--player", "1", "--instead", "1"], "nobody plays against themselves"),
        (&["--player", "Evans"], "no player is called so"),
        (&["--player", "a"], "fits several players (1 Adams, Ann, 2 Baker, Bob"),
    ] {
        let refused = run(&[&["explain", &running], arguments].concat());
        assert_eq!((refused.out.as_str(), refused.code), ("", 2), "{arguments:?}");
        assert!(refused.err.contains(part), "{}", refused.err);
    }
    let changed = folder.file(
        "changed.trf",
        &event("", ["   3 w 1     4 b", "   4 b =     3 w", "   1 b 0     2 b", "   2 w =     1 w"]),
    );
    let warned = run(&["explain", &changed, "--player", "1"]);
    assert!(
        warned.err.contains("otherwise than the rules") && warned.out.contains("against 2"),
        "{}",
        warned.err
    );
}

#[test]
fn lists_for_the_hall_have_names() {
    let folder = Folder::new();
    let played = folder.file("played.trf", &event("", PLAYED));
    let list = run(&["pair", &played, "--names"]);
    let expected =
        "round 2\n1\t2 Baker, Bob\t0.5\t1 Adams, Ann\t1.0\n2\t3 Clark, Cleo\t0.0\t4 Davis, Dan\t0.5\n";
    assert_eq!((list.out.as_str(), list.code), (expected, 0), "{}", list.err);
    let table = run(&["standings", &played, "--cross-table", "--tiebreaks", "TPN"]);
    let first = table.out.lines().next().unwrap();
    assert_eq!(first, "   1    1 Adams, Ann    1.0     3w1", "{}", table.out);
    assert_eq!(table.out.lines().count(), 4);
}

#[test]
fn what_has_no_effect_is_said() {
    let folder = Folder::new();
    for (name, text, warning) in [
        (
            "hole",
            event("", PLAYED).replace("001    4", "001    5").replace("   4 b =", "   5 b ="),
            "starting number 4 is missing",
        ),
        ("late", event("240 H 001    3\n", PLAYED), "round 1 of player 3 is in the file already"),
        ("far", event("240 H 009    3\n", PLAYED), "names round 9, which is not played: no bye for 3"),
        ("old", event("013 Alpha                            1    2\n", PLAYED), "lines 013"),
        (
            "half",
            event("", ["   3 w =", "   4 b =", "   1 b 0", "   2 w ="]),
            "1-3 in round 1 is = for 1 and 0 for 3",
        ),
    ] {
        let file = folder.file(name, &text);
        let paired = run(&["pair", &file]);
        assert!(paired.err.contains(warning), "{name}: {}", paired.err);
        assert_eq!(paired.code, 0, "{name}");
    }
    let played = folder.file("played.trf", &event("", PLAYED));
    assert_eq!(run(&["pair", &played]).err, "");
    assert!(run(&["pair", &played, "--apart", "3"]).err.contains("name at least two"));
}

/// A round robin of which the file names no table was ranked as one and paired as a Swiss.
#[test]
fn a_round_robin_without_a_table_is_ranked_and_not_paired() {
    let folder = Folder::new();
    for (name, line) in [
        ("named", "092 Individual: Round-Robin\n"),
        ("custom", "192 CUSTOM_ROUNDROBIN\n"),
        ("games", "192 CUSTOM_ROUNDROBIN_G1\n"),
    ] {
        let file = folder.file(name, &event(line, PLAYED));
        for command in ["pair", "check", "explain"] {
            let refused = run(&[command, &file]);
            assert_eq!((refused.out.as_str(), refused.code), ("", 2), "{name}, {command}: {}", refused.err);
            assert!(refused.err.contains("192 BERGER_ROUNDROBIN_G1"), "{name}, {command}: {}", refused.err);
        }
        assert_eq!(run(&["standings", &file, "--tiebreaks", "KS"]).code, 0, "{name}");
    }
}

#[test]
fn the_bye_can_be_asked_for() {
    let folder = Folder::new();
    let text = event("", PLAYED) + &format!("001    5      {:<33}{:44}0000 - U\n", "Evans, Eve", "");
    let file = folder.file("five.trf", &text);
    let ask = |player: &str| run(&["explain", &file, "--player", player, "--instead", "0"]).out;
    assert_eq!(ask("3"), "Round 2: Player 3 with the bye: this is the pairing.\n");
    let higher = "Round 2: Player 1 with the bye: C5 (score of the player with the bye) would be 1.0, not 0.0, in the bracket of 0.0 \
                  points.\n";
    assert_eq!(ask("1"), higher);
    assert!(ask("5").contains("not possible: the player had the bye"), "{}", ask("5"));
    let even = folder.file("even.trf", &event("", PLAYED));
    let none = run(&["explain", &even, "--player", "1", "--instead", "0"]).out;
    assert!(none.contains("the number of players is even"), "{none}");
}

/// A bye in advance that the file spells as pairing-allocated let the coming round pass for one that was paired: the round after
/// it was paired without a word.
#[test]
fn every_bye_in_advance_stands_and_the_coming_round_is_paired() {
    let folder = Folder::new();
    let cells = ["   3 w 1", "   4 b =", "   1 b 0", "   2 w ="];
    let five = |own: &str, lines: &str| {
        let bye = format!("001    5      {:<33}{:44}0000 - Z{own}\n", "Evans, Eve", "");
        event(lines, cells) + &bye
    };
    let coming = |letter: char| five(&format!("  0000 - {letter}"), "");
    let without = run(&["pair", &folder.file("without.trf", &event("", cells)), "--json"]).out;
    for (name, text) in [
        ("u", coming('U')),
        ("small-u", coming('u')),
        ("h", coming('H')),
        ("f", coming('F')),
        ("z", coming('Z')),
        ("line-h", five("", "240 H 002    5\n")),
        ("line-f", five("", "240 F 002    5\n")),
        ("line-z", five("", "240 Z 002    5\n")),
        ("javafo", five("", "XXZ 5\n")),
    ] {
        let file = folder.file(name, &text);
        let paired = run(&["pair", &file, "--json"]);
        assert_eq!((paired.out.as_str(), paired.code), (without.as_str(), 0), "{name}: {}", paired.err);
        assert_eq!(paired.err, "", "{name}");
        let next = folder.path(&format!("{name}-next"));
        assert_eq!(run(&["pair", &file, "--write", &next]).code, 0);
        let written = std::fs::read_to_string(&next).unwrap();
        let bye = written.lines().find(|line| line.starts_with("001    5")).expect("a line");
        let letter = if name == "javafo" { "Z" } else { &name[name.len() - 1..].to_uppercase() };
        assert!(bye.ends_with(&format!("0000 - {letter}")), "{name}: {bye}");
        // With the round in the file it is one that was paired.
        assert!(run(&["pair", &next]).err.contains("round 2 has no result yet"), "{name}");
        assert!(run(&["standings", &file, "--json"]).out.starts_with("{\"players\""), "{name}");
        assert!(run(&["explain", &file, "--player", "5"]).out.contains("not paired in round 2"), "{name}");
    }
    // Nobody is left to pair beside it.
    let alone = folder.file("alone.trf", &five("  0000 - U", "240 Z 002    1    2    3    4\n"));
    let refused = run(&["pair", &alone]);
    assert!(refused.err.contains("no player to pair"), "{}", refused.err);
    // A second bye of this kind in one round is said.
    let six = coming('U') + &format!("001    6      {:<33}{:44}0000 - Z\n", "Ford, Fay", "");
    let second = run(&["pair", &folder.file("six.trf", &six)]);
    assert_eq!(second.out.lines().last(), Some("3 0"), "{}", second.err);
    assert!(
        second.err.contains("player 5 has the pairing-allocated bye of round 2 already"),
        "{}",
        second.err
    );
    let robin = five("  0000 - U", "192 BERGER_ROUNDROBIN_G1\n").replace("0000 - Z", "        ");
    let robin = run(&["pair", &folder.file("robin.trf", &robin)]);
    assert!(!robin.out.lines().any(|line| line.split(' ').any(|number| number == "5")), "{}", robin.out);
}
