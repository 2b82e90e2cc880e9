// SPDX-License-Identifier: AGPL-3.0-or-later
//! The task that owns the lobby: hears what is said to it, looks again twice a second, and has games created.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tabiya_accounts::feed::FeedGone;
use tabiya_game::PlayerId;
use tabiya_protocol::{CommandId, Refusal, SeekId};
use tabiya_runtime::beat::Beat;
use tabiya_runtime::chance;
use tabiya_runtime::spawn::spawn;
use tabiya_runtime::topic::{OutboxSender, SubscriberId, WakeQueue};
use tokio::sync::{mpsc, oneshot};

use super::begin::begin;
use super::ports::LobbyPorts;
use super::seek::{Fault, Match, Player, Seek, Sought};
use super::sheet::{Sheet, Tab};
use crate::peers::Peers;

/// Messages that may wait for the lobby; a connection that sends more waits.
const INBOX: usize = 1024;
/// How often listeners are told of changes, and who has waited is looked at again.
const BEAT: Duration = Duration::from_millis(500);

/// What is said to the lobby.
pub(super) enum Said {
    Connect { outbox: OutboxSender, tab: Tab, after: Option<u64> },
    CatchUp(SubscriberId),
    Ping(SubscriberId),
    Leave(SubscriberId),
    Seek { seek: Seek, answers: CommandId },
    Cancel { player: PlayerId, tab: SubscriberId, answers: CommandId },
    Accept { id: SeekId, player: Player, answers: CommandId },
    Refuse { tab: SubscriberId, id: CommandId, refusal: Refusal },
    SoughtUnder { id: SeekId, answer: oneshot::Sender<Option<Sought>> },
    Begun(Box<Match>),
    Failed(Box<Match>, Fault),
    Close,
}

/// A way to talk to the lobby. Cheap to clone.
#[derive(Clone)]
pub struct Lobby {
    pub(super) ports: LobbyPorts,
    sender: mpsc::Sender<Said>,
    /// The number of the newest list.
    head: Arc<AtomicU64>,
    /// The way to the node that runs the lobby; empty where this server is alone.
    pub(super) elsewhere: Arc<OnceLock<Peers>>,
}

impl Lobby {
    /// Must be called inside a running Tokio runtime: it spawns one task, which ends with the last clone.
    pub fn start(ports: LobbyPorts) -> Self {
        let (sender, inbox) = mpsc::channel(INBOX);
        let sheet = Sheet::new(Some(WakeQueue::start()), chance::coin);
        let head = sheet.head();
        let task = Task { sheet, ports: ports.clone(), own: sender.downgrade() };
        spawn(task.run(inbox));
        Self { ports, sender, head, elsewhere: Arc::default() }
    }

    /// The number of the newest list.
    pub(super) fn head(&self) -> u64 {
        self.head.load(Ordering::Relaxed)
    }

    /// Ends all subscriptions, because the server is being stopped.
    pub async fn close(&self) {
        // A task that has ended is what was asked for.
        let _ = self.say(Said::Close).await;
    }

    pub(super) async fn say(&self, message: Said) -> Result<(), FeedGone> {
        self.sender.send(message).await.map_err(|_| FeedGone)
    }

    /// Which game is looked for under this number.
    pub(super) async fn sought(&self, id: SeekId) -> Option<Sought> {
        let (answer, answered) = oneshot::channel();
        self.say(Said::SoughtUnder { id, answer }).await.ok()?;
        answered.await.ok()?
    }
}

struct Task {
    sheet: Sheet,
    ports: LobbyPorts,
    /// To hear of the games that are created beside this task.
    own: mpsc::WeakSender<Said>,
}

impl Task {
    async fn run(mut self, mut inbox: mpsc::Receiver<Said>) {
        let mut beat = Beat::every(BEAT);
        loop {
            tokio::select! {
                message = inbox.recv() => match message {
                    Some(Said::Close) | None => return,
                    Some(message) => {
                        let pairs = self.sheet.hear(message, self.ports.now());
                        self.begin_all(pairs);
                    }
                },
                _ = beat.next() => {
                    let pairs = self.sheet.beat(self.ports.now());
                    self.begin_all(pairs);
                }
            }
        }
    }

    fn begin_all(&self, pairs: Vec<Match>) {
        pairs.into_iter().for_each(|pair| self.begin(Box::new(pair)));
    }

    /// Has a game created without waiting for it. There are at most as many of these tasks as there were searches.
    fn begin(&self, pair: Box<Match>) {
        let charges = [&pair.white, &pair.black].map(|party| self.sheet.charge_of(party.player.tab));
        let (ports, own) = (self.ports.clone(), self.own.clone());
        spawn(async move {
            let result = begin(&ports, &pair, charges).await;
            let message = match result {
                Ok(()) => Said::Begun(pair),
                Err(fault) => Said::Failed(pair, fault),
            };
            if let Some(own) = own.upgrade() {
                // A lobby that has ended tells nobody.
                let _ = own.send(message).await;
            }
        });
    }
}
