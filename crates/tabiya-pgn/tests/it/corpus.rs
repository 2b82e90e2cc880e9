// SPDX-License-Identifier: MIT OR Apache-2.0
//! The files in `tests/data/pgn`: what a reader makes of each game, and where it says that something is wrong.

use std::fs;
use std::io::Read;
use std::path::Path;

use tabiya_pgn::{PgnProblem, PgnReader, PgnResult, PgnSource, PgnStart, PgnText, PgnVisitor, Then};
use tabiya_rules::{Position, San};

/// Plays the main line and writes it down.
#[derive(Default)]
struct Scribe {
    start: PgnStart,
    position: Position,
    line: String,
}

impl PgnVisitor for Scribe {
    type Game = String;

    fn begin_game(&mut self) {
        *self = Scribe::default();
    }

    fn tag(&mut self, name: &str, value: PgnText<'_>) -> Result<(), PgnProblem> {
        self.start.tag(name, value)?;
        if matches!(name, "White" | "Black") {
            self.line += &format!("{name}={value} ");
        }
        Ok(())
    }

    fn end_tags(&mut self) -> Result<Then, PgnProblem> {
        self.position = self.start.position();
        Ok(Then::Read)
    }

    fn san(&mut self, san: San) -> Result<(), PgnProblem> {
        let mv = san.to_move(&self.position)?;
        self.line += &format!("{} ", San::of(&self.position, mv));
        self.position.play(mv);
        Ok(())
    }

    fn nag(&mut self, nag: u8) -> Result<(), PgnProblem> {
        self.line += &format!("${nag} ");
        Ok(())
    }

    fn comment(&mut self, text: PgnText<'_>) -> Result<(), PgnProblem> {
        self.line += &format!("{:?} ", text.to_str());
        Ok(())
    }

    fn result(&mut self, result: Option<PgnResult>) -> Result<(), PgnProblem> {
        self.line += &result.map_or("without result".to_owned(), |result| result.to_string());
        Ok(())
    }

    fn end_game(&mut self) -> String {
        std::mem::take(&mut self.line)
    }
}

fn told<S: PgnSource>(mut reader: PgnReader<S>) -> String {
    let mut text = String::new();
    while let Some(game) = reader.read_game(&mut Scribe::default()) {
        match game {
            Ok(line) => text += &format!("game {}: {line}\n", reader.games()),
            Err(fault) => text += &format!("{fault}\n"),
        }
    }
    text
}

/// Hands out its bytes a few at a time.
struct Drip<'a>(&'a [u8], usize);

impl Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let len = self.1.min(self.0.len()).min(buffer.len());
        buffer[..len].copy_from_slice(&self.0[..len]);
        self.0 = &self.0[len..];
        Ok(len)
    }
}

/// From memory, from a stream, and from one that drips: always what stands in the file beside it.
fn check(pgn: &Path) {
    let bytes = fs::read(pgn).unwrap();
    let expected = fs::read_to_string(pgn.with_extension("txt")).unwrap_or_default();
    let found = told(PgnReader::from_bytes(&bytes));
    assert_eq!(found, expected, "{}; found:\n{found}", pgn.display());
    for step in [1, 2, 7, 4096] {
        assert_eq!(told(PgnReader::new(Drip(&bytes, step))), expected, "{} by {step}", pgn.display());
    }
}

#[test]
fn every_file_gives_what_stands_beside_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pgn");
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "pgn"));
    assert!(files.len() >= 15, "only {} files", files.len());
    files.iter().for_each(|path| check(path));
}
