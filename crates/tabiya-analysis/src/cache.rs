// SPDX-License-Identifier: AGPL-3.0-or-later
//! What was found about positions, so that a position that many games share is looked at once.
//!
//! What the engine says depends on the position, and on those before it that could be repeated, and on the fifty-move
//! count. So the key is the position after the last capture or pawn move, with the moves since then: games that agree
//! in it agree in everything that matters, and the answer is the one that a new search would give.

use std::collections::{HashMap, VecDeque};

use tabiya_engine::Report;
use tabiya_rules::{History, Move, PackedPosition, Position};

/// Positions that are kept. One takes some 400 bytes.
const MOST: usize = 30_000;
/// Longer ways from the last capture or pawn move are rarely met twice.
const MOST_MOVES: usize = 40;

/// The bytes of a packed position that hold the move number. The evaluation does not depend on it.
const MOVE_NUMBER: std::ops::Range<usize> = 27..29;

/// A position with everything on which the engine's answer depends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    /// Packed, with its half-move clock, and without the number of the move.
    since: [u8; 32],
    moves: Vec<Move>,
}

impl Key {
    /// The keys of the start of a game and of the position after each of its moves; `None` for one that is not kept.
    pub(crate) fn of_game(game: &History) -> Vec<Option<Self>> {
        let mut position = *game.start();
        let (mut base, mut first) = (position, 0);
        let key = |base: &Position, moves: &[Move]| {
            let mut since = *PackedPosition::new(base).as_bytes();
            since[MOVE_NUMBER].fill(0);
            let is_short = moves.len() <= MOST_MOVES;
            is_short.then(|| Self { since, moves: moves.to_vec() })
        };
        let mut keys = vec![key(&base, &[])];
        for (number, mv) in game.moves().iter().enumerate() {
            position.play(*mv);
            if position.halfmove_clock() == 0 {
                (base, first) = (position, number + 1);
            }
            keys.push(key(&base, &game.moves()[first..=number]));
        }
        keys
    }
}

/// What was found, in the order in which it was found.
#[derive(Debug)]
pub(crate) struct Cache {
    found: HashMap<Key, Report>,
    order: VecDeque<Key>,
    most: usize,
}

impl Default for Cache {
    fn default() -> Self {
        Self { found: HashMap::new(), order: VecDeque::new(), most: MOST }
    }
}

impl Cache {
    pub(crate) fn get(&self, key: &Key) -> Option<&Report> {
        self.found.get(key)
    }

    /// Keeps what was found. Where there is no room, what was found first is forgotten.
    pub(crate) fn put(&mut self, key: Key, report: Report) {
        if self.found.insert(key.clone(), report).is_some() {
            return;
        }
        self.order.push_back(key);
        if self.order.len() > self.most
            && let Some(oldest) = self.order.pop_front()
        {
            self.found.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use tabiya_engine::Score;
    use tabiya_rules::parse_san;

    use super::*;

    fn last(moves: &str) -> Option<Key> {
        let mut history = History::new(Position::start());
        for san in moves.split_whitespace() {
            history.play(parse_san(history.position(), san).unwrap());
        }
        Key::of_game(&history).pop().unwrap()
    }

    #[test]
    fn games_that_agree_since_the_last_pawn_move_or_capture_share_what_was_found() {
        assert_eq!(last("e4 e5 d4"), last("d4 e5 e4"));
        assert_eq!(last("e4 e5 d4 Nf6"), last("d4 e5 e4 Nf6"));
        // The position is the same, but another one could be repeated.
        assert_ne!(last("e4 e5 Nf3 Nc6 Bc4"), last("e4 e5 Bc4 Nc6 Nf3"));
        // The position and the moves since then are the same, but not the fifty-move count.
        assert_ne!(last("Nf3 Nf6 Ng1 Ng8"), last(""));
        assert_ne!(last("e4"), last("d4"));
        assert_eq!(last(&"Nf3 Nf6 Ng1 Ng8 ".repeat(11)), None);
    }

    #[test]
    fn the_keys_are_those_of_each_position() {
        let mut history = History::new(Position::start());
        let mut one_by_one = vec![Key::of_game(&history).pop().unwrap()];
        for san in "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O".split(' ') {
            history.play(parse_san(history.position(), san).unwrap());
            one_by_one.push(Key::of_game(&history).pop().unwrap());
        }
        assert_eq!(Key::of_game(&history), one_by_one);
    }

    #[test]
    fn what_was_found_first_makes_room() {
        let mut cache = Cache { most: 2, ..Cache::default() };
        let keys = ["e4", "d4", "c4"].map(|moves| last(moves).unwrap());
        let report = |cp| Report::kept(Score::Cp(cp), 1, 1, Vec::new());
        for (cp, key) in (0..).zip(&keys) {
            cache.put(key.clone(), report(cp));
        }
        assert_eq!(
            keys.each_ref().map(|key| cache.get(key).cloned()),
            [None, Some(report(1)), Some(report(2))]
        );
        cache.put(keys[2].clone(), report(5));
        assert_eq!(cache.get(&keys[1]), Some(&report(1)), "the same key takes no further room");
    }
}
