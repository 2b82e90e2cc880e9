// SPDX-License-Identifier: AGPL-3.0-or-later
//! The score sheet of a game at a wooden board, as somebody types or pastes it: PGN, or the moves alone.
//!
//! Every move is checked by the rules. What is kept is the main line: comments, variations and clocks are left out, so that an
//! event stays small, and nobody has to look through them.

use tabiya_pgn::{PgnProblem, PgnReader, PgnResult, PgnStart, PgnText, PgnVisitor, Then};
use tabiya_protocol::events::LONGEST_TYPED_GAME;
use tabiya_rules::{History, Outcome, Position, San, parse_san, san};

/// The longest text, in bytes.
pub const MOST_BYTES: usize = LONGEST_TYPED_GAME;
/// The most half-moves of a game. The longest ones that were played at a board have some 540.
pub const MOST_PLIES: usize = 600;

/// A score sheet that was read: its moves are possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreSheet {
    /// The starting position; `None` for the usual one.
    pub start: Option<String>,
    /// The moves, with a blank between two.
    pub moves: String,
    /// What the text says of White's and Black's names.
    pub names: [Option<String>; 2],
    /// The results that the text says, and the one that stands on the board; each once.
    pub results: Vec<PgnResult>,
}

/// Why a text is no score sheet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRead {
    /// The text is longer than a game needs.
    #[error("the text of a game has at most {} kB; leave comments and variations out", MOST_BYTES / 1024)]
    TooLong,
    /// The game is longer than any.
    #[error("a game has at most {MOST_PLIES} half-moves")]
    TooManyMoves,
    /// There are several games.
    #[error("the text holds more than one game; a board has one")]
    Several,
    /// There is none.
    #[error("the text holds no moves")]
    NoMoves,
    /// What is wrong, and where.
    #[error("line {line}, column {column}: {problem}")]
    Wrong {
        /// The line, from 1.
        line: u64,
        /// The character in it, from 1.
        column: u64,
        /// What is wrong, in words: for a move, why it is not possible.
        problem: String,
    },
}

/// Reads the game in a text.
///
/// # Errors
/// What is wrong with it.
pub fn read(text: &str) -> Result<ScoreSheet, NotRead> {
    if text.len() > MOST_BYTES {
        return Err(NotRead::TooLong);
    }
    let mut reader = PgnReader::from_bytes(text.as_bytes());
    let mut reading = Reading::default();
    let found = reader.read_game(&mut reading).ok_or(NotRead::NoMoves)?;
    let sheet = found.map_err(|fault| {
        if reading.is_too_long {
            return NotRead::TooManyMoves;
        }
        NotRead::Wrong { line: fault.line, column: fault.column, problem: fault.problem.to_string() }
    })?;
    if sheet.moves.is_empty() {
        return Err(NotRead::NoMoves);
    }
    match reader.read_game(&mut reading) {
        None => Ok(sheet),
        Some(_) => Err(NotRead::Several),
    }
}

/// The game of a sheet that was kept; `None` if its moves are not possible, which no sheet of this program is.
pub fn history(start: Option<&str>, moves: &str) -> Option<History> {
    let start = start.map_or_else(|| Some(Position::start()), |fen| Position::from_fen(fen).ok())?;
    let mut history = History::new(start);
    for text in moves.split_ascii_whitespace() {
        if history.ply() == MOST_PLIES {
            return None;
        }
        let one = parse_san(history.position(), text).ok()?;
        history.play(one);
    }
    Some(history)
}

/// The result that stands on the board: whoever was mated has lost, whatever the sheet says.
fn on_the_board(history: &History) -> Option<PgnResult> {
    match history.outcome()? {
        outcome @ (Outcome::Checkmate { .. } | Outcome::Stalemate | Outcome::InsufficientMaterial) => {
            Some(outcome.into())
        }
        // Nobody at the board may have noticed, and the game went on, or was lost on time.
        Outcome::FivefoldRepetition | Outcome::SeventyFiveMoves => None,
    }
}

/// A game while it is read.
#[derive(Default)]
struct Reading {
    start: PgnStart,
    history: Option<History>,
    moves: Vec<String>,
    names: [Option<String>; 2],
    results: Vec<PgnResult>,
    is_too_long: bool,
}

impl Reading {
    fn note_result(&mut self, result: PgnResult) {
        if result != PgnResult::Unfinished && !self.results.contains(&result) {
            self.results.push(result);
        }
    }
}

impl PgnVisitor for Reading {
    type Game = ScoreSheet;

    fn begin_game(&mut self) {
        *self = Self::default();
    }

    fn tag(&mut self, name: &str, value: PgnText<'_>) -> Result<(), PgnProblem> {
        let text = value.to_str();
        match name {
            "White" => self.names[0] = name_in(&text),
            "Black" => self.names[1] = name_in(&text),
            "Result" => {
                let all = [PgnResult::WhiteWins, PgnResult::BlackWins, PgnResult::Draw];
                if let Some(result) = all.into_iter().find(|result| result.to_string() == text.trim()) {
                    self.note_result(result);
                }
            }
            _ => {
                self.start.tag(name, value)?;
            }
        }
        Ok(())
    }

    fn end_tags(&mut self) -> Result<Then, PgnProblem> {
        self.history = Some(History::new(self.start.position()));
        Ok(Then::Read)
    }

    fn san(&mut self, one: San) -> Result<(), PgnProblem> {
        let history = self.history.get_or_insert_with(|| History::new(Position::start()));
        let played = one.to_move(history.position())?;
        if history.ply() == MOST_PLIES {
            self.is_too_long = true;
            return Err(PgnProblem::other("too many moves"));
        }
        self.moves.push(san(history.position(), played));
        history.play(played);
        Ok(())
    }

    fn result(&mut self, result: Option<PgnResult>) -> Result<(), PgnProblem> {
        if let Some(result) = result {
            self.note_result(result);
        }
        Ok(())
    }

    fn end_game(&mut self) -> ScoreSheet {
        let history = self.history.take();
        if let Some(result) = history.as_ref().and_then(on_the_board) {
            self.note_result(result);
        }
        let start = history.map(|history| *history.start()).filter(|start| *start != Position::start());
        ScoreSheet {
            start: start.map(|start| start.to_fen()),
            moves: self.moves.join(" "),
            names: std::mem::take(&mut self.names),
            results: std::mem::take(&mut self.results),
        }
    }
}

/// A name that says who it is: PGN has a question mark for players that nobody knows, and some programs have the colour.
fn name_in(text: &str) -> Option<String> {
    let name = text.trim();
    let says_nothing = ["", "?", "-", "white", "black", "nn", "n.n.", "n, n"];
    (!says_nothing.contains(&name.to_lowercase().as_str())).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pgn_and_moves_alone_are_read() {
        for text in ["e4 e5 Nf3", "1. e4 e5 2. Nf3", "1.e4 {best} (1.d4 d5) e5 2.Nf3 *", "1. e4 e5 2. Ng1-f3"]
        {
            let sheet = read(text).unwrap();
            assert_eq!((sheet.moves.as_str(), sheet.start), ("e4 e5 Nf3", None), "{text}");
            assert!(sheet.results.is_empty(), "{text}");
        }
        let pgn = "[White \"Berg, Ann\"]\n[Black \"?\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
        let sheet = read(pgn).unwrap();
        assert_eq!(sheet.names, [Some("Berg, Ann".to_owned()), None]);
        assert_eq!(sheet.results, [PgnResult::BlackWins]);
        assert_eq!(history(None, &sheet.moves).unwrap().ply(), 4);
    }

    #[test]
    fn what_stands_on_the_board_is_a_result_too() {
        assert_eq!(read("f3 e5 g4 Qh4#").unwrap().results, [PgnResult::BlackWins]);
        let both = read("1. f3 e5 2. g4 Qh4# 1-0").unwrap().results;
        assert_eq!(both, [PgnResult::WhiteWins, PgnResult::BlackWins]);
    }

    #[test]
    fn a_game_from_another_start_keeps_it() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        let sheet = read(&format!("[FEN \"{fen}\"]\n\n1. e4 Kd7 *")).unwrap();
        assert_eq!(sheet.start.as_deref(), Some(fen));
        assert_eq!(history(sheet.start.as_deref(), &sheet.moves).unwrap().ply(), 2);
        assert!(history(None, "e4 e4").is_none());
    }

    #[test]
    fn what_is_wrong_is_said_in_words() {
        let wrong = read("1. e4 e5\n2. Ke3").unwrap_err();
        let NotRead::Wrong { line: 2, problem, .. } = wrong else { panic!("{wrong}") };
        assert!(problem.starts_with("Ke3: ") && problem.len() > 10, "{problem}");
        assert_eq!(read(""), Err(NotRead::NoMoves));
        assert_eq!(read("[White \"Ann\"]\n\n*\n"), Err(NotRead::NoMoves));
        assert_eq!(read("1. e4 *\n\n1. d4 *\n"), Err(NotRead::Several));
        assert_eq!(read(&"x".repeat(MOST_BYTES + 1)), Err(NotRead::TooLong));
        let long = "Nf3 Nf6 Ng1 Ng8 ".repeat(MOST_PLIES / 4);
        assert_eq!(read(&long).unwrap().moves.split(' ').count(), MOST_PLIES);
        assert_eq!(read(&format!("{long} e4")), Err(NotRead::TooManyMoves));
        assert!(history(None, &format!("{long} e4")).is_none());
    }
}
