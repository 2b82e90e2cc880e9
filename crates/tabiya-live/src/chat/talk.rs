// SPDX-License-Identifier: AGPL-3.0-or-later
//! One chat: its latest lines, and who follows it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tabiya_game::Game;
use tabiya_protocol::{ChatLineView, Refusal, ServerMessage, Topic};
use tabiya_runtime::identity::Identity;
use tabiya_runtime::topic::{Body, Dialect, Encode, OutboxSender, SubscriberId, Text};
use tabiya_store::{Chat, ChatLine, StorageError};

use super::{Key, is_preset, may_follow, topic_of};

/// Lines that a client is told when it comes.
pub(super) const TOLD: usize = 100;
/// Lines that one chat may have.
const MOST: u32 = 1_000;

/// A client that follows the chat.
pub(super) struct Tab {
    pub(super) outbox: OutboxSender,
    pub(super) dialect: Dialect,
    pub(super) identity: Option<Identity>,
    /// It is told presets alone.
    pub(super) reads_presets: bool,
    /// The player may say nothing here, or presets alone, or anything.
    pub(super) may_say: tabiya_protocol::MaySay,
}

pub(super) struct Talk {
    key: Key,
    store: Arc<dyn Chat>,
    /// Held while a line is stored, so that lines are told in the order of their numbers.
    saying: tokio::sync::Mutex<u32>,
    shown: Mutex<Shown>,
}

#[derive(Default)]
struct Shown {
    lines: VecDeque<ChatLine>,
    tabs: Vec<Tab>,
}

impl Talk {
    pub(super) async fn read(store: Arc<dyn Chat>, key: Key) -> Result<Self, StorageError> {
        let (game, room) = key;
        let last = store.last_line(game, room).await?;
        let lines = store.lines(game, room, u32::try_from(TOLD).unwrap_or(u32::MAX)).await?;
        let shown = Mutex::new(Shown { lines: lines.into(), tabs: Vec::new() });
        Ok(Self { key, store, saying: tokio::sync::Mutex::new(last), shown })
    }

    fn topic(&self) -> Topic {
        topic_of(self.key)
    }

    fn lock(&self) -> MutexGuard<'_, Shown> {
        // Nothing under the lock can panic half-way.
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lock().tabs.is_empty()
    }

    pub(super) fn close(&self) {
        self.lock().tabs.clear();
    }

    /// Adds a client and tells it what was said.
    pub(super) fn add(&self, tab: Tab) {
        let mut shown = self.lock();
        let everything = self.everything(&shown, &tab);
        tab.tell(Body::Everything(everything.encode(tab.dialect)));
        shown.tabs.push(tab);
    }

    pub(super) fn remove(&self, id: SubscriberId) {
        self.lock().tabs.retain(|tab| tab.outbox.id() != id);
    }

    /// Tells one client everything again. Returns whether it is still here.
    pub(super) fn tell_everything(&self, id: SubscriberId) -> bool {
        let shown = self.lock();
        let Some(tab) = shown.tabs.iter().find(|tab| tab.outbox.id() == id) else { return false };
        tab.outbox.catch_up();
        tab.tell(Body::Everything(self.everything(&shown, tab).encode(tab.dialect)));
        true
    }

    /// Tells one client something. Returns whether it is still here.
    pub(super) fn tell_one(&self, id: SubscriberId, message: &ServerMessage) -> bool {
        let shown = self.lock();
        let Some(tab) = shown.tabs.iter().find(|tab| tab.outbox.id() == id) else { return false };
        tab.tell(Body::Text(message.encode(tab.dialect)));
        true
    }

    fn everything(&self, shown: &Shown, tab: &Tab) -> ServerMessage {
        let lines = shown.lines.iter().filter(|line| tab.reads(line)).map(view).collect();
        ServerMessage::Chat { topic: self.topic(), lines, may_say: tab.may_say }
    }

    /// Stores a line and tells everybody who may follow the chat as the game stands; the one who said it hears the command's number.
    ///
    /// # Errors
    /// If the chat is full, or the storage fails.
    pub(super) async fn say(
        &self,
        game: &Game,
        mut line: ChatLine,
        by: SubscriberId,
        id: u32,
    ) -> Result<(), Refusal> {
        let mut last = self.saying.lock().await;
        if *last >= MOST {
            return Err(Refusal::ChatIsFull);
        }
        line.number = *last + 1;
        let (id_of_game, room) = self.key;
        let stored = self.store.say(id_of_game, room, &line).await;
        match stored {
            Ok(true) => *last = line.number,
            // Another server has written here, or the answer to an earlier line was lost.
            Ok(false) => {
                *last = self.store.last_line(id_of_game, room).await.unwrap_or(line.number);
                return Err(Refusal::NotSaved);
            }
            Err(error) => {
                tracing::debug!(game = %id_of_game, %error, "a line of a chat could not be stored");
                return Err(Refusal::NotSaved);
            }
        }
        let mut shown = self.lock();
        let message = |id| ServerMessage::ChatLine { topic: self.topic(), id, line: view(&line) };
        let (own, others) = shown.tabs.iter().partition::<Vec<_>, _>(|tab| tab.outbox.id() == by);
        let hears =
            |tab: &&Tab| tab.reads(&line) && may_follow(game, self.key, tab.identity.as_ref()).is_ok();
        tell_all(own.into_iter().filter(hears), &message(Some(id)));
        tell_all(others.into_iter().filter(hears), &message(None));
        shown.lines.push_back(line);
        if shown.lines.len() > TOLD {
            shown.lines.pop_front();
        }
        Ok(())
    }

    /// Removes a line for everybody.
    ///
    /// # Errors
    /// If there is no such line, or the storage fails.
    pub(super) async fn remove_line(&self, number: u32) -> Result<(), Refusal> {
        let (game, room) = self.key;
        match self.store.remove_line(game, room, number).await {
            Ok(true) => {}
            Ok(false) => return Err(Refusal::NoSuchLine),
            Err(_) => return Err(Refusal::NotSaved),
        }
        let mut shown = self.lock();
        shown.lines.retain(|line| line.number != number);
        let message = ServerMessage::ChatLineRemoved { topic: self.topic(), number };
        tell_all(shown.tabs.iter(), &message);
        Ok(())
    }

    /// A line that is still shown.
    pub(super) fn line(&self, number: u32) -> Option<ChatLine> {
        self.lock().lines.iter().find(|line| line.number == number).cloned()
    }
}

impl Tab {
    fn reads(&self, line: &ChatLine) -> bool {
        !self.reads_presets || is_preset(&line.text)
    }

    fn tell(&self, body: Body) {
        // A client that is too slow is told everything when there is room again.
        let _ = self.outbox.send(body);
    }
}

/// Tells these clients something that is encoded once for each dialect.
fn tell_all<'a>(tabs: impl Iterator<Item = &'a Tab>, message: &ServerMessage) {
    let mut texts: Vec<(Dialect, Text)> = Vec::new();
    for tab in tabs {
        let known = texts.iter().find(|(dialect, _)| *dialect == tab.dialect).map(|(_, text)| text.clone());
        let text = known.unwrap_or_else(|| {
            let text = message.encode(tab.dialect);
            texts.push((tab.dialect, text.clone()));
            text
        });
        tab.tell(Body::Text(text));
    }
}

fn view(line: &ChatLine) -> ChatLineView {
    ChatLineView { number: line.number, at: line.at.0, name: line.name.clone(), text: line.text.clone() }
}
