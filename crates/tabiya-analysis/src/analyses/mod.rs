// SPDX-License-Identifier: AGPL-3.0-or-later
//! All analyses: who may ask for one and see it, which wait, and which is under way.

mod asking;
mod board;
mod deeper;
mod elsewhere;
mod feed;
mod looking;
#[cfg(test)]
mod tests;
mod work;

pub use asking::Asking;
pub use deeper::NotJudged;
use elsewhere::AnalysisHint;

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use tabiya_accounts::people::People;
use tabiya_archive::archive::{Archive, ReadError};
use tabiya_game::Game;
use tabiya_live::foundation::Foundation;
use tabiya_live::room::Rooms;
use tabiya_protocol::Refusal;
use tabiya_runtime::spawn::spawn;
use tabiya_store::{Analysis, StorageError, Store};
use tokio::sync::{Notify, Semaphore};

use board::Board;

use crate::fair_play::Closed;
use crate::queue::{Job, Requester};
use crate::quota::Quota;

/// Games that may wait.
const MOST_WAITING: usize = 1_000;
/// Games that are read at most to find those of this node's own.
const MOST_READ: u32 = 16_000;
/// Reports that are made of stored analyses at once.
const MAKING: usize = 2;

/// Why there is nothing to see.
#[derive(Debug, thiserror::Error)]
pub enum NotAnalysed {
    /// The game can't be read, or not by this visitor.
    #[error("the game can't be read")]
    Read(ReadError),
    /// Its analysis is not for this visitor, or not now.
    #[error("{0}")]
    Refused(Refusal),
}

impl From<ReadError> for NotAnalysed {
    fn from(error: ReadError) -> Self {
        Self::Read(error)
    }
}

impl From<StorageError> for NotAnalysed {
    fn from(error: StorageError) -> Self {
        Self::Read(error.into())
    }
}

impl From<Closed> for NotAnalysed {
    fn from(closed: Closed) -> Self {
        match closed {
            Closed::Refused(refusal) => Self::Refused(refusal),
            Closed::Storage(error) => error.into(),
        }
    }
}

/// All analyses. Cheap to clone.
#[derive(Clone)]
pub struct Analyses(pub(crate) Arc<State>);

pub(crate) struct State {
    pub(crate) store: Store,
    pub(crate) archive: Archive,
    people: Arc<People>,
    rooms: Rooms,
    quota: Quota,
    pub(crate) nodes: u64,
    board: Mutex<Board>,
    /// Something waits.
    pub(crate) wake: Notify,
    /// Held while somebody asks, so that nobody has more than a day allows.
    asking: tokio::sync::Mutex<()>,
    making: Arc<Semaphore>,
    /// What tells the other nodes; empty where there are none.
    elsewhere: OnceLock<elsewhere::Elsewhere>,
}

impl Analyses {
    /// Starts the threads, and goes on with what waited when the server was stopped. They end with `stopping`.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn start(on: &Foundation<'_>) -> Result<Self, StorageError> {
        let config = on.config;
        let state = State {
            store: on.store().clone(),
            archive: on.archive.clone(),
            people: Arc::clone(on.people()),
            rooms: on.rooms().clone(),
            quota: Quota::new(&config.limits),
            nodes: config.analysis_nodes,
            board: Mutex::default(),
            wake: Notify::new(),
            asking: tokio::sync::Mutex::default(),
            making: Arc::new(Semaphore::new(MAKING)),
            elsewhere: OnceLock::new(),
        };
        let analyses = Self(Arc::new(state));
        let waiting = analyses.refill().await?;
        if waiting > 0 {
            tracing::info!(games = waiting, "games wait for analysis");
        }
        spawn(work::run(analyses.clone(), config.analysis_threads, on.stopping.clone()));
        Ok(analyses)
    }

    /// Takes games that wait into the queue, as many as it holds, and says how many wait there. More may be stored: this is
    /// called again when the queue is empty. Games of other nodes wait for these.
    pub(crate) async fn refill(&self) -> Result<usize, StorageError> {
        let waiting = self.0.store.analyses.waiting_analyses(MOST_READ).await?;
        let ours = waiting.iter().filter(|analysis| self.is_ours(analysis.game)).take(MOST_WAITING);
        let mut board = self.lock();
        board.push(ours.map(|analysis| (requester_of(analysis), Job::whole(analysis.game))));
        Ok(board.queue.waiting())
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Board> {
        // Nothing under the lock can panic half-way.
        self.0.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether everybody may know what was found in this game: it is not private, and spectators see it without a delay.
    pub(crate) fn is_for_all(&self, game: &Game) -> bool {
        let State { archive, people, .. } = &*self.0;
        !game.terms().is_private() && !archive.delay().holds_back(game, None, people.now())
    }

    /// Ends all subscriptions, because the server is being stopped.
    pub fn close(&self) {
        for sheet in self.lock().sheets.values_mut() {
            sheet.close();
        }
    }
}

/// With whom an analysis that was stored takes turns.
fn requester_of(analysis: &Analysis) -> Requester {
    match analysis.by {
        Some(player) if !analysis.by_guest => Requester::Account(player),
        Some(player) => Requester::Guest(player),
        None => Requester::Guest(tabiya_game::PlayerId::from_bytes([0; 16])),
    }
}
