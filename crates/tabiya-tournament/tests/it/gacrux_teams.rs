// SPDX-License-Identifier: MIT OR Apache-2.0
//! Standings of teams beside Gacrux.

use std::path::Path;
use std::process::Command;

use tabiya_tournament::team_standings::team_standings;
use tabiya_tournament::teams::TeamScore;
use tabiya_tournament::{Dialect, TieBreak, Tournament, TrfFile};

use super::gacrux::python;
use super::team_events::team_event;

const TOURNAMENTS: u64 = 70;

/// One of these comes first: they rank those who are tied until then, and both programs print the place.
const FIRST: [&str; 7] = ["EDE", "EDET", "EDEB", "EDEBT", "EDEBB", "TBR", "BBE"];

/// FB comes last, since Gacrux gets other tie-breaks wrong after it.
const THEN: [&str; 31] = [
    "MPvGP", "EMMSB", "EMGSB", "EGMSB", "EGGSB", "EMMSB/C1", "EMGSB/C1", "EGMSB/C1", "EGGSB/C1", "SSSC",
    "SSSC/K3", "BH", "BH:GP", "BH:MP/C1", "BH:GP/C1", "BH/M1", "BH:GP/C2", "SB", "SB:GP", "SB:GP/C1", "KS",
    "KS:GP", "WIN", "WON", "PS", "PS:GP", "PS/C1", "REP", "BC", "AOB", "FB",
];

fn table(event: &Tournament, first: &str) -> String {
    let codes: Vec<&str> = [first].into_iter().chain(THEN).collect();
    let (_, list) = TieBreak::list(codes.iter().copied()).expect("known codes");
    let mut table = format!("rank\tnumber\tpoints\t{}\n", codes.join("\t"));
    for line in team_standings(event, &list, TeamScore::MatchPoints).expect("a Swiss of teams") {
        let values: String = line.values.iter().map(|value| format!("\t{value}")).collect();
        table += &format!("{}\t{}\t{}{values}\n", line.rank, line.number, line.match_points);
    }
    table
}

#[test]
fn gacrux_agrees_on_teams() {
    let Some(python) = python() else {
        println!(
            "SKIPPED: no Python with Gacrux; cargo xtask test installs one, or name it in TABIYA_GACRUX"
        );
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    for seed in 0..TOURNAMENTS {
        let event = team_event(seed);
        let table = table(&event, FIRST[seed as usize % FIRST.len()]);
        std::fs::write(folder.path().join(format!("{seed:03}.tsv")), table).unwrap();
        let text = TrfFile::from(event).write(Dialect::Trf26);
        std::fs::write(folder.path().join(format!("{seed:03}.trf")), text).unwrap();
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/fide_checker.py");
    let run = Command::new(&python).arg(&script).arg(folder.path()).output().unwrap();
    let lines = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(lines.lines().count() as u64, TOURNAMENTS, "every file has an answer");
    let different: Vec<&str> = lines.lines().filter(|line| !line.ends_with(" ok")).collect();
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
}
