// SPDX-License-Identifier: AGPL-3.0-or-later
//! Offered rematches, as the store keeps them: rows beside the challenges, found by the game that is to be
//! played again.
//!
//! An offer is stored before anybody hears of it, and an agreement together with the id of the next game
//! before that game is created. A restart finishes what was under way (`challenge/finish.rs`).

use tabiya_archive::archive::ReadError;
use tabiya_game::{Game, GameId, Seat, Seats, Terms, Time, TimeControl};
use tabiya_protocol::Refusal;
use tabiya_rules::Color;
use tabiya_runtime::log_once::LogOnce;
use tabiya_store::{
    Challenge, ChallengeKept, ChallengeLimits, ChallengeStage, ChallengeStep, Challenges, StorageError,
};

use super::core::rematch::{self, Offered, Rematch, Standing};
use super::{Created, Rooms};

/// How long an offer waits, in milliseconds: a day in correspondence, else ten minutes, as a challenge to a game with clocks.
const PATIENCE: u64 = 24 * 60 * 60 * 1000;
const SHORT_PATIENCE: u64 = 10 * 60 * 1000;
/// Offers that may wait: of one player, for one player, and in all.
const LIMITS: ChallengeLimits = ChallengeLimits { sent: 100, received: 200, all: 10_000 };
/// Offers for one game that are looked at. Older ones change nothing.
const LOOKED_AT: u32 = 20;

static FAILS: LogOnce = LogOnce::new();

fn not_saved(error: StorageError) -> Refusal {
    FAILS.log(|| tracing::error!(%error, "a rematch could not be stored"));
    Refusal::NotSaved
}

impl Rooms {
    /// The rows; `None` where there are none, as in tests of rooms alone: then offers live in the room only.
    fn rematch_rows(&self) -> Option<&dyn Challenges> {
        self.shared().people.as_ref().map(|people| &*people.store.challenges)
    }

    fn wall(&self) -> Time {
        self.timeline().wall()
    }

    /// What the game after this one is played by.
    ///
    /// # Errors
    /// If the game can't be read.
    pub async fn rematch_terms(&self, before: GameId) -> Result<Terms, StorageError> {
        match self.load(before).await {
            Ok(game) => Ok(rematch::terms(&game)),
            Err(ReadError::Storage(error)) => Err(error),
            Err(ReadError::NoSuchGame(id)) => Err(StorageError::Damaged {
                detail: format!("a rematch is of the game {id}, which is not there"),
            }),
        }
    }

    /// How the rematch of a finished game stands.
    pub(super) async fn rematch_of(&self, id: GameId, game: &Game) -> Standing {
        let Some(rows) = self.rematch_rows() else { return Standing::default() };
        let told = |error: &StorageError| {
            FAILS.log(|| tracing::warn!(%error, "offers of rematches can't be read"));
        };
        let rows = rows.rematches_of(id, LOOKED_AT).await.inspect_err(told).unwrap_or_default();
        let seats = game.seats();
        let mut standing = Standing::default();
        for row in rows {
            match row.stage {
                ChallengeStage::Begun => {
                    let game = row.game.unwrap_or(row.id);
                    return Standing { rematch: Rematch::agreed(game), offer: None };
                }
                ChallengeStage::Open | ChallengeStage::Accepted => {
                    if let Some(by) = seats.color_of(row.from) {
                        standing.rematch.offer(by);
                        standing.offer = Some(row.id);
                    }
                }
                ChallengeStage::Declined => {
                    if let Some(by) = seats.color_of(row.to) {
                        standing.rematch.declined_before(by);
                    }
                }
                ChallengeStage::Cancelled | ChallengeStage::Expired => {}
            }
        }
        standing
    }

    /// Stores that this side offers a rematch of a game.
    pub(super) async fn offer_rematch(&self, of: GameId, game: &Game, by: Color) -> Result<Offered, Refusal> {
        let (seats, time) = (game.seats(), game.time_control());
        let (Some(rows), Seat::Player(from), Seat::Player(to)) =
            (self.rematch_rows(), seats[by], seats[by.opposite()])
        else {
            return Ok(Offered::Kept(None));
        };
        let is_slow = matches!(time, Some(TimeControl::Correspondence { .. }));
        let patience = if is_slow { PATIENCE } else { SHORT_PATIENCE };
        let (id, now) = (self.draw_id(), self.wall());
        let offer = Challenge {
            id,
            root: id,
            version: 1,
            from,
            to,
            again: Some(of),
            made: now,
            expires: Time(now.0 + patience),
            stage: ChallengeStage::Open,
            game: None,
            ended: None,
            terms: String::new(),
            answer: String::new(),
        };
        match rows.make_challenge(&offer, LIMITS).await {
            Ok(ChallengeKept::Kept) => Ok(Offered::Kept(Some(id))),
            Ok(ChallengeKept::Gone | ChallengeKept::TooManySent | ChallengeKept::TooManyReceived) => {
                let standing = self.rematch_of(of, game).await;
                if standing.rematch.is_nothing() {
                    Err(Refusal::TooFast)
                } else {
                    Ok(Offered::Before(standing))
                }
            }
            // It may be stored all the same: the store says it.
            Err(error) => match rows.challenge(id).await {
                Ok(Some(_)) => Ok(Offered::Kept(Some(id))),
                Ok(None) | Err(_) => Err(not_saved(error)),
            },
        }
    }

    /// Stores that an offer is declined or withdrawn. One that is over already is what was asked for. One that was accepted,
    /// and whose game could not be created yet, becomes a game all the same: it can't be declined any more.
    pub(super) async fn end_rematch(
        &self,
        offer: Option<GameId>,
        how: ChallengeStage,
    ) -> Result<(), Refusal> {
        let (Some(rows), Some(offer)) = (self.rematch_rows(), offer) else { return Ok(()) };
        let step = ChallengeStep::new(ChallengeStage::Open, how, self.wall());
        let stepped = rows.step_challenge(offer, &step).await;
        if stepped == Ok(true) {
            return Ok(());
        }
        let row = rows.challenge(offer).await.map_err(not_saved)?;
        match (row.map(|row| row.stage), stepped) {
            (Some(ChallengeStage::Accepted | ChallengeStage::Begun), _) => Err(Refusal::NotSaved),
            (Some(ChallengeStage::Open), Err(error)) => Err(not_saved(error)),
            // Where the write was not answered, it was carried out.
            _ => Ok(()),
        }
    }

    /// Begins the rematch that both want, `by` at last. It counts against both players' limits. `offer` is
    /// the row of the offer; there is none against the computer.
    pub(super) async fn begin_rematch(
        &self,
        offer: Option<GameId>,
        seats: Seats,
        by: Color,
        terms: Terms,
    ) -> Result<GameId, Refusal> {
        // Who asks comes first: a player whose own limit is reached costs the opponent nothing.
        let players: Vec<_> =
            [by, by.opposite()].into_iter().filter_map(|side| seats[side].player()).collect();
        let asking = *players.first().expect("only a player asks for a rematch");
        let entered = self.entrance().enter(&players, terms.is_rated()).await;
        let _entry = entered.map_err(|error| error.refusal(asking))?;
        // One of them may have blocked the other since the offer, or be in kid mode by now.
        if self.entrance().may_meet(&seats, asking).await.is_err() {
            return Err(Refusal::RematchDeclined);
        }
        match (self.rematch_rows(), offer) {
            (Some(rows), Some(offer)) => self.agree(rows, offer, terms).await,
            _ => self.create(terms).await.map_err(not_saved),
        }
    }

    async fn agree(&self, rows: &dyn Challenges, offer: GameId, terms: Terms) -> Result<GameId, Refusal> {
        let step =
            |from, to, game| ChallengeStep { game: Some(game), ..ChallengeStep::new(from, to, self.wall()) };
        // The offer's slot may have got another owner since.
        let mut game = if self.owns(offer) { offer } else { self.draw_id() };
        let accepted = step(ChallengeStage::Open, ChallengeStage::Accepted, game);
        if !rows.step_challenge(offer, &accepted).await.map_err(not_saved)? {
            // It was accepted before, and the game could not be created or told; or it is over.
            let row = rows.challenge(offer).await.map_err(not_saved)?;
            match row.map(|row| (row.stage, row.game.unwrap_or(row.id))) {
                Some((ChallengeStage::Begun, begun)) => return Ok(begun),
                Some((ChallengeStage::Accepted, accepted)) => game = accepted,
                _ => return Err(Refusal::NoRematchOffered),
            }
        }
        while self.create_once(game, terms.clone()).await.map_err(not_saved)? == Created::Taken {
            game = self.draw_id();
            let other = step(ChallengeStage::Accepted, ChallengeStage::Accepted, game);
            rows.step_challenge(offer, &other).await.map_err(not_saved)?;
        }
        let begun = step(ChallengeStage::Accepted, ChallengeStage::Begun, game);
        if let Err(error) = rows.step_challenge(offer, &begun).await {
            // The game exists; the row follows a little later.
            FAILS.log(|| tracing::warn!(%error, "a rematch has begun, which can't be stored now"));
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use tabiya_accounts::news;
    use tabiya_game::{Command, PlayerId};
    use tabiya_rules::Position;
    use tabiya_runtime::computer::ComputerPool;
    use tabiya_runtime::ghosts::Ghosts;
    use tabiya_runtime::timeline::Timeline;
    use tabiya_store::{SqliteStore, Store};

    use super::super::{Patience, Ports};
    use super::*;
    use crate::entry::Entrance;
    use crate::ratings;

    const OF: GameId = GameId::from_bits(7);

    /// Carries out what rooms ask for, and loses the next answer to a write.
    struct LosesAnswers {
        right: Arc<dyn Challenges>,
        loses: AtomicBool,
    }

    impl LosesAnswers {
        fn answer<T>(&self, answer: T) -> Result<T, StorageError> {
            if self.loses.swap(false, Ordering::Relaxed) { Err(StorageError::Unanswered) } else { Ok(answer) }
        }
    }

    #[async_trait::async_trait]
    impl Challenges for LosesAnswers {
        async fn make_challenge(
            &self,
            new: &Challenge,
            limits: ChallengeLimits,
        ) -> Result<ChallengeKept, StorageError> {
            self.answer(self.right.make_challenge(new, limits).await?)
        }

        async fn step_challenge(&self, id: GameId, step: &ChallengeStep) -> Result<bool, StorageError> {
            self.answer(self.right.step_challenge(id, step).await?)
        }

        async fn challenge(&self, id: GameId) -> Result<Option<Challenge>, StorageError> {
            self.right.challenge(id).await
        }

        async fn rematches_of(&self, game: GameId, limit: u32) -> Result<Vec<Challenge>, StorageError> {
            self.right.rematches_of(game, limit).await
        }

        async fn renew_challenge(
            &self,
            _: GameId,
            _: &Challenge,
            _: ChallengeLimits,
            _: Time,
        ) -> Result<ChallengeKept, StorageError> {
            unreachable!("a rematch has no terms")
        }

        async fn prolong_challenge(&self, _: GameId, _: Time) -> Result<bool, StorageError> {
            unreachable!("a rematch is offered once")
        }

        async fn newest_version(&self, _: GameId) -> Result<Option<Challenge>, StorageError> {
            unreachable!("a rematch has one version")
        }

        async fn challenges_of(&self, _: PlayerId, _: u32) -> Result<Vec<Challenge>, StorageError> {
            unreachable!("rematches are in no player's list")
        }

        async fn challenges_due(&self, _: Time, _: u32) -> Result<Vec<Challenge>, StorageError> {
            unreachable!("a room ends nothing that is due")
        }

        async fn accepted_challenges(&self, _: u32) -> Result<Vec<Challenge>, StorageError> {
            unreachable!("a room finishes its own alone")
        }

        async fn all_challenges_of(&self, _: PlayerId, _: u32) -> Result<Vec<Challenge>, StorageError> {
            unreachable!("a room asks for no player's past")
        }

        async fn forget_challenges_of(&self, _: PlayerId) -> Result<(), StorageError> {
            unreachable!("a room forgets nobody")
        }

        async fn forget_old_challenges(&self, _: u32) -> Result<(), StorageError> {
            unreachable!("a room tidies nothing")
        }
    }

    struct House {
        rows: Arc<LosesAnswers>,
        rooms: Rooms,
        game: Game,
        _folder: tempfile::TempDir,
    }

    impl House {
        /// A game between two people that is over.
        async fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let store = Store::new(SqliteStore::open(folder.path()).unwrap());
            let rows = Arc::new(LosesAnswers {
                right: Arc::clone(&store.challenges),
                loses: AtomicBool::new(false),
            });
            let store = store.with(|handles| handles.challenges = rows.clone());
            let timeline = Timeline::start();
            let entrance = Entrance::of_guests(Arc::clone(&store.archive), timeline);
            let computers = ComputerPool::start(1);
            let rooms = Rooms::new(Ports::from(&store), timeline, computers, entrance, Patience::Usual)
                .knowing((store.clone(), Ghosts::default()), ratings::queue().0, news::queue().0);
            let [ann, bob] = [1, 2].map(|byte| PlayerId::from_bytes([byte; 16]));
            let seats = Seats::new(ann, Color::White, Seat::Player(bob));
            let (mut game, _) = Game::create(Terms::new(Position::start(), None, seats).unwrap(), Time(1));
            for event in game.decide(Command::Resign { by: Color::White }, Time(2)).unwrap() {
                game.apply(&tabiya_game::Stamped::new(Time(2), event));
            }
            Self { rows, rooms, game, _folder: folder }
        }

        async fn offer(&self, by: Color) -> Result<Offered, Refusal> {
            self.rooms.offer_rematch(OF, &self.game, by).await
        }

        async fn stages(&self) -> Vec<ChallengeStage> {
            let rows = self.rows.rematches_of(OF, 9).await.unwrap();
            rows.iter().map(|row| row.stage).collect()
        }
    }

    #[tokio::test]
    async fn an_offer_whose_write_was_not_answered_is_an_offer() {
        let house = House::new().await;
        house.rows.loses.store(true, Ordering::Relaxed);
        let Ok(Offered::Kept(Some(row))) = house.offer(Color::White).await else { panic!("it is stored") };
        assert_eq!(house.rows.challenge(row).await.unwrap().unwrap().stage, ChallengeStage::Open);
        // It was stored too late for the room to find it. Both players ask again.
        for by in Color::ALL {
            let Ok(Offered::Before(standing)) = house.offer(by).await else { panic!("{by:?}: it is there") };
            assert_eq!(standing.offer, Some(row));
            assert_eq!(standing.rematch.open_offer(), Some(Color::White));
        }
        assert_eq!(house.stages().await, [ChallengeStage::Open]);
    }

    #[tokio::test]
    async fn an_offer_that_ended_without_an_answer_has_ended() {
        let house = House::new().await;
        let Ok(Offered::Kept(offer)) = house.offer(Color::White).await else { panic!("it is stored") };
        house.rows.loses.store(true, Ordering::Relaxed);
        assert_eq!(house.rooms.end_rematch(offer, ChallengeStage::Declined).await, Ok(()));
        assert_eq!(house.stages().await, [ChallengeStage::Declined]);
    }
}
