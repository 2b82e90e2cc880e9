// SPDX-License-Identifier: AGPL-3.0-or-later
//! Topics that nobody follows at the moment. Each is kept for a while, so that a client whose line was cut resumes by number.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::time::Duration;

use tokio::time::Instant;

/// How long a topic is kept that nobody follows.
const KEPT: Duration = Duration::from_secs(60);
/// How many such topics are kept. Those that were left first are forgotten first.
const MOST: usize = 10_000;

/// Which topics nobody follows, and since when.
#[derive(Debug)]
pub struct Lingering<K> {
    since: HashMap<K, Instant>,
    /// In the order in which they were left. Some are followed again by now.
    left: VecDeque<(Instant, K)>,
}

impl<K> Default for Lingering<K> {
    fn default() -> Self {
        Self { since: HashMap::new(), left: VecDeque::new() }
    }
}

impl<K: Clone + Eq + Hash> Lingering<K> {
    /// The last client has left this topic.
    pub fn begin(&mut self, topic: K) {
        let now = Instant::now();
        self.since.insert(topic.clone(), now);
        self.left.push_back((now, topic));
    }

    /// Somebody follows this topic again.
    pub fn end(&mut self, topic: &K) {
        self.since.remove(topic);
    }

    /// The topics that are to be forgotten now; each is named once.
    pub fn due(&mut self) -> Vec<K> {
        let now = Instant::now();
        let mut due = Vec::new();
        while let Some((left, _)) = self.left.front()
            && (*left + KEPT <= now || self.left.len() > MOST)
            && let Some((left, topic)) = self.left.pop_front()
        {
            if self.since.get(&topic) == Some(&left) {
                self.since.remove(&topic);
                due.push(topic);
            }
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_topic_is_kept_for_a_minute_and_not_while_somebody_follows_it() {
        let mut lingering = Lingering::default();
        lingering.begin(1);
        tokio::time::sleep(KEPT / 2).await;
        assert_eq!(lingering.due(), [0; 0]);
        lingering.begin(2);
        lingering.end(&1);
        tokio::time::sleep(KEPT / 2).await;
        assert_eq!(lingering.due(), [0; 0], "somebody came back");
        lingering.begin(1);
        tokio::time::sleep(KEPT / 2).await;
        assert_eq!(lingering.due(), [2]);
        tokio::time::sleep(KEPT / 2).await;
        assert_eq!(lingering.due(), [1]);
        assert!(lingering.since.is_empty() && lingering.left.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn their_number_is_bounded() {
        let mut lingering = Lingering::default();
        (0..MOST + 3).for_each(|number| lingering.begin(number));
        assert_eq!(lingering.due(), [0, 1, 2]);
    }
}
