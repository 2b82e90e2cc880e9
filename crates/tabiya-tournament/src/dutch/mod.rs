// SPDX-License-Identifier: MIT OR Apache-2.0
//! The FIDE Dutch system, C.04.3 in force since 1 February 2026.
//!
//! The pairing is made bracket by bracket, from the top score down (article 1.9). Each bracket is first paired as if
//! nothing came below the next score group. Where the players that the next bracket leaves can then not be paired any
//! more (C4), the bracket is paired once more together with everybody below. Both ways give the best candidate among
//! those that C4 allows: a best one of all candidates that happens to meet C4 is also the best one of those.

mod bracket;
mod colours;
mod completion;
mod explain;
mod facts;
mod field;
mod graph;
mod quality;
mod record;
mod sentences;
mod weights;

use std::cmp::Reverse;

use crate::{Colour, Points, Tournament};

pub use colours::ColourRule;
pub use explain::{
    Absolute, Instead, OpponentRule, Reason, Worse, explain, explain_round, instead, instead_in_round,
};
pub use facts::{Facts, Float, Strength};
pub(crate) use field::Field;
pub use quality::{Criterion, Quality};

/// The most players that are paired at a time. The matching's table grows with the square: 3,000 take some 300 MB.
pub const MOST_PAIRED: usize = 3000;

/// What an organiser may ask for beside the rules.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Groups of players, by starting number, that should not meet among each other if scores and floats stay as they
    /// are: clubs, families. This is no rule of FIDE's; it ranks after C9 and before the colours.
    pub apart: Vec<Vec<u16>>,
}

/// Two players and their colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// White's starting number.
    pub white: u16,
    /// Black's starting number.
    pub black: u16,
    /// The article that gave the colours.
    pub colours: ColourRule,
}

/// What happened in one bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket {
    /// The score of the residents.
    pub score: Points,
    /// Players that came from brackets above, in bracket order.
    pub moved_down: Vec<u16>,
    /// The players of this score, in bracket order.
    pub residents: Vec<u16>,
    /// The pairs, the higher-ranked player first.
    pub pairs: Vec<(u16, u16)>,
    /// Players that go on to the next bracket; from the last one, the player with the bye.
    pub floaters: Vec<u16>,
    /// How well the criteria are met.
    pub quality: Quality,
}

/// The pairing of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The round, from 1.
    pub round: u16,
    /// The pairs in the order of the boards: higher score, sum of scores, starting number (C.04.2 article 4).
    pub pairs: Vec<Pair>,
    /// The player with the pairing-allocated bye.
    pub bye: Option<u16>,
    /// The brackets, the highest score first.
    pub brackets: Vec<Bracket>,
}

/// There is no pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PairingError {
    /// Nobody is there to be paired.
    #[error("round {round} has no player to pair: all are absent")]
    NobodyPresent {
        /// The round.
        round: u16,
    },
    /// All rounds have been paired.
    #[error(
        "the tournament has {rounds} rounds, and all have been paired; state more rounds in line 142 to go on"
    )]
    AllRoundsPaired {
        /// The rounds of the tournament.
        rounds: u16,
    },
    /// More players than [`MOST_PAIRED`].
    #[error("{players} players are present; at most {MOST_PAIRED} can be paired in one Swiss")]
    TooMany {
        /// The players present.
        players: usize,
    },
    /// The absolute criteria allow no pairing (C.04.3 article 1.9.3: the chief arbiter decides).
    #[error(
        "round {round} has no legal pairing of its {players} players: they have met too many of each other, or nobody \
         may have the bye. The chief arbiter decides (C.04.3 article 1.9.3): end the tournament here, let a player \
         sit out, lift a forbidden pairing, or allow a second meeting"
    )]
    NoLegalPairing {
        /// The round.
        round: u16,
        /// The players present.
        players: usize,
    },
    /// The pair that was asked for can't be made.
    #[error("players {} and {} can't be paired in round {round}: then not all others can be", pair.0, pair.1)]
    PairImpossible {
        /// The round.
        round: u16,
        /// The pair.
        pair: (u16, u16),
    },
}

/// Pairs the next round.
///
/// Two calls with equal arguments give equal pairings. `progress` gets the number of players that are paired and the
/// number of all, after each bracket.
///
/// # Errors
/// Where nobody is present, more than [`MOST_PAIRED`] players are, all rounds are paired, or the rules allow no pairing.
pub fn pair(
    tournament: &Tournament,
    options: &Options,
    mut progress: impl FnMut(usize, usize),
) -> Result<Pairing, PairingError> {
    let round = tournament.rounds_paired() + 1;
    pair_round(tournament, round, options, None, &mut progress)
}

/// Pairs a round that comes after the first `round - 1` ones, whatever is written about it or later ones. With a forced pair
/// these two meet; where the second number is 0, the first player has the bye.
pub(crate) fn pair_round(
    tournament: &Tournament,
    round: u16,
    options: &Options,
    forced: Option<(u16, u16)>,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Pairing, PairingError> {
    if let Some(rounds) = tournament.rounds.filter(|rounds| round > *rounds) {
        return Err(PairingError::AllRoundsPaired { rounds });
    }
    let present = tournament.players.len();
    if present > MOST_PAIRED {
        let absent =
            tournament.players.iter().filter(|player| tournament.requested_bye(player, round).is_some());
        let players = present - absent.count();
        if players > MOST_PAIRED {
            return Err(PairingError::TooMany { players });
        }
    }
    let mut field = Field::new(tournament, round, &options.apart);
    if field.len() == 0 {
        return Err(PairingError::NobodyPresent { round });
    }
    if let Some((one, other)) = forced {
        let place = |number| field.facts.iter().position(|facts| facts.number == number);
        match (place(one), place(other)) {
            (Some(one), None) if other == 0 && field.facts[one].may_have_bye => field.force_bye(one),
            (Some(one), Some(other)) if field.may_meet(one, other) => field.force(one, other),
            _ => return Err(PairingError::PairImpossible { round, pair: (one, other) }),
        }
    }
    let none = || match forced {
        Some(pair) => PairingError::PairImpossible { round, pair },
        None => PairingError::NoLegalPairing { round, players: field.len() },
    };
    let all: Vec<usize> = (0..field.len()).collect();
    let bye_score = if field.len() % 2 == 1 {
        Some(completion::bye_score(&field).ok_or_else(none)?)
    } else {
        let possible = completion::is_possible(&field, &all, None);
        possible.then_some(None).ok_or_else(none)?
    };
    let mut brackets = Vec::new();
    let mut moved_down: Vec<usize> = Vec::new();
    let mut next = 0;
    while next < field.len() {
        let group_end = end_of_group(&field, next);
        let mut players = moved_down.clone();
        players.extend(next..group_end);
        let solution =
            solve_bracket(&field, &players, moved_down.len(), group_end, bye_score).ok_or_else(none)?;
        let number = |vertex: &usize| field.facts[players[*vertex]].number;
        let pairs: Vec<(usize, usize)> =
            solution.pairs.iter().map(|(one, other)| (players[*one], players[*other])).collect();
        let floaters: Vec<usize> = solution.floaters.iter().map(|vertex| players[*vertex]).collect();
        let last = group_end == field.len();
        brackets.push(Bracket {
            score: field.score(next),
            moved_down: (0..moved_down.len()).map(|vertex| number(&vertex)).collect(),
            residents: (moved_down.len()..players.len()).map(|vertex| number(&vertex)).collect(),
            pairs: solution.pairs.iter().map(|(one, other)| (number(one), number(other))).collect(),
            floaters: solution.floaters.iter().map(number).collect(),
            quality: quality::of(&field, &players, moved_down.len(), &pairs, &floaters, last),
        });
        moved_down = floaters;
        next = group_end;
        progress(next - moved_down.len(), field.len());
    }
    if moved_down.len() > 1 {
        return Err(none());
    }
    // What C8 looks ahead to is what the next bracket then leaves.
    for index in 1..brackets.len() {
        let ahead =
            [Criterion::C6, Criterion::C7].map(|criterion| brackets[index].quality.get(criterion).to_vec());
        brackets[index - 1].quality.set_next_bracket(ahead.concat());
    }
    let bye = moved_down.first().copied();
    if let Some(bye) = bye {
        // C9 counts in each bracket that sends down nobody but the player with the bye.
        let sent_down = brackets.iter_mut().filter(|bracket| bracket.floaters == [field.facts[bye].number]);
        sent_down.for_each(|bracket| bracket.quality.set_unplayed(field.facts[bye].unplayed));
    }
    Ok(finish(&field, round, brackets, bye))
}

fn end_of_group(field: &Field, start: usize) -> usize {
    let score = field.score(start);
    (start..field.len()).find(|player| field.score(*player) != score).unwrap_or(field.len())
}

/// Pairs one bracket: alone with the next score group if that leaves a pairing for the rest, else with everybody below.
fn solve_bracket(
    field: &Field,
    players: &[usize],
    moved_down: usize,
    group_end: usize,
    bye_score: Option<Points>,
) -> Option<bracket::Solution> {
    let len = field.len();
    let near_end = if group_end < len { end_of_group(field, group_end) } else { len };
    // Where the bye goes to this score or a higher one, it is part of the bracket's own question (C5, C9).
    let bye_here = bye_score.is_some_and(|score| score >= field.score(group_end - 1));
    if group_end < len && !bye_here {
        let mut graph = graph::Graph {
            field,
            players: players.iter().copied().chain(group_end..near_end).collect(),
            moved_down,
            bracket: players.len(),
            near: players.len() + near_end - group_end,
            whole: false,
            bye_score: None,
            sole_floater_has_bye: false,
        };
        if let Some(solution) = bracket::solve(&mut graph) {
            let rest = solution.left_below.iter().map(|vertex| graph.players[*vertex]).chain(near_end..len);
            if completion::is_possible(field, &rest.collect::<Vec<_>>(), bye_score) {
                return Some(solution);
            }
        }
    }
    let mut graph = graph::Graph {
        field,
        players: players.iter().copied().chain(group_end..len).collect(),
        moved_down,
        bracket: players.len(),
        near: players.len() + near_end - group_end,
        whole: true,
        bye_score,
        sole_floater_has_bye: false,
    };
    bracket::solve(&mut graph)
}

/// Gives the colours and the boards.
fn finish(field: &Field, round: u16, brackets: Vec<Bracket>, bye: Option<usize>) -> Pairing {
    let place = |number: u16| {
        field
            .facts
            .iter()
            .position(|facts| facts.number == number)
            .expect("the brackets hold players of the field")
    };
    let mut pairs: Vec<(usize, usize)> = brackets
        .iter()
        .flat_map(|bracket| &bracket.pairs)
        .map(|(one, other)| (place(*one), place(*other)))
        .map(|(one, other)| (one.min(other), one.max(other)))
        .collect();
    pairs.sort_by_key(|(higher, lower)| {
        let (one, other) = (field.score(*higher), field.score(*lower));
        (Reverse(one), Reverse(one + other), field.facts[*higher].number)
    });
    let coloured = pairs.iter().map(|(higher, lower)| {
        let (colour, colours) = field.colour(*higher, *lower);
        let (one, other) = (field.facts[*higher].number, field.facts[*lower].number);
        let (white, black) = if colour == Colour::White { (one, other) } else { (other, one) };
        Pair { white, black, colours }
    });
    Pairing { round, pairs: coloured.collect(), bye: bye.map(|player| field.facts[player].number), brackets }
}
