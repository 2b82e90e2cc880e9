// SPDX-License-Identifier: MIT OR Apache-2.0
//! The files in `tests/data/pgn` and the small texts in `tests/data/cases.txt`: what a reader reports of each
//! game, with its faults and deviations.

use std::fs;
use std::path::Path;

use tabiya_pgn::PgnReader;

use crate::laws;
use crate::scribe::{Drip, told};

/// Reads from memory, from a stream, and from a stream that gives a few bytes at a time. The lines must
/// always be the same.
#[track_caller]
fn check(name: &str, bytes: &[u8], expected: &str) {
    let found = told(PgnReader::from_bytes(bytes), false);
    let lines: Vec<&str> = expected.lines().collect();
    assert_eq!(found, lines, "{name}; found:\n{}\n", found.join("\n"));
    for step in [1, 2, 7, 4096] {
        assert_eq!(told(PgnReader::new(Drip(bytes, step)), false), lines, "{name} by {step}");
    }
    laws::hold(bytes);
}

#[test]
fn every_file_gives_what_stands_beside_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pgn");
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "pgn"));
    assert!(files.len() >= 15, "only {} files", files.len());
    for path in files {
        let expected = fs::read_to_string(path.with_extension("txt")).unwrap_or_default();
        check(&path.display().to_string(), &fs::read(&path).unwrap(), &expected);
    }
}

/// A text in which `
/// `, `\t`, `\r`, `\\` and `\xEF` stand for what a line of a file can't contain.
fn bytes_of(escaped: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = escaped.bytes();
    while let Some(byte) = rest.next() {
        match (byte, byte == b'\\') {
            (_, false) => bytes.push(byte),
            (_, true) => match rest.next().unwrap() {
                b'n' => bytes.push(b'\n'),
                b'r' => bytes.push(b'\r'),
                b't' => bytes.push(b'\t'),
                b'\\' => bytes.push(b'\\'),
                b'x' => {
                    let digits = [rest.next().unwrap(), rest.next().unwrap()];
                    bytes.push(u8::from_str_radix(str::from_utf8(&digits).unwrap(), 16).unwrap());
                }
                other => panic!("\\{} in {escaped}", char::from(other)),
            },
        }
    }
    bytes
}

/// The cases of a file: a line `PGN`, followed by the expected lines, indented.
#[test]
fn every_case_comes_out_as_written() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cases.txt");
    let text = fs::read_to_string(path).unwrap();
    let mut cases: Vec<(&str, String)> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.strip_prefix("    ") {
            Some(expected) => cases.last_mut().unwrap().1 += &format!("{expected}\n"),
            None => cases.push((line, String::new())),
        }
    }
    assert!(cases.len() >= 200, "only {} cases", cases.len());
    for (escaped, expected) in cases {
        check(escaped, &bytes_of(escaped), &expected);
    }
}
