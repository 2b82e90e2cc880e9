// SPDX-License-Identifier: MIT OR Apache-2.0
//! The reasons for a pairing in words.

use std::fmt;

use super::colours::ColourRule;
use super::explain::{Absolute, Instead, OpponentRule, Reason, Worse};
use super::facts::{Float, Strength};
use super::quality::{Criterion, NOT_PAIRED};
use crate::Points;

impl fmt::Display for Absolute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Met { round } => write!(f, "they met in round {round} (C1)"),
            Self::Colour(colour) => write!(f, "both must have {colour} (C3)"),
            Self::Forbidden => f.write_str("the organiser keeps them apart"),
            Self::NotPresent(number) => write!(f, "player {number} is not paired in this round"),
            Self::HadBye => {
                f.write_str("the player had the bye, or a win's points without playing, before (C2)")
            }
            Self::NoBye => f.write_str("the number of players is even, so nobody has the bye"),
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
