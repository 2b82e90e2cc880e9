// SPDX-License-Identifier: MIT OR Apache-2.0
//! The bodies of HTTP calls under `/api`.

use serde::{Deserialize, Serialize};
use tabiya_game::{GameId, Time};
use tabiya_rules::{Color, Variant};

use crate::events::EventRefusal;
use crate::{GameStatus, PlayerView, TimeControlView};

/// The body of `POST /api/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct CreateGame {
    /// The opponent.
    pub opponent: Opponent,
    /// The time control; null if unlimited.
    pub time: Option<TimeControlView>,
    /// The creator's colour.
    pub color: ColorChoice,
    /// The starting position.
    #[serde(default)]
    pub start: StartPosition,
    /// Whether the game is rated; false if omitted. Rated games need players with accounts and a time
    /// control, and are possible neither against the computer nor from a chosen position.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// Whether only the players and staff may see the game; false if omitted. Rated games can't be private.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub private: bool,
}

/// The opponent. The variants have braces, because serde accepts unknown fields next to variants without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum Opponent {
    /// Anybody who joins by the game's link.
    Friend {},
    /// The engine.
    Computer {
        /// From 1 (has just learnt the moves) to 15 (the full engine).
        level: u8,
    },
}

/// The creator's colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum ColorChoice {
    /// Moves first.
    White,
    /// Moves second.
    Black,
    /// The server chooses at random.
    Random,
}

/// The starting position of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StartForm", into = "StartForm")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(export_to = "protocol.ts", type = "{ \"kind\": Variant, } | { \"kind\": \"fen\", fen: string, }")
)]
pub enum StartPosition {
    /// The variant's own. Where it has several, the server draws one.
    Usual(Variant),
    /// A position chosen by the creator.
    Fen {
        /// FEN, X-FEN or Shredder-FEN. Shredder letters for castling mean Chess960.
        fen: String,
    },
}

impl Default for StartPosition {
    fn default() -> Self {
        Self::Usual(Variant::Standard)
    }
}

/// A starting position as JSON: `kind` is the variant's key or `fen`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StartForm {
    kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
}

/// The `kind` of a position that somebody chose.
const FEN: &str = "fen";

impl TryFrom<StartForm> for StartPosition {
    type Error = String;

    fn try_from(form: StartForm) -> Result<Self, String> {
        match (form.kind.as_str(), form.fen) {
            (FEN, Some(fen)) => Ok(Self::Fen { fen }),
            (FEN, None) => Err("missing field `fen`".to_owned()),
            (key, None) => match key.parse() {
                Ok(variant) => Ok(Self::Usual(variant)),
                Err(error) => Err(format!("kind: {error}; a position of one's own is `fen`")),
            },
            (_, Some(_)) => Err("unknown field `fen`: only the kind `fen` has it".to_owned()),
        }
    }
}

impl From<StartPosition> for StartForm {
    fn from(start: StartPosition) -> Self {
        match start {
            StartPosition::Usual(variant) => Self { kind: variant.key().to_owned(), fen: None },
            StartPosition::Fen { fen } => Self { kind: FEN.to_owned(), fen: Some(fen) },
        }
    }
}

/// The answer to `POST /api/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct GameCreated {
    /// The id of the new game. Its page is `/game/ID`.
    pub id: GameId,
}

/// One of the caller's games. The answer to `GET /api/games` is an array of these, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct GameSummary {
    /// The game's id.
    pub id: GameId,
    /// The caller's colour.
    pub you: Color,
    /// The player with White.
    pub white: PlayerView,
    /// The player with Black.
    pub black: PlayerView,
    /// The time control; null if unlimited.
    pub time: Option<TimeControlView>,
    /// The current position.
    pub fen: String,
    /// The last move in UCI notation.
    pub last_move: Option<String>,
    /// The number of half-moves played.
    pub ply: u32,
    /// The side to move.
    pub turn: Color,
    /// The time that the side to move has left, in milliseconds as of sending; null without clocks, and unless the game is
    /// being played.
    pub left_ms: Option<u32>,
    /// Whether the game is waiting, playing or over.
    pub status: GameStatus,
    /// Whether two people played it at one screen; omitted if not.
    #[serde(default, skip_serializing_if = "crate::left_out::is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub over_the_board: bool,
    /// Whether the caller brought it from elsewhere; omitted if not.
    #[serde(default, skip_serializing_if = "crate::left_out::is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub imported: bool,
}

/// The answer to `GET /api/info`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ServerInfo {
    /// The program's version.
    pub version: String,
    /// The commit that it was built from; empty if unknown.
    pub commit: String,
    /// The protocol's version.
    pub protocol: u16,
    /// The address of the complete source.
    pub source_url: String,
    /// Whether only this computer can reach the server.
    pub loopback: bool,
    /// Whether the server speaks HTTPS with a certificate that it has signed itself, of which browsers warn.
    pub self_signed: bool,
    /// Whether another machine has called since the server's start.
    pub was_reached: bool,
    /// The address under which the site is reached from everywhere, for example `https://chess.example`; null if none is set.
    pub public_url: Option<String>,
    /// The addresses of the server on the local network, for example `http://192.168.0.7:8080`.
    pub lan_urls: Vec<String>,
    /// What time it is, by which rounds begin and codes end.
    pub now: Time,
    /// The computer's levels, the weakest first.
    pub levels: Vec<LevelView>,
}

/// One of the computer's levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct LevelView {
    /// Its number, which requests for a game use.
    pub level: u8,
    /// Its measured strength, in Elo among engines.
    pub elo: i32,
}

/// The body of every HTTP answer that is an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ErrorBody {
    /// The error.
    pub error: ErrorDetail,
    /// What the same call would need to succeed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub needs: Option<Needs>,
    /// Why a subject refuses the call, where the page has words of its own for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub refusal: Option<CallRefusal>,
}

/// Why a call is refused: one enum of each subject, whose `kind`s all differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum CallRefusal {
    /// By an event.
    Event(EventRefusal),
}

impl From<EventRefusal> for CallRefusal {
    fn from(refusal: EventRefusal) -> Self {
        Self::Event(refusal)
    }
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ErrorDetail {
    /// A stable code for programs, for example `not_found`.
    pub code: String,
    /// A sentence for people: what was wrong, where, and what would be right.
    pub message: String,
}

/// What an error asks the client for, as the field `needs` beside `error`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum Needs {
    /// The code of the second factor.
    Code,
    /// An invitation.
    Invitation,
    /// A log-in.
    Login,
    /// A second factor, which staff must set up first.
    SecondFactor,
}

/// None of its bodies has a field that is a list.
pub(crate) const LISTS: &[&str] = &[];

/// Declares the types of this file to the page.
#[cfg(feature = "ts")]
pub(crate) fn declare(page: &mut impl ts_rs::TypeVisitor) {
    page.visit::<CreateGame>();
    page.visit::<GameCreated>();
    page.visit::<GameSummary>();
    page.visit::<ServerInfo>();
    page.visit::<ErrorBody>();
}
