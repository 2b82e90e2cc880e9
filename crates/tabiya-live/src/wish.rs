// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a request for a game says, as the game's own types.
//!
//! Chance decides once, when the game begins: [`Start::drawn`] is the only place that draws a start position.
//! Checks and lists use a stand-in of the same kind.

use tabiya_game::{PlayerId, Seat, Seats, Terms, TermsError, TimeControl, TimeControlError};
use tabiya_protocol::ChallengeTerms;
use tabiya_protocol::http::{ColorChoice, StartPosition};
use tabiya_rules::{Color, Position, Variant};
use tabiya_runtime::chance;

/// Which part of a wish makes no game. The text says what is wrong.
#[derive(Debug, thiserror::Error)]
pub enum WrongWish {
    /// The start position is none, or can't be read.
    #[error("{0}")]
    Start(String),
    /// The time control is outside of what games allow.
    #[error(transparent)]
    Time(TimeControlError),
    /// These terms don't go together, such as a private game that is rated.
    #[error(transparent)]
    Terms(TermsError),
}

/// A start position that was asked for and can be had.
#[derive(Clone, Copy, Debug)]
pub enum Start {
    /// This one.
    Position(Position),
    /// One of this variant, by chance where there are many.
    Usual(Variant),
}

impl Start {
    /// The start that a wish asks for.
    ///
    /// # Errors
    /// If there is no such position; the text says what is wrong.
    pub fn of(start: &StartPosition) -> Result<Self, WrongWish> {
        Ok(match start {
            StartPosition::Usual(variant) => Self::Usual(*variant),
            StartPosition::Fen { fen } => {
                let wrong = |error| WrongWish::Start(format!("the FEN can't be read: {error}"));
                Self::Position(Position::from_fen(fen).map_err(wrong)?)
            }
        })
    }

    /// The position of the game that begins now.
    #[expect(clippy::disallowed_methods, reason = "this is the one place")]
    pub fn drawn(self) -> Position {
        match self {
            Self::Position(position) => position,
            Self::Usual(variant) => chance::start_of(variant),
        }
    }

    /// A position of the same kind, for what a game is called before it begins.
    pub fn stand_in(self) -> Position {
        match self {
            Self::Position(position) => position,
            Self::Usual(Variant::Standard) => Position::start(),
            Self::Usual(Variant::Chess960) => Position::chess960(0).expect("the first of the 960"),
        }
    }
}

/// The terms of the game that begins now. `seats` says who plays which colour.
///
/// # Errors
/// If there is no such game.
pub fn terms_of(wish: &ChallengeTerms, seats: Seats) -> Result<Terms, WrongWish> {
    terms_from(Start::of(&wish.start)?.drawn(), wish, seats)
}

/// Whether there may be such a game of these two, whoever plays which colour. The answer is what the game
/// would be called.
///
/// # Errors
/// If there is no such game.
pub fn check(wish: &ChallengeTerms, one: PlayerId, other: PlayerId) -> Result<Terms, WrongWish> {
    let seats = Seats { white: Seat::Player(one), black: Seat::Player(other) };
    terms_from(Start::of(&wish.start)?.stand_in(), wish, seats)
}

fn terms_from(start: Position, wish: &ChallengeTerms, seats: Seats) -> Result<Terms, WrongWish> {
    let time = wish.time.map(TimeControl::try_from).transpose().map_err(WrongWish::Time)?;
    let terms = Terms::new(start, time, seats).map(|terms| terms.with_restrictions(wish.restrictions));
    let terms = terms.and_then(|terms| if wish.private { terms.private() } else { Ok(terms) });
    let terms = terms.and_then(|terms| if wish.rated { terms.rated() } else { Ok(terms) });
    terms.map_err(WrongWish::Terms)
}

/// The colour that a wish asks for. Where chance decides, it decides now.
pub fn color_of(choice: ColorChoice) -> Color {
    match choice {
        ColorChoice::White => Color::White,
        ColorChoice::Black => Color::Black,
        ColorChoice::Random if chance::coin() => Color::White,
        ColorChoice::Random => Color::Black,
    }
}
