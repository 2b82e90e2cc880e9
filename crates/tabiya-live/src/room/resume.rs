// SPDX-License-Identifier: AGPL-3.0-or-later
//! What happens to unfinished games when the server starts.

use std::sync::Arc;

use tabiya_archive::archive::ReadError;
use tabiya_game::{Game, GameId, Time};
use tabiya_runtime::spawn::spawn;
use tabiya_store::{SlotSet, StorageError, UnfinishedGame, UnfinishedPage};
use tokio::task::{JoinError, JoinHandle};

use super::core::need::Need;
use super::prepared::AllLines;
use super::{Rooms, reminders, task};

/// How many unfinished games are read at once. The logs of two such pages are in memory together.
const PAGE: u32 = 256;
/// How many reminders are written at once when the server starts.
const NOTES: usize = 500;

impl Rooms {
    /// Goes on with every unfinished game, and from then on wakes games before their deadlines. A game gets a room if
    /// its clock runs, the computer has to move or a conditional move is due; the deadlines of the others are noted. Where the
    /// lines of players can't be read, games get no room for that: all of them would ask for theirs once a second. One task
    /// asks again for all. Returns how many games there are.
    ///
    /// # Errors
    /// If the storage fails. A game that can't be read is left out, and logged.
    pub async fn resume_all(&self) -> Result<usize, StorageError> {
        self.resume_pages(None, &|| ()).await
    }

    /// The same with the games of these slots, which this server has got. A game that somebody has asked for since has its
    /// room already. `gets_on` is called after each page of games.
    ///
    /// # Errors
    /// If the storage fails. What was begun goes on.
    pub(crate) async fn resume_in(
        &self,
        slots: &SlotSet,
        gets_on: &(dyn Fn() + Sync),
    ) -> Result<usize, StorageError> {
        self.resume_pages(Some(slots), gets_on).await
    }

    async fn resume_pages(
        &self,
        slots: Option<&SlotSet>,
        gets_on: &(dyn Fn() + Sync),
    ) -> Result<usize, StorageError> {
        let (mut resumed, mut notes, mut unread) = (0, Vec::new(), Vec::new());
        let mut reading = Some(self.read_page(slots, 0));
        while let Some(page) = reading.take() {
            let failed = |error: JoinError| Err(StorageError::Failed { detail: error.to_string() });
            let page = page.await.unwrap_or_else(failed)?;
            reading = page.next.map(|from| self.read_page(slots, from));
            let games: Vec<_> = page.games.into_iter().filter_map(replayed).collect();
            let lines = self.lines_in(games.iter().map(|(id, game)| (*id, game))).await;
            resumed += games.len();
            for (id, game) in games {
                notes.extend(self.resume(id, game, &lines));
            }
            if let AllLines::Unknown(games) = lines {
                unread.push(games);
            }
            if notes.len() >= NOTES || reading.is_none() {
                self.note(std::mem::take(&mut notes)).await;
            }
            gets_on();
        }
        let rooms = self.downgrade();
        if self.shared().waker.get().is_some() {
            spawn(Self::look_later(rooms, unread));
            return Ok(resumed);
        }
        let waking = spawn(async move {
            tokio::join!(reminders::wake_in_time(rooms.clone()), Self::look_later(rooms, unread));
        });
        // A second task would do no harm.
        let _ = self.shared().waker.set(waking.abort_handle());
        Ok(resumed)
    }

    /// Reads a page of the unfinished games, while those of the page before begin.
    fn read_page(
        &self,
        slots: Option<&SlotSet>,
        from: u64,
    ) -> JoinHandle<Result<UnfinishedPage, StorageError>> {
        let (log, slots) = (Arc::clone(&self.shared().ports.log), slots.copied());
        tokio::spawn(async move {
            match slots {
                None => log.load_unfinished(from, PAGE).await,
                Some(slots) => log.load_unfinished_in(&slots, from, PAGE).await,
            }
        })
    }

    /// Gives a game its room if it needs one. Returns what must be noted otherwise.
    fn resume(&self, id: GameId, game: Game, lines: &AllLines) -> Option<(GameId, Time)> {
        if self.opened(id).is_some_and(|room| !room.is_relay()) {
            return None;
        }
        task::learn_time(self.shared().timeline, &game);
        let owned = &self.shared().owned;
        // A slot that was lost in this moment: whoever has got it goes on with the game.
        if lines.may_have_reply(id, &game) {
            self.begin(id, owned.right(id)?, game);
            return None;
        }
        match Need::of(&game, self.now_of(&game)) {
            // Rooms start their turns by themselves, all at once, so that one commit serves many.
            Need::Room => {
                self.begin(id, owned.right(id)?, game);
                None
            }
            Need::Reminder(due) => Some((id, due)),
            Need::Nothing => None,
        }
    }

    /// Notes when these games are due. Where that can't be stored, they get rooms, which try again.
    async fn note(&self, notes: Vec<(GameId, Time)>) {
        let Err(error) = self.shared().ports.deadlines.note(&notes).await else { return };
        tracing::warn!(%error, "the deadlines of correspondence games can't be noted; the games stay in memory");
        for (id, _) in notes {
            if let Err(ReadError::Storage(error)) = self.get(id).await {
                tracing::error!(%id, %error, "this game can't be read; it goes on when somebody asks for it");
            }
        }
    }
}

/// The game of a log. One that can't be replayed is left out, and the other games go on.
fn replayed(UnfinishedGame { id, log }: UnfinishedGame) -> Option<(GameId, Game)> {
    let log = log.map_err(|error| error.to_string());
    let game = log.and_then(|log| Game::replay(&log).map_err(|error| error.to_string()));
    let failed = |error: &String| {
        tracing::error!(%id, error, "the log of this game can't be replayed; it is left untouched");
    };
    Some((id, game.inspect_err(failed).ok()?))
}
