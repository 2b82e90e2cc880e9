// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya pgn check`: the first fault of each game.

use std::io::{self, Write};
use std::process::ExitCode;

use tabiya_pgn::{PgnFault, PgnProblem, PgnReader, PgnVisitor};
use tabiya_rules::{Letters, San, SanError};

use super::counted;
use super::input::FilesArgs;
use super::pieces::in_order;
use super::record::{Look, ReadArgs, records};
use crate::visible::visible;

/// Say what is wrong with each game, and where
///
/// One line for the first fault of a game: file:line:column: game n ("White - Black"): what. Exit code 1 if there is any. A game
/// that was read as it must be meant has a line with the first thing that is odd. Moves in variations are checked too. Counts go to standard error.
#[derive(clap::Args)]
#[command(after_help = "Examples: tabiya pgn check games.pgn
          tabiya pgn check *.pgn --strict")]
pub(crate) struct Args {
    #[command(flatten)]
    input: FilesArgs,
    #[command(flatten)]
    reading: ReadArgs,
    /// Also ask for most of the export format: the seven tags first and in order, moves with x, +, # and no more of their origin than
    /// is needed, a result after mate, lines that end with LF, no byte order mark, no null moves, nothing odd. Move numbers, glyphs
    /// and the arrangement in lines are not looked at.
    #[arg(long)]
    strict: bool,
}

/// What is said of a game, with places that count from its piece's beginning.
struct Line {
    game: u64,
    line: u64,
    column: u64,
    what: String,
}

/// What is wrong or odd in a piece.
struct Checked {
    lines: Vec<Line>,
    games: u64,
    faults: u64,
    odd: u64,
    line_ends: u64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let (mut games, mut faults, mut odd) = (0, 0, 0);
    let letters = args.reading.letters;
    let look = Look { variations: true, results: true, strict: args.strict, positions: false, letters };
    let check = |piece: &[u8]| check(piece, look);
    for file in args.input.each() {
        let (name, input) = file?;
        // Games and lines are counted from the file's beginning.
        let (mut before, mut line_ends) = (0, 0);
        in_order(input, &args.reading.threads, check, |checked| {
            for Line { game, line, column, what } in &checked.lines {
                writeln!(
                    out,
                    "{name}:{}:{column}: game {}{}",
                    line_ends + line,
                    before + game,
                    visible(what)
                )?;
            }
            faults += checked.faults;
            odd += checked.odd;
            before += checked.games;
            line_ends += checked.line_ends;
            Ok(())
        })?;
        games += before;
    }
    out.flush()?;
    let odd = if odd > 0 { format!(", {odd} odd") } else { String::new() };
    eprintln!("{}, {}{odd}", counted(games, "game"), counted(faults, "fault"));
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// One line for each game with a fault or with something odd.
fn check(piece: &[u8], look: Look) -> Checked {
    let (records, line_ends) = records(piece, look);
    let mut checked =
        Checked { lines: Vec::new(), games: records.len() as u64, faults: 0, odd: 0, line_ends };
    let mut bytes = if look.strict { bytes_at_fault(piece) } else { None };
    for (record, game) in records.iter().zip(1..) {
        let players = format!(" ({:?})", record.players());
        // The bytes of a piece are at fault in its first game.
        if let Some((line, column, what)) = bytes.take() {
            checked.faults += 1;
            checked.lines.push(Line { game, line, column, what: format!("{players}: {what}") });
        } else if let Some(PgnFault { line, column, problem, .. }) = &record.fault {
            checked.faults += 1;
            let what = format!("{players}: {problem}{}", advice(problem, look));
            checked.lines.push(Line { game, line: *line, column: *column, what });
        } else if let Some(PgnFault { line, column, problem, .. }) = &record.oddity {
            checked.odd += 1;
            let more = match record.oddities {
                1 => String::new(),
                all => format!(" (and {} more)", all - 1),
            };
            let what = format!("{players}: odd: {problem}{more}");
            checked.lines.push(Line { game, line: *line, column: *column, what });
        }
    }
    checked
}

/// Which option would read a move that is none in English.
fn advice(problem: &PgnProblem, look: Look) -> String {
    let PgnProblem::San { text, error } = problem else { return String::new() };
    if look.letters.is_some() || !matches!(**error, SanError::Syntax { .. }) {
        return String::new();
    }
    let fits = |code: &&str| Letters::of_language(code).is_some_and(|letters| reads(text, letters));
    let codes: Vec<&str> = Letters::languages().filter(fits).collect();
    if codes.is_empty() {
        return String::new();
    }
    format!("; --letters reads the pieces' letters of another language, such as {}", codes.join(", "))
}

/// Whether a word is a move with these letters.
fn reads(word: &str, letters: &'static Letters<'static>) -> bool {
    struct First(bool);
    impl PgnVisitor for First {
        type Game = bool;
        fn san(&mut self, _: San) -> Result<(), PgnProblem> {
            self.0 = true;
            Ok(())
        }
        fn end_game(&mut self) -> bool {
            self.0
        }
    }
    let mut reader = PgnReader::from_bytes(word.as_bytes()).with_letters(letters);
    matches!(reader.read_game(&mut First(false)), Some(Ok(true)))
}

/// Bytes that the export format does not have, the first one of the piece.
fn bytes_at_fault(piece: &[u8]) -> Option<(u64, u64, &'static str)> {
    if piece.starts_with(b"\xEF\xBB\xBF") {
        return Some((1, 1, "expected no byte order mark"));
    }
    let at = piece.iter().position(|byte| *byte == b'\r')?;
    let before = &piece[..at];
    let line = before.iter().filter(|byte| **byte == b'\n').count() as u64 + 1;
    let column = before.rsplit(|byte| *byte == b'\n').next().map_or(0, <[u8]>::len) as u64 + 1;
    Some((line, column, "expected LF at the end of the line, found CR"))
}
