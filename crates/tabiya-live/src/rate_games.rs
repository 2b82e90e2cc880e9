// SPDX-License-Identifier: AGPL-3.0-or-later
//! The task that rates games.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use tabiya_archive::delay::Delay;
use tabiya_game::{Seat, Seats, Time};
use tabiya_runtime::beat::Beat;
use tabiya_runtime::log_once::LogOnce;
use tabiya_runtime::spawn::spawn;
use tabiya_store::{EndedGame, RatedGame, Ratings};
use tokio::sync::watch;

use crate::ratings::{self, Ended, OneDevice, QUEUE};
use crate::room::{Rooms, Stage};

/// Games that are rated at the same time. Two with one player follow one another in the store.
const AT_ONCE: usize = 16;
/// How often the archive is asked for games that were missed.
const SWEEP: Duration = Duration::from_secs(60);
/// The same where games are shown late, and so rated late.
const LATE_SWEEP: Duration = Duration::from_secs(5);
/// Games that one question to the archive returns.
const PAGE: u32 = 500;
/// Clocks are not exact: a game may seem to be a little older than one that was created before it.
const MARGIN: u64 = 24 * 60 * 60 * 1000;

/// Must be called inside a running Tokio runtime: it spawns one task, which ends when the server stops.
pub fn start(
    (ratings, devices): (Arc<dyn Ratings>, Arc<OneDevice>),
    (rooms, delay): (Rooms, Delay),
    ended: Ended,
    stopping: watch::Receiver<bool>,
) {
    spawn(Task { ratings, devices, rooms, delay, from: Time(0) }.run(ended, stopping));
}

struct Task {
    ratings: Arc<dyn Ratings>,
    devices: Arc<OneDevice>,
    rooms: Rooms,
    /// How late games are shown to those who don't play.
    delay: Delay,
    /// No game that was created before this is to be rated.
    from: Time,
}

impl Task {
    async fn run(mut self, mut ended: Ended, stopping: watch::Receiver<bool>) {
        let mut sweep = Beat::every(if self.delay.is_of_time() { LATE_SWEEP } else { SWEEP }).until(stopping);
        let mut games = Vec::new();
        loop {
            tokio::select! {
                biased;
                goes_on = sweep.next() => match goes_on {
                    true => self.sweep(&mut ended).await,
                    false => return,
                },
                count = ended.recv_many(&mut games, QUEUE) => match count {
                    0 => return,
                    _ => {
                        games.retain(|game| self.may_be_told(game));
                        self.rate_all(&games).await;
                        games.clear();
                    }
                },
            }
        }
    }

    /// Rates what the archive has and nobody rated; games that end in between come first. Gives up where the store can't:
    /// the next sweep tries again.
    async fn sweep(&mut self, ended: &mut Ended) {
        loop {
            let mut games = match self.ratings.to_be_rated(self.from, PAGE).await {
                Ok(games) => games,
                Err(error) => return complain(&error.to_string()),
            };
            games.retain(|game| self.may_be_told(game));
            if games.is_empty() {
                break;
            }
            tracing::info!(games = games.len(), "rating games that ended without a rating");
            if !self.rate_all(&games).await {
                return;
            }
            while let Ok(game) = ended.try_recv() {
                if self.may_be_told(&game) {
                    self.rate(game).await;
                }
            }
        }
        match self.ratings.oldest_open(self.from).await {
            Ok(oldest) => {
                let oldest = oldest.unwrap_or_else(|| self.rooms.timeline().wall());
                self.from = self.from.max(Time(oldest.0.saturating_sub(MARGIN)));
            }
            Err(error) => complain(&error.to_string()),
        }
    }

    /// Whether others may know how the game has ended: ratings would tell it. A game that is shown late is rated by a later sweep.
    fn may_be_told(&self, game: &EndedGame) -> bool {
        self.delay.is_past(game.at, self.rooms.timeline().earlier())
    }

    /// Tells whether all could be rated.
    async fn rate_all(&self, games: &[EndedGame]) -> bool {
        let rated = futures_util::stream::iter(games.to_vec()).map(|game| self.rate(game));
        rated.buffer_unordered(AT_ONCE).fold(true, async |all, rated| all & rated).await
    }

    async fn rate(&self, game: EndedGame) -> bool {
        match self.ratings.rate(&game).await {
            Ok(rated) => {
                self.tell(&rated).await;
                if let Err(error) = self.devices.look_at(&game, self.rooms.timeline().wall()).await {
                    tracing::debug!(%error, "staff could not be told of opponents behind one device");
                }
                true
            }
            Err(error) => {
                complain(&error.to_string());
                false
            }
        }
    }

    /// Tells those who follow the game or its players, and everybody in its room, if it has one, what the game did to its
    /// players' ratings.
    async fn tell(&self, rated: &RatedGame) {
        let EndedGame { game: id, white, black, .. } = rated.game;
        let seats = Seats { white: Seat::Player(white), black: Seat::Player(black) };
        let changes = ratings::changes(rated);
        self.rooms.playing().tell(id, seats, Stage::Rated(changes));
        if let Some(room) = self.rooms.opened(id) {
            room.rated(changes).await;
        }
    }
}

/// Logged once a minute, however many games can't be rated.
fn complain(error: &str) {
    static LOGGED: LogOnce = LogOnce::new();
    LOGGED.log(|| {
        tracing::warn!(
            error,
            "games can't be rated now; they will be, within a minute after that works again"
        )
    });
}
