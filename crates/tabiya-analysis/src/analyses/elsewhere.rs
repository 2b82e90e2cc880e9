// SPDX-License-Identifier: AGPL-3.0-or-later
//! Analyses on several nodes: the node that owns a game analyses it, and the others hear of the end.
//!
//! What nodes say is a hint. A node looks now and then which games of its own wait, so one that was asked for elsewhere, or
//! waited on a node that died, is taken up without it.

use serde::{Deserialize, Serialize};
use tabiya_game::GameId;
use tabiya_protocol::AnalysisView;

use super::Analyses;

/// What other nodes must hear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnalysisHint {
    /// The analysis of this game was asked for.
    Asked(GameId),
    /// What is stored about this game has changed: it is complete, has failed, or was corrected.
    Changed(GameId),
}

/// What tells the other nodes.
pub(super) type Elsewhere = Box<dyn Fn(AnalysisHint) + Send + Sync>;

impl Analyses {
    /// From now on other nodes hear what happens here. To be called once.
    pub fn reach(&self, elsewhere: Elsewhere) {
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

    /// Another node tells this. Whoever follows the analysis here is told how it ended.
    pub async fn heard(&self, hint: AnalysisHint) {
        let game = match hint {
            AnalysisHint::Asked(game) => {
                if self.is_ours(game) {
                    self.0.wake.notify_one();
                }
                return;
            }
            AnalysisHint::Changed(game) => game,
        };
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
