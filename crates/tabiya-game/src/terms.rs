// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a game is played under: where it begins, on what clock, and who sits where.

use serde::{Deserialize, Serialize};
use tabiya_rules::{CastlingMode, FenError, History, Outcome, Position};

use crate::{Seat, Seats, TimeControl};

/// The terms of a game; they never change, but for an open seat that gets taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Form", into = "Form")]
pub struct Terms {
    start: Position,
    time: Option<TimeControl>,
    seats: Seats,
}

impl Terms {
    /// Terms that can be played. Whether the game is Chess960 is the start position's castling mode.
    ///
    /// # Errors
    /// If the game would be over before the first move, or one player sat on both seats.
    pub fn new(start: Position, time: Option<TimeControl>, seats: Seats) -> Result<Self, TermsError> {
        if let Some(outcome) = History::new(start).outcome() {
            return Err(TermsError::AlreadyOver { outcome });
        }
        if seats.white == seats.black && seats.white.player().is_some() {
            return Err(TermsError::BothSeats);
        }
        Ok(Self { start, time, seats })
    }

    /// Where the game begins.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The time control; none = unlimited.
    pub const fn time(&self) -> Option<TimeControl> {
        self.time
    }

    /// Who sat where when the game was created.
    pub const fn seats(&self) -> Seats {
        self.seats
    }
}

/// Terms that can't be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TermsError {
    /// Nothing can be played from the start position.
    #[error("a game can't begin in a position that is over: {outcome}")]
    AlreadyOver {
        /// What it is.
        outcome: Outcome,
    },
    /// The same player twice.
    #[error("a player can't sit on both seats")]
    BothSeats,
    /// The start position can't be read.
    #[error("the start position can't be read: {0}")]
    Fen(#[from] FenError),
}

/// Terms as the log writes them: not checked yet. The usual start and standard chess are left out.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    #[serde(default, skip_serializing_if = "is_standard")]
    castling: CastlingMode,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time: Option<TimeControl>,
    white: Seat,
    black: Seat,
}

fn is_standard(mode: &CastlingMode) -> bool {
    *mode == CastlingMode::Standard
}

impl TryFrom<Form> for Terms {
    type Error = TermsError;

    fn try_from(form: Form) -> Result<Self, TermsError> {
        let start = match form.fen {
            None => Position::start(),
            Some(fen) => Position::from_fen(&fen)?,
        };
        let seats = Seats { white: form.white, black: form.black };
        Self::new(start.with_castling_mode(form.castling), form.time, seats)
    }
}

impl From<Terms> for Form {
    fn from(terms: Terms) -> Self {
        let castling = terms.start.castling_mode();
        let usual = Position::start().with_castling_mode(castling) == terms.start;
        Self {
            fen: (!usual).then(|| terms.start.to_fen()),
            castling,
            time: terms.time,
            white: terms.seats.white,
            black: terms.seats.black,
        }
    }
}
