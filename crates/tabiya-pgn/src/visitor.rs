// SPDX-License-Identifier: MIT OR Apache-2.0
//! The interface through which a reader reports a game.

use super::{PgnOddity, PgnProblem, PgnResult, PgnText};
use tabiya_rules::San;

/// Whether to read the part that follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// Report all of it.
    Read,
    /// Skip it: continue with the next game, or after the variation. Nothing in it is reported, and its moves
    /// are not checked.
    Skip,
}

/// Receives one game after the other. The calls for a game come in the order of the text:
///
/// ```text
/// begin_game, tag*, end_tags, (san | null_move | nag | comment | begin_variation .. end_variation)*, result, end_game
/// ```
///
/// `odd` may come at any place of it. Every method but `begin_game` and `end_game` can refuse the game with the problem that
/// it returns. After a fault, whether the reader's or one that the visitor returns, the rest of that game is not
/// reported. The next call is `begin_game` of the next game.
pub trait PgnVisitor {
    /// The result for a game.
    type Game;

    /// A game begins.
    fn begin_game(&mut self) {}

    /// A tag pair. The name is in ASCII. Names that most files use come in their usual spelling, whatever the case of their
    /// letters in the file, and no name has a colon or another sign behind it.
    ///
    /// # Errors
    /// Refuses the game.
    fn tag(&mut self, name: &str, value: PgnText<'_>) -> Result<(), PgnProblem> {
        let _ = (name, value);
        Ok(())
    }

    /// The tags are complete. By default the moves are read.
    ///
    /// # Errors
    /// Refuses the game.
    fn end_tags(&mut self) -> Result<Then, PgnProblem> {
        Ok(Then::Read)
    }

    /// A move.
    ///
    /// # Errors
    /// Refuses the game. Only `0-0` at a game's end is then read as a result, if the error is a [`PgnProblem::San`]: both
    /// sides lost, and nobody can castle.
    fn san(&mut self, san: San) -> Result<(), PgnProblem>;

    /// `--` or another spelling that [`null_move_len`](tabiya_rules::null_move_len) knows, or a dash alone in a move's place:
    /// the side to move passes. The rules of chess don't allow it, but annotations use it.
    ///
    /// # Errors
    /// A fault, unless the method is overridden.
    fn null_move(&mut self) -> Result<(), PgnProblem> {
        Err(PgnProblem::NullMove)
    }

    /// A numeric annotation glyph, 0 to 255. `!` to `?!` are reported as 1 to 6.
    ///
    /// # Errors
    /// Refuses the game.
    fn nag(&mut self, nag: u8) -> Result<(), PgnProblem> {
        let _ = nag;
        Ok(())
    }

    /// A comment without its braces or semicolon.
    ///
    /// # Errors
    /// Refuses the game.
    fn comment(&mut self, text: PgnText<'_>) -> Result<(), PgnProblem> {
        let _ = text;
        Ok(())
    }

    /// A variation begins: alternatives to the last move reported. By default it is skipped.
    ///
    /// # Errors
    /// Refuses the game.
    fn begin_variation(&mut self) -> Result<Then, PgnProblem> {
        Ok(Then::Skip)
    }

    /// The innermost variation ends. Not called for a variation that was skipped.
    ///
    /// # Errors
    /// Refuses the game.
    fn end_variation(&mut self) -> Result<(), PgnProblem> {
        Ok(())
    }

    /// Whether only the rest of a variation is left out when there is a fault in it, such as a move that `san` has refused: the
    /// call of `end_variation` follows, and the game goes on. The first such fault is in
    /// [`PgnReader::first_skipped`](crate::PgnReader::first_skipped). By default the whole game is refused.
    fn leaves_variation(&self) -> bool {
        false
    }

    /// A deviation from the standard was read, because its meaning is clear. By default it is accepted. The call comes
    /// after the part that it concerns, at any place between `begin_game` and `end_game`.
    ///
    /// # Errors
    /// Refuses the game, for example with `Err(oddity.into())`.
    fn odd(&mut self, oddity: PgnOddity) -> Result<(), PgnProblem> {
        let _ = oddity;
        Ok(())
    }

    /// The result after the moves; `None` if the next game or the end of the file comes instead.
    ///
    /// # Errors
    /// Refuses the game.
    fn result(&mut self, result: Option<PgnResult>) -> Result<(), PgnProblem> {
        let _ = result;
        Ok(())
    }

    /// The game ends.
    fn end_game(&mut self) -> Self::Game;
}
