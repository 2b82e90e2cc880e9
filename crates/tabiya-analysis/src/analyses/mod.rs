// SPDX-License-Identifier: AGPL-3.0-or-later
//! All analyses: who may ask for one and see it, which wait, and which is under way.

mod deeper;
mod feed;
mod work;

pub use deeper::NotJudged;

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use tabiya_accounts::feed::Listener;
use tabiya_accounts::people::{People, SiteRules};
use tabiya_archive::archive::{Archive, ReadError, ReadGame};
use tabiya_game::{Game, GameId};
use tabiya_limits::address::Caller;
use tabiya_live::room::Rooms;
use tabiya_protocol::{AnalysisAnswer, AnalysisView, Refusal, Topic};
use tabiya_rules::Position;
use tabiya_runtime::config::Config;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::low_priority;
use tabiya_runtime::measure::{self, IntGauge};
use tabiya_runtime::topic::Lingering;
use tabiya_store::{Analysis, AnalysisStage, StorageError, Store};
use tokio::sync::{Notify, Semaphore, watch};

use feed::{AnalysisFeed, Visit};

use crate::cache::Cache;
use crate::cloud::{self, Cloud, Evaluated};
use crate::examine::judged_part;
use crate::fair_play::{self, Closed, OwnGames};
use crate::kept;
use crate::queue::{Job, Queue, Requester};
use crate::quota::{Left, Quota};
use crate::report::Beginning;
use crate::sheet::Sheet;

/// Games that may wait.
const MOST_WAITING: usize = 1_000;
/// Those of one account, or of the guests of one network: others must find a place, too.
const MOST_OF_ONE: usize = 10;
/// Complete reports that are kept in memory. One takes up to 100 KB.
const MOST_REPORTS: usize = 64;
/// Reports that are made of stored analyses at once.
const MAKING: usize = 2;

static WAITING: LazyLock<IntGauge> =
    LazyLock::new(|| measure::gauge("analyses_waiting", "Games that wait for their analysis"));

/// Why there is nothing to see.
#[derive(Debug, thiserror::Error)]
pub enum NotAnalysed {
    /// The game can't be read, or not by this visitor.
    #[error("the game can't be read")]
    Read(ReadError),
    /// Its analysis is not for this visitor, or not now.
    #[error("{0}")]
    Refused(Refusal),
}

impl From<ReadError> for NotAnalysed {
    fn from(error: ReadError) -> Self {
        Self::Read(error)
    }
}

impl From<StorageError> for NotAnalysed {
    fn from(error: StorageError) -> Self {
        Self::Read(error.into())
    }
}

impl From<Closed> for NotAnalysed {
    fn from(closed: Closed) -> Self {
        match closed {
            Closed::Refused(refusal) => Self::Refused(refusal),
            Closed::Storage(error) => error.into(),
        }
    }
}

/// Who asks, and from where.
#[derive(Clone, Copy)]
pub struct Asking<'a> {
    /// Who; `None` for somebody without a cookie.
    pub visitor: Option<&'a Identity>,
    /// From where.
    pub caller: &'a Caller,
}

/// All analyses. Cheap to clone.
#[derive(Clone)]
pub struct Analyses(pub(crate) Arc<State>);

pub(crate) struct State {
    pub(crate) store: Store,
    pub(crate) archive: Archive,
    people: Arc<People>,
    rooms: Rooms,
    quota: Quota,
    pub(crate) nodes: u64,
    board: Mutex<Board>,
    /// Something waits.
    pub(crate) wake: Notify,
    /// Held while somebody asks, so that nobody has more than a day allows.
    asking: tokio::sync::Mutex<()>,
    making: Arc<Semaphore>,
}

/// What is in memory.
#[derive(Default)]
pub(crate) struct Board {
    queue: Queue,
    running: Option<Job>,
    /// The moves that wait to be judged again.
    looking: HashMap<GameId, BTreeSet<u16>>,
    sheets: HashMap<GameId, Sheet>,
    left: Lingering<GameId>,
    reports: HashMap<GameId, Arc<AnalysisView>>,
    order_of_reports: VecDeque<GameId>,
    pub(crate) cache: Cache,
    cloud: Cloud,
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

    /// The game that was running waits again.
    pub(crate) fn waits_again(&mut self, requester: Requester, job: Job) {
        self.running = None;
        self.push([(requester, job)]);
    }

    /// A move waits to be judged again.
    fn looks(&mut self, requester: Requester, game: GameId, ply: u16) {
        self.looking.entry(game).or_default().insert(ply);
        self.push([(requester, Job { game, deeper: Some(ply) })]);
        let looking = self.looking_at(game);
        self.sheet(game).looks(looking);
        self.leave(game);
    }

    fn looking_at(&self, game: GameId) -> Vec<u16> {
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

    fn remember(&mut self, game: GameId, view: Arc<AnalysisView>) {
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

impl Analyses {
    /// Starts the threads, and goes on with what waited when the server was stopped. They end with `stopping`.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn start(
        config: &Config,
        store: Store,
        archive: Archive,
        (people, rooms): (Arc<People>, Rooms),
        stopping: watch::Receiver<bool>,
    ) -> Result<Self, StorageError> {
        let state = State {
            archive,
            people,
            rooms,
            quota: Quota::new(&config.limits),
            nodes: config.analysis_nodes,
            board: Mutex::default(),
            wake: Notify::new(),
            asking: tokio::sync::Mutex::default(),
            making: Arc::new(Semaphore::new(MAKING)),
            store,
        };
        let analyses = Self(Arc::new(state));
        let waiting = analyses.refill().await?;
        if waiting > 0 {
            tracing::info!(games = waiting, "games wait for analysis");
        }
        tokio::spawn(work::run(analyses.clone(), config.analysis_threads, stopping));
        Ok(analyses)
    }

    /// Takes games that wait into the queue, as many as it holds, and says how many wait there. More may be stored: this is
    /// called again when the queue is empty.
    pub(crate) async fn refill(&self) -> Result<usize, StorageError> {
        let most = u32::try_from(MOST_WAITING).unwrap_or(u32::MAX);
        let waiting = self.0.store.analyses.waiting_analyses(most).await?;
        let mut board = self.lock();
        board.push(waiting.iter().map(|analysis| (requester_of(analysis), Job::whole(analysis.game))));
        Ok(board.queue.waiting())
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Board> {
        // Nothing under the lock can panic half-way.
        self.0.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game, if this visitor may see it and its analysis.
    async fn seen(
        &self,
        id: GameId,
        visitor: Option<&Identity>,
    ) -> Result<(ReadGame, OwnGames), NotAnalysed> {
        let State { store, archive, .. } = &*self.0;
        let read = archive.game_for(id, visitor).await?;
        // Whoever asks about a running game hears that first.
        if !read.game().is_over() {
            return Err(NotAnalysed::Refused(Refusal::AnalysisOfRunning));
        }
        let own = OwnGames::of(store, archive, visitor).await?;
        own.check(archive, read.game()).await?;
        Ok((read, own))
    }

    /// How far it is, if the lines of what was found may be seen, too.
    async fn view_beside(
        &self,
        id: GameId,
        game: &Game,
        own: &OwnGames,
    ) -> Result<AnalysisView, NotAnalysed> {
        let view = self.view(id, game).await?;
        own.check_lines(&self.0.archive, game, &view).await?;
        Ok(view)
    }

    /// How far the analysis of a game is, and what was found.
    ///
    /// # Errors
    /// If this visitor may not see that, or the storage fails.
    pub async fn look(&self, id: GameId, asking: Asking<'_>) -> Result<AnalysisAnswer, NotAnalysed> {
        let (read, own) = self.seen(id, asking.visitor).await?;
        let analysis = self.view_beside(id, read.game(), &own).await?;
        let left = self.left(asking).await?;
        Ok(answer(id, analysis, left))
    }

    /// The same; and where nobody has asked for an analysis yet, or it has failed, it is asked for.
    ///
    /// # Errors
    /// If this visitor may not see it, has had as many as a day allows, or the storage fails.
    pub async fn ask(
        &self,
        id: GameId,
        identity: &Identity,
        caller: &Caller,
    ) -> Result<AnalysisAnswer, NotAnalysed> {
        let State { people, asking, .. } = &*self.0;
        let (read, own) = self.seen(id, Some(identity)).await?;
        let _turn = asking.lock().await;
        let by = Asking { visitor: Some(identity), caller };
        let found = self.view_beside(id, read.game(), &own).await?;
        if !matches!(found, AnalysisView::None | AnalysisView::Failed) {
            return Ok(answer(id, found, self.left(by).await?));
        }
        let is_guest = identity.account().is_none();
        let (requester, left) = self.place_for(identity, caller).await?;
        let now = people.now();
        // Runs to its end also where the client goes away: a game that is stored must be in the queue.
        let (analyses, player) = (self.clone(), identity.player);
        let asked = tokio::spawn(async move {
            let State { store, wake, .. } = &*analyses.0;
            if store.analyses.ask_analysis(id, player, is_guest, now).await? {
                analyses.lock().push([(requester, Job::whole(id))]);
                wake.notify_one();
            }
            Ok::<_, StorageError>(())
        });
        asked.await.unwrap_or_else(|error| Err(StorageError::Failed { detail: error.to_string() }))?;
        Ok(answer(id, self.view(id, read.game()).await?, left))
    }

    /// A place in the queue for one more, which counts for a guest from now on.
    async fn place_for(
        &self,
        identity: &Identity,
        caller: &Caller,
    ) -> Result<(Requester, Left), NotAnalysed> {
        let State { store, quota, people, .. } = &*self.0;
        let is_guest = identity.account().is_none();
        let requester = match is_guest {
            true => Requester::Network(caller.network()),
            false => Requester::Account(identity.player),
        };
        let is_full = {
            let board = self.lock();
            board.queue.waiting() >= MOST_WAITING || board.queue.waiting_of(requester) >= MOST_OF_ONE
        };
        if is_full {
            return Err(NotAnalysed::Refused(Refusal::AnalysisQueueFull));
        }
        let now = people.now();
        let left = match is_guest {
            true => quota.take_of_guest(caller, now).map_err(NotAnalysed::Refused)?,
            false => {
                let left = quota.of_account(&*store.analyses, identity.player, now).await?;
                let used_up = Refusal::AnalysesUsedUp { a_day: left.a_day };
                let one_less = left.left.checked_sub(1).ok_or(NotAnalysed::Refused(used_up))?;
                Left { left: one_less, ..left }
            }
        };
        Ok((requester, left))
    }

    /// Adds a client to the topic of an analysis, and tells it what it has missed, or how far the analysis is.
    ///
    /// # Errors
    /// Why it may not follow it.
    pub async fn subscribe(&self, id: GameId, listener: Listener<'_>) -> Result<AnalysisFeed, Refusal> {
        let Listener { visitor, after, outbox } = listener;
        let identity = visitor.identity.as_ref();
        SiteRules::check(self.0.people.site.rules().watch, identity).map_err(|_| Refusal::NeedsAccount)?;
        // Heard of from before the question on, so that no game begins between the two.
        let begins = identity.map(|identity| {
            self.0.rooms.playing().follow([tabiya_live::room::Followed::Player(identity.player)])
        });
        let (read, own) = self.seen(id, identity).await.map_err(|error| refusal(id, error))?;
        // Lets the sheet go also where the client goes away during the next lines.
        let _visit = Visit::of(self, id);
        let subscriber = outbox.id();
        let mut outbox = Some(outbox);
        while let Some(sender) = outbox.take() {
            let head = self.lock().sheet(id).head();
            let view = self.view_beside(id, read.game(), &own).await.map_err(|error| refusal(id, error))?;
            let mut board = self.lock();
            let sheet = board.sheet(id);
            if sheet.head() == head {
                sheet.add(sender, after, view, own.are_there());
            } else {
                outbox = Some(sender);
            }
        }
        Ok(AnalysisFeed::new(self.clone(), id, (subscriber, visitor.identity.clone()), begins))
    }

    /// How far an analysis is, for a client that is here and still may see it.
    pub(crate) async fn view_for(
        &self,
        id: GameId,
        visitor: Option<&Identity>,
    ) -> Result<AnalysisView, NotAnalysed> {
        let (read, own) = self.seen(id, visitor).await?;
        self.view_beside(id, read.game(), &own).await
    }

    /// How far the analysis of a game is.
    async fn view(&self, id: GameId, game: &Game) -> Result<AnalysisView, NotAnalysed> {
        {
            let board = self.lock();
            if let Some(view) = board.sheets.get(&id).and_then(Sheet::view) {
                return Ok(view);
            }
            if let Some(report) = board.reports.get(&id) {
                return Ok(with_looking((**report).clone(), board.looking_at(id)));
            }
        }
        let Some(stored) = self.0.store.analyses.analysis(id).await? else { return Ok(AnalysisView::None) };
        match stored.stage {
            // It was stored this moment, or so many wait that not all are in memory.
            AnalysisStage::Waiting => {
                let ahead = u16::try_from(self.lock().queue.waiting()).unwrap_or(u16::MAX);
                Ok(AnalysisView::Waiting { ahead })
            }
            AnalysisStage::Failed => Ok(AnalysisView::Failed),
            AnalysisStage::Done => {
                let view = self.report(id, game, stored).await?;
                Ok(with_looking(view, self.lock().looking_at(id)))
            }
        }
    }

    /// Whether everybody may know what was found in this game: it is not private, and nobody sees its end late.
    pub(crate) fn is_for_all(&self, game: &Game) -> bool {
        let State { archive, people, .. } = &*self.0;
        !game.terms().is_private() && !archive.delay().holds_back(game, None, people.now())
    }

    /// The report on a game whose analysis is stored.
    async fn report(&self, id: GameId, game: &Game, stored: Analysis) -> Result<AnalysisView, NotAnalysed> {
        let failed = |detail: String| NotAnalysed::from(StorageError::Failed { detail });
        let place = Arc::clone(&self.0.making).acquire_owned().await;
        let place = place.map_err(|error| failed(error.to_string()))?;
        let (history, is_for_all) = (game.history().clone(), self.is_for_all(game));
        let made = low_priority::run(move || {
            // Held until it is done, also where the client has gone.
            let _place = place;
            let judged = judged_part(&history);
            let (reports, nodes) = kept::read(&judged, &stored.found).map_err(|error| error.to_string())?;
            let known = Beginning::new(&judged, &reports).ok_or("it is about another game")?;
            let positions = if is_for_all { cloud::of_game(&judged, &reports, nodes) } else { Vec::new() };
            Ok::<_, String>((known.complete(history.moves().len(), nodes), positions))
        });
        match made.await.map_err(|error| failed(error.to_string()))? {
            Ok((view, positions)) => {
                let mut board = self.lock();
                board.know(positions);
                board.remember(id, Arc::new(view.clone()));
                Ok(view)
            }
            Err(error) => {
                tracing::error!(%id, error, "a stored analysis can't be read");
                Ok(AnalysisView::Failed)
            }
        }
    }

    /// What is known about a position by itself; `None` if nothing is.
    ///
    /// # Errors
    /// If this visitor may not see that now, or the storage fails.
    pub async fn of_position(
        &self,
        position: &Position,
        visitor: Option<&Identity>,
    ) -> Result<Option<Evaluated>, NotAnalysed> {
        let State { store, archive, .. } = &*self.0;
        let found = self.lock().cloud.get(position).cloned();
        let line = found.as_ref().map_or(&[][..], |found| &found.moves);
        fair_play::check_position(store, archive, visitor, position, line).await?;
        Ok(found)
    }

    /// The complete analyses of those of these games that have one, as far as this visitor may see them.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn complete(
        &self,
        games: &[(GameId, &Game)],
        visitor: Option<&Identity>,
    ) -> Result<HashMap<GameId, AnalysisView>, StorageError> {
        let State { store, archive, .. } = &*self.0;
        let ids: Vec<GameId> = games.iter().filter(|(_, game)| game.is_over()).map(|(id, _)| *id).collect();
        let mut found = HashMap::new();
        let stored = store.analyses.analyses_of(&ids).await?;
        if stored.is_empty() {
            return Ok(found);
        }
        let own = OwnGames::of(store, archive, visitor).await?;
        for analysis in stored {
            let id = analysis.game;
            let game = games.iter().find(|(named, _)| *named == id).map(|(_, game)| *game);
            let Some(game) = game else { continue };
            match self.report_beside(id, game, analysis, &own).await {
                Ok(view @ AnalysisView::Done { .. }) => drop(found.insert(id, view)),
                Err(NotAnalysed::Read(ReadError::Storage(error))) => return Err(error),
                Ok(_) | Err(_) => {}
            }
        }
        Ok(found)
    }

    /// The report on a game whose analysis is stored, for somebody who plays these games.
    async fn report_beside(
        &self,
        id: GameId,
        game: &Game,
        stored: Analysis,
        own: &OwnGames,
    ) -> Result<AnalysisView, NotAnalysed> {
        own.check(&self.0.archive, game).await?;
        let kept = self.lock().reports.get(&id).cloned();
        let view = match kept {
            Some(report) => (*report).clone(),
            None => self.report(id, game, stored).await?,
        };
        own.check_lines(&self.0.archive, game, &view).await?;
        Ok(view)
    }

    /// What is left to somebody today.
    async fn left(&self, Asking { visitor, caller }: Asking<'_>) -> Result<Left, StorageError> {
        let State { store, quota, people, .. } = &*self.0;
        match visitor.filter(|visitor| visitor.account().is_some()) {
            Some(visitor) => quota.of_account(&*store.analyses, visitor.player, people.now()).await,
            None => Ok(quota.of_guest(caller, people.now())),
        }
    }

    /// Ends all subscriptions, because the server is being stopped.
    pub fn close(&self) {
        for sheet in self.lock().sheets.values_mut() {
            sheet.close();
        }
    }
}

/// A complete analysis with the moves that wait to be judged again.
fn with_looking(mut view: AnalysisView, waiting: Vec<u16>) -> AnalysisView {
    if let AnalysisView::Done { looking, .. } = &mut view {
        *looking = waiting;
    }
    view
}

fn answer(game: GameId, analysis: AnalysisView, Left { left, a_day, again }: Left) -> AnalysisAnswer {
    AnalysisAnswer { game, analysis, left, a_day, again_ms: again.0 }
}

fn refusal(id: GameId, error: NotAnalysed) -> Refusal {
    match error {
        NotAnalysed::Read(ReadError::NoSuchGame(_)) => Refusal::NoSuchTopic { topic: Topic::Analysis(id) },
        NotAnalysed::Read(ReadError::Storage(_)) => Refusal::Unavailable,
        NotAnalysed::Refused(refusal) => refusal,
    }
}

/// With whom an analysis that was stored takes turns.
fn requester_of(analysis: &Analysis) -> Requester {
    match analysis.by {
        Some(player) if !analysis.by_guest => Requester::Account(player),
        Some(player) => Requester::Guest(player),
        None => Requester::Guest(tabiya_game::PlayerId::from_bytes([0; 16])),
    }
}
