// SPDX-License-Identifier: AGPL-3.0-or-later
//! What those see of a running game who don't play in it: how it stands, or how it stood some time ago.
//!
//! Each client that sees a game late has a task, which reads the log and sends the whole game as it was. The room knows nothing of these clients. They are few, and only where the operator wants a delay.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tabiya_archive::delay::Delay;
use tabiya_archive::view;
use tabiya_game::{Event, Game, GameId, Stamped, Time};
use tabiya_protocol::boards::LiveGame;
use tabiya_protocol::{CommandId, ConnectionMessage, Refusal, ServerMessage};
use tabiya_runtime::identity::Identity;
use tabiya_runtime::message::refused;
use tabiya_runtime::topic::{Body, SharedMessage};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use super::Rooms;
use super::handle::{Client, RoomGone};
use super::state_parts::StateParts;

/// How often a client's game is looked at.
const PAUSE: Duration = Duration::from_millis(500);
/// What may wait for one client's task.
const WAITING: usize = 16;

/// A client's way to a game that it sees late. The task ends with the last clone.
#[derive(Clone)]
pub(super) struct DelayedLink(Arc<Shared>);

struct Shared {
    game: GameId,
    head: Arc<AtomicU32>,
    wishes: mpsc::Sender<Wish>,
    task: AbortHandle,
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.task.abort();
    }
}

enum Wish {
    /// The client has missed messages.
    Again,
    /// The client wants to know the number of the newest event.
    Ping,
    /// The client has sent a command, which only players may.
    Command(CommandId),
}

impl DelayedLink {
    /// Shows the game to the client from now on.
    pub(super) fn start(rooms: Rooms, game: GameId, client: Client) -> Self {
        let head = Arc::new(AtomicU32::new(0));
        let (wishes, inbox) = mpsc::channel(WAITING);
        let task = tokio::spawn(show(rooms, game, client, inbox, Arc::clone(&head))).abort_handle();
        Self(Arc::new(Shared { game, head, wishes, task }))
    }

    pub(super) fn game(&self) -> GameId {
        self.0.game
    }

    /// The number of the newest event that the client sees.
    pub(super) fn head(&self) -> u32 {
        self.0.head.load(Ordering::Acquire)
    }

    pub(super) async fn catch_up(&self) -> Result<(), RoomGone> {
        self.wish(Wish::Again).await
    }

    pub(super) async fn ping(&self) -> Result<(), RoomGone> {
        self.wish(Wish::Ping).await
    }

    pub(super) async fn command(&self, id: CommandId) -> Result<(), RoomGone> {
        self.wish(Wish::Command(id)).await
    }

    async fn wish(&self, wish: Wish) -> Result<(), RoomGone> {
        self.0.wishes.send(wish).await.map_err(|_| RoomGone)
    }
}

async fn show(
    rooms: Rooms,
    id: GameId,
    Client { outbox, .. }: Client,
    mut inbox: mpsc::Receiver<Wish>,
    head: Arc<AtomicU32>,
) {
    let mut log: Vec<Stamped> = Vec::new();
    let (mut shown, mut is_done) = (None, false);
    loop {
        // The log is read again only where the room says that it has grown: nothing happens without a room. Of the room of
        // another node nothing is known here.
        let known = u32::try_from(log.len()).unwrap_or(u32::MAX);
        if log.is_empty() || !rooms.owns(id) || rooms.opened(id).is_some_and(|room| room.head() >= known) {
            match rooms.shared().ports.log.load(id).await {
                Ok(Some(found)) => log = found,
                Ok(None) => {}
                Err(error) => tracing::debug!(%id, %error, "a delayed game can't be read"),
            }
        }
        if let Some((game, at)) = rooms.delayed(&log)
            && shown != Some(game.last_seq())
        {
            shown = Some(game.last_seq());
            is_done = game.is_over();
            head.store(game.last_seq(), Ordering::Release);
            let parts = StateParts::new(id, &game, None, at).map(SharedMessage::from);
            // What does not fit is told again when the client has read the rest.
            let _ = outbox.send(Body::EverythingIn(Box::new(parts)));
        }
        let seq = shown.map(u64::from);
        let (message, answers) = tokio::select! {
            wish = inbox.recv() => match wish {
                None => return,
                Some(Wish::Again) => {
                    outbox.catch_up();
                    shown = None;
                    continue;
                }
                Some(Wish::Ping) => (ServerMessage::Connection(ConnectionMessage::Pong { topic: Some(id.into()), seq }), None),
                Some(Wish::Command(command)) => {
                    let refusal = refused(Some(id.into()), Some(command), seq, Refusal::NotAPlayer);
                    (refusal, Some(command))
                }
            },
            () = tokio::time::sleep(PAUSE), if !is_done => continue,
        };
        let _ = outbox.send(Body::Message { message: message.into(), answers });
    }
}

impl Rooms {
    /// How a running game stands, as those see it who watch.
    pub async fn look(&self, id: GameId) -> Option<LiveGame> {
        let room = self.opened(id)?;
        if self.shared().delay == Delay::default() {
            return room.look().await.ok().flatten();
        }
        let log = self.shared().ports.log.load(id).await.ok().flatten()?;
        let (game, at) = self.delayed(&log)?;
        view::live(id, &game, at)
    }

    /// The game that those who don't play see, and the time at which its clocks are shown.
    pub(super) fn delayed(&self, log: &[Stamped]) -> Option<(Game, Time)> {
        let Event::Created(terms) = &log.first()?.event else { return None };
        self.shared().delay.game(log, self.shared().timeline.for_control(terms.time()))
    }

    /// Whether this visitor sees the game late now.
    pub(super) fn holds_back(&self, game: &Game, visitor: Option<&Identity>) -> bool {
        self.shared().delay.holds_back(game, visitor, self.now_of(game))
    }
}
