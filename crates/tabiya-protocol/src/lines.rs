// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a correspondence player has prepared in a game: conditional moves, and lines for themselves. Bodies of the page's
//! calls; nobody but the player is told any of it.

use serde::{Deserialize, Serialize};

use crate::MoveView;
use crate::boards::BoardRefused;

/// The answer to `GET` and `POST /api/page/lines/ID`: all lines of the player in this game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct LinesView {
    /// The conditional lines, the oldest first, with those that no longer apply.
    pub conditional: Vec<ConditionalView>,
    /// The private lines, the oldest first.
    pub private: Vec<PrivateLineView>,
    /// Whether conditional moves wait now, because a draw is offered or a takeback is proposed.
    pub waits: bool,
    /// How many lines of each kind may be stored.
    pub most_lines: u32,
    /// How many half-moves a line may have.
    pub most_half_moves: u32,
}

/// A conditional line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ConditionalView {
    /// The number of the newest event of the game when it was stored.
    pub since: u32,
    /// The position before its first move as a FEN.
    pub start_fen: String,
    /// Its moves; the opponent makes the first.
    pub moves: Vec<MoveView>,
    /// How it stands.
    pub standing: LineStanding,
}

/// How a conditional line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum LineStanding {
    /// It will be played.
    Waits {
        /// So many of its moves have been played.
        played: u32,
    },
    /// All of it has been played.
    Played,
    /// It no longer applies: another move was played.
    OtherMove {
        /// So many of its moves had been played by then.
        played: u32,
    },
    /// It no longer applies: moves were taken back.
    TakenBack,
    /// It no longer applies: the game is over.
    GameOver,
}

/// A private line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PrivateLineView {
    /// The position before its first move as a FEN.
    pub start_fen: String,
    /// Its moves.
    pub moves: Vec<MoveView>,
}

/// The body of `POST /api/page/lines/ID`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "edit", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum LineEdit {
    /// Stores a conditional line.
    AddConditional {
        /// The number of the newest event of the game that the player has seen.
        since: u32,
        /// The moves behind it in UCI notation: a move of the opponent, the reply, and so on.
        moves: Vec<String>,
    },
    /// Removes a conditional line. One that is gone already is what was asked for.
    RemoveConditional {
        /// As in the list.
        since: u32,
        /// As in the list.
        moves: Vec<String>,
    },
    /// Removes all conditional lines that have been played or no longer apply.
    RemoveDropped {},
    /// Stores a private line.
    AddPrivate {
        /// A position of the game as a FEN.
        start_fen: String,
        /// The moves behind it in UCI notation.
        moves: Vec<String>,
    },
    /// Removes a private line. One that is gone already is what was asked for.
    RemovePrivate {
        /// As in the list.
        start_fen: String,
        /// As in the list.
        moves: Vec<String>,
    },
}

/// The body of `POST /api/page/lines/ID/try`: moves that the player tries on the board of their own game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct TryLine {
    /// The position before the first move as a FEN.
    pub start_fen: String,
    /// The moves in UCI notation, as many as a line may have.
    pub moves: Vec<String>,
}

/// The answer to `POST /api/page/lines/ID/try`. The rules say it, and no engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct TriedLine {
    /// The moves up to the first that is illegal.
    pub moves: Vec<MoveView>,
    /// The legal moves behind them in UCI notation.
    pub legal: Vec<String>,
    /// The first move that is illegal; null if none is.
    pub refused: Option<BoardRefused>,
}

/// The fields of its bodies that are lists.
pub(crate) const LISTS: &[&str] = &["moves"];

/// Declares the types of this file to the page.
#[cfg(feature = "ts")]
pub(crate) fn declare(page: &mut impl ts_rs::TypeVisitor) {
    page.visit::<LineEdit>();
    page.visit::<LinesView>();
    page.visit::<TriedLine>();
    page.visit::<TryLine>();
}
