// SPDX-License-Identifier: AGPL-3.0-or-later
//! A move of a complete analysis is judged again, with ten times as many nodes, and the analysis is corrected.
//!
//! What waits for it is in memory alone: a restart of the server forgets it, and the analysis is there as before.

use std::sync::Arc;

use tabiya_archive::archive::ReadError;
use tabiya_engine::Report;
use tabiya_engine::analysis::Pool;
use tabiya_game::GameId;
use tabiya_limits::address::Caller;
use tabiya_protocol::{AnalysisAnswer, AnalysisView, MOST_DEEPER};
use tabiya_runtime::identity::Identity;
use tabiya_runtime::low_priority;
use tabiya_store::StorageError;
use tokio::sync::oneshot;

use super::asking::answer;
use super::work::Broken;
use super::{Analyses, Asking, NotAnalysed, State};
use crate::cloud;
use crate::examine::{DEEPER, Examination, judged_part};
use crate::kept;
use crate::report::Beginning;

/// Why a move is not judged again.
#[derive(Debug, thiserror::Error)]
pub enum NotJudged {
    /// The analysis is not for this visitor, or not now.
    #[error("{0}")]
    NotAnalysed(NotAnalysed),
    /// There is no complete analysis with a move of this number.
    #[error(
        "no analysed move of this game has the number {0}; moves can be judged again once the analysis is complete"
    )]
    NoSuchMove(u16),
    /// As many moves of the game as can be were judged again.
    #[error("{MOST_DEEPER} moves of this game were judged again; there can't be more")]
    DeepEnough,
}

impl From<NotAnalysed> for NotJudged {
    fn from(error: NotAnalysed) -> Self {
        Self::NotAnalysed(error)
    }
}

impl From<StorageError> for NotJudged {
    fn from(error: StorageError) -> Self {
        Self::NotAnalysed(error.into())
    }
}

impl Analyses {
    /// Has a move of a complete analysis judged again, with more nodes for the positions before and after it. What is found
    /// corrects the analysis. A move that was judged so, or waits for it, costs nothing.
    ///
    /// # Errors
    /// If this visitor may not see it, there is no such move, too many moves of this game were judged again, the visitor has
    /// had as many as a day allows, or the storage fails.
    pub async fn look_deeper(
        &self,
        id: GameId,
        ply: u16,
        identity: &Identity,
        caller: &Caller,
    ) -> Result<AnalysisAnswer, NotJudged> {
        let State { quota, people, asking, wake, .. } = &*self.0;
        let (read, own) = self.seen(id, Some(identity)).await?;
        // Before the turn: to make the report of an old analysis takes long, and others wait for the turn.
        let found = self.view_beside(id, read.game(), &own).await?;
        let AnalysisView::Done { moves, deeper: known, .. } = &found else {
            return Err(NotJudged::NoSuchMove(ply));
        };
        if !moves.iter().any(|judged| judged.ply == ply) {
            return Err(NotJudged::NoSuchMove(ply));
        }
        let turn = asking.lock().await;
        let (deeper, looking) = {
            let board = self.lock();
            // A correction may have come since. It is in memory then.
            let newest = match board.reports.get(&id).map(Arc::as_ref) {
                Some(AnalysisView::Done { deeper, .. }) => deeper.clone(),
                Some(_) | None => known.clone(),
            };
            (newest, board.looking_at(id))
        };
        let by = Asking { visitor: Some(identity), caller };
        if deeper.contains(&ply) || looking.contains(&ply) {
            drop(turn);
            return Ok(answer(id, self.view_beside(id, read.game(), &own).await?, self.left(by).await?));
        }
        if deeper.len() + looking.len() >= MOST_DEEPER {
            return Err(NotJudged::DeepEnough);
        }
        let (requester, left) = self.place_for(identity, caller).await?;
        if identity.account().is_some() {
            quota.deeper(identity.player, 1, people.now());
        }
        self.lock().looks(requester, id, ply);
        wake.notify_one();
        drop(turn);
        Ok(answer(id, self.view_beside(id, read.game(), &own).await?, left))
    }
}

/// Has the positions before and after a move looked at with more nodes, and stores what was found in place of what was there.
pub(super) async fn correct(
    analyses: &Analyses,
    pool: &Pool,
    id: GameId,
    ply: u16,
) -> Result<AnalysisView, Broken> {
    let state = &analyses.0;
    let (game, is_for_all) = match state.archive.game(id).await {
        Ok(read) => (read.game().history().clone(), analyses.is_for_all(read.game())),
        Err(ReadError::NoSuchGame(_)) => return Err(Broken::Failed("it is not there".to_owned())),
        Err(ReadError::Storage(error)) => return Err(error.into()),
    };
    let stored = state.store.analyses.analysis(id).await?;
    let before = stored.ok_or_else(|| Broken::Failed("it has no analysis".to_owned()))?.found;
    let judged = judged_part(&game);
    let (mut reports, nodes) =
        kept::read(&judged, &before).map_err(|error| Broken::Failed(error.to_string()))?;
    let more = nodes.saturating_mul(DEEPER);
    let positions = Examination::positions(&judged);
    let after = usize::from(ply);
    for number in [after.saturating_sub(1), after] {
        let (Some(report), Some(position)) = (reports.get_mut(number), positions.get(number)) else {
            return Err(Broken::Failed("it has no such move".to_owned()));
        };
        if report.nodes >= more {
            continue;
        }
        let (sender, found) = oneshot::channel();
        let mut sender = Some(sender);
        let on_end = move |report| {
            if let Some(sender) = sender.take() {
                // Nobody listens any more where the server is being stopped.
                drop(sender.send(report));
            }
        };
        let ticket = Examination::of_nodes(more).ask(pool, position.clone(), on_end);
        // Held while it is looked at.
        let _ticket = ticket.map_err(|full| Broken::Failed(full.to_string()))?;
        let found = found.await.map_err(|_| Broken::Failed("the engine's threads have ended".to_owned()))?;
        let found = found.map_err(|error| Broken::Failed(format!("position {number}: {error}")))?;
        // A deeper search may give the same line, cut short. The longer one is kept: reasons are proved from it.
        let line: Vec<_> = found.pv.into_iter().take(kept::LINE).collect();
        let line = if report.pv.starts_with(&line) { report.pv.clone() } else { line };
        *report = Report::kept(found.score, found.depth, more, line);
    }
    let of = game.moves().len();
    let made = low_priority::run(move || {
        let text = kept::write(&judged, &reports, nodes);
        let positions = if is_for_all { cloud::of_game(&judged, &reports, nodes) } else { Vec::new() };
        Some((text, Beginning::new(&judged, &reports)?.complete(of, nodes), positions))
    });
    let (text, view, positions) =
        made.await.ok().flatten().ok_or_else(|| Broken::Failed("its report could not be made".to_owned()))?;
    if !state.store.analyses.correct_analysis(id, &before, &text).await? {
        return Err(Broken::Failed("its analysis has changed".to_owned()));
    }
    analyses.lock().know(positions);
    Ok(view)
}
