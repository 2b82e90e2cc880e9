// SPDX-License-Identifier: MIT OR Apache-2.0
//! Converts a score to win, draw and loss probabilities (WDL).
//!
//! Each side has a logistic curve, `won = 1 / (1 + exp((a - cp) / b))`. The parameter `a` is the score at
//! which half of the games are won; `b` is how flat the curve is. Both depend on the material left: in an
//! endgame a pawn decides fewer games, but decides them more surely.
//!
//! The curves were fitted by maximum likelihood to 1,427,718 positions with scores within ±10 pawns. The
//! positions come from 12,000 games of the engine against itself at 400 nodes a move (bench 728716, network
//! 1). Material counts queens as 9, rooks as 5, minor pieces as 3 and pawns as 1. So the probabilities are
//! those of *fast* games; in slower games more positions near zero are drawn.

use tabiya_rules::{Position, Role};

use crate::score::Score;

/// The material of both sides in the starting position, and the value of each role.
const FULL: f64 = 78.0;
const COUNTS: [usize; 6] = [1, 3, 3, 5, 9, 0];
/// The material by which the polynomials are scaled, and the least material with enough data.
const SCALE: f64 = 58.0;
const LEAST: f64 = 10.0;
/// `a` and `b` as polynomials of material ÷ [`SCALE`], the constant first.
const A: [f64; 3] = [232.5, -294.9, 128.5];
const B: [f64; 3] = [67.5, 111.2, 15.7];

/// Probabilities in thousandths, for the side to move. They add up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// A win.
    pub won: u16,
    /// A draw.
    pub drawn: u16,
    /// A loss.
    pub lost: u16,
}

impl Wdl {
    /// The probabilities for a score in a position.
    ///
    /// ```
    /// use tabiya_engine::{Score, Wdl};
    /// use tabiya_rules::Position;
    ///
    /// let start = Position::start();
    /// let chances = Wdl::new(Score::Cp(100), &start);
    /// assert!(chances.won > 500 && chances.drawn > chances.lost.min(100));
    /// assert_eq!(Wdl::new(Score::Mate(3), &start), Wdl { won: 1000, drawn: 0, lost: 0 });
    /// ```
    #[must_use]
    pub fn new(score: Score, position: &Position) -> Wdl {
        let cp = match score {
            Score::Cp(cp) => f64::from(cp),
            Score::Mate(moves) if moves > 0 => return Wdl { won: 1000, drawn: 0, lost: 0 },
            Score::Mate(_) => return Wdl { won: 0, drawn: 0, lost: 1000 },
        };
        let material: usize =
            Role::ALL.into_iter().map(|role| COUNTS[role.index()] * position.by_role(role).len()).sum();
        let scaled = (material as f64).clamp(LEAST, FULL) / SCALE;
        let polynomial =
            |[constant, linear, square]: [f64; 3]| constant + scaled * (linear + scaled * square);
        let (a, b) = (polynomial(A), polynomial(B));
        let share = |cp: f64| (1000.0 / (1.0 + ((a - cp) / b).exp())).round() as u16;
        let (won, lost) = (share(cp), share(-cp));
        Wdl { won, drawn: 1000 - won - lost, lost }
    }
}

/// In UCI notation: thousandths of win, draw and loss.
impl std::fmt::Display for Wdl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {}", self.won, self.drawn, self.lost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_mirror_and_grow() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "8/8/4k3/8/8/4P3/4K3/8 w - - 0 1",
            "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let mut last = 0;
            for cp in (-20_000..=20_000).step_by(25) {
                let (mine, theirs) =
                    (Wdl::new(Score::Cp(cp), &position), Wdl::new(Score::Cp(-cp), &position));
                assert_eq!(mine.won + mine.drawn + mine.lost, 1000);
                assert_eq!((mine.won, mine.lost), (theirs.lost, theirs.won));
                assert!(mine.won >= last, "{fen} {cp}");
                last = mine.won;
            }
        }
    }

    #[test]
    fn a_small_edge_draws_more_often_with_less_material() {
        let edge = |fen: &str| Wdl::new(Score::Cp(40), &Position::from_fen(fen).unwrap());
        let (full, ending) = (
            edge("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            edge("4k3/pp6/8/8/8/8/PPP5/4K2R w K - 0 1"),
        );
        assert!(ending.drawn > 2 * full.drawn, "{ending} {full}");
    }
}
