// SPDX-License-Identifier: MIT OR Apache-2.0
//! The starting position of a game, from its tags (PGN standard, section 9.7, and the `Variant` tag that all
//! sites write).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::reader::in_ascii;
use super::{PgnProblem, PgnText};
use tabiya_rules::{Position, Variant};

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
    variant: Variant,
}

impl PgnStart {
    /// Reads a tag. Returns false if it does not concern the starting position.
    ///
    /// # Errors
    /// [`PgnProblem::Fen`], or [`PgnProblem::Variant`] for a name that [`Variant::from_pgn`] does not know.
    pub fn tag(&mut self, name: &str, value: PgnText<'_>) -> Result<bool, PgnProblem> {
        match name {
            "FEN" => self.position = Some(Position::from_fen(&plain(&value.to_str()))?),
            "SetUp" => {}
            "Variant" => {
                let text = value.to_str();
                let Some(variant) = Variant::from_pgn(&text) else {
                    return Err(PgnProblem::Variant(text.into_owned().into_boxed_str()));
                };
                // A second tag that says no more than "chess" changes nothing.
                if variant != Variant::Standard {
                    self.variant = variant;
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The starting position, once all tags were passed.
    #[must_use]
    pub fn position(&self) -> Position {
        let position = self.position.unwrap_or_default();
        match self.variant {
            // The castling rights of a FEN may make it Chess960, also where no tag says so.
            Variant::Standard => position,
            Variant::Chess960 => position.with_castling_mode(self.variant.castling_mode()),
        }
    }
}
