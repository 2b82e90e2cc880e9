// SPDX-License-Identifier: MIT OR Apache-2.0
//! A position as the page shows it, and the moves that led to it.

use serde::{Serialize, Serializer};
use tabiya_rules::{Color, History, Outcome, Position, Square, Variant};

use crate::json::Json;
use crate::moves::Played;
use crate::problem::Problem;

/// The most moves of one line.
pub(crate) const MAX_MOVES: usize = 10_000;

/// A starting position and moves, as a request names them.
#[derive(Debug, Default)]
pub(crate) struct Place {
    /// The standard starting position if it is missing.
    pub(crate) fen: Option<String>,
    pub(crate) moves: Vec<String>,
    pub(crate) variant: Variant,
}

/// A move of a line, and the position after it.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Step {
    pub(crate) uci: String,
    pub(crate) san: String,
    pub(crate) fen: String,
}

/// Where and why a line stopped.
#[derive(Debug, Serialize)]
pub(crate) struct Stopped {
    /// The index of the move that can't be played.
    pub(crate) at: usize,
    pub(crate) message: String,
    #[serde(skip)]
    pub(crate) code: &'static str,
}

/// A line that was played, as far as its moves are legal.
pub(crate) struct Line {
    /// The game; it begins anew after each null move, because no repetition reaches over one.
    pub(crate) game: History,
    pub(crate) steps: Vec<Step>,
    pub(crate) stopped: Option<Stopped>,
}

impl Place {
    /// Reads the fields of a request.
    pub(crate) fn read(request: &Json) -> Result<Place, Problem> {
        Ok(Place {
            fen: request.text("fen")?.map(str::to_owned),
            moves: request.texts("moves")?,
            variant: request.variant()?,
        })
    }

    /// The starting position.
    pub(crate) fn start(&self) -> Result<Position, Problem> {
        let position = match self.fen.as_deref().map(str::trim) {
            None | Some("startpos") => Position::start(),
            Some(fen) => Position::from_fen(fen).map_err(|error| Problem::new("fen", error))?,
        };
        Ok(match self.variant {
            // A position that shows by its castling rights that it is Chess960 stays so.
            Variant::Standard => position,
            Variant::Chess960 => position.with_castling_mode(Variant::Chess960.castling_mode()),
        })
    }

    /// Plays as many of the moves as are legal.
    pub(crate) fn replay(&self) -> Result<Line, Problem> {
        if self.moves.len() > MAX_MOVES {
            return Err(Problem::new(
                "too_long",
                format_args!("A line has at most {MAX_MOVES} moves, and this one has {}.", self.moves.len()),
            ));
        }
        let mut line = Line { game: History::new(self.start()?), steps: Vec::new(), stopped: None };
        for (at, text) in self.moves.iter().enumerate() {
            let position = *line.game.position();
            match Played::read(&position, text) {
                Ok(played) => line.play(played),
                Err(Problem { code, message }) => {
                    line.stopped = Some(Stopped { at, message, code });
                    break;
                }
            }
        }
        Ok(line)
    }

    /// Plays all moves.
    ///
    /// # Errors
    /// If one of them is illegal.
    pub(crate) fn line(&self) -> Result<Line, Problem> {
        let line = self.replay()?;
        match line.stopped {
            Some(Stopped { code, message, .. }) => Err(Problem { code, message }),
            None => Ok(line),
        }
    }
}

impl Line {
    /// Plays a move that is possible here.
    pub(crate) fn play(&mut self, played: Played) {
        let position = *self.game.position();
        let after = played.after(&position);
        match played {
            Played::Move(mv) => self.game.play(mv),
            Played::Null => self.game = History::new(after),
        }
        self.steps.push(Step { uci: played.uci(&position), san: played.san(&position), fen: after.to_fen() });
    }
}

/// How the rules end the game in a position.
#[derive(Debug, Serialize)]
pub(crate) struct Ending {
    kind: &'static str,
    winner: Option<Color>,
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Ending {
        let kind = match outcome {
            Outcome::Checkmate { .. } => "checkmate",
            Outcome::Stalemate => "stalemate",
            Outcome::InsufficientMaterial => "insufficient_material",
            Outcome::FivefoldRepetition => "fivefold_repetition",
            Outcome::SeventyFiveMoves => "seventy_five_moves",
        };
        Ending { kind, winner: outcome.winner() }
    }
}

/// A position with everything that a board needs.
#[derive(Debug, Serialize)]
pub(crate) struct Shown {
    fen: String,
    turn: Color,
    check: bool,
    /// The targets of each piece that can move. In standard chess, castling is there twice: to the king's target
    /// and to the rook's square. In Chess960 it is there once, to the rook's square.
    #[serde(serialize_with = "as_map")]
    dests: Vec<(Square, Vec<Square>)>,
    /// The moves that need a choice of piece, as two squares.
    promotions: Vec<String>,
    outcome: Option<Ending>,
    /// Equal for positions that are the same by the rules (FIDE 9.2.3).
    key: String,
    line: Vec<Step>,
}

/// Pairs as an object with a field for each.
fn as_map<S: Serializer>(pairs: &[(Square, Vec<Square>)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(from, to)| (from, to)))
}

impl Shown {
    pub(crate) fn new(game: &History, line: Vec<Step>) -> Shown {
        let position = game.position();
        let mode = position.castling_mode();
        let mut dests: Vec<(Square, Vec<Square>)> = Vec::new();
        let mut promotions: Vec<String> = Vec::new();
        for mv in position.legal_moves() {
            let place = dests.iter().position(|(from, _)| *from == mv.from()).unwrap_or_else(|| {
                dests.push((mv.from(), Vec::new()));
                dests.len() - 1
            });
            let targets = &mut dests[place].1;
            for to in [mv.as_uci(mode).to, mv.to()] {
                if !targets.contains(&to) {
                    targets.push(to);
                }
            }
            let squares = || format!("{}{}", mv.from(), mv.to());
            if mv.promotion().is_some() && promotions.last().is_none_or(|last| *last != squares()) {
                promotions.push(squares());
            }
        }
        promotions.sort_unstable();
        promotions.dedup();
        Shown {
            fen: position.to_fen(),
            turn: position.turn(),
            check: position.is_check(),
            dests,
            promotions,
            outcome: game.outcome().map(Ending::from),
            key: format!("{:016x}", position.key()),
            line,
        }
    }
}
