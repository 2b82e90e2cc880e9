// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a reader tells of a game.

use super::{PgnOddity, PgnProblem, PgnResult, PgnText};
use tabiya_rules::San;

/// Whether to read what comes now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// Tell all of it.
    Read,
    /// Go past it: to the next game, or behind the variation. Nothing in it is told, and what a move says is not looked at.
    Skip,
}

/// Hears of one game after the other, each in the order of the text:
///
/// ```text
/// begin_game, tag*, end_tags, (san | null_move | nag | comment | begin_variation .. end_variation)*, result, end_game
/// ```
///
/// After a fault, the reader's or one that the visitor gives back, the rest of that game is not told; the next call is
/// `begin_game` of the next one.
pub trait PgnVisitor {
    /// What is made of a game.
    type Game;

    /// A game begins.
    fn begin_game(&mut self) {}

    /// A tag pair. The name is in ASCII.
    ///
    /// # Errors
    /// What is wrong with it; so for all methods.
    fn tag(&mut self, name: &str, value: PgnText<'_>) -> Result<(), PgnProblem> {
        let _ = (name, value);
        Ok(())
    }

    /// No more tags come.
    ///
    /// # Errors
    /// What is wrong with the tags.
    fn end_tags(&mut self) -> Result<Then, PgnProblem> {
        Ok(Then::Read)
    }

    /// A move.
    ///
    /// # Errors
    /// What is wrong with it.
    fn san(&mut self, san: San) -> Result<(), PgnProblem>;

    /// `--` or `Z0`: somebody passes, which the rules of chess don't know but comments on games use.
    ///
    /// # Errors
    /// A fault, unless this is overridden.
    fn null_move(&mut self) -> Result<(), PgnProblem> {
        Err(PgnProblem::NullMove)
    }

    /// A numeric annotation glyph, 0 to 255; `!` to `?!` come as 1 to 6.
    ///
    /// # Errors
    /// What is wrong with it.
    fn nag(&mut self, nag: u8) -> Result<(), PgnProblem> {
        let _ = nag;
        Ok(())
    }

    /// A comment, without its braces or semicolon.
    ///
    /// # Errors
    /// What is wrong with it.
    fn comment(&mut self, text: PgnText<'_>) -> Result<(), PgnProblem> {
        let _ = text;
        Ok(())
    }

    /// A variation begins: other moves in place of the last one told.
    ///
    /// # Errors
    /// What is wrong with it.
    fn begin_variation(&mut self) -> Result<Then, PgnProblem> {
        Ok(Then::Skip)
    }

    /// The innermost variation ends. It is not called for one that was skipped.
    ///
    /// # Errors
    /// What is wrong with it.
    fn end_variation(&mut self) -> Result<(), PgnProblem> {
        Ok(())
    }

    /// Something that the standard does not allow was read as it must be meant. It is told behind what it is about.
    ///
    /// # Errors
    /// Refuses the game: `Err(oddity.into())`.
    fn odd(&mut self, oddity: PgnOddity) -> Result<(), PgnProblem> {
        let _ = oddity;
        Ok(())
    }

    /// The result behind the moves; `None` where the next game or the end of the file comes instead.
    ///
    /// # Errors
    /// What is wrong with it.
    fn result(&mut self, result: Option<PgnResult>) -> Result<(), PgnProblem> {
        let _ = result;
        Ok(())
    }

    /// The game is over.
    fn end_game(&mut self) -> Self::Game;
}
