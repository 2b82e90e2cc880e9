// SPDX-License-Identifier: MIT OR Apache-2.0
//! A line of the file as columns of characters.

use std::collections::BTreeMap;
use std::str::FromStr;

use super::TrfError;
use crate::Points;

/// Points in the four columns that TRF has for them: `12.5`, and `120` where `120.0` is too long. `None` where neither
/// fits. What was read from four columns always fits.
pub(super) fn in_four(points: Points) -> Option<String> {
    in_columns(points, 4)
}

/// Points in so many columns, without `.0` where they are too long with it.
pub(super) fn in_columns(points: Points, columns: usize) -> Option<String> {
    let text = points.to_string();
    let short = if text.len() > columns { text.strip_suffix(".0").unwrap_or(&text) } else { &text };
    (short.len() <= columns).then(|| short.to_owned())
}

/// The text as the reader will see it: without control characters, then without blanks around it.
pub(super) fn cut(text: &str, longest: usize) -> String {
    let text: String = text.chars().filter(|character| !character.is_control()).collect();
    text.trim().chars().take(longest).collect::<String>().trim_end().to_owned()
}

/// Where the line of each player stands, by starting number.
pub(super) type LineNumbers = BTreeMap<u16, usize>;

/// One line; columns are counted in characters from 1.
pub(super) struct Line<'a> {
    pub(super) number: usize,
    pub(super) text: &'a str,
    characters: Vec<char>,
}

/// A word of a line with the column of its first character.
pub(super) struct Word<'a> {
    pub(super) column: usize,
    pub(super) text: &'a str,
}

impl<'a> Line<'a> {
    pub(super) fn new(number: usize, text: &'a str) -> Self {
        Self { number, text, characters: text.chars().collect() }
    }

    pub(super) fn len(&self) -> usize {
        self.characters.len()
    }

    pub(super) fn error(&self, column: usize, problem: impl Into<String>) -> TrfError {
        TrfError::new(self.number, column, problem)
    }

    /// The characters from one column to another, both included, without blanks around them.
    pub(super) fn text(&self, first: usize, last: usize) -> String {
        let end = last.min(self.characters.len());
        let start = (first - 1).min(end);
        self.characters[start..end].iter().collect::<String>().trim().to_owned()
    }

    /// The character in a column; a blank after the end.
    pub(super) fn at(&self, column: usize) -> char {
        self.characters.get(column - 1).copied().unwrap_or(' ')
    }

    /// A number between two columns, `None` where they are blank.
    pub(super) fn number<T: FromStr>(
        &self,
        first: usize,
        last: usize,
        what: &str,
    ) -> Result<Option<T>, TrfError> {
        let text = self.text(first, last);
        if text.is_empty() {
            return Ok(None);
        }
        let problem =
            || self.error(first, format!("expected {what} in columns {first} to {last}, found \"{text}\""));
        text.parse().map(Some).map_err(|_| problem())
    }

    /// The words after a column.
    pub(super) fn words_from(&self, column: usize) -> Vec<Word<'a>> {
        let mut words = Vec::new();
        let mut start = None;
        let mut at = 0;
        for (byte, character) in self.text.char_indices() {
            at += 1;
            if character.is_whitespace() || at < column {
                if let Some((column, from)) = start.take() {
                    words.push(Word { column, text: &self.text[from..byte] });
                }
            } else if start.is_none() {
                start = Some((at, byte));
            }
        }
        if let Some((column, from)) = start {
            words.push(Word { column, text: &self.text[from..] });
        }
        words
    }

    /// A word as a number.
    pub(super) fn parse<T: FromStr>(&self, word: &Word<'_>, what: &str) -> Result<T, TrfError> {
        let problem = || self.error(word.column, format!("expected {what}, found \"{}\"", word.text));
        word.text.parse().map_err(|_| problem())
    }

    /// A word as points that four columns can hold, so that every line of a file can say them.
    pub(super) fn points(&self, word: &Word<'_>) -> Result<Points, TrfError> {
        let points = self.parse(word, "points like 1.0")?;
        if in_four(points).is_some() {
            return Ok(points);
        }
        Err(self
            .error(word.column, format!("points have at most four characters, as 12.5 has, not {points}")))
    }

    /// Words as starting numbers, 1 to 9999.
    pub(super) fn players(&self, words: &[Word<'_>]) -> Result<Vec<u16>, TrfError> {
        words
            .iter()
            .map(|word| {
                let number: u16 = self.parse(word, "a starting number")?;
                if (1..=9999).contains(&number) {
                    Ok(number)
                } else {
                    Err(self.error(word.column, format!("a starting number is 1 to 9999, not {number}")))
                }
            })
            .collect()
    }
}
