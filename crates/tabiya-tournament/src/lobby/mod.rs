// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pairing whoever looks for a game now: who fits whom, and who of those is taken.
//!
//! A [`Pool`] holds everybody who waits, by what they wish for. [`Pool::add`] pairs a newcomer at once if somebody fits;
//! [`Pool::pair_more`] pairs those who fit by now, because windows have grown. Time and chance are arguments.
//!
//! The rules, in order:
//!
//! 1. Two players [fit](fits) if they wish for the same game, neither avoids the other, their colours don't collide, each is in
//!    the other's range of ratings, and their distance lies within the mean of their [windows](window).
//! 2. Of several who fit, one who is not among the last opponents is taken before one who is. So two players alone meet
//!    again and again, at once.
//! 3. Of those, the nearest in rating is taken, where each second of waiting counts as [`POINTS_PER_SECOND`] points.
//! 4. A colour that only one of both wishes for is theirs. Otherwise White goes to whoever had it less often, then to whoever
//!    had Black last, then by the coin.
//!
//! ```
//! use tabiya_tournament::lobby::{Pool, Seeker};
//!
//! let mut pool = Pool::default();
//! let seeker = |name, rating, now| Seeker { rating: Some(rating), ..Seeker::new(name, now) };
//! assert_eq!(pool.add("3+2", seeker("Ada", 1500, 0), 0, false), None);
//! assert_eq!(pool.add("5+0", seeker("Ben", 1500, 0), 0, false), None);
//! // Too far away at once, near enough when both have waited for a while.
//! assert_eq!(pool.add("3+2", seeker("Cyd", 1900, 0), 0, false), None);
//! assert!(pool.pair_more(2_000, || false).is_empty());
//! let pairs = pool.pair_more(3_000, || false);
//! assert_eq!((pairs[0].white, pairs[0].black), ("Cyd", "Ada"));
//! ```

mod pool;

use std::collections::BTreeSet;

use crate::Colour;
pub use pool::Pool;

/// A second of waiting counts as much as so many rating points.
pub const POINTS_PER_SECOND: u64 = 20;

/// The window of a player who has just come, in rating points.
const FIRST_WINDOW: u32 = 250;
/// By how much it grows each second.
const GROWTH: u64 = 50;
/// After so many milliseconds it has no bounds.
const UNBOUNDED_AFTER: u64 = 30_000;
/// Farther than two ratings can be apart.
const UNBOUNDED: u32 = 100_000;

/// Somebody who looks for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeker<K> {
    /// Who it is.
    pub player: K,
    /// The rating; `None` fits everybody who asks for no range.
    pub rating: Option<u16>,
    /// The lowest and the highest rating of an opponent; `None` for any opponent, also without a rating.
    pub range: Option<(u16, u16)>,
    /// The colour that the player must have; `None` for either.
    pub colour: Option<Colour>,
    /// Games with White minus games with Black, of the last ones.
    pub whites: i8,
    /// The colour of the last game.
    pub last: Option<Colour>,
    /// The last opponents.
    pub met: Vec<K>,
    /// Players who are never opponents.
    pub avoids: BTreeSet<K>,
    /// When the search began, in milliseconds.
    pub since: u64,
}

impl<K> Seeker<K> {
    /// A player without rating, wishes or past.
    pub const fn new(player: K, since: u64) -> Self {
        Self {
            player,
            rating: None,
            range: None,
            colour: None,
            whites: 0,
            last: None,
            met: Vec::new(),
            avoids: BTreeSet::new(),
            since,
        }
    }
}

/// Two players who play each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair<K> {
    /// Who has White.
    pub white: K,
    /// Who has Black.
    pub black: K,
}

/// How far apart in rating an opponent may be for a player who has waited so many milliseconds. It never shrinks.
pub const fn window(waited: u64) -> u32 {
    if waited >= UNBOUNDED_AFTER { UNBOUNDED } else { FIRST_WINDOW + (GROWTH * waited / 1000) as u32 }
}

/// Whether these two, who wish for the same game, may play each other now.
pub fn fits<K: Ord>(one: &Seeker<K>, other: &Seeker<K>, now: u64) -> bool {
    let near = match (one.rating, other.rating) {
        (Some(first), Some(second)) => {
            let windows = [one, other].map(|each| window(now.saturating_sub(each.since)));
            u32::from(first.abs_diff(second)) <= u32::midpoint(windows[0], windows[1])
        }
        (None, _) | (_, None) => true,
    };
    near && agree(one, other)
}

/// Whether these two may ever play each other, however long they wait.
pub fn agree<K: Ord>(one: &Seeker<K>, other: &Seeker<K>) -> bool {
    one.player != other.player
        && !(one.colour.is_some() && one.colour == other.colour)
        && takes(one, other)
        && takes(other, one)
}

/// Whether `one` takes `other` for an opponent.
fn takes<K: Ord>(one: &Seeker<K>, other: &Seeker<K>) -> bool {
    let in_range = match (one.range, other.rating) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some((low, high)), Some(rating)) => (low..=high).contains(&rating),
    };
    in_range && !one.avoids.contains(&other.player)
}

/// Who of these two has White; `coin` decides where nothing else does.
pub fn colours<K: Copy>(one: &Seeker<K>, other: &Seeker<K>, coin: bool) -> Pair<K> {
    let wishes = |seeker: &Seeker<K>, colour| seeker.colour == Some(colour);
    let one_is_white = if wishes(one, Colour::White) || wishes(other, Colour::Black) {
        true
    } else if wishes(one, Colour::Black) || wishes(other, Colour::White) {
        false
    } else if one.whites != other.whites {
        one.whites < other.whites
    } else if one.last != other.last {
        one.last == Some(Colour::Black) || other.last == Some(Colour::White)
    } else {
        coin
    };
    let (white, black) = if one_is_white { (one, other) } else { (other, one) };
    Pair { white: white.player, black: black.player }
}
