// SPDX-License-Identifier: AGPL-3.0-or-later
//! Lines in which jobs wait: whose turn is next, and who makes room where all places are taken.
//!
//! Lines stand inside lines: all jobs, those of a network, those of one account in it. At each level the turns go round, so
//! whoever has many jobs waits for itself. Passwords and the work that strangers may start wait in them. Where a line is full, a job of somebody who has fewer takes the place of the
//! newest one of whoever has most. So nobody is kept out because another one asks a thousand times.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// A way into the lines, from the outermost to the innermost: each line's key, and how many jobs may wait in it.
pub type Way<K> = [(K, usize)];

/// All lines.
pub struct Lines<K, J> {
    all: Line<K, J>,
    places: usize,
    /// Whether nobody waits for this job any more.
    is_given_up: fn(&J) -> bool,
}

/// One line: of other lines, or of jobs where it is an innermost one.
struct Line<K, J> {
    /// The jobs in it, also those in inner lines.
    length: usize,
    jobs: VecDeque<J>,
    /// The keys of the inner lines, the one whose turn is next first. None of them is empty.
    turns: VecDeque<K>,
    inner: HashMap<K, Self>,
}

impl<K, J> Default for Line<K, J> {
    fn default() -> Self {
        Self { length: 0, jobs: VecDeque::new(), turns: VecDeque::new(), inner: HashMap::new() }
    }
}

impl<K: Copy + Eq + Hash, J> Lines<K, J> {
    /// Empty lines for so many jobs.
    pub fn new(places: usize, is_given_up: fn(&J) -> bool) -> Self {
        Self { all: Line::default(), places, is_given_up }
    }

    /// Puts a job at the end of its line. Another one may have to go for it: it is dropped.
    ///
    /// # Errors
    /// The job, where there is no place for it.
    pub fn push(&mut self, way: &Way<K>, job: J) -> Result<(), J> {
        if !self.all.has_room(self.places, way) {
            // Nobody is refused for the sake of those who have left.
            self.all.forget_those_who_left(self.is_given_up);
            if !self.all.has_room(self.places, way) {
                return Err(job);
            }
        }
        self.all.add(way, job);
        Ok(())
    }

    /// The job whose turn it is.
    pub fn pop(&mut self) -> Option<J> {
        self.all.pop()
    }
}

impl<K: Copy + Eq + Hash, J> Line<K, J> {
    /// Whether one more may wait here and in the inner lines on its way, after others made room where they had to.
    fn has_room(&mut self, places: usize, way: &Way<K>) -> bool {
        let Some(((key, inner_places), rest)) = way.split_first() else { return self.length < places };
        // The inner lines first: room that is made there is room here.
        if let Some(inner) = self.inner.get_mut(key) {
            let before = inner.length;
            let has_room = inner.has_room(*inner_places, rest);
            self.length -= before - inner.length;
            self.leave_if_empty(*key);
            if !has_room {
                return false;
            }
        }
        self.length < places || self.make_room(way)
    }

    /// Drops a job of whoever has most of them, as long as that one still has as many as the newcomer will have.
    fn make_room(&mut self, way: &Way<K>) -> bool {
        let Some(((key, _), rest)) = way.split_first() else { return false };
        let own = self.inner.get(key).map_or(0, |line| line.length);
        let made = match self.longest() {
            Some(other) if other != *key && self.inner[&other].length > own + 1 => self.drop_newest_of(other),
            Some(_) | None => {
                let made = self.inner.get_mut(key).is_some_and(|line| line.make_room(rest));
                self.leave_if_empty(*key);
                made
            }
        };
        self.length -= usize::from(made);
        made
    }

    fn forget_those_who_left(&mut self, is_given_up: fn(&J) -> bool) {
        self.jobs.retain(|job| !is_given_up(job));
        self.inner.retain(|_, line| {
            line.forget_those_who_left(is_given_up);
            line.length > 0
        });
        self.turns.retain(|key| self.inner.contains_key(key));
        self.length = self.jobs.len() + self.inner.values().map(|line| line.length).sum::<usize>();
    }

    fn longest(&self) -> Option<K> {
        self.inner.iter().max_by_key(|(_, line)| line.length).map(|(key, _)| *key)
    }

    fn drop_newest(&mut self) -> bool {
        let dropped = match self.longest() {
            Some(key) => self.drop_newest_of(key),
            None => self.jobs.pop_back().is_some(),
        };
        self.length -= usize::from(dropped);
        dropped
    }

    fn drop_newest_of(&mut self, key: K) -> bool {
        let Some(line) = self.inner.get_mut(&key) else { return false };
        let dropped = line.drop_newest();
        self.leave_if_empty(key);
        dropped
    }

    /// Takes an inner line away with its turn when nobody waits in it any more.
    fn leave_if_empty(&mut self, key: K) {
        if self.inner.get(&key).is_some_and(|line| line.length == 0) {
            self.inner.remove(&key);
            self.turns.retain(|turn| *turn != key);
        }
    }

    fn add(&mut self, way: &Way<K>, job: J) {
        self.length += 1;
        let Some(((key, _), rest)) = way.split_first() else { return self.jobs.push_back(job) };
        if !self.inner.contains_key(key) {
            self.turns.push_back(*key);
        }
        self.inner.entry(*key).or_default().add(rest, job);
    }

    fn pop(&mut self) -> Option<J> {
        let job = match self.turns.pop_front() {
            None => self.jobs.pop_front()?,
            Some(key) => {
                let line = self.inner.get_mut(&key)?;
                let job = line.pop()?;
                if line.length == 0 {
                    self.inner.remove(&key);
                } else {
                    self.turns.push_back(key);
                }
                job
            }
        };
        self.length -= 1;
        Some(job)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Places of all, of a network, of an account.
    const PLACES: [usize; 3] = [20, 12, 3];

    fn lines() -> Lines<char, &'static str> {
        Lines::new(PLACES[0], |job| job.starts_with("gone"))
    }

    fn way(network: char, account: char) -> [(char, usize); 2] {
        [(network, PLACES[1]), (account, PLACES[2])]
    }

    fn order(lines: &mut Lines<char, &'static str>) -> Vec<&'static str> {
        std::iter::from_fn(|| lines.pop()).collect()
    }

    #[test]
    fn the_turns_go_round_at_each_level() {
        let mut lines = lines();
        for (network, account, job) in [
            ('A', 'a', "Aa1"),
            ('A', 'a', "Aa2"),
            ('A', 'a', "Aa3"),
            ('A', 'b', "Ab1"),
            ('B', 'a', "Ba1"),
            ('B', 'a', "Ba2"),
            ('C', 'c', "Cc1"),
        ] {
            lines.push(&way(network, account), job).unwrap();
        }
        assert_eq!(order(&mut lines), ["Aa1", "Ba1", "Cc1", "Ab1", "Ba2", "Aa2", "Aa3"]);
        assert!(
            lines.all.inner.is_empty() && lines.all.turns.is_empty(),
            "nothing is kept of those who left"
        );
    }

    #[test]
    fn an_account_has_few_places_and_leaves_those_of_its_network_to_others() {
        let mut lines = lines();
        let places = |lines: &mut Lines<_, _>, account, job| {
            (0..50).filter(|_| lines.push(&way('A', account), job).is_ok()).count()
        };
        assert_eq!(places(&mut lines, 'a', "a"), PLACES[2]);
        for account in 'b'..='e' {
            places(&mut lines, account, "many");
        }
        assert_eq!(lines.all.length, PLACES[1], "the network is full");
        // Whoever has more jobs makes room for whoever has fewer, down to equal shares.
        let pupils = ('f'..='z').filter(|pupil| lines.push(&way('A', *pupil), "pupil").is_ok()).count();
        assert_eq!((pupils, lines.all.length), (PLACES[1] - 5, PLACES[1]));
        assert!(lines.push(&way('B', 'a'), "another network").is_ok());
        let served = order(&mut lines);
        assert_eq!(served[1], "another network", "its turn comes second");
        assert_eq!(served.iter().filter(|job| **job == "pupil").count(), pupils);
    }

    /// Each of many networks asks as often as it can. One that comes late gets a place, and the next turn but as many as there
    /// are networks.
    #[test]
    fn whoever_comes_late_waits_one_round_and_no_longer() {
        let mut lines = lines();
        for _ in 0..50 {
            for (network, account) in ('A'..='F').zip('a'..='f') {
                for account in [account, 'x', 'y', 'z'] {
                    let _ = lines.push(&way(network, account), "flood");
                }
            }
        }
        assert_eq!(lines.all.length, PLACES[0]);
        lines.push(&way('Z', 'a'), "late").unwrap();
        assert_eq!(lines.all.length, PLACES[0], "one of the others had to go");
        assert!(order(&mut lines).iter().position(|job| *job == "late").unwrap() <= 6);
    }

    #[test]
    fn a_job_that_was_given_up_takes_no_place_of_its_account() {
        let mut lines = lines();
        for job in ["gone 1", "stays", "gone 2"] {
            lines.push(&way('A', 'a'), job).unwrap();
        }
        lines.push(&way('A', 'a'), "new").unwrap();
        assert_eq!(order(&mut lines), ["stays", "new"]);
    }

    /// Each of twelve accounts left a job behind, which is as many as the network may have.
    #[test]
    fn nobody_is_refused_where_only_those_who_left_hold_the_places() {
        let mut lines = lines();
        for account in 'a'..='l' {
            lines.push(&way('A', account), "gone").unwrap();
        }
        lines.push(&way('A', 'z'), "new").unwrap();
        assert_eq!(order(&mut lines), ["new"]);
    }

    /// A small random walk: lengths and turns stay what they say, and whoever is refused has its share.
    #[test]
    fn the_counts_are_right_after_many_steps() {
        fn check(line: &Line<char, &str>) -> usize {
            let inner: usize = line.inner.values().map(check).sum();
            let keys: HashSet<_> = line.turns.iter().copied().collect();
            assert_eq!((keys.len(), line.turns.len()), (line.inner.len(), line.inner.len()));
            assert!(line.inner.iter().all(|(key, line)| keys.contains(key) && line.length > 0));
            assert_eq!(line.length, inner + line.jobs.len());
            line.length
        }
        let (mut lines, mut state) = (lines(), 1_u32);
        for _ in 0..20_000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let pick = |shift: u32, from: char, count: u32| {
                char::from_u32(u32::from(from) + (state >> shift) % count).unwrap()
            };
            let job = if (state >> 9).is_multiple_of(5) { "gone" } else { "job" };
            if (state >> 20).is_multiple_of(4) {
                let _ = lines.pop();
            } else {
                // Callers of one network may have different bounds: some are in a network without limits.
                let mut way = way(pick(11, 'A', 7), pick(17, 'a', 9));
                way[0].1 = if (state >> 25).is_multiple_of(3) { 2 } else { PLACES[1] };
                let _ = lines.push(&way, job);
            }
            assert!(check(&lines.all) <= PLACES[0]);
        }
    }
}
