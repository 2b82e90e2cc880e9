// SPDX-License-Identifier: MIT OR Apache-2.0
//! How long to think, and what the search is told about time.
//!
//! The engine reads no clock: a [`Stopwatch`] is passed in with each search. From [`Limits`] comes one [`Budget`]:
//! a soft bound, after which no new iteration starts, and a hard one, at which the search breaks off.

use std::time::Duration;

use tabiya_rules::Move;

use crate::search::MOST_MOVES;

/// Time since a search began.
///
/// The caller reads a clock for us; tests pass one that stands still.
pub trait Stopwatch: Sync {
    /// How long ago the search began.
    fn elapsed(&self) -> Duration;

    /// Whether the opponent's time is running (UCI's `go ponder` before `ponderhit`). As long as this holds, no limit of
    /// time ends the search.
    fn pondering(&self) -> bool {
        false
    }

    /// Hears which first move is searched now, and its number in the order of this iteration of `depth` plies; 1 is the first.
    fn considers(&self, _mv: Move, _number: usize, _depth: i32) {}
}

/// A stopwatch that never moves: for searches limited by depth or nodes alone.
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
    /// What is left for the moves to come.
    pub remaining: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// In how many moves the clock is wound again; `None`: never.
    pub moves_to_go: Option<u32>,
}

/// When a search ends. What is `None` does not limit; the default is a search that ends only when it is stopped or
/// has nothing more to find.
///
/// ```
/// use tabiya_engine::Limits;
///
/// let limits = Limits { nodes: Some(10_000), ..Limits::default() };
/// assert_eq!(limits.depth, None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The last iteration, in plies.
    pub depth: Option<u8>,
    /// How many positions to visit; overstepped by none, or with several threads by at most 1,024 for each.
    pub nodes: Option<u64>,
    /// After how many positions no new iteration begins. Unlike `nodes` it never ends one half-way, so that what is
    /// reported is always the word of a whole iteration.
    pub soft_nodes: Option<u64>,
    /// Exactly so much time (less the overhead).
    pub move_time: Option<Duration>,
    /// Share the clock sensibly.
    pub clock: Option<Clock>,
    /// Look for a mate in so many moves or fewer and stop when it is found, or shown not to exist.
    pub mate: Option<u8>,
    /// Only these first moves; empty: all. Moves that are not legal are ignored.
    pub search_moves: Vec<Move>,
    /// How many best lines to report; 0 and 1 mean one.
    pub multi_pv: usize,
    /// Time lost between the engine and the clock with each move; kept back from every time limit.
    pub overhead: Duration,
}

impl Limits {
    /// So many plies and nothing else.
    #[must_use]
    pub fn depth(plies: u8) -> Limits {
        Limits { depth: Some(plies), ..Limits::default() }
    }

    /// So many positions and nothing else.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Where nothing but a mate is asked for and it was shown not to exist: how deep to look for a move all the same.
    pub(crate) fn depth_without_mate(&self) -> Option<u8> {
        let Limits { depth, nodes, soft_nodes, move_time, clock, .. } = self;
        let otherwise_limited = depth.is_some()
            || nodes.is_some()
            || soft_nodes.is_some()
            || move_time.is_some()
            || clock.is_some();
        let moves = self.mate.filter(|moves| *moves <= MOST_MOVES && !otherwise_limited)?;
        Some(2 * moves - 1)
    }

    /// So much time and nothing else.
    #[must_use]
    pub fn move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }
}

/// The time of one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Budget {
    /// No new iteration after this; the search stretches or shrinks it by how sure it is.
    pub(crate) soft: Option<Duration>,
    /// The search breaks off.
    pub(crate) hard: Option<Duration>,
}

/// Less than this is not worth a plan: play at once.
const LEAST: Duration = Duration::from_millis(1);
/// How many more moves a game without a time control to come is planned for.
const MOVES_AHEAD: u32 = 20;

impl Budget {
    /// What the limits leave for one move.
    pub(crate) fn new(limits: &Limits) -> Budget {
        let mut budget = Budget::default();
        if let Some(clock) = limits.clock {
            // Never plan with the last overhead; a control is reached with one spare.
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
