// SPDX-License-Identifier: AGPL-3.0-or-later
//! Looking at an analysis: who may, how far it is, and the report on what was found.

use std::collections::HashMap;
use std::sync::Arc;

use tabiya_archive::archive::{ReadError, ReadGame};
use tabiya_game::{Game, GameId};
use tabiya_live::room::OfComputer;
use tabiya_protocol::{AnalysisAnswer, AnalysisView, OwnRunning, Refusal};
use tabiya_rules::Position;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::low_priority;
use tabiya_store::{Analysis, AnalysisStage, StorageError};

use super::asking::answer;
use super::{Analyses, Asking, NotAnalysed, State};
use crate::cloud::{self, Evaluated};
use crate::examine::judged_part;
use crate::fair_play::{self, OwnGames};
use crate::kept;
use crate::report::Beginning;
use crate::sheet::Sheet;

impl Analyses {
    /// The game, if this visitor may see it and its analysis.
    pub(super) async fn seen(
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
    pub(super) async fn view_beside(
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
    pub(super) async fn view(&self, id: GameId, game: &Game) -> Result<AnalysisView, NotAnalysed> {
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
            let read = kept::read(&judged, &stored.found).map_err(|error| error.to_string());
            let known = read.and_then(|(reports, nodes)| {
                let known = Beginning::new(&judged, &reports).ok_or("it is about another game")?;
                let positions =
                    if is_for_all { cloud::of_game(&judged, &reports, nodes) } else { Vec::new() };
                Ok((known.complete(history.moves().len(), nodes), positions))
            });
            known.map_err(|error| (error, stored.found))
        });
        match made.await.map_err(|error| failed(error.to_string()))? {
            Ok((view, positions)) => {
                let mut board = self.lock();
                board.know(positions);
                board.remember(id, Arc::new(view.clone()));
                Ok(view)
            }
            Err((error, found)) => {
                if self.0.store.analyses.discard_analysis(id, &found).await? {
                    tracing::error!(%id, error, "a stored analysis can't be read; it may be asked for again");
                }
                Ok(AnalysisView::Failed)
            }
        }
    }

    /// The running games of somebody in which an engine could help.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn own_running(&self, visitor: Option<&Identity>) -> Result<OwnRunning, StorageError> {
        let State { store, archive, .. } = &*self.0;
        Ok(OwnGames::of(store, archive, visitor).await?.told())
    }

    /// What is known about a position by itself; `None` if nothing is.
    ///
    /// # Errors
    /// If one of those who hear it may not see that now, or the storage fails.
    pub async fn of_position(
        &self,
        position: &Position,
        hearers: impl IntoIterator<Item = &Identity>,
    ) -> Result<Option<Evaluated>, NotAnalysed> {
        let State { store, archive, .. } = &*self.0;
        let found = self.lock().cloud.get(position).cloned();
        let line = found.as_ref().map_or(&[][..], |found| &found.moves);
        fair_play::check_position(store, archive, hearers, position, line).await?;
        Ok(found)
    }

    /// Whether somebody may have this of the computer, as far as the games say that they play.
    ///
    /// # Errors
    /// If they may not, or the storage fails.
    pub async fn check_computer(&self, wanted: &OfComputer, player: &Identity) -> Result<(), NotAnalysed> {
        let State { store, archive, .. } = &*self.0;
        Ok(fair_play::check_computer(store, archive, player, wanted).await?)
    }

    /// The complete analyses of those of these games that have one, as far as all who hear it may see them.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn complete(
        &self,
        games: &[(GameId, &Game)],
        hearers: impl IntoIterator<Item = &Identity>,
    ) -> Result<HashMap<GameId, AnalysisView>, StorageError> {
        let State { store, archive, .. } = &*self.0;
        let ids: Vec<GameId> = games.iter().filter(|(_, game)| game.is_over()).map(|(id, _)| *id).collect();
        let mut found = HashMap::new();
        let stored = store.analyses.analyses_of(&ids).await?;
        if stored.is_empty() {
            return Ok(found);
        }
        let own = OwnGames::of(store, archive, hearers).await?;
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
}

/// A complete analysis with the moves that wait to be judged again.
pub(super) fn with_looking(mut view: AnalysisView, waiting: Vec<u16>) -> AnalysisView {
    if let AnalysisView::Done { looking, .. } = &mut view {
        *looking = waiting;
    }
    view
}
