// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of [`Challenges`].

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{future::Future, sync::Arc};

use tabiya_game::{GameId, PlayerId, PlayerName, Time};

use super::games::{ANN, BOB, EVE, id};
use crate::{
    Account, Challenge, ChallengeKept, ChallengeLimits, ChallengeStage, ChallengeStep, Challenges, Ends,
    Store,
};

mod wrong;
pub use wrong::{Fault, Wrong};

/// A place for one store that starts empty.
pub trait Fixture: Send + Sync {
    /// Opens the store. Called once.
    fn open(&self) -> impl Future<Output = Store> + Send;
}

/// Makes a test of each law. The argument is an expression for a fresh [`Fixture`].
#[macro_export]
macro_rules! challenges_tests {
    ($fixture:expr) => {
        $crate::challenges_tests!($fixture;
            a_challenge_is_kept_for_its_two_players there_are_never_too_many
            several_at_once_are_not_too_many a_challenge_is_answered_once
            other_terms_are_another_version one_that_becomes_a_game_waits_until_it_has
            what_should_not_wait_is_due a_game_is_played_again_once the_newest_of_the_past_are_kept
            who_leaves_takes_the_past_along
        );
    };
    ($fixture:expr; $($law:ident)*) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $law() {
                $crate::conformance::challenges::$law(&$fixture).await;
            }
        )*
    };
}

crate::laws! { Fixture,
    a_challenge_is_kept_for_its_two_players there_are_never_too_many
    several_at_once_are_not_too_many a_challenge_is_answered_once
    other_terms_are_another_version one_that_becomes_a_game_waits_until_it_has
    what_should_not_wait_is_due a_game_is_played_again_once the_newest_of_the_past_are_kept
    who_leaves_takes_the_past_along
}

const WIDE: ChallengeLimits = ChallengeLimits { sent: 100, received: 100, all: 100 };
const OPEN: ChallengeStage = ChallengeStage::Open;

/// A challenge with this number, made at that time.
pub(super) fn challenge(number: u64, from: PlayerId, to: PlayerId) -> Challenge {
    Challenge {
        id: id(number),
        root: id(number),
        version: 1,
        from,
        to,
        again: None,
        made: Time(number),
        expires: Time(1_000 + number),
        stage: OPEN,
        game: None,
        ended: None,
        terms: format!("{{\"é\":{number}}}"),
        answer: String::new(),
    }
}

async fn make(store: &Store, new: &Challenge) {
    let made = store.challenges.make_challenge(new, WIDE).await;
    assert_eq!(made, Ok(ChallengeKept::Kept), "{new:?}");
}

async fn step(store: &Store, number: u64, stages: [ChallengeStage; 2], at: u64) -> bool {
    let [from, to] = stages;
    store.challenges.step_challenge(id(number), &ChallengeStep::new(from, to, Time(at))).await.unwrap()
}

fn ids(challenges: &[Challenge]) -> Vec<GameId> {
    challenges.iter().map(|challenge| challenge.id).collect()
}

async fn of(challenges: &Arc<dyn Challenges>, player: PlayerId) -> Vec<GameId> {
    ids(&challenges.challenges_of(player, 99).await.unwrap())
}

/// As it was made, the oldest first.
pub async fn a_challenge_is_kept_for_its_two_players(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let [first, second] = [challenge(7, BOB, ANN), challenge(3, ANN, BOB)];
    for new in [&first, &second] {
        make(&store, new).await;
    }
    let challenges = &store.challenges;
    assert!(challenges.make_challenge(&first, WIDE).await.is_err(), "an id is used once");
    assert_eq!(challenges.challenge(id(7)).await, Ok(Some(first.clone())));
    assert_eq!(challenges.challenges_of(ANN, 99).await, Ok(vec![second.clone(), first.clone()]));
    assert_eq!(challenges.challenges_of(BOB, 1).await, Ok(vec![second]));
    assert_eq!(of(challenges, EVE).await, []);
    assert_eq!(challenges.challenge(id(8)).await, Ok(None));
    for (expires, kept) in [(5_000, 5_000), (4_000, 5_000)] {
        assert_eq!(challenges.prolong_challenge(id(7), Time(expires)).await, Ok(true));
        assert_eq!(challenges.challenge(id(7)).await.unwrap().unwrap().expires, Time(kept));
    }
}

/// Of one player, for one player, and in all.
pub async fn there_are_never_too_many(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let challenges = &store.challenges;
    let limits = ChallengeLimits { sent: 2, received: 3, all: 4 };
    let made = async |number, from, to| {
        challenges.make_challenge(&challenge(number, from, to), limits).await.unwrap()
    };
    assert_eq!(made(1, ANN, BOB).await, ChallengeKept::Kept);
    assert_eq!(made(2, ANN, EVE).await, ChallengeKept::Kept);
    assert_eq!(made(3, ANN, BOB).await, ChallengeKept::TooManySent);
    assert_eq!(made(3, EVE, BOB).await, ChallengeKept::Kept);
    assert_eq!(made(4, PlayerId::from_bytes([4; 16]), BOB).await, ChallengeKept::Kept);
    assert_eq!(made(5, PlayerId::from_bytes([5; 16]), BOB).await, ChallengeKept::TooManyReceived);
    assert_eq!(made(5, BOB, EVE).await, ChallengeKept::TooManyReceived, "in all");
    assert_eq!(challenges.challenge(id(5)).await, Ok(None));
    // What is over makes room.
    assert!(step(&store, 1, [OPEN, ChallengeStage::Declined], 9).await);
    assert_eq!(made(6, ANN, BOB).await, ChallengeKept::Kept);
    // A rematch is counted by itself.
    let rematch = Challenge { again: Some(id(99)), ..challenge(7, ANN, BOB) };
    assert_eq!(challenges.make_challenge(&rematch, limits).await, Ok(ChallengeKept::Kept));
}

/// Each of them counts those before it. Players of two nodes make theirs in one database.
pub async fn several_at_once_are_not_too_many(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let challenges = &store.challenges;
    let limits = ChallengeLimits { sent: 2, received: 99, all: 99 };
    for round in 0..5 {
        let from = PlayerId::from_bytes([100 + round; 16]);
        let first = u64::from(round) * 100;
        let made = async |number| {
            let to = PlayerId::from_bytes([number; 16]);
            let new = challenge(first + u64::from(number), from, to);
            challenges.make_challenge(&new, limits).await.unwrap()
        };
        let made: [_; 5] = tokio::join!(made(1), made(2), made(3), made(4), made(5)).into();
        let kept = made.iter().filter(|made| **made == ChallengeKept::Kept).count();
        assert_eq!((kept, of(challenges, from).await.len()), (2, 2), "{made:?}");
        // Both players offer the same rematch, from different nodes.
        let again = id(9_000 + first);
        let offered = async |number, from, to| {
            let offer = Challenge { again: Some(again), ..challenge(first + number, from, to) };
            challenges.make_challenge(&offer, WIDE).await.unwrap()
        };
        let offered: [_; 3] =
            tokio::join!(offered(50, ANN, BOB), offered(51, BOB, ANN), offered(52, ANN, BOB)).into();
        let kept = offered.iter().filter(|made| **made == ChallengeKept::Kept).count();
        assert_eq!((kept, challenges.rematches_of(again, 9).await.unwrap().len()), (1, 1), "{offered:?}");
    }
}

/// By whoever is first.
pub async fn a_challenge_is_answered_once(fixture: &impl Fixture) {
    let store = fixture.open().await;
    make(&store, &challenge(1, ANN, BOB)).await;
    let declined = ChallengeStep {
        answer: "tooFast".to_owned(),
        ..ChallengeStep::new(OPEN, ChallengeStage::Declined, Time(50))
    };
    assert_eq!(store.challenges.step_challenge(id(1), &declined).await, Ok(true));
    for stage in ChallengeStage::ALL {
        assert!(!step(&store, 1, [OPEN, stage], 60).await, "{stage:?}");
        assert!(!step(&store, 1, [ChallengeStage::Declined, stage], 60).await, "{stage:?}");
    }
    let kept = store.challenges.challenge(id(1)).await.unwrap().unwrap();
    assert_eq!((kept.stage, kept.ended), (ChallengeStage::Declined, Some(Time(50))));
    assert_eq!((kept.answer.as_str(), kept.game), ("tooFast", None));
    assert_eq!(store.challenges.prolong_challenge(id(1), Time(9_000)).await, Ok(false));
    assert_eq!(of(&store.challenges, BOB).await, []);
}

/// Which ends the one before.
pub async fn other_terms_are_another_version(fixture: &impl Fixture) {
    let store = fixture.open().await;
    make(&store, &challenge(1, ANN, BOB)).await;
    let challenges = &store.challenges;
    let turned = Challenge { id: id(2), version: 2, from: BOB, to: ANN, ..challenge(1, ANN, BOB) };
    let none = ChallengeLimits { sent: 0, ..WIDE };
    let renewed = |old: u64, new: Challenge, limits| async move {
        challenges.renew_challenge(id(old), &new, limits, Time(70)).await.unwrap()
    };
    assert_eq!(renewed(1, turned.clone(), none).await, ChallengeKept::TooManySent);
    assert_eq!(challenges.newest_version(id(1)).await.unwrap().map(|found| found.version), Some(1));
    // The challenge itself does not count.
    let one = ChallengeLimits { sent: 1, received: 1, all: 1 };
    assert_eq!(renewed(1, turned.clone(), one).await, ChallengeKept::Kept);
    assert_eq!(challenges.newest_version(id(1)).await, Ok(Some(turned)));
    let before = challenges.challenge(id(1)).await.unwrap().unwrap();
    assert_eq!((before.stage, before.ended), (ChallengeStage::Cancelled, Some(Time(70))));
    assert_eq!(of(challenges, ANN).await, [id(2)]);
    let late = Challenge { id: id(3), version: 3, ..challenge(1, ANN, BOB) };
    assert_eq!(renewed(1, late, WIDE).await, ChallengeKept::Gone, "it has changed already");
    assert_eq!(challenges.challenge(id(3)).await, Ok(None));
}

/// A restart finds it there.
pub async fn one_that_becomes_a_game_waits_until_it_has(fixture: &impl Fixture) {
    let store = fixture.open().await;
    make(&store, &challenge(1, ANN, BOB)).await;
    make(&store, &challenge(2, EVE, BOB)).await;
    let accepted =
        ChallengeStep { game: Some(id(40)), ..ChallengeStep::new(OPEN, ChallengeStage::Accepted, Time(50)) };
    assert_eq!(store.challenges.step_challenge(id(1), &accepted).await, Ok(true));
    assert_eq!(store.challenges.step_challenge(id(1), &accepted).await, Ok(false), "once");
    assert!(!step(&store, 1, [OPEN, ChallengeStage::Cancelled], 60).await, "it can't be taken back");
    assert_eq!(of(&store.challenges, BOB).await, [id(1), id(2)]);
    let under_way = store.challenges.accepted_challenges(9).await.unwrap();
    assert_eq!((ids(&under_way), under_way[0].game, under_way[0].ended), (vec![id(1)], Some(id(40)), None));
    assert_eq!(ids(&store.challenges.challenges_due(Time(9_999), 9).await.unwrap()), [id(2)]);
    assert!(step(&store, 1, [ChallengeStage::Accepted, ChallengeStage::Begun], 70).await);
    let begun = store.challenges.challenge(id(1)).await.unwrap().unwrap();
    assert_eq!((begun.game, begun.ended), (Some(id(40)), Some(Time(70))));
    assert_eq!(of(&store.challenges, BOB).await, [id(2)]);
    assert_eq!(store.challenges.accepted_challenges(9).await, Ok(vec![]));
}

async fn join(store: &Store, player: PlayerId, name: &str) -> Account {
    let checked = PlayerName::try_from(name.to_owned()).unwrap();
    let account = Account::new(player, checked, name.to_lowercase(), name.to_lowercase(), Time(1));
    store.accounts.create_account(&account).await.unwrap();
    store.accounts.account(player).await.unwrap().unwrap()
}

/// The first to expire first.
pub async fn what_should_not_wait_is_due(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let [dora, cid] = [PlayerId::from_bytes([4; 16]), PlayerId::from_bytes([5; 16])];
    for (player, name) in [(ANN, "Ann"), (BOB, "Bob"), (EVE, "Eve"), (cid, "Cid")] {
        join(&store, player, name).await;
    }
    let account = join(&store, dora, "Dora").await;
    for new in [
        challenge(4, ANN, BOB),
        challenge(2, BOB, ANN),
        challenge(3, EVE, BOB),
        challenge(5, cid, dora),
        challenge(6, cid, ANN),
    ] {
        make(&store, &new).await;
    }
    let due = async |now, limit| ids(&store.challenges.challenges_due(Time(now), limit).await.unwrap());
    assert_eq!(due(999, 9).await, []);
    assert_eq!(due(1_003, 9).await, [id(2), id(3)]);
    assert_eq!(due(1_003, 1).await, [id(2)]);
    store.relations.block(ANN, cid, true).await.unwrap();
    store
        .accounts
        .change_account(&Account { closed: Some(Time(9)), ..account }, Ends::Nothing)
        .await
        .unwrap();
    assert_eq!(due(999, 9).await, [id(5), id(6)]);
}

/// And again when the offer was declined.
pub async fn a_game_is_played_again_once(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let challenges = &store.challenges;
    let rematch = |number, from, to| Challenge { again: Some(id(99)), ..challenge(number, from, to) };
    make(&store, &rematch(1, ANN, BOB)).await;
    let second = challenges.make_challenge(&rematch(2, BOB, ANN), WIDE).await;
    assert_eq!(second, Ok(ChallengeKept::TooManySent));
    assert_eq!(of(challenges, ANN).await, [], "it is no challenge");
    assert!(step(&store, 1, [OPEN, ChallengeStage::Cancelled], 9).await);
    make(&store, &rematch(2, BOB, ANN)).await;
    assert_eq!(ids(&challenges.rematches_of(id(99), 9).await.unwrap()), [id(2), id(1)]);
    assert_eq!(ids(&challenges.rematches_of(id(99), 1).await.unwrap()), [id(2)]);
    assert_eq!(challenges.rematches_of(id(1), 9).await, Ok(vec![]));
    assert!(step(&store, 2, [OPEN, ChallengeStage::Accepted], 10).await);
    assert!(step(&store, 2, [ChallengeStage::Accepted, ChallengeStage::Begun], 11).await);
    let third = challenges.make_challenge(&rematch(3, BOB, ANN), WIDE).await;
    assert_eq!(third, Ok(ChallengeKept::TooManySent), "it was played again");
}

/// Those with a game and those without by themselves.
pub async fn the_newest_of_the_past_are_kept(fixture: &impl Fixture) {
    let store = fixture.open().await;
    for number in 1..=7 {
        make(&store, &challenge(number, ANN, BOB)).await;
    }
    for (number, at) in [(1, 50), (2, 40), (3, 60)] {
        assert!(step(&store, number, [OPEN, ChallengeStage::Expired], at).await);
    }
    for (number, at) in [(4, 10), (5, 20)] {
        assert!(step(&store, number, [OPEN, ChallengeStage::Accepted], at).await);
        assert!(step(&store, number, [ChallengeStage::Accepted, ChallengeStage::Begun], at).await);
    }
    assert!(step(&store, 6, [OPEN, ChallengeStage::Accepted], 5).await);
    store.challenges.forget_old_challenges(2).await.unwrap();
    let kept = ids(&store.challenges.all_challenges_of(BOB, 99).await.unwrap());
    assert_eq!(kept, [1, 3, 4, 5, 6, 7].map(id));
    assert_eq!(ids(&store.challenges.all_challenges_of(BOB, 2).await.unwrap()), [1, 3].map(id));
    store.challenges.forget_old_challenges(1).await.unwrap();
    assert_eq!(ids(&store.challenges.all_challenges_of(ANN, 99).await.unwrap()), [3, 5, 6, 7].map(id));
}

/// A challenge that waits is ended first, so that the other player hears of it. Of a rematch its game's room tells.
pub async fn who_leaves_takes_the_past_along(fixture: &impl Fixture) {
    let store = fixture.open().await;
    for (number, from, to) in [(1, ANN, BOB), (2, BOB, ANN), (3, BOB, EVE), (4, ANN, BOB)] {
        make(&store, &challenge(number, from, to)).await;
    }
    for number in 1..=3 {
        assert!(step(&store, number, [OPEN, ChallengeStage::Declined], 9).await);
    }
    for (number, from, to) in [(5, ANN, BOB), (6, BOB, EVE)] {
        make(&store, &Challenge { again: Some(id(90 + number)), ..challenge(number, from, to) }).await;
    }
    store.challenges.forget_challenges_of(ANN).await.unwrap();
    assert_eq!(ids(&store.challenges.all_challenges_of(BOB, 99).await.unwrap()), [3, 4, 6].map(id));
}
