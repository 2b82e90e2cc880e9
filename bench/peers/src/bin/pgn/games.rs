// SPDX-License-Identifier: MIT OR Apache-2.0
//! The games to read: real games, and random games with and without comments.

use std::fmt::Write;
use std::fs;

use tabiya_bench_peers::{Numbers, shared_data};
use tabiya_rules::{Position, san};

use crate::ours;

/// Games of one kind.
pub(crate) struct Set {
    pub(crate) name: &'static str,
    pub(crate) text: Vec<u8>,
    pub(crate) moves: u64,
}

const RANDOM_GAMES: usize = 20_000;
/// The maximum size of the real games in bytes; the rest is left out.
const MOST_BYTES: usize = 50_000_000;
/// A small file is read several times, so that a round takes long enough.
const LEAST_BYTES: usize = 10_000_000;

/// All kinds of games.
pub(crate) fn sets() -> Vec<Set> {
    let mut sets: Vec<Set> = real().into_iter().collect();
    let (plain, annotated, moves) = random();
    sets.push(Set { name: "random, plain", text: plain, moves });
    sets.push(Set { name: "random, annotated", text: annotated, moves });
    sets
}

fn real() -> Option<Set> {
    let Some(folder) = shared_data() else {
        eprintln!("NOT MEASURED: real games, for neither TABIYA_DATA nor ../shared/data is there");
        return None;
    };
    let folder = folder.join("games");
    let mut text = Vec::new();
    let entries =
        fs::read_dir(&folder).inspect_err(|error| eprintln!("{}: {error}", folder.display())).ok()?;
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "pgn")) {
        text.extend(fs::read(path).inspect_err(|error| eprintln!("{}: {error}", path.display())).ok()?);
        text.extend(b"\n\n");
    }
    text.truncate(MOST_BYTES);
    // Removes the last game, which may be incomplete.
    let last = text.windows(9).rposition(|window| window == b"\n\n[Event ").unwrap_or(0);
    text.truncate(last + 2);
    let once = text.clone();
    while text.len() < LEAST_BYTES {
        text.extend(&once);
    }
    let moves = ours::count_slice(&text);
    Some(Set { name: "real", text, moves })
}

/// The same random games without and with comments, and their number of moves.
fn random() -> (Vec<u8>, Vec<u8>, u64) {
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    let (mut plain, mut annotated, mut moves) = (String::new(), String::new(), 0);
    for game in 0..RANDOM_GAMES {
        let tags = format!(
            "[Event \"Random\"]\n[Site \"?\"]\n[Date \"2026.11.21\"]\n[Round \"{}\"]\n[White \"One\"]\n[Black \"Two\"]\n[Result \"*\"]\n\n",
            game + 1
        );
        plain.push_str(&tags);
        annotated.push_str(&tags);
        let mut column = 0;
        let mut position = Position::start();
        for ply in 0..40 + numbers.below(81) {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[numbers.below(legal.len())];
            let text = san(&position, mv);
            position.play(mv);
            moves += 1;
            if ply % 2 == 0 {
                word(&mut plain, &mut column, &format!("{}.", ply / 2 + 1));
            }
            word(&mut plain, &mut column, &text);
            let dots = if ply % 2 == 0 { "." } else { "..." };
            let (eval, seconds) = (numbers.below(1000) as f64 / 100.0 - 5.0, numbers.below(300));
            let glyph = ["", "", "", "", "", "", "?!", "?", "??"][numbers.below(9)];
            write!(
                annotated,
                "{}{dots} {text}{glyph} {{ [%eval {eval:.2}] [%clk 0:{:02}:{:02}] }} ",
                ply / 2 + 1,
                seconds / 60,
                seconds % 60
            )
            .expect("a string takes all");
        }
        word(&mut plain, &mut column, "*");
        plain.push_str("\n\n");
        annotated.push_str("*\n\n");
    }
    (plain.into_bytes(), annotated.into_bytes(), moves)
}

/// Adds a word, on a new line if it would go beyond column 79.
fn word(text: &mut String, column: &mut usize, word: &str) {
    if *column > 0 && *column + 1 + word.len() > 79 {
        text.push('\n');
        *column = 0;
    } else if *column > 0 {
        text.push(' ');
        *column += 1;
    }
    text.push_str(word);
    *column += word.len();
}
