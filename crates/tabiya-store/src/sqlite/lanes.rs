// SPDX-License-Identifier: AGPL-3.0-or-later
//! The lanes before the writer: which of the waiting writes its next batch holds.
//!
//! All writes of a batch share one transaction and one flush, and a write that comes too late waits for the
//! whole of it. So a batch takes the moves that wait, then edits. The background lane gets a small part of
//! a batch now and then: while people play, after each batch with a part of the background it rests for
//! [`REST`] times as long as that batch took. So the background has at most a sixteenth of the writer's time.
//!
//! No lane starves:
//!
//! - The first [`MOVES`] moves are in the next batch, whatever else waits.
//! - [`EDITS`] edits are in each batch, however many moves wait.
//! - When the background has rested, one write of it at least is in the next batch, however many live ones wait.
//!
//! So a move or an edit with `n` others before it in its lane is in one of the next `n / places + 1` batches, and
//! a write of the background waits for `n + 1` rests. The tests below compute with these rules: the time is an
//! argument.

use std::{
    thread::{self, Thread},
    time::{Duration, Instant},
};

use tokio::sync::mpsc;

use crate::{StorageError, lane::Lane};

/// The maximum number of moves in one batch; also of edits, where few moves wait.
const MOVES: usize = 256;
/// The number of edits for which each batch has room.
const EDITS: usize = 64;
/// How much of the background goes into a batch while people play, in statements: one imported game.
const WHILE_LIVE: usize = 8;
/// The same while nobody does: what a move waits for that comes just after such a batch has begun.
const ALONE: usize = 128;
/// While people play, the background rests this many times as long as its last batch took.
const REST: u32 = 15;
/// People play if a live write came so lately.
const LATELY: Duration = Duration::from_secs(1);

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

/// How many writes a batch holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Filled {
    live: usize,
    background: usize,
}

/// Puts into `batch`, which is empty, what the next transaction writes. `cost` is the number of a write's
/// statements, and `share` how many of them the background has.
fn fill<J>(
    batch: &mut Vec<J>,
    waiting: &mut impl Waiting<J>,
    share: usize,
    cost: impl Fn(&J) -> usize,
) -> Filled {
    batch.extend(std::iter::from_fn(|| waiting.take(Lane::Moves)).take(MOVES));
    let edits = EDITS.max(MOVES - batch.len());
    batch.extend(std::iter::from_fn(|| waiting.take(Lane::Edits)).take(edits));
    let live = batch.len();
    let mut left = share;
    while left > 0
        && let Some(job) = waiting.take(Lane::Background)
    {
        left = left.saturating_sub(cost(&job).max(1));
        batch.push(job);
    }
    Filled { live, background: batch.len() - live }
}

/// When the background may write, and how much.
#[derive(Default)]
struct Pace {
    /// When the last live write was written.
    last_live: Option<Instant>,
    /// Until when the background rests.
    rests_until: Option<Instant>,
}

impl Pace {
    /// How many statements of the background the next batch may hold.
    fn share(&self, now: Instant) -> usize {
        match self.rest(now) {
            Some(_) => 0,
            None if self.is_live(now) => WHILE_LIVE,
            None => ALONE,
        }
    }

    /// How long the background still rests.
    fn rest(&self, now: Instant) -> Option<Duration> {
        self.rests_until.map(|until| until.saturating_duration_since(now)).filter(|rest| !rest.is_zero())
    }

    fn is_live(&self, now: Instant) -> bool {
        self.last_live.is_some_and(|last| now.saturating_duration_since(last) < LATELY)
    }

    /// Notes that such a batch was written.
    fn wrote(&mut self, filled: Filled, began: Instant, now: Instant) {
        if filled.live > 0 {
            self.last_live = Some(now);
        }
        if filled.background > 0 {
            let took = now.saturating_duration_since(began);
            self.rests_until = self.is_live(now).then(|| now + took * REST);
        }
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
    pace: Pace,
    /// What the last batch held.
    filled: Filled,
}

/// The lanes, empty.
pub(super) fn lanes<J>() -> (Entrance<J>, Exit<J>) {
    let [(moves, moves_out), (edits, edits_out), (background, background_out)] =
        Lane::ALL.map(|lane| mpsc::channel(places(lane)));
    let exit = Exit {
        moves: moves_out,
        edits: edits_out,
        background: background_out,
        pace: Pace::default(),
        filled: Filled::default(),
    };
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
    /// Whether no live write waits, and more may come. Then there is time for what the writer does by itself.
    pub(super) fn is_idle(&self) -> bool {
        self.moves.is_empty() && self.edits.is_empty() && !self.is_closed()
    }

    /// Waits for writes, and puts those of the next transaction into `batch`, which is empty. Returns `false`
    /// when all were taken and no more can come.
    pub(super) fn next(&mut self, batch: &mut Vec<J>, cost: impl Fn(&J) -> usize) -> bool {
        loop {
            // Asked first: what was put in before the end is in the lanes by now.
            let is_closed = self.is_closed();
            let now = Instant::now();
            // Whoever closes the store waits for the rest.
            let share = if is_closed { ALONE } else { self.pace.share(now) };
            self.filled = fill(batch, self, share, &cost);
            if !batch.is_empty() {
                return true;
            }
            if is_closed {
                return false;
            }
            // Whoever has put something in or closed the lanes since then has left a token, and this returns at
            // once.
            match self.pace.rest(now).filter(|_| !self.background.is_empty()) {
                Some(rest) => thread::park_timeout(rest),
                None => thread::park(),
            }
        }
    }

    /// Notes that the last batch was written since `began`.
    pub(super) fn wrote(&mut self, began: Instant) {
        self.pace.wrote(self.filled, began, Instant::now());
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

        fn batch(&mut self, share: usize) -> Vec<Write> {
            let mut batch = Vec::new();
            let filled = fill(&mut batch, self, share, |(_, _, cost)| *cost);
            assert_eq!(filled.background, count(&batch, Lane::Background));
            assert_eq!(filled.live + filled.background, batch.len());
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
        let batch = Lanes::new([3, 2, 9], [false; 3], 1).batch(WHILE_LIVE);
        let lanes: Vec<Lane> = batch.iter().map(|(lane, ..)| *lane).collect();
        let expected = [[Lane::Moves; 3].as_slice(), &[Lane::Edits; 2], &[Lane::Background; WHILE_LIVE]];
        assert_eq!(lanes, expected.concat());
        for lane in Lane::ALL {
            let places = batch.iter().filter(|(of, ..)| *of == lane).map(|(_, place, _)| *place);
            assert!(places.is_sorted(), "{batch:?}");
        }
    }

    #[test]
    fn the_background_takes_its_share_and_at_least_one_write() {
        for (share, cost, taken) in [
            (WHILE_LIVE, 1, WHILE_LIVE),
            (WHILE_LIVE, 3, WHILE_LIVE.div_ceil(3)),
            // One that is larger than its share is written all the same.
            (WHILE_LIVE, 10_000, 1),
            (ALONE, 1, ALONE),
            // A change without statements counts too, else there were no bound.
            (WHILE_LIVE, 0, WHILE_LIVE),
            (0, 1, 0),
        ] {
            let batch = Lanes::new([1, 0, 999], [false; 3], cost).batch(share);
            assert_eq!(count(&batch, Lane::Background), taken, "{share} of {cost}");
        }
    }

    const BATCH: Duration = Duration::from_millis(2);
    const LIVE: Filled = Filled { live: 1, background: 0 };
    const BACKGROUND: Filled = Filled { live: 0, background: 1 };

    #[test]
    fn the_background_rests_while_people_play_and_goes_on_when_nobody_does() {
        let (mut pace, begun) = (Pace::default(), Instant::now());
        assert_eq!(pace.share(begun), ALONE);
        pace.wrote(BACKGROUND, begun, begun + BATCH);
        assert_eq!(pace.share(begun + BATCH), ALONE, "nobody plays");
        let now = begun + 2 * BATCH;
        pace.wrote(LIVE, begun + BATCH, now);
        assert_eq!(pace.share(now), WHILE_LIVE, "it has rested");
        let written = now + BATCH;
        pace.wrote(BACKGROUND, now, written);
        assert_eq!((pace.share(written), pace.rest(written)), (0, Some(BATCH * REST)));
        assert_eq!(pace.share(written + BATCH * REST), WHILE_LIVE);
        // The last move is a second ago.
        let quiet = now + LATELY;
        assert_eq!(pace.share(quiet), ALONE);
        pace.wrote(BACKGROUND, quiet, quiet + BATCH);
        assert_eq!(pace.share(quiet + BATCH), ALONE);
    }

    /// The batch, from 0, in which the write at this place of a lane is, while the lanes never run dry and each
    /// batch takes as long.
    fn batch_of(lane: Lane, place: usize, cost: usize) -> usize {
        let (mut lanes, mut pace) = (Lanes::new([2_000; 3], [true; 3], cost), Pace::default());
        let mut now = Instant::now();
        pace.wrote(LIVE, now, now);
        let mut is_in_next = || {
            let batch = lanes.batch(pace.share(now));
            let background = count(&batch, Lane::Background);
            pace.wrote(Filled { live: batch.len() - background, background }, now, now + BATCH);
            now += BATCH;
            batch.iter().any(|(of, at, _)| (*of, *at) == (lane, place))
        };
        (0..).find(|_| is_in_next()).expect("some batch")
    }

    #[test]
    fn no_lane_starves_however_much_comes_in_the_others() {
        for cost in [1, 6, 10_000] {
            for place in [0, 1, 63, 64, 255, 256, 1_000, 1_999] {
                assert_eq!(batch_of(Lane::Moves, place, cost), place / MOVES, "move {place}");
                assert_eq!(batch_of(Lane::Edits, place, cost), place / EDITS, "edit {place}");
            }
            for place in [0, 1, 7, 8, 99] {
                let rests = place / WHILE_LIVE.div_ceil(cost);
                let found = batch_of(Lane::Background, place, cost);
                assert_eq!(
                    found,
                    rests * (REST as usize + 1),
                    "write {place} of the background, cost {cost}"
                );
            }
        }
    }

    #[test]
    fn a_batch_is_bounded() {
        let batch = Lanes::new([2_000; 3], [true; 3], 1).batch(WHILE_LIVE);
        assert_eq!(Lane::ALL.map(|lane| count(&batch, lane)), [MOVES, EDITS, WHILE_LIVE]);
        let edits_alone = Lanes::new([0, 2_000, 0], [true; 3], 1).batch(0);
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
