// SPDX-License-Identifier: AGPL-3.0-or-later
//! The names of openings.
//!
//! `openings.tsv` is the data set chess-openings of lichess-org at commit 51b8862, which is public domain (CC0), with each
//! line's moves in UCI notation and sorted by them. An opening is known by its position, so a line that transposes into it has
//! its name.

use std::collections::HashMap;
use std::sync::LazyLock;

use tabiya_game::Game;
use tabiya_rules::{Attempt, Position, Variant};
use tabiya_runtime::under_test::is_under_test;

const LINES: &str = include_str!("openings.tsv");
/// No line of the file has more half-moves.
const LONGEST: usize = 36;

/// A named position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The volume and number in the Encyclopaedia of Chess Openings, `C60`.
    pub eco: &'static str,
    /// "Family: Variation, Subvariation".
    pub name: &'static str,
}

/// All named positions by their key. Some 12,000 moves are played once to find the keys.
static OPENINGS: LazyLock<HashMap<u64, Opening>> = LazyLock::new(|| {
    let mut found = HashMap::with_capacity(4_096);
    // The positions of the line before: the lines are sorted, so most of the next line's positions are known.
    let mut path: Vec<(&str, Position)> = Vec::new();
    for line in LINES.lines() {
        let (opening, moves) = split(line).expect("the file is checked by a test");
        let known = path.iter().zip(moves.split(' ')).take_while(|((before, _), now)| before == now).count();
        path.truncate(known);
        for uci in moves.split(' ').skip(known) {
            let position = path.last().map_or_else(Position::start, |(_, position)| *position);
            let attempt: Attempt = uci.parse().expect("the file is checked by a test");
            let played = attempt.to_move(&position).expect("the file is checked by a test");
            path.push((uci, position.after(played)));
        }
        if let Some((_, position)) = path.last() {
            found.insert(position.key(), opening);
        }
    }
    found
});

fn split(line: &'static str) -> Option<(Opening, &'static str)> {
    let (eco, rest) = line.split_once('\t')?;
    let (name, moves) = rest.split_once('\t')?;
    Some((Opening { eco, name }, moves))
}

/// Reads the file, which takes some milliseconds that the first move of a game should not wait for. Tests leave it to
/// whoever first asks for a name: few do.
pub fn load() {
    if !is_under_test() {
        LazyLock::force(&OPENINGS);
    }
}

/// The opening that this position has a name for. Only standard chess has names for them.
pub(crate) fn of(position: &Position) -> Option<Opening> {
    if position.variant() != Variant::Standard {
        return None;
    }
    OPENINGS.get(&position.key()).copied()
}

/// The last named position of a game, and after how many half-moves it stood. A game from another start has none.
pub fn of_game(game: &Game) -> Option<(Opening, usize)> {
    let mut position = *game.history().start();
    if position != Position::start() {
        return None;
    }
    let mut found = None;
    for (index, mv) in game.history().moves().iter().take(LONGEST).enumerate() {
        position = position.after(*mv);
        found = of(&position).map(|opening| (opening, index + 1)).or(found);
    }
    found
}

#[cfg(test)]
mod page;

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &str) -> Option<Opening> {
        let mut position = Position::start();
        for uci in moves.split(' ') {
            let attempt: Attempt = uci.parse().expect("UCI");
            position = position.after(attempt.to_move(&position).expect("a legal move"));
        }
        of(&position)
    }

    #[test]
    fn each_line_of_the_file_names_a_position_of_its_own() {
        let lines = LINES.lines().count();
        assert_eq!((lines, OPENINGS.len()), (3_807, lines));
        for line in LINES.lines() {
            let (opening, moves) = split(line).expect("three columns");
            assert_eq!(after(moves), Some(opening), "{line}");
            assert!(moves.split(' ').count() <= LONGEST, "{line}");
            assert!(opening.eco.len() == 3 && opening.name.len() < 100, "{line}");
        }
    }

    #[test]
    fn a_position_has_its_name_however_it_was_reached() {
        let name = |moves: &str| after(moves).map(|opening| opening.name);
        assert_eq!(name("e2e4 e7e5 g1f3 b8c6 f1b5"), Some("Ruy Lopez"));
        assert_eq!(name("g1f3 b8c6 e2e4 e7e5 f1b5"), Some("Ruy Lopez"));
        assert_eq!(name("e2e4 e7e5 g1f3 b8c6 f1b5 h7h5 h2h4"), None);
        let chess960 = Position::start().with_castling_mode(Variant::Chess960.castling_mode());
        let first: Attempt = "e2e4".parse().expect("UCI");
        assert_eq!(of(&chess960.after(first.to_move(&chess960).expect("a legal move"))), None);
    }
}
