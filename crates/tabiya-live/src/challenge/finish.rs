// SPDX-License-Identifier: AGPL-3.0-or-later
//! `finish` creates the game of an accepted challenge, at once or after a crash. `look_after` runs every five
//! seconds, finishes what was accepted where this server owns the game, and ends challenges that expired or whose
//! players may not meet.

use tabiya_game::{GameId, Terms};
use tabiya_protocol::ChallengeEnd;
use tabiya_store::{Challenge as Row, ChallengeStage, ChallengeStep, StorageError};

use super::{Challenge, ChallengeError, Challenges, FAILS, OfferError, REMEMBERED, readable};
use crate::pairing::Created;

/// Rows that are looked after at once.
const AT_ONCE: u32 = 200;

impl Challenges {
    /// Creates the game of a challenge that was accepted, and tells both. The caller holds the turn of both.
    /// May be tried again.
    pub(super) async fn finish(&self, accepted: Challenge) -> Result<GameId, OfferError> {
        let terms = accepted.game_terms().map_err(|error| OfferError::Wrong(error.to_string()))?;
        let game = self.create(&accepted.row, terms).await?;
        let id = accepted.row.id;
        let begun = match self.step(accepted, ChallengeStage::Begun, Some(game), String::new()).await {
            Ok(begun) => begun,
            // Another node has finished it meanwhile, and told both.
            Err(error) => return self.begun(id).await?.ok_or(error),
        };
        self.tell_end(&begun, &ChallengeEnd::Accepted { game });
        self.0.pairing.tell(game, [&begun.from, &begun.to]);
        Ok(game)
    }

    /// The game of a challenge that has begun.
    async fn begun(&self, id: GameId) -> Result<Option<GameId>, StorageError> {
        let row = self.rows().challenge(id).await?;
        Ok(row.filter(|row| row.stage == ChallengeStage::Begun).map(|row| row.game.unwrap_or(id)))
    }

    /// Creates the game of an accepted row once. Returns its id.
    async fn create(&self, accepted: &Row, terms: Terms) -> Result<GameId, StorageError> {
        let mut game = accepted.game.unwrap_or(accepted.id);
        while self.0.pairing.rooms.create_once(game, terms.clone()).await? == Created::Taken {
            game = self.0.pairing.rooms.draw_id();
            let now = self.0.pairing.people.now();
            let stage = ChallengeStage::Accepted;
            let step = ChallengeStep { game: Some(game), ..ChallengeStep::new(stage, stage, now) };
            self.rows().step_challenge(accepted.id, &step).await?;
        }
        Ok(game)
    }

    /// Looks after all challenges.
    pub(super) async fn sweep(&self) {
        if let Err(error) = self.look_after().await {
            FAILS.log(|| tracing::warn!(%error, "challenges can't be looked after now"));
        }
    }

    async fn look_after(&self) -> Result<(), StorageError> {
        for row in self.rows().accepted_challenges(AT_ONCE).await? {
            let id = row.id;
            // The others are looked after by the owners of their games. To ask those would hold up all that come behind.
            if !self.0.pairing.rooms.owns(row.game.unwrap_or(id)) {
                continue;
            }
            if let Err(error) = self.finish_row(row).await {
                FAILS.log(|| tracing::warn!(%error, %id, "the game of an accepted challenge waits"));
            }
        }
        let now = self.0.pairing.people.now();
        for row in self.rows().challenges_due(now, AT_ONCE).await? {
            let how = if row.expires <= now { ChallengeStage::Expired } else { ChallengeStage::Cancelled };
            match self.end_row(row, how).await {
                Ok(()) | Err(OfferError::Challenge(ChallengeError::Gone)) => {}
                Err(error) => FAILS.log(|| tracing::warn!(%error, "a challenge could not be ended")),
            }
        }
        Ok(())
    }

    /// Forgets the oldest of those that are over.
    pub(super) async fn tidy(&self) {
        if let Err(error) = self.rows().forget_old_challenges(REMEMBERED).await {
            FAILS.log(|| tracing::warn!(%error, "old challenges can't be forgotten now"));
        }
    }

    /// Creates the game of a row that was accepted, unless somebody does at this moment.
    async fn finish_row(&self, row: Row) -> Result<(), OfferError> {
        let _turn = self.0.pairs.turn_of(row.from, row.to).await;
        let row = self.rows().challenge(row.id).await?;
        let Some(row) = row.filter(|row| row.stage == ChallengeStage::Accepted) else { return Ok(()) };
        if let Some(before) = row.again {
            return self.finish_rematch(row, before).await;
        }
        self.finish(Challenge::of(row)?).await?;
        Ok(())
    }

    /// The room of the game before reads of it where it begins.
    async fn finish_rematch(&self, row: Row, before: GameId) -> Result<(), OfferError> {
        let terms = self.0.pairing.rooms.rematch_terms(before).await?;
        let players = [terms.seats().white.player(), terms.seats().black.player()];
        let game = self.create(&row, terms.clone()).await?;
        let now = self.0.pairing.people.now();
        let begun = ChallengeStep::new(ChallengeStage::Accepted, ChallengeStage::Begun, now);
        let begun = ChallengeStep { game: Some(game), ..begun };
        self.rows().step_challenge(row.id, &begun).await?;
        // Both may have given it up meanwhile.
        if let [Some(white), Some(black)] = players {
            let [white, black] = self.0.pairing.sides([white, black], &terms).await?;
            self.0.pairing.tell(game, [&white, &black]);
        }
        Ok(())
    }

    async fn end_row(&self, row: Row, how: ChallengeStage) -> Result<(), OfferError> {
        let _turn = self.0.pairs.turn_of(row.from, row.to).await;
        if row.again.is_none()
            && let Some(open) = readable(row.clone())
        {
            return self.end(open, how, String::new()).await;
        }
        // An offered rematch, of which its game's room tells; or one that nobody can read.
        let now = self.0.pairing.people.now();
        self.rows().step_challenge(row.id, &ChallengeStep::new(ChallengeStage::Open, how, now)).await?;
        Ok(())
    }
}
