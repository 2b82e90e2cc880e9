// SPDX-License-Identifier: MIT OR Apache-2.0
//! The steps of reading grow in step with the text, whatever it consists of.

use std::io::Read;

use super::STEPS;
use crate::{
    GameTreeBuilder, PgnProblem, PgnReader, PgnSource, PgnText, PgnVisitor, Then, find_pgn_game_start,
};
use tabiya_rules::San;

/// Each construct of PGN, whole and broken off. The texts are repetitions of one of them, or of two in turn.
const FRAGMENTS: [&str; 58] = [
    "[A \"",
    "[A \"x\" ",
    "[A \"x\\\"",
    "[A \"x\\",
    "[Event \"",
    "[Event \"x\"]",
    "[A x",
    "[A x]",
    "[A",
    "[",
    "]",
    "[]",
    "[%",
    "\"",
    "\\",
    "\\\"",
    "\" ]x",
    "[A \"x\"y",
    "[A \"x\"\n",
    "[FEN \"x\"]",
    "{",
    "}",
    "{}",
    "{x} ",
    "{\n",
    "{1-0 ",
    "{ [%clk ",
    ";",
    ";x",
    "(",
    ")",
    "()",
    "(e4",
    "1. e4 (",
    "1-0 (",
    "$",
    "$1",
    "$1 ",
    "!?",
    "%",
    "%x\n",
    "\n%",
    "1",
    "1.",
    "1. ",
    "\n\n1. ",
    "1...",
    "e4 ",
    "Nf3",
    "1. Nf3 Nf6 2. Ng1 Ng8 ",
    "--",
    "*",
    "1-0 ",
    "1/2-1/2 ",
    "0-0",
    "pass ",
    " ",
    "\t",
];

/// What a text may be of besides: other bytes than those of ASCII, words, line ends.
const MORE: [&str; 33] = [
    "\n",
    "\r",
    "\r\n",
    "\n\n",
    "\u{feff}",
    "\u{a0}",
    "\u{200b}",
    "\u{2026}",
    "\u{2013}",
    "½",
    "é",
    "\u{2658}f3 ",
    "+",
    "=",
    "<",
    "<>",
    "hello ",
    "mate in two ",
    "xxxxxxxx",
    "N ",
    "0 - 0 ",
    "O - ",
    "+/- ",
    "\u{ad}",
    "(null)",
    "\0",
    ",",
    "- ",
    "\u{2014} {x} ",
    "T.N. ",
    "1- 0 ",
    "1-0 {x} ",
    "[White x]\n\n",
];

/// Steps that a byte of a text may take at most, on average.
const PER_BYTE: u64 = 40;

/// Skips all variations and comments, and checks no move.
struct Skips(bool);

impl PgnVisitor for Skips {
    type Game = ();

    fn end_tags(&mut self) -> Result<Then, PgnProblem> {
        Ok(if self.0 { Then::Skip } else { Then::Read })
    }

    fn san(&mut self, _: San) -> Result<(), PgnProblem> {
        Ok(())
    }

    fn null_move(&mut self) -> Result<(), PgnProblem> {
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Then, PgnProblem> {
        Ok(Then::Read)
    }

    fn end_game(&mut self) {}
}

/// Refuses each game at its first tag, or at its first move.
struct Refuses(bool);

impl PgnVisitor for Refuses {
    type Game = ();

    fn tag(&mut self, _: &str, _: PgnText<'_>) -> Result<(), PgnProblem> {
        if self.0 { Err(PgnProblem::other("no")) } else { Ok(()) }
    }

    fn san(&mut self, _: San) -> Result<(), PgnProblem> {
        Err(PgnProblem::other("no"))
    }

    fn end_game(&mut self) {}
}

fn read_all<S: PgnSource, V: PgnVisitor>(mut reader: PgnReader<S>, visitor: &mut V) {
    while reader.read_game(visitor).is_some() {}
    reader.line_ends();
}

/// Gives its bytes a few at a time.
struct Drip<'a>(&'a [u8], usize);

impl Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let len = self.1.min(self.0.len()).min(buffer.len());
        let (now, later) = self.0.split_at(len);
        buffer[..len].copy_from_slice(now);
        self.0 = later;
        Ok(len)
    }
}

/// Finds where games begin, as for cutting a file into pieces of at least 256 KiB.
fn cut(text: &[u8]) {
    let mut from = 0;
    while let Some(start) = find_pgn_game_start(text, from) {
        from = start + (256 << 10);
    }
}

/// A way to read a text.
type Way = (&'static str, fn(&[u8]));

const WAYS: [Way; 8] = [
    ("as trees", |text| read_all(PgnReader::from_bytes(text), &mut GameTreeBuilder::default())),
    ("all told", |text| read_all(PgnReader::from_bytes(text), &mut Skips(false))),
    ("skipped", |text| read_all(PgnReader::from_bytes(text), &mut Skips(true))),
    ("refused at tags", |text| read_all(PgnReader::from_bytes(text), &mut Refuses(true))),
    ("refused at moves", |text| read_all(PgnReader::from_bytes(text), &mut Refuses(false))),
    ("as a stream", |text| read_all(PgnReader::new(text), &mut GameTreeBuilder::default())),
    ("in drops", |text| read_all(PgnReader::new(Drip(text, 100)), &mut Skips(false))),
    ("cut", cut),
];

fn steps_of(work: impl FnOnce()) -> u64 {
    STEPS.set(0);
    work();
    STEPS.get()
}

/// So many bytes of a fragment after what begins the text, with a line end behind each `line` bytes if it is not 0.
fn text(fragment: &str, len: usize, line: usize) -> Vec<u8> {
    let mut text: Vec<u8> = fragment.bytes().cycle().take(len).collect();
    if line > 0 {
        text.chunks_mut(line).for_each(|chunk| *chunk.last_mut().unwrap() = b'\n');
    }
    text
}

/// What is wrong with the steps of a text, if it is made twice as long so many times.
fn fault(fragment: &str, len: usize, doublings: u32, line: usize, (name, way): Way) -> Option<String> {
    let per_byte = |len: usize| steps_of(|| way(&text(fragment, len, line))) / len as u64;
    let found: Vec<u64> = (0..=doublings).map(|double| per_byte(len << double)).collect();
    // The rest covers what is done once, such as growing a buffer.
    let grows = found.windows(2).any(|pair| pair[1] > pair[0] + pair[0] / 4 + 3);
    (grows || found.iter().any(|steps| *steps > PER_BYTE))
        .then(|| format!("{fragment:?}, lines of {line}, {name}: {found:?} steps a byte"))
}

#[track_caller]
fn check(faults: Vec<String>) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

fn fragments() -> impl Iterator<Item = &'static str> + Clone {
    FRAGMENTS.into_iter().chain(MORE)
}

#[test]
fn every_construct_alone_is_read_in_linear_time() {
    let mut faults = Vec::new();
    for fragment in fragments() {
        for line in [0, 1000, 40_000] {
            for way in WAYS {
                faults.extend(fault(fragment, 60_000, 1, line, way));
            }
        }
    }
    check(faults);
}

#[test]
fn every_pair_of_constructs_is_read_in_linear_time() {
    let mut faults = Vec::new();
    let mut ways = [(0, WAYS[0]), (0, WAYS[1]), (700, WAYS[5]), (0, WAYS[7])].into_iter().cycle();
    for one in fragments() {
        for two in fragments() {
            let pair = format!("{one}{two}");
            // Each pair one way, in turn: all four take seconds, and say the same of nearly every pair.
            let (line, way) = ways.next().unwrap();
            faults.extend(fault(&pair, 3_000, 1, line, way));
        }
    }
    check(faults);
}

#[test]
fn one_construct_before_many_of_another_is_read_in_linear_time() {
    let mut faults = Vec::new();
    for one in fragments() {
        for two in FRAGMENTS {
            let per_byte = |len: usize| {
                let text = [one.as_bytes(), &text(two, len, 0)].concat();
                steps_of(|| WAYS[1].1(&text)) / len as u64
            };
            let (small, large) = (per_byte(4_000), per_byte(8_000));
            if large > PER_BYTE || large > small + small / 4 + 3 {
                faults.push(format!("{one:?} and many of {two:?}: {small} steps a byte, then {large}"));
            }
        }
    }
    check(faults);
}

#[test]
fn megabytes_of_broken_text_are_read_in_linear_time() {
    let mut faults = Vec::new();
    for fragment in [
        "[A \"",
        "[A \"x\" ",
        "[A \"x\\\"",
        "[Event \"",
        "{",
        "{1. e4 ",
        "{\n",
        "{\n[A \"{\n",
        ";",
        "(",
        "1. e4 {x ",
        "1. e4 {1-0 ",
        "1. e4 ;x",
        "\u{a0}",
        "(1-0 {",
        "e4 ",
        "%\n",
        "[",
    ] {
        for (line, way) in [(900_000, WAYS[0]), (900_000, WAYS[5]), (0, WAYS[5])] {
            faults.extend(fault(fragment, 1 << 20, 1, line, way));
        }
    }
    check(faults);
}
