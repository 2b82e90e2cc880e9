// SPDX-License-Identifier: AGPL-3.0-or-later
//! Takes news of games and challenges from their queue, one after the other, and writes notices.
//!
//! Where news were lost, notices of challenges may be out of date. They are compared with the challenges then, so that none
//! outlives its challenge.

use std::sync::Arc;
use std::time::Duration;

use tabiya_game::PlayerId;
use tabiya_protocol::people::desk::NoticeKind;
use tabiya_runtime::beat::Beat;
use tabiya_runtime::log_once::LogOnce;
use tabiya_runtime::spawn::spawn;
use tabiya_store::StorageError;
use tokio::sync::watch;

use super::People;
use super::notices::{About, NoticeData};
use crate::news::{Lost, News, NewsToTell, Opponent};
use crate::push::Pushed;

static FAILS: LogOnce = LogOnce::new();

/// How often it is looked whether news were lost.
const LOOK: Duration = Duration::from_secs(10);

/// Writes notices until the server stops.
pub fn start(people: &Arc<People>, mut news: NewsToTell, mut stopping: watch::Receiver<bool>) {
    let people = Arc::clone(people);
    spawn(async move {
        let mut beat = Beat::every(LOOK);
        loop {
            let next = tokio::select! {
                biased;
                // `stopping` changes once, from false to true.
                _ = stopping.changed() => return,
                _ = beat.next() => {
                    people.make_up_for(&news.lost).await;
                    continue;
                }
                next = news.next() => next,
            };
            let Some(next) = next else { return };
            if let Err(error) = people.tell(next).await {
                news.lost.note();
                FAILS.log(
                    || tracing::warn!(%error, "players can't be told of their games and challenges now"),
                );
            }
        }
    });
}

impl People {
    /// Takes back what is out of date, if news were lost.
    async fn make_up_for(&self, lost: &Lost) {
        if lost.take()
            && let Err(error) = self.withdraw_answered().await
        {
            lost.note();
            FAILS.log(|| tracing::warn!(%error, "notices of old challenges can't be taken back now"));
        }
    }

    async fn tell(&self, news: News) -> Result<(), StorageError> {
        match news {
            News::Moved { player, game } => self.has_moved(player, game).await,
            News::Turn { player, opponent: Opponent { name, level }, game } => {
                let data = NoticeData { name, level, ..NoticeData::default() };
                self.notify(player, NoticeKind::YourMove, About::Game(game), &data).await?;
                self.push_news(player, Pushed::Turn);
                Ok(())
            }
            News::Ended { player, opponent: Opponent { name, level }, game, outcome, in_event } => {
                // Only where it makes a difference the storage is asked.
                let differs = in_event != Some(outcome);
                let outcome = if differs && self.store.events.event_of_game(game).await?.is_some() {
                    let Some(outcome) = in_event else { return Ok(()) };
                    outcome
                } else {
                    outcome
                };
                let data = NoticeData { name, level, outcome: Some(outcome), ..NoticeData::default() };
                self.notify(player, NoticeKind::Result, About::Game(game), &data).await
            }
            News::Challenged { player, by: name, key } => {
                let data = NoticeData { name, ..NoticeData::default() };
                self.notify(player, NoticeKind::Challenge, About::Challenge(key), &data).await?;
                // It may have been answered while this waited, on another node or where the answer's news were lost.
                let newest = self.store.challenges.newest_version(key).await?;
                if !newest.is_some_and(|newest| newest.to == player && !newest.stage.is_over()) {
                    return self.has_answered(player, key).await;
                }
                self.push_news(player, Pushed::Challenge);
                Ok(())
            }
            News::Answered { player, key } => self.has_answered(player, key).await,
        }
    }

    fn push_news(&self, player: PlayerId, pushed: Pushed) {
        if let Some(push) = self.push() {
            push.tell(player, pushed);
        }
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::{GameId, Time};
    use tabiya_protocol::people::desk::NoticeOutcome;
    use tabiya_runtime::config::Config;
    use tabiya_runtime::timeline::Timeline;
    use tabiya_store::{
        Account, Challenge, ChallengeKept, ChallengeLimits, ChallengeStage, ChallengeStep, EventAppend,
        EventStage, SqliteStore, Store, StoredEntry, StoredEvent,
    };

    use super::*;
    use crate::news;

    const ANN: PlayerId = PlayerId::from_bytes([1; 16]);
    const BOB: PlayerId = PlayerId::from_bytes([2; 16]);
    const KEY: GameId = GameId::from_bits(7);

    struct House {
        people: Arc<People>,
        _folder: tempfile::TempDir,
    }

    impl House {
        /// Bob has challenged Ann.
        async fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let store = Store::new(SqliteStore::open(folder.path()).unwrap());
            for (player, called) in [(ANN, "Ann"), (BOB, "Bob")] {
                let name = called.to_owned().try_into().unwrap();
                let folded = called.to_lowercase();
                let account = Account::new(player, name, folded.clone(), folded, Time(1));
                store.accounts.create_account(&account).await.unwrap();
            }
            let challenge = Challenge {
                id: KEY,
                root: KEY,
                version: 1,
                from: BOB,
                to: ANN,
                again: None,
                made: Time(1),
                expires: Time(u64::from(u32::MAX)),
                stage: ChallengeStage::Open,
                game: None,
                ended: None,
                terms: String::new(),
                answer: String::new(),
            };
            let limits = ChallengeLimits { sent: 9, received: 9, all: 9 };
            let kept = store.challenges.make_challenge(&challenge, limits).await;
            assert_eq!(kept, Ok(ChallengeKept::Kept));
            let config = Config::for_tests();
            let timeline = Timeline::start();
            let people = People::new(&config, &store, None, Default::default(), timeline).await.unwrap();
            Self { people, _folder: folder }
        }

        async fn decline(&self) {
            let step = ChallengeStep::new(ChallengeStage::Open, ChallengeStage::Declined, Time(9));
            assert_eq!(self.people.store.challenges.step_challenge(KEY, &step).await, Ok(true));
        }

        /// The notices that Ann has.
        async fn notices(&self) -> usize {
            self.people.store.notices.notices_of(ANN).await.unwrap().0.len()
        }
    }

    fn challenged() -> News {
        News::Challenged { player: ANN, by: "Bob".to_owned(), key: KEY }
    }

    #[tokio::test]
    async fn a_notice_whose_end_found_no_place_in_the_queue_ends_all_the_same() {
        let house = House::new().await;
        let (queue, mut news) = news::queue();
        house.people.make_up_for(&news.lost).await;
        queue.tell(challenged());
        house.people.tell(news.next().await.unwrap()).await.unwrap();
        assert_eq!(house.notices().await, 1);
        house.people.make_up_for(&news.lost).await;
        assert_eq!(house.notices().await, 1, "the challenge waits");
        let others = |number| News::Moved { player: BOB, game: GameId::from_bits(number) };
        (0..5_000).for_each(|number| queue.tell(others(number)));
        house.decline().await;
        queue.tell(News::Answered { player: ANN, key: KEY });
        house.people.make_up_for(&news.lost).await;
        assert_eq!(house.notices().await, 0);
    }

    /// White is Bob, and has not made the first move. Ann was not there either.
    fn missed() -> Vec<News> {
        let opponent = |name: &str| Opponent { name: name.to_owned(), level: None };
        let ended = |player, other, in_event| News::Ended {
            player,
            opponent: opponent(other),
            game: KEY,
            outcome: NoticeOutcome::Aborted,
            in_event,
        };
        vec![ended(BOB, "Ann", None), ended(ANN, "Bob", Some(NoticeOutcome::Won))]
    }

    /// What the bells of Ann and Bob say of the game.
    async fn said(house: &House) -> [Option<NoticeOutcome>; 2] {
        for news in missed() {
            house.people.tell(news).await.unwrap();
        }
        let mut said = [None; 2];
        for (player, said) in [ANN, BOB].into_iter().zip(&mut said) {
            let (notices, _) = house.people.store.notices.notices_of(player).await.unwrap();
            *said = notices.first().and_then(|notice| NoticeData::of(notice).outcome);
        }
        said
    }

    #[tokio::test]
    async fn a_missed_first_move_aborts_a_game_but_not_one_of_an_event() {
        let house = House::new().await;
        let aborted = Some(NoticeOutcome::Aborted);
        assert_eq!(said(&house).await, [aborted, aborted]);

        let house = House::new().await;
        let event = StoredEvent {
            id: "00000007".to_owned(),
            owner: None,
            created: Time(1),
            starts: Time(1),
            head: 1,
            stage: EventStage::Running,
            summary: String::new(),
            festival: None,
        };
        let entry = StoredEntry { number: 1, at: Time(1), by: None, entry: "{}".to_owned() };
        let (entries, games) = (vec![entry], vec![KEY]);
        let new = EventAppend { event, entries, players: Vec::new(), games, members: Vec::new() };
        assert_eq!(house.people.store.events.create_event(&new).await, Ok(true));
        assert_eq!(said(&house).await, [Some(NoticeOutcome::Won), None], "the event tells Bob");
    }

    #[tokio::test]
    async fn a_challenge_that_was_answered_before_its_notice_is_written_has_none() {
        let house = House::new().await;
        house.decline().await;
        house.people.tell(challenged()).await.unwrap();
        assert_eq!(house.notices().await, 0);
    }
}
