// SPDX-License-Identifier: AGPL-3.0-or-later
//! Makes challenges and changes their terms.

use tabiya_game::{GameId, PlayerId, Terms, Time};
use tabiya_limits::address::ChargeNewGame;
use tabiya_protocol::{ChallengeTerms, ChallengeView};
use tabiya_store::{Account, Challenge as Row, ChallengeKept, ChallengeLimits, ChallengeStage, StorageError};

use super::row::{is_of, kept};
use super::terms::{patience, seats};
use super::{Challenge, ChallengeError, Challenges, LIMITS, OfferError, to_its_end};
use crate::entry::NoGame;
use crate::pairing::Side;
use crate::wish;

/// An own challenge can always be changed, and a proposal counts as a challenge that was sent.
const LIMITS_OF_TERMS: ChallengeLimits = ChallengeLimits { received: u32::MAX, all: u32::MAX, ..LIMITS };

impl Challenges {
    /// Challenges another player. One that the same player sent to the same one before gets the new terms;
    /// sent twice, it is there once. `patience_ms` is how long it waits; `None` for as long as one made on
    /// the page.
    ///
    /// # Errors
    /// If there may be no such challenge or game; the error says why.
    pub async fn make(
        &self,
        [from, to]: [&Account; 2],
        wish: ChallengeTerms,
        patience_ms: Option<u64>,
    ) -> Result<Challenge, OfferError> {
        let game = self.check([from.player, to.player], &wish).await?;
        self.0.rate.take(&from.player, 1).map_err(|wait| OfferError::TooMany { wait })?;
        let sides = self.sides([from, to], &game).await?;
        let now = self.0.pairing.people.now();
        let expires = Time(now.0 + patience_ms.unwrap_or_else(|| patience(&wish)));
        let challenges = self.clone();
        to_its_end(async move {
            let [from, to] = sides.each_ref().map(|side| side.player);
            let _turn = challenges.0.pairs.turn_of(from, to).await;
            let waiting = challenges.waiting(from).await?;
            let is_same = |open: &&Challenge| {
                (open.row.from, open.row.to, open.row.stage) == (from, to, ChallengeStage::Open)
            };
            match waiting.iter().find(is_same) {
                Some(same) if same.terms == wish => challenges.prolong(same, expires).await,
                Some(same) => challenges.renew(same, sides, wish, expires).await,
                None => challenges.add(sides, wish, now, expires).await,
            }
        })
        .await
    }

    async fn add(
        &self,
        sides: [Side; 2],
        wish: ChallengeTerms,
        made: Time,
        expires: Time,
    ) -> Result<Challenge, OfferError> {
        let id = self.0.pairing.rooms.draw_id();
        let new = Row {
            id,
            root: id,
            version: 1,
            from: sides[0].player,
            to: sides[1].player,
            again: None,
            made,
            expires,
            stage: ChallengeStage::Open,
            game: None,
            ended: None,
            terms: kept(&wish, sides.each_ref()),
            answer: String::new(),
        };
        is_kept(self.rows().make_challenge(&new, LIMITS).await?)?;
        let made = Challenge::of(new)?;
        self.tell(&made);
        Ok(made)
    }

    /// The same challenge once more waits as long as the later one would.
    async fn prolong(&self, same: &Challenge, expires: Time) -> Result<Challenge, OfferError> {
        if !self.rows().prolong_challenge(same.row.id, expires).await? {
            return Err(ChallengeError::Gone.into());
        }
        let mut prolonged = same.clone();
        prolonged.row.expires = prolonged.row.expires.max(expires);
        self.tell(&prolonged);
        Ok(prolonged)
    }

    /// Other terms. The caller holds the turn of both.
    async fn renew(
        &self,
        open: &Challenge,
        sides: [Side; 2],
        wish: ChallengeTerms,
        expires: Time,
    ) -> Result<Challenge, OfferError> {
        let new = Row {
            id: self.0.pairing.rooms.draw_id(),
            version: open.row.version + 1,
            from: sides[0].player,
            to: sides[1].player,
            expires,
            terms: kept(&wish, sides.each_ref()),
            ..open.row.clone()
        };
        let now = self.0.pairing.people.now();
        is_kept(self.rows().renew_challenge(open.row.id, &new, LIMITS_OF_TERMS, now).await?)?;
        let changed = Challenge::of(new)?;
        self.tell(&changed);
        Ok(changed)
    }

    /// Answers a challenge, as this version of it was seen, by other terms; or changes an own one.
    ///
    /// # Errors
    /// If there may be no such challenge or game; the error says why.
    pub async fn change(
        &self,
        seen: (GameId, u32),
        player: PlayerId,
        wish: ChallengeTerms,
    ) -> Result<Challenge, OfferError> {
        let open = self.find(seen, player).await?;
        let other = if open.row.from == player { open.row.to } else { open.row.from };
        let accounts = self.0.pairing.store.accounts.accounts_of(&[player, other]).await?;
        let account_of = |id| accounts.iter().find(|account| account.player == id);
        let (Some(own), Some(other)) = (account_of(player), account_of(other)) else {
            return Err(ChallengeError::Gone.into());
        };
        let game = self.check([own.player, other.player], &wish).await?;
        self.0.rate.take(&player, 1).map_err(|wait| OfferError::TooMany { wait })?;
        // With other terms come other ratings.
        let sides = self.sides([own, other], &game).await?;
        let expires = Time(self.0.pairing.people.now().0 + patience(&wish));
        let challenges = self.clone();
        to_its_end(async move {
            let _turn = challenges.0.pairs.turn_of(sides[0].player, sides[1].player).await;
            let open = challenges.find(seen, player).await?;
            challenges.renew(&open, sides, wish, expires).await
        })
        .await
    }

    /// The challenge of this id, if the player takes part in it, it is open, and its newest version is this
    /// one.
    pub(super) async fn find(
        &self,
        (root, version): (GameId, u32),
        player: PlayerId,
    ) -> Result<Challenge, OfferError> {
        // Nobody learns of the challenges of others.
        let newest = self.rows().newest_version(root).await?.filter(|row| is_of(row, player));
        let open = newest.filter(|row| row.stage == ChallengeStage::Open && row.again.is_none());
        let open = open.ok_or(ChallengeError::Gone)?;
        if open.version != version {
            return Err(ChallengeError::Changed.into());
        }
        Ok(Challenge::of(open)?)
    }

    /// Whether there may be such a challenge and game, whoever would have which colour.
    async fn check(&self, [from, to]: [PlayerId; 2], wish: &ChallengeTerms) -> Result<Terms, OfferError> {
        if from == to {
            return Err(ChallengeError::Yourself.into());
        }
        let pairing = &self.0.pairing;
        pairing.may_challenge(from, to).await?;
        // Whoever left too many rated games waits before the next one.
        if wish.rated
            && let Some(wait) = pairing.conduct.pause_of(from, pairing.people.now()).await?
        {
            return Err(NoGame::Paused { player: from, wait }.into());
        }
        wish::check(wish, from, to).map_err(|error| OfferError::Wrong(error.to_string()))
    }

    async fn sides(&self, [from, to]: [&Account; 2], game: &Terms) -> Result<[Side; 2], StorageError> {
        let pairing = &self.0.pairing;
        Ok([pairing.side(from, game).await?, pairing.side(to, game).await?])
    }

    /// Begins the game at once, because both have agreed already. Nothing waits, so nothing is stored but the
    /// game.
    ///
    /// # Errors
    /// If there may be no such challenge or game; the error says why.
    pub async fn begin_at_once(
        &self,
        [from, to]: [&Account; 2],
        wish: ChallengeTerms,
        charge: ChargeNewGame,
    ) -> Result<ChallengeView, OfferError> {
        let players = [from.player, to.player];
        let game = self.check(players, &wish).await?;
        let [from, to] = self.sides([from, to], &game).await?;
        let pairing = &self.0.pairing;
        let admitted = pairing.admit(&players, game.is_rated(), [(players[0], charge)]).await;
        let _entry = admitted.map_err(|error| error.told_to(players[0]))?;
        let id = loop {
            let id = pairing.rooms.draw_id();
            let terms = wish::terms_of(&wish, seats(&wish, id, players));
            let terms = terms.map_err(|error| OfferError::Wrong(error.to_string()))?;
            // Chance may have drawn the id of another game.
            if pairing.rooms.create_as(id, terms).await? {
                break id;
            }
        };
        pairing.tell(id, [&from, &to]);
        let expires = pairing.people.now().0;
        let (from, to) = (from.view, to.view);
        Ok(ChallengeView { id, version: 1, game: id, from, to, terms: wish, yours: false, expires })
    }
}

fn is_kept(kept: ChallengeKept) -> Result<(), ChallengeError> {
    match kept {
        ChallengeKept::Kept => Ok(()),
        ChallengeKept::Gone => Err(ChallengeError::Gone),
        ChallengeKept::TooManySent => Err(ChallengeError::TooMany { limit: LIMITS.sent }),
        ChallengeKept::TooManyReceived => Err(ChallengeError::Busy),
    }
}
