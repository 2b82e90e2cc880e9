// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bodies of the page's calls about boards: the board editor, games over the board, and watching.

use serde::{Deserialize, Serialize};
use tabiya_game::{GameId, Speed};
use tabiya_rules::{Color, Square};

use crate::{ClocksView, MoveView, PlayerView, Refusal, Situation, TimeControlView};

/// The longest FEN in a call, in bytes.
pub const MAX_FEN: usize = 200;
/// The longest name of a person at the board, in characters.
pub const MAX_BOARD_NAME: usize = 20;
/// The longest PGN that is imported, in bytes.
pub const MAX_PGN: usize = 256 * 1024;

/// The body of `POST /api/page/editor`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct CheckSetup {
    /// What stands on the editor's board, as a FEN. Fields at the end may be missing.
    pub fen: String,
}

/// The answer to `POST /api/page/editor`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SetupChecked {
    /// The FEN with all its fields; null if the text is not a FEN.
    pub fen: Option<String>,
    /// What keeps a game from beginning here. Empty if one can begin.
    pub problems: Vec<SetupNote>,
    /// What no game reaches; a game can begin here all the same.
    pub remarks: Vec<SetupNote>,
    /// The squares that a pawn may just have skipped.
    pub en_passant: Vec<Square>,
}

/// A sentence about a set-up board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SetupNote {
    /// The sentence, for people.
    pub message: String,
    /// The squares that it is about.
    pub squares: Vec<Square>,
}

/// The body of `POST /api/page/board`: a game over the board, as the page has recorded it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct BoardGame {
    /// The starting position; null for the usual one.
    pub start_fen: Option<String>,
    /// The time control; null if unlimited.
    pub time: Option<TimeControlView>,
    /// The moves in UCI notation.
    pub moves: Vec<String>,
    /// How long each of them took, in milliseconds.
    pub took_ms: Vec<u32>,
}

/// The answer to `POST /api/page/board`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct BoardChecked {
    /// The starting position as a FEN.
    pub start_fen: String,
    /// The moves up to the first that is not possible.
    pub moves: Vec<MoveView>,
    /// The situation after them.
    pub situation: Situation,
    /// The first move that is not possible; null if all are.
    pub refused: Option<BoardRefused>,
}

/// A move over the board that is not possible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct BoardRefused {
    /// The number of moves before it.
    pub ply: u32,
    /// Why.
    pub refusal: Refusal,
    /// The same for people.
    pub message: String,
}

/// The body of `POST /api/page/board/save`. The game is private. The answer is a `GameKept`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SaveBoardGame {
    /// The game.
    pub game: BoardGame,
    /// The side of the person who saves the game.
    pub you: Color,
    /// The name of the person with White; empty if not told.
    pub white: String,
    /// The name of the person with Black; empty if not told.
    pub black: String,
    /// How the game ended; null if its last move ended it.
    pub ending: Option<BoardEnding>,
}

/// An end of a game over the board that is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum BoardEnding {
    /// A side has resigned.
    Resigned {
        /// Which side.
        by: Color,
    },
    /// Both agreed to a draw.
    Agreed {},
    /// The side to move claims the draw that the situation shows.
    Claimed {},
    /// The clock of the side to move has run out.
    TimeUp {},
}

/// The answer to a call that stores a game which was over before it came here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct GameKept {
    /// The id of the game. Its page is `/game/ID`.
    pub id: GameId,
    /// How much guests of this address may still have stored today; null for accounts, which have no such limit.
    pub left: Option<StoreLeft>,
}

/// How much may still be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct StoreLeft {
    /// In bytes, as the server stores games.
    pub bytes: u64,
    /// When there is as much again as at the beginning of a day, in milliseconds since 1970.
    pub again_ms: u64,
}

/// The body of `POST /api/page/import`. The answer is a `GameKept`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ImportGame {
    /// The game in PGN. Of several games the first is imported.
    pub pgn: String,
    /// The side that the importer sits on in a private game, which only the importer and staff may see. Null for a game
    /// that everybody with its link may see; it belongs to no player of this server.
    pub private_as: Option<Color>,
}

/// The answer to `GET /api/page/watch`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct LiveGames {
    /// The best running games of each speed, the fastest speed first.
    pub games: Vec<LiveGame>,
}

/// A running game as a small board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct LiveGame {
    /// The game's id.
    pub id: GameId,
    /// Its speed.
    pub speed: Speed,
    /// The player with White.
    pub white: PlayerView,
    /// The player with Black.
    pub black: PlayerView,
    /// The time control; null if unlimited.
    pub time: Option<TimeControlView>,
    /// The position.
    pub fen: String,
    /// The last move in UCI notation.
    pub last_move: Option<String>,
    /// Both clocks; null if unlimited.
    pub clocks: Option<ClocksView>,
}

/// The answer to `GET /api/page/players/NAME/tv`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PlayerTv {
    /// The name, in the spelling that the player chose.
    pub name: String,
    /// The running game that began last; null if there is none.
    pub game: Option<GameId>,
}

/// The fields of its bodies that are lists.
pub(crate) const LISTS: &[&str] = &["moves", "took_ms"];

/// Declares the types of this file to the page.
#[cfg(feature = "ts")]
pub(crate) fn declare(page: &mut impl ts_rs::TypeVisitor) {
    page.visit::<BoardChecked>();
    page.visit::<CheckSetup>();
    page.visit::<ImportGame>();
    page.visit::<GameKept>();
    page.visit::<LiveGames>();
    page.visit::<PlayerTv>();
    page.visit::<SaveBoardGame>();
    page.visit::<SetupChecked>();
}
