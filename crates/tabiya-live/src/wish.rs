// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a request for a game says, as the game's own types.

use tabiya_game::{Seats, Terms, TermsError, TimeControl, TimeControlError};
use tabiya_protocol::ChallengeTerms;
use tabiya_protocol::http::{ColorChoice, StartPosition};
use tabiya_rules::{Color, Position};
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

/// The terms of the game that a request asks for. `seats` says who plays which colour.
///
/// # Errors
/// If there is no such game.
pub fn terms_of(wish: &ChallengeTerms, seats: Seats) -> Result<Terms, WrongWish> {
    let time = wish.time.map(TimeControl::try_from).transpose().map_err(WrongWish::Time)?;
    let start = start_of(&wish.start).map_err(WrongWish::Start)?;
    let terms = Terms::new(start, time, seats).map(|terms| terms.with_restrictions(wish.restrictions));
    let terms = terms.and_then(|terms| if wish.private { terms.private() } else { Ok(terms) });
    let terms = terms.and_then(|terms| if wish.rated { terms.rated() } else { Ok(terms) });
    terms.map_err(WrongWish::Terms)
}

/// The position that a wish asks for. Where chance decides, it decides now.
///
/// # Errors
/// If there is no such position; the text says what is wrong.
pub fn start_of(start: &StartPosition) -> Result<Position, String> {
    Ok(match start {
        StartPosition::Standard {} => Position::start(),
        StartPosition::Chess960 {} => chance::chess960(),
        StartPosition::Fen { fen } => {
            Position::from_fen(fen).map_err(|error| format!("the FEN can't be read: {error}"))?
        }
    })
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
