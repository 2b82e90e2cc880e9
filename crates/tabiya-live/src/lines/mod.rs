// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a correspondence player has prepared in a game, as pure values.
//!
//! - A **conditional line** begins with a move of the opponent and ends with a reply: `if they play this, play that`.
//!   The room plays the reply as soon as the line applies ([`Prepared::reply`]).
//! - A **private line** is what the player tries out on the game's board. Nobody plays it.
//!
//! A line is never changed when the game goes on. How far it has been played, and whether it still applies, is computed
//! from the line and the game ([`Prepared::standing`]). So a move of the game writes nothing here, and nothing is lost
//! between the two writes when the server dies. Whoever stores lines checks them ([`Prepared::with_conditional`]); the game
//! checks each move once more when it is played.
//!
//! Nobody but its owner is told of a line.

mod check;
mod kept;
mod standing;
#[cfg(test)]
mod tests;

use tabiya_game::Game;
use tabiya_rules::{Attempt, CastlingMode, History, Position, explain};

pub use check::LineRefused;
pub use kept::KeptError;
pub use standing::{Standing, WhyDropped};

/// The lines of each kind that one player may have in one game.
pub const MOST_LINES: usize = 20;
/// The half-moves of a line.
pub const MOST_HALF_MOVES: usize = 30;

/// A line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The position before its first move.
    pub start: Position,
    /// Its moves, which are legal, castling written as the game's kind of chess does.
    pub moves: Vec<Attempt>,
}

/// A line of which the room plays the player's moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conditional {
    /// The number of the newest event of the game when it was stored. Its moves are those that come after.
    pub since: u32,
    /// An even number of moves. The opponent makes the first one.
    pub line: Line,
}

/// All lines of one player in one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prepared {
    /// The oldest first.
    pub conditional: Vec<Conditional>,
    /// The oldest first.
    pub private: Vec<Line>,
}

impl Line {
    /// The positions from the start on and the move made in each. No move of a stored line is illegal; should one be, the
    /// line ends before it.
    pub fn steps(&self) -> Vec<(Position, tabiya_rules::Move)> {
        let mut history = History::new(self.start);
        let mut steps = Vec::with_capacity(self.moves.len());
        for &attempt in &self.moves {
            let Ok(mv) = explain(&history, attempt) else { break };
            steps.push((*history.position(), mv));
            history.play(mv);
        }
        steps
    }
}

/// How castling is written in this game.
fn mode(game: &Game) -> CastlingMode {
    game.history().start().castling_mode()
}
