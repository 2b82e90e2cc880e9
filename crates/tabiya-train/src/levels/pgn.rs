// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes contests as PGN, so that people can look at how the levels play.

use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;

use anyhow::Context;
use tabiya_rules::{Color, History, san};

use super::contest::Contestant;

/// Appends a game to the file.
pub(super) fn append(
    path: &Path,
    sides: [&Contestant; 2],
    history: &History,
    whites: f64,
) -> anyhow::Result<()> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    let written = file.and_then(|mut file| file.write_all(text(sides, history, whites).as_bytes()));
    written.with_context(|| format!("cannot write {}", path.display()))
}

fn text([white, black]: [&Contestant; 2], history: &History, whites: f64) -> String {
    let result = match whites {
        1.0 => "1-0",
        0.0 => "0-1",
        _ => "1/2-1/2",
    };
    let mut text = format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n");
    let mut position = *history.start();
    let mut line = String::new();
    for mv in history.moves() {
        let number = position.fullmove_number();
        let mut word = san(&position, *mv).to_string();
        if position.turn() == Color::White {
            word = format!("{number}. {word}");
        }
        if line.len() + word.len() > 78 {
            let _ = writeln!(text, "{}", line.trim_end());
            line.clear();
        }
        line += &word;
        line.push(' ');
        position.play(*mv);
    }
    let _ = write!(text, "{line}{result}\n\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya_rules::{Position, parse_san};

    #[test]
    fn a_game_can_be_read_again() {
        let mut history = History::new(Position::start());
        for word in ["f3", "e5", "g4", "Qh4#"] {
            let mv = parse_san(history.position(), word).unwrap();
            history.play(mv);
        }
        let [white, black] = [Contestant::Level(1), Contestant::Level(4)];
        let text = text([&white, &black], &history, 0.0);
        assert!(text.contains("[White \"level-1\"]") && text.contains("[Black \"level-4\"]"), "{text}");
        assert!(text.ends_with("1. f3 e5 2. g4 Qh4# 0-1\n\n"), "{text}");
    }
}
