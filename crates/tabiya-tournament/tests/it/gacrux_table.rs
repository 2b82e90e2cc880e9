// SPDX-License-Identifier: MIT OR Apache-2.0
//! Standings as `fide_checker.py` compares them with Gacrux's; the example `compare` uses this file too.

use tabiya_tournament::standings::standings;
use tabiya_tournament::{TieBreak, Tournament};

/// DE comes first, since Gacrux applies it to those who are tied until then. FB comes last, since Gacrux gets other
/// tie-breaks wrong after it.
const TIE_BREAKS: [&str; 28] = [
    "DE", "SB/C1", "BH/M2", "KS/L+1", "ARO/C1", "KS", "BH/P", "PTP", "APRO", "APPO", "BH/C1", "BH/C2",
    "BH/M1", "BH", "SB", "AOB", "WIN", "WON", "BPG", "BWG", "PS", "PS/C1", "REP", "STD", "ARO", "TPR",
    "FB/C1", "FB",
];

/// The table of an event that was played to its end. `None` where it ended early: Gacrux counts the rounds that were not
/// played as well.
pub(crate) fn table(event: &Tournament) -> Option<String> {
    let list = TIE_BREAKS.map(|code| code.parse::<TieBreak>().expect("a known code"));
    let all = standings(event, &list, None).expect("a Swiss has every tie-break");
    if Some(all.rounds) != event.rounds {
        return None;
    }
    // Of the direct encounter Gacrux prints the place among those tied until then, and 0 where it decides nothing.
    let by_encounter = standings(event, &list[..1], None).expect("a Swiss has DE").players;
    let place = |number| {
        let line = by_encounter.iter().find(|line| line.number == number).expect("everybody has a line");
        let tied = by_encounter.iter().filter(|other| other.points == line.points);
        let (first, last) =
            tied.fold((usize::MAX, 0), |(first, last), other| (first.min(other.rank), last.max(other.rank)));
        format!("\t{}", if first == last { 0 } else { line.rank - first + 1 })
    };
    let mut table = format!("rank\tnumber\tpoints\t{}\n", TIE_BREAKS.join("\t"));
    for line in &all.players {
        let mut values = place(line.number);
        values.extend(line.values[1..].iter().map(|value| format!("\t{value}")));
        table += &format!("{}\t{}\t{}{values}\n", line.rank, line.number, line.points);
    }
    Some(table)
}
