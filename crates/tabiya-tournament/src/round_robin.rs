// SPDX-License-Identifier: MIT OR Apache-2.0
//! Round robins by the Berger tables of C.05 annex 1, and who leaves one.

use crate::{Bye, Cell, Colour, GameResult, System, Tournament};

/// The most players that [`round`] makes a table for: a round robin of 200 has 199 rounds.
pub const MOST_PLAYERS: u16 = 200;

/// The pairs `(white, black)` of each round, for players numbered from 1. With an odd number of players, the one that
/// would meet the missing number has no game. Nothing for fewer than two players.
///
/// `cycles` is how often each pair meets. Colours are reversed in every second cycle; the last two rounds of each cycle
/// but the last are swapped, because otherwise some would have one colour three times running.
///
/// ```
/// let rounds = tabiya_tournament::round_robin::berger(4, 1);
/// assert_eq!(rounds, [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]);
/// ```
pub fn berger(players: u16, cycles: u8) -> Vec<Vec<(u16, u16)>> {
    if players < 2 {
        return Vec::new();
    }
    let even = players + players % 2;
    let turning = even - 1;
    let mut round: Vec<(u16, u16)> = (1..=even / 2).map(|number| (number, even + 1 - number)).collect();
    let mut cycle = Vec::new();
    for index in 0..turning {
        let mut pairs = round.clone();
        // The last number alternates its colour.
        if index % 2 == 1 {
            pairs[0] = (pairs[0].1, pairs[0].0);
        }
        pairs.retain(|(white, black)| *white <= players && *black <= players);
        cycle.push(pairs);
        let turn = |number: u16| (number - 1 + even / 2) % turning + 1;
        for (position, pair) in round.iter_mut().enumerate() {
            *pair = (turn(pair.0), if position == 0 { even } else { turn(pair.1) });
        }
    }
    let mut rounds = Vec::new();
    for number in 0..cycles {
        let mut these = cycle.clone();
        let reversed = number % 2 == 1;
        if reversed {
            these.iter_mut().flatten().for_each(|pair| *pair = (pair.1, pair.0));
        }
        if number + 1 < cycles && these.len() > 1 {
            let last = these.len() - 1;
            these.swap(last - 1, last);
        }
        rounds.extend(these);
    }
    rounds
}

/// The pairs `(white, black)` of a round of a tournament by the table: starting numbers, with the first player in the
/// place of number 1. Players with a bye in that round, and games that are written already, are left out. `None` where the
/// tournament is no round robin or has fewer rounds.
pub fn round(tournament: &Tournament, round: u16) -> Option<Vec<(u16, u16)>> {
    let pairs = table(tournament)?.into_iter().nth(usize::from(round).checked_sub(1)?)?;
    let free = |number: u16| {
        let player = tournament.player(number);
        player.is_some_and(|player| {
            let cell = player.cell(round);
            let written = cell.opponent().is_some() || cell == Cell::Bye(Bye::PairingAllocated);
            !written && tournament.requested_bye(player, round).is_none()
        })
    };
    Some(pairs.into_iter().filter(|(white, black)| free(*white) && free(*black)).collect())
}

/// The first round in which no game has begun, from 1: who has left may have lost later games by forfeit already. `None`
/// where all rounds are paired or the tournament is no round robin.
pub fn next_round(tournament: &Tournament) -> Option<u16> {
    let rounds = u16::try_from(table(tournament)?.len()).ok()?;
    let begun = |round: u16| tournament.players.iter().any(|player| player.cell(round).played().is_some());
    (1..=rounds).find(|round| !begun(*round))
}

/// Writes the pairs of a round, with results that are not known yet.
pub fn record(tournament: &mut Tournament, round: u16, pairs: &[(u16, u16)]) {
    for (white, black) in pairs {
        for (number, opponent, colour) in [(*white, *black, Colour::White), (*black, *white, Colour::Black)] {
            if let Some(index) = tournament.index_of(number) {
                let cell = Cell::Game { opponent, colour: Some(colour), result: GameResult::Unknown };
                tournament.players[index].set_cell(round, cell);
                tournament.players[index].points = None;
            }
        }
    }
}

/// The table with the starting numbers of a tournament.
fn table(tournament: &Tournament) -> Option<Vec<Vec<(u16, u16)>>> {
    let System::RoundRobin { games } = tournament.system else { return None };
    let players = u16::try_from(tournament.players.len()).ok().filter(|players| *players <= MOST_PLAYERS)?;
    let number = |place: u16| tournament.players[usize::from(place) - 1].number;
    let named = |pairs: Vec<(u16, u16)>| {
        pairs.into_iter().map(|(white, black)| (number(white), number(black))).collect()
    };
    Some(berger(players, games).into_iter().map(named).collect())
}

/// What becomes of a player's games who leaves a round robin (C.05 article 6.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Withdrawal {
    /// Under half of the games were played: the results stay in the table and count for nobody.
    Annulled,
    /// Half or more were played: the rest are lost by forfeit.
    Forfeits,
}

/// Takes a player out of a round robin: the tournament's system says how often pairs meet. The player's results are
/// annulled or the open games forfeited. `None`, and nothing changes, where there is no such player, no round robin, or more
/// than [`MOST_PLAYERS`].
pub fn withdraw(tournament: &mut Tournament, number: u16) -> Option<Withdrawal> {
    let System::RoundRobin { games } = tournament.system else { return None };
    let leaver = tournament.index_of(number)?;
    let players = u16::try_from(tournament.players.len()).ok().filter(|players| *players <= MOST_PLAYERS)?;
    let schedule = berger(players, games);
    let own: Vec<(u16, u16, u16, Colour)> = (1..)
        .zip(&schedule)
        .flat_map(|(round, pairs)| pairs.iter().map(move |pair| (round, *pair)))
        .filter_map(|(round, (white, black))| {
            let (white, black) = (usize::from(white) - 1, usize::from(black) - 1);
            let opponent = if white == leaver {
                black
            } else if black == leaver {
                white
            } else {
                return None;
            };
            let colour = if white == leaver { Colour::White } else { Colour::Black };
            Some((round, number, tournament.players[opponent].number, colour))
        })
        .collect();
    let played =
        own.iter().filter(|(round, ..)| tournament.players[leaver].cell(*round).played().is_some()).count();
    let kind = if 2 * played < own.len() { Withdrawal::Annulled } else { Withdrawal::Forfeits };
    for (round, _, opponent, colour) in own {
        let (mine, theirs) = match kind {
            Withdrawal::Annulled => (Cell::Bye(Bye::Zero), Cell::Bye(Bye::Zero)),
            Withdrawal::Forfeits if tournament.players[leaver].cell(round).opponent().is_some() => continue,
            Withdrawal::Forfeits => (
                Cell::Game { opponent, colour: Some(colour), result: GameResult::ForfeitLoss },
                Cell::Game { opponent: number, colour: Some(colour.other()), result: GameResult::ForfeitWin },
            ),
        };
        tournament.players[leaver].set_cell(round, mine);
        if let Some(index) = tournament.index_of(opponent) {
            let player = &mut tournament.players[index];
            let first_open = u16::try_from(player.cells.len() + 1).unwrap_or(u16::MAX);
            player.open.extend(first_open..round);
            player.set_cell(round, theirs);
        }
    }
    Some(kind)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn tables_of_six_and_eight() {
        let six = berger(6, 1);
        assert_eq!(six[0], [(1, 6), (2, 5), (3, 4)]);
        assert_eq!(six[1], [(6, 4), (5, 3), (1, 2)]);
        assert_eq!(six[2], [(2, 6), (3, 1), (4, 5)]);
        assert_eq!(six[3], [(6, 5), (1, 4), (2, 3)]);
        assert_eq!(six[4], [(3, 6), (4, 2), (5, 1)]);
        assert_eq!(berger(8, 1)[1], [(8, 5), (6, 4), (7, 3), (1, 2)]);
    }

    #[test]
    fn everybody_meets_everybody_with_fair_colours() {
        for players in 2..=25_u16 {
            for cycles in 1..=4_u8 {
                let rounds = berger(players, cycles);
                let pairs: Vec<(u16, u16)> = rounds.iter().flatten().copied().collect();
                let different: BTreeSet<(u16, u16)> =
                    pairs.iter().map(|(one, other)| (*one.min(other), *one.max(other))).collect();
                assert_eq!(different.len(), usize::from(players) * usize::from(players - 1) / 2);
                assert_eq!(pairs.len(), different.len() * usize::from(cycles));
                for number in 1..=players {
                    let colours: Vec<bool> = rounds
                        .iter()
                        .flatten()
                        .filter(|pair| pair.0 == number || pair.1 == number)
                        .map(|pair| pair.0 == number)
                        .collect();
                    let whites = colours.iter().filter(|white| **white).count();
                    assert!(whites.abs_diff(colours.len() - whites) <= 1, "{players} players: {number}");
                    // With four players and three cycles no order of the rounds avoids it.
                    if players > 2 && players % 2 == 0 && (players > 4 || cycles < 3) {
                        let thrice =
                            colours.windows(3).any(|three| three[0] == three[1] && three[1] == three[2]);
                        assert!(!thrice, "{players} players, {cycles} cycles: {number} has {colours:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn rounds_follow_the_table_without_those_who_are_absent() {
        let players = [3, 5, 8, 9].map(|number| crate::Player::new(number, "x", None)).to_vec();
        let system = System::RoundRobin { games: 2 };
        let mut event = Tournament { players, system, rounds: Some(6), ..Tournament::default() };
        assert_eq!(next_round(&event), Some(1));
        assert_eq!(round(&event, 1), Some(vec![(3, 9), (5, 8)]));
        record(&mut event, 1, &[(3, 9), (5, 8)]);
        assert_eq!((next_round(&event), round(&event, 1)), (Some(2), Some(vec![])));
        event.players[0].set_cell(2, Cell::ABSENT);
        assert_eq!(round(&event, 2).map(|pairs| pairs.len()), Some(1), "3 is absent");
        assert_eq!((round(&event, 0), round(&event, 7)), (None, None));
        event.system = System::Unstated;
        assert_eq!((next_round(&event), round(&event, 1)), (None, None));
    }

    #[test]
    fn leavers_are_annulled_before_half_of_their_games() {
        let event = |rounds: usize| {
            let players = (1..=6).map(|number| crate::Player::new(number, "x", None)).collect();
            let system = System::RoundRobin { games: 1 };
            let mut event = Tournament { players, system, rounds: Some(5), ..Tournament::default() };
            for (round, pairs) in (1..).zip(berger(6, 1)).take(rounds) {
                for (white, black) in pairs {
                    let game = |opponent, colour| Cell::Game {
                        opponent,
                        colour: Some(colour),
                        result: GameResult::Draw,
                    };
                    event.players[usize::from(white) - 1].set_cell(round, game(black, Colour::White));
                    event.players[usize::from(black) - 1].set_cell(round, game(white, Colour::Black));
                }
            }
            event
        };
        let mut early = event(2);
        assert_eq!(withdraw(&mut early, 2), Some(Withdrawal::Annulled));
        assert!(
            early.players.iter().all(|player| player.cells.iter().all(|cell| cell.opponent() != Some(2)))
        );
        let mut late = event(3);
        assert_eq!(withdraw(&mut late, 2), Some(Withdrawal::Forfeits));
        // The forfeits of later rounds stand already, and keep nobody from the games of the rounds before.
        for (number, pairs) in [(4, vec![(6, 5), (1, 4)]), (5, vec![(3, 6), (5, 1)])] {
            let read =
                crate::TrfFile::parse(&crate::TrfFile::from(late.clone()).write(crate::Dialect::Trf26));
            for event in [&late, &read.expect("our own file").tournament] {
                assert_eq!((next_round(event), round(event, number)), (Some(number), Some(pairs.clone())));
            }
            record(&mut late, number, &pairs);
        }
        late = event(3);
        withdraw(&mut late, 2);
        let scores: Vec<i32> = late.players.iter().map(|player| late.score(player, 5).as_tenths()).collect();
        assert_eq!(scores, [15, 15, 25, 25, 15, 15]);
    }
}
