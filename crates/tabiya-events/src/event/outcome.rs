// SPDX-License-Identifier: AGPL-3.0-or-later
//! How a game of an event ended, in the notation of arbiters.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tabiya_protocol::events::TYPED_RESULTS;
use tabiya_tournament::{Colour, GameResult};

/// The result of one game, White's part first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Outcome {
    /// `1-0`: White won on the board.
    WhiteWins,
    /// `1/2-1/2`: a draw on the board.
    Draw,
    /// `0-1`: Black won on the board.
    BlackWins,
    /// `+/-`: Black did not come.
    WhiteByForfeit,
    /// `-/+`: White did not come.
    BlackByForfeit,
    /// `-/-`: nobody came.
    BothForfeit,
    /// `0-0`: the arbiter gave both a loss.
    BothLose,
    /// `1/2-0`: the arbiter gave White a draw and Black a loss.
    WhiteDraws,
    /// `0-1/2`: the arbiter gave White a loss and Black a draw.
    BlackDraws,
}

impl Outcome {
    /// All results.
    pub const ALL: [Self; 9] = [
        Self::WhiteWins,
        Self::Draw,
        Self::BlackWins,
        Self::WhiteByForfeit,
        Self::BlackByForfeit,
        Self::BothForfeit,
        Self::BothLose,
        Self::WhiteDraws,
        Self::BlackDraws,
    ];

    /// As arbiters write it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::Draw => "1/2-1/2",
            Self::BlackWins => "0-1",
            Self::WhiteByForfeit => "+/-",
            Self::BlackByForfeit => "-/+",
            Self::BothForfeit => "-/-",
            Self::BothLose => "0-0",
            Self::WhiteDraws => "1/2-0",
            Self::BlackDraws => "0-1/2",
        }
    }

    /// What White and Black have in their cells of the cross table.
    pub const fn results(self) -> [GameResult; 2] {
        use GameResult::{Draw, ForfeitLoss, ForfeitWin, Loss, Win};
        match self {
            Self::WhiteWins => [Win, Loss],
            Self::Draw => [Draw, Draw],
            Self::BlackWins => [Loss, Win],
            Self::WhiteByForfeit => [ForfeitWin, ForfeitLoss],
            Self::BlackByForfeit => [ForfeitLoss, ForfeitWin],
            Self::BothForfeit => [ForfeitLoss, ForfeitLoss],
            Self::BothLose => [Loss, Loss],
            Self::WhiteDraws => [Draw, Loss],
            Self::BlackDraws => [Loss, Draw],
        }
    }

    /// Whether a game took place.
    pub const fn is_played(self) -> bool {
        match self {
            Self::WhiteWins
            | Self::Draw
            | Self::BlackWins
            | Self::BothLose
            | Self::WhiteDraws
            | Self::BlackDraws => true,
            Self::WhiteByForfeit | Self::BlackByForfeit | Self::BothForfeit => false,
        }
    }

    /// The colour that did better; `None` if neither did.
    pub const fn better(self) -> Option<Colour> {
        match self {
            Self::WhiteWins | Self::WhiteByForfeit | Self::WhiteDraws => Some(Colour::White),
            Self::BlackWins | Self::BlackByForfeit | Self::BlackDraws => Some(Colour::Black),
            Self::Draw | Self::BothForfeit | Self::BothLose => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The text isn't a result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} isn't a result; results are 1-0, 0-1, 1/2-1/2, +/-, -/+, -/-, 0-0, 1/2-0 and 0-1/2, or short 1, 0, =, + and -"
)]
pub struct NoOutcome(String);

impl FromStr for Outcome {
    type Err = NoOutcome;

    /// Reads a result in full, or as people type it ([`TYPED_RESULTS`]).
    fn from_str(text: &str) -> Result<Self, NoOutcome> {
        let typed: String = text.chars().filter(|each| !each.is_whitespace()).collect();
        let plain = typed.replace('½', "1/2").replace("0.5", "1/2").replace("0,5", "1/2");
        let plain = plain.replace(['–', '—', '−', ':'], "-");
        let short = TYPED_RESULTS.into_iter().find(|(short, _)| *short == plain);
        let in_full = short.map_or(plain.as_str(), |(_, in_full)| in_full);
        let found = Self::ALL.into_iter().find(|outcome| outcome.as_str() == in_full);
        found.ok_or_else(|| NoOutcome(text.chars().take(20).collect()))
    }
}

impl TryFrom<String> for Outcome {
    type Error = NoOutcome;

    fn try_from(text: String) -> Result<Self, NoOutcome> {
        text.parse()
    }
}

impl From<Outcome> for String {
    fn from(outcome: Outcome) -> Self {
        outcome.as_str().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_result_is_read_as_it_is_written() {
        for outcome in Outcome::ALL {
            assert_eq!(outcome.to_string().parse(), Ok(outcome));
        }
        for (text, outcome) in
            [("½-½", Outcome::Draw), (" 1-0 ", Outcome::WhiteWins), ("0-½", Outcome::BlackDraws)]
        {
            assert_eq!(text.parse(), Ok(outcome));
        }
        for text in ["", "2-0", "2", "1-1", "1/2-1", "won", "1-0-1"] {
            assert!(text.parse::<Outcome>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_short_form_is_read_as_the_table_says() {
        for (short, in_full) in TYPED_RESULTS {
            let outcome: Outcome = short.parse().unwrap();
            assert_eq!(outcome.as_str(), in_full, "{short}");
        }
        for (text, in_full) in [
            ("½", "1/2-1/2"),
            ("0.5-0,5", "1/2-1/2"),
            ("1 : 0", "1-0"),
            ("1—0", "1-0"),
            ("−", "-/+"),
            ("−/+", "-/+"),
            ("+ - -", "+/-"),
        ] {
            assert_eq!(text.parse::<Outcome>().map(Outcome::as_str), Ok(in_full), "{text}");
        }
    }
}
