// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya event report`: what a federation needs to know of a tournament besides its players and results.

use crate::event::{Club, id};
use crate::gacrux;
use crate::program::tabiya;

impl Club {
    /// Pairs and plays a round of two boards, of which the second one has no result yet.
    fn begin_round(&self, event: &str) {
        for step in ["pair", "publish", "start"] {
            self.say(&[step, event]);
        }
        self.say(&["result", event, "1", "1-0"]);
    }
}

#[test]
fn a_rating_report_names_what_it_lacks_before_it_is_written() {
    let club = Club::new();
    let list = club.path("players.csv");
    let players =
        "name,rating,fide\n\"Berg, Ann\",2100,1700001\n\"Lind, Bo\",2000,1700002\nCid,1900,\nDan,1800,\n";
    std::fs::write(&list, players).expect("a file can be written");
    let id = id(&club.say(&[
        "new",
        "Autumn",
        "--format",
        "swiss",
        "--rounds",
        "3",
        "--time",
        "90+30",
        "--otb",
        "--players",
        &list,
    ]));
    club.begin_round(&id);
    club.say(&["result", &id, "2", "1/2-1/2"]);
    club.begin_round(&id);
    let written = club.run(&["export", &id, "--trf"]);
    assert_eq!(written.code, 0, "{}", written.err);
    assert_eq!(
        written.err.trim(),
        "missing for a rating report: no city, no federation, no chief arbiter, rounds 1, 2 have no date, \
         no FIDE id: Cid; Dan, round 2 has games without a result"
    );
    assert!(!written.out.contains("missing"), "{}", written.out);
    for (what, value, why) in [
        ("--federation", "Sweden", "a federation has three letters"),
        ("--dates", "2026-02-30", "\"2026-02-30\" isn't a day: write 2026-11-28"),
    ] {
        assert!(club.refused(&["report", &id, what, value]).contains(why), "{value}");
    }
    let said =
        club.say(&["report", &id, "--city", "Uppsala", "--federation", "swe", "--dates", "2026-11-28"]);
    assert!(said.contains("dates: 2026-11-28, 2026-11-28, 2026-11-28\n"), "one for all rounds: {said}");
    let arbiters = ["--arbiter", "Ek, Cia", "--deputy", "Al, Dan", "--deputy", "Oh, Eva"];
    club.say(&[&["report", &id], &arbiters[..]].concat());
    let said = club.say(&["report", &id, "--dates", "2026-11-27,2026-11-28,2026-12-01"]);
    assert!(said.contains("city: Uppsala\nfederation: SWE\nchief arbiter: Ek, Cia\n"), "{said}");
    assert!(said.contains("deputy arbiters: Al, Dan; Oh, Eva\n"), "{said}");
    assert!(said.ends_with("no FIDE id: Cid; Dan, round 2 has games without a result\n"), "{said}");
    club.say(&["result", &id, "2", "0-1"]);
    club.begin_round(&id);
    club.say(&["result", &id, "2", "0-1"]);
    // Once all is over, too.
    club.say(&["correct", &id, "Cid", "--fide", "1700003"]);
    club.say(&["correct", &id, "Dan", "--fide", "1700004"]);
    assert!(club.say(&["report", &id]).ends_with("nothing is missing for a rating report\n"));
    let complete = club.run(&["export", &id, "--trf"]);
    assert_eq!((complete.code, complete.err.as_str()), (0, ""));
    let text = complete.out;
    let heads: Vec<&str> = text.lines().take_while(|line| !line.starts_with("142")).collect();
    let expected = [
        "012 Autumn",
        "022 Uppsala",
        "032 SWE",
        "042 2026/11/27",
        "052 2026/12/01",
        "062 4",
        "072 4",
        "092 Individual: Swiss-System (FIDE Dutch)",
        "102 Ek, Cia",
        "112 Al, Dan",
        "112 Oh, Eva",
        "122 90 min + 30 s increment",
    ];
    let dates = format!("132{:88}26/11/27  26/11/28  26/12/01", "");
    assert_eq!(heads, [&expected[..], &[dates.as_str()]].concat(), "{text}");
    let file = club.path("report.trf");
    std::fs::write(&file, &text).expect("a file can be written");
    let check = tabiya(&["tournament", "check", &file]);
    assert_eq!(check.code, 0, "{}{}", check.out, check.err);
    gacrux::accepts(&text);
}

#[test]
fn a_swiss_with_two_games_of_each_pairing_is_checked_from_its_file() {
    let club = Club::new();
    let new =
        ["new", "Double", "--rounds", "5", "--time", "5+3", "--otb", "--games-per-pairing", "2", "--format"];
    assert!(club.refused(&[&new[..], &["keizer"]].concat()).contains("--games-per-pairing is for a Swiss"));
    let said = club.say(&[&new[..], &["swiss"]].concat());
    assert!(said.contains("\neach pairing has 2 games\n"), "{said}");
    let id = id(&said);
    for number in 1..=9 {
        club.say(&["enter", &id, &format!("Player {number}"), "--rating", &(2000 - 10 * number).to_string()]);
    }
    for round in 1..=5 {
        for step in ["pair", "publish", "start"] {
            club.say(&[step, &id]);
        }
        for board in 1..=4 {
            for game in 1..=2 {
                let result = ["1", "=", "0", "1", "+", "="][(board * 2 + game + round) % 6];
                let said = club.say(&["result", &id, &board.to_string(), result]);
                assert!(said.contains(&format!(", game {game}: ")), "{said}");
                assert_eq!(said.contains("; the next game of these two follows"), game == 1, "{said}");
            }
        }
    }
    assert!(club.say(&["list"]).contains("finished"));
    let text = club.say(&["export", &id, "--trf"]);
    assert!(text.contains("\n162  W 2.0") && text.contains("\n299 W"), "{text}");
    assert!(
        text.contains("\n### each pairing has 2 games, and a round is worth their points together\n"),
        "{text}"
    );
    let file = club.path("double.trf");
    std::fs::write(&file, &text).expect("a file can be written");
    let check = tabiya(&["tournament", "check", &file]);
    assert_eq!(check.code, 0, "{}{}\n{text}", check.out, check.err);
}

#[test]
fn a_forfeit_without_notice_leaves_the_player_out_until_readmitted() {
    let club = Club::new();
    let new =
        ["new", "Open", "--format", "swiss", "--rounds", "3", "--time", "5+3", "--otb", "--default-time"];
    assert!(club.refused(&[&new[..], &["121"]].concat()).contains("the default time is at most 120 minutes"));
    let said = club.say(&[&new[..], &["30"]].concat());
    assert!(said.contains("\nswiss: up to 1000 players; 3 rounds need at least 3\n"), "{said}");
    let id = id(&said);
    for name in ["Ann", "Bo", "Cid", "Dan"] {
        club.say(&["enter", &id, name]);
    }
    let pairs = club.json(&["pair", &id, "--json"]);
    let absent = pairs[0]["white"].as_str().expect("a name").to_owned();
    club.say(&["publish", &id]);
    let played = club.refused(&["result", &id, "1", "1-0", "--without-notice"]);
    assert!(played.contains("--without-notice goes with a forfeit"), "{played}");
    let said = club.say(&["result", &id, "1", "-", "--without-notice"]);
    assert!(said.contains(&format!("; {absent} is not paired until you bring them back")), "{said}");
    club.say(&["result", &id, "2", "1-0"]);
    let next = club.say(&["pair", &id, "--json"]);
    assert!(!next.contains(&format!("{absent:?}")), "{next}");
    club.say(&["rejoin", &id, &absent]);
    club.say(&["undo", &id]);
    assert!(club.say(&["pair", &id, "--json"]).contains(&format!("{absent:?}")));
}
