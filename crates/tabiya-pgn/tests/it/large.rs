// SPDX-License-Identifier: MIT OR Apache-2.0
//! Endless files, and the shared games.

use std::fs;
use std::io::{self, Read};
use std::path::PathBuf;

use tabiya_pgn::{GameTree, GameTreeBuilder, PgnProblem, PgnReader, PgnText, PgnVisitor};
use tabiya_rules::San;

/// A beginning, followed by many repetitions of a piece of text.
struct Endless {
    beginning: &'static [u8],
    piece: &'static [u8],
    times: usize,
    at: usize,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // The reader must not ask for more bytes than the buffer that it promises.
        assert!(buffer.len() <= 4 << 20, "{} bytes", buffer.len());
        let mut len = 0;
        while len < buffer.len() {
            let source = if self.beginning.is_empty() { self.piece } else { self.beginning };
            if self.beginning.is_empty() && self.times == 0 {
                break;
            }
            let part = &source[self.at..];
            let now = part.len().min(buffer.len() - len);
            buffer[len..len + now].copy_from_slice(&part[..now]);
            len += now;
            self.at += now;
            if self.at == source.len() {
                self.at = 0;
                if self.beginning.is_empty() { self.times -= 1 } else { self.beginning = b"" }
            }
        }
        Ok(len)
    }
}

/// Counts moves and the longest comment.
#[derive(Default)]
struct Counter(u64, usize);

impl PgnVisitor for Counter {
    type Game = u64;

    fn san(&mut self, _: San) -> Result<(), PgnProblem> {
        self.0 += 1;
        Ok(())
    }

    fn comment(&mut self, text: PgnText<'_>) -> Result<(), PgnProblem> {
        self.1 = self.1.max(text.as_bytes().len());
        Ok(())
    }

    fn end_game(&mut self) -> u64 {
        self.0
    }
}

/// The result of the first game of an endless file (24 MiB of it), and of the second one after it.
#[track_caller]
fn check(beginning: &'static [u8], piece: &'static [u8], first: &str) {
    let times = (24 << 20) / piece.len();
    let endless = Endless { beginning, piece, times, at: 0 };
    // Tags continue until something else comes.
    let rest = if beginning[0] == b'[' { &b"\n\n1. d4 *"[..] } else { b"" };
    let last = &b"\n\n[Event \"last\"]\n\n1. e4 *\n"[..];
    let mut reader = PgnReader::new(endless.chain(rest).chain(last));
    let found = match reader.read_game(&mut Counter::default()) {
        Some(Ok(moves)) => format!("{moves} moves"),
        Some(Err(fault)) => fault.to_string(),
        None => "nothing".to_owned(),
    };
    assert_eq!(found, first);
    assert_eq!(reader.read_game(&mut Counter::default()), Some(Ok(1)));
    assert!(reader.read_game(&mut Counter::default()).is_none());
}

#[test]
fn whatever_has_no_end_is_read_in_little_memory() {
    check(b"1. e4 {", b"word ", "line 1, column 7: game 1: expected a comment of at most 1048576 bytes");
    check(b"1. e4 ;", b"word ", "line 1, column 7: game 1: expected a comment of at most 1048576 bytes");
    check(b"1. e4 ", b"abcdefgh", "line 1, column 7: game 1: expected a word of at most 255 bytes");
    check(
        b"[Event \"",
        b"12345678",
        "line 1, column 1: game 1: expected a tag's value of at most 1048576 bytes",
    );
    check(b"[Event", b"12345678", "line 1, column 2: game 1: expected a tag's name of at most 255 bytes");
    check(b"1. e4 ", b"( ", "line 1, column 2007: game 1: expected variations at most 1000 deep");
    check(b"1. e4 ", b"12345678", "1 moves");
    check(b"1. e4 ", b"        ", "1 moves");
    check(b"1. e4\n%", b"escaped ", "1 moves");
    check(b"1. e4 ", b"e5 Nf3\n", &format!("{} moves", 1 + 2 * ((24 << 20) / 7)));
}

#[test]
fn the_longest_comment_is_read_whole() {
    let pgn = [&b"1. e4 {"[..], &b"x".repeat((1 << 20) - 1), b"} *"].concat();
    let mut counter = Counter::default();
    assert_eq!(PgnReader::new(&pgn[..]).read_game(&mut counter), Some(Ok(1)));
    assert_eq!(counter.1, (1 << 20) - 1);
}

#[test]
fn a_comment_that_is_too_long_may_have_a_tags_line_behind_its_limit() {
    for len in [(1 << 20) - 20, (1 << 20) - 1, 1 << 20, (1 << 20) + 100_000] {
        let pgn = [&b"1. e4 {"[..], &b"x".repeat(len), b"\n[Event \"2\"]\n\n1. d4 d5 {x} *"].concat();
        let mut reader = PgnReader::from_bytes(&pgn);
        let mut stream = PgnReader::new(&pgn[..]);
        let fault = reader.read_game(&mut Counter::default()).unwrap().unwrap_err();
        assert_eq!(stream.read_game(&mut Counter::default()), Some(Err(fault)), "{len}");
        assert_eq!(reader.read_game(&mut Counter::default()), Some(Ok(2)), "{len}");
        assert_eq!(stream.read_game(&mut Counter::default()), Some(Ok(2)), "{len}");
    }
}

#[test]
fn a_file_that_breaks_off_is_a_fault_and_the_end() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let mut reader = PgnReader::new((&b"[Event \"x\"]\n\n1. e4 e5"[..]).chain(Broken));
    let fault = reader.read_game(&mut Counter::default()).unwrap().unwrap_err();
    assert_eq!(fault.problem, PgnProblem::Unreadable("the disk is gone".into()));
    assert!(reader.read_game(&mut Counter::default()).is_none());
}

#[test]
fn shared_games_go_round() {
    let Some(data) = std::env::var_os("TABIYA_DATA") else {
        // Not `eprintln!`, because the test harness hides its output when the test passes.
        let message = b"\nNOT RUN: the shared games, for TABIYA_DATA is not set\n";
        io::Write::write_all(&mut io::stderr(), message).unwrap();
        return;
    };
    let mut games = 0;
    for entry in fs::read_dir(PathBuf::from(data).join("games")).unwrap() {
        let path = entry.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        let mut reader = PgnReader::from_bytes(&bytes);
        while let Some(game) = reader.read_game(&mut GameTreeBuilder::default()) {
            let game = match game {
                Ok(game) => game,
                // The file ends within its last game.
                Err(fault) => panic!("{}: {fault}", path.display()),
            };
            let text = game.to_string();
            assert_eq!(GameTree::from_pgn(text.as_bytes()).as_ref(), Ok(&game), "{text}");
            games += 1;
        }
    }
    assert!(games > 400, "only {games} games");
}
