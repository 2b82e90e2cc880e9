// SPDX-License-Identifier: MIT OR Apache-2.0
//! Inaccuracy, mistake or blunder, by how much winning chances a move lost.

use super::chances::{centipawns, winning_chances};
use crate::score::Score;

/// What is wrong with a move, from bad to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Judgement {
    /// `?!`: the move lost at least 0.1 of winning chances, on the scale from -1 (surely lost) to 1 (surely
    /// won).
    Inaccuracy,
    /// `?`: it lost at least 0.2.
    Mistake,
    /// `??`: it lost at least 0.3, or allowed or lost a forced mate.
    Blunder,
}

impl Judgement {
    /// The judgement of a move, if it deserves one. `before` is the score of the position for the mover,
    /// `after` the score after the move for the opponent.
    ///
    /// A move that allows or loses a mate is judged less severely if the game was decided anyway.
    ///
    /// ```
    /// use tabiya_engine::Score;
    /// use tabiya_engine::analysis::Judgement;
    ///
    /// assert_eq!(Judgement::new(Score::Cp(30), Score::Cp(-20)), None);
    /// assert_eq!(Judgement::new(Score::Cp(30), Score::Cp(320)), Some(Judgement::Blunder));
    /// ```
    #[must_use]
    pub fn new(before: Score, after: Score) -> Option<Judgement> {
        let softened = |decided: i32| match decided {
            1000.. => Judgement::Inaccuracy,
            701.. => Judgement::Mistake,
            _ => Judgement::Blunder,
        };
        match (before, after) {
            // The move allows a mate that the opponent did not have before.
            (Score::Cp(before), Score::Mate(moves)) if moves > 0 => Some(softened(-before)),
            // The mover had a mate and no longer has it.
            (Score::Mate(mine), Score::Cp(after)) if mine > 0 => Some(softened(-after)),
            (Score::Mate(mine), Score::Mate(theirs)) if mine > 0 && theirs > 0 => Some(Judgement::Blunder),
            (Score::Cp(_), Score::Cp(_)) => {
                let drop = winning_chances(centipawns(before)) - winning_chances(-centipawns(after));
                match drop {
                    0.3.. => Some(Judgement::Blunder),
                    0.2.. => Some(Judgement::Mistake),
                    0.1.. => Some(Judgement::Inaccuracy),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The numeric annotation glyph of PGN: 6, 2 or 4.
    #[must_use]
    pub const fn nag(self) -> u8 {
        match self {
            Judgement::Inaccuracy => 6,
            Judgement::Mistake => 2,
            Judgement::Blunder => 4,
        }
    }
}

/// The judgement as one word: "inaccuracy", "mistake", "blunder".
impl std::fmt::Display for Judgement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Judgement::Inaccuracy => "inaccuracy",
            Judgement::Mistake => "mistake",
            Judgement::Blunder => "blunder",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Judgement::{Blunder, Inaccuracy, Mistake};

    /// Takes `after` from the mover's side, too, because that is easier to read.
    fn check(before: Score, after: Score, expected: Option<Judgement>) {
        let theirs = match after {
            Score::Cp(cp) => Score::Cp(-cp),
            Score::Mate(moves) => Score::Mate(-moves),
        };
        assert_eq!(Judgement::new(before, theirs), expected, "{before:?} {after:?}");
    }

    #[test]
    fn drops_are_measured_in_winning_chances() {
        // From 0, losses of 0.1, 0.2 and 0.3 in winning chances are scores of -54.5, -110.1 and -168.1.
        for (after, expected) in [
            (-54, None),
            (-55, Some(Inaccuracy)),
            (-110, Some(Inaccuracy)),
            (-111, Some(Mistake)),
            (-168, Some(Mistake)),
            (-169, Some(Blunder)),
        ] {
            check(Score::Cp(0), Score::Cp(after), expected);
        }
        check(Score::Cp(800), Score::Cp(600), None);
        check(Score::Cp(1500), Score::Cp(1100), None);
        check(Score::Cp(0), Score::Cp(400), None);
    }

    #[test]
    fn mates_count_by_what_the_game_was_worth_without_them() {
        check(Score::Cp(0), Score::Mate(-3), Some(Blunder));
        check(Score::Cp(-700), Score::Mate(-3), Some(Blunder));
        check(Score::Cp(-701), Score::Mate(-3), Some(Mistake));
        check(Score::Cp(-999), Score::Mate(-3), Some(Mistake));
        check(Score::Cp(-1000), Score::Mate(-3), Some(Inaccuracy));
        check(Score::Mate(4), Score::Cp(0), Some(Blunder));
        check(Score::Mate(4), Score::Cp(700), Some(Blunder));
        check(Score::Mate(4), Score::Cp(701), Some(Mistake));
        check(Score::Mate(4), Score::Cp(1000), Some(Inaccuracy));
        check(Score::Mate(4), Score::Mate(-2), Some(Blunder));
        // A mate that takes longer, a mate that is found, and a mate that was coming anyway.
        check(Score::Mate(2), Score::Mate(5), None);
        check(Score::Cp(50), Score::Mate(3), None);
        check(Score::Mate(-5), Score::Mate(-2), None);
        check(Score::Mate(-5), Score::Cp(0), None);
        assert_eq!(Judgement::new(Score::Mate(1), Score::Mate(0)), None, "mate on the board");
    }
}
