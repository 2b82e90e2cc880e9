// SPDX-License-Identifier: AGPL-3.0-or-later
//! What is in memory: which games wait, which one runs, who follows them, and the newest complete reports.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::{Arc, LazyLock};

use tabiya_game::GameId;
use tabiya_protocol::AnalysisView;
use tabiya_runtime::measure::{self, IntGauge};
use tabiya_runtime::topic::Lingering;

use super::looking::with_looking;
use crate::cache::Cache;
use crate::cloud::{Cloud, Evaluated};
use crate::queue::{Job, Queue, Requester};
use crate::sheet::{Part, Sheet};

/// Complete reports that are kept in memory. One takes up to 100 KB.
const MOST_REPORTS: usize = 64;

static WAITING: LazyLock<IntGauge> =
    LazyLock::new(|| measure::gauge("analyses_waiting", "Games that wait for their analysis"));

/// What is in memory.
#[derive(Default)]
pub(crate) struct Board {
    pub(super) queue: Queue,
    running: Option<Job>,
    /// The moves that wait to be judged again.
    pub(super) looking: HashMap<GameId, BTreeSet<u16>>,
    pub(super) sheets: HashMap<GameId, Sheet>,
    left: Lingering<GameId>,
    pub(super) reports: HashMap<GameId, Arc<AnalysisView>>,
    order_of_reports: VecDeque<GameId>,
    pub(crate) cache: Cache,
    pub(super) cloud: Cloud,
}

impl Board {
    pub(crate) fn sheet(&mut self, game: GameId) -> &mut Sheet {
        self.sheets.entry(game).or_insert_with(|| Sheet::new(game))
    }

    /// Adds games that wait. Those that do so already, and the one that runs, stay where they are.
    pub(crate) fn push(&mut self, jobs: impl IntoIterator<Item = (Requester, Job)>) {
        for (requester, job) in jobs {
            if self.running != Some(job) && !self.queue.contains(job) {
                self.queue.push(requester, job);
            }
        }
        self.tell_places();
    }

    /// The next game, which runs from now on.
    pub(crate) fn next(&mut self) -> Option<(Requester, Job)> {
        let next = self.queue.pop()?;
        self.running = Some(next.1);
        self.tell_places();
        Some(next)
    }

    fn tell_places(&mut self) {
        WAITING.set(i64::try_from(self.queue.waiting()).unwrap_or(i64::MAX));
        let running = usize::from(self.running.is_some());
        for (place, Job { game, deeper }) in self.queue.order().into_iter().enumerate() {
            // A complete analysis stays what it is while moves of it wait.
            if deeper.is_some() {
                continue;
            }
            self.sheet(game).waits(u16::try_from(place + running).unwrap_or(u16::MAX));
        }
    }

    /// The game that was running does not run any more.
    pub(crate) fn ends(&mut self, game: GameId, view: Option<Arc<AnalysisView>>) {
        self.running = None;
        let told = view.as_deref().cloned().unwrap_or(AnalysisView::Failed);
        self.sheet(game).ends(told);
        if let Some(view) = view {
            self.remember(game, view);
        }
        self.leave(game);
    }

    /// The job that was to run is another node's by now.
    pub(crate) fn lets_go(&mut self, game: GameId) {
        self.running = None;
        self.sheet(game).is_elsewhere();
        self.leave(game);
    }

    /// What is kept of this game's report is outdated, because another node has changed it. Returns whether somebody may follow it
    /// here.
    pub(super) fn is_outdated(&mut self, game: GameId) -> bool {
        if self.reports.remove(&game).is_some() {
            self.order_of_reports.retain(|kept| *kept != game);
        }
        if self.runs(game) {
            // It is done here, too, and tells its own end.
            return false;
        }
        let sheet = self.sheets.get_mut(&game);
        sheet.is_some_and(|sheet| {
            sheet.is_elsewhere();
            true
        })
    }

    /// Whether the game is analysed here, now.
    pub(super) fn runs(&self, game: GameId) -> bool {
        self.running == Some(Job::whole(game))
    }

    /// Another node has judged further moves. Returns whether none is missing before them, for somebody who follows them here.
    pub(super) fn grew_elsewhere(&mut self, part: Part) -> bool {
        let game = part.game;
        if self.runs(game) {
            // It is done here, too.
            return true;
        }
        let sheet = self.sheets.get_mut(&game).filter(|sheet| sheet.is_followed());
        sheet.is_none_or(|sheet| sheet.hears(part))
    }

    /// Another node has analysed the game.
    pub(super) fn ended_elsewhere(&mut self, game: GameId, view: AnalysisView) {
        self.sheet(game).ends(view);
        self.leave(game);
    }

    /// The game that was running waits again.
    pub(crate) fn waits_again(&mut self, requester: Requester, job: Job) {
        self.running = None;
        self.push([(requester, job)]);
    }

    /// A move waits to be judged again.
    pub(super) fn looks(&mut self, requester: Requester, game: GameId, ply: u16) {
        self.looking.entry(game).or_default().insert(ply);
        self.push([(requester, Job { game, deeper: Some(ply) })]);
        let looking = self.looking_at(game);
        self.sheet(game).looks(looking);
        self.leave(game);
    }

    pub(super) fn looking_at(&self, game: GameId) -> Vec<u16> {
        self.looking.get(&game).into_iter().flatten().copied().collect()
    }

    /// A move was judged again, and what was found is stored; `None` if that could not be done.
    pub(crate) fn corrected(&mut self, game: GameId, ply: u16, view: Option<Arc<AnalysisView>>) {
        self.running = None;
        if let Some(left) = self.looking.get_mut(&game) {
            left.remove(&ply);
            if left.is_empty() {
                self.looking.remove(&game);
            }
        }
        let looking = self.looking_at(game);
        match view {
            Some(view) => {
                let told = with_looking((*view).clone(), looking);
                self.sheet(game).ends(told);
                self.remember(game, view);
            }
            None => self.sheet(game).looks(looking),
        }
        self.leave(game);
    }

    pub(super) fn remember(&mut self, game: GameId, view: Arc<AnalysisView>) {
        if self.reports.insert(game, view).is_none() {
            self.order_of_reports.push_back(game);
        }
        if self.order_of_reports.len() > MOST_REPORTS
            && let Some(oldest) = self.order_of_reports.pop_front()
        {
            self.reports.remove(&oldest);
        }
    }

    /// Positions of a game that everybody may see.
    pub(crate) fn know(&mut self, positions: Vec<Evaluated>) {
        positions.into_iter().for_each(|found| self.cloud.put(found));
    }

    /// A client has left this sheet, or its analysis is over. Forgets those that nobody has followed for a while.
    pub(crate) fn leave(&mut self, game: GameId) {
        if self.sheets.get(&game).is_some_and(Sheet::is_unused) {
            self.left.begin(game);
        }
        for game in self.left.due() {
            if self.sheets.get(&game).is_some_and(Sheet::is_unused) {
                self.sheets.remove(&game);
            }
        }
    }
}
