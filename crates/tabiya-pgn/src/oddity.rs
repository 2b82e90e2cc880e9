// SPDX-License-Identifier: MIT OR Apache-2.0
//! Deviations from the standard whose meaning is clear.

use core::fmt;

/// A deviation from the standard in a game that was read nevertheless.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PgnOddity {
    /// A quote in a tag's value without a backslash before it: `[Annotator "Lopez "Battle Royale""]`.
    UnescapedQuote,
    /// A tag pair that does not end in its line: `[White "Anna`.
    UnclosedTag,
    /// A tag pair without quotes: `[White Anna]`.
    TagWithoutQuotes,
    /// A tag whose name has small letters for capital ones or the other way round: `[Fen "..."]`. It is read under the
    /// usual name.
    TagNameCase,
    /// A sign between a tag's name and its value, as other formats have it: `[FEN: "..."]`, `[FEN = "..."]`. It is read
    /// without the sign.
    TagNameSign,
    /// Brackets without a name among the tags. They are skipped.
    TagWithoutName,
    /// A move in another spelling than the standard's: `0-0`, `e8Q`, `g1f3`, `axb6ep`.
    Spelling,
    /// A result without a space before it: `Rxg20-1`.
    GluedResult,
    /// A result in another spelling than the standard's: `1 - 0`, `1–0`, `1:0`, `½-½`, `1/2`.
    ResultSpelling,
    /// A result that PGN does not have, since nobody has won and it is no draw: `0-0`, `1/2-0`. It is read as `*`.
    NoSuchResult,
    /// Another result behind the result, without a blank line between. The first one counts.
    RepeatedResult,
    /// A variation or a NAG behind the result, before the next game begins. It is skipped.
    BehindResult,
    /// A result in a variation. It is skipped.
    ResultInVariation,
    /// A variation that does not end before the game does.
    UnclosedVariation,
    /// A closing parenthesis without an opening one. It is skipped.
    StrayParenthesis,
    /// Move number 1 after a blank line starts another game, although the game before has no result or is
    /// incomplete.
    NoResult,
    /// A character without a meaning. It is skipped.
    StrayCharacter(char),
    /// A word between moves that can't be a move, like `novelty`. It is skipped.
    StrayWord,
    /// `$` without a number from 0 to 255. It is skipped.
    Nag,
}

impl PgnOddity {
    /// Whether something that stands in the game's text is left out, so that whoever wrote it may miss it. Other deviations are
    /// only another spelling, or something that is missing.
    #[must_use]
    pub const fn skips(self) -> bool {
        match self {
            PgnOddity::TagWithoutName
            | PgnOddity::BehindResult
            | PgnOddity::StrayParenthesis
            | PgnOddity::StrayCharacter(_)
            | PgnOddity::StrayWord
            | PgnOddity::Nag => true,
            PgnOddity::UnescapedQuote
            | PgnOddity::UnclosedTag
            | PgnOddity::TagWithoutQuotes
            | PgnOddity::TagNameCase
            | PgnOddity::TagNameSign
            | PgnOddity::Spelling
            | PgnOddity::GluedResult
            | PgnOddity::ResultSpelling
            | PgnOddity::NoSuchResult
            | PgnOddity::RepeatedResult
            | PgnOddity::ResultInVariation
            | PgnOddity::UnclosedVariation
            | PgnOddity::NoResult => false,
        }
    }
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
            PgnOddity::ResultSpelling => "expected the result as 1-0, 0-1, 1/2-1/2 or *",
            PgnOddity::NoSuchResult => {
                "expected 1-0, 0-1, 1/2-1/2 or *, found a result that PGN does not have"
            }
            PgnOddity::TagNameCase => "expected the tag's name with the usual capital and small letters",
            PgnOddity::TagNameSign => "expected the tag's value behind its name, found a sign between them",
            PgnOddity::RepeatedResult => "expected the next game, found another result of this one",
            PgnOddity::BehindResult => "expected the next game, found a variation or a NAG of this one",
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
