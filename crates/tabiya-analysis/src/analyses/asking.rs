// SPDX-License-Identifier: AGPL-3.0-or-later
//! Asking for the analysis of a game: whether it is needed, who may have how many, and the place in the queue.
//!
//! Requests are taken one after the other, so that nobody gets more than a day allows. Reports, which take long, are made before
//! that.

use tabiya_game::GameId;
use tabiya_limits::address::Caller;
use tabiya_protocol::{AnalysisAnswer, AnalysisView, Refusal};
use tabiya_runtime::identity::Identity;
use tabiya_store::{AnalysisStage, StorageError};

use super::{Analyses, AnalysisHint, MOST_WAITING, NotAnalysed, State};
use crate::queue::{Job, Requester};
use crate::quota::Left;
use crate::sheet::Sheet;

/// Those of one account, or of the guests of one network: others must find a place, too.
const MOST_OF_ONE: usize = 10;

/// Who asks, and from where.
#[derive(Clone, Copy)]
pub struct Asking<'a> {
    /// Who; `None` for somebody without a cookie.
    pub visitor: Option<&'a Identity>,
    /// From where.
    pub caller: &'a Caller,
}

impl Analyses {
    /// What [`look`](Self::look) says; and where nobody has asked for an analysis yet, or it has failed, it is asked for.
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
        let by = Asking { visitor: Some(identity), caller };
        // Before the turn: to make the report of an old analysis takes long, and others wait for the turn.
        let found = self.view_beside(id, read.game(), &own).await?;
        if !matches!(found, AnalysisView::None | AnalysisView::Failed) {
            return Ok(answer(id, found, self.left(by).await?));
        }
        let turn = asking.lock().await;
        // Somebody else may have asked for it since.
        if !self.may_be_asked_for(id).await? {
            drop(turn);
            let found = self.view_beside(id, read.game(), &own).await?;
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
                if analyses.is_ours(id) {
                    analyses.lock().push([(requester, Job::whole(id))]);
                    wake.notify_one();
                } else {
                    analyses.tell_elsewhere(AnalysisHint::Asked(id));
                }
            }
            Ok::<_, StorageError>(())
        });
        asked.await.unwrap_or_else(|error| Err(StorageError::Failed { detail: error.to_string() }))?;
        drop(turn);
        Ok(answer(id, self.view(id, read.game()).await?, left))
    }

    /// Whether a game has no analysis, and none waits or runs. Makes no report.
    async fn may_be_asked_for(&self, id: GameId) -> Result<bool, StorageError> {
        {
            let board = self.lock();
            if let Some(view) = board.sheets.get(&id).and_then(Sheet::view) {
                return Ok(matches!(view, AnalysisView::None | AnalysisView::Failed));
            }
            if board.reports.contains_key(&id) {
                return Ok(false);
            }
        }
        let stored = self.0.store.analyses.analysis(id).await?;
        Ok(stored.is_none_or(|stored| match stored.stage {
            AnalysisStage::Failed => true,
            AnalysisStage::Waiting | AnalysisStage::Done => false,
        }))
    }

    /// A place in the queue for one more, which counts for a guest from now on.
    pub(super) async fn place_for(
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

    /// What is left to somebody today.
    pub(super) async fn left(&self, Asking { visitor, caller }: Asking<'_>) -> Result<Left, StorageError> {
        let State { store, quota, people, .. } = &*self.0;
        match visitor.filter(|visitor| visitor.account().is_some()) {
            Some(visitor) => quota.of_account(&*store.analyses, visitor.player, people.now()).await,
            None => Ok(quota.of_guest(caller, people.now())),
        }
    }
}

pub(super) fn answer(
    game: GameId,
    analysis: AnalysisView,
    Left { left, a_day, again }: Left,
) -> AnalysisAnswer {
    AnalysisAnswer { game, analysis, left, a_day, again_ms: again.0 }
}
