// SPDX-License-Identifier: AGPL-3.0-or-later
//! A challenge as the store keeps it and as its players see it.

use serde::{Deserialize, Serialize};
use tabiya_game::{GameId, PlayerId, Terms};
use tabiya_protocol::{ChallengeEnd, ChallengeTerms, ChallengeView, DeclineReason, PlayerView};
use tabiya_store::{Challenge as Row, ChallengeStage, StorageError};

use super::terms::seats;
use crate::pairing::Side;
use crate::wish::{WrongWish, terms_of};

/// What the store keeps as a text: the game, and how both players were known when this version was made.
#[derive(Serialize, Deserialize)]
struct Kept {
    terms: ChallengeTerms,
    from: PlayerView,
    to: PlayerView,
}

/// How a challenge was declined, as the store keeps it.
#[derive(Serialize, Deserialize)]
struct Declined {
    reason: DeclineReason,
    /// The word of a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    word: Option<String>,
}

/// The text that the store keeps of the game.
pub(super) fn kept(terms: &ChallengeTerms, [from, to]: [&Side; 2]) -> String {
    let kept = Kept { terms: terms.clone(), from: from.view.clone(), to: to.view.clone() };
    serde_json::to_string(&kept).expect("terms are written as text")
}

/// The text that the store keeps of an answer.
pub(super) fn declined(reason: DeclineReason, word: Option<&str>) -> String {
    let declined = Declined { reason, word: word.map(str::to_owned) };
    serde_json::to_string(&declined).expect("a reason is written as text")
}

/// A version of a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    pub(super) row: Row,
    pub(super) from: Side,
    /// Who is to answer.
    pub(super) to: Side,
    pub(super) terms: ChallengeTerms,
}

impl Challenge {
    /// The challenge of this row.
    ///
    /// # Errors
    /// If the row can't be read.
    pub(super) fn of(row: Row) -> Result<Self, StorageError> {
        let damaged = |error| StorageError::Damaged { detail: format!("challenge {}: {error}", row.id) };
        let Kept { terms, from, to } = serde_json::from_str(&row.terms).map_err(damaged)?;
        let from = Side { player: row.from, view: from };
        let to = Side { player: row.to, view: to };
        Ok(Self { from, to, terms, row })
    }

    /// As this player sees it.
    pub fn view(&self, of: PlayerId) -> ChallengeView {
        ChallengeView {
            id: self.row.root,
            version: self.row.version,
            game: self.row.id,
            from: self.from.view.clone(),
            to: self.to.view.clone(),
            terms: self.terms.clone(),
            yours: self.to.player == of,
            expires: self.row.expires.0,
        }
    }

    /// How it ended; `None` while it waits, or its game is being created.
    pub(super) fn ended(&self) -> Option<ChallengeEnd> {
        match self.row.stage {
            ChallengeStage::Open | ChallengeStage::Accepted => None,
            ChallengeStage::Begun => Some(ChallengeEnd::Accepted { game: self.game() }),
            ChallengeStage::Declined => {
                let answer = serde_json::from_str(&self.row.answer);
                let Declined { reason, word } =
                    answer.unwrap_or(Declined { reason: DeclineReason::None, word: None });
                Some(ChallengeEnd::Declined { by: self.to.view.clone(), reason, word })
            }
            ChallengeStage::Cancelled => Some(ChallengeEnd::Cancelled),
            ChallengeStage::Expired => Some(ChallengeEnd::Expired),
        }
    }

    /// The game that it becomes or has become.
    pub(super) fn game(&self) -> GameId {
        self.row.game.unwrap_or(self.row.id)
    }

    /// What its game is played by. Where chance decides about the start, it decides now.
    pub(super) fn game_terms(&self) -> Result<Terms, WrongWish> {
        terms_of(&self.terms, seats(&self.terms, self.row.id, [self.row.from, self.row.to]))
    }
}

/// Whether the player takes part.
pub(super) fn is_of(row: &Row, player: PlayerId) -> bool {
    row.from == player || row.to == player
}
