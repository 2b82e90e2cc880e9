// SPDX-License-Identifier: AGPL-3.0-or-later
//! Why a move is wrong: what the opponent plays, and a reason that is proved.

use std::sync::atomic::AtomicBool;

use tabiya_analysis::{HASH_MIB, eval_view, reason_view};
use tabiya_engine::analysis::{Analyst, Budget, OwnEngine, Request, Review};
use tabiya_engine::{Report, Stopwatch};
use tabiya_protocol::PuzzleWhy;
use tabiya_rules::{History, Move, Position};

use crate::solving::told_line;

/// Nodes for each of both positions: before the move and after it.
const NODES: u64 = 100_000;
/// The longest line that is told, in half-moves.
const LINE: usize = 6;
/// The shortest, where the game goes on: one move alone explains nothing.
const SHORTEST: usize = 4;

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
    let first = after.as_ref().map_or_else(Vec::new, |after| after.pv.clone());
    let line = told_line(history.position(), &continued(&history, first, look));
    let turn = history.position().turn();
    let stands =
        after.as_ref().filter(|after| after.best.is_some()).map(|after| eval_view(after.score, turn));
    let reports: Vec<_> = before.into_iter().chain(after).collect();
    let review = Review::new(&history, &reports);
    let flaw = review.and_then(|review| review.moves.first().and_then(|judged| judged.flaw));
    PuzzleWhy { line, stands, reason: flaw.as_ref().map(reason_view) }
}

/// A line that is long enough. A search may remember the first moves alone; then it looks again where they end.
fn continued(
    history: &History,
    mut moves: Vec<Move>,
    mut look: impl FnMut(&History) -> Option<Report>,
) -> Vec<Move> {
    while !moves.is_empty() && moves.len() < SHORTEST {
        let mut ahead = history.clone();
        moves.iter().for_each(|mv| ahead.play(*mv));
        match look(&ahead) {
            Some(further) if !further.pv.is_empty() => moves.extend(further.pv),
            Some(_) | None => break,
        }
    }
    moves.truncate(LINE);
    moves
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    use tabiya_engine::Untimed;
    use tabiya_protocol::{EvalView, ReasonView};
    use tabiya_rules::parse_san;

    use super::*;

    #[test]
    fn the_refutation_is_told_with_its_reason() {
        // White could win the queen with Nf6+, but goes back with the knight.
        let position = Position::from_fen("6k1/3q1p1p/8/3N4/8/8/5PPP/6K1 w - - 0 1").unwrap();
        let told = why(&position, parse_san(&position, "Nc3").unwrap(), || Box::new(Untimed));
        assert!((SHORTEST..=LINE).contains(&told.line.len()), "{:?}", told.line);
        // The queen that could be won stays.
        assert!(matches!(told.stands, Some(EvalView::Cp { cp }) if cp < -100), "{:?}", told.stands);
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

    #[test]
    fn a_line_of_one_move_goes_on_until_it_explains_something_or_the_game_is_over() {
        let position = Position::from_fen("7k/5ppp/8/8/8/8/5PPP/R2R2K1 b - - 0 1").unwrap();
        let history = History::new(position);
        let first = vec![parse_san(&position, "Kg8").unwrap()];
        let mut engine = OwnEngine::new(HASH_MIB, || Box::new(Untimed));
        let mut looks = 0;
        let line = continued(&history, first, |history| {
            looks += 1;
            let request = Request { history: history.clone(), budget: Budget::Nodes(2_000), lines: 1 };
            engine.analyse(&request, &AtomicBool::new(false), &mut |_| ()).ok()
        });
        // The rook mates, and nothing follows.
        assert_eq!((line.len(), looks), (2, 2), "{line:?}");
        let quiet = History::new(Position::from_fen("7k/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1").unwrap());
        let first = vec![parse_san(quiet.position(), "h6").unwrap()];
        assert_eq!(continued(&quiet, first.clone(), |_| None).len(), 1, "the engine can't go on");
        let line = continued(&quiet, first, |history| {
            let request = Request { history: history.clone(), budget: Budget::Nodes(2_000), lines: 1 };
            engine.analyse(&request, &AtomicBool::new(false), &mut |_| ()).ok()
        });
        assert!((SHORTEST..=LINE).contains(&line.len()), "{line:?}");
    }
}
