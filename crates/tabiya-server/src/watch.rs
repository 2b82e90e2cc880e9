// SPDX-License-Identifier: AGPL-3.0-or-later
//! The best running games of each speed.
//!
//! A page asks once a second. All pages get the same answer, which is made at most once a second and only while somebody
//! asks. So the cost does not grow with those who watch, nor with the moves that are played.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tabiya_game::Speed;
use tabiya_protocol::boards::LiveGames;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::room::Rooms;

/// The speeds that are shown, in this order.
const SPEEDS: [Speed; 4] = [Speed::Bullet, Speed::Blitz, Speed::Rapid, Speed::Classical];
/// How many games of each.
const A_SPEED: usize = 3;
/// How long an answer is given again.
const FRESH: Duration = Duration::from_secs(1);

/// The latest answer, and when it was made.
#[derive(Clone, Default)]
pub(crate) struct Watching(Arc<Mutex<Option<(Instant, Bytes)>>>);

impl Watching {
    /// The best games as JSON.
    pub(crate) async fn best(&self, rooms: &Rooms) -> serde_json::Result<Bytes> {
        // Whoever asks in the same moment waits for the one answer that is being made.
        let mut latest = self.0.lock().await;
        if let Some((made, body)) = &*latest
            && made.elapsed() < FRESH
        {
            return Ok(body.clone());
        }
        let mut games = Vec::new();
        for speed in SPEEDS {
            games.extend(rooms.best(speed, A_SPEED).await);
        }
        let body = Bytes::from(serde_json::to_vec(&LiveGames { games })?);
        *latest = Some((Instant::now(), body.clone()));
        Ok(body)
    }
}
