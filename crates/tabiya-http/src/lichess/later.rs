// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games that a stream looks at again: those whose beginning or end its client sees late, because the operator wants a delay.
//! Nothing else happens in such a game at that time, so no news of it would wake the stream.

use std::collections::BTreeSet;
use std::time::Duration;

use tabiya_game::GameId;
use tokio::time::{Instant, sleep_until};

/// Games that may wait for one stream. Beyond them, the game whose turn is next is left out.
const MOST: usize = 10_000;

/// When to look at which games again. A game is here once.
#[derive(Default)]
pub(super) struct LaterLooks(BTreeSet<(Instant, GameId)>);

impl LaterLooks {
    /// Looks at the game after this time, where there is one, and not at the time that was planned before.
    pub(super) fn plan(&mut self, game: GameId, after: Option<Duration>) {
        self.0.retain(|(_, planned)| *planned != game);
        if let Some(time) = after.and_then(|after| Instant::now().checked_add(after)) {
            self.0.insert((time, game));
            if self.0.len() > MOST {
                self.0.pop_first();
            }
        }
    }

    /// The next game, when its time has come. May be dropped at any time: it is taken out last.
    pub(super) async fn next(&mut self) -> GameId {
        loop {
            match self.0.first() {
                Some((time, _)) => sleep_until(*time).await,
                None => std::future::pending().await,
            }
            if let Some((_, game)) = self.0.pop_first() {
                return game;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::timeout;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn games_are_looked_at_in_the_order_of_their_times_and_once_each() {
        let [one, two, three] = [1, 2, 3].map(GameId::from_bits);
        let (second, mut later) = (Duration::from_secs(1), LaterLooks::default());
        later.plan(one, Some(3 * second));
        later.plan(two, Some(second));
        later.plan(three, Some(2 * second));
        later.plan(two, Some(4 * second));
        later.plan(three, None);
        assert!(timeout(second * 5 / 2, later.next()).await.is_err(), "nothing is due yet");
        assert_eq!([later.next().await, later.next().await], [one, two]);
        assert!(timeout(10 * second, later.next()).await.is_err(), "nothing waits");
    }
}
