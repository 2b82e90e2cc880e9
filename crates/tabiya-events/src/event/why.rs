// SPDX-License-Identifier: AGPL-3.0-or-later
//! Why an entrant meets this opponent: computed once when a round is paired, and kept in the journal.
//!
//! The reasons are values and no sentences, because the page says them in the reader's language.

use serde::{Deserialize, Serialize};
use tabiya_tournament::dutch::{self, ColourRule, Float, Strength};
use tabiya_tournament::{Colour, dutch::Absolute, dutch::Instead};

use super::entrant::EntrantId;

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

impl From<Colour> for Side {
    fn from(colour: Colour) -> Self {
        match colour {
            Colour::White => Self::White,
            Colour::Black => Self::Black,
        }
    }
}

/// How strongly a colour was wanted (C.04.3 article 1.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// No colour: no game was played yet.
    None,
    /// Mildly: the colours alternate.
    Mild,
    /// Strongly: one game more with the other colour.
    Strong,
    /// Absolutely: two games more, or the same colour twice running.
    Absolute,
}

/// Which rule gave the colour (C.04.3 article 5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColourReason {
    /// Both have what they want.
    BothWishes,
    /// The stronger wish.
    Stronger,
    /// Other than in the last round in which they had different colours.
    Alternate,
    /// The higher-ranked player's wish.
    HigherRanked,
    /// By the number of the higher-ranked player.
    Number,
}

/// Why a pair that comes first in the order was not made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum NotPaired {
    /// They met in this round.
    Met {
        /// The round.
        round: u16,
    },
    /// Both must have this colour.
    SameColour {
        /// The colour.
        side: Side,
    },
    /// The organiser keeps them apart.
    Forbidden,
    /// One of them is not there.
    Absent,
    /// Then the others can't all be paired.
    NoCompletion,
    /// The player had the bye, or a win's points without playing.
    HadBye,
    /// The number of players is even.
    NoBye,
    /// Another criterion would be met less well.
    Worse {
        /// The criterion of C.04.3 article 2, like `C12`.
        criterion: String,
        /// The score of the bracket in tenths of a point.
        bracket: i32,
        /// The values of the pairing that was made.
        made: Vec<i32>,
        /// The values that the other pairing would have.
        other: Vec<i32>,
    },
    /// As good, but later in the order of article 4.
    Later,
}

/// Why this opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OpponentReason {
    /// The first in the order of article 3.3.
    First,
    /// Another one comes first, and could not be.
    NotFirst {
        /// That opponent.
        first: EntrantId,
        /// Why not.
        because: NotPaired,
    },
    /// The order leaves this player over.
    LeftOver,
    /// The pairing-allocated bye.
    Bye,
}

/// The reasons for one entrant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Why {
    /// Whose.
    pub entrant: EntrantId,
    /// By which rules.
    #[serde(flatten)]
    pub reason: Reason,
}

/// The reasons of each format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum Reason {
    /// FIDE Dutch. Scores are tenths of a point.
    Dutch {
        /// The score with which the entrant was paired.
        score: i32,
        /// The score of the bracket.
        bracket: i32,
        /// The opponent's score; `None` with the bye.
        opponent_score: Option<i32>,
        /// The colour that the entrant has.
        side: Option<Side>,
        /// The colour that the entrant wanted.
        wanted: Option<Side>,
        /// How strongly.
        wish: Wish,
        /// Which rule gave the colour.
        colour: Option<ColourReason>,
        /// Why this opponent.
        opponent: OpponentReason,
    },
    /// The Berger table.
    Table {
        /// The entrant's number in the table.
        number: u16,
        /// The opponent's number; `None` where the table has no opponent.
        opponent: Option<u16>,
    },
    /// The bracket of a knockout.
    Bracket {
        /// The entrant's place in the seeding.
        seed: u16,
        /// The opponent's; `None` where the entrant goes on without a match.
        opponent: Option<u16>,
    },
}

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
            side: reason.colour.map(|(colour, _)| colour.into()),
            wanted: wanted.map(Side::from),
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
        Instead::Barred(Absolute::Colour(colour)) => NotPaired::SameColour { side: (*colour).into() },
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
