// SPDX-License-Identifier: MIT OR Apache-2.0
//! Moves as the page writes them: in UCI notation, in SAN, or as a null move.

use tabiya_rules::{Attempt, Move, Position, Reason, null_move_len, parse_san, san};

use crate::problem::Problem;

/// The longest text that is read as a move, in bytes.
const MAX_LEN: usize = 64;

/// How a null move is written in UCI notation.
pub(crate) const NULL_UCI: &str = "0000";
/// How a null move is written in PGN.
pub(crate) const NULL_SAN: &str = "--";

/// A move that may be played on the analysis board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Played {
    /// A legal move.
    Move(Move),
    /// The side to move passes.
    Null,
}

impl Played {
    /// Reads a move in UCI notation or in SAN, or a null move.
    pub(crate) fn read(position: &Position, text: &str) -> Result<Played, Problem> {
        let text = text.trim();
        if text.len() > MAX_LEN {
            return Err(Problem::new("move", "expected a move of a few letters, found a long text"));
        }
        if is_null(text) {
            return match position.after_null_move() {
                Some(_) => Ok(Played::Null),
                None => Err(Problem::new("null_move_in_check", "A side that is in check can't pass.")),
            };
        }
        let mv = match text.parse::<Attempt>() {
            Ok(attempt) => attempt.to_move(position).map_err(|reason| Problem::new("move", reason))?,
            Err(_) => parse_san(position, text).map_err(|error| Problem::new("move", error))?,
        };
        Ok(Played::Move(mv))
    }

    /// The move in UCI notation. Castling has one spelling in each mode: `e1g1` in standard chess, `e1h1` in
    /// Chess960.
    pub(crate) fn uci(self, position: &Position) -> String {
        match self {
            Played::Move(mv) => mv.to_uci(position.castling_mode()),
            Played::Null => NULL_UCI.into(),
        }
    }

    /// The move in SAN.
    pub(crate) fn san(self, position: &Position) -> String {
        match self {
            Played::Move(mv) => san(position, mv),
            Played::Null => NULL_SAN.into(),
        }
    }

    /// The position after the move, which must be possible in this one.
    pub(crate) fn after(self, position: &Position) -> Position {
        match self {
            Played::Move(mv) => position.after(mv),
            Played::Null => position.after_null_move().unwrap_or(*position),
        }
    }
}

/// Whether the text is a null move in one of its spellings.
fn is_null(text: &str) -> bool {
    null_move_len(text.as_bytes()) == Some(text.len())
}

/// Why the move is illegal; `None` if it is legal. `Err` if the text is no move, or a null move in check.
pub(crate) fn why_not(game: &tabiya_rules::History, text: &str) -> Result<Option<Reason>, Problem> {
    let position = game.position();
    let attempt: Attempt = match text.trim().parse() {
        Ok(attempt) if text.len() <= MAX_LEN && !is_null(text.trim()) => attempt,
        Ok(_) | Err(_) => {
            Played::read(position, text)?;
            return Ok(None);
        }
    };
    // The game may be over by the rules: on the analysis board it goes on.
    match attempt.to_move(position) {
        Ok(_) => Ok(None),
        Err(in_position) => Ok(Some(match tabiya_rules::explain(game, attempt) {
            Err(Reason::GameOver { .. }) | Ok(_) => in_position,
            Err(reason) => reason,
        })),
    }
}
