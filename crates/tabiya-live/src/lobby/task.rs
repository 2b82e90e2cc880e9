// SPDX-License-Identifier: AGPL-3.0-or-later
//! The task that owns the lobby: carries out what its core decides, and tells the listeners.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tabiya_accounts::feed::FeedGone;
use tabiya_game::PlayerId;
use tabiya_limits::address::{ChargeNewGame, Counted};
use tabiya_protocol::{CommandId, Refusal, SearchEnd, SeekId, SeekView, ServerMessage, Topic};
use tabiya_runtime::chance;
use tabiya_runtime::message::refused;
use tabiya_runtime::topic::{Body, Dialect, Encode, OutboxSender, SubscriberId, Subscribers, WakeQueue};
use tokio::sync::{mpsc, oneshot};

use super::begin::begin;
use super::core::{Core, Effect};
use super::ports::LobbyPorts;
use super::seek::{Fault, Match, Player, Seek, Sought};

/// Messages that may wait for the lobby; a connection that sends more waits.
const INBOX: usize = 1024;
/// How often listeners are told of changes, and who has waited is looked at again.
const BEAT: Duration = Duration::from_millis(500);
/// A tab that has said nothing for so many milliseconds sleeps. The page sends a ping every ten seconds.
const ASLEEP: u64 = 30_000;

/// What is said to the lobby.
pub(super) enum LobbyMessage {
    Connect { outbox: OutboxSender, dialect: Dialect, tab: Tab },
    CatchUp(SubscriberId),
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
    sender: mpsc::Sender<LobbyMessage>,
}

impl Lobby {
    /// Must be called inside a running Tokio runtime: it spawns one task, which ends with the last clone.
    pub fn start(ports: LobbyPorts) -> Self {
        let (sender, inbox) = mpsc::channel(INBOX);
        let task = Task {
            core: Core::default(),
            listeners: Subscribers::none(WakeQueue::start()),
            tabs: HashMap::new(),
            ports: ports.clone(),
            own: sender.downgrade(),
        };
        tokio::spawn(task.run(inbox));
        Self { ports, sender }
    }

    /// Ends all subscriptions, because the server is being stopped.
    pub async fn close(&self) {
        // A task that has ended is what was asked for.
        let _ = self.say(LobbyMessage::Close).await;
    }

    pub(super) async fn say(&self, message: LobbyMessage) -> Result<(), FeedGone> {
        self.sender.send(message).await.map_err(|_| FeedGone)
    }

    /// Which game is looked for under this number.
    pub(super) async fn sought(&self, id: SeekId) -> Option<Sought> {
        let (answer, answered) = oneshot::channel();
        self.say(LobbyMessage::SoughtUnder { id, answer }).await.ok()?;
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
pub(super) fn let_sleepers_go(core: &mut Core, tabs: &HashMap<SubscriberId, Tab>, now: u64) -> Vec<Effect> {
    let asleep = tabs.iter().filter(|(id, tab)| core.is_searching(**id) && tab.sleeps(now));
    let asleep: Vec<_> = asleep.map(|(id, _)| *id).collect();
    asleep.into_iter().flat_map(|tab| core.leave(tab, Some(SearchEnd::Asleep))).collect()
}

struct Task {
    core: Core,
    listeners: Subscribers,
    tabs: HashMap<SubscriberId, Tab>,
    ports: LobbyPorts,
    /// To hear of the games that are created beside this task.
    own: mpsc::WeakSender<LobbyMessage>,
}

impl Task {
    async fn run(mut self, mut inbox: mpsc::Receiver<LobbyMessage>) {
        let mut beat = tokio::time::interval(BEAT);
        beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                message = inbox.recv() => match message {
                    Some(LobbyMessage::Close) | None => return,
                    Some(message) => self.hear(message),
                },
                _ = beat.tick() => self.beat(),
            }
        }
    }

    fn hear(&mut self, message: LobbyMessage) {
        let now = self.ports.now();
        let effects = match message {
            LobbyMessage::Connect { outbox, dialect, tab } => {
                let id = outbox.id();
                self.listeners.add(outbox, dialect, false);
                self.tabs.insert(id, tab);
                self.greet(id);
                Vec::new()
            }
            LobbyMessage::CatchUp(id) => {
                self.listeners.catch_up(id);
                self.greet(id);
                Vec::new()
            }
            LobbyMessage::Leave(id) => {
                self.listeners.remove(id);
                self.tabs.remove(&id);
                self.core.leave(id, None)
            }
            LobbyMessage::Seek { mut seek, answers } => {
                // The tab may have been closed while its player was looked up.
                if self.tabs.contains_key(&seek.player.tab) {
                    seek.id = self.core.next_id();
                    self.core.seek(seek, answers, now, chance::coin())
                } else {
                    Vec::new()
                }
            }
            LobbyMessage::Cancel { player, tab, answers } => self.core.cancel(player, tab, answers),
            LobbyMessage::Accept { id, player, answers } if self.tabs.contains_key(&player.tab) => {
                self.core.accept(id, player, answers, now, chance::coin())
            }
            LobbyMessage::Accept { .. } => Vec::new(),
            LobbyMessage::Refuse { tab, id, refusal } => vec![Effect::Refuse { tab, id, refusal }],
            LobbyMessage::SoughtUnder { id, answer } => {
                // The connection that asked may be gone.
                let _ = answer.send(self.core.sought(id));
                Vec::new()
            }
            LobbyMessage::Begun(pair) => self.core.begun(&pair),
            LobbyMessage::Failed(pair, fault) => self.core.failed(*pair, &fault, now, chance::coin()),
            LobbyMessage::Close => Vec::new(),
        };
        self.carry_out(effects);
    }

    fn beat(&mut self) {
        let now = self.ports.now();
        let effects = let_sleepers_go(&mut self.core, &self.tabs, now);
        self.carry_out(effects);
        let effects = self.core.tick(now, chance::coin);
        self.carry_out(effects);
        if self.core.has_changed() {
            let (seeks, waiting) = self.list();
            let message = ServerMessage::Lobby { topic: Topic::Lobby, seeks, waiting };
            // The newest list takes the place of one that still waits to be read.
            self.listeners.tell_latest(&message, true);
        }
    }

    fn list(&self) -> (Vec<SeekView>, u32) {
        self.core.list(|tab| self.tabs.get(&tab).and_then(|tab| tab.network))
    }

    /// Tells a tab everything.
    fn greet(&mut self, id: SubscriberId) {
        let (seeks, waiting) = self.list();
        let everything = ServerMessage::Lobby { topic: Topic::Lobby, seeks, waiting };
        self.listeners.tell_everything(id, |dialect| Body::Everything(everything.encode(dialect)));
        if let Some(seek) = self.core.search_of(id) {
            let own =
                ServerMessage::Searching { topic: Topic::Lobby, id: None, seek: Some(seek), ended: None };
            self.listeners.tell(id, &own);
        }
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Searching { tab, answers, seek, ended } => {
                    let message = ServerMessage::Searching { topic: Topic::Lobby, id: answers, seek, ended };
                    self.listeners.tell(tab, &message);
                }
                Effect::Refuse { tab, id, refusal } => {
                    self.listeners.tell(tab, &refused(Some(Topic::Lobby), Some(id), None, refusal));
                }
                Effect::Offer { tab, seek } => {
                    self.listeners.tell(tab, &ServerMessage::CasualOffer { topic: Topic::Lobby, seek });
                }
                Effect::Begin(pair) => self.begin(pair),
            }
        }
    }

    /// Has a game created without waiting for it. There are at most as many of these tasks as there were searches.
    fn begin(&self, pair: Box<Match>) {
        let charge = |tab| self.tabs.get(&tab).map(|tab: &Tab| Arc::clone(&tab.charge));
        let charges = [charge(pair.white.player.tab), charge(pair.black.player.tab)];
        let (ports, own) = (self.ports.clone(), self.own.clone());
        tokio::spawn(async move {
            let result = begin(&ports, &pair, charges).await;
            let message = match result {
                Ok(()) => LobbyMessage::Begun(pair),
                Err(fault) => LobbyMessage::Failed(pair, fault),
            };
            if let Some(own) = own.upgrade() {
                // A lobby that has ended tells nobody.
                let _ = own.send(message).await;
            }
        });
    }
}
