// SPDX-License-Identifier: MIT OR Apache-2.0
//! The file format of games: four bytes for each position.
//!
//! A file begins with lines of text: `tabiya games 1`, then `name value` for each setting the games were
//! played with, then an empty line. The games follow, with all numbers little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 4 | the game's number |
//! | 2 | how many plies: n |
//! | 1 | 0 Black won, 1 drawn, 2 White won |
//! | 32 | where it starts: a [`PackedPosition`] |
//! | 4 n | for each ply the move ([`Move::to_bits`]) and the score before it, for the side to move, in hundredths of a pawn; 32000 less the moves to mate |
//! | 4 | a checksum of the above |
//!
//! Games are only appended. If the machine died while a game was written, the file ends with an incomplete
//! game. It is not read, and it is removed when the file is next appended to.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tabiya_rules::{Move, PackedPosition, Position};

const MAGIC: &str = "tabiya games 1";
/// The number of bytes before the plies.
const HEAD: usize = 4 + 2 + 1 + 32;
/// The maximum length of a header line.
const LONGEST_LINE: u64 = 1_000;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// Black won.
    Black,
    /// A draw.
    Draw,
    /// White won.
    White,
}

/// A move, with the score before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move played.
    pub mv: Move,
    /// The score for the side to move, as [`tabiya_engine::Score::rank`].
    pub score: i16,
}

/// A game of the engine against itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The number of the game. Together with the file's settings it determines the game.
    pub number: u32,
    /// The position after the opening, where the engine starts to play.
    pub start: Position,
    /// The moves; each is legal after the ones before it.
    pub plies: Vec<Ply>,
    /// The result.
    pub result: GameResult,
}

impl Game {
    /// The game in the file's format.
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEAD + 4 * self.plies.len() + 4);
        bytes.extend(self.number.to_le_bytes());
        bytes.extend((self.plies.len() as u16).to_le_bytes());
        bytes.push(self.result as u8);
        bytes.extend(PackedPosition::new(&self.start).as_bytes());
        for ply in &self.plies {
            bytes.extend(ply.mv.to_bits().to_le_bytes());
            bytes.extend(ply.score.to_le_bytes());
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads one game. `None` at the end of the file, or if the rest is not a complete game.
    fn read(input: &mut impl Read) -> io::Result<Option<Game>> {
        let mut bytes = vec![0; HEAD];
        if !fill(input, &mut bytes)? {
            return Ok(None);
        }
        let plies = usize::from(u16::from_le_bytes([bytes[4], bytes[5]]));
        bytes.resize(HEAD + 4 * plies + 4, 0);
        if !fill(input, &mut bytes[HEAD..])? {
            return Ok(None);
        }
        Ok(Game::from_bytes(&bytes))
    }

    /// Decodes a game; `None` if the bytes are not a game.
    fn from_bytes(bytes: &[u8]) -> Option<Game> {
        let (content, sum) = bytes.split_last_chunk::<4>()?;
        if checksum(content) != u32::from_le_bytes(*sum) {
            return None;
        }
        let (head, body) = content.split_first_chunk::<HEAD>()?;
        let number = u32::from_le_bytes(*head.first_chunk()?);
        let result = match head[6] {
            0 => GameResult::Black,
            1 => GameResult::Draw,
            2 => GameResult::White,
            _ => return None,
        };
        let start = PackedPosition::from_bytes(*head.last_chunk()?).unpack().ok()?;
        let mut position = start;
        let mut plies = Vec::with_capacity(body.len() / 4);
        for chunk in body.as_chunks::<4>().0 {
            let mv = Move::from_bits(u16::from_le_bytes([chunk[0], chunk[1]]))?;
            if !position.is_legal(mv) {
                return None;
            }
            position.play(mv);
            plies.push(Ply { mv, score: i16::from_le_bytes([chunk[2], chunk[3]]) });
        }
        Some(Game { number, start, plies, result })
    }
}

/// Fills the buffer. Returns false if the input ends before.
fn fill(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match input.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// FNV-1a (Fowler, Noll and Vo), 32 bits.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |sum, byte| (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

/// Reads the games of a file one after the other.
pub struct GameReader {
    input: BufReader<File>,
    path: PathBuf,
    /// The settings as `name value`, in the file's order.
    settings: Vec<String>,
    /// Where the last complete game ended.
    end: u64,
}

impl GameReader {
    /// Opens a file and reads its settings.
    ///
    /// If it can't be read or is not a file of games.
    pub fn open(path: &Path) -> anyhow::Result<GameReader> {
        let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        let mut input = BufReader::with_capacity(1 << 20, file);
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let read = input.by_ref().take(LONGEST_LINE).read_line(&mut line);
            if read.is_err() || !line.ends_with('\n') || (lines.is_empty() && line.trim_end() != MAGIC) {
                bail!(
                    "{} is no file of games: it does not begin with \"{MAGIC}\" and settings",
                    path.display()
                );
            }
            if line.trim_end().is_empty() {
                break;
            }
            lines.push(line.trim_end().to_owned());
        }
        let end = input.stream_position()?;
        let settings = lines.split_off(1);
        Ok(GameReader { input, path: path.to_owned(), settings, end })
    }

    /// The settings the games were played with, as `name value`.
    #[must_use]
    pub fn settings(&self) -> &[String] {
        &self.settings
    }

    /// The next game; `None` after the last complete one.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn read(&mut self) -> anyhow::Result<Option<Game>> {
        let game =
            Game::read(&mut self.input).with_context(|| format!("cannot read {}", self.path.display()))?;
        if game.is_some() {
            self.end = self.input.stream_position()?;
        }
        Ok(game)
    }
}

/// Appends games to a file.
pub struct GameWriter {
    output: File,
    path: PathBuf,
    /// The number of the first game that is not in the file.
    pub next: u32,
    /// The number of positions in the file when it was opened.
    pub positions: u64,
}

impl GameWriter {
    /// Creates a file with these settings, or continues one that has the same settings.
    ///
    /// # Errors
    /// If the file can't be read or written, or was made with other settings.
    pub fn open(path: &Path, settings: &[String]) -> anyhow::Result<GameWriter> {
        let cannot = || format!("cannot write {}", path.display());
        let is_new = std::fs::metadata(path).map_or(true, |found| found.len() == 0);
        let mut output = OpenOptions::new().create(true).append(true).open(path).with_context(cannot)?;
        let (mut next, mut positions) = (0, 0);
        if is_new {
            let text = format!("{MAGIC}\n{}\n\n", settings.join("\n"));
            output.write_all(text.as_bytes()).with_context(cannot)?;
        } else {
            let mut reader = GameReader::open(path)?;
            if reader.settings != settings {
                bail!(
                    "{} was made with other settings ({}); these are ({}): give another file",
                    path.display(),
                    reader.settings.join(", "),
                    settings.join(", ")
                );
            }
            while let Some(game) = reader.read()? {
                next = next.max(game.number + 1);
                positions += game.plies.len() as u64;
            }
            output.set_len(reader.end).with_context(cannot)?;
        }
        output.seek(SeekFrom::End(0)).with_context(cannot)?;
        Ok(GameWriter { output, path: path.to_owned(), next, positions })
    }

    /// Appends a game with a single write.
    ///
    /// # Errors
    /// If the disk returns an error.
    pub fn append(&mut self, game: &Game) -> anyhow::Result<()> {
        self.output
            .write_all(&game.to_bytes())
            .with_context(|| format!("cannot write {}", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u32) -> Game {
        let fen = "r3k2r/pP6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 20";
        let start = Position::from_fen(fen).unwrap();
        let mut position = start;
        let mut plies = Vec::new();
        for n in 0..30 + number as i16 {
            let moves = position.legal_moves();
            let Some(&mv) = moves.get((number as usize * 7 + n as usize * 3) % moves.len().max(1)) else {
                break;
            };
            plies.push(Ply { mv, score: n * 397 - 15_000 });
            position.play(mv);
        }
        Game { number, start, plies, result: GameResult::White }
    }

    fn read_all(path: &Path) -> Vec<Game> {
        let mut reader = GameReader::open(path).unwrap();
        std::iter::from_fn(|| reader.read().unwrap()).collect()
    }

    fn settings() -> Vec<String> {
        vec!["seed 1".into(), "nodes 5".into()]
    }

    #[test]
    fn games_come_back_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some.games");
        let games: Vec<Game> = (0..20).map(game).collect();
        for part in games.chunks(7) {
            let mut writer = GameWriter::open(&path, &settings()).unwrap();
            assert_eq!(writer.next, part[0].number);
            part.iter().for_each(|game| writer.append(game).unwrap());
        }
        assert_eq!(read_all(&path), games);
        assert_eq!(GameReader::open(&path).unwrap().settings(), settings());
    }

    #[test]
    fn half_a_game_at_the_end_is_dropped_and_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some.games");
        let mut writer = GameWriter::open(&path, &settings()).unwrap();
        (0..3).for_each(|number| writer.append(&game(number)).unwrap());
        let whole = std::fs::read(&path).unwrap();
        let before = whole.len() - game(2).to_bytes().len();
        for cut in before + 1..whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            assert_eq!(read_all(&path).len(), 2, "{cut}");
            let mut writer = GameWriter::open(&path, &settings()).unwrap();
            assert_eq!(writer.next, 2);
            writer.append(&game(2)).unwrap();
            assert_eq!(read_all(&path).last(), Some(&game(2)), "{cut}");
        }
    }

    #[test]
    fn a_changed_byte_is_noticed() {
        let bytes = game(5).to_bytes();
        assert_eq!(Game::from_bytes(&bytes), Some(game(5)));
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 4;
            assert_eq!(Game::from_bytes(&changed), None, "{at}");
        }
    }

    #[test]
    fn other_settings_and_other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some.games");
        GameWriter::open(&path, &settings()).unwrap();
        let refused = GameWriter::open(&path, &["seed 2".into()]).err().unwrap().to_string();
        assert!(refused.contains("seed 1, nodes 5") && refused.contains("seed 2"), "{refused}");
        std::fs::write(&path, "PNG or what\n").unwrap();
        assert!(GameReader::open(&path).err().unwrap().to_string().contains("no file of games"));
    }
}
