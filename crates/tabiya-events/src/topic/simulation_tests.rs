// SPDX-License-Identifier: AGPL-3.0-or-later
//! A simulation of the topic of one event: tabs of a guest, of players and of organisers that come, lose their line, read slowly
//! and come back with the number of what they have; entries between, also more than a tab can miss; and servers that start
//! anew.
//!
//! Simulated topics: event.
//!
//! What must hold:
//!
//! - The numbers that a tab hears only grow.
//! - In the end every tab that applied what it was told shows the event as a tab does that has just come.
//! - Nobody but organisers ever hears of a draft.

use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use tabiya_game::{GameId, PlayerId, Time};
use tabiya_protocol::EventMessage;
use tabiya_protocol::events::{EventId, EventView, RoundStageView};
use tabiya_protocol::{ConnectionMessage, ServerMessage};
use tabiya_runtime::topic::{Dialect, OUTBOX, Outbox, Outgoing, SimulatedTab};

use super::sheet::{Sheet, Shown, Tab};
use crate::changes::apply;
use crate::decide::{Command, Who, create, decide};
use crate::event::{Card, EntrantId, Event, Format, Outcome, Plays, Record, Settings};
use crate::pairing::pair;
use crate::view::{self, Standings, Visitor};

/// What happens in a step.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// The player with this number enters.
    Enter(u8),
    /// An entrant leaves, pauses or comes back.
    Come(u16),
    /// An entrant asks for a bye in a round, or takes it back.
    Bye(u16, u16),
    /// The next step of a round: it is paired, published or started.
    Round,
    /// The draft is discarded, or the publication withdrawn.
    Back,
    /// A board has a result.
    Result(u16, bool),
    /// A player becomes a helper, or is none any more.
    Help(u8, bool),
    /// What has happened is told.
    Tell,
    /// The name changes so many times, and each change is told.
    Burst(u64),
    Lose(usize),
    Return(usize),
    /// A tab reads at most so many messages.
    Read(usize, usize),
    /// The server starts anew.
    Restart,
}

/// A guest, two players, the owner, and staff.
const TABS: usize = 5;

fn step() -> impl Strategy<Value = Step> {
    let tab = 0..TABS;
    prop_oneof![
        6 => (1..12_u8).prop_map(Step::Enter),
        2 => (1..12_u16).prop_map(Step::Come),
        2 => (1..12_u16, 1..6_u16).prop_map(|(entrant, round)| Step::Bye(entrant, round)),
        8 => Just(Step::Round),
        1 => Just(Step::Back),
        10 => (1..6_u16, any::<bool>()).prop_map(|(board, white)| Step::Result(board, white)),
        1 => (1..4_u8, any::<bool>()).prop_map(|(player, helps)| Step::Help(player, helps)),
        12 => Just(Step::Tell),
        1 => (30..80_u64).prop_map(Step::Burst),
        3 => tab.clone().prop_map(Step::Lose),
        6 => tab.clone().prop_map(Step::Return),
        8 => (tab, 1..40_usize).prop_map(|(tab, most)| Step::Read(tab, most)),
        1 => Just(Step::Restart),
    ]
}

fn player(number: u8) -> PlayerId {
    PlayerId::from_bytes([number; 16])
}

fn who(tab: usize) -> Option<Who> {
    let of = |number, staff| Some(Who::Player { player: player(number), staff });
    [None, of(1, false), of(2, false), of(250, false), of(251, true)][tab]
}

fn shown(event: &Event) -> Arc<Shown> {
    let seen = |who| {
        let visitor = Visitor { who, is_ghost: &|_| false, owner: None, helpers: Vec::new() };
        view::event(EventId::from_bits(7), event, &Standings::of(event), &visitor)
    };
    let (to_all, to_organisers) = (seen(None), seen(Some(Who::Operator)));
    Arc::new(Shown { event: Arc::new(event.clone()), to_all, to_organisers })
}

/// A tab, over all its lines.
#[derive(Default)]
struct Page {
    tab: SimulatedTab,
    view: Option<EventView>,
    /// How often it was told everything.
    wholes: u32,
}

impl Page {
    fn come(&mut self, sheet: &mut Sheet, tab: usize) {
        self.tab.come(|sender, after| sheet.add(sender, Tab::of(who(tab)), after));
    }

    fn lose(&mut self, sheet: &mut Sheet) {
        self.tab.lose().into_iter().for_each(|id| sheet.remove(id));
    }

    fn read(&mut self, sheet: &mut Sheet, most: usize) {
        let Self { tab, view, wholes } = self;
        let missed = |id| assert!(sheet.tell_everything(id), "it is still here");
        let ended = tab.read(most, missed, |before, text| {
            *wholes += u32::from(text["type"] == "event_state");
            hear(view, before, text);
        });
        ended.into_iter().for_each(|id| sheet.remove(id));
    }
}

fn hear(view: &mut Option<EventView>, before: Option<u64>, text: &serde_json::Value) {
    let seq = text["seq"].as_u64().expect("all messages are numbered");
    match serde_json::from_value(text.clone()).unwrap() {
        ServerMessage::Event(EventMessage::EventState { event, .. }) => *view = Some(*event),
        ServerMessage::Event(EventMessage::EventChanged { changes, .. }) => {
            assert!(before.is_some_and(|before| before < seq), "{text} after {before:?}");
            apply(view.as_mut().expect("everything comes first"), *changes);
        }
        ServerMessage::Connection(ConnectionMessage::Resumed { .. }) => {
            assert!(before.is_some_and(|before| before <= seq));
        }
        other => panic!("{other:?} was not asked for"),
    }
    let view = view.as_ref().expect("a view");
    let has_draft = view.rounds.iter().any(|round| round.stage == RoundStageView::Draft);
    assert!(view.facts.may_organise || !has_draft, "a draft is the organisers' alone");
}

struct World {
    event: Event,
    sheet: Sheet,
    pages: Vec<Page>,
}

impl World {
    fn begin() -> Self {
        Self::of(Format::Swiss { rounds: 5, baku: false })
    }

    fn of(format: Format) -> Self {
        let teams = Some(["Berg".to_owned(), "Tal".to_owned()]);
        let settings = Settings { teams, ..Settings::new("Simulated", format, None, 7) };
        let entry = create(settings, Some(player(250))).unwrap();
        let event = Event::begin(&Record { number: 1, at: Time(0), by: None, entry }).unwrap();
        let sheet = Sheet::new(shown(&event));
        Self { event, sheet, pages: (0..TABS).map(|_| Page::default()).collect() }
    }

    /// Carries a command out, if the event allows it.
    fn act(&mut self, command: &Command) {
        for entry in decide(&self.event, command, None, Who::Operator).unwrap_or_default() {
            let number = self.event.head + 1;
            self.event.apply(&Record { number, at: Time(number), by: None, entry }).unwrap();
        }
    }

    fn take(&mut self, step: Step) {
        match step {
            Step::Enter(number) => {
                let team = if number % 2 == 0 { "Berg" } else { "Tal" }.to_owned();
                let card =
                    Card { team, ..Card::new(format!("Player {number}"), Some(2000 + u16::from(number))) };
                let plays = Some(Plays::OverTheBoard);
                self.act(&Command::Enter { player: Some(player(number)), card, plays });
            }
            Step::Come(number) => {
                let entrant = EntrantId(number);
                let is_here = self.event.entrant(entrant).map(|entrant| entrant.presence);
                let is_match = self.event.team_names().is_some();
                self.act(&match is_here {
                    Some(crate::event::Presence::Present) if is_match => Command::Withdraw(entrant),
                    Some(crate::event::Presence::Present) => Command::Pause(entrant),
                    Some(_) | None => Command::Rejoin(entrant),
                });
            }
            Step::Bye(number, round) => {
                let entrant = EntrantId(number);
                let is_away = self.event.entrant(entrant).is_some_and(|one| one.is_away_in(round));
                self.act(&if is_away {
                    Command::CancelBye { entrant, round }
                } else {
                    Command::AskBye { entrant, round }
                });
            }
            Step::Round => self.next_step(),
            Step::Back => {
                self.act(&Command::UndoDraft);
                self.act(&Command::WithdrawPublication { reason: "wrong list".to_owned() });
            }
            Step::Result(board, white) => {
                let outcome = if white { Outcome::WhiteWins } else { Outcome::Draw };
                self.act(&Command::EnterResult { round: None, board, game: None, outcome });
            }
            Step::Help(number, helps) => self.act(&Command::Helper { player: player(number), helps }),
            Step::Tell => self.sheet.tell(shown(&self.event)),
            Step::Burst(times) => {
                for time in 0..times {
                    let name = format!("Simulated {time}");
                    self.act(&Command::ChangeSettings(Settings { name, ..self.event.settings.clone() }));
                    self.take(Step::Tell);
                }
            }
            Step::Lose(tab) => self.pages[tab].lose(&mut self.sheet),
            Step::Return(tab) if self.pages[tab].tab.id().is_none() => {
                self.pages[tab].come(&mut self.sheet, tab);
            }
            Step::Return(_) => {}
            Step::Read(tab, most) => self.pages[tab].read(&mut self.sheet, most),
            Step::Restart => {
                self.pages.iter_mut().for_each(|page| _ = page.tab.lose());
                self.sheet = Sheet::new(shown(&self.event));
            }
        }
    }

    fn next_step(&mut self) {
        if self.event.draft().is_some() {
            return self.act(&Command::Publish);
        }
        if let Ok(draft) = pair(&self.event, |_, _| {}) {
            return self.act(&Command::TakeDraft(draft));
        }
        let ids = (0..20).map(|number| GameId::from_bits(self.event.head * 100 + number)).collect();
        self.act(&Command::Start { ids });
    }

    /// What is left is told; then all come back.
    fn end(mut self) {
        self.sheet.tell(shown(&self.event));
        for (tab, mut page) in self.pages.into_iter().enumerate() {
            page.lose(&mut self.sheet);
            page.come(&mut self.sheet, tab);
            page.read(&mut self.sheet, 1_000);
            let mut fresh = Page::default();
            fresh.come(&mut self.sheet, tab);
            fresh.read(&mut self.sheet, 10);
            assert_eq!(page.view, fresh.view, "tab {tab}");
            assert_eq!(page.tab.seq(), fresh.tab.seq());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_tab_that_applies_what_it_is_told_shows_the_event(
        steps in vec(step(), 1..150),
        is_match in any::<bool>(),
    ) {
        let of_teams = Format::TeamMatch { games: 3, boards: 0, everyone: false };
        let mut world = if is_match { World::of(of_teams) } else { World::begin() };
        for step in steps {
            world.take(step);
        }
        world.end();
    }
}

#[test]
fn a_tab_that_reads_too_slowly_is_told_everything() {
    let mut world = World::begin();
    let burst = u64::try_from(OUTBOX).unwrap() + 6;
    for step in [Step::Return(0), Step::Read(0, 9), Step::Burst(burst), Step::Read(0, 1_000)] {
        world.take(step);
    }
    assert_eq!((world.pages[0].tab.overflows(), world.pages[0].wholes), (1, 2));
    world.end();
}

#[test]
fn whoever_comes_back_with_a_number_from_before_the_ring_is_told_everything() {
    for (burst, wholes) in [(9, 1), (u64::try_from(OUTBOX).unwrap() / 2 + 6, 2)] {
        let mut world = World::begin();
        for step in [
            Step::Return(0),
            Step::Read(0, 9),
            Step::Lose(0),
            Step::Burst(burst),
            Step::Return(0),
            Step::Read(0, 1_000),
        ] {
            world.take(step);
        }
        assert_eq!((world.pages[0].tab.overflows(), world.pages[0].wholes), (0, wholes), "{burst} changes");
        world.end();
    }
}

/// The message that was missed says nothing of the rounds in which a single player is not paired.
#[test]
fn a_player_who_was_away_hears_of_a_bye_from_meanwhile() {
    let mut world = World::begin();
    // The tab of player 1, who is the first entrant.
    for step in [Step::Enter(1), Step::Tell, Step::Return(1), Step::Read(1, 9), Step::Lose(1)] {
        world.take(step);
    }
    for step in [Step::Bye(1, 2), Step::Tell, Step::Return(1), Step::Read(1, 9)] {
        world.take(step);
    }
    let view = world.pages[1].view.as_ref().expect("a view");
    assert_eq!(view.my_byes.as_ref().map(|byes| byes.rounds.len()), Some(1));
    world.end();
}

#[tokio::test(start_paused = true)]
async fn whoever_comes_long_after_the_last_one_left_finds_the_event() {
    let long = std::time::Duration::from_secs(3_600);
    let id = EventId::from_bits(1);
    let mut board = super::Board::default();
    board.sheets.insert(id, World::begin().sheet);
    board.left.begin(id);
    tokio::time::sleep(long).await;
    assert!(board.keeps(&id), "it was about to be forgotten");
    tokio::time::sleep(long).await;
    assert!(board.keeps(&id), "somebody follows it");
    board.left.begin(id);
    tokio::time::sleep(long).await;
    board.tidy();
    assert!(!board.keeps(&id), "nobody came");
}

#[test]
fn followers_who_were_told_of_an_older_state_are_found() {
    let id = EventId::from_bits(1);
    let mut world = World::begin();
    let before = world.event.clone();
    world.act(&Command::Enter {
        player: None,
        card: Card::new("Ann Berg", None),
        plays: Some(Plays::OverTheBoard),
    });
    let mut board = super::Board::default();
    assert!(!board.is_behind(&id, &world.event), "nobody follows it");
    board.sheets.insert(id, world.sheet);
    assert!(!board.is_behind(&id, &before), "they know this");
    assert!(board.is_behind(&id, &world.event), "the entry was not told");
}

#[test]
fn nobody_who_comes_back_is_told_a_name_that_is_short_by_now() {
    let mut world = World::begin();
    for step in [Step::Return(0), Step::Read(0, 9), Step::Lose(0)] {
        world.take(step);
    }
    let (card, plays) = (Card::new("Ann Berg", None), Some(Plays::OverTheBoard));
    world.act(&Command::Enter { player: None, card, plays });
    world.take(Step::Tell);
    world.act(&Command::ChangeSettings(Settings { short_names: true, ..world.event.settings.clone() }));
    world.take(Step::Tell);
    let mut outbox = Outbox::default();
    world.sheet.add(outbox.subscribe(), Tab::of(None), world.pages[0].tab.seq());
    let mut told = String::new();
    while let Some(Outgoing::Message { body, .. }) = outbox.try_next() {
        body.messages().for_each(|message| told.push_str(&message.text(Dialect::Page)));
    }
    assert!(told.contains("Ann B.") && !told.contains("Ann Berg"), "{told}");
}
