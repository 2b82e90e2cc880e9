// SPDX-License-Identifier: MIT OR Apache-2.0
//! Why a player meets this opponent with this colour (C.04.1 article 9: pairings must be explainable).
//!
//! The opponent that article 3.3 would give first is compared with the real one: the round is paired again with that
//! pair forced, and the first criterion that gets worse is the reason.

use super::colours::ColourRule;
use super::facts::{Float, Strength};
use super::field::{Field, clash};
use super::quality::Criterion;
use super::{Bracket, Options, Pairing, PairingError, pair_round};
use crate::{Colour, Points, Tournament};

/// An absolute rule that bars a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absolute {
    /// C1: they met.
    Met {
        /// The round in which they met.
        round: u16,
    },
    /// C3: both must have the same colour.
    Colour(Colour),
    /// The organiser forbids it (line `260`).
    Forbidden,
    /// One of them is not there in this round.
    NotPresent(u16),
    /// C4 or C5: then not all others can be paired, or the bye goes to nobody who may have it.
    NoCompletion,
    /// C2: the player had the bye, or a win's points without playing.
    HadBye,
    /// The number of players is even, so nobody has the bye.
    NoBye,
}

/// A criterion that another pairing meets less well. Scores are in tenths of a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worse {
    /// The score of the bracket in which the pairings differ first.
    pub bracket: Points,
    /// The criterion.
    pub criterion: Criterion,
    /// The values of the pairing that was made.
    pub made: Vec<i32>,
    /// The values of the other one.
    pub other: Vec<i32>,
}

/// What another opponent would mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instead {
    /// They are paired.
    SamePair,
    /// The pair is not allowed.
    Barred(Absolute),
    /// The pairing is possible, and worse.
    Worse(Worse),
    /// The pairing is as good by every criterion, and article 4 generates it later.
    Later {
        /// The score of the bracket in which the pairings differ first.
        bracket: Points,
    },
}

/// Why a player meets this opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpponentRule {
    /// The first opponent in the order of article 3.3.
    First,
    /// Another opponent came first in the order.
    NotFirst {
        /// That opponent.
        first: u16,
        /// Why it is not paired.
        reason: Instead,
    },
    /// The order of article 3.3 leaves this player out; the others' pairs made room.
    LeftOver,
    /// The pairing-allocated bye.
    Bye,
}

/// One player's pairing with its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The starting number.
    pub number: u16,
    /// The score with which the player is paired.
    pub score: Points,
    /// The score of the bracket in which the player is paired.
    pub bracket: Points,
    /// The opponent's starting number and score; nobody with the bye.
    pub opponent: Option<(u16, Points)>,
    /// The colour and the article that gave it.
    pub colour: Option<(Colour, ColourRule)>,
    /// The colour that the player wants, and how strongly.
    pub wish: (Option<Colour>, Strength),
    /// Whether the player floats.
    pub float: Option<Float>,
    /// Why this opponent.
    pub rule: OpponentRule,
}

/// The reasons for one player of the round that comes next, or for all that are paired, in the order of starting numbers.
///
/// # Errors
/// As [`super::pair`].
pub fn explain(
    tournament: &Tournament,
    options: &Options,
    player: Option<u16>,
) -> Result<(Pairing, Vec<Reason>), PairingError> {
    explain_round(tournament, tournament.rounds_paired() + 1, options, player)
}

/// The same for any round, from 1 to the one that comes next. What the rules pair is explained, also where the tournament has
/// other pairs in that round; [`check_round`](crate::check::check_round) finds these.
///
/// # Errors
/// As [`super::pair`].
pub fn explain_round(
    tournament: &Tournament,
    round: u16,
    options: &Options,
    player: Option<u16>,
) -> Result<(Pairing, Vec<Reason>), PairingError> {
    let pairing = pair_round(tournament, round, options, None, &mut |_, _| {})?;
    let field = Field::new(tournament, round, &options.apart);
    let mut numbers: Vec<u16> = field.facts.iter().map(|facts| facts.number).collect();
    numbers.retain(|number| player.is_none_or(|wanted| wanted == *number));
    numbers.sort_unstable();
    let reasons = numbers.into_iter().map(|number| reason(tournament, options, &field, &pairing, number));
    let reasons = reasons.collect();
    Ok((pairing, reasons))
}

fn reason(
    tournament: &Tournament,
    options: &Options,
    field: &Field,
    pairing: &Pairing,
    number: u16,
) -> Reason {
    let facts = field.facts.iter().find(|facts| facts.number == number).expect("the player is in the field");
    let score_of = |number: u16| {
        field.facts.iter().find(|facts| facts.number == number).map_or(Points::ZERO, |facts| facts.score)
    };
    let own = pairing.pairs.iter().find(|pair| pair.white == number || pair.black == number);
    let opponent = own.map(|pair| if pair.white == number { pair.black } else { pair.white });
    let colour =
        own.map(|pair| (if pair.white == number { Colour::White } else { Colour::Black }, pair.colours));
    let bracket = pairing
        .brackets
        .iter()
        .find(|bracket| bracket.pairs.iter().any(|(one, other)| *one == number || *other == number))
        .or(pairing.brackets.last())
        .expect("a pairing has a bracket");
    let float = match opponent.map(score_of) {
        None => Some(Float::Down),
        Some(score) if score < facts.score => Some(Float::Down),
        Some(score) if score > facts.score => Some(Float::Up),
        Some(_) => None,
    };
    let rule = match opponent {
        None => OpponentRule::Bye,
        Some(opponent) => match first_in_order(bracket, number) {
            None => OpponentRule::LeftOver,
            Some(first) if first == opponent => OpponentRule::First,
            Some(first) => OpponentRule::NotFirst {
                first,
                reason: compare(tournament, options, field, pairing, number, first),
            },
        },
    };
    Reason {
        number,
        score: facts.score,
        bracket: bracket.score,
        opponent: opponent.map(|opponent| (opponent, score_of(opponent))),
        colour,
        wish: (facts.preference, facts.strength),
        float,
        rule,
    }
}

/// The opponent in the first candidate of the bracket: S1's first with S2's first, and so on (article 3.3).
fn first_in_order(bracket: &Bracket, number: u16) -> Option<u16> {
    let partner = |upper: &[u16], lower: &[u16]| {
        let pairs = upper.iter().zip(lower);
        pairs.flat_map(|(one, other)| [(*one, *other), (*other, *one)]).find(|pair| pair.0 == number)
    };
    let paired = |player: &u16| bracket.pairs.iter().any(|(one, other)| one == player || other == player);
    let moved_down: Vec<u16> = bracket.moved_down.iter().copied().filter(paired).collect();
    let meets_moved_down = |player: &u16| {
        bracket.pairs.iter().any(|(one, other)| {
            (one == player && moved_down.contains(other)) || (other == player && moved_down.contains(one))
        })
    };
    if moved_down.contains(&number) || meets_moved_down(&number) {
        return partner(&moved_down, &bracket.residents).map(|pair| pair.1);
    }
    let rest: Vec<u16> =
        bracket.residents.iter().copied().filter(|player| !meets_moved_down(player)).collect();
    let (upper, lower) = rest.split_at((bracket.pairs.len() - moved_down.len()).min(rest.len()));
    partner(upper, lower).map(|pair| pair.1)
}

/// What it would mean if two players were paired, or, where `other` is 0, if the player had the bye. The round is the one that
/// comes next.
///
/// # Errors
/// As [`super::pair`].
pub fn instead(
    tournament: &Tournament,
    options: &Options,
    player: u16,
    other: u16,
) -> Result<Instead, PairingError> {
    instead_in_round(tournament, tournament.rounds_paired() + 1, options, player, other)
}

/// The same for any round, from 1 to the one that comes next.
///
/// # Errors
/// As [`super::pair`].
pub fn instead_in_round(
    tournament: &Tournament,
    round: u16,
    options: &Options,
    player: u16,
    other: u16,
) -> Result<Instead, PairingError> {
    let pairing = pair_round(tournament, round, options, None, &mut |_, _| {})?;
    let field = Field::new(tournament, round, &options.apart);
    Ok(compare(tournament, options, &field, &pairing, player, other))
}

fn compare(
    tournament: &Tournament,
    options: &Options,
    field: &Field,
    made: &Pairing,
    player: u16,
    other: u16,
) -> Instead {
    let paired = |pair: &super::Pair| [(player, other), (other, player)].contains(&(pair.white, pair.black));
    if made.pairs.iter().any(paired) || (other == 0 && made.bye == Some(player)) {
        return Instead::SamePair;
    }
    if let Some(reason) = barred(tournament, field, made.round, player, other) {
        return Instead::Barred(reason);
    }
    let Ok(forced) = pair_round(tournament, made.round, options, Some((player, other)), &mut |_, _| {})
    else {
        return Instead::Barred(Absolute::NoCompletion);
    };
    let bye_score =
        |pairing: &Pairing| pairing.brackets.last().map(|last| last.quality.get(Criterion::C5).to_vec());
    if bye_score(made) != bye_score(&forced) {
        let bracket = made.brackets.last().map_or(Points::ZERO, |bracket| bracket.score);
        let values = |pairing| bye_score(pairing).unwrap_or_default();
        return Instead::Worse(Worse {
            bracket,
            criterion: Criterion::C5,
            made: values(made),
            other: values(&forced),
        });
    }
    for (one, two) in made.brackets.iter().zip(&forced.brackets) {
        if one.pairs == two.pairs && one.floaters == two.floaters {
            continue;
        }
        return match one.quality.first_difference(&two.quality) {
            Some((criterion, _)) => Instead::Worse(Worse {
                bracket: one.score,
                criterion,
                made: one.quality.get(criterion).to_vec(),
                other: two.quality.get(criterion).to_vec(),
            }),
            None => Instead::Later { bracket: one.score },
        };
    }
    Instead::SamePair
}

fn barred(tournament: &Tournament, field: &Field, round: u16, player: u16, other: u16) -> Option<Absolute> {
    let facts = |number| field.facts.iter().find(|facts| facts.number == number);
    if let (0, Some(facts)) = (other, facts(player)) {
        return match field.len() % 2 {
            0 => Some(Absolute::NoBye),
            _ => (!facts.may_have_bye).then_some(Absolute::HadBye),
        };
    }
    let (Some(one), Some(two)) = (facts(player), facts(other)) else {
        let missing = if facts(player).is_none() { player } else { other };
        return Some(Absolute::NotPresent(missing));
    };
    if one.has_met(other) {
        let met = |past: &u16| {
            let cell = tournament.player(player).map(|player| player.cell(*past));
            cell.and_then(|cell| cell.played()).is_some_and(|(opponent, ..)| opponent == other)
        };
        return Some(Absolute::Met { round: (1..round).find(met).unwrap_or(round) });
    }
    if tournament.is_forbidden(player, other, round) {
        return Some(Absolute::Forbidden);
    }
    if clash(one, two) {
        return one.preference.map(Absolute::Colour);
    }
    None
}
