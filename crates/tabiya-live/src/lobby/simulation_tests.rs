// SPDX-License-Identifier: AGPL-3.0-or-later
//! A simulation of the lobby as its tabs see it: they look for games, accept, fall asleep, lose their line, read slowly
//! and come back with the number of the list that they have; games begin or can't; and the server starts anew. Two of
//! the tabs are one player's.
//!
//! Simulated topics: lobby.
//!
//! What must hold:
//!
//! - Each command is answered once at most, and in the end each that a tab sent on the line that it has, but for an
//!   acceptance that began a game: of that the topic `me` tells. A tab that reads too slowly may miss answers; it is told how
//!   things stand.
//! - A tab is told that it has the newest list only if it has.
//! - In the end every tab shows the list as a tab does that has just come, and what the lobby knows of its own search.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use proptest::collection::vec;
use proptest::prelude::*;
use tabiya_game::{Millis, PlayerId, TimeControl};
use tabiya_protocol::{
    CommandId, ConnectionMessage, LobbyMessage, PlayerView, Refusal, SeekView, ServerMessage,
};
use tabiya_rules::Variant;
use tabiya_runtime::topic::{OUTBOX, SimulatedTab};

use super::seek::{Fault, Match, Player, Seek, Sought};
use super::sheet::{Sheet, Tab};
use super::task::Said;

/// What happens in a step.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// A tab looks for a game of so many minutes.
    Seek(usize, u32),
    Cancel(usize),
    /// A tab takes a search back so many times, whether it has one or not, and reads none of the answers.
    Flood(usize, usize),
    /// A tab accepts the search at this place of the list.
    Accept(usize, usize),
    /// So many milliseconds pass, and all that has changed is told.
    Wait(u64),
    /// The oldest game that is being created begins, or can't.
    Settle(u8),
    Lose(usize),
    Return(usize),
    /// A tab reads at most so many messages.
    Read(usize, usize),
    /// The server starts anew.
    Restart,
}

const TABS: usize = 5;

fn step() -> impl Strategy<Value = Step> {
    let tab = 0..TABS;
    prop_oneof![
        8 => (tab.clone(), 1..4_u32).prop_map(|(tab, minutes)| Step::Seek(tab, minutes)),
        2 => tab.clone().prop_map(Step::Cancel),
        1 => (tab.clone(), OUTBOX - 9..OUTBOX + 9).prop_map(|(tab, times)| Step::Flood(tab, times)),
        3 => (tab.clone(), 0..4_usize).prop_map(|(tab, place)| Step::Accept(tab, place)),
        8 => (1..20_000_u64).prop_map(Step::Wait),
        4 => (0..5_u8).prop_map(Step::Settle),
        3 => tab.clone().prop_map(Step::Lose),
        8 => tab.clone().prop_map(Step::Return),
        8 => (tab, 1..10_usize).prop_map(|(tab, most)| Step::Read(tab, most)),
        1 => Just(Step::Restart),
    ]
}

/// A tab, over all its lines.
#[derive(Default)]
struct Page {
    tab: SimulatedTab,
    awake: Arc<AtomicU64>,
    shown: Shown,
    /// The commands that it has sent on this line.
    sent: BTreeSet<CommandId>,
}

/// What a page shows.
#[derive(Default)]
struct Shown {
    list: Option<(Vec<SeekView>, u32)>,
    own: Option<SeekView>,
    answered: BTreeSet<CommandId>,
}

impl Shown {
    fn hear(&mut self, before: Option<u64>, text: &serde_json::Value) {
        match serde_json::from_value(text.clone()).unwrap() {
            ServerMessage::Lobby(LobbyMessage::Lobby { seeks, waiting, .. }) => {
                self.list = Some((seeks, waiting));
            }
            ServerMessage::Lobby(LobbyMessage::Searching { id, seek, .. }) => {
                self.own = seek;
                self.answer(id);
            }
            ServerMessage::Connection(ConnectionMessage::Refused { id, .. }) => self.answer(id),
            ServerMessage::Connection(ConnectionMessage::Resumed { seq, .. }) => {
                assert_eq!(before, Some(seq), "it does not have the newest list");
            }
            ServerMessage::Lobby(LobbyMessage::CasualOffer { .. }) => {}
            other => panic!("{other:?} was not asked for"),
        }
    }

    fn answer(&mut self, id: Option<CommandId>) {
        id.into_iter().for_each(|id| assert!(self.answered.insert(id), "{id} was answered twice"));
    }
}

struct World {
    sheet: Sheet,
    now: u64,
    pages: Vec<Page>,
    creating: Vec<Match>,
    /// The acceptances whose games have begun.
    began: BTreeSet<CommandId>,
    commands: CommandId,
}

impl World {
    fn begin() -> Self {
        let pages = (0..TABS).map(|_| Page::default()).collect();
        let (creating, began) = (Vec::new(), BTreeSet::new());
        Self { sheet: Sheet::new(None, || true), now: 1, pages, creating, began, commands: 0 }
    }

    fn hear(&mut self, said: Said) {
        let pairs = self.sheet.hear(said, self.now);
        self.creating.extend(pairs);
    }

    fn come(&mut self, number: usize) {
        let mut page = std::mem::take(&mut self.pages[number]);
        page.awake.store(self.now, Ordering::Relaxed);
        let tab = Tab { awake: Arc::clone(&page.awake), charge: Arc::new(|| Ok(())), network: None };
        page.shown.own = None;
        page.sent.clear();
        page.tab.come(|outbox, after| self.hear(Said::Connect { outbox, tab, after }));
        self.pages[number] = page;
    }

    fn lose(&mut self, number: usize) {
        let lost = self.pages[number].tab.lose();
        lost.into_iter().for_each(|id| self.hear(Said::Leave(id)));
    }

    fn read(&mut self, number: usize, most: usize) {
        let mut page = std::mem::take(&mut self.pages[number]);
        page.awake.store(self.now, Ordering::Relaxed);
        let Page { tab, shown, sent, .. } = &mut page;
        let overflows = tab.overflows();
        let ended =
            tab.read(most, |id| self.hear(Said::CatchUp(id)), |before, text| shown.hear(before, text));
        assert_eq!(ended, None, "the lobby ends no subscription");
        if tab.overflows() > overflows {
            sent.clear();
        }
        self.pages[number] = page;
    }

    /// Something that a tab sends; nothing while its line is lost.
    fn send(&mut self, number: usize, said: impl FnOnce(Player, CommandId) -> Said) {
        let Some(tab) = self.pages[number].tab.id() else { return };
        self.commands += 1;
        let of = u8::try_from(number.max(1)).unwrap();
        let view = PlayerView::Guest { name: format!("Guest {of}") };
        let player = Player { id: PlayerId::from_bytes([of; 16]), tab, view };
        self.pages[number].awake.store(self.now, Ordering::Relaxed);
        self.pages[number].sent.insert(self.commands);
        self.hear(said(player, self.commands));
    }

    fn take(&mut self, step: Step) {
        match step {
            Step::Seek(number, minutes) => {
                let time = TimeControl::new(Millis::from_secs(60 * minutes), Millis::from_secs(2)).unwrap();
                let sought = Sought { time, variant: Variant::Standard, rated: false };
                let since = self.now;
                self.send(number, |player, answers| {
                    let (color, range, avoids) = (None, None, Vec::new());
                    let seek = Seek { id: 0, player, sought, color, range, since, is_listed: true, avoids };
                    Said::Seek { seek, answers }
                });
            }
            Step::Cancel(number) => {
                self.send(number, |Player { id, tab, .. }, answers| Said::Cancel { player: id, tab, answers })
            }
            Step::Flood(number, times) => (0..times).for_each(|_| self.take(Step::Cancel(number))),
            Step::Accept(number, place) => {
                let list = self.pages[number].shown.list.as_ref();
                let id = list.and_then(|(seeks, _)| seeks.get(place)).map_or(0, |seek| seek.id);
                self.send(number, |player, answers| Said::Accept { id, player, answers });
            }
            Step::Wait(span) => {
                self.now += span;
                let pairs = self.sheet.beat(self.now);
                self.creating.extend(pairs);
            }
            Step::Settle(how) if !self.creating.is_empty() => {
                let pair = Box::new(self.creating.remove(0));
                let said = match how {
                    0 => Said::Failed(pair, Fault::NotSaved),
                    1 => {
                        let white = pair.white.player.id;
                        Said::Failed(pair, Fault::Of(white, Refusal::TooManyGames { limit: 1 }))
                    }
                    _ => {
                        let parties = [&pair.white, &pair.black];
                        self.began.extend(parties.iter().filter_map(|party| party.accepts));
                        Said::Begun(pair)
                    }
                };
                self.hear(said);
            }
            Step::Settle(_) => {}
            Step::Lose(number) => self.lose(number),
            Step::Return(number) if self.pages[number].tab.id().is_none() => self.come(number),
            Step::Return(_) => {}
            Step::Read(number, most) => self.read(number, most),
            Step::Restart => {
                self.pages.iter_mut().for_each(|page| _ = page.tab.lose());
                self.creating.clear();
                self.sheet = Sheet::new(None, || true);
            }
        }
    }

    /// All games begin and all is read; then all come back.
    fn end(mut self) {
        loop {
            while !self.creating.is_empty() {
                self.take(Step::Settle(9));
            }
            self.take(Step::Wait(1));
            if self.creating.is_empty() {
                break;
            }
        }
        self.pages.push(Page::default());
        self.come(TABS);
        self.read(TABS, 100);
        let expected = self.pages[TABS].shown.list.take();
        assert!(expected.is_some(), "a tab that comes is told the list");
        for number in 0..TABS {
            if let Some(id) = self.pages[number].tab.id() {
                self.read(number, 100);
                let Page { shown, sent, .. } = &self.pages[number];
                assert_eq!(shown.list, expected, "tab {number}");
                assert_eq!(shown.own, self.sheet.core.search_of(id), "tab {number}");
                let unanswered: Vec<_> = sent.difference(&shown.answered).collect();
                assert!(unanswered.iter().all(|id| self.began.contains(id)), "tab {number}: {unanswered:?}");
            }
        }
        for number in 0..TABS {
            // Its own search would leave the list with it.
            if self.pages[number].shown.own.is_none() {
                self.lose(number);
                self.come(number);
                self.read(number, 100);
                assert_eq!(self.pages[number].shown.list, expected, "tab {number} has come back");
            }
        }
    }
}

#[test]
fn a_tab_that_reads_too_slowly_is_told_the_list() {
    let mut world = World::begin();
    for step in [Step::Return(0), Step::Return(2), Step::Read(0, 9), Step::Seek(2, 3), Step::Wait(1)] {
        world.take(step);
    }
    for step in [Step::Flood(0, OUTBOX + 6), Step::Read(0, 200)] {
        world.take(step);
    }
    assert_eq!(world.pages[0].tab.overflows(), 1);
    assert_eq!(world.pages[0].shown.list.as_ref().map(|(seeks, _)| seeks.len()), Some(1));
    world.end();
}

/// It once showed its search for ever, which had ended.
#[test]
fn a_tab_that_misses_the_end_of_its_search_is_told_of_it() {
    let mut world = World::begin();
    for step in [Step::Return(0), Step::Seek(0, 1), Step::Read(0, 2), Step::Flood(0, OUTBOX + 6)] {
        world.take(step);
    }
    assert!(world.pages[0].shown.own.is_some());
    world.read(0, 200);
    assert_eq!((world.pages[0].tab.overflows(), &world.pages[0].shown.own), (1, &None));
    world.end();
}

/// Of the lobby nothing is kept, so each older number is from before the ring.
#[test]
fn whoever_comes_back_with_an_older_number_is_told_the_list() {
    let mut world = World::begin();
    for step in [Step::Return(0), Step::Return(2), Step::Read(0, 9), Step::Lose(0)] {
        world.take(step);
    }
    for step in [Step::Seek(2, 3), Step::Wait(1), Step::Return(0), Step::Read(0, 9)] {
        world.take(step);
    }
    assert_eq!(world.pages[0].shown.list.as_ref().map(|(seeks, _)| seeks.len()), Some(1));
    world.end();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_tab_shows_the_lobby_as_it_is_whatever_its_line_does(steps in vec(step(), 1..150)) {
        let mut world = World::begin();
        for step in steps {
            world.take(step);
        }
        world.end();
    }
}
