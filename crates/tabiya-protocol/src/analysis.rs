// SPDX-License-Identifier: MIT OR Apache-2.0
//! The computer analysis of a finished game: how far it is, and what it found.
//!
//! Shares of a whole are in thousandths, so that messages can be compared: 514 is 51.4 %.

use serde::{Deserialize, Serialize};
use tabiya_game::GameId;
use tabiya_rules::{Color, Role, Square, Variant};

use crate::Topic;

/// How many half-moves of a game are analysed; what follows is left out.
pub const MOST_ANALYSED: usize = 300;

/// How many moves of a game can be judged again with more nodes.
pub const MOST_DEEPER: usize = 20;

/// What a position is worth, from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum EvalView {
    /// So many hundredths of a pawn.
    Cp {
        /// Positive where White is better.
        cp: i32,
    },
    /// A forced mate.
    Mate {
        /// In so many moves: positive if White mates, negative if Black does.
        moves: i32,
    },
    /// There is mate on the board.
    Mated {
        /// Who has won.
        winner: Color,
    },
}

/// A move of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct LineMove {
    /// In UCI notation.
    pub uci: String,
    /// In SAN.
    pub san: String,
}

/// How bad a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum JudgementView {
    /// `?!`: it lost 5 points of winning chances in a hundred.
    Inaccuracy,
    /// `?`: it lost 10.
    Mistake,
    /// `??`: it lost 15, or allowed or lost a forced mate.
    Blunder,
}

/// A piece and its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PieceOn {
    /// What it is.
    pub role: Role,
    /// Where it stands.
    pub square: Square,
}

/// Why a move is bad. Each is proved by the rules and the engine's line; a move for which nothing is proved has no reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum ReasonView {
    /// The opponent mates.
    AllowsMate {
        /// In so many moves.
        moves: u32,
    },
    /// The mover had a mate and no longer has one.
    MissesMate {
        /// In so many moves.
        moves: u32,
    },
    /// The opponent has no legal move and is not in check.
    Stalemates,
    /// The opponent takes a piece for nothing.
    Hangs {
        /// The piece.
        piece: PieceOn,
        /// Whether it could already be taken before the move.
        left: bool,
        /// How often it is attacked after the move.
        attackers: u8,
        /// How often it is defended.
        defenders: u8,
        /// A piece that seems to defend it but is pinned.
        pinned: Option<PieceOn>,
    },
    /// A piece is lost for one of lower value.
    Loses {
        /// The piece that is lost.
        role: Role,
        /// What the mover gets for it.
        price: Role,
    },
    /// The opponent's pawn promotes.
    LetsPromote {
        /// Where the pawn stands.
        square: Square,
    },
    /// The mover could have taken a piece with profit.
    Spares {
        /// The piece.
        piece: PieceOn,
    },
    /// The opponent attacks two pieces at once, and the line takes one of them.
    AllowsFork {
        /// The piece that attacks, and where it goes.
        by: PieceOn,
        /// What it attacks.
        targets: Vec<PieceOn>,
    },
    /// The line wins material against the mover.
    LosesMaterial {
        /// In pawns; a knight or a bishop counts three, a rook five, a queen nine.
        pawns: u8,
        /// After so many half-moves of the line.
        after: u8,
    },
    /// The better line wins material for the mover.
    MissesMaterial {
        /// In pawns, likewise.
        pawns: u8,
        /// After so many half-moves of the line.
        after: u8,
    },
}

/// A move of the game, judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct AnalysedMove {
    /// The number of half-moves played with it.
    pub ply: u16,
    /// In UCI notation.
    pub uci: String,
    /// In SAN.
    pub san: String,
    /// What the position after it is worth.
    pub eval: EvalView,
    /// White's winning chances after it, in thousandths.
    pub win: u16,
    /// How accurate it was, in thousandths.
    pub accuracy: u16,
    /// Hundredths of a pawn that it lost.
    pub loss: u16,
    /// How bad it is; null for a good move.
    pub judgement: Option<JudgementView>,
    /// Why; null where no reason is proved.
    pub reason: Option<ReasonView>,
    /// What the engine would have played instead of it, from the position before it. Empty where the move is the engine's own.
    pub better: Vec<LineMove>,
    /// What the engine expects after it.
    pub line: Vec<LineMove>,
}

/// Where the engine's analysis begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct AnalysedStart {
    /// What the position is worth.
    pub eval: EvalView,
    /// White's winning chances, in thousandths.
    pub win: u16,
    /// What the engine expects.
    pub line: Vec<LineMove>,
}

/// All moves of one side in total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SideTotals {
    /// How accurate they were, in thousandths; null for a side that has not moved.
    pub accuracy: Option<u16>,
    /// The same in the opening.
    pub opening: Option<u16>,
    /// The same in the middlegame.
    pub middlegame: Option<u16>,
    /// The same in the endgame.
    pub endgame: Option<u16>,
    /// The average loss in hundredths of a pawn; null for a side that has not moved.
    pub average_loss: Option<u16>,
    /// How many were inaccuracies.
    pub inaccuracies: u16,
    /// How many were mistakes.
    pub mistakes: u16,
    /// How many were blunders.
    pub blunders: u16,
}

/// What is known at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct AnalysisTotals {
    /// White's moves.
    pub white: SideTotals,
    /// Black's moves.
    pub black: SideTotals,
    /// The half-moves before the first position of the middlegame; null for a game that ended in the opening.
    pub middlegame: Option<u16>,
    /// The half-moves before the first position of the endgame; null without one.
    pub endgame: Option<u16>,
}

/// How far an analysis is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "stage", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum AnalysisView {
    /// Nobody has asked for one.
    None,
    /// It waits for others.
    Waiting {
        /// How many games come before it.
        ahead: u16,
    },
    /// It grows.
    Running {
        /// How many half-moves will be judged.
        of: u16,
        /// Where it begins; null until the first position is done.
        start: Option<AnalysedStart>,
        /// The moves that are judged.
        moves: Vec<AnalysedMove>,
    },
    /// It is complete.
    Done {
        /// How many half-moves the game has; more than there are judged moves in a very long one.
        of: u16,
        /// How many nodes the engine looked at in each position.
        nodes: u32,
        /// Where it begins.
        start: AnalysedStart,
        /// The moves.
        moves: Vec<AnalysedMove>,
        /// All of them in total.
        totals: AnalysisTotals,
        /// The moves that were judged again with ten times as many nodes, by their `ply`.
        deeper: Vec<u16>,
        /// The moves that wait to be judged again.
        looking: Vec<u16>,
    },
    /// The engine could not do it. It can be asked for again.
    Failed,
}

/// The body of `POST /api/page/analysis/{game}/deeper`: a move of a game whose analysis is complete is judged again, with ten
/// times as many nodes for the position before it and the one after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct LookDeeper {
    /// The number of half-moves played with the move.
    pub ply: u16,
}

/// The answer to `GET` and `POST /api/page/analysis/{game}`, and to `POST /api/page/analysis/{game}/deeper`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct AnalysisAnswer {
    /// The game.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub game: GameId,
    /// How far it is.
    pub analysis: AnalysisView,
    /// How many games the caller may still have analysed today.
    pub left: u32,
    /// How many in a day.
    pub a_day: u32,
    /// When a new day begins, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub again_ms: u64,
}

/// The answer to `GET /api/page/engine`: the running games of the caller in which an engine could help. The page's own engine
/// keeps away from them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct OwnRunning {
    /// Whether one of them has a clock: the engine is off in every position.
    pub clocked: bool,
    /// Those by correspondence and without a clock: the engine is off in positions that occurred there, stand shortly before
    /// the present one, or can still occur. None while `clocked`.
    pub games: Vec<OwnRunningGame>,
}

/// A running game of the caller, as far as its positions matter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct OwnRunningGame {
    /// The game.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub id: GameId,
    /// The variant, which says how castling is written.
    pub variant: Variant,
    /// The starting position as a FEN.
    pub start_fen: String,
    /// All moves in UCI notation.
    pub moves: Vec<String>,
}

/// What is told of an analysis on its topic, `analysis:ID`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum AnalysisMessage {
    /// How far it is: the first message of a subscription, and told again whenever its stage changes.
    Analysis {
        /// The topic.
        topic: Topic,
        /// How far it is, with everything that was found.
        analysis: AnalysisView,
    },
    /// It waits, and has come nearer.
    AnalysisWaits {
        /// The topic.
        topic: Topic,
        /// How many games come before it now.
        ahead: u16,
    },
    /// Further moves are judged.
    AnalysisGrew {
        /// The topic.
        topic: Topic,
        /// Where the analysis begins, if that was not told before.
        start: Option<AnalysedStart>,
        /// The further moves.
        moves: Vec<AnalysedMove>,
    },
    /// It is complete, and these moves wait to be judged again. Once one is, `analysis` comes with everything.
    AnalysisLooks {
        /// The topic.
        topic: Topic,
        /// The moves, by their `ply`.
        looking: Vec<u16>,
    },
}

impl AnalysisMessage {
    /// The types of these messages.
    pub(crate) const TYPES: &[&str] = &["analysis", "analysis_waits", "analysis_grew", "analysis_looks"];
}

/// None of its bodies has a field that is a list.
pub(crate) const LISTS: &[&str] = &[];

/// Declares the types of this file to the page.
#[cfg(feature = "ts")]
pub(crate) fn declare(page: &mut impl ts_rs::TypeVisitor) {
    page.visit::<AnalysisAnswer>();
    page.visit::<LookDeeper>();
    page.visit::<OwnRunning>();
}
