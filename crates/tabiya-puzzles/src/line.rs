// SPDX-License-Identifier: AGPL-3.0-or-later
//! A puzzle as one line of text, in which the start set is shipped and puzzles are stored.
//!
//! Ten fields with tabs between them: the id; the position before the mistake, as a FEN; the moves from the mistake on, in UCI with spaces;
//! what else is right or good, a word a step; points; deviation; themes; the names of its opening; where it comes from; the proof, or `-`.
//! A step's word is `-`, or further right moves with commas, and after `/` the good ones: `h5h7/d1d8,a2a3`.

use tabiya_rules::{Attempt, Move, Position};

use crate::id::PuzzleId;
use crate::proof::Proof;
use crate::puzzle::{Origin, Puzzle, PuzzleError, Step};

/// A line that holds no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// A field is missing, or there is one too many.
    #[error("a puzzle has 10 fields with tabs between them, not {found}")]
    Fields {
        /// How many there are.
        found: usize,
    },
    /// A field can't be read.
    #[error("the {field} of a puzzle can't be {found:?}")]
    Field {
        /// Which one.
        field: &'static str,
        /// Its beginning.
        found: String,
    },
    /// The moves make no puzzle.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
}

pub(crate) fn wrong(field: &'static str, found: &str) -> LineError {
    LineError::Field { field, found: found.chars().take(80).collect() }
}

impl Puzzle {
    /// The line of this puzzle, without a line break.
    #[must_use]
    pub fn to_line(&self) -> String {
        let proof =
            self.proof.as_ref().map_or_else(|| "-".to_owned(), |proof| proof.write(&self.positions()));
        let fields = [
            self.id().to_string(),
            self.before().to_fen(),
            self.uci().join(" "),
            self.steps().iter().map(|step| self.word(step)).collect::<Vec<_>>().join(" "),
            self.points.to_string(),
            self.deviation.to_string(),
            self.themes.iter().map(|theme| theme.name()).collect::<Vec<_>>().join(" "),
            self.openings.join(" "),
            origin_text(&self.origin),
            proof,
        ];
        fields.join("\t")
    }

    /// The moves from the mistake on, in UCI.
    #[must_use]
    pub fn uci(&self) -> Vec<String> {
        self.moves().map(|mv| mv.to_uci(self.before().castling_mode())).collect()
    }

    fn word(&self, step: &Step) -> String {
        let list = |moves: &[Move]| {
            let moves = moves.iter().map(|mv| mv.to_uci(self.before().castling_mode()));
            moves.collect::<Vec<_>>().join(",")
        };
        let (also, good) = (list(&step.right[1..]), list(&step.good));
        match (also.is_empty(), good.is_empty()) {
            (true, true) => "-".to_owned(),
            (_, true) => also,
            (_, false) => format!("{also}/{good}"),
        }
    }

    /// The puzzle of a line.
    ///
    /// # Errors
    /// What is wrong with the line.
    pub fn from_line(line: &str) -> Result<Self, LineError> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, fen, moves, words, points, deviation, themes, openings, origin, proof] = fields[..] else {
            return Err(LineError::Fields { found: fields.len() });
        };
        let before = Position::from_fen(fen).map_err(|_| wrong("position", fen))?;
        let (mistake, mut steps) = steps_of(&before, moves)?;
        let mut puzzle = Self::new(before, mistake, steps.clone(), Origin::File, None)?;
        let positions = puzzle.positions();
        let mut rest = words.split(' ');
        for (step, position) in steps.iter_mut().zip(&positions) {
            let word = rest.next().ok_or_else(|| wrong("steps", words))?;
            let (also, good) = read_word(word, position).ok_or_else(|| wrong("steps", words))?;
            step.right.extend(also);
            step.good = good;
        }
        if rest.next().is_some() {
            return Err(wrong("steps", words));
        }
        let proof = match proof {
            "-" => None,
            text => Some(Proof::read(text, &positions).ok_or_else(|| wrong("proof", text))?),
        };
        let origin = read_origin(origin).ok_or_else(|| wrong("origin", origin))?;
        puzzle = Self::new(before, mistake, steps, origin, proof)?;
        puzzle.points = points.parse().map_err(|_| wrong("points", points))?;
        puzzle.deviation = deviation.parse().map_err(|_| wrong("deviation", deviation))?;
        let names = themes.split(' ').filter(|name| !name.is_empty());
        puzzle.themes =
            names.map(|name| name.parse().map_err(|_| wrong("themes", name))).collect::<Result<_, _>>()?;
        puzzle.openings = openings.split(' ').filter(|name| !name.is_empty()).map(str::to_owned).collect();
        let id: PuzzleId = id.parse().map_err(|_| wrong("id", id))?;
        Ok(puzzle.with_id(id))
    }
}

/// The position that the solver of a line's puzzle sees first; `None` if the line holds no puzzle. It reads no more than that.
#[must_use]
pub fn start_of_line(line: &str) -> Option<Position> {
    let mut fields = line.split('\t').skip(1);
    let before = Position::from_fen(fields.next()?).ok()?;
    let mistake = fields.next()?.split(' ').next()?.parse::<Attempt>().ok()?.to_move(&before).ok()?;
    Some(before.after(mistake))
}

/// The mistake, and a step for each move of the solver, of moves in UCI with spaces between them.
///
/// # Errors
/// If a move is not legal, or the last one is the opponent's.
pub(crate) fn steps_of(before: &Position, moves: &str) -> Result<(Move, Vec<Step>), LineError> {
    let mut position = *before;
    let mut played = Vec::new();
    for text in moves.split(' ') {
        let mv = text.parse::<Attempt>().ok().and_then(|attempt| attempt.to_move(&position).ok());
        let mv = mv.ok_or_else(|| wrong("moves", text))?;
        position.play(mv);
        played.push(mv);
    }
    let Some((mistake, solution)) = played.split_first() else { return Err(wrong("moves", moves)) };
    if solution.len().is_multiple_of(2) {
        return Err(wrong("moves", moves));
    }
    let step = |pair: &[Move]| Step { right: vec![pair[0]], good: Vec::new(), reply: pair.get(1).copied() };
    Ok((*mistake, solution.chunks(2).map(step).collect()))
}

fn read_word(word: &str, position: &Position) -> Option<(Vec<Move>, Vec<Move>)> {
    if word == "-" {
        return Some((Vec::new(), Vec::new()));
    }
    let (also, good) = word.split_once('/').unwrap_or((word, ""));
    let list = |text: &str| -> Option<Vec<Move>> {
        let moves = text.split(',').filter(|text| !text.is_empty());
        moves.map(|text| text.parse::<Attempt>().ok()?.to_move(position).ok()).collect()
    };
    Some((list(also)?, list(good)?))
}

fn origin_text(origin: &Origin) -> String {
    match origin {
        Origin::Game(id) => format!("game {id}"),
        Origin::SelfPlay => "self-play".to_owned(),
        Origin::File => "file".to_owned(),
        Origin::Import(address) => format!("import {address}"),
    }
}

fn read_origin(text: &str) -> Option<Origin> {
    match text.split_once(' ') {
        Some(("game", id)) => Some(Origin::Game(id.to_owned())),
        Some(("import", address)) => Some(Origin::Import(address.to_owned())),
        None if text == "self-play" => Some(Origin::SelfPlay),
        None if text == "file" => Some(Origin::File),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "abc12345\tr1bqkb1r/pppp1ppp/2n5/4p2Q/2B1P1n1/8/PPPP1PPP/RNB1K1NR b KQkq - 5 4\td7d6 h5f7\t\
        /c4f7,h5g4\t600\t250\tmate mateIn1 oneMove\tItalian_Game Other\tself-play\t-";

    #[test]
    fn a_line_is_read_and_written() {
        let puzzle = Puzzle::from_line(LINE).unwrap();
        assert_eq!(puzzle.id().as_str(), "abc12345");
        assert_eq!((puzzle.points, puzzle.themes.len(), puzzle.steps()[0].good.len()), (600, 3, 2));
        assert_eq!(puzzle.to_line(), LINE);
        assert_eq!(start_of_line(LINE), Some(puzzle.start()));
        assert_eq!(start_of_line("abc"), None);
    }

    #[test]
    fn a_damaged_line_is_refused_with_its_field() {
        for (from, to, expected) in [
            ("\t-", "", "10 fields"),
            ("abc12345", "a-b", "id"),
            ("RNB1K1NR", "RNB3NR", "position"),
            ("h5f7\t", "h5h8\t", "moves"),
            ("d7d6 h5f7", "d7d6", "moves"),
            ("d7d6 h5f7", "d7d6 c4f7 e8e7", "moves"),
            ("/c4f7", "/c4f8", "steps"),
            ("/c4f7", "- /c4f7", "steps"),
            ("600", "many", "points"),
            ("mateIn1", "mateIn9", "themes"),
            ("self-play", "nowhere", "origin"),
            ("\t-", "\tx|1d1:h5h8+1 1d1:h5f7+1", "proof"),
        ] {
            let error = Puzzle::from_line(&LINE.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(error.contains(expected), "{to}: {error}");
        }
    }
}
