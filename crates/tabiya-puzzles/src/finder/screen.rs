// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which positions of a game may be puzzles, by one score a position. Pure.

use tabiya_engine::Score;
use tabiya_engine::analysis::{centipawns, winning_chances};
use tabiya_rules::History;

use super::verdict::{EQUAL_FROM, LOSES_FROM, WINS_FROM};

/// A side with more than this wins already: there is nothing to find. In hundredths of a pawn.
const DECIDED: i32 = 300;
/// The winning chances that a mistake gives away at least, on the scale from -1 to 1.
pub(super) const MISTAKE: f64 = 0.25;

/// The positions of the game that are worth a closer look, by the number of moves before them. `scores` are those of the start and
/// the position after each move, for the side to move.
pub(crate) fn candidates(game: &History, scores: &[Score]) -> Vec<usize> {
    let mut position = *game.start();
    let mut seen = vec![position.key()];
    let mut found = Vec::new();
    for (ply, mv) in (1..).zip(game.moves()) {
        position.play(*mv);
        let is_new = !seen.contains(&position.key());
        seen.push(position.key());
        let (Some(before), Some(now)) = (scores.get(ply - 1), scores.get(ply)) else { break };
        if is_new && position.count_legal_moves() >= 2 && is_chance(-centipawns(*before), centipawns(*now)) {
            found.push(ply);
        }
    }
    found
}

/// Whether a mistake has turned the game, as the solver sees the scores before and after it.
fn is_chance(before: i32, now: i32) -> bool {
    let gain = winning_chances(now) - winning_chances(before);
    let wins = before <= DECIDED && now >= WINS_FROM;
    let saves = before <= LOSES_FROM && now >= EQUAL_FROM;
    gain >= MISTAKE && (wins || saves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya_rules::{Position, parse_san};

    #[test]
    fn a_mistake_that_turns_the_game_is_looked_at() {
        for (before, now, expected) in [
            (0, 500, true),
            (-400, 0, true),
            (-800, 300, true),
            (350, 900, false),
            (0, 150, false),
            (-100, -20, false),
            (180, 240, false),
            (-200, 0, false),
        ] {
            assert_eq!(is_chance(before, now), expected, "{before} {now}");
        }
    }

    #[test]
    fn a_repeated_position_is_looked_at_once() {
        let mut game = History::new(Position::start());
        for san in "e4 e5 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6".split(' ') {
            game.play(parse_san(game.position(), san).unwrap());
        }
        let cp = |cp| Score::Cp(cp);
        // The position after Nf3 is there twice, each time after a mistake; and the one after it, which saves a lost game.
        let scores = [0, 0, 0, 500, 0, 0, 0, 500, 0].map(cp);
        assert_eq!(candidates(&game, &scores), [3, 4]);
        assert_eq!(candidates(&game, &[cp(0), cp(600)]), [1]);
        assert_eq!(candidates(&game, &[]), [0; 0]);
    }
}
