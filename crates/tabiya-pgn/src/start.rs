// SPDX-License-Identifier: MIT OR Apache-2.0
//! The starting position of a game, from its tags (PGN standard, section 9.7, and the `Variant` tag that all
//! sites write).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::reader::in_ascii;
use super::{PgnProblem, PgnText};
use tabiya_rules::CastlingMode;
use tabiya_rules::Position;

/// A FEN with the blanks and dashes of ASCII in place of those that pages and word processors write.
#[inline(never)]
fn plain(fen: &str) -> Cow<'_, str> {
    if fen.is_ascii() {
        return fen.trim().into();
    }
    let words: Vec<String> = fen
        .split_whitespace()
        .map(|word| String::from_utf8_lossy(&in_ascii(word.as_bytes())).into())
        .collect();
    words.join(" ").into()
}

/// What `Variant` tags call chess by its usual rules, in small letters without spaces and signs, and without the word
/// "chess". Some name how its first position was found (the wilds of ICS servers that have the usual rules, set positions,
/// odds), some its speed.
const STANDARD: [&str; 63] = [
    "",
    "324",
    "unknown",
    "none",
    "standard",
    "normal",
    "regular",
    "classic",
    "classical",
    "orthodox",
    "ortho",
    "western",
    "international",
    "fide",
    "ultrabullet",
    "bullet",
    "blitz",
    "lightning",
    "rapid",
    "armageddon",
    "correspondence",
    "daily",
    "untimed",
    "fromposition",
    "setposition",
    "setupposition",
    "customposition",
    "position",
    "thematic",
    "odds",
    "handicap",
    "setup",
    "playfromposition",
    "endgame",
    "endgames",
    "pawnodds",
    "knightodds",
    "bishopodds",
    "rookodds",
    "queenodds",
    "nocastle",
    "nocastling",
    "shuffle",
    "wild0",
    "wild1",
    "wild2",
    "wild3",
    "wild4",
    "wild5",
    "wild6",
    "wild7",
    "wild8",
    "wild8a",
    "wild10",
    "wild11",
    "wild12",
    "wild13",
    "wild14",
    "wild15",
    "wild18",
    "wild19",
    "wild20",
    "wild21",
];

/// What they call Chess960, in the same form. A number of the position may follow, and "double" before it means that each side
/// has a position of its own.
const CHESS960: [&str; 15] = [
    "960",
    "960dfrc",
    "9lx",
    "960fischerrandom",
    "960standard",
    "dfrc",
    "fischer",
    "fischerandom",
    "fischerrandom",
    "fischerrandom960",
    "freestyle",
    "frc",
    "shuffle960",
    "standard960",
    "wildfr",
];

/// Whether a variant's name means Chess960: `None` if it is neither that nor chess by its usual rules.
#[inline(never)]
fn is_chess960(name: &str) -> Option<bool> {
    let word: String = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let name = word.replace("chess", "");
    if STANDARD.contains(&name.as_str()) {
        return Some(false);
    }
    // Wild 22 of ICS servers is Chess960, too.
    if name == "wild22" {
        return Some(true);
    }
    let name = name.strip_prefix("double").or(name.strip_suffix("double")).unwrap_or(&name);
    let is_number = |rest: &str| rest.len() <= 3 && rest.bytes().all(|byte| byte.is_ascii_digit());
    CHESS960.iter().any(|known| name.strip_prefix(known).is_some_and(is_number)).then_some(true)
}

/// Collects the tags `FEN` and `Variant` of a game. `SetUp` is not needed.
///
/// ```
/// use tabiya_pgn::{PgnProblem, PgnReader, PgnStart, PgnText, PgnVisitor, Then};
/// use tabiya_rules::{Position, San};
///
/// #[derive(Default)]
/// struct Starts(PgnStart, Position);
///
/// impl PgnVisitor for Starts {
///     type Game = Position;
///     fn begin_game(&mut self) {
///         self.0 = PgnStart::default();
///     }
///     fn tag(&mut self, name: &str, value: PgnText<'_>) -> Result<(), PgnProblem> {
///         self.0.tag(name, value).map(drop)
///     }
///     fn end_tags(&mut self) -> Result<Then, PgnProblem> {
///         self.1 = self.0.position();
///         Ok(Then::Skip)
///     }
///     fn san(&mut self, _: San) -> Result<(), PgnProblem> {
///         Ok(())
///     }
///     fn end_game(&mut self) -> Position {
///         self.1
///     }
/// }
///
/// let pgn = b"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *";
/// let start = PgnReader::from_bytes(pgn).read_game(&mut Starts::default()).unwrap().unwrap();
/// assert_eq!(start.to_fen(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
/// ```
#[derive(Clone, Debug, Default)]
pub struct PgnStart {
    position: Option<Position>,
    chess960: bool,
}

impl PgnStart {
    /// Reads a tag. Returns false if it does not concern the starting position.
    ///
    /// # Errors
    /// [`PgnProblem::Fen`], or [`PgnProblem::Variant`] for rules other than those of chess and Chess960.
    pub fn tag(&mut self, name: &str, value: PgnText<'_>) -> Result<bool, PgnProblem> {
        match name {
            "FEN" => self.position = Some(Position::from_fen(&plain(&value.to_str()))?),
            "SetUp" => {}
            "Variant" => {
                let text = value.to_str();
                let Some(chess960) = is_chess960(&text) else {
                    return Err(PgnProblem::Variant(text.into_owned().into_boxed_str()));
                };
                self.chess960 |= chess960;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The starting position, once all tags were passed.
    #[must_use]
    pub fn position(&self) -> Position {
        let position = self.position.unwrap_or_default();
        if self.chess960 { position.with_castling_mode(CastlingMode::Chess960) } else { position }
    }
}
