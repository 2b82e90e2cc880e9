// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compares the last position of every game in PGN files with what python-chess reads.
//!
//! `cargo xtask pgn FOLDER` runs it. Each file below the folder is read by both. A game of python-chess is the same game as ours
//! if ours begins in its text. `tests/data/python_chess.txt` lists the known differences, each with its reason; any other
//! difference is printed, and the program then ends with status 1.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::{fs, iter};

use tabiya_pgn::{PgnProblem, PgnReader, PgnStart, PgnText, PgnVisitor, Then};
use tabiya_rules::{CastlingSide, Color, Position, San};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Differences that are known, each with its reason.
const KNOWN: &str = include_str!("../tests/data/python_chess.txt");

/// A game as we read it.
struct Ours {
    /// The byte at which it begins.
    start: usize,
    /// The last position of the main line, or the fault.
    end: std::result::Result<String, String>,
}

/// A game as python-chess reads it.
struct Theirs {
    start: usize,
    end: usize,
    variant: String,
    fen: String,
    has_tags: bool,
    /// Empty if python-chess found nothing wrong.
    faults: String,
}

fn main() -> Result<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [python, folder] = arguments.as_slice() else { return Err("expected PYTHON FOLDER".into()) };
    let mut paths = Vec::new();
    find(Path::new(folder), &mut paths)?;
    paths.sort();
    let requests: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let theirs = ask(python, &requests)?;
    let known: BTreeMap<&str, &str> = KNOWN
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(": "))
        .collect();
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    // Games that differ, and how to ask for each alone.
    let (mut differing, mut alone) = (Vec::new(), Vec::new());
    for (number, path) in paths.iter().enumerate() {
        let text = fs::read(path)?;
        let ours = read(&text);
        for theirs in theirs.get(&number).into_iter().flatten() {
            let line = text[..theirs.start].iter().filter(|byte| **byte == b'\n').count() + 1;
            let here: Vec<&Ours> =
                ours.iter().filter(|ours| (theirs.start..theirs.end).contains(&ours.start)).collect();
            let (kind, what) = compare(theirs, &here, ours.iter().rfind(|ours| ours.start < theirs.start));
            let name = format!("{}:{line}", path.strip_prefix(folder)?.display());
            if what.is_empty() {
                *counts.entry(kind).or_default() += 1;
            } else if let ([Ours { start, end: Ok(fen) }], true) = (&here[..], theirs.faults.is_empty()) {
                let next = ours.iter().map(|ours| ours.start).find(|next| next > start).unwrap_or(text.len());
                alone.push(format!("{}\t{start}\t{next}", path.display()));
                differing.push((name, kind, what, Some((alone.len() - 1, fen.clone()))));
            } else {
                differing.push((name, kind, what, None));
            }
        }
    }
    let alone = ask(python, &alone)?;
    let mut unknown = 0;
    for (name, kind, what, again) in differing {
        let same = |(number, fen): &(usize, String)| matches!(alone.get(number).map(Vec::as_slice), Some([game]) if game.fen == *fen && game.faults.is_empty());
        if again.as_ref().is_some_and(same) {
            *counts.entry("have the same last position without the blank lines in them").or_default() += 1;
        } else if known.iter().any(|(place, _)| is_place(&name, place)) {
            *counts.entry("differ for a known reason").or_default() += 1;
        } else {
            unknown += 1;
            println!("{name}: {kind}: {what}");
        }
    }
    println!("{} files", paths.len());
    for (kind, count) in counts {
        println!("{count} games {kind}");
    }
    println!("{unknown} games differ for an unknown reason");
    Ok(if unknown == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Whether a place of the list is this one. A place gives the end of a path.
fn is_place(name: &str, place: &str) -> bool {
    name.strip_suffix(place).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

/// The kind of a pair of games, and what differs; empty if nothing does. `before` is our last game that begins earlier.
fn compare(theirs: &Theirs, ours: &[&Ours], before: Option<&Ours>) -> (&'static str, String) {
    let faults = || ours.iter().filter_map(|ours| ours.end.as_ref().err());
    let all = || ours.iter().map(|ours| format!("{:?}", ours.end)).collect::<Vec<_>>().join(", ");
    if !matches!(theirs.variant.as_str(), "chess" | "chess960") {
        let read = ours.iter().any(|ours| ours.end.is_ok());
        return if read {
            ("a variant that we read as chess", format!("{} {}", theirs.variant, all()))
        } else {
            ("are of a variant that we refuse by name", String::new())
        };
    }
    if !theirs.faults.is_empty() {
        return if faults().next().is_some() || ours.is_empty() {
            ("are refused by both", String::new())
        } else if ours.len() == 1 && std::env::var_os("SHOW_ALL").is_none() {
            ("are read by us alone", String::new())
        } else {
            ("read by us alone", format!("{} where python-chess says: {}", all(), theirs.faults))
        };
    }
    let rest = before.is_none_or(|before| before.end.is_ok());
    if ours.is_empty() && !theirs.has_tags && rest {
        return (
            "of python-chess are the rest of a game after a blank line, or a text between games",
            String::new(),
        );
    }
    match ours {
        [Ours { end: Ok(fen), .. }] if *fen == theirs.fen => ("have the same last position", String::new()),
        [Ours { end: Ok(_), .. }] => ("another last position", format!("{} and {}", all(), theirs.fen)),
        [Ours { end: Ok(fen), .. }, ..] if *fen == theirs.fen => (
            "have the same last position, and python-chess passes over other games after them",
            String::new(),
        ),
        [] => ("a game that we don't see", theirs.fen.clone()),
        [Ours { end: Err(fault), .. }] => ("read by python-chess alone", fault.clone()),
        _ => ("several games in one of python-chess", format!("{} and {}", all(), theirs.fen)),
    }
}

/// All files below a folder that may hold games.
fn find(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, paths)?;
        } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn")) {
            paths.push(path);
        }
    }
    Ok(())
}

/// What python-chess reads for each line of requests; `tests/python_chess.py` says what a request is.
fn ask(python: &str, requests: &[String]) -> Result<BTreeMap<usize, Vec<Theirs>>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python_chess.py");
    let mut process =
        Command::new(python).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = process.stdin.take().ok_or("no standard input")?;
    input.write_all(requests.join("\n").as_bytes())?;
    drop(input);
    let output = process.wait_with_output()?;
    if !output.status.success() {
        return Err("python-chess has failed; is it installed?".into());
    }
    let mut files: BTreeMap<usize, Vec<Theirs>> = BTreeMap::new();
    for line in String::from_utf8(output.stdout)?.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [file, start, end, variant, fen, tags, faults] = fields[..] else {
            return Err(format!("expected seven fields, found {line:?}").into());
        };
        files.entry(file.parse()?).or_default().push(Theirs {
            start: start.parse()?,
            end: end.parse()?,
            variant: variant.to_owned(),
            fen: fen.to_owned(),
            has_tags: tags == "tags",
            faults: faults.to_owned(),
        });
    }
    Ok(files)
}

/// All games as our reader reads them.
fn read(text: &[u8]) -> Vec<Ours> {
    let mut reader = PgnReader::from_bytes(text);
    let mut last = Last::default();
    iter::from_fn(|| {
        let game = reader.read_game(&mut last)?;
        let end = game.map(|position| shredder_fen(&position)).map_err(|fault| fault.to_string());
        Some(Ours { start: reader.game_offset() as usize, end })
    })
    .collect()
}

/// Plays the main line.
#[derive(Default)]
struct Last {
    start: PgnStart,
    position: Position,
}

impl PgnVisitor for Last {
    type Game = Position;

    fn begin_game(&mut self) {
        *self = Last::default();
    }

    fn tag(&mut self, name: &str, value: PgnText<'_>) -> std::result::Result<(), PgnProblem> {
        self.start.tag(name, value).map(drop)
    }

    fn end_tags(&mut self) -> std::result::Result<Then, PgnProblem> {
        self.position = self.start.position();
        Ok(Then::Read)
    }

    fn san(&mut self, san: San) -> std::result::Result<(), PgnProblem> {
        self.position.play(san.to_move(&self.position)?);
        Ok(())
    }

    fn null_move(&mut self) -> std::result::Result<(), PgnProblem> {
        self.position = self.position.after_null_move().ok_or(PgnProblem::NullMove)?;
        Ok(())
    }

    fn end_game(&mut self) -> Position {
        self.position
    }
}

/// FEN in which castling rights are the files of the rooks, so that it does not depend on how they are written.
fn shredder_fen(position: &Position) -> String {
    let mut rights = String::new();
    for color in [Color::White, Color::Black] {
        for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
            if let Some(rook) = position.castling_rook(color, side) {
                let file = rook.file().to_string();
                rights += &if color == Color::White { file.to_uppercase() } else { file };
            }
        }
    }
    let fen = position.to_fen();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    if !rights.is_empty() {
        fields[2] = &rights;
    }
    fields.join(" ")
}
