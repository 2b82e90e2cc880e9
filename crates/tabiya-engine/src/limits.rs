// SPDX-License-Identifier: MIT OR Apache-2.0
//! Search limits and time management.
//!
//! The engine reads no clock: the caller passes a [`Stopwatch`] to each search. [`Limits`] are turned into
//! one [`Budget`]: after its soft limit no new iteration starts; at its hard limit the search is aborted.

use std::time::Duration;

use tabiya_rules::Move;

/// Longer mates, in moves, are searched for by the ordinary search, which is faster but proves nothing.
pub(crate) const MAX_PROVEN_MATE: u8 = 5;

/// The time since a search began.
///
/// The caller implements it with a clock. Tests use one that stands still.
pub trait Stopwatch: Sync {
    /// The time since the search began.
    fn elapsed(&self) -> Duration;

    /// Whether the engine is pondering: the opponent's time is running (UCI's `go ponder` before
    /// `ponderhit`). While this is true, no time limit ends the search.
    fn pondering(&self) -> bool {
        false
    }

    /// Called every 1,024 nodes, on the thread that searches. Where something else is more urgent, it may sleep here: limits of
    /// nodes and depth find the same, only later.
    fn rest(&self) {}

    /// Called when the search of a root move begins. `number` is its number in this iteration of `depth`
    /// plies, from 1.
    fn considers(&self, _mv: Move, _number: usize, _depth: i32) {}
}

/// A stopwatch that stands still: for searches limited by depth or nodes alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Untimed;

impl Stopwatch for Untimed {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time left.
    pub remaining: Duration,
    /// The time added with each move (the increment).
    pub increment: Duration,
    /// The number of moves until the next time control. `None` if there is none.
    pub moves_to_go: Option<u32>,
}

/// When a search ends. A limit that is `None` does not apply. The default search ends only when it is stopped
/// or when there is nothing left to search.
///
/// ```
/// use tabiya_engine::Limits;
///
/// let limits = Limits { nodes: Some(10_000), ..Limits::default() };
/// assert_eq!(limits.depth, None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The depth of the last iteration, in plies.
    pub depth: Option<u8>,
    /// The maximum number of nodes. It is never exceeded by one thread, and by several threads by at most
    /// 1,024 nodes for each.
    pub nodes: Option<u64>,
    /// After this number of nodes no new iteration begins. Unlike `nodes`, it never aborts an iteration, so
    /// the report is always the result of a complete iteration.
    pub soft_nodes: Option<u64>,
    /// Search for exactly this time (minus the overhead).
    pub move_time: Option<Duration>,
    /// Allocate a share of the time on this clock.
    pub clock: Option<Clock>,
    /// Search for a mate in at most this number of moves. Stop when it is found or when it is proven not to
    /// exist.
    pub mate: Option<u8>,
    /// Search only these root moves; if empty, all. Illegal moves are ignored.
    pub search_moves: Vec<Move>,
    /// How many of the best lines are reported (MultiPV); 0 and 1 mean one.
    pub multi_pv: usize,
    /// The time lost between the engine and the clock with each move. It is subtracted from every time limit.
    pub overhead: Duration,
}

impl Limits {
    /// A limit of this depth in plies, and no other.
    #[must_use]
    pub fn depth(plies: u8) -> Limits {
        Limits { depth: Some(plies), ..Limits::default() }
    }

    /// A limit of this number of nodes, and no other.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// The depth of an ordinary search that finds a move after a mate search has proven that there is no
    /// mate. `None` if there are other limits, which then apply.
    pub(crate) fn depth_without_mate(&self) -> Option<u8> {
        let Limits { depth, nodes, soft_nodes, move_time, clock, .. } = self;
        let otherwise_limited = depth.is_some()
            || nodes.is_some()
            || soft_nodes.is_some()
            || move_time.is_some()
            || clock.is_some();
        let moves = self.mate.filter(|moves| *moves <= MAX_PROVEN_MATE && !otherwise_limited)?;
        Some(2 * moves - 1)
    }

    /// A limit of this time, and no other.
    #[must_use]
    pub fn move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }
}

/// The time for one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Budget {
    /// No new iteration begins after this time. The search lengthens or shortens it by how stable its best
    /// move is.
    pub(crate) soft: Option<Duration>,
    /// The search is aborted at this time.
    pub(crate) hard: Option<Duration>,
}

/// The shortest time for a move: there is no point in planning with less.
const LEAST: Duration = Duration::from_millis(1);
/// The number of further moves that a game without a coming time control is planned for.
const MOVES_AHEAD: u32 = 20;

impl Budget {
    /// The time for one move within the limits.
    pub(crate) fn new(limits: &Limits) -> Budget {
        let mut budget = Budget::default();
        if let Some(clock) = limits.clock {
            // The overhead is kept in reserve. One move may use at most 9/20 of the rest, or 4/5 of it just
            // before a time control.
            let usable = clock.remaining.saturating_sub(limits.overhead).max(LEAST);
            let moves = clock.moves_to_go.unwrap_or(MOVES_AHEAD).clamp(1, 40);
            let increment = clock.increment.saturating_sub(limits.overhead);
            let most = (if moves == 1 { usable * 4 / 5 } else { usable * 9 / 20 }).max(LEAST);
            let soft = usable / moves + increment * 3 / 4;
            budget.soft = Some((soft * 17 / 20).clamp(LEAST, most));
            budget.hard = Some((soft * 3).clamp(LEAST, most));
        }
        if let Some(time) = limits.move_time {
            let time = time.saturating_sub(limits.overhead).max(LEAST);
            budget.hard = Some(budget.hard.map_or(time, |hard| hard.min(time)));
        }
        budget
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Limits {
        Limits {
            clock: Some(Clock {
                remaining: Duration::from_millis(remaining),
                increment: Duration::from_millis(increment),
                moves_to_go,
            }),
            overhead: Duration::from_millis(10),
            ..Limits::default()
        }
    }

    #[test]
    fn a_clock_is_never_overrun() {
        for remaining in [0, 1, 5, 20, 100, 1_000, 60_000, 5_400_000] {
            for increment in [0, 10, 1_000, 180_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let budget = Budget::new(&clock(remaining, increment, moves_to_go));
                    let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
                    assert!(soft <= hard, "{remaining} {increment} {moves_to_go:?}");
                    assert!(
                        hard <= LEAST || hard + Duration::from_millis(10) <= Duration::from_millis(remaining),
                        "{remaining} {increment} {moves_to_go:?}: {hard:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_last_move_before_a_control_may_use_more() {
        let last = Budget::new(&clock(10_000, 0, Some(1)));
        let many = Budget::new(&clock(10_000, 0, Some(20)));
        assert!(last.soft > many.soft);
        assert!(many.soft >= Some(Duration::from_millis(250)));
    }

    #[test]
    fn the_shorter_of_two_limits_counts() {
        let mut limits = clock(60_000, 0, None);
        limits.move_time = Some(Duration::from_millis(110));
        assert_eq!(Budget::new(&limits).hard, Some(Duration::from_millis(100)));
        assert_eq!(Budget::new(&Limits::depth(3)), Budget::default());
    }
}
