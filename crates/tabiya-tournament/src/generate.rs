// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random tournaments, as C.02.03 article 7.2.4 asks of every pairing program.
//!
//! Results follow O. Milvang, "Probability for the outcome of a chess game based on rating" (2015), which FIDE's manual
//! names as the model.

use crate::dutch::{self, Options, PairingError};
use crate::random::Random;
use crate::{Bye, Cell, Colour, GameResult, Player, Points, System, Tournament};

/// What a random tournament is like. Rates are in thousandths, 0 to 1000. Values outside of the ranges give fewer rounds, or
/// none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Players, 2 to [`dutch::MOST_PAIRED`].
    pub players: u16,
    /// Rounds, 1 to 200. Fewer are played where no legal pairing is left.
    pub rounds: u16,
    /// Equal seeds give equal tournaments.
    pub seed: u64,
    /// The highest rating.
    pub highest_rating: u16,
    /// The lowest rating.
    pub lowest_rating: u16,
    /// Games in which one player does not come; in a tenth of those neither comes.
    pub forfeits: u16,
    /// Requested half-point byes, of each player in each round but the last.
    pub half_byes: u16,
    /// Absences of one round, of each player in each round.
    pub zero_byes: u16,
    /// Withdrawals, of each player in each round.
    pub withdrawals: u16,
    /// Players that come after the first round.
    pub late_entries: u16,
    /// Whether the Baku acceleration is on.
    pub baku: bool,
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            players: 30,
            rounds: 9,
            seed: 1,
            highest_rating: 2600,
            lowest_rating: 1400,
            forfeits: 20,
            half_byes: 20,
            zero_byes: 20,
            withdrawals: 5,
            late_entries: 10,
            baku: false,
        }
    }
}

/// Plays a random tournament. Fewer rounds than asked for are played where no legal pairing is left.
pub fn generate(recipe: &Recipe) -> Tournament {
    let mut random = Random::new(recipe.seed);
    let mut tournament = Tournament {
        name: format!("Random tournament {}", recipe.seed),
        players: players(recipe, &mut random),
        rounds: Some(recipe.rounds.max(1)),
        first_colour: Some(if random.chance(500) { Colour::White } else { Colour::Black }),
        system: System::Dutch { baku: recipe.baku },
        ..Tournament::default()
    };
    let mut presence = Presence::new(recipe, &mut random);
    for round in 1..=recipe.rounds {
        presence.before_round(&mut tournament, round, recipe, &mut random);
        match dutch::pair(&tournament, &Options::default(), |_, _| {}) {
            Ok(pairing) => play(&mut tournament, &pairing, recipe, &mut random),
            Err(PairingError::NobodyPresent { .. } | PairingError::NoLegalPairing { .. }) => {
                for player in &mut tournament.players {
                    player.cells.truncate(usize::from(round) - 1);
                }
                break;
            }
            Err(
                PairingError::AllRoundsPaired { .. }
                | PairingError::PairImpossible { .. }
                | PairingError::TooMany { .. },
            ) => break,
        }
    }
    state_scores(&mut tournament);
    tournament
}

fn players(recipe: &Recipe, random: &mut Random) -> Vec<Player> {
    let range = u64::from(recipe.highest_rating.saturating_sub(recipe.lowest_rating)) + 1;
    let mut ratings: Vec<u16> = (0..recipe.players)
        .map(|_| recipe.highest_rating.saturating_sub(u16::try_from(random.below(range)).unwrap_or(0)))
        .collect();
    ratings.sort_unstable_by(|one, other| other.cmp(one));
    let player =
        |(number, rating): (u16, u16)| Player::new(number, format!("Player, {number}"), Some(rating));
    (1..).zip(ratings).map(player).collect()
}

/// Who is there.
struct Presence {
    /// The first round of each player.
    entry: Vec<u16>,
    withdrawn: Vec<bool>,
}

impl Presence {
    fn new(recipe: &Recipe, random: &mut Random) -> Self {
        let latest = u64::from(recipe.rounds / 2).max(1);
        let mut entry = |_| {
            if random.chance(recipe.late_entries) { 2 + random.below(latest) as u16 } else { 1 }
        };
        let players = usize::from(recipe.players);
        Self { entry: (0..players).map(&mut entry).collect(), withdrawn: vec![false; players] }
    }

    fn before_round(
        &mut self,
        tournament: &mut Tournament,
        round: u16,
        recipe: &Recipe,
        random: &mut Random,
    ) {
        let last = round == recipe.rounds;
        for (index, player) in tournament.players.iter_mut().enumerate() {
            self.withdrawn[index] |= round > 1 && random.chance(recipe.withdrawals);
            let bye = if self.withdrawn[index] || round < self.entry[index] || random.chance(recipe.zero_byes)
            {
                Some(Bye::Zero)
            } else if !last && random.chance(recipe.half_byes) {
                Some(Bye::Half)
            } else {
                None
            };
            if let Some(bye) = bye {
                player.set_cell(round, Cell::Bye(bye));
            }
        }
    }
}

fn play(tournament: &mut Tournament, pairing: &dutch::Pairing, recipe: &Recipe, random: &mut Random) {
    for pair in &pairing.pairs {
        let rating = |number| tournament.player(number).and_then(|player| player.rating).unwrap_or(1500);
        let (white, black) = if random.chance(recipe.forfeits) {
            match random.below(10) {
                0 => (GameResult::ForfeitLoss, GameResult::ForfeitLoss),
                1..=5 => (GameResult::ForfeitWin, GameResult::ForfeitLoss),
                _ => (GameResult::ForfeitLoss, GameResult::ForfeitWin),
            }
        } else {
            let odds = odds(rating(pair.white), rating(pair.black));
            match random.share() {
                share if share < odds.white => (GameResult::Win, GameResult::Loss),
                share if share < odds.white + odds.black => (GameResult::Loss, GameResult::Win),
                _ => (GameResult::Draw, GameResult::Draw),
            }
        };
        let (white_cell, black_cell) = (
            Cell::Game { opponent: pair.black, colour: Some(Colour::White), result: white },
            Cell::Game { opponent: pair.white, colour: Some(Colour::Black), result: black },
        );
        for (number, cell) in [(pair.white, white_cell), (pair.black, black_cell)] {
            if let Some(index) = tournament.index_of(number) {
                tournament.players[index].set_cell(pairing.round, cell);
            }
        }
    }
    if let Some(index) = pairing.bye.and_then(|number| tournament.index_of(number)) {
        tournament.players[index].set_cell(pairing.round, Cell::Bye(Bye::PairingAllocated));
    }
}

/// Writes each player's score and rank by score.
fn state_scores(tournament: &mut Tournament) {
    let rounds = tournament.rounds_paired();
    let scores: Vec<Points> =
        tournament.players.iter().map(|player| tournament.score(player, rounds)).collect();
    for (index, player) in tournament.players.iter_mut().enumerate() {
        let before = |(other, score): (usize, &Points)| {
            *score > scores[index] || (*score == scores[index] && other < index)
        };
        let ahead = scores.iter().enumerate().filter(|(other, score)| before((*other, score))).count();
        player.points = Some(scores[index]);
        player.rank = u16::try_from(ahead + 1).ok();
    }
}

/// The chances of a game.
#[derive(Clone, Copy, Debug)]
struct Odds {
    white: f64,
    black: f64,
}

/// Milvang's fit: both chances are parts of two parabolas that meet at a centre.
fn odds(white: u16, black: u16) -> Odds {
    let (white, black) = (f64::from(white), f64::from(black));
    let (mean, difference) = ((white + black) / 2.0, white - black);
    let strength = if mean > 1200.0 { (mean - 1200.0) / 1200.0 } else { 0.0 };
    let square = strength * strength;
    let rising = |low: f64, centre: f64, high: f64, value: f64| {
        if difference <= low {
            0.0
        } else if difference <= centre {
            value * ((difference - low) / (centre - low)).powi(2)
        } else if difference < high {
            1.0 - (1.0 - value) * ((difference - high) / (centre - high)).powi(2)
        } else {
            1.0
        }
    };
    let white_wins = rising(-1492.0 + 0.391 * mean, 40.0, 1691.0 - 0.428 * mean, 0.45 - 0.10 * square);
    let (low, centre, high) = (-1753.0 + 0.416 * mean, -80.0, 1428.0 - 0.388 * mean);
    let value = 0.46 - 0.13 * square;
    let black_wins = if difference <= low {
        1.0
    } else if difference <= centre {
        1.0 - (1.0 - value) * ((difference - low) / (centre - low)).powi(2)
    } else if difference < high {
        value * ((difference - high) / (centre - high)).powi(2)
    } else {
        0.0
    };
    Odds { white: white_wins, black: black_wins }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_are_those_of_the_paper() {
        let odds = odds(2467, 2344);
        assert!((odds.white - 0.511).abs() < 0.001, "{odds:?}");
        assert!((odds.black - 0.138).abs() < 0.001, "{odds:?}");
    }

    #[test]
    fn equal_seeds_give_equal_tournaments() {
        let recipe = Recipe { players: 17, rounds: 7, seed: 5, ..Recipe::default() };
        assert_eq!(generate(&recipe), generate(&recipe));
        assert_ne!(generate(&recipe), generate(&Recipe { seed: 6, ..recipe }));
    }
}
