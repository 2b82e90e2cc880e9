// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the engine saw when it proved a puzzle, so that any machine can look again.
//!
//! As text, a proof is the engine's name and one word a step with `|` between them. A step is what both passes saw, and what the search
//! for the reply saw: `200000d11:e4e5+312,d2d4-5 1000000d13:e4e5+330,a2a3#-3 1000000d14:e7e6-330`. That is the nodes, the depth in
//! half-moves, and each line's first move with its score for the side to move in hundredths of a pawn, or `#` and moves to mate.

use std::fmt::{self, Write};

use tabiya_engine::Score;
use tabiya_rules::{Attempt, Move, Position};

/// The engine with which this program proves puzzles.
pub const ENGINE: &str = concat!("tabiya ", env!("CARGO_PKG_VERSION"));

/// One of the best lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenLine {
    /// Its first move.
    pub mv: Move,
    /// Its score for the side to move.
    pub score: Score,
}

/// What one search saw: its best lines, all of the same depth, the best first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The number of nodes that the search was given.
    pub nodes: u64,
    /// The depth of the lines in half-moves.
    pub depth: u8,
    /// The lines. Empty only for a position without legal moves.
    pub lines: Vec<SeenLine>,
}

/// What was seen about a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedStep {
    /// The first pass.
    pub first: Seen,
    /// The second one, with more nodes.
    pub second: Seen,
    /// The search for the opponent's reply; `None` in the last step.
    pub reply: Option<Seen>,
}

/// Why a puzzle is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The engine and its version.
    pub engine: String,
    /// One for each step.
    pub steps: Vec<ProvedStep>,
}

impl Proof {
    /// As text. `positions` are those in which the solver moves, as [`Puzzle::positions`](crate::Puzzle::positions) gives them.
    pub(crate) fn write(&self, positions: &[Position]) -> String {
        let mut text = self.engine.clone();
        for (step, position) in self.steps.iter().zip(positions) {
            let _ = write!(text, "|{} {}", Written(&step.first, position), Written(&step.second, position));
            if let (Some(reply), Some(best)) = (&step.reply, step.second.lines.first()) {
                let _ = write!(text, " {}", Written(reply, &position.after(best.mv)));
            }
        }
        text
    }

    /// What [`write`](Self::write) has written; `None` if it is none of that.
    pub(crate) fn read(text: &str, positions: &[Position]) -> Option<Self> {
        let mut parts = text.split('|');
        let engine = parts.next().filter(|engine| !engine.is_empty())?.to_owned();
        let mut steps = Vec::new();
        for (number, part) in parts.enumerate() {
            let position = positions.get(number)?;
            let mut words = part.split(' ');
            let first = seen(words.next()?, position)?;
            let second = seen(words.next()?, position)?;
            let best = second.lines.first()?.mv;
            let reply = match words.next() {
                Some(word) => Some(seen(word, &position.after(best))?),
                None => None,
            };
            if words.next().is_some() {
                return None;
            }
            steps.push(ProvedStep { first, second, reply });
        }
        Some(Self { engine, steps })
    }
}

/// What a search saw in this position, as text.
struct Written<'a>(&'a Seen, &'a Position);

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(Seen { nodes, depth, lines }, position) = self;
        write!(f, "{nodes}d{depth}:")?;
        for (place, SeenLine { mv, score }) in lines.iter().enumerate() {
            let comma = if place > 0 { "," } else { "" };
            write!(f, "{comma}{}", mv.to_uci(position.castling_mode()))?;
            match score {
                Score::Cp(cp) => write!(f, "{cp:+}")?,
                Score::Mate(moves) => write!(f, "#{moves}")?,
            }
        }
        Ok(())
    }
}

fn seen(word: &str, position: &Position) -> Option<Seen> {
    let (head, lines) = word.split_once(':')?;
    let (nodes, depth) = head.split_once('d')?;
    let lines = lines.split(',').filter(|line| !line.is_empty()).map(|line| {
        let (mv, score) = line.split_at_checked(line.find(['+', '-', '#'])?)?;
        let mv = mv.parse::<Attempt>().ok()?.to_move(position).ok()?;
        let score = match score.strip_prefix('#') {
            Some(moves) => Score::Mate(moves.parse().ok()?),
            None => Score::Cp(score.parse().ok()?),
        };
        Some(SeenLine { mv, score })
    });
    Some(Seen {
        nodes: nodes.parse().ok()?,
        depth: depth.parse().ok()?,
        lines: lines.collect::<Option<_>>()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya_rules::parse_san;

    #[test]
    fn what_is_written_is_read() {
        let position = Position::start();
        let line = |san, score| SeenLine { mv: parse_san(&position, san).unwrap(), score };
        let lines = vec![line("e4", Score::Cp(31)), line("d4", Score::Cp(0)), line("f3", Score::Mate(-3))];
        let first = Seen { nodes: 200, depth: 9, lines };
        let second = Seen { nodes: 900, depth: 11, lines: vec![line("e4", Score::Mate(2))] };
        let after = position.after(second.lines[0].mv);
        let reply = SeenLine { mv: parse_san(&after, "e5").unwrap(), score: Score::Cp(-7) };
        let reply = Some(Seen { nodes: 900, depth: 12, lines: vec![reply] });
        let proof = Proof { engine: ENGINE.to_owned(), steps: vec![ProvedStep { first, second, reply }] };
        let text = proof.write(&[position]);
        assert!(text.ends_with("|200d9:e2e4+31,d2d4+0,f2f3#-3 900d11:e2e4#2 900d12:e7e5-7"), "{text}");
        assert_eq!(Proof::read(&text, &[position]), Some(proof));
        for wrong in
            ["", "x|", "x|1d1:e2e4+1", "x|1d1:e2e5+1 1d1:e2e4+1", "x|1d1:e2e4 1d1:e2e4+1", "x|1:e2e4+1 1:a"]
        {
            assert_eq!(Proof::read(wrong, &[position]), None, "{wrong}");
        }
    }
}
