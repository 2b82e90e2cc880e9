// SPDX-License-Identifier: AGPL-3.0-or-later
//! Turns that go on when their game goes to another node on purpose.
//!
//! A node that gives a slot away ends its rooms, and then tells the others how the clock of each stood and how long the
//! players had been away. The next owner's room goes on from there: the player has thought for as long as before, and the
//! time without an owner is charged to nobody. Where nothing was told, as after a crash, the turn begins anew.
//!
//! What was told is a hint. A later owner uses it only if the game's last event is still the same one: then nobody has written
//! to the game in between.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tabiya_game::{GameId, Time};
use tabiya_runtime::mutants::{self, Mutant};
use tabiya_store::Epoch;
use tokio::time::Instant;

/// A turn is forgotten after this long: its game has an owner by then.
const KEPT: Duration = Duration::from_secs(10);
/// So many turns are kept at most. Those that are beyond begin anew.
const MOST: usize = 100_000;
/// The clocks of two nodes differ by no more, in milliseconds; and no slot is without an owner for as long. A turn that would
/// have to be moved by more begins anew.
pub(crate) const FARTHEST: u64 = 10_000;

/// A turn under way when its room was given away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Turn {
    pub(crate) game: GameId,
    /// Under which the giver owned the game.
    pub(crate) epoch: i64,
    /// The number of the last event.
    pub(crate) seq: u32,
    /// What the game's clock read, in milliseconds on the giver's line.
    pub(crate) read: u64,
    /// How long White and Black have been away; `None` for one who is here.
    pub(crate) away: [Option<Away>; 2],
}

/// A player's absence when the clock was read. In milliseconds; negative where it is yet to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Away {
    /// Since the player was last here.
    pub(crate) since: i64,
    /// Since the count began.
    pub(crate) counted: i64,
    /// Whether the player closed the page. Else the connection broke.
    pub(crate) left: bool,
}

/// What other nodes have told of the turns of games that may come here.
#[derive(Default)]
pub(crate) struct HandedTurns(Mutex<HashMap<GameId, (Instant, Turn)>>);

impl HandedTurns {
    /// Another node gives these games away.
    pub(crate) fn keep(&self, turns: Vec<Turn>) {
        let now = Instant::now();
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, (since, _)| now.duration_since(*since) < KEPT);
        let free = MOST.saturating_sub(all.len());
        all.extend(turns.into_iter().take(free).map(|turn| (turn.game, (now, turn))));
    }

    /// How the game's turn stood, if it is owned under this epoch and ends with event `seq`. An owner in between that has written
    /// nothing, as one that was stopped before it had opened the game, changes nothing.
    pub(crate) fn take(&self, game: GameId, epoch: Epoch, seq: u32) -> Option<Turn> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, turn) = all.remove(&game)?;
        if all.is_empty() {
            all.shrink_to_fit();
        }
        let is_same = turn.epoch < epoch.0 && turn.seq == seq;
        let is_known = is_same && since.elapsed() < KEPT && !mutants::is(Mutant::RestartsHandedTurns);
        is_known.then_some(turn)
    }
}

impl Turn {
    /// How far the giver's clock was ahead of this reading, and how far behind; one of both is 0. `None` where that is further
    /// than two nodes can be apart.
    pub(crate) fn apart(&self, now: Time) -> Option<(u32, u32)> {
        let (ahead, behind) = (self.read.saturating_sub(now.0), now.0.saturating_sub(self.read));
        let small = |span: u64| u32::try_from(span).ok().filter(|_| span <= FARTHEST);
        small(ahead).zip(small(behind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(game: u64, read: u64) -> Turn {
        Turn { game: GameId::from_bits(game), epoch: 4, seq: 9, read, away: [None; 2] }
    }

    #[tokio::test(start_paused = true)]
    async fn a_turn_is_for_the_next_owner_and_the_same_log_and_for_ten_seconds() {
        let all = HandedTurns::default();
        let taken = |epoch, seq| {
            all.keep(vec![turn(1, 70)]);
            all.take(GameId::from_bits(1), Epoch(epoch), seq)
        };
        assert_eq!(taken(5, 9), Some(turn(1, 70)));
        assert_eq!(all.take(GameId::from_bits(1), Epoch(5), 9), None, "only once");
        assert_eq!(taken(6, 9), Some(turn(1, 70)), "a node in between has written nothing");
        assert_eq!(taken(4, 9), None, "it has not gone away");
        assert_eq!(taken(5, 10), None, "somebody has written to it since");
        all.keep(vec![turn(2, 70)]);
        tokio::time::advance(KEPT).await;
        assert_eq!(all.take(GameId::from_bits(2), Epoch(5), 9), None, "too old");
    }

    #[test]
    fn clocks_that_are_too_far_apart_tell_nothing() {
        assert_eq!(turn(1, 20_000).apart(Time(20_300)), Some((0, 300)));
        assert_eq!(turn(1, 20_000).apart(Time(19_100)), Some((900, 0)));
        assert_eq!(turn(1, 20_000).apart(Time(30_001)), None);
        assert_eq!(turn(1, 20_000).apart(Time(9_999)), None);
        assert_eq!(turn(1, u64::MAX).apart(Time(0)), None);
    }
}
