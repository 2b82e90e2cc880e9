// SPDX-License-Identifier: AGPL-3.0-or-later
//! Proves a puzzle again.

use std::sync::atomic::AtomicBool;

use tabiya_engine::analysis::Analyst;
use tabiya_rules::History;

use crate::finder::{Eyes, Interrupted, reads};
use crate::proof::{ENGINE, Seen};
use crate::puzzle::Puzzle;

/// Why a puzzle is not proved.
#[derive(Debug, thiserror::Error)]
pub enum Unproved {
    /// It has no proof: it came from elsewhere.
    #[error("it has no proof")]
    NoProof,
    /// A position comes again in it.
    #[error("step {step}: a position comes again")]
    Repeats {
        /// The number of the step, from 1.
        step: usize,
    },
    /// What was seen does not say what the puzzle says.
    #[error("step {step}: the stored proof does not show that {what}")]
    Stored {
        /// The number of the step, from 1.
        step: usize,
        /// What the puzzle says.
        what: &'static str,
    },
    /// The same search sees something else now.
    #[error("step {step}: the engine sees other right moves now")]
    SeesOther {
        /// The number of the step, from 1.
        step: usize,
    },
    /// The same engine with the same nodes gives other scores.
    #[error("step {step}: {ENGINE} gives other scores now, with {nodes} nodes")]
    OtherScores {
        /// The number of the step, from 1.
        step: usize,
        /// Of the search.
        nodes: u64,
    },
    /// The engine failed or was stopped.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// Reads the proof, and has the engine look again with the same numbers of nodes. By the engine that made the proof, each score must be
/// the same; by another one, the right moves must be.
///
/// It must also end before a position comes again.
///
/// # Errors
/// What is wrong with the puzzle, or the engine failed.
pub fn check(puzzle: &Puzzle, analyst: &mut dyn Analyst, stop: &AtomicBool) -> Result<(), Unproved> {
    if let Some(step) = repeats_at(puzzle) {
        return Err(Unproved::Repeats { step });
    }
    let proof = puzzle.proof.as_ref().ok_or(Unproved::NoProof)?;
    if proof.steps.len() != puzzle.steps().len() {
        return Err(Unproved::Stored { step: proof.steps.len(), what: "these are all steps" });
    }
    let mut eyes = Eyes { analyst, stop };
    let mut history = History::new(*puzzle.before());
    history.play(puzzle.mistake());
    let is_same_engine = proof.engine == ENGINE;
    for (number, (step, proved)) in (1..).zip(puzzle.steps().iter().zip(&proof.steps)) {
        let stored = |what| Unproved::Stored { step: number, what };
        let verdict = reads(history.position(), &proved.first, &proved.second);
        let verdict = verdict.ok_or_else(|| stored("both passes agree"))?;
        if verdict.right != step.right || verdict.good != step.good {
            return Err(stored("these moves are right, and these good"));
        }
        let reply = proved.reply.as_ref().and_then(|reply| reply.lines.first());
        if reply.map(|line| line.mv) != step.reply {
            return Err(stored("this is the reply"));
        }
        let mut again = |history: &History, seen: &Seen| -> Result<Seen, Unproved> {
            let found = eyes.look(history, seen.nodes, seen.lines.len())?;
            if is_same_engine && found != *seen {
                return Err(Unproved::OtherScores { step: number, nodes: seen.nodes });
            }
            Ok(found)
        };
        let first = again(&history, &proved.first)?;
        let second = again(&history, &proved.second)?;
        let seen = reads(history.position(), &first, &second);
        let is_right = seen.is_some_and(|seen| {
            seen.right.len() == step.right.len() && seen.right.iter().all(|mv| step.right.contains(mv))
        });
        if !is_right {
            return Err(Unproved::SeesOther { step: number });
        }
        history.play(step.right[0]);
        if let (Some(reply), Some(seen)) = (step.reply, &proved.reply) {
            again(&history, seen)?;
            history.play(reply);
        }
    }
    Ok(())
}

/// The number of the step, from 1, in which a position comes again.
pub(crate) fn repeats_at(puzzle: &Puzzle) -> Option<usize> {
    let mut history = History::new(*puzzle.before());
    puzzle
        .moves()
        .position(|mv| {
            history.play(mv);
            history.repetitions() > 1
        })
        .map(|place| place.div_ceil(2))
}
