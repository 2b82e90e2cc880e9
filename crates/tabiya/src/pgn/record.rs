// SPDX-License-Identifier: AGPL-3.0-or-later
//! A game as these commands look at it: its tags, its main line played, and what is wrong with it.

use std::borrow::Cow;
use std::fmt;

use tabiya_pgn::{
    PgnFault, PgnOddity, PgnProblem, PgnReader, PgnResult, PgnStart, PgnText, PgnVisitor, Then,
};
use tabiya_rules::{Letters, Outcome, Position, San};

use super::pieces::ThreadArgs;

/// How the games are read; all of `tabiya pgn` have it.
#[derive(clap::Args)]
pub(crate) struct ReadArgs {
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// The moves name pieces with the letters of this language, like de for Sf3 or fr for Cf3.
    #[arg(long, value_name = "LANGUAGE", value_parser = letters)]
    pub(crate) letters: Option<&'static Letters<'static>>,
}

fn letters(code: &str) -> Result<&'static Letters<'static>, String> {
    Letters::of_language(code).ok_or_else(|| {
        let known: Vec<&str> = Letters::languages().collect();
        format!("expected one of {}", known.join(", "))
    })
}

/// How closely to look.
#[derive(Clone, Copy, Default)]
pub(crate) struct Look {
    /// The letters of pieces, if not the English ones.
    pub(crate) letters: Option<&'static Letters<'static>>,
    /// Play the variations too.
    pub(crate) variations: bool,
    /// A game must have a result, and one that its tags and its last position don't contradict.
    pub(crate) results: bool,
    /// Besides, spelling and roster as the export format has them.
    pub(crate) strict: bool,
    /// Keep every position of the main line.
    pub(crate) positions: bool,
}

/// A half-move of the main line.
#[derive(Clone, Copy)]
pub(crate) enum Played {
    San(San),
    /// `--`
    Null,
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Played::San(san) => san.fmt(f),
            Played::Null => f.write_str("--"),
        }
    }
}

/// A game of a piece.
pub(crate) struct Record {
    pub(crate) tags: Vec<(String, String)>,
    /// Where the main line ends, or where its fault is.
    pub(crate) last: Position,
    /// The main line's moves.
    pub(crate) moves: Vec<Played>,
    /// With [`Look::positions`]: the start and what follows each move.
    pub(crate) positions: Vec<Position>,
    pub(crate) result: Option<PgnResult>,
    pub(crate) fault: Option<PgnFault>,
    /// The first oddity, and how many there are.
    pub(crate) oddity: Option<PgnFault>,
    pub(crate) oddities: u64,
    /// Where it stands in the piece.
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Record {
    /// A tag's value.
    pub(crate) fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// `"White - Black"`, with a question mark for who is not named.
    pub(crate) fn players(&self) -> String {
        format!("{} - {}", self.tag("White").unwrap_or("?"), self.tag("Black").unwrap_or("?"))
    }

    /// Its text, without the blank lines behind it.
    pub(crate) fn text<'a>(&self, piece: &'a [u8]) -> &'a [u8] {
        piece[self.start..self.end].trim_ascii_end()
    }
}

/// All games of a piece, and how many line ends it has.
pub(crate) fn records(piece: &[u8], look: Look) -> (Vec<Record>, u64) {
    let mut reader = PgnReader::from_bytes(piece);
    if let Some(letters) = look.letters {
        reader = reader.with_letters(letters);
    }
    let mut recorder = Recorder::new(look);
    let mut records: Vec<Record> = Vec::new();
    while let Some(game) = reader.read_game(&mut recorder) {
        let start = reader.game_offset() as usize;
        if let Some(before) = records.last_mut() {
            before.end = start;
        }
        let mut record = recorder.take(game.err(), start, piece.len());
        record.oddity = reader.first_oddity().cloned();
        record.oddities = reader.oddities();
        records.push(record);
    }
    (records, reader.line_ends())
}

struct Recorder {
    look: Look,
    tags: Vec<(String, String)>,
    start: PgnStart,
    position: Position,
    /// Before the last move told: where its variations begin.
    before: Position,
    /// What both were outside of each open variation.
    outside: Vec<(Position, Position)>,
    moves: Vec<Played>,
    positions: Vec<Position>,
    result: Option<PgnResult>,
}

impl Recorder {
    fn new(look: Look) -> Recorder {
        Recorder {
            look,
            tags: Vec::new(),
            start: PgnStart::default(),
            position: Position::start(),
            before: Position::start(),
            outside: Vec::new(),
            moves: Vec::new(),
            positions: Vec::new(),
            result: None,
        }
    }

    fn take(&mut self, fault: Option<PgnFault>, start: usize, end: usize) -> Record {
        let done = std::mem::replace(self, Recorder::new(self.look));
        let last = done.outside.first().map_or(done.position, |(outside, _)| *outside);
        Record {
            tags: done.tags,
            last,
            moves: done.moves,
            positions: done.positions,
            result: done.result,
            fault,
            oddity: None,
            oddities: 0,
            start,
            end,
        }
    }

    /// What a result can't be, seen from tags and board.
    fn contradiction(&self, result: PgnResult) -> Option<String> {
        let tag = self.tags.iter().find(|(name, _)| name == "Result").map(|(_, value)| value.trim());
        if let Some(tag @ ("1-0" | "0-1" | "1/2-1/2")) = tag
            && tag != result.to_string()
        {
            return Some(format!("expected the result {tag} as the tag has it, found {result}"));
        }
        let outcome = self.position.outcome()?;
        let decided = matches!(outcome, Outcome::Checkmate { .. } | Outcome::Stalemate);
        let expected = PgnResult::from(outcome);
        let open = result == PgnResult::Unfinished && !self.look.strict;
        (decided && expected != result && !open)
            .then(|| format!("expected the result {expected} after {outcome}, found {result}"))
    }
}

impl PgnVisitor for Recorder {
    type Game = ();

    fn begin_game(&mut self) {
        *self = Recorder::new(self.look);
    }

    fn tag(&mut self, name: &str, value: PgnText<'_>) -> Result<(), PgnProblem> {
        self.tags.push((name.to_owned(), value.to_str().into_owned()));
        self.start.tag(name, value).map(drop)
    }

    fn end_tags(&mut self) -> Result<Then, PgnProblem> {
        self.position = self.start.position();
        self.before = self.position;
        if self.look.positions {
            self.positions.push(self.position);
        }
        if self.look.strict {
            let roster = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
            for (i, name) in roster.into_iter().enumerate() {
                let found =
                    self.tags.get(i).map_or(Cow::Borrowed("none"), |(found, _)| format!("{found:?}").into());
                if self.tags.get(i).is_none_or(|(found, _)| found != name) {
                    return Err(PgnProblem::other(format!(
                        "expected the tag {name:?} at place {}, found {found}",
                        i + 1
                    )));
                }
            }
        }
        Ok(Then::Read)
    }

    fn san(&mut self, san: San) -> Result<(), PgnProblem> {
        let mv = san.to_move(&self.position)?;
        if self.look.strict {
            let expected = San::of(&self.position, mv);
            if expected != san {
                return Err(PgnProblem::other(format!("expected {expected}, found {san}")));
            }
        }
        self.before = self.position;
        self.position.play(mv);
        if self.outside.is_empty() {
            self.moves.push(Played::San(san));
            if self.look.positions {
                self.positions.push(self.position);
            }
        }
        Ok(())
    }

    fn null_move(&mut self) -> Result<(), PgnProblem> {
        let passed = self.position.after_null_move().filter(|_| !self.look.strict);
        self.before = self.position;
        self.position = passed.ok_or(PgnProblem::NullMove)?;
        if self.outside.is_empty() {
            self.moves.push(Played::Null);
            if self.look.positions {
                self.positions.push(self.position);
            }
        }
        Ok(())
    }

    fn odd(&mut self, oddity: PgnOddity) -> Result<(), PgnProblem> {
        if self.look.strict { Err(oddity.into()) } else { Ok(()) }
    }

    fn begin_variation(&mut self) -> Result<Then, PgnProblem> {
        if !self.look.variations {
            return Ok(Then::Skip);
        }
        self.outside.push((self.position, self.before));
        self.position = self.before;
        Ok(Then::Read)
    }

    fn end_variation(&mut self) -> Result<(), PgnProblem> {
        if let Some((position, before)) = self.outside.pop() {
            (self.position, self.before) = (position, before);
        }
        Ok(())
    }

    fn result(&mut self, result: Option<PgnResult>) -> Result<(), PgnProblem> {
        self.result = result;
        if !self.look.results {
            return Ok(());
        }
        let Some(result) = result else {
            return Err(PgnProblem::other(
                "expected a move or a result (1-0, 0-1, 1/2-1/2, *), found the end of the game",
            ));
        };
        self.contradiction(result).map_or(Ok(()), |what| Err(PgnProblem::other(what)))
    }

    fn end_game(&mut self) {}
}
