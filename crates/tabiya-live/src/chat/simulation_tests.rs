// SPDX-License-Identifier: AGPL-3.0-or-later
//! A simulation of one chat: tabs that come, lose their line, read slowly and come back with the number of what they have; a
//! store that fails, is slow, or stores a line whose answer is lost; and servers that start anew.
//!
//! Simulated topics: chat, watchers, event_chat. They are one to the tabs; who may follow them is asked before.
//!
//! What must hold:
//!
//! - Over all its lines, a tab hears each line once, and its numbers only grow, until it is told everything.
//! - In the end every tab has the latest lines that it may read: all that were acknowledged and not removed, and none that
//!   the store does not hold.
//! - A tab that reads presets alone never hears anything else.
//!
//! The connection between a tab and its topic is simulated in tabiya-server (`simulation/news_tests.rs`).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};

use async_trait::async_trait;
use proptest::collection::vec;
use proptest::prelude::*;
use tabiya_game::{Game, GameId, PlayerId, Seat, Seats, Terms, Time};
use tabiya_protocol::{ChatMessage, ConnectionMessage, MaySay, ServerMessage};
use tabiya_rules::{Color, Position};
use tabiya_runtime::topic::{SimulatedTab, SubscriberId};
use tabiya_store::{Chat, ChatLine, ChatRoom, Deed, NewAct, SaidLine, StorageError};
use tokio::task::{JoinHandle, yield_now};

use super::beside::Beside;
use super::place::Place;
use super::talk::{TOLD, Tab, Talk};
use super::{Key, is_preset};

const KEY: Key = (GameId::from_bits(7), ChatRoom::Spectators);
const PLAYER: PlayerId = PlayerId::from_bytes([1; 16]);

/// What becomes of a write.
#[derive(Clone, Copy, Debug)]
enum Fate {
    Good,
    /// Nothing is stored.
    Fails,
    /// It is stored, and the answer is lost.
    Unanswered,
}

/// What happens in a step.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// This tab says a preset or something else; the store takes so many turns.
    Say {
        tab: usize,
        preset: bool,
        fate: Fate,
        turns: usize,
    },
    /// A moderator removes the line that many before the last.
    Remove {
        back: u32,
        fate: Fate,
    },
    Lose(usize),
    Return(usize),
    /// A tab reads at most so many messages.
    Read {
        tab: usize,
        most: usize,
    },
    /// Whatever waits goes on for so many turns.
    Pass(usize),
    /// The server starts anew.
    Restart,
}

const TABS: usize = 3;

fn step() -> impl Strategy<Value = Step> {
    let tab = 0..TABS;
    let fate = prop_oneof![8 => Just(Fate::Good), 1 => Just(Fate::Fails), 1 => Just(Fate::Unanswered)];
    let say = (tab.clone(), any::<bool>(), fate.clone(), 0..4_usize);
    prop_oneof![
        12 => say.prop_map(|(tab, preset, fate, turns)| Step::Say { tab, preset, fate, turns }),
        2 => (0..6_u32, fate).prop_map(|(back, fate)| Step::Remove { back, fate }),
        3 => tab.clone().prop_map(Step::Lose),
        6 => tab.clone().prop_map(Step::Return),
        6 => (tab, 1..40_usize).prop_map(|(tab, most)| Step::Read { tab, most }),
        4 => (1..8_usize).prop_map(Step::Pass),
        1 => Just(Step::Restart),
    ]
}

/// A store in memory.
#[derive(Default)]
struct Shelf(Mutex<Shelved>);

#[derive(Default)]
struct Shelved {
    lines: BTreeMap<u32, ChatLine>,
    last: u32,
    /// What becomes of the write with this text.
    fates: BTreeMap<String, (Fate, usize)>,
    of_removal: Option<Fate>,
    /// How many lines were removed where the answer was lost.
    lost_removals: u32,
}

impl Shelved {
    /// Whether the line's number was free.
    fn put(&mut self, line: &ChatLine) -> bool {
        let is_free = line.number > self.last;
        if is_free {
            self.last = line.number;
            self.lines.insert(line.number, line.clone());
        }
        is_free
    }
}

impl Shelf {
    fn lock(&self) -> MutexGuard<'_, Shelved> {
        self.0.lock().unwrap()
    }
}

fn lost() -> StorageError {
    StorageError::Failed { detail: "simulated".to_owned() }
}

#[async_trait]
impl Chat for Shelf {
    async fn say(&self, _: GameId, _: ChatRoom, line: &ChatLine) -> Result<bool, StorageError> {
        let (fate, turns) = self.lock().fates.get(&line.name).copied().unwrap();
        for _ in 0..turns {
            yield_now().await;
        }
        if let Fate::Fails = fate {
            return Err(lost());
        }
        if !self.lock().put(line) {
            return Ok(false);
        }
        for _ in 0..turns {
            yield_now().await;
        }
        if let Fate::Unanswered = fate { Err(lost()) } else { Ok(true) }
    }

    async fn lines(&self, _: GameId, _: ChatRoom, limit: u32) -> Result<Vec<ChatLine>, StorageError> {
        let shelved = self.lock();
        let skipped = shelved.lines.len().saturating_sub(limit as usize);
        Ok(shelved.lines.values().skip(skipped).cloned().collect())
    }

    async fn last_line(&self, _: GameId, _: ChatRoom) -> Result<u32, StorageError> {
        Ok(self.lock().last)
    }

    async fn said_by(&self, _: PlayerId, _: u32) -> Result<Vec<SaidLine>, StorageError> {
        Ok(Vec::new())
    }

    async fn remove_line(
        &self,
        _: GameId,
        _: ChatRoom,
        number: u32,
        _: &NewAct,
    ) -> Result<bool, StorageError> {
        let mut shelved = self.lock();
        match shelved.of_removal.take() {
            Some(Fate::Fails) => Err(lost()),
            Some(Fate::Unanswered) => {
                shelved.lines.remove(&number);
                shelved.lost_removals += 1;
                Err(lost())
            }
            Some(Fate::Good) | None => Ok(shelved.lines.remove(&number).is_some()),
        }
    }

    async fn forget_lines(&self, _: GameId, _: ChatRoom, up_to: u32) -> Result<(), StorageError> {
        self.lock().lines.retain(|number, _| *number > up_to);
        Ok(())
    }
}

/// A tab, over all its lines.
#[derive(Default)]
struct Page {
    reads_presets: bool,
    tab: SimulatedTab,
    shown: Shown,
}

/// What a page shows.
#[derive(Default)]
struct Shown {
    /// The lines that it shows.
    has: BTreeMap<u32, String>,
    /// The numbers of the lines that it has heard since it was told everything.
    heard: BTreeSet<u32>,
}

impl Page {
    fn come(&mut self, talk: &Talk) {
        let reads_presets = self.reads_presets;
        let tab = Tab { identity: None, reads_presets, may_say: MaySay::Anything };
        self.tab.come(|sender, after| talk.add(sender, tab, after));
    }

    fn lose(&mut self, talk: &Talk) {
        self.tab.lose().into_iter().for_each(|id| talk.remove(id));
    }

    fn read(&mut self, talk: &Talk, most: usize) {
        let Self { tab, shown, reads_presets } = self;
        let missed = |id| assert!(talk.tell_everything(id), "it is still here");
        let ended = tab.read(most, missed, |before, text| shown.hear(before, text, *reads_presets));
        ended.into_iter().for_each(|id| talk.remove(id));
    }
}

impl Shown {
    fn hear(&mut self, before: Option<u64>, text: &serde_json::Value, reads_presets: bool) {
        let grows = text["seq"].as_u64().is_some_and(|seq| before.is_some_and(|before| before < seq));
        match serde_json::from_value(text.clone()).unwrap() {
            ServerMessage::Chat(ChatMessage::Chat { lines, .. }) => {
                self.has = lines.into_iter().map(|line| (line.number, line.text)).collect();
                self.heard = self.has.keys().copied().collect();
            }
            ServerMessage::Chat(ChatMessage::ChatLine { line, .. }) => {
                assert!(grows, "{text} after {before:?}");
                assert!(self.heard.insert(line.number), "line {} was heard twice", line.number);
                assert!(!reads_presets || is_preset(&line.text), "{text}");
                self.has.insert(line.number, line.text);
            }
            ServerMessage::Chat(ChatMessage::ChatLineRemoved { number, .. }) => {
                assert!(grows, "{text} after {before:?}");
                self.has.remove(&number);
            }
            ServerMessage::Connection(ConnectionMessage::Resumed { seq: head, .. }) => {
                assert!(before.is_none_or(|before| before <= head));
            }
            other => panic!("{other:?} was not asked for"),
        }
    }
}

struct World {
    shelf: Arc<Shelf>,
    talk: Arc<Talk>,
    game: Place,
    pages: Vec<Page>,
    saying: Vec<JoinHandle<()>>,
    /// The numbers of the lines that were acknowledged.
    acknowledged: Arc<Mutex<Vec<String>>>,
    said: u32,
}

impl World {
    async fn begin() -> Self {
        let shelf = Arc::new(Shelf::default());
        let seats = Seats::new(PLAYER, Color::White, Seat::Open);
        let (game, _) = Game::create(Terms::new(Position::start(), None, seats).unwrap(), Time(1));
        let talk = Arc::new(Talk::read(shelf.clone(), KEY).await.unwrap());
        let page = |reads_presets| Page { reads_presets, ..Page::default() };
        let (pages, game) = (vec![page(false), page(false), page(true)], Place::Game(Beside::of(&game)));
        Self { shelf, talk, game, pages, saying: Vec::new(), acknowledged: Arc::default(), said: 0 }
    }

    async fn take(&mut self, step: Step) {
        match step {
            Step::Say { tab, preset, fate, turns } => self.say(tab, preset, fate, turns),
            Step::Remove { back, fate } => self.remove(back, fate).await,
            Step::Lose(tab) => self.pages[tab].lose(&self.talk),
            Step::Return(tab) if self.pages[tab].tab.id().is_none() => self.pages[tab].come(&self.talk),
            Step::Return(_) => {}
            Step::Read { tab, most } => self.pages[tab].read(&self.talk, most),
            Step::Pass(turns) => {
                for _ in 0..turns {
                    yield_now().await;
                }
            }
            Step::Restart => self.restart().await,
        }
    }

    fn say(&mut self, tab: usize, preset: bool, fate: Fate, turns: usize) {
        self.said += 1;
        // The name tells the lines apart: presets are the same text.
        let name = format!("line {}", self.said);
        let text = if preset { "Hello" } else { "Fish" }.to_owned();
        self.shelf.lock().fates.insert(name.clone(), (fate, turns));
        let by = self.pages[tab].tab.id().unwrap_or(SubscriberId(u64::MAX));
        let line = ChatLine { number: 0, at: Time(2), by: PLAYER, name: name.clone(), text };
        let (talk, game, acknowledged) = (self.talk.clone(), self.game.clone(), self.acknowledged.clone());
        let command = self.said;
        self.saying.push(tokio::spawn(async move {
            if talk.say(&game, line, (by, command)).await.is_ok() {
                acknowledged.lock().unwrap().push(name);
            }
        }));
    }

    async fn remove(&mut self, back: u32, fate: Fate) {
        let number = self.shelf.lock().last.saturating_sub(back);
        self.shelf.lock().of_removal = Some(fate);
        let deed = Deed::RemoveLine { text: String::new() };
        let (by_name, why) = (String::new(), String::new());
        let act = NewAct { at: Time(3), actor: None, by_name, player: None, game: None, deed, why };
        let _ = self.talk.remove_line(number, &act, (SubscriberId(u64::MAX), 1)).await;
        self.shelf.lock().of_removal = None;
    }

    /// What is being said is lost with the process, or was stored a moment before.
    async fn restart(&mut self) {
        self.saying.drain(..).for_each(|task| task.abort());
        self.pages.iter_mut().for_each(|page| _ = page.tab.lose());
        self.talk = Arc::new(Talk::read(self.shelf.clone(), KEY).await.unwrap());
    }

    /// Everything heals; then all come back and are told what they have missed.
    async fn end(mut self) {
        for task in std::mem::take(&mut self.saying) {
            task.await.unwrap();
        }
        for page in &mut self.pages {
            page.lose(&self.talk);
            page.come(&self.talk);
            page.read(&self.talk, 1_000);
            page.check(&self.shelf.lock(), &self.acknowledged.lock().unwrap());
        }
    }
}

impl Page {
    /// Compares what the page shows with what it may read of the latest lines.
    fn check(&self, shelved: &Shelved, acknowledged: &[String]) {
        let latest = shelved.last.saturating_sub(u32::try_from(TOLD / 2).unwrap());
        let reads = |line: &ChatLine| !self.reads_presets || is_preset(&line.text);
        for (number, line) in shelved.lines.range(latest..).filter(|(_, line)| reads(line)) {
            let is_here = self.shown.has.contains_key(number);
            // A line whose answer was lost turns up when the chat is read again.
            assert!(is_here || !acknowledged.contains(&line.name), "line {number} is missing");
        }
        for number in self.shown.has.range(latest..).map(|(number, _)| number) {
            let is_stored = shelved.lines.contains_key(number);
            // Nobody hears of a removal whose answer was lost.
            assert!(is_stored || shelved.lost_removals > 0, "line {number} is not stored");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_tab_hears_every_line_once_whatever_fails(steps in vec(step(), 1..250)) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let mut world = World::begin().await;
            for step in steps {
                world.take(step).await;
            }
            world.end().await;
        });
    }
}
