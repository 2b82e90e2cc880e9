// SPDX-License-Identifier: AGPL-3.0-or-later
//! One chat: its latest lines, and who follows it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tabiya_accounts::people::is_shown;
use tabiya_protocol::{ChatLineView, ChatMessage, CommandId, Refusal, ServerMessage, Topic};
use tabiya_runtime::identity::Identity;
use tabiya_runtime::topic::{Channel, OutboxSender, Sender, SharedMessage, SubscriberId};
use tabiya_store::{Chat, ChatLine, ChatRoom, NewAct, StorageError};

use super::place::Place;
use super::{Key, is_preset, topic_of};

/// Lines that a client is told when it comes.
pub(super) const TOLD: usize = 100;
/// Lines that the chat beside a game may have. Of the chat of an event, which may last for a season, so many of the latest are kept.
const MOST: u32 = 1_000;
/// After so many lines the first ones of an event's chat are forgotten.
const FORGOTTEN_AT_ONCE: u32 = 100;
/// How often a line is tried to be stored where other servers write, too.
const TRIES: u32 = 5;

/// A client that follows the chat.
pub(super) struct Tab {
    pub(super) identity: Option<Identity>,
    /// It is told presets alone.
    pub(super) reads_presets: bool,
    /// The player may say nothing here, or presets alone, or anything.
    pub(super) may_say: tabiya_protocol::MaySay,
}

pub(super) struct Talk {
    key: Key,
    store: Arc<dyn Chat>,
    /// Held while a line is stored or removed, so that everything is told in the order in which it was stored.
    saying: tokio::sync::Mutex<u32>,
    shown: Mutex<Shown>,
}

struct Shown {
    lines: VecDeque<ChatLine>,
    channel: Channel<Change, Tab>,
}

/// What the chat keeps of a message for those who resume.
enum Change {
    /// The line of this number was said. It is told again as long as it is shown.
    Said(u32),
    /// The line of this number was removed.
    Removed(u32),
}

impl Talk {
    pub(super) async fn read(store: Arc<dyn Chat>, key: Key) -> Result<Self, StorageError> {
        let (game, room) = key;
        let last = store.last_line(game, room).await?;
        let lines = store.lines(game, room, u32::try_from(TOLD).unwrap_or(u32::MAX)).await?;
        let shown = Mutex::new(Shown { lines: lines.into(), channel: Channel::in_memory(None) });
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
        self.lock().channel.is_empty()
    }

    pub(super) fn close(&self) {
        self.lock().channel.take_all();
    }

    /// The number of the newest message.
    pub(super) fn head(&self) -> u64 {
        self.lock().channel.head()
    }

    /// Adds a client and tells it what it has missed since its number, or what was said.
    pub(super) fn add(&self, outbox: OutboxSender, tab: Tab, after: Option<u64>) {
        let mut shown = self.lock();
        let id = outbox.id();
        let missed = shown.missed(&tab, self.key, after);
        let everything = shown.everything(&tab, self.key);
        shown.channel.add(outbox, tab, false);
        match missed {
            Some(missed) => shown.channel.resume(id, missed, self.topic()),
            None => {
                shown.channel.tell_everything(id, everything);
            }
        }
    }

    pub(super) fn remove(&self, id: SubscriberId) {
        self.lock().channel.remove(id);
    }

    /// Who a client is that is here; `None` for a client without a cookie, too.
    pub(super) fn identity_of(&self, id: SubscriberId) -> Option<Identity> {
        self.lock().channel.data(id).and_then(|tab| tab.identity.clone())
    }

    /// Tells one client everything again. Returns whether it is still here.
    pub(super) fn tell_everything(&self, id: SubscriberId) -> bool {
        let mut shown = self.lock();
        let Some(everything) = shown.channel.data(id).map(|tab| shown.everything(tab, self.key)) else {
            return false;
        };
        shown.channel.catch_up(id);
        shown.channel.tell_everything(id, everything)
    }

    /// Tells one client something, which is made of the number of the newest message. Returns whether it is still here.
    pub(super) fn tell_one(
        &self,
        id: SubscriberId,
        make: impl FnOnce(u64) -> ServerMessage,
        answers: Option<CommandId>,
    ) -> bool {
        let mut shown = self.lock();
        let message = make(shown.channel.head());
        shown.channel.tell(id, &message.into(), answers)
    }

    /// Stores a line and tells everybody who may follow the chat as its place stands; the one who said it hears the command's number.
    ///
    /// # Errors
    /// If the chat is full, or the storage fails.
    pub(super) async fn say(&self, place: &Place, mut line: ChatLine, by: Sender) -> Result<(), Refusal> {
        let mut last = self.saying.lock().await;
        let (id_of_game, room) = self.key;
        let mut tries = 0..TRIES;
        loop {
            if *last >= MOST && room != ChatRoom::Event {
                return Err(Refusal::ChatIsFull);
            }
            line.number = *last + 1;
            match self.store.say(id_of_game, room, &line).await {
                Ok(true) => break,
                // Another server has written here, or the answer to an earlier line was lost.
                Ok(false) if tries.next().is_some() => self.catch_up(place, &mut last).await?,
                Ok(false) => return Err(Refusal::NotSaved),
                Err(error) => {
                    tracing::debug!(game = %id_of_game, %error, "a line of a chat could not be stored");
                    return Err(Refusal::NotSaved);
                }
            }
        }
        *last = line.number;
        self.show(place, line, Some(by));
        self.forget(*last).await;
        Ok(())
    }

    /// Forgets the first lines of an event's chat, after so many more. What can't be forgotten now goes with those after it.
    async fn forget(&self, last: u32) {
        let (id_of_game, room) = self.key;
        if room != ChatRoom::Event || last <= MOST || !last.is_multiple_of(FORGOTTEN_AT_ONCE) {
            return;
        }
        if let Err(error) = self.store.forget_lines(id_of_game, room, last - MOST).await {
            tracing::debug!(game = %id_of_game, %error, "lines of a chat could not be forgotten");
        }
    }

    /// Tells everybody the lines that another server has stored.
    ///
    /// # Errors
    /// If the storage fails.
    pub(super) async fn look_again(&self, place: &Place) -> Result<(), Refusal> {
        let mut last = self.saying.lock().await;
        self.catch_up(place, &mut last).await
    }

    async fn catch_up(&self, place: &Place, last: &mut u32) -> Result<(), Refusal> {
        let (game, room) = self.key;
        let newest = self.store.last_line(game, room).await.map_err(|_| Refusal::NotSaved)?;
        let most = newest.saturating_sub(*last).min(u32::try_from(TOLD).unwrap_or(u32::MAX));
        if most > 0 {
            let lines = self.store.lines(game, room, most).await.map_err(|_| Refusal::NotSaved)?;
            for line in lines.into_iter().filter(|line| line.number > *last && !line.text.is_empty()) {
                self.show(place, line, None);
            }
        }
        *last = newest.max(*last);
        Ok(())
    }

    /// Another server has removed a line.
    pub(super) async fn was_removed(&self, number: u32) {
        let _in_turn = self.saying.lock().await;
        if self.line(number).is_some() {
            self.hide(number, None);
        }
    }

    /// Tells everybody who may follow the chat a line that is stored.
    fn show(&self, place: &Place, line: ChatLine, by: Option<Sender>) {
        let mut shown = self.lock();
        let number = shown.channel.push(Change::Said(line.number));
        let message =
            ServerMessage::Chat(ChatMessage::ChatLine { topic: self.topic(), id: None, line: view(&line) });
        let hears = |tab: &Tab| tab.reads(&line) && place.may_follow(self.key, tab.identity.as_ref()).is_ok();
        shown.channel.tell_those(&SharedMessage::numbered(message, number), by, hears);
        shown.lines.push_back(line);
        if shown.lines.len() > TOLD {
            shown.lines.pop_front();
        }
    }

    /// Removes a line for everybody, and stores the act by which that is done.
    ///
    /// # Errors
    /// If there is no such line, or the storage fails.
    pub(super) async fn remove_line(&self, number: u32, act: &NewAct, by: Sender) -> Result<(), Refusal> {
        let (game, room) = self.key;
        let _in_turn = self.saying.lock().await;
        match self.store.remove_line(game, room, number, act).await {
            Ok(true) => {}
            // The answer to an earlier removal was lost: the line is still shown.
            Ok(false) if self.line(number).is_some() => {}
            Ok(false) => return Err(Refusal::NoSuchLine),
            Err(_) => return Err(Refusal::NotSaved),
        }
        self.hide(number, Some(by));
        Ok(())
    }

    fn hide(&self, number: u32, by: Option<Sender>) {
        let mut shown = self.lock();
        shown.lines.retain(|line| line.number != number);
        let told = shown.channel.push(Change::Removed(number));
        let message = ServerMessage::Chat(ChatMessage::ChatLineRemoved { topic: self.topic(), number });
        shown.channel.tell_all(&SharedMessage::numbered(message, told), by);
    }

    /// A line that is still shown.
    pub(super) fn line(&self, number: u32) -> Option<ChatLine> {
        self.lock().lines.iter().find(|line| line.number == number).cloned()
    }
}

impl Tab {
    fn reads(&self, line: &ChatLine) -> bool {
        (!self.reads_presets || is_preset(&line.text)) && is_shown(self.identity.as_ref(), line.by)
    }
}

impl Shown {
    fn everything(&self, tab: &Tab, key: Key) -> SharedMessage {
        let lines = self.lines.iter().filter(|line| tab.reads(line)).map(view).collect();
        let message =
            ServerMessage::Chat(ChatMessage::Chat { topic: topic_of(key), lines, may_say: tab.may_say });
        SharedMessage::numbered(message, self.channel.head())
    }

    /// What a client has missed since this number; `None` if it must be told everything.
    fn missed(&self, tab: &Tab, key: Key, after: Option<u64>) -> Option<Vec<SharedMessage>> {
        let topic = topic_of(key);
        let again = |(told, change): (u64, &Change)| {
            let message = match *change {
                Change::Said(number) => {
                    let line = self.lines.iter().find(|line| line.number == number && tab.reads(line))?;
                    ServerMessage::Chat(ChatMessage::ChatLine {
                        topic: topic.clone(),
                        id: None,
                        line: view(line),
                    })
                }
                Change::Removed(number) => {
                    ServerMessage::Chat(ChatMessage::ChatLineRemoved { topic: topic.clone(), number })
                }
            };
            Some(SharedMessage::numbered(message, told))
        };
        Some(self.channel.missed(after)?.filter_map(again).collect())
    }
}

fn view(line: &ChatLine) -> ChatLineView {
    ChatLineView { number: line.number, at: line.at.0, name: line.name.clone(), text: line.text.clone() }
}

#[cfg(test)]
mod tests {
    use tabiya_game::{GameId, PlayerId, Seat, Seats, Terms, Time};
    use tabiya_protocol::MaySay;
    use tabiya_rules::{Color, Position};
    use tabiya_runtime::topic::{Dialect, Outbox, Outgoing};
    use tabiya_store::{Deed, SqliteStore, Store};

    use super::super::beside::Beside;
    use super::*;

    fn tab(reads_presets: bool) -> Tab {
        Tab { identity: None, reads_presets, may_say: MaySay::Nothing }
    }

    /// What is told to a client that comes with this number: the types, and the texts of lines.
    fn told(talk: &Talk, reads_presets: bool, after: Option<u64>) -> Vec<String> {
        let mut outbox = Outbox::default();
        talk.add(outbox.subscribe(), tab(reads_presets), after);
        let mut told = Vec::new();
        while let Some(Outgoing::Message { body, .. }) = outbox.try_next() {
            for message in body.messages() {
                let text = message.text(Dialect::Page);
                let message: serde_json::Value = serde_json::from_str(&text).unwrap();
                let what = message["line"]["text"].as_str().or(message["type"].as_str()).unwrap();
                told.push(what.to_owned());
            }
        }
        told
    }

    /// Two servers of one site, which write into one chat.
    #[tokio::test]
    async fn lines_of_another_server_are_told_before_the_own_and_none_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::from(Arc::new(SqliteStore::open(folder.path()).unwrap()));
        let player = PlayerId::from_bytes([1; 16]);
        let seats = Seats::new(player, Color::White, Seat::Open);
        let (game, _) =
            tabiya_game::Game::create(Terms::new(Position::start(), None, seats).unwrap(), Time(1));
        let place = Place::Game(Beside::of(&game));
        let key = (GameId::from_bits(7), ChatRoom::Spectators);
        let here = Talk::read(Arc::clone(&store.chat), key).await.unwrap();
        let there = Talk::read(Arc::clone(&store.chat), key).await.unwrap();
        let before = here.head();
        let line = |text: &str| {
            let (name, text) = ("Zoë".to_owned(), text.to_owned());
            ChatLine { number: 0, at: Time(2), by: player, name, text }
        };
        let by = (SubscriberId(u64::MAX), 1);
        there.say(&place, line("one"), by).await.unwrap();
        there.say(&place, line("two"), by).await.unwrap();
        // It has not heard of them.
        here.say(&place, line("three"), by).await.unwrap();
        assert_eq!(told(&here, false, Some(before)), ["one", "two", "three", "resumed"]);
        there.look_again(&place).await.unwrap();
        there.look_again(&place).await.unwrap();
        assert_eq!(told(&there, false, None), ["chat"]);
        assert_eq!(there.lock().lines.iter().map(|line| line.number).collect::<Vec<_>>(), [1, 2, 3]);
        there.was_removed(2).await;
        assert_eq!(there.lock().lines.len(), 2);
    }

    #[tokio::test]
    async fn who_comes_back_is_told_what_is_still_shown_of_what_it_has_missed() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::from(Arc::new(SqliteStore::open(folder.path()).unwrap()));
        let player = PlayerId::from_bytes([1; 16]);
        let seats = Seats::new(player, Color::White, Seat::Open);
        let (game, _) =
            tabiya_game::Game::create(Terms::new(Position::start(), None, seats).unwrap(), Time(1));
        let game = Place::Game(Beside::of(&game));
        let key = (GameId::from_bits(7), ChatRoom::Spectators);
        let talk = Talk::read(Arc::clone(&store.chat), key).await.unwrap();
        let before = talk.head();
        assert_eq!(told(&talk, false, None), ["chat"]);
        for text in ["Hello", "fish", "nonsense", "Bye"] {
            let (name, text) = ("Zoë".to_owned(), text.to_owned());
            let line = ChatLine { number: 0, at: Time(2), by: player, name, text };
            talk.say(&game, line, (SubscriberId(u64::MAX), 1)).await.unwrap();
        }
        let deed = Deed::RemoveLine { text: "nonsense".to_owned() };
        let (by_name, why) = (String::new(), String::new());
        let act = NewAct { at: Time(3), actor: None, by_name, player: None, game: None, deed, why };
        talk.remove_line(3, &act, (SubscriberId(u64::MAX), 2)).await.unwrap();
        let all = ["Hello", "fish", "Bye", "chat_line_removed", "resumed"];
        assert_eq!(told(&talk, false, Some(before)), all);
        assert_eq!(told(&talk, false, Some(before + 2)), all[2..]);
        assert_eq!(told(&talk, false, Some(talk.head())), ["resumed"]);
        // Whoever reads presets alone is not told more by coming back.
        assert_eq!(told(&talk, true, Some(before)), ["Hello", "Bye", "chat_line_removed", "resumed"]);
        for number in [before - 1, talk.head() + 1, 0] {
            assert_eq!(told(&talk, false, Some(number)), ["chat"]);
        }
    }

    /// Nobody could say anything more in it until the event was over.
    #[tokio::test]
    async fn the_chat_of_an_event_goes_on_after_a_thousand_lines_and_forgets_the_first_ones() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::from(Arc::new(SqliteStore::open(folder.path()).unwrap()));
        let line = |number| {
            let (by, name, text) = (PlayerId::from_bytes([1; 16]), "Zoë".to_owned(), "Hello".to_owned());
            ChatLine { number, at: Time(2), by, name, text }
        };
        let place = Place::Event(Arc::default());
        let seats = Seats::new(PlayerId::from_bytes([1; 16]), Color::White, Seat::Open);
        let (game, _) =
            tabiya_game::Game::create(Terms::new(Position::start(), None, seats).unwrap(), Time(1));
        let beside = Place::Game(Beside::of(&game));
        for (room, place) in [(ChatRoom::Event, place), (ChatRoom::Spectators, beside)] {
            let key = (GameId::from_bits(7), room);
            for number in [99, 100, 101, MOST] {
                assert!(store.chat.say(key.0, room, &line(number)).await.unwrap());
            }
            let talk = Talk::read(Arc::clone(&store.chat), key).await.unwrap();
            let by = (SubscriberId(u64::MAX), 1);
            if room == ChatRoom::Spectators {
                assert_eq!(talk.say(&place, line(0), by).await, Err(Refusal::ChatIsFull));
                continue;
            }
            talk.say(&place, line(0), by).await.unwrap();
            assert!(store.chat.say(key.0, room, &line(MOST + 99)).await.unwrap());
            let talk = Talk::read(Arc::clone(&store.chat), key).await.unwrap();
            talk.say(&place, line(0), by).await.unwrap();
            let kept = store.chat.lines(key.0, room, 9).await.unwrap();
            assert_eq!(
                kept.iter().map(|line| line.number).collect::<Vec<_>>(),
                [101, MOST, MOST + 1, MOST + 99, MOST + 100]
            );
        }
    }
}
