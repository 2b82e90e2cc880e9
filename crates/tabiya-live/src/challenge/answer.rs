// SPDX-License-Identifier: AGPL-3.0-or-later
//! Answers to challenges: accepted, declined, taken back.

use tabiya_game::{GameId, PlayerId};
use tabiya_limits::address::ChargeNewGame;
use tabiya_protocol::{ChallengeEnd, DeclineReason};
use tabiya_store::{Challenge as Row, ChallengeStage, ChallengeStep};

use super::row::{declined, is_of};
use super::{Challenge, ChallengeError, Challenges, MOST_OF_ONE, OfferError, readable, to_its_end};
use crate::wish;

/// Which challenge is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// The challenge, and the version that the player has seen.
    ByPage(GameId, u32),
    /// The version whose game will have this id.
    ByProgram(GameId),
}

impl Challenges {
    /// The newest version of what the player has seen, if the player takes part in it. That may be over, or
    /// another version.
    async fn newest(&self, seen: Seen, player: PlayerId) -> Result<Row, OfferError> {
        let row = match seen {
            Seen::ByPage(root, _) => self.rows().newest_version(root).await?,
            Seen::ByProgram(id) => self.rows().challenge(id).await?,
        };
        let row = row.filter(|row| is_of(row, player) && row.again.is_none());
        Ok(row.ok_or(ChallengeError::Gone)?)
    }

    /// The same, if it waits for an answer as it was seen. The caller holds the turn of both.
    async fn open(&self, seen: Seen, player: PlayerId) -> Result<Challenge, OfferError> {
        let row = self.newest(seen, player).await?;
        if row.stage != ChallengeStage::Open {
            return Err(ChallengeError::Gone.into());
        }
        match seen {
            Seen::ByPage(_, version) if version != row.version => Err(ChallengeError::Changed.into()),
            Seen::ByPage(..) | Seen::ByProgram(_) => Ok(Challenge::of(row)?),
        }
    }

    /// Accepts a challenge. Accepted twice, it is one game.
    ///
    /// # Errors
    /// Why no game could begin; then the challenge waits on, unless it is gone.
    pub async fn accept(
        &self,
        seen: Seen,
        player: PlayerId,
        charge: ChargeNewGame,
    ) -> Result<GameId, OfferError> {
        let challenges = self.clone();
        to_its_end(async move { challenges.accept_now(seen, player, charge).await }).await
    }

    async fn accept_now(
        &self,
        seen: Seen,
        player: PlayerId,
        charge: ChargeNewGame,
    ) -> Result<GameId, OfferError> {
        let row = self.newest(seen, player).await?;
        // One after the other: a button that was pressed twice leads to one game.
        let _turn = self.0.pairs.turn_of(row.from, row.to).await;
        let row = self.newest(seen, player).await?;
        if row.to == player && matches!(row.stage, ChallengeStage::Accepted | ChallengeStage::Begun) {
            let accepted = Challenge::of(row)?;
            // Where the game could not be created at the first press, it is now.
            return Ok(match accepted.row.stage {
                ChallengeStage::Begun => accepted.game(),
                _ => self.finish(accepted).await?,
            });
        }
        let open = self.open(seen, player).await?;
        if open.row.to != player {
            return Err(ChallengeError::NotYours.into());
        }
        let (asked, asking, pairing) = (open.row.to, open.row.from, &self.0.pairing);
        // One may have blocked the other since.
        pairing.may_challenge(asking, asked).await?;
        wish::check(&open.terms, asking, asked).map_err(|error| OfferError::Wrong(error.to_string()))?;
        let admitted = pairing.admit(&[asked, asking], open.terms.rated, [(asked, charge)]).await;
        let _entry = admitted.map_err(|error| error.told_to(asked))?;
        // Chance may have drawn the id of a game that began since.
        let is_free = pairing.store.archive.game(open.row.id).await?.is_none();
        let rooms = &pairing.rooms;
        let game = if is_free && rooms.can_create(open.row.id) { open.row.id } else { rooms.draw_id() };
        let accepted = self.step(open, ChallengeStage::Accepted, Some(game), String::new()).await?;
        self.finish(accepted).await
    }

    /// An open challenge takes a step, and is returned as it is after it.
    pub(super) async fn step(
        &self,
        mut open: Challenge,
        to: ChallengeStage,
        game: Option<GameId>,
        answer: String,
    ) -> Result<Challenge, OfferError> {
        let at = self.0.pairing.people.now();
        let step = ChallengeStep { game, answer, ..ChallengeStep::new(open.row.stage, to, at) };
        if !self.rows().step_challenge(open.row.id, &step).await? {
            return Err(ChallengeError::Gone.into());
        }
        (open.row.stage, open.row.answer) = (to, step.answer);
        open.row.game = game.or(open.row.game);
        Ok(open)
    }

    /// Ends an open challenge that becomes no game, and tells both. The caller holds the turn of both.
    pub(super) async fn end(
        &self,
        open: Challenge,
        how: ChallengeStage,
        answer: String,
    ) -> Result<(), OfferError> {
        let over = self.step(open, how, None, answer).await?;
        self.tell_end(&over, &over.ended().unwrap_or(ChallengeEnd::Cancelled));
        Ok(())
    }

    /// Declines a challenge. `word` is what a program says for the reason.
    ///
    /// # Errors
    /// If no such challenge waits for this player's answer, or it has other terms by now.
    pub async fn decline(
        &self,
        seen: Seen,
        player: PlayerId,
        reason: DeclineReason,
        word: Option<&str>,
    ) -> Result<(), OfferError> {
        let answer = declined(reason, word);
        self.end_as(seen, player, ChallengeStage::Declined, answer).await
    }

    /// Takes an own challenge back. One that is being accepted at this moment is waited for.
    ///
    /// # Errors
    /// If no such challenge of this player waits, or it has other terms by now.
    pub async fn cancel(&self, seen: Seen, player: PlayerId) -> Result<(), OfferError> {
        self.end_as(seen, player, ChallengeStage::Cancelled, String::new()).await
    }

    async fn end_as(
        &self,
        seen: Seen,
        player: PlayerId,
        how: ChallengeStage,
        answer: String,
    ) -> Result<(), OfferError> {
        let challenges = self.clone();
        to_its_end(async move {
            let row = challenges.newest(seen, player).await?;
            let _turn = challenges.0.pairs.turn_of(row.from, row.to).await;
            let open = challenges.open(seen, player).await?;
            let by = if how == ChallengeStage::Declined { open.row.to } else { open.row.from };
            if by != player {
                return Err(ChallengeError::NotYours.into());
            }
            challenges.end(open, how, answer).await
        })
        .await
    }

    /// Ends what waits between two players of whom one has blocked the other.
    ///
    /// # Errors
    /// If the storage fails. What is left ends a little later.
    pub async fn part(&self, one: PlayerId, other: PlayerId) -> Result<(), OfferError> {
        self.end_all(one, move |row| is_of(row, other)).await
    }

    /// Ends what waits of a player who leaves, and forgets the rest.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn forget(&self, player: PlayerId) -> Result<(), OfferError> {
        self.end_all(player, |_| true).await?;
        Ok(self.rows().forget_challenges_of(player).await?)
    }

    async fn end_all(
        &self,
        of: PlayerId,
        is_wanted: impl Fn(&Row) -> bool + Send + 'static,
    ) -> Result<(), OfferError> {
        let challenges = self.clone();
        to_its_end(async move {
            let rows = challenges.rows().challenges_of(of, MOST_OF_ONE).await?;
            let rows: Vec<_> = rows.into_iter().filter(|row| is_wanted(row)).collect();
            for row in rows {
                let _turn = challenges.0.pairs.turn_of(row.from, row.to).await;
                let Some(open) = readable(row).filter(|open| open.row.stage == ChallengeStage::Open) else {
                    continue;
                };
                match challenges.end(open, ChallengeStage::Cancelled, String::new()).await {
                    // It was answered at this moment.
                    Ok(()) | Err(OfferError::Challenge(ChallengeError::Gone)) => {}
                    Err(error) => return Err(error),
                }
            }
            Ok(())
        })
        .await
    }
}
