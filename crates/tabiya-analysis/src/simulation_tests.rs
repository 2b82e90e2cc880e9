// SPDX-License-Identifier: AGPL-3.0-or-later
//! A simulation of the topic of one analysis: it waits, grows, fails and is asked for again; tabs come, lose their line, read
//! slowly and come back with the number of what they have; and the server starts anew. One tab plays a game that the analysis
//! could help in.
//!
//! Simulated topics: analysis.
//!
//! What must hold:
//!
//! - The numbers that a tab hears only grow, until it is told everything.
//! - In the end every tab that put together what it was told shows the analysis as a tab does that has just come.
//! - The tab that plays never hears a move of an analysis that grows.

use proptest::collection::vec;
use proptest::prelude::*;
use tabiya_game::GameId;
use tabiya_protocol::{
    AnalysedMove, AnalysisMessage, AnalysisView, ConnectionMessage, EvalView, ServerMessage,
};
use tabiya_runtime::topic::SimulatedTab;

use crate::sheet::Sheet;

/// What happens in a step.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// It waits behind so many games.
    Waits(u16),
    Runs,
    /// So many moves are judged.
    Grows(u16),
    Looks,
    Fails,
    Lose(usize),
    Return(usize),
    /// A tab reads at most so many messages.
    Read(usize, usize),
    /// The server starts anew.
    Restart,
}

/// The last one plays.
const TABS: usize = 4;
const PLAYS: usize = TABS - 1;

fn step() -> impl Strategy<Value = Step> {
    let tab = 0..TABS;
    prop_oneof![
        2 => (0..4_u16).prop_map(Step::Waits),
        2 => Just(Step::Runs),
        12 => (1..4_u16).prop_map(Step::Grows),
        1 => Just(Step::Looks),
        1 => Just(Step::Fails),
        3 => tab.clone().prop_map(Step::Lose),
        8 => tab.clone().prop_map(Step::Return),
        6 => (tab, 1..80_usize).prop_map(|(tab, most)| Step::Read(tab, most)),
        1 => Just(Step::Restart),
    ]
}

/// A move of an analysis, of which only the number matters.
pub(crate) fn analysed(ply: u16) -> AnalysedMove {
    AnalysedMove {
        ply,
        uci: "e2e4".into(),
        san: "e4".into(),
        eval: EvalView::Cp { cp: 1 },
        win: 500,
        accuracy: 1_000,
        loss: 0,
        judgement: None,
        reason: None,
        better: Vec::new(),
        line: Vec::new(),
    }
}

/// A tab, over all its lines.
#[derive(Default)]
struct Page {
    tab: SimulatedTab,
    view: Option<AnalysisView>,
}

fn hear(view: &mut Option<AnalysisView>, before: Option<u64>, text: &serde_json::Value) {
    let seq = text["seq"].as_u64().expect("all messages are numbered");
    let message = match serde_json::from_value(text.clone()).unwrap() {
        ServerMessage::Analysis(message) => message,
        ServerMessage::Connection(ConnectionMessage::Resumed { .. }) => {
            return assert!(before.is_some_and(|before| before <= seq), "{text} after {before:?}");
        }
        other => panic!("{other:?} was not asked for"),
    };
    if !matches!(message, AnalysisMessage::Analysis { .. }) {
        assert!(before.is_some_and(|before| before < seq), "{text} after {before:?}");
    }
    match message {
        AnalysisMessage::Analysis { analysis, .. } => *view = Some(analysis),
        AnalysisMessage::AnalysisWaits { ahead, .. } => *view = Some(AnalysisView::Waiting { ahead }),
        AnalysisMessage::AnalysisGrew { moves: further, .. } => match view {
            Some(AnalysisView::Running { moves, .. }) => moves.extend(further),
            other => panic!("{text} to a tab that shows {other:?}"),
        },
        AnalysisMessage::AnalysisLooks { .. } => {}
    }
}

struct World {
    sheet: Sheet,
    /// What the store knows.
    stored: AnalysisView,
    pages: Vec<Page>,
}

impl World {
    fn begin() -> Self {
        let pages = (0..TABS).map(|_| Page::default()).collect();
        Self { sheet: Sheet::new(GameId::from_bits(7)), stored: AnalysisView::None, pages }
    }

    fn view(&self) -> AnalysisView {
        self.sheet.view().unwrap_or_else(|| self.stored.clone())
    }

    /// What a tab may see when it comes.
    fn seen(&self, tab: usize) -> AnalysisView {
        match self.view() {
            AnalysisView::Running { of, .. } if tab == PLAYS => {
                AnalysisView::Running { of, start: None, moves: Vec::new() }
            }
            view => view,
        }
    }

    fn come(&mut self, tab: usize) {
        let view = self.seen(tab);
        let Self { sheet, pages, .. } = self;
        pages[tab].tab.come(|sender, after| sheet.add(sender, after, view, tab == PLAYS));
    }

    fn lose(&mut self, tab: usize) {
        self.pages[tab].tab.lose().into_iter().for_each(|id| self.sheet.remove(id));
    }

    fn read(&mut self, tab: usize, most: usize) {
        let seen = self.seen(tab);
        let Self { sheet, pages, .. } = self;
        let Page { tab: simulated, view } = &mut pages[tab];
        let missed = |id| assert!(sheet.tell_everything(id, seen.clone()), "it is still here");
        // An analysis that is over ends the subscription of a tab that plays.
        let _ = simulated.read(most, missed, |before, text| {
            hear(view, before, text);
            let has_moves = matches!(view, Some(AnalysisView::Running { moves, .. }) if !moves.is_empty());
            assert!(tab != PLAYS || !has_moves, "the tab that plays hears moves");
        });
    }

    fn take(&mut self, step: Step) {
        match step {
            Step::Waits(ahead) => self.sheet.waits(ahead),
            Step::Runs => self.sheet.runs(40),
            Step::Grows(many) => {
                let first = match self.sheet.view() {
                    Some(AnalysisView::Running { moves, .. }) => u16::try_from(moves.len()).unwrap() + 1,
                    _ => return,
                };
                self.sheet.grows(None, (first..first + many).map(analysed).collect());
            }
            Step::Looks => self.sheet.looks(vec![3]),
            Step::Fails => {
                self.stored = AnalysisView::Failed;
                self.sheet.ends(AnalysisView::Failed);
            }
            Step::Lose(tab) => self.lose(tab),
            Step::Return(tab) if self.pages[tab].tab.id().is_none() => self.come(tab),
            Step::Return(_) => {}
            Step::Read(tab, most) => self.read(tab, most),
            Step::Restart => {
                self.pages.iter_mut().for_each(|page| _ = page.tab.lose());
                self.sheet = Sheet::new(GameId::from_bits(7));
            }
        }
    }

    /// All is read; then all come back.
    fn end(mut self) {
        for tab in 0..TABS {
            let expected = Some(self.seen(tab));
            if self.pages[tab].tab.id().is_some() && tab != PLAYS {
                self.read(tab, 1_000);
                assert_eq!(self.pages[tab].view, expected, "tab {tab} was here");
            }
            self.lose(tab);
            self.come(tab);
            self.read(tab, 1_000);
            assert_eq!(self.pages[tab].view, expected, "tab {tab} has come back");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_tab_shows_the_analysis_as_it_is_whatever_its_line_does(steps in vec(step(), 1..200)) {
        let mut world = World::begin();
        for step in steps {
            world.take(step);
        }
        world.end();
    }
}
