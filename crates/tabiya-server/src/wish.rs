// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a request for a game says, as the game's own types.

use std::borrow::Cow;

use tabiya_protocol::http::{ColorChoice, StartPosition};
use tabiya_rules::{Color, Position};

use crate::chance;

/// The position that a wish asks for. Where chance decides, it decides now.
///
/// # Errors
/// If there is no such position; the text says what is wrong.
pub(crate) fn start_of(start: &StartPosition) -> Result<Position, String> {
    Ok(match start {
        StartPosition::Standard {} => Position::start(),
        StartPosition::Chess960 {} => chance::chess960(),
        StartPosition::Fen { fen } => {
            Position::from_fen(&with_turn(fen)).map_err(|error| format!("the FEN can't be read: {error}"))?
        }
    })
}

/// The colour that a wish asks for. Where chance decides, it decides now.
pub(crate) fn color_of(choice: ColorChoice) -> Color {
    match choice {
        ColorChoice::White => Color::White,
        ColorChoice::Black => Color::Black,
        ColorChoice::Random if chance::coin() => Color::White,
        ColorChoice::Random => Color::Black,
    }
}

/// A FEN that ends after the board means that White is to move: people copy only that much.
fn with_turn(fen: &str) -> Cow<'_, str> {
    let mut fields = fen.split_ascii_whitespace();
    match (fields.next(), fields.next()) {
        (Some(board), None) => Cow::Owned(format!("{board} w")),
        _ => Cow::Borrowed(fen),
    }
}
