// SPDX-License-Identifier: MIT OR Apache-2.0
//! The pairing checker: pairs every round of a tournament again and compares, as C.02.03 article 7.2.3 asks.

use crate::dutch::{self, Options, Pairing, PairingError};
use crate::round_robin;
use crate::{Bye, Cell, Colour, System, Tournament};

/// A round that the rules pair otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The round, from 1.
    pub round: u16,
    /// Pairs `(white, black)` and byes `(player, 0)` that stand in the file alone.
    pub found: Vec<(u16, u16)>,
    /// Those of the rules alone, or why they allow no pairing.
    pub expected: Result<Vec<(u16, u16)>, PairingError>,
}

/// The rounds that the rules pair otherwise. Colours count.
pub fn check(tournament: &Tournament, options: &Options) -> Vec<Difference> {
    (1..=tournament.rounds_paired()).filter_map(|round| check_round(tournament, round, options)).collect()
}

/// How the rules pair one round otherwise; `None` where they agree.
pub fn check_round(tournament: &Tournament, round: u16, options: &Options) -> Option<Difference> {
    let found = found(tournament, round);
    if let System::RoundRobin { .. } = tournament.system {
        return check_table(tournament, round, found);
    }
    let expected =
        dutch::pair_round(tournament, round, options, None, &mut |_, _| {}).map(|pairing| listed(&pairing));
    match expected {
        Err(error) => Some(Difference { round, found, expected: Err(error) }),
        Ok(expected) => compare(round, &found, &expected),
    }
}

fn compare(round: u16, found: &[(u16, u16)], expected: &[(u16, u16)]) -> Option<Difference> {
    let only = |these: &[(u16, u16)], those: &[(u16, u16)]| {
        these.iter().copied().filter(|pair| !those.contains(pair)).collect::<Vec<_>>()
    };
    let (missing, extra) = (only(expected, found), only(found, expected));
    let differs = !missing.is_empty() || !extra.is_empty();
    differs.then_some(Difference { round, found: extra, expected: Ok(missing) })
}

/// A round robin beside the Berger table. Pairs that are not played because somebody is absent are no difference.
fn check_table(tournament: &Tournament, round: u16, found: Vec<(u16, u16)>) -> Option<Difference> {
    let mut open = tournament.clone();
    for player in &mut open.players {
        if player.cell(round).opponent().is_some() {
            player.cells.truncate(usize::from(round) - 1);
        }
    }
    compare(round, &found, &round_robin::round(&open, round).unwrap_or_default())
}

/// A pairing as pairs of numbers, the bye as `(player, 0)`.
pub fn listed(pairing: &Pairing) -> Vec<(u16, u16)> {
    let pairs = pairing.pairs.iter().map(|pair| (pair.white, pair.black));
    pairs.chain(pairing.bye.map(|player| (player, 0))).collect()
}

/// The pairs of a round as they stand in the tournament. A forfeit without colours is listed with the lower number as White.
pub fn found(tournament: &Tournament, round: u16) -> Vec<(u16, u16)> {
    let mut pairs = Vec::new();
    for player in &tournament.players {
        match player.cell(round) {
            Cell::Game { opponent, colour: Some(Colour::White), .. } => pairs.push((player.number, opponent)),
            Cell::Game { opponent, colour: None, .. } if player.number < opponent => {
                let theirs = tournament.player(opponent).map(|other| other.cell(round));
                if !matches!(theirs, Some(Cell::Game { colour: Some(_), .. })) {
                    pairs.push((player.number, opponent));
                }
            }
            Cell::Bye(Bye::PairingAllocated) => pairs.push((player.number, 0)),
            Cell::Game { .. } | Cell::Bye(_) => {}
        }
    }
    pairs
}
