// SPDX-License-Identifier: AGPL-3.0-or-later
//! The CSV in which puzzles are published: a header, and a row a puzzle.
//!
//! `PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags`. The position is the one before the
//! opponent's move, which is the first of the moves. The columns may come in any order; those that nobody needs may be missing.

use tabiya_rules::Position;

use crate::line::{LineError, steps_of, wrong};
use crate::puzzle::{Origin, Puzzle};

/// The first line, without a line break.
pub const HEADER: &str =
    "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags";

const COLUMNS: [&str; 10] = [
    "PuzzleId",
    "FEN",
    "Moves",
    "Rating",
    "RatingDeviation",
    "Popularity",
    "NbPlays",
    "Themes",
    "GameUrl",
    "OpeningTags",
];
/// Those without which there is no puzzle.
const NEEDED: [&str; 4] = ["PuzzleId", "FEN", "Moves", "Rating"];

/// The first line of a file is no header.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the first line lacks the column {missing}; expected {HEADER}")]
pub struct HeaderError {
    missing: &'static str,
}

/// Where each column stands, and how many there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns([Option<usize>; COLUMNS.len()], usize);

impl Columns {
    /// Reads the first line of a file.
    ///
    /// # Errors
    /// If a column is missing that each puzzle needs.
    pub fn new(header: &str) -> Result<Self, HeaderError> {
        let names = split(header.trim_start_matches('\u{feff}').trim_end());
        let found = COLUMNS.map(|column| names.iter().position(|name| name == column));
        let is_missing = |needed: &&str| !names.iter().any(|name| name == needed);
        match NEEDED.into_iter().find(is_missing) {
            Some(missing) => Err(HeaderError { missing }),
            None => Ok(Self(found, names.len())),
        }
    }

    /// A row that ends in a column which every puzzle needs, although further ones follow, was cut there: of a rating of 1545 it may
    /// have 154.
    fn check_end(&self, fields: &[String]) -> Result<(), LineError> {
        let last = fields.len() - 1;
        let ends_in = |name: &&str| {
            let column = COLUMNS.iter().position(|column| column == name);
            column.and_then(|column| self.0[column]) == Some(last)
        };
        match NEEDED.iter().find(|name| last + 1 < self.1 && ends_in(name)) {
            Some(name) => Err(wrong("end", &format!("{name} {}", fields[last]))),
            None => Ok(()),
        }
    }

    /// The puzzle of a row. It has no proof. Themes that this program does not know are left out.
    ///
    /// # Errors
    /// What is wrong with the row.
    pub fn read(&self, row: &str) -> Result<Puzzle, LineError> {
        let fields = split(row.trim_end_matches(['\r', '\n']));
        let [id, fen, moves, rating, deviation, _, _, themes, address, openings] =
            self.0.map(|place| place.and_then(|place| fields.get(place)).map_or("", String::as_str));
        let before = Position::from_fen(fen).map_err(|_| wrong("position", fen))?;
        let (mistake, steps) = steps_of(&before, moves)?;
        let mut puzzle = Puzzle::new(before, mistake, steps, Origin::Import(plain(address)), None)?;
        self.check_end(&fields)?;
        puzzle.points = number(rating, 100, 4000).ok_or_else(|| wrong("rating", rating))?;
        puzzle.deviation = match deviation {
            "" => 350,
            text => number(text, 0, 500).ok_or_else(|| wrong("deviation", text))?.clamp(30, 350),
        };
        puzzle.themes = themes.split(' ').filter_map(|name| name.parse().ok()).collect();
        puzzle.themes.sort_unstable();
        puzzle.themes.dedup();
        puzzle.openings = openings.split(' ').filter(|name| !name.is_empty()).map(plain).collect();
        Ok(puzzle.with_id(id.parse().map_err(|_| wrong("id", id))?))
    }
}

fn number(text: &str, least: u16, most: u16) -> Option<u16> {
    text.parse().ok().filter(|number| (least..=most).contains(number))
}

/// Without control characters, and not longer than anybody needs.
fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(200).collect()
}

/// The row of a puzzle, without a line break. `popularity` is from -100 to 100.
#[must_use]
pub fn row(puzzle: &Puzzle, popularity: i8, plays: u32) -> String {
    let address = match &puzzle.origin {
        Origin::Import(address) => address.clone(),
        Origin::Game(_) | Origin::SelfPlay | Origin::File => String::new(),
    };
    let fields = [
        puzzle.id().to_string(),
        puzzle.before().to_fen(),
        puzzle.uci().join(" "),
        puzzle.points.to_string(),
        puzzle.deviation.to_string(),
        popularity.to_string(),
        plays.to_string(),
        puzzle.themes.iter().map(|theme| theme.name()).collect::<Vec<_>>().join(" "),
        address,
        puzzle.openings.join(" "),
    ];
    fields.map(quoted).join(",")
}

fn quoted(field: String) -> String {
    if field.contains([',', '"', '\n', '\r']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
}

/// The fields of a row. A field in quotes may hold commas, and a quote as two.
fn split(row: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    let mut rest = row.chars().peekable();
    while let Some(c) = rest.next() {
        let last = fields.len() - 1;
        match c {
            '"' if is_quoted && rest.peek() == Some(&'"') => {
                rest.next();
                fields[last].push('"');
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            c => fields[last].push(c),
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::Theme;

    const FEN: &str = "r1bqkb1r/pppp1ppp/2n5/4p2Q/2B1P1n1/8/PPPP1PPP/RNB1K1NR b KQkq - 5 4";

    #[test]
    fn a_row_is_read_and_written() {
        let columns = Columns::new(HEADER).unwrap();
        let row_text = format!(
            "00aB9,{FEN},d7d6 h5f7,831,79,0,0,mate mateIn1 oneMove,https://example.org/x#1,Kings_Pawn_Game Other"
        );
        let puzzle = columns.read(&row_text).unwrap();
        assert_eq!(puzzle.themes, [Theme::Mate, Theme::MateIn1, Theme::OneMove]);
        assert_eq!((puzzle.points, puzzle.deviation, puzzle.openings.len()), (831, 79, 2));
        assert_eq!(row(&puzzle, 0, 0), row_text);
        assert_eq!(row(&puzzle, -7, 12).split(',').nth(5), Some("-7"));
    }

    #[test]
    fn columns_are_found_by_their_names() {
        let columns = Columns::new("Themes,Moves,Rating,\"FEN\",PuzzleId\r\n").unwrap();
        let puzzle = columns.read(&format!("fork newTheme,d7d6 h5f7,1500,{FEN},a1\r\n")).unwrap();
        assert_eq!((puzzle.themes.as_slice(), puzzle.deviation), (&[Theme::Fork][..], 350));
        for wrong in ["", "PuzzleId,FEN,Moves", "1,2,3,4"] {
            assert!(Columns::new(wrong).is_err(), "{wrong}");
        }
    }

    /// A file that is cut and goes on has such rows: of two million rows with 19 that were cut 7 were read, with other ratings.
    #[test]
    fn a_row_that_was_cut_is_no_puzzle() {
        let columns = Columns::new(HEADER).unwrap();
        let row = format!("00aB9,{FEN},d7d6 h5f7,1831,79,0,0,mate,,");
        let rating = row.find("1831").unwrap();
        for end in 0..rating + 5 {
            let is_whole = row[..end].ends_with("1831,");
            assert_eq!(columns.read(&row[..end]).is_ok(), is_whole, "{}", &row[..end]);
        }
        // What nobody needs may be missing at the end of a row.
        assert_eq!(columns.read(&row[..rating + 7]).unwrap().points, 1831);
    }

    #[test]
    fn a_bad_row_is_refused_with_its_field() {
        let columns = Columns::new("PuzzleId,FEN,Moves,Rating").unwrap();
        for (row, field) in [
            ("", "position"),
            ("a1,8/8/8/8/8/8/8/8 w - - 0 1,e2e4,1500", "position"),
            (&format!("a1,{FEN},d7d6 h5h8,1500"), "moves"),
            (&format!("a1,{FEN},d7d6,1500"), "moves"),
            (&format!("a1,{FEN},,1500"), "moves"),
            (&format!("a1,{FEN},d7d6 h5f7,9000"), "rating"),
            (&format!("a-1,{FEN},d7d6 h5f7,900"), "id"),
            (&format!("a1,{FEN},\"d7d6 h5f7,900"), "moves"),
        ] {
            let error = columns.read(row).unwrap_err().to_string();
            assert!(error.contains(field), "{row}: {error}");
        }
    }
}
