// SPDX-License-Identifier: AGPL-3.0-or-later
//! Why an entrant meets this opponent, from what the tournament crate says.

use tabiya_protocol::events::{
    ColourReason, EntrantId, NotPaired, OpponentReason, PairingReason as Reason, Side, Why, Wish,
};
use tabiya_tournament::Colour;
use tabiya_tournament::dutch::{self, Absolute, ColourRule, Float, Instead, Strength};

/// What the tournament crate says, with entrants for its numbers.
pub(crate) fn dutch(reason: &dutch::Reason, entrant_of: impl Fn(u16) -> EntrantId) -> Why {
    let opponent = match &reason.rule {
        dutch::OpponentRule::First => OpponentReason::First,
        dutch::OpponentRule::LeftOver => OpponentReason::LeftOver,
        dutch::OpponentRule::Bye => OpponentReason::Bye,
        dutch::OpponentRule::NotFirst { first, reason } => {
            OpponentReason::NotFirst { first: entrant_of(*first), because: not_paired(reason) }
        }
    };
    let colour = reason.colour.map(|(_, rule)| match rule {
        ColourRule::BothWishes => ColourReason::BothWishes,
        ColourRule::Stronger => ColourReason::Stronger,
        ColourRule::Alternate => ColourReason::Alternate,
        ColourRule::HigherRanked => ColourReason::HigherRanked,
        ColourRule::Number => ColourReason::Number,
    });
    let (wanted, strength) = reason.wish;
    let wish = match strength {
        Strength::None => Wish::None,
        Strength::Mild => Wish::Mild,
        Strength::Strong => Wish::Strong,
        Strength::Absolute => Wish::Absolute,
    };
    // Whether somebody floats follows from the three scores.
    debug_assert_eq!(
        reason.float == Some(Float::Up),
        reason.opponent.is_some_and(|(_, score)| score > reason.score)
    );
    Why {
        entrant: entrant_of(reason.number),
        reason: Reason::Dutch {
            score: reason.score.as_tenths(),
            bracket: reason.bracket.as_tenths(),
            opponent_score: reason.opponent.map(|(_, score)| score.as_tenths()),
            side: reason.colour.map(|(colour, _)| side(colour)),
            wanted: wanted.map(side),
            wish,
            colour,
            opponent,
        },
    }
}

fn not_paired(reason: &Instead) -> NotPaired {
    match reason {
        // The crate says this where forcing the pair gave the round as it is.
        Instead::SamePair | Instead::Later { .. } => NotPaired::Later,
        Instead::Barred(Absolute::Met { round }) => NotPaired::Met { round: *round },
        Instead::Barred(Absolute::Colour(colour)) => NotPaired::SameColour { side: side(*colour) },
        Instead::Barred(Absolute::Forbidden) => NotPaired::Forbidden,
        Instead::Barred(Absolute::NotPresent(_)) => NotPaired::Absent,
        Instead::Barred(Absolute::NoCompletion) => NotPaired::NoCompletion,
        Instead::Barred(Absolute::HadBye) => NotPaired::HadBye,
        Instead::Barred(Absolute::NoBye) => NotPaired::NoBye,
        Instead::Worse(worse) => NotPaired::Worse {
            criterion: worse.criterion.to_string(),
            bracket: worse.bracket.as_tenths(),
            made: worse.made.clone(),
            other: worse.other.clone(),
        },
    }
}

const fn side(colour: Colour) -> Side {
    match colour {
        Colour::White => Side::White,
        Colour::Black => Side::Black,
    }
}
