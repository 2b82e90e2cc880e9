// SPDX-License-Identifier: AGPL-3.0-or-later
//! The task that owns the lobby: carries out what its core decides, and tells the listeners.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tabiya_accounts::feed::FeedGone;
use tabiya_game::PlayerId;
use tabiya_limits::address::{ChargeNewGame, Counted};
use tabiya_protocol::{
    CommandId, ConnectionMessage, LobbyMessage, Refusal, SearchEnd, SeekId, ServerMessage, Topic,
};
use tabiya_runtime::chance;
use tabiya_runtime::message::refused;
use tabiya_runtime::topic::{Channel, OutboxSender, SharedMessage, SubscriberId, WakeQueue};
use tokio::sync::{mpsc, oneshot};

use super::begin::begin;
use super::core::{Core, Effect};
use super::ports::LobbyPorts;
use super::seek::{Fault, Match, Player, Seek, Sought};
use crate::peers::Peers;

/// Messages that may wait for the lobby; a connection that sends more waits.
const INBOX: usize = 1024;
/// How often listeners are told of changes, and who has waited is looked at again.
const BEAT: Duration = Duration::from_millis(500);
/// A tab that has said nothing for so many milliseconds sleeps. The page sends a ping every ten seconds.
const ASLEEP: u64 = 30_000;

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
        let channel = Channel::in_memory(Some(WakeQueue::start()));
        let head = Arc::new(AtomicU64::new(channel.head()));
        let task = Task {
            core: Core::default(),
            channel,
            head: Arc::clone(&head),
            ports: ports.clone(),
            own: sender.downgrade(),
        };
        tokio::spawn(task.run(inbox));
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

/// A tab that follows the lobby.
pub(super) struct Tab {
    /// When it said something last, in milliseconds of the server's clock.
    pub(super) awake: Arc<AtomicU64>,
    pub(super) charge: ChargeNewGame,
    /// The network with which it shares its places in the list, where it is known.
    pub(super) network: Option<Counted>,
}

impl Tab {
    fn sleeps(&self, now: u64) -> bool {
        now.saturating_sub(self.awake.load(Ordering::Relaxed)) > ASLEEP
    }
}

/// Ends the searches of tabs that sleep.
pub(super) fn let_sleepers_go<'a>(
    core: &mut Core,
    tabs: impl Iterator<Item = (SubscriberId, &'a Tab)>,
    now: u64,
) -> Vec<Effect> {
    let asleep = tabs.filter(|(id, tab)| core.is_searching(*id) && tab.sleeps(now));
    let asleep: Vec<_> = asleep.map(|(id, _)| id).collect();
    asleep.into_iter().flat_map(|tab| core.leave(tab, Some(SearchEnd::Asleep))).collect()
}

struct Task {
    core: Core,
    /// Of the list only the newest state matters, so nothing is kept of what was told.
    channel: Channel<(), Tab>,
    head: Arc<AtomicU64>,
    ports: LobbyPorts,
    /// To hear of the games that are created beside this task.
    own: mpsc::WeakSender<Said>,
}

impl Task {
    async fn run(mut self, mut inbox: mpsc::Receiver<Said>) {
        let mut beat = tokio::time::interval(BEAT);
        beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                message = inbox.recv() => match message {
                    Some(Said::Close) | None => return,
                    Some(message) => self.hear(message),
                },
                _ = beat.tick() => self.beat(),
            }
        }
    }

    fn hear(&mut self, message: Said) {
        let now = self.ports.now();
        let effects = match message {
            Said::Connect { outbox, tab, after } => {
                let id = outbox.id();
                self.channel.add(outbox, tab, false);
                self.greet(id, after);
                Vec::new()
            }
            Said::CatchUp(id) => {
                self.channel.catch_up(id);
                self.greet(id, None);
                Vec::new()
            }
            Said::Ping(id) => {
                // Without a number: a list that waits comes after it.
                let pong = ServerMessage::Connection(ConnectionMessage::Pong {
                    topic: Some(Topic::Lobby),
                    seq: None,
                });
                self.channel.tell(id, &pong.into(), None);
                Vec::new()
            }
            Said::Leave(id) => {
                self.channel.remove(id);
                self.core.leave(id, None)
            }
            Said::Seek { mut seek, answers } => {
                // The tab may have been closed while its player was looked up.
                if self.channel.data(seek.player.tab).is_some() {
                    seek.id = self.core.next_id();
                    self.core.seek(seek, answers, now, chance::coin())
                } else {
                    Vec::new()
                }
            }
            Said::Cancel { player, tab, answers } => self.core.cancel(player, tab, answers),
            Said::Accept { id, player, answers } if self.channel.data(player.tab).is_some() => {
                self.core.accept(id, player, answers, now, chance::coin())
            }
            Said::Accept { .. } => Vec::new(),
            Said::Refuse { tab, id, refusal } => vec![Effect::Refuse { tab, id, refusal }],
            Said::SoughtUnder { id, answer } => {
                // The connection that asked may be gone.
                let _ = answer.send(self.core.sought(id));
                Vec::new()
            }
            Said::Begun(pair) => self.core.begun(&pair),
            Said::Failed(pair, fault) => self.core.failed(*pair, &fault, now, chance::coin()),
            Said::Close => Vec::new(),
        };
        self.carry_out(effects);
    }

    fn beat(&mut self) {
        let now = self.ports.now();
        let effects = let_sleepers_go(&mut self.core, self.channel.all(), now);
        self.carry_out(effects);
        let effects = self.core.tick(now, chance::coin);
        self.carry_out(effects);
        if self.core.has_changed() {
            let head = self.channel.replace();
            self.head.store(head, Ordering::Relaxed);
            // The newest list takes the place of one that still waits to be read.
            self.channel.tell_latest(&self.list(), &[], true);
        }
    }

    fn list(&self) -> SharedMessage {
        let (seeks, waiting) = self.core.list(|tab| self.channel.data(tab).and_then(|tab| tab.network));
        let message = ServerMessage::Lobby(LobbyMessage::Lobby { topic: Topic::Lobby, seeks, waiting });
        SharedMessage::numbered(message, self.channel.head())
    }

    /// Tells a tab everything; or that it has the newest list, if it has.
    fn greet(&mut self, id: SubscriberId, after: Option<u64>) {
        let everything = match self.channel.missed(after) {
            Some(_) => ServerMessage::Connection(ConnectionMessage::Resumed {
                topic: Topic::Lobby,
                seq: self.channel.head(),
            })
            .into(),
            None => self.list(),
        };
        self.channel.tell_everything(id, everything);
        if let Some(seek) = self.core.search_of(id) {
            self.tell(id, None, |_| {
                ServerMessage::Lobby(LobbyMessage::Searching {
                    topic: Topic::Lobby,
                    id: None,
                    seek: Some(seek),
                    ended: None,
                })
            });
        }
    }

    /// Tells one tab something, which is made of the number of the newest list.
    fn tell(
        &mut self,
        tab: SubscriberId,
        answers: Option<CommandId>,
        make: impl FnOnce(u64) -> ServerMessage,
    ) {
        let message = make(self.channel.head());
        self.channel.tell(tab, &message.into(), answers);
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Searching { tab, answers, seek, ended } => {
                    self.tell(tab, answers, |_| {
                        ServerMessage::Lobby(LobbyMessage::Searching {
                            topic: Topic::Lobby,
                            id: None,
                            seek,
                            ended,
                        })
                    });
                }
                Effect::Refuse { tab, id, refusal } => {
                    self.tell(tab, Some(id), |head| {
                        refused(Some(Topic::Lobby), Some(id), Some(head), refusal)
                    });
                }
                Effect::Offer { tab, seek } => {
                    self.tell(tab, None, |_| {
                        ServerMessage::Lobby(LobbyMessage::CasualOffer { topic: Topic::Lobby, seek })
                    });
                }
                Effect::Begin(pair) => self.begin(pair),
            }
        }
    }

    /// Has a game created without waiting for it. There are at most as many of these tasks as there were searches.
    fn begin(&self, pair: Box<Match>) {
        let charge = |tab| self.channel.data(tab).map(|tab: &Tab| Arc::clone(&tab.charge));
        let charges = [charge(pair.white.player.tab), charge(pair.black.player.tab)];
        let (ports, own) = (self.ports.clone(), self.own.clone());
        tokio::spawn(async move {
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
