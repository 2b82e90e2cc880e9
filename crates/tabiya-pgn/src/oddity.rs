// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the standard does not allow, but of which only one thing can be meant.

use core::fmt;

/// Something odd in a game that was read as it must be meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PgnOddity {
    /// A quote in a tag's value without a backslash before it: `[Annotator "Lopez "Battle Royale""]`.
    UnescapedQuote,
    /// A tag pair that does not end in its line: `[White "Anna`.
    UnclosedTag,
    /// A tag pair without quotes: `[White Anna]`.
    TagWithoutQuotes,
    /// Brackets without a name, where tags stand. They are passed.
    TagWithoutName,
    /// A move that is not spelt as the standard wants it: `0-0`, `e8Q`, `g1f3`, `axb6ep`.
    Spelling,
    /// A result without a space before it: `Rxg20-1`.
    GluedResult,
    /// A result in a variation. It is passed.
    ResultInVariation,
    /// A variation that does not end before the game does.
    UnclosedVariation,
    /// A closing parenthesis without an opening one. It is passed.
    StrayParenthesis,
    /// Moves begin again with number 1 behind a blank line: a game without a result, or one that is cut off.
    NoResult,
    /// A character that means nothing. It is passed.
    StrayCharacter(char),
    /// A word between moves that can be none, like `novelty`. It is passed.
    StrayWord,
    /// `$` without a number from 0 to 255. It is passed.
    Nag,
}

impl fmt::Display for PgnOddity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PgnOddity::UnescapedQuote => "expected \\\" for a quote in a tag's value, found a quote",
            PgnOddity::UnclosedTag => "expected \"] at the end of this tag, found the end of the line",
            PgnOddity::TagWithoutQuotes => "expected quotes around the tag's value",
            PgnOddity::TagWithoutName => "expected a tag's name and its value in quotes",
            PgnOddity::Spelling => "expected the move in the standard's spelling",
            PgnOddity::GluedResult => "expected a space before the result",
            PgnOddity::ResultInVariation => "expected no result in a variation",
            PgnOddity::UnclosedVariation => {
                "expected ) at the end of the variation, found the end of the game"
            }
            PgnOddity::StrayParenthesis => "expected a move or a result, found ')'",
            PgnOddity::NoResult => "expected a result before the next game",
            PgnOddity::StrayWord => "expected a move or a result, found a word",
            PgnOddity::Nag => "expected a number from 0 to 255 after $",
            PgnOddity::StrayCharacter(found) => {
                return write!(f, "expected a move or a result, found {found:?}");
            }
        })
    }
}
