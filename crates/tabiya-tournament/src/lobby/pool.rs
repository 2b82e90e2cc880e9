// SPDX-License-Identifier: MIT OR Apache-2.0
//! Everybody who waits, with an index by wish and rating.

use std::collections::{BTreeMap, BTreeSet};

use super::{POINTS_PER_SECOND, Pair, Seeker, UNBOUNDED_AFTER, agree, colours, fits};

/// How many candidates are looked at in each direction of the ratings, and of those without one. Among more than so many
/// who collide with a newcomer, somebody who fits may be overlooked until the next look.
const LOOKED_AT: usize = 32;

/// Everybody who waits. `W` is what they wish for: only equal wishes meet. `K` is a player, who waits at most once.
///
/// Adding, removing and looking for a partner take logarithmic time, however many wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool<W, K> {
    waiting: BTreeMap<K, (W, Seeker<K>)>,
    /// No bucket in it is empty.
    buckets: BTreeMap<W, Bucket<K>>,
}

/// Those of one wish.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Bucket<K> {
    /// No set in it is empty.
    by_rating: BTreeMap<u16, BTreeSet<K>>,
    /// Those without a rating, the longest waiting first.
    unrated: BTreeSet<(u64, K)>,
}

impl<K> Default for Bucket<K> {
    fn default() -> Self {
        Self { by_rating: BTreeMap::new(), unrated: BTreeSet::new() }
    }
}

impl<W, K> Default for Pool<W, K> {
    fn default() -> Self {
        Self { waiting: BTreeMap::new(), buckets: BTreeMap::new() }
    }
}

impl<W: Ord + Clone, K: Ord + Copy> Pool<W, K> {
    /// How many wait.
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Whether nobody waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Whether this player waits.
    pub fn contains(&self, player: &K) -> bool {
        self.waiting.contains_key(player)
    }

    /// Pairs a newcomer with the best of those who fit, who waits no longer; or lets the newcomer wait. A player who waits
    /// already waits for the new wish from now on.
    pub fn add(&mut self, wish: W, seeker: Seeker<K>, now: u64, coin: bool) -> Option<Pair<K>> {
        self.remove(&seeker.player);
        if let Some(partner) = self.best(&wish, &seeker, now) {
            let (_, partner) = self.remove(&partner)?;
            return Some(colours(&seeker, &partner, coin));
        }
        let bucket = self.buckets.entry(wish.clone()).or_default();
        match seeker.rating {
            Some(rating) => bucket.by_rating.entry(rating).or_default().insert(seeker.player),
            None => bucket.unrated.insert((seeker.since, seeker.player)),
        };
        self.waiting.insert(seeker.player, (wish, seeker));
        None
    }

    /// Removes a player, and returns what was known.
    pub fn remove(&mut self, player: &K) -> Option<(W, Seeker<K>)> {
        let (wish, seeker) = self.waiting.remove(player)?;
        if let Some(bucket) = self.buckets.get_mut(&wish) {
            match seeker.rating {
                None => drop(bucket.unrated.remove(&(seeker.since, *player))),
                Some(rating) => {
                    let alike = bucket.by_rating.entry(rating).or_default();
                    alike.remove(player);
                    if alike.is_empty() {
                        bucket.by_rating.remove(&rating);
                    }
                }
            }
            if bucket.by_rating.is_empty() && bucket.unrated.is_empty() {
                self.buckets.remove(&wish);
            }
        }
        Some((wish, seeker))
    }

    /// Pairs those who fit by now, the longest waiting first. To be called about twice a second. Looks at each player who
    /// has waited for at most a minute, because windows no longer grow after it. `now` is in milliseconds, on the clock of
    /// [`Seeker::since`].
    pub fn pair_more(&mut self, now: u64, mut coin: impl FnMut() -> bool) -> Vec<Pair<K>> {
        let is_growing = |seeker: &Seeker<K>| now.saturating_sub(seeker.since) <= 2 * UNBOUNDED_AFTER;
        let growing = self.waiting.values().filter(|(_, seeker)| is_growing(seeker));
        let mut growing: Vec<_> = growing.map(|(_, seeker)| (seeker.since, seeker.player)).collect();
        growing.sort_unstable();
        let mut pairs = Vec::new();
        for (_, player) in growing {
            let Some((wish, seeker)) = self.waiting.get(&player) else { continue };
            let Some(partner) = self.best(wish, seeker, now) else { continue };
            if let (Some((_, one)), Some((_, other))) = (self.remove(&player), self.remove(&partner)) {
                pairs.push(colours(&one, &other, coin()));
            }
        }
        pairs
    }

    /// The best partner for this player among those who wait for `wish`, by the rules of this module.
    pub fn best(&self, wish: &W, seeker: &Seeker<K>, now: u64) -> Option<K> {
        let fitting = self.candidates(wish, seeker).filter(|other| fits(seeker, other, now));
        let rank = |other: &Seeker<K>| {
            let has_met = seeker.met.contains(&other.player) || other.met.contains(&seeker.player);
            let distance = match (seeker.rating, other.rating) {
                (Some(one), Some(other)) => i64::from(one.abs_diff(other)),
                (None, _) | (_, None) => 0,
            };
            let waited = now.saturating_sub(other.since) * POINTS_PER_SECOND / 1000;
            (has_met, distance - i64::try_from(waited).unwrap_or(i64::MAX), other.since, other.player)
        };
        fitting.min_by_key(|other| rank(other)).map(|other| other.player)
    }

    /// Somebody who waits for `wish`, whom this player could take whatever their ratings, and of whom `may_be_named` says
    /// yes: the longest waiting of those without a rating, or the nearest in rating.
    pub fn anybody(&self, wish: &W, seeker: &Seeker<K>, may_be_named: impl Fn(K) -> bool) -> Option<K> {
        let players = self.candidates(wish, seeker).filter(|other| agree(seeker, other));
        players.map(|other| other.player).find(|player| may_be_named(*player))
    }

    /// A bounded number of those who wait for `wish`: those without a rating first, then up and down from the player's
    /// rating.
    fn candidates<'a>(
        &'a self,
        wish: &W,
        seeker: &Seeker<K>,
    ) -> impl Iterator<Item = &'a Seeker<K>> + use<'a, W, K> {
        let bucket = self.buckets.get(wish);
        let unrated = bucket.into_iter().flat_map(|bucket| &bucket.unrated).take(LOOKED_AT);
        // A player without a rating fits any; the middle is as good a beginning as another.
        let middle = seeker.rating.unwrap_or(1500);
        let above = bucket.into_iter().flat_map(move |bucket| bucket.by_rating.range(middle..));
        let below = bucket.into_iter().flat_map(move |bucket| bucket.by_rating.range(..middle).rev());
        let above = above.flat_map(|(_, alike)| alike);
        let below = below.flat_map(|(_, alike)| alike);
        let near = above.take(LOOKED_AT).chain(below.take(LOOKED_AT));
        let players = unrated.map(|(_, player)| player).chain(near);
        players.filter_map(|player| self.waiting.get(player).map(|(_, seeker)| seeker))
    }
}
