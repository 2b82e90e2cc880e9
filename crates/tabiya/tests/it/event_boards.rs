// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya event fix-board`, and what the bye is worth, by the program itself.

use crate::event::{Club, id};
use crate::program::tabiya;

/// An event of five, of whom one sits at a table of her own.
fn five(club: &Club, more: &[&str]) -> String {
    let list = club.path("players.csv");
    std::fs::write(&list, "name,rating\nAnn,2300\nBo,2200\nCid,2100\nDora,2000\nEva,1900\n")
        .expect("a file can be written");
    let new =
        ["new", "Evening", "--format", "swiss", "--rounds", "3", "--time", "10+5", "--otb", "--players"];
    id(&club.say(&[&new[..], &[&list], more].concat()))
}

/// The boards of the last round, as the desk prints them: their numbers and players.
fn boards(club: &Club, event: &str) -> Vec<(u64, String)> {
    let list = club.json(&["pair", event, "--json"]);
    let board = |one: &serde_json::Value| {
        let names = ["white", "black"].map(|side| one[side].as_str().unwrap_or("-").to_owned());
        (one["board"].as_u64().unwrap_or(0), names.join(" "))
    };
    list.as_array().expect("a list").iter().map(board).collect()
}

#[test]
fn a_player_sits_at_the_same_board_until_it_is_freed() {
    let club = Club::new();
    let event = five(&club, &[]);
    let said = club.say(&["fix-board", &event, "Dora", "12"]);
    assert_eq!(said.trim(), "Dora plays at board 12 from the next pairing on");
    assert!(club.refused(&["fix-board", &event, "Bo", "12"]).contains("board 12 is fixed for Dora"));
    assert!(club.refused(&["fix-board", &event, "Bo", "0"]).contains("a number from 1 to 500"));
    for round in 1..=2 {
        let boards = boards(&club, &event);
        let (number, _) = boards.iter().find(|(_, names)| names.contains("Dora")).expect("she plays");
        assert_eq!(*number, 12, "round {round}: {boards:?}");
        assert_eq!(boards[0].0, 1, "the others count from 1: {boards:?}");
        for step in ["publish", "start"] {
            club.say(&[step, &event]);
        }
        for board in ["1", "12"] {
            club.say(&["result", &event, board, "1/2-1/2"]);
        }
    }
    let journal = club.say(&["journal", &event]);
    assert!(journal.contains("Dora always plays at board 12"), "{journal}");
    assert_eq!(club.say(&["fix-board", &event, "Dora", "--free"]).trim(), "Dora has no fixed board");
    let last = boards(&club, &event);
    assert!(last.iter().all(|(number, _)| *number < 12), "{last:?}");
}

#[test]
fn the_bye_is_worth_half_a_point_where_the_event_says_so() {
    let club = Club::new();
    let event = five(&club, &["--bye", "half"]);
    for step in ["pair", "publish", "start"] {
        club.say(&[step, &event]);
    }
    for board in ["1", "2"] {
        club.say(&["result", &event, board, "1-0"]);
    }
    let refused = club.refused(&["change", &event, "--bye", "win"]);
    assert!(refused.contains("round is published"), "{refused}");
    let file = club.path("event.trf");
    std::fs::write(&file, club.run(&["export", &event, "--trf"]).out).expect("a file can be written");
    let text = std::fs::read_to_string(&file).expect("it was written");
    let values = text.lines().find(|line| line.starts_with("162")).expect("the values are stated");
    assert!(values.contains("P 0.5"), "{values}");
    let eva = text.lines().find(|line| line.contains("Eva")).expect("she is there");
    assert!(eva.trim_end().ends_with("U") && eva.contains(" 0.5 "), "{eva}");
    let checked = tabiya(&["tournament", "check", &file]);
    assert_eq!(checked.code, 0, "{}{}", checked.out, checked.err);
    // In other formats it is worth nothing: it was kept without a word.
    let table = ["new", "Table", "--format", "round-robin", "--time", "5+3", "--otb"];
    for option in [["--bye", "half"], ["--late-half", "1"]] {
        let refused = club.refused(&[&table[..], &option].concat());
        assert!(refused.contains(&format!("{} is for a Swiss", option[0])), "{refused}");
    }
    let said = club.say(&table);
    let id = said.split_whitespace().last().expect("the id is the last word");
    assert!(club.refused(&["change", id, "--bye", "half"]).contains("--bye is for a Swiss"));
}
