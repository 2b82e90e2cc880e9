// SPDX-License-Identifier: MIT OR Apache-2.0
//! Why a player meets this opponent with this colour (C.04.1 article 9: pairings must be explainable).
//!
//! The opponent that article 3.3 would give first is compared with the real one: the round is paired again with that
//! pair forced, and the first criterion that gets worse is the reason.

use std::fmt;

use super::colours::ColourRule;
use super::facts::{Float, Strength};
use super::field::{Field, clash};
use super::quality::{Criterion, NOT_PAIRED};
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

/// The reasons for one player, or for all that are paired, in the order of starting numbers.
///
/// # Errors
/// As [`super::pair`].
pub fn explain(
    tournament: &Tournament,
    options: &Options,
    player: Option<u16>,
) -> Result<(Pairing, Vec<Reason>), PairingError> {
    let round = tournament.rounds_paired() + 1;
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

/// What it would mean if two players were paired. The round is the one that comes next.
///
/// # Errors
/// As [`super::pair`].
pub fn instead(
    tournament: &Tournament,
    options: &Options,
    player: u16,
    other: u16,
) -> Result<Instead, PairingError> {
    let round = tournament.rounds_paired() + 1;
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
    if made.pairs.iter().any(|pair| [(player, other), (other, player)].contains(&(pair.white, pair.black))) {
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

impl fmt::Display for Absolute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Met { round } => write!(f, "they met in round {round} (C1)"),
            Self::Colour(colour) => write!(f, "both must have {colour} (C3)"),
            Self::Forbidden => f.write_str("the organiser keeps them apart"),
            Self::NotPresent(number) => write!(f, "player {number} is not paired in this round"),
            Self::NoCompletion => f.write_str("then the others can't all be paired (C4)"),
        }
    }
}

/// `C12 (colour wishes not met) would be 2, not 1, in the bracket of 3.0 points`.
impl fmt::Display for Worse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = matches!(
            self.criterion,
            Criterion::C5 | Criterion::C7 | Criterion::C18 | Criterion::C19 | Criterion::C20 | Criterion::C21
        );
        let list = |values: &[i32]| {
            if self.criterion == Criterion::C8 {
                let scores: Vec<String> =
                    values.iter().skip(1).map(|score| Points::tenths(*score).to_string()).collect();
                let count = values.first().copied().unwrap_or(0);
                return if scores.is_empty() {
                    count.to_string()
                } else {
                    format!("{count} ({})", scores.join(", "))
                };
            }
            let text = |value: &i32| match *value {
                value if value >= NOT_PAIRED => "not paired".to_owned(),
                value if tenths => Points::tenths(value).to_string(),
                value => value.to_string(),
            };
            let all: Vec<String> = values.iter().map(text).collect();
            if all.is_empty() { "none".to_owned() } else { all.join(", ") }
        };
        write!(
            f,
            "{} ({}) would be {}, not {}, in the bracket of {} points",
            self.criterion,
            self.criterion.words(),
            list(&self.other),
            list(&self.made),
            self.bracket
        )
    }
}

impl fmt::Display for Instead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SamePair => f.write_str("this is the pairing"),
            Self::Barred(reason) => write!(f, "not possible: {reason}"),
            Self::Worse(worse) => write!(f, "{worse}"),
            Self::Later { bracket } => write!(
                f,
                "as good by every criterion, but later in the order of article 4, in the bracket of {bracket} points"
            ),
        }
    }
}

impl fmt::Display for ColourRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BothWishes => "both wishes are met (5.2.1)",
            Self::Stronger => "the stronger wish is met (5.2.2)",
            Self::Alternate => "other than in the last round in which the two had different colours (5.2.3)",
            Self::HigherRanked => "the higher-ranked player's wish is met (5.2.4)",
            Self::Number => "by the number of the higher-ranked player (5.2.5)",
        })
    }
}

/// One or more sentences for the player.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, score, bracket, .. } = self;
        match (self.opponent, self.colour) {
            (Some((opponent, theirs)), Some((colour, rule))) => {
                write!(f, "Player {number} ({score}) has {colour} against {opponent} ({theirs})")?;
                match self.float {
                    Some(Float::Down) => write!(f, ", floating down to the bracket of {bracket} points")?,
                    Some(Float::Up) => write!(f, ", floating up to meet a player who came down")?,
                    None => write!(f, " in the bracket of {bracket} points")?,
                }
                match self.wish {
                    (Some(wish), strength) => {
                        let strength = match strength {
                            Strength::None | Strength::Mild => "mildly",
                            Strength::Strong => "strongly",
                            Strength::Absolute => "absolutely",
                        };
                        write!(f, ". Colour: {wish} is wanted {strength}; {rule}")?;
                    }
                    (None, _) => write!(f, ". Colour: no wish; {rule}")?,
                }
            }
            _ => write!(f, "Player {number} ({score}) has the bye")?,
        }
        match &self.rule {
            OpponentRule::First => f.write_str(". Opponent: the first in the order of article 3.3."),
            OpponentRule::LeftOver => f.write_str(
                ". Opponent: the order of article 3.3 leaves this player over; other pairs could not be made so.",
            ),
            OpponentRule::Bye => {
                f.write_str(": the lowest score that may have it and lets all others be paired (C2, C5), then C6 to C21.")
            }
            OpponentRule::NotFirst { first, reason: reason @ Instead::Barred(_) } => {
                write!(f, ". Opponent: {first} comes first in the order of article 3.3, {reason}.")
            }
            OpponentRule::NotFirst { first, reason } => {
                write!(f, ". Opponent: {first} comes first in the order of article 3.3, but then {reason}.")
            }
        }
    }
}
