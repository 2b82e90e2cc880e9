// SPDX-License-Identifier: AGPL-3.0-or-later
//! Makes, answers and lists challenges, for pages and programs.
//!
//! A page names a challenge by its number, and a program by the id that its game will have. Both that id and the colours
//! follow from the number and a secret key, so they are known as soon as the challenge is made. With other terms a challenge
//! has another id: a program accepts what it was told of, and nothing that was changed since.

use std::hash::BuildHasher;
use std::sync::Arc;
use std::time::Duration;

use tabiya_accounts::people::People;
use tabiya_game::{Category, GameId, PlayerDetails, PlayerId, Terms};
use tabiya_limits::address::ChargeNewGame;
use tabiya_protocol::http::ColorChoice;
use tabiya_protocol::{ChallengeEnd, ChallengeTerms, ChallengeView, DeclineReason, PlayerView};
use tabiya_rules::Color;
use tabiya_store::{Account, StorageError, Store};

use super::book::{Challenge, Side};
use super::terms::{patience, terms};
use super::{ChallengeError, Challenges};
use crate::entry::{Entrance, QuotaError};
use crate::ratings::{Conduct, known_in, rating_view};
use crate::room::Rooms;

/// What challenges want of the rest of the server. Cheap to clone.
#[derive(Clone)]
pub struct Surroundings {
    /// The ports of the database.
    pub store: Store,
    /// Accounts, and who may challenge whom.
    pub people: Arc<People>,
    /// Who must wait before another rated game.
    pub conduct: Arc<Conduct>,
    /// Where the games begin.
    pub rooms: Rooms,
    /// What every way into a game asks.
    pub entrance: Entrance,
}

/// A challenge as one of its players sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The id that the game will have.
    pub id: GameId,
    /// The challenge's number; 0 for one whose game began at once.
    pub number: u32,
    /// Who challenges.
    pub from: PlayerView,
    /// Who is challenged.
    pub to: PlayerView,
    /// Whether the player who sees it is the one who challenges.
    pub is_own: bool,
    /// What the game would be played by.
    pub terms: ChallengeTerms,
    /// The colour of the one who challenges.
    pub color: Color,
}

/// Why a challenge can't be made or become a game.
#[derive(Debug, thiserror::Error)]
pub enum OfferError {
    /// The challenge is gone or has changed, or there may be none.
    #[error(transparent)]
    Challenge(#[from] ChallengeError),
    /// These terms make no game; the text says why.
    #[error("{0}")]
    Wrong(String),
    /// The player left too many rated games.
    #[error("the player left rated games early")]
    Paused {
        /// How long until the next rated game.
        wait: Duration,
    },
    /// Too many games began at the caller's address.
    #[error("too many games were created from the address")]
    TooFast {
        /// How long until the next one.
        wait: Duration,
    },
    /// Too many challenges.
    #[error("too many challenges were made")]
    TooMany {
        /// How long until the next one.
        wait: Duration,
    },
    /// A limit of the caller's own, or the games can't be counted.
    #[error("the caller may not begin a game now")]
    Quota(QuotaError),
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// The task that accepted the challenge has panicked. The challenge waits on.
    #[error("the server has a fault")]
    Fault,
}

impl OfferError {
    /// How the caller hears whose limit is reached, as [`QuotaError::refusal`] says it on sockets.
    fn of_quota(error: QuotaError, caller: PlayerId) -> Self {
        match error {
            QuotaError::TooMany { player, .. } | QuotaError::TooFast { player, .. } if player != caller => {
                ChallengeError::OpponentHasTooManyGames.into()
            }
            QuotaError::Paused { player, .. } if player != caller => ChallengeError::OpponentPaused.into(),
            error => Self::Quota(error),
        }
    }
}

impl Challenges {
    /// The id that the game of this version of a challenge will have, if no other game has it.
    fn game_of(&self, (number, version): (u32, u32)) -> GameId {
        GameId::from_bits(self.0.secret.hash_one(("game", number, version)))
    }

    /// Stands for all versions of a challenge, the first of which is 1.
    pub(super) fn key_of(&self, challenge: &Challenge) -> GameId {
        self.game_of((challenge.id, 0))
    }

    /// The colour of the one who challenges. Where chance decides, it has decided.
    fn color_of(&self, number: u32, choice: ColorChoice) -> Color {
        match choice {
            ColorChoice::White => Color::White,
            ColorChoice::Black => Color::Black,
            ColorChoice::Random if self.0.secret.hash_one(("colour", number)) & 1 == 0 => Color::White,
            ColorChoice::Random => Color::Black,
        }
    }

    /// The game of a challenge, with its colours.
    ///
    /// # Errors
    /// If there is no such game.
    pub(crate) fn terms_of(&self, challenge: &Challenge) -> Result<Terms, String> {
        let color = match self.color_of(challenge.id, challenge.terms.color) {
            Color::White => ColorChoice::White,
            Color::Black => ColorChoice::Black,
        };
        let wish = ChallengeTerms { color, ..challenge.terms.clone() };
        terms(&wish, challenge.from.player, challenge.to.player)
    }

    /// What a player was told of a challenge, which may be over by now.
    pub fn offer_told(&self, told: ChallengeView) -> Offer {
        let ChallengeView { id: number, version, from, to, terms, yours, .. } = told;
        Offer {
            id: self.game_of((number, version)),
            number,
            from,
            to,
            is_own: !yours,
            color: self.color_of(number, terms.color),
            terms,
        }
    }

    /// Those that wait and in which this player takes part, the oldest first.
    pub fn offers_of(&self, player: PlayerId) -> Vec<Offer> {
        self.book().of(player).into_iter().map(|view| self.offer_told(view)).collect()
    }

    /// Whether a challenge of the one player waits for the answer of the other.
    pub fn has_sent(&self, from: PlayerId, to: PlayerId) -> bool {
        self.book().all_of(from).any(|open| open.from.player == from && open.to.player == to)
    }

    /// The one that waits and whose game will have this id, if the player takes part in it.
    pub fn offer(&self, id: GameId, player: PlayerId) -> Option<Offer> {
        let book = self.book();
        let found = book.all_of(player).find(|challenge| self.game_of(challenge.seen()) == id);
        found.map(|challenge| self.offer_told(challenge.view(player)))
    }

    /// One of the player's that ended without a game not long ago, and how.
    pub fn ended_offer(&self, id: GameId, player: PlayerId) -> Option<(Offer, ChallengeEnd)> {
        let book = self.book();
        let (challenge, ended) = book.ended_of(player).find(|(over, _)| self.game_of(over.seen()) == id)?;
        Some((self.offer_told(challenge.view(player)), ended.clone()))
    }

    /// Waits until the acceptance that is under way has become a game, or has failed. While the caller holds the turn, no other
    /// acceptance begins.
    async fn settled(&self) -> tokio::sync::MutexGuard<'_, ()> {
        let turn = self.0.accepting.lock().await;
        // One whose task has panicked waits again.
        self.book().put_back();
        turn
    }

    /// Challenges another player. `patience_ms` is how long it waits; `None` for as long as one made on the page.
    ///
    /// # Errors
    /// If there may be no such challenge or game; the error says why.
    pub async fn challenge(
        &self,
        around: &Surroundings,
        players: [&Account; 2],
        wish: ChallengeTerms,
        patience_ms: Option<u64>,
    ) -> Result<Offer, OfferError> {
        let made = self.make(around, players, wish, patience_ms).await?;
        let [from, _] = players;
        Ok(self.offer_told(made.view(from.player)))
    }

    /// The same as the page sees it.
    ///
    /// # Errors
    /// If there may be no such challenge or game; the error says why.
    pub async fn make(
        &self,
        around: &Surroundings,
        [from, to]: [&Account; 2],
        wish: ChallengeTerms,
        patience_ms: Option<u64>,
    ) -> Result<Challenge, OfferError> {
        let game = self.check(around, [from, to], &wish).await?;
        self.0.rate.take(&from.player, 1).map_err(|wait| OfferError::TooMany { wait })?;
        let [asking, asked] = [side(around, from, &game).await?, side(around, to, &game).await?];
        let expires = around.people.now().0 + patience_ms.unwrap_or_else(|| patience(&wish));
        let made = self.book().add(asking, asked, wish, expires)?;
        self.tell(&made);
        Ok(made)
    }

    /// Answers a challenge, as this version of it was seen, by other terms; or changes an own one.
    ///
    /// # Errors
    /// If there may be no such challenge or game; the error says why.
    pub async fn change(
        &self,
        around: &Surroundings,
        (number, version): (u32, u32),
        player: PlayerId,
        wish: ChallengeTerms,
    ) -> Result<Challenge, OfferError> {
        let other = {
            let book = self.book();
            let open = book.find(number, version, player)?;
            if open.from.player == player { open.to.player } else { open.from.player }
        };
        let accounts = around.store.accounts.accounts_of(&[player, other]).await?;
        let account_of = |id| accounts.iter().find(|account| account.player == id);
        let (Some(own), Some(other)) = (account_of(player), account_of(other)) else {
            return Err(ChallengeError::Gone.into());
        };
        let game = self.check(around, [own, other], &wish).await?;
        self.0.rate.take(&player, 1).map_err(|wait| OfferError::TooMany { wait })?;
        // With other terms come other ratings.
        let sides = [side(around, own, &game).await?, side(around, other, &game).await?];
        let expires = around.people.now().0 + patience(&wish);
        let changed = self.book().change((number, version), sides, wish, expires)?;
        self.tell(&changed);
        Ok(changed)
    }

    /// Whether there may be such a game, whoever would have which colour.
    async fn check(
        &self,
        around: &Surroundings,
        [from, to]: [&Account; 2],
        wish: &ChallengeTerms,
    ) -> Result<Terms, OfferError> {
        if from.player == to.player {
            return Err(ChallengeError::Yourself.into());
        }
        may_challenge(around, from.player, to.player).await?;
        check_pause(around, from.player, wish.rated).await?;
        terms(wish, from.player, to.player).map_err(OfferError::Wrong)
    }

    /// Begins the game at once, because both have agreed already.
    ///
    /// # Errors
    /// If there may be no such challenge or game; the error says why.
    pub async fn begin_at_once(
        &self,
        around: &Surroundings,
        [from, to]: [&Account; 2],
        terms: ChallengeTerms,
        charge: ChargeNewGame,
    ) -> Result<Offer, OfferError> {
        let game = self.check(around, [from, to], &terms).await?;
        let color = game.seats().color_of(from.player).unwrap_or(Color::White);
        let views = [side(around, from, &game).await?, side(around, to, &game).await?].map(|side| side.view);
        let id = enter_and_create(around, from.player, to.player, None, game, charge).await?;
        let [from, to] = views;
        Ok(Offer { id, number: 0, from, to, is_own: true, terms, color })
    }

    /// Accepts a challenge. Accepted twice, it is one game.
    ///
    /// # Errors
    /// Why no game could begin; then the challenge waits on, unless it is gone.
    pub async fn accept(
        &self,
        around: &Surroundings,
        id: GameId,
        player: PlayerId,
        charge: ChargeNewGame,
    ) -> Result<GameId, OfferError> {
        let Ok(seen) = self.seen(id, player) else {
            let has_begun = self.book().became_game(id, player);
            return if has_begun { Ok(id) } else { Err(ChallengeError::Gone.into()) };
        };
        self.accept_as_seen(around, seen, player, charge).await
    }

    /// The same, of a challenge by its number and the version that the player has seen.
    ///
    /// # Errors
    /// Why no game could begin; then the challenge waits on, unless it is gone.
    pub async fn accept_as_seen(
        &self,
        around: &Surroundings,
        seen: (u32, u32),
        player: PlayerId,
        charge: ChargeNewGame,
    ) -> Result<GameId, OfferError> {
        let (challenges, around) = (self.clone(), around.clone());
        // A task of its own, so that the challenge waits again where it panics.
        let accepted =
            tokio::spawn(async move { challenges.accept_now(&around, seen, player, charge).await });
        match accepted.await {
            Ok(accepted) => accepted,
            Err(_) => {
                drop(self.settled().await);
                Err(OfferError::Fault)
            }
        }
    }

    async fn accept_now(
        &self,
        around: &Surroundings,
        (number, version): (u32, u32),
        player: PlayerId,
        charge: ChargeNewGame,
    ) -> Result<GameId, OfferError> {
        // One after the other: a button that was pressed twice leads to one game.
        let _turn = self.0.accepting.lock().await;
        let challenge = {
            let mut book = self.book();
            if let Some(game) = book.became(number, player) {
                return Ok(game);
            }
            book.begin(number, version, player)?
        };
        match self.begin(around, &challenge, charge).await {
            Ok(game) => {
                self.has_begun(&challenge, game);
                Ok(game)
            }
            Err(error) => {
                self.book().put_back();
                Err(error)
            }
        }
    }

    async fn begin(
        &self,
        around: &Surroundings,
        challenge: &Challenge,
        charge: ChargeNewGame,
    ) -> Result<GameId, OfferError> {
        let (asking, asked) = (challenge.from.player, challenge.to.player);
        // One may have blocked the other since.
        may_challenge(around, asking, asked).await?;
        let game = self.terms_of(challenge).map_err(OfferError::Wrong)?;
        let id = Some(self.game_of(challenge.seen()));
        enter_and_create(around, asked, asking, id, game, charge).await
    }

    /// Tells both players that a challenge has become a game.
    fn has_begun(&self, challenge: &Challenge, game: GameId) {
        self.book().has_become(challenge.id, challenge.to.player, game);
        self.tell_end(challenge, &ChallengeEnd::Accepted { game });
        let players = [&challenge.from, &challenge.to].map(|side| (side.player, &side.view));
        self.0.personal.tell_paired(game, players);
    }

    /// The number and version of the challenge whose game will have this id.
    fn seen(&self, id: GameId, player: PlayerId) -> Result<(u32, u32), ChallengeError> {
        let book = self.book();
        let found = book.all_of(player).find(|challenge| self.game_of(challenge.seen()) == id);
        found.map(Challenge::seen).ok_or(ChallengeError::Gone)
    }

    /// Declines a challenge.
    ///
    /// # Errors
    /// If there is no such challenge to this player.
    pub fn decline(&self, id: GameId, player: PlayerId, reason: DeclineReason) -> Result<(), ChallengeError> {
        self.decline_as_seen(self.seen(id, player)?, player, reason)
    }

    /// Declines a challenge by its number and the version that the player has seen.
    ///
    /// # Errors
    /// If there is no such challenge to this player, or another version waits.
    pub fn decline_as_seen(
        &self,
        (number, version): (u32, u32),
        player: PlayerId,
        reason: DeclineReason,
    ) -> Result<(), ChallengeError> {
        let (challenge, ended) = {
            let mut book = self.book();
            let by = book.to_answer(number, version, player)?.to.view.clone();
            let ended = ChallengeEnd::Declined { by, reason };
            (book.end(number, ended.clone()).ok_or(ChallengeError::Gone)?, ended)
        };
        self.tell_end(&challenge, &ended);
        Ok(())
    }

    /// Takes an own challenge back.
    ///
    /// # Errors
    /// If there is no such challenge of this player.
    pub async fn cancel(&self, id: GameId, player: PlayerId) -> Result<(), ChallengeError> {
        let seen = self.seen(id, player)?;
        self.cancel_as_seen(seen, player).await
    }

    /// Takes an own challenge back by its number and the version that the player has seen.
    ///
    /// # Errors
    /// If there is no such challenge of this player, or another version waits.
    pub async fn cancel_as_seen(&self, seen: (u32, u32), player: PlayerId) -> Result<(), ChallengeError> {
        match self.cancel_now(seen, player) {
            // It is accepted at this moment, which may fail: then it would wait on, though its player was told that it is gone.
            Err(ChallengeError::Gone) => {
                let _turn = self.settled().await;
                self.cancel_now(seen, player)
            }
            done => done,
        }
    }

    fn cancel_now(&self, (number, version): (u32, u32), player: PlayerId) -> Result<(), ChallengeError> {
        let challenge = {
            let mut book = self.book();
            if book.find(number, version, player)?.from.player != player {
                return Err(ChallengeError::NotYours);
            }
            book.end(number, ChallengeEnd::Cancelled).ok_or(ChallengeError::Gone)?
        };
        self.tell_end(&challenge, &ChallengeEnd::Cancelled);
        Ok(())
    }
}

/// How a player is shown, with the rating in the category of the game.
pub(crate) async fn side(
    around: &Surroundings,
    account: &Account,
    game: &Terms,
) -> Result<Side, StorageError> {
    let details = PlayerDetails { name: account.name.clone(), title: account.title, rating: None };
    let of = (account.player, details);
    let known = known_in(&*around.store.ratings, of, Category::of(game), around.people.now()).await?;
    let view = PlayerView::Player {
        name: known.name.to_string(),
        title: known.title,
        rating: known.rating.map(rating_view),
    };
    Ok(Side { player: account.player, view })
}

/// Whether one player may challenge another.
async fn may_challenge(around: &Surroundings, from: PlayerId, to: PlayerId) -> Result<(), OfferError> {
    let may = around.people.may_challenge(from, to).await?;
    Ok(may.map_err(|why| ChallengeError::Unwanted(why.to_string()))?)
}

/// Whoever left too many rated games waits before the next one.
async fn check_pause(around: &Surroundings, player: PlayerId, is_rated: bool) -> Result<(), OfferError> {
    if is_rated && let Some(wait) = around.conduct.pause_of(player, around.people.now()).await? {
        return Err(OfferError::Paused { wait });
    }
    Ok(())
}

/// Creates the game of these two. `caller` is the player whose request begins it, who hears whose limit is in the way.
async fn enter_and_create(
    around: &Surroundings,
    caller: PlayerId,
    opponent: PlayerId,
    id: Option<GameId>,
    game: Terms,
    charge: ChargeNewGame,
) -> Result<GameId, OfferError> {
    charge().map_err(|wait| OfferError::TooFast { wait })?;
    let entered = around.entrance.enter(&[caller, opponent], game.is_rated()).await;
    let _entry = entered.map_err(|error| OfferError::of_quota(error, caller))?;
    match id {
        Some(id) if around.rooms.create_as(id, game.clone()).await? => Ok(id),
        // Another game has that id, or none was promised.
        Some(_) | None => Ok(around.rooms.create(game).await?),
    }
}
