// SPDX-License-Identifier: AGPL-3.0-or-later
//! Why a move is wrong: what the opponent plays, and a reason that is proved.

use std::sync::atomic::AtomicBool;

use tabiya_analysis::{HASH_MIB, reason_view};
use tabiya_engine::Stopwatch;
use tabiya_engine::analysis::{Analyst, Budget, OwnEngine, Request, Review};
use tabiya_protocol::PuzzleWhy;
use tabiya_rules::{History, Move, Position};

use crate::solving::told_line;

/// Nodes for each of both positions: before the move and after it.
const NODES: u64 = 100_000;
/// The longest line that is told, in half-moves.
const LINE: usize = 6;

/// Takes a fifth of a second: call it where slow work is done. `new_stopwatch` is called for each search, which rests where its
/// stopwatch says so.
#[must_use]
pub fn why(
    position: &Position,
    mv: Move,
    new_stopwatch: impl Fn() -> Box<dyn Stopwatch + Send> + Send,
) -> PuzzleWhy {
    let mut history = History::new(*position);
    let mut engine = OwnEngine::new(HASH_MIB, new_stopwatch);
    let mut look = |history: &History| {
        let request = Request { history: history.clone(), budget: Budget::Nodes(NODES), lines: 1 };
        engine.analyse(&request, &AtomicBool::new(false), &mut |_| ()).ok()
    };
    let before = look(&history);
    history.play(mv);
    let after = look(&history);
    let line = after
        .as_ref()
        .map_or_else(Vec::new, |after| told_line(history.position(), &after.pv[..after.pv.len().min(LINE)]));
    let reports: Vec<_> = before.into_iter().chain(after).collect();
    let review = Review::new(&history, &reports);
    let flaw = review.and_then(|review| review.moves.first().and_then(|judged| judged.flaw));
    PuzzleWhy { line, reason: flaw.as_ref().map(reason_view) }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    use tabiya_engine::Untimed;
    use tabiya_protocol::ReasonView;
    use tabiya_rules::parse_san;

    use super::*;

    #[test]
    fn the_refutation_is_told_with_its_reason() {
        // White could win the queen with Nf6+, but puts the knight where the king takes it.
        let position = Position::from_fen("6k1/3q1p1p/8/3N4/8/8/5PPP/6K1 w - - 0 1").unwrap();
        let told = why(&position, parse_san(&position, "Nf4").unwrap(), || Box::new(Untimed));
        assert!(!told.line.is_empty() && told.line.len() <= LINE, "{:?}", told.line);
        let mated = Position::from_fen("6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1").unwrap();
        let told = why(&mated, parse_san(&mated, "Rc1").unwrap(), || Box::new(Untimed));
        assert_eq!(told.reason, Some(ReasonView::MissesMate { moves: 1 }));
    }

    #[test]
    fn both_searches_rest_where_their_stopwatch_says_so() {
        let rests = Arc::new(AtomicU64::new(0));
        let position = Position::start();
        let mv = parse_san(&position, "f3").unwrap();
        let told = why(&position, mv, || Box::new(Resting(Arc::clone(&rests))));
        assert_eq!(told, why(&position, mv, || Box::new(Untimed)), "a rest changes nothing else");
        let rests = rests.load(Ordering::Relaxed);
        assert!(rests >= 2 * (NODES / 1_024 - 1), "{rests}");
    }

    struct Resting(Arc<AtomicU64>);

    impl Stopwatch for Resting {
        fn elapsed(&self) -> Duration {
            Duration::ZERO
        }

        fn rest(&self) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
}
