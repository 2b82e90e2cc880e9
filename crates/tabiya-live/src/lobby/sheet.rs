// SPDX-License-Identifier: AGPL-3.0-or-later
//! The lobby and the tabs that follow it: what the core decides becomes what each tab is told. The time is an argument.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tabiya_limits::address::{ChargeNewGame, Counted};
use tabiya_protocol::{
    CommandId, ConnectionMessage, LobbyMessage, SearchEnd, SeekView, ServerMessage, Topic,
};
use tabiya_runtime::message::refused;
use tabiya_runtime::topic::{Channel, SharedMessage, SubscriberId, WakeQueue};

use super::core::{Core, Effect};
use super::seek::Match;
use super::task::Said;

/// A tab that has said nothing for so many milliseconds sleeps. The page sends a ping every ten seconds.
const ASLEEP: u64 = 30_000;

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

/// The lobby and who follows it.
pub(super) struct Sheet {
    pub(super) core: Core,
    /// Of the list only the newest state matters, so nothing is kept of what was told.
    channel: Channel<(), Tab>,
    /// The number of the newest list, for everybody to read.
    head: Arc<AtomicU64>,
    coin: fn() -> bool,
}

impl Sheet {
    /// A lobby in which nobody is. `coin` decides about colours.
    pub(super) fn new(wake: Option<WakeQueue>, coin: fn() -> bool) -> Self {
        let channel = Channel::in_memory(wake);
        let head = Arc::new(AtomicU64::new(channel.head()));
        Self { core: Core::default(), channel, head, coin }
    }

    /// The number of the newest list.
    pub(super) fn head(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.head)
    }

    /// Counts a game for the address of this tab; `None` if the tab is closed by now.
    pub(super) fn charge_of(&self, tab: SubscriberId) -> Option<ChargeNewGame> {
        self.channel.data(tab).map(|tab| Arc::clone(&tab.charge))
    }

    /// Carries out what was said. Returns the pairs whose games are to be created.
    pub(super) fn hear(&mut self, message: Said, now: u64) -> Vec<Match> {
        let coin = self.coin;
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
                // It may have missed that its search has ended.
                if self.core.search_of(id).is_none() {
                    self.tell(id, None, searching(None, None));
                }
                Vec::new()
            }
            Said::Ping(id) => {
                // Without a number: a list that waits comes after it.
                let pong = ConnectionMessage::Pong { topic: Some(Topic::Lobby), seq: None };
                self.tell(id, None, pong);
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
                    self.core.seek(seek, answers, now, coin())
                } else {
                    Vec::new()
                }
            }
            Said::Cancel { player, tab, answers } => self.core.cancel(player, tab, answers),
            Said::Accept { id, player, answers } if self.channel.data(player.tab).is_some() => {
                self.core.accept(id, player, answers, now, coin())
            }
            Said::Accept { .. } => Vec::new(),
            Said::Refuse { tab, id, refusal } => vec![Effect::Refuse { tab, id, refusal }],
            Said::SoughtUnder { id, answer } => {
                // The connection that asked may be gone.
                let _ = answer.send(self.core.sought(id));
                Vec::new()
            }
            Said::Begun(pair) => self.core.begun(&pair),
            Said::Failed(pair, fault) => self.core.failed(*pair, &fault, now, coin()),
            Said::Close => Vec::new(),
        };
        self.carry_out(effects)
    }

    /// Looks again at who has waited, and tells all who waits if that has changed. Returns the pairs whose games are to be created.
    pub(super) fn beat(&mut self, now: u64) -> Vec<Match> {
        let effects = let_sleepers_go(&mut self.core, self.channel.all(), now);
        let mut pairs = self.carry_out(effects);
        let effects = self.core.tick(now, self.coin);
        pairs.extend(self.carry_out(effects));
        if self.core.has_changed() {
            let head = self.channel.replace();
            self.head.store(head, Ordering::Relaxed);
            // The newest list takes the place of one that still waits to be read.
            self.channel.tell_latest(&self.list(), &[], true);
        }
        pairs
    }

    fn list(&self) -> SharedMessage {
        let (seeks, waiting) = self.core.list(|tab| self.channel.data(tab).and_then(|tab| tab.network));
        let message = ServerMessage::Lobby(LobbyMessage::Lobby { topic: Topic::Lobby, seeks, waiting });
        SharedMessage::numbered(message, self.channel.head())
    }

    /// Tells a tab everything; or that it has the newest list, if it has.
    fn greet(&mut self, id: SubscriberId, after: Option<u64>) {
        if self.channel.missed(after).is_some() {
            self.channel.resume(id, Vec::new(), Topic::Lobby);
        } else {
            let list = self.list();
            self.channel.tell_everything(id, list);
        }
        if let Some(seek) = self.core.search_of(id) {
            self.tell(id, None, searching(Some(seek), None));
        }
    }

    fn tell(&mut self, tab: SubscriberId, answers: Option<CommandId>, message: impl Into<ServerMessage>) {
        let message: ServerMessage = message.into();
        self.channel.tell(tab, &message.into(), answers);
    }

    /// Returns the pairs whose games are to be created.
    fn carry_out(&mut self, effects: Vec<Effect>) -> Vec<Match> {
        let mut pairs = Vec::new();
        for effect in effects {
            match effect {
                Effect::Searching { tab, answers, seek, ended } => {
                    self.tell(tab, answers, searching(seek, ended));
                }
                Effect::Refuse { tab, id, refusal } => {
                    let head = self.channel.head();
                    self.tell(tab, Some(id), refused(Some(Topic::Lobby), Some(id), Some(head), refusal));
                }
                Effect::Offer { tab, seek } => {
                    self.tell(tab, None, LobbyMessage::CasualOffer { topic: Topic::Lobby, seek });
                }
                Effect::Begin(pair) => pairs.push(*pair),
            }
        }
        pairs
    }
}

fn searching(seek: Option<SeekView>, ended: Option<SearchEnd>) -> LobbyMessage {
    LobbyMessage::Searching { topic: Topic::Lobby, id: None, seek, ended }
}
