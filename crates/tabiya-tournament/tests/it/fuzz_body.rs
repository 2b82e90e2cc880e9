// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the fuzz target does with its bytes. A stable test drives the same function with the seeds.
//!
//! The folder `fuzz/` takes this file in by its path, so it stands on the public surface alone.

use tabiya_tournament::dutch::{self, Options};
use tabiya_tournament::standings::standings;
use tabiya_tournament::team_standings::team_standings;
use tabiya_tournament::teams::TeamScore;
use tabiya_tournament::{Dialect, TieBreak, TrfFile};

/// Any bytes as a tournament file: refused with a line of the file, or a tournament in which everything works.
pub(crate) fn trf(data: &[u8]) {
    let file = match TrfFile::read(data) {
        Ok(file) => file,
        Err(error) => {
            let lines = data.iter().filter(|byte| matches!(byte, b'\r' | b'\n')).count() + 1;
            assert!((1..=lines).contains(&error.line), "{error}");
            assert!(!error.problem.is_empty());
            return;
        }
    };
    let event = &file.tournament;
    let written = file.write(Dialect::Trf26);
    let again = TrfFile::parse(&written).expect("a written file can be read");
    assert_eq!(again.write(Dialect::Trf26), written);
    let scores = |file: &TrfFile| {
        let event = &file.tournament;
        event.players.iter().map(|player| event.score(player, event.rounds_paired())).collect::<Vec<_>>()
    };
    assert_eq!(scores(&again), scores(&file));
    if event.players.len() > 60 || event.rounds_paired() > 30 {
        return;
    }
    if !event.teams.is_empty() {
        let codes = ["EDEBB", "TBR", "BBE", "BC", "EMGSB/C1", "KS:GP", "MPvGP", "PS:GP"];
        let (_, list) = TieBreak::list(codes).expect("known codes");
        let ranked =
            team_standings(event, &list, TeamScore::MatchPoints).expect("no Buchholz in a round robin");
        assert_eq!(ranked.len(), event.teams.list.len());
    }
    let list: Vec<TieBreak> =
        ["DE", "PS", "STD", "KS", "SB/C1", "TPN"].map(|code| code.parse().expect("a code")).into();
    let ranked = standings(event, &list, Some(1500)).expect("no Buchholz is asked for");
    assert_eq!(ranked.players.len(), event.players.len());
    if let Ok(pairing) = dutch::pair(event, &Options::default(), |_, _| {}) {
        let mut seen: Vec<u16> = pairing.pairs.iter().flat_map(|pair| [pair.white, pair.black]).collect();
        seen.extend(pairing.bye);
        let count = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), count, "nobody is paired twice");
    }
}
