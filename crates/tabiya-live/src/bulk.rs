// SPDX-License-Identifier: AGPL-3.0-or-later
//! Rounds that organisers order: many games that begin at one time, and whose clocks may start at another. An order is kept
//! in the store, so that a restart forgets none.

use std::sync::Arc;
use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use serde::{Deserialize, Serialize};
use tabiya_accounts::people::scopes::Scope;
use tabiya_accounts::people::tokens::Key;
use tabiya_archive::archive::ReadError;
use tabiya_game::{GameId, PlayerId, Seat, Seats, Terms, Time};
use tabiya_protocol::ChallengeTerms;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::log_once::LogOnce;
use tabiya_runtime::secret::Hash;
use tabiya_runtime::spawn::spawn;
use tabiya_runtime::stopping::stops;
use tabiya_store::{BulkPairing, BulkStage, StorageError};
use tokio::sync::{Notify, watch};

use crate::pairing::{Created, Pairing};
use crate::room::{OrderError, RoomCommand};
use crate::wish;

/// Longest wait between two looks into the store, because the wall clock may have been set.
const LONGEST_SLEEP: Duration = Duration::from_secs(60);
/// After the storage has failed.
const SLEEP_AFTER_FAILURE: Duration = Duration::from_secs(2);
/// Rounds of one organiser that may wait.
const MOST_WAITING: u32 = 20;
/// Rounds that are carried out before the next look.
const AT_ONCE: u32 = 10;

static FAILS: LogOnce = LogOnce::new();

/// The games of a round, as they are stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Round {
    /// What all its games are played by. Who has which colour stands in each game.
    pub terms: ChallengeTerms,
    /// When the games begin.
    pub pair_at: Time,
    /// When the clocks run at the latest; `None` where both players' first moves start them, or the organiser
    /// does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_clocks_at: Option<Time>,
    /// The games, in the order in which they begin.
    pub games: Vec<RoundGame>,
}

/// One game of a round.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RoundGame {
    /// The id that the game will have.
    pub id: GameId,
    /// Who plays White.
    pub white: PlayerId,
    /// Who plays Black.
    pub black: PlayerId,
    /// The hashes of the tokens by which White and Black agreed, as text. Whoever revokes theirs is not seated.
    pub(crate) agreed: [String; 2],
    /// By colour: whether the organiser made that token. Then a newer one of the same organiser is as good.
    #[serde(default)]
    pub(crate) by_organiser: [bool; 2],
}

impl RoundGame {
    /// A game between the players who agreed to it by these tokens, White's first.
    pub fn new(id: GameId, [white, black]: [&Key; 2]) -> Self {
        let by_organiser = [white, black].map(Key::is_made_by_another);
        let login = |key: &Key| (key.login.account.player, BASE64URL_NOPAD.encode(&key.login.session));
        let ((white, by_white), (black, by_black)) = (login(white), login(black));
        Self { id, white, black, agreed: [by_white, by_black], by_organiser }
    }
}

impl Round {
    /// The round of a stored order.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn of(bulk: &BulkPairing) -> Result<Self, StorageError> {
        let damaged = |error| StorageError::Damaged { detail: format!("round {}: {error}", bulk.id) };
        serde_json::from_str(&bulk.round).map_err(damaged)
    }

    /// The order to store.
    pub fn ordered(&self, id: String, owner: PlayerId, now: Time) -> BulkPairing {
        let round = serde_json::to_string(self).expect("a round is written as text");
        BulkPairing { id, owner, ordered: now, stage: BulkStage::Ordered, due: Some(self.pair_at), round }
    }
}

/// Why a round was not ordered.
#[derive(Debug, thiserror::Error)]
pub enum NotOrdered {
    /// 20 rounds of the organiser wait already.
    #[error("{MOST_WAITING} of your rounds wait already")]
    TooMany,
    /// The order could not be stored.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// Carries out what was ordered. Cheap to clone.
#[derive(Clone)]
pub struct Bulk(Arc<Inner>);

struct Inner {
    pairing: Pairing,
    wake: Notify,
    /// Held while a step is taken, so that an order is not taken back in its middle.
    stepping: tokio::sync::Mutex<()>,
}

impl Bulk {
    /// Begins to carry out what is due.
    pub fn start(pairing: Pairing, stopping: watch::Receiver<bool>) -> Self {
        let stepping = tokio::sync::Mutex::default();
        let bulk = Self(Arc::new(Inner { pairing, wake: Notify::new(), stepping }));
        spawn(bulk.clone().run(stopping));
        bulk
    }

    async fn run(self, mut stopping: watch::Receiver<bool>) {
        loop {
            let sleep = self.carry_out().await.unwrap_or_else(|error| {
                FAILS.log(|| tracing::warn!(%error, "can't carry out the rounds that are due"));
                SLEEP_AFTER_FAILURE
            });
            tokio::select! {
                () = tokio::time::sleep(sleep) => {}
                () = self.0.wake.notified() => {}
                () = stops(&mut stopping) => return,
            }
        }
    }

    /// Stores an order; what is due at once is done when this returns.
    ///
    /// # Errors
    /// If too many of the organiser's rounds wait, or the order can't be stored. What fails later is tried again.
    pub async fn order(&self, bulk: &BulkPairing) -> Result<(), NotOrdered> {
        {
            let _step = self.0.stepping.lock().await;
            let store = &self.0.pairing.store.bulk_pairings;
            if store.bulks_of(bulk.owner, MOST_WAITING).await?.len() >= MOST_WAITING as usize {
                return Err(NotOrdered::TooMany);
            }
            store.order_bulk(bulk).await?;
        }
        // A task of its own: a caller who goes away leaves no round half begun.
        let bulk = self.clone();
        if let Ok(Err(error)) = tokio::spawn(async move { bulk.carry_out().await }).await {
            FAILS.log(|| tracing::warn!(%error, "can't carry out the rounds that are due"));
        }
        // It may be due before what was waited for.
        self.0.wake.notify_one();
        Ok(())
    }

    /// Takes an order back. Returns whether its games had not begun.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn cancel(&self, owner: PlayerId, id: &str) -> Result<bool, StorageError> {
        let _step = self.0.stepping.lock().await;
        self.0.pairing.store.bulk_pairings.cancel_bulk(owner, id).await
    }

    /// Does all that is due, and returns how long until the next round is due.
    async fn carry_out(&self) -> Result<Duration, StorageError> {
        let _step = self.0.stepping.lock().await;
        let store = &self.0.pairing.store.bulk_pairings;
        loop {
            let now = self.0.pairing.people.calendar();
            let due = store.bulks_due(now, AT_ONCE).await?;
            if due.is_empty() {
                let next = store.bulks_due(Time(u64::MAX), 1).await?.pop().and_then(|bulk| bulk.due);
                let wait = next.map(|due| Duration::from_millis(due.since(now).0.into()));
                return Ok(wait.map_or(LONGEST_SLEEP, |wait| wait.min(LONGEST_SLEEP)));
            }
            let mut is_stuck = true;
            for bulk in due {
                // One that fails keeps no other from its turn.
                match self.step(&bulk).await {
                    Ok(done) => is_stuck &= !done,
                    Err(error) => FAILS.log(|| tracing::warn!(%error, round = bulk.id, "a round waits")),
                }
            }
            if is_stuck {
                return Ok(SLEEP_AFTER_FAILURE);
            }
        }
    }

    /// Takes the step that is due. Returns whether it is done; if not, it is to be tried again a little later.
    async fn step(&self, bulk: &BulkPairing) -> Result<bool, StorageError> {
        let store = &self.0.pairing.store.bulk_pairings;
        let round = match Round::of(bulk) {
            Ok(round) => round,
            // It is set aside, so that it does not keep other rounds from beginning.
            Err(error) => {
                tracing::warn!(%error, "a round can't be carried out");
                return store.advance_bulk(&bulk.id, [bulk.stage; 2], None).await;
            }
        };
        match bulk.stage {
            BulkStage::Ordered if !self.may_organise(bulk.owner).await? => {
                tracing::warn!(
                    round = bulk.id,
                    "a round does not begin: its organiser is closed, or organises no more"
                );
                store.advance_bulk(&bulk.id, [BulkStage::Ordered; 2], None).await
            }
            BulkStage::Ordered => {
                for game in &round.games {
                    self.begin(bulk, &round.terms, game).await?;
                }
                let stages = [BulkStage::Ordered, BulkStage::Paired];
                store.advance_bulk(&bulk.id, stages, round.start_clocks_at).await
            }
            BulkStage::Paired => self.start_clocks(bulk).await,
            // Nothing follows.
            BulkStage::Started => store.advance_bulk(&bulk.id, [BulkStage::Started; 2], None).await,
        }
    }

    async fn may_organise(&self, owner: PlayerId) -> Result<bool, StorageError> {
        let account = self.0.pairing.store.accounts.account(owner).await?;
        Ok(account.is_some_and(|account| account.is_open() && account.role.is_staff()))
    }

    /// Whether the token by which a player has agreed is still good, or, where this organiser made it, another one of theirs.
    async fn agrees(
        &self,
        player: PlayerId,
        token: &str,
        maker: Option<PlayerId>,
    ) -> Result<bool, StorageError> {
        let hash = BASE64URL_NOPAD.decode(token.as_bytes()).ok();
        let Some(hash) = hash.and_then(|hash| Hash::try_from(hash).ok()) else { return Ok(false) };
        let Pairing { store, people, .. } = &self.0.pairing;
        if let Some(key) = people.keys.with_hash(hash).await? {
            return Ok(key.login.account.player == player && key.scopes.has(Scope::ChallengeWrite));
        }
        let Some(maker) = maker else { return Ok(false) };
        let others = store.access_tokens.access_tokens_of(player, people.now()).await?;
        Ok(others.iter().any(|other| other.made_by == Some(maker)))
    }

    /// Begins one game and tells its players. After a restart in the middle of a round the game may have begun; then its
    /// players are told.
    async fn begin(
        &self,
        round: &BulkPairing,
        wish: &ChallengeTerms,
        game: &RoundGame,
    ) -> Result<(), StorageError> {
        let RoundGame { id, white, black, .. } = *game;
        let seats = Seats { white: Seat::Player(white), black: Seat::Player(black) };
        let terms = match wish::terms_of(wish, seats) {
            Ok(terms) => terms,
            Err(why) => {
                tracing::warn!(%id, round = round.id, %why, "a game of a round can't begin");
                return Ok(());
            }
        };
        let has_begun = self.0.pairing.store.archive.game(id).await?.is_some();
        if !has_begun && !self.create(round, terms.clone(), game).await? {
            return Ok(());
        }
        let sides = self.0.pairing.sides([white, black], &terms).await?;
        self.0.pairing.tell(id, sides.each_ref());
        Ok(())
    }

    /// Creates one game. Returns whether it could begin; if not, the log says why.
    async fn create(
        &self,
        BulkPairing { id: round, owner, .. }: &BulkPairing,
        terms: Terms,
        game: &RoundGame,
    ) -> Result<bool, StorageError> {
        let RoundGame { id, white, black, .. } = *game;
        for ((player, token), made) in [white, black].into_iter().zip(&game.agreed).zip(game.by_organiser) {
            if !self.agrees(player, token, made.then_some(*owner)).await? {
                tracing::warn!(%id, round, %player, "a game of a round can't begin: a token was revoked");
                return Ok(false);
            }
        }
        if !self.may_be_paired([white, black]).await? {
            tracing::warn!(%id, round, "a game of a round can't begin: its players may not meet any more");
            return Ok(false);
        }
        let _entry = match self.0.pairing.admit(&[white, black], terms.is_rated(), []).await {
            Ok(entry) => entry,
            Err(why) => {
                tracing::warn!(%id, round, ?why, "a game of a round can't begin");
                return Ok(false);
            }
        };
        let is_theirs = self.0.pairing.rooms.create_once(id, terms).await? != Created::Taken;
        if !is_theirs {
            tracing::warn!(%id, round, "a game of a round can't begin: another game has its id");
        }
        Ok(is_theirs)
    }

    /// Whether both have open accounts and each may challenge the other.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn may_be_paired(&self, [white, black]: [PlayerId; 2]) -> Result<bool, StorageError> {
        let Pairing { store, people, .. } = &self.0.pairing;
        let accounts = store.accounts.accounts_of(&[white, black]).await?;
        let open = accounts.iter().filter(|account| account.is_open()).count();
        Ok(open == 2
            && people.may_challenge(white, black).await?.is_ok()
            && people.may_challenge(black, white).await?.is_ok())
    }

    /// Lets the clocks of all games of a round run. Returns whether that is done: not while the server stops.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn start_clocks(&self, bulk: &BulkPairing) -> Result<bool, StorageError> {
        for RoundGame { id, white, .. } in Round::of(bulk)?.games {
            let order = self.0.pairing.rooms.order(id, Identity::guest(white), RoomCommand::StartClocks);
            match order.await {
                // Over, running already, or left out of the round.
                Ok(()) | Err(OrderError::Refused { .. } | OrderError::Read(ReadError::NoSuchGame(_))) => {}
                Err(OrderError::Read(ReadError::Storage(error))) => return Err(error),
                Err(OrderError::Gone) => return Ok(false),
            }
        }
        let stages = [BulkStage::Paired, BulkStage::Started];
        self.0.pairing.store.bulk_pairings.advance_bulk(&bulk.id, stages, None).await?;
        Ok(true)
    }
}
