// SPDX-License-Identifier: AGPL-3.0-or-later
//! The tournament file of a Swiss that was played on this server, with all that makes a round unplayed.

use crate::clients::tabiya;
use crate::gacrux;
use crate::server;

/// Results that arbiters decide, by rounds: boards without one follow with a win of Black.
const DECIDED: [&[&str]; 5] = [
    &["1-0", "+/-", "1/2-1/2"],
    &["-/+", "1-0"],
    &["1/2-1/2", "-/-", "1-0"],
    &["0-1", "+/-"],
    &["1-0", "1/2-1/2"],
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_swiss_with_byes_forfeits_and_withdrawals_is_accepted_by_another_program() {
    let server = server().await;
    let folder = tempfile::TempDir::new().expect("a temporary folder can be made");
    let (path, mut list) = (folder.path().join("players.csv"), "name,rating\n".to_owned());
    for number in 1..=13 {
        let name = format!("Player{number:02}");
        tabiya(&server, &["user", "add", &name]);
        list.push_str(&format!("{name},{}\n", 2200 - 23 * number));
    }
    std::fs::write(&path, list).expect("a file can be written");
    let path = path.to_str().expect("a path of a test is text");
    let said = tabiya(
        &server,
        &[
            "event",
            "new",
            "Online",
            "--format",
            "swiss",
            "--rounds",
            "5",
            "--time",
            "5+0",
            "--byes",
            "2",
            "--players",
            path,
        ],
    );
    let id = said.split_whitespace().last().expect("the id is the last word").to_owned();
    let event = |arguments: &[&str]| tabiya(&server, &[&["event"], arguments].concat());
    event(&["bye", &id, "Player05", "--round", "2"]);
    event(&["bye", &id, "Player02", "--round", "3"]);
    for (round, decided) in (1..).zip(DECIDED) {
        if round == 2 {
            event(&["withdraw", &id, "Player09"]);
        }
        if round == 4 {
            event(&["withdraw", &id, "Player01"]);
        }
        let pairs = event(&["pair", &id, "--json"]);
        let pairs: Vec<serde_json::Value> = serde_json::from_str(&pairs).expect("a list of pairs");
        event(&["publish", &id]);
        event(&["start", &id]);
        let boards = pairs.iter().filter(|pair| !pair["black"].is_null()).count();
        for board in 0..boards {
            let outcome = decided.get(board).copied().unwrap_or("0-1");
            event(&["result", &id, &(board + 1).to_string(), outcome]);
        }
    }
    let report = event(&["export", &id, "--trf"]);
    assert!(report.contains("192 FIDE_DUTCH\n"), "{report}");
    let results: Vec<&str> = report
        .lines()
        .filter(|line| line.starts_with("001"))
        .flat_map(|line| (0..5).filter_map(move |round| line.get(98 + 10 * round..99 + 10 * round)))
        .collect();
    for wanted in ["U", "H", "Z", "+", "-", "W", "D", "L"] {
        assert!(results.contains(&wanted), "no {wanted} in {results:?}\n{report}");
    }
    gacrux::accepts(&report);
}
