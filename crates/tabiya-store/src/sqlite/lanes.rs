// SPDX-License-Identifier: AGPL-3.0-or-later
//! The lanes before the writer: which of the waiting writes its next batch holds.
//!
//! All writes of a batch share one transaction and one flush, and a write that comes too late waits for the
//! whole of it. So a batch takes the moves that wait, then edits, and of the background lane only as much as
//! delays the others by a fraction of a flush.
//!
//! No lane starves, because a batch has places that no other lane can take:
//!
//! - The first [`MOVES`] moves are in the next batch, whatever else waits.
//! - [`EDITS`] edits are in each batch, however many moves wait.
//! - One write of the background is in each batch, however many live ones wait.
//!
//! So a write with `n` others before it in its lane is in one of the next `n / places + 1` batches. The tests
//! below compute with these rules, without threads and without a clock.

use std::thread::{self, Thread};

use tokio::sync::mpsc;

use crate::{StorageError, lane::Lane};

/// The maximum number of moves in one batch; also of edits, where few moves wait.
const MOVES: usize = 256;
/// The number of edits for which each batch has room.
const EDITS: usize = 64;
/// How much of the background goes into a batch with live writes, in statements: one or two imported games.
const BESIDE_LIVE: usize = 8;
/// The same for a batch without live writes: what a move waits for that comes just after the batch has begun.
const ALONE: usize = 128;

/// The maximum number of queued writes in each lane. More callers wait until they can queue. In the
/// background a write may hold a whole game, so fewer of them are held in memory.
const fn places(lane: Lane) -> usize {
    match lane {
        Lane::Moves | Lane::Edits => 1024,
        Lane::Background => 64,
    }
}

/// What waits in the lanes.
trait Waiting<J> {
    /// Takes the first of this lane, if one waits.
    fn take(&mut self, lane: Lane) -> Option<J>;
}

/// Puts into `batch`, which is empty, what the next transaction writes. `cost` is the number of a write's
/// statements.
fn fill<J>(batch: &mut Vec<J>, waiting: &mut impl Waiting<J>, cost: impl Fn(&J) -> usize) {
    batch.extend(std::iter::from_fn(|| waiting.take(Lane::Moves)).take(MOVES));
    let edits = EDITS.max(MOVES - batch.len());
    batch.extend(std::iter::from_fn(|| waiting.take(Lane::Edits)).take(edits));
    let mut left = if batch.is_empty() { ALONE } else { BESIDE_LIVE };
    while left > 0
        && let Some(job) = waiting.take(Lane::Background)
    {
        left = left.saturating_sub(cost(&job).max(1));
        batch.push(job);
    }
}

/// Where callers put their writes. Cloned by nobody: when it is dropped, the lanes end.
pub(super) struct Entrance<J> {
    moves: mpsc::Sender<J>,
    edits: mpsc::Sender<J>,
    background: mpsc::Sender<J>,
}

/// Where the writer takes its batches from.
pub(super) struct Exit<J> {
    moves: mpsc::Receiver<J>,
    edits: mpsc::Receiver<J>,
    background: mpsc::Receiver<J>,
}

/// The lanes, empty.
pub(super) fn lanes<J>() -> (Entrance<J>, Exit<J>) {
    let [(moves, moves_out), (edits, edits_out), (background, background_out)] =
        Lane::ALL.map(|lane| mpsc::channel(places(lane)));
    let exit = Exit { moves: moves_out, edits: edits_out, background: background_out };
    (Entrance { moves, edits, background }, exit)
}

impl<J> Entrance<J> {
    /// Puts a write into a lane, and wakes the writer. Waits while the lane is full.
    ///
    /// # Errors
    /// If the writer has ended.
    pub(super) async fn put(&self, lane: Lane, job: J, writer: &Thread) -> Result<(), StorageError> {
        let lane = match lane {
            Lane::Moves => &self.moves,
            Lane::Edits => &self.edits,
            Lane::Background => &self.background,
        };
        lane.send(job).await.map_err(|_| StorageError::Closed)?;
        writer.unpark();
        Ok(())
    }

    /// Whether the writer has ended.
    pub(super) fn is_closed(&self) -> bool {
        self.moves.is_closed()
    }

    /// A way into the background lane for another thread, which does not keep the lanes open.
    pub(super) fn background(&self) -> mpsc::WeakSender<J> {
        self.background.downgrade()
    }
}

impl<J> Exit<J> {
    /// Whether nothing waits, and more may come.
    pub(super) fn is_idle(&self) -> bool {
        self.moves.is_empty() && self.edits.is_empty() && self.background.is_empty() && !self.is_closed()
    }

    /// Waits for writes, and puts those of the next transaction into `batch`, which is empty. Returns `false`
    /// when all were taken and no more can come.
    pub(super) fn next(&mut self, batch: &mut Vec<J>, cost: impl Fn(&J) -> usize) -> bool {
        loop {
            // Asked first: what was put in before the end is in the lanes by now.
            let is_closed = self.is_closed();
            fill(batch, self, &cost);
            if !batch.is_empty() {
                return true;
            }
            if is_closed {
                return false;
            }
            // Whoever has put something in or closed the lanes since then has left a token, and this returns
            // at once.
            thread::park();
        }
    }

    fn is_closed(&self) -> bool {
        self.moves.is_closed() && self.edits.is_closed() && self.background.is_closed()
    }
}

impl<J> Waiting<J> for Exit<J> {
    fn take(&mut self, lane: Lane) -> Option<J> {
        match lane {
            Lane::Moves => &mut self.moves,
            Lane::Edits => &mut self.edits,
            Lane::Background => &mut self.background,
        }
        .try_recv()
        .ok()
    }
}

#[cfg(test)]
mod tests {
    use std::{array, collections::VecDeque};

    use super::*;

    /// A write with its place in its lane, from 0, and its cost.
    type Write = (Lane, usize, usize);

    /// Lanes in which so many writes wait that were not taken yet; some never end.
    struct Lanes {
        queues: [VecDeque<Write>; 3],
        /// What a caller puts in for each one that is taken, as a crowd does that never lets up.
        endless: [bool; 3],
        cost: usize,
        made: [usize; 3],
    }

    impl Lanes {
        fn new(waiting: [usize; 3], endless: [bool; 3], cost: usize) -> Self {
            let mut lanes = Self { queues: array::from_fn(|_| VecDeque::new()), endless, cost, made: [0; 3] };
            for lane in Lane::ALL {
                (0..waiting[lane as usize]).for_each(|_| lanes.put(lane));
            }
            lanes
        }

        fn put(&mut self, lane: Lane) {
            let place = self.made[lane as usize];
            self.made[lane as usize] += 1;
            self.queues[lane as usize].push_back((lane, place, self.cost));
        }

        fn batch(&mut self) -> Vec<Write> {
            let mut batch = Vec::new();
            fill(&mut batch, self, |(_, _, cost)| *cost);
            batch
        }
    }

    impl Waiting<Write> for Lanes {
        fn take(&mut self, lane: Lane) -> Option<Write> {
            let taken = self.queues[lane as usize].pop_front();
            if taken.is_some() && self.endless[lane as usize] {
                self.put(lane);
            }
            taken
        }
    }

    fn count(batch: &[Write], lane: Lane) -> usize {
        batch.iter().filter(|(of, ..)| *of == lane).count()
    }

    #[test]
    fn moves_come_first_then_edits_then_the_background_each_in_its_order() {
        let batch = Lanes::new([3, 2, 9], [false; 3], 1).batch();
        let lanes: Vec<Lane> = batch.iter().map(|(lane, ..)| *lane).collect();
        let expected = [[Lane::Moves; 3].as_slice(), &[Lane::Edits; 2], &[Lane::Background; BESIDE_LIVE]];
        assert_eq!(lanes, expected.concat());
        for lane in Lane::ALL {
            let places = batch.iter().filter(|(of, ..)| *of == lane).map(|(_, place, _)| *place);
            assert!(places.is_sorted(), "{batch:?}");
        }
    }

    #[test]
    fn the_background_takes_a_bounded_part_of_each_batch_and_at_least_one_write() {
        for (waiting, cost, taken) in [
            ([1, 0, 999], 1, BESIDE_LIVE),
            ([0, 1, 999], 3, BESIDE_LIVE.div_ceil(3)),
            // One that is larger than its share is written all the same.
            ([1, 0, 999], 10_000, 1),
            ([0, 0, 999], 1, ALONE),
            ([0, 0, 999], 10_000, 1),
            // A change without statements counts too, else there were no bound.
            ([1, 0, 999], 0, BESIDE_LIVE),
        ] {
            let batch = Lanes::new(waiting, [false; 3], cost).batch();
            assert_eq!(count(&batch, Lane::Background), taken, "{waiting:?} of {cost}");
        }
    }

    /// The batch, from 0, in which the write at this place of a lane is, while the lanes never run dry.
    fn batch_of(lane: Lane, place: usize, cost: usize) -> usize {
        let crowd = Lane::ALL.map(|_| 2_000);
        let mut lanes = Lanes::new(crowd, [true; 3], cost);
        (0..)
            .find(|_| lanes.batch().iter().any(|(of, at, _)| (*of, *at) == (lane, place)))
            .expect("some batch")
    }

    #[test]
    fn no_lane_starves_however_much_comes_in_the_others() {
        for cost in [1, 6, 10_000] {
            for place in [0, 1, 63, 64, 255, 256, 1_000, 1_999] {
                assert_eq!(batch_of(Lane::Moves, place, cost), place / MOVES, "move {place}");
                assert_eq!(batch_of(Lane::Edits, place, cost), place / EDITS, "edit {place}");
                let background = batch_of(Lane::Background, place, cost);
                assert!(background <= place, "write {place} of the background is in batch {background}");
            }
        }
    }

    #[test]
    fn a_batch_is_bounded() {
        let batch = Lanes::new([2_000; 3], [true; 3], 1).batch();
        assert_eq!(Lane::ALL.map(|lane| count(&batch, lane)), [MOVES, EDITS, BESIDE_LIVE]);
        let edits_alone = Lanes::new([0, 2_000, 0], [true; 3], 1).batch();
        assert_eq!(edits_alone.len(), MOVES);
    }

    #[test]
    fn what_was_put_in_before_the_end_is_taken_and_then_the_lanes_end() {
        let (entrance, mut exit) = lanes();
        let here = thread::current();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            for lane in Lane::ALL.into_iter().rev() {
                entrance.put(lane, lane, &here).await.unwrap();
            }
        });
        assert!(!exit.is_idle(), "three writes wait");
        drop(entrance);
        let mut batch = Vec::new();
        assert!(exit.next(&mut batch, |_| 1));
        assert_eq!(batch, Lane::ALL, "moves first, whoever came first");
        batch.clear();
        assert!(!exit.next(&mut batch, |_| 1));
        assert!(batch.is_empty() && !exit.is_idle());
    }
}
