// SPDX-License-Identifier: AGPL-3.0-or-later
//! Analyses on several nodes: the node that owns a game analyses it, and the others hear how it grows, and of the end.
//!
//! What nodes say is a hint. A node looks now and then which games of its own wait, so one that was asked for elsewhere, or
//! waited on a node that died, is taken up without it.

use serde::{Deserialize, Serialize};
use tabiya_game::GameId;
use tabiya_live::peers::Everybody;
use tabiya_protocol::AnalysisView;
use tabiya_runtime::spawn::spawn;

use super::Analyses;
use crate::sheet::Part;

/// What other nodes must hear.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AnalysisHint {
    /// The analysis of this game was asked for.
    Asked(GameId),
    /// What is stored about this game has changed: it is complete, has failed, or was corrected.
    Changed(GameId),
    /// It grows.
    Grew(Part),
    /// Somebody follows it elsewhere, and has not heard of all that was found.
    Missed(GameId),
}

/// The name of the topic by which nodes tell each other.
const ABOUT: &str = "analysis";

/// What tells the other nodes.
pub(super) type Elsewhere = Box<dyn Fn(AnalysisHint) + Send + Sync>;

impl Analyses {
    /// From now on each node analyses its own games, and hears of the end of others. To be called once.
    pub async fn share(&self, others: &Everybody) {
        let all = others.clone();
        self.reach(Box::new(move |hint| all.tell(ABOUT, &hint)));
        let here = self.clone();
        others.hear(ABOUT, move |hint: AnalysisHint| here.heard(hint)).await;
    }

    /// From now on other nodes hear what happens here.
    pub(super) fn reach(&self, elsewhere: Elsewhere) {
        assert!(self.0.elsewhere.set(elsewhere).is_ok(), "it is set once");
    }

    pub(super) fn tell_elsewhere(&self, hint: AnalysisHint) {
        if let Some(elsewhere) = self.0.elsewhere.get() {
            elsewhere(hint);
        }
    }

    /// Whether this node analyses the game: the one that owns it does.
    pub(crate) fn is_ours(&self, game: GameId) -> bool {
        self.0.rooms.owns(game)
    }

    /// Tells other nodes of the moves from this number on.
    pub(super) fn tell_parts(&self, game: GameId, from: usize) {
        if self.0.elsewhere.get().is_none() {
            return;
        }
        let parts = self.lock().sheet(game).parts(from);
        parts.into_iter().for_each(|part| self.tell_elsewhere(AnalysisHint::Grew(part)));
    }

    /// Another node tells this. Whoever follows the analysis here is told how it grows and ends. Must be called inside a running Tokio
    /// runtime: a report that has to be read is read in a task, so that it keeps others not waiting.
    pub(super) fn heard(&self, hint: AnalysisHint) {
        match hint {
            AnalysisHint::Asked(game) => {
                if self.is_ours(game) {
                    self.0.wake.notify_one();
                }
            }
            AnalysisHint::Changed(game) => {
                let analyses = self.clone();
                spawn(async move { analyses.tell_end(game).await });
            }
            AnalysisHint::Grew(part) => {
                let game = part.game;
                let knows_all = self.lock().grew_elsewhere(part);
                if !knows_all {
                    self.tell_elsewhere(AnalysisHint::Missed(game));
                }
            }
            AnalysisHint::Missed(game) => {
                let runs = self.lock().runs(game);
                if runs {
                    self.tell_parts(game, 0);
                }
            }
        }
    }

    async fn tell_end(&self, game: GameId) {
        if !self.lock().is_outdated(game) {
            return;
        }
        // Where the storage fails, they see the end when they come again.
        let Ok(read) = self.0.archive.game(game).await else { return };
        let Ok(view) = self.view(game, read.game()).await else { return };
        if matches!(view, AnalysisView::Done { .. } | AnalysisView::Failed) {
            self.lock().ended_elsewhere(game, view);
        }
    }
}
