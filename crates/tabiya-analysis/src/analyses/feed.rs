// SPDX-License-Identifier: AGPL-3.0-or-later
//! One client that follows an analysis.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tabiya_accounts::feed::{Asked, Departure, Feed, FeedGone, Listener, NotTaken, OneKind, Visitor};
use tabiya_accounts::people::SiteRules;
use tabiya_archive::archive::ReadError;
use tabiya_game::GameId;
use tabiya_live::room::{Followed, Follower, Stage};
use tabiya_protocol::{Refusal, Topic};
use tabiya_runtime::identity::Identity;
use tabiya_runtime::spawn::spawn;
use tabiya_runtime::topic::SubscriberId;
use tokio::task::JoinHandle;

use super::{Analyses, NotAnalysed};

/// Whoever looks at a sheet: when the visit ends, one that nobody follows may be forgotten.
pub(crate) struct Visit {
    analyses: Analyses,
    game: GameId,
}

impl Visit {
    pub(crate) fn of(analyses: &Analyses, game: GameId) -> Self {
        Self { analyses: analyses.clone(), game }
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.analyses.lock().leave(self.game);
    }
}

impl OneKind for Analyses {
    type Id = GameId;
    type Feed = AnalysisFeed;

    fn id_of(topic: &Topic) -> Option<GameId> {
        if let Topic::Analysis(game) = topic { Some(*game) } else { None }
    }

    async fn follow(&self, game: GameId, listener: Listener<'_>) -> Result<AnalysisFeed, Refusal> {
        self.subscribe(game, listener).await
    }

    fn end_all(&self) {
        self.close();
    }
}

impl Analyses {
    /// Adds a client to the topic of an analysis, and tells it what it has missed, or how far the analysis is.
    ///
    /// # Errors
    /// Why it may not follow it.
    pub async fn subscribe(&self, id: GameId, listener: Listener<'_>) -> Result<AnalysisFeed, Refusal> {
        let Listener { visitor, after, outbox } = listener;
        let identity = visitor.identity.as_ref();
        SiteRules::check(self.0.people.site.rules().watch, identity).map_err(|_| Refusal::NeedsAccount)?;
        // Heard of from before the question on, so that no game begins between the two.
        let begins =
            identity.map(|identity| self.0.rooms.playing().follow(identity.players().map(Followed::Player)));
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
}

fn refusal(id: GameId, error: NotAnalysed) -> Refusal {
    match error {
        NotAnalysed::Read(ReadError::NoSuchGame(_)) => Refusal::NoSuchTopic { topic: Topic::Analysis(id) },
        NotAnalysed::Read(ReadError::Storage(_)) => Refusal::Unavailable,
        NotAnalysed::Refused(refusal) => refusal,
    }
}

/// One client's subscription. Dropping it ends it.
pub struct AnalysisFeed {
    analyses: Analyses,
    game: GameId,
    id: SubscriberId,
    identity: Option<Identity>,
    /// Ends the subscription when the player begins a game.
    guard: Option<JoinHandle<()>>,
}

impl AnalysisFeed {
    /// Of a client that was added. `begins` follows the games of its player.
    pub(crate) fn new(
        analyses: Analyses,
        game: GameId,
        (id, identity): (SubscriberId, Option<Identity>),
        begins: Option<Follower>,
    ) -> Self {
        let guard = begins.map(|begins| spawn(end_at_a_game(analyses.clone(), game, id, begins)));
        Self { analyses, game, id, identity, guard }
    }
}

/// Ends a subscription when its player begins a game, or too much happens to tell. The client subscribes again, and is told
/// whether it still may.
async fn end_at_a_game(analyses: Analyses, game: GameId, id: SubscriberId, mut begins: Follower) {
    while let Some(change) = begins.next().await {
        match change.stage {
            Stage::Begun => break,
            Stage::Ended | Stage::Rated(_) => {}
        }
    }
    analyses.lock().sheet(game).remove(id);
}

impl Feed for AnalysisFeed {
    fn head(&self) -> u64 {
        self.analyses.lock().sheet(self.game).head()
    }

    fn command<'a>(&'a mut self, _: &'a Visitor, _: Asked) -> BoxFuture<'a, Result<(), NotTaken>> {
        let refusal = Refusal::WrongTopic { topic: Topic::Analysis(self.game) };
        std::future::ready(Err(NotTaken::Refused(refusal))).boxed()
    }

    fn catch_up(&self) -> BoxFuture<'_, Result<(), FeedGone>> {
        async {
            let view = self.analyses.view_for(self.game, self.identity.as_ref()).await;
            let view = view.map_err(|_| FeedGone)?;
            let mut board = self.analyses.lock();
            let sheet = board.sheet(self.game);
            if sheet.tell_everything(self.id, view) { Ok(()) } else { Err(FeedGone) }
        }
        .boxed()
    }

    fn ping(&self) -> BoxFuture<'_, Result<(), FeedGone>> {
        let is_here = self.analyses.lock().sheet(self.game).ping(self.id);
        std::future::ready(if is_here { Ok(()) } else { Err(FeedGone) }).boxed()
    }

    fn leave(self: Box<Self>, _: Departure) -> BoxFuture<'static, ()> {
        drop(self);
        std::future::ready(()).boxed()
    }
}

/// Also where a client goes away while it subscribes.
impl Drop for AnalysisFeed {
    fn drop(&mut self) {
        if let Some(guard) = &self.guard {
            guard.abort();
        }
        let mut board = self.analyses.lock();
        board.sheet(self.game).remove(self.id);
        board.leave(self.game);
    }
}
