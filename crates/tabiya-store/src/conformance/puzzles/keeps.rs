// SPDX-License-Identifier: AGPL-3.0-or-later
//! What is kept: the puzzles themselves, for whom they are, and what is noted about them.

use std::sync::Arc;

use tabiya_game::{GameId, Rating, Standing, Time};

use super::super::games::{ANN, BOB};
use super::{Fixture, ended, filled, first, new, next, wish};
use crate::{AttemptEnd, AttemptKept, Audience, MOST_REPORTS, NewPuzzle, StoredPuzzle};

/// A second one with its id changes nothing.
pub async fn a_puzzle_is_kept_once(fixture: &impl Fixture) {
    let puzzles = filled(fixture).await;
    let again = [new("a1", 1800, &[3]), new("c5", 1200, &[]), new("c5", 1300, &[])];
    assert_eq!(puzzles.add_puzzles(&again).await.unwrap(), 1);
    assert_eq!(puzzles.puzzle_count().await.unwrap(), 5);
    let kept = puzzles.puzzle("a1").await.unwrap().unwrap();
    let rating = Rating::set(1000, 100).unwrap();
    let (id, line) = ("a1".to_owned(), "line of a1".to_owned());
    let audience = Audience::Everybody;
    let expected =
        StoredPuzzle { id, line, themes: vec![1], rating, plays: 0, is_withdrawn: false, audience };
    assert_eq!(kept, expected);
    assert_eq!(puzzles.puzzle("A1").await.unwrap(), None);
    let page = |after: Option<&'static str>, limit| {
        let puzzles = Arc::clone(&puzzles);
        async move {
            let page = puzzles.puzzles_after(after, limit).await.unwrap();
            page.into_iter().map(|puzzle| puzzle.id).collect::<Vec<_>>()
        }
    };
    assert_eq!(page(None, 2).await, ["B4", "a1"]);
    assert_eq!(page(Some("a1"), 9).await, ["a2", "b3", "c5"]);
    assert_eq!(puzzles.add_puzzles(&[]).await.unwrap(), 0);
}

/// Nor is an attempt at it kept.
pub async fn a_withdrawn_puzzle_is_not_given(fixture: &impl Fixture) {
    let puzzles = filled(fixture).await;
    assert!(puzzles.withdraw_puzzle("a2").await.unwrap());
    assert!(!puzzles.withdraw_puzzle("a2").await.unwrap());
    assert!(!puzzles.withdraw_puzzle("zz").await.unwrap());
    assert_eq!(puzzles.puzzle_count().await.unwrap(), 3);
    assert_eq!(next(&*puzzles, wish(None, &[], 1400)).await, "a1");
    assert_eq!(next(&*puzzles, wish(None, &[1, 2], 1400)).await, "a1");
    assert!(puzzles.puzzle("a2").await.unwrap().unwrap().is_withdrawn);
    let kept = puzzles.end_attempt(ANN, "a2", ended(AttemptEnd::Solved, 1)).await.unwrap();
    assert_eq!(kept, AttemptKept::Withdrawn);
    assert_eq!(puzzles.attempt(ANN, "a2").await.unwrap(), None);
    assert_eq!(puzzles.add_puzzles(&[new("a2", 1500, &[1])]).await.unwrap(), 0, "it does not come back");
}

/// It is found by its id alone.
pub async fn what_is_for_some_is_in_no_list_and_counts_for_nothing(fixture: &impl Fixture) {
    let puzzles = filled(fixture).await;
    let of_pupil = Audience::Pupil { organiser: ANN, pupil: BOB };
    let some = [
        NewPuzzle { audience: Audience::Class(ANN), ..new("c1", 1500, &[2, 5]) },
        NewPuzzle { audience: of_pupil, ..new("c2", 1500, &[2, 5]) },
    ];
    assert_eq!(puzzles.add_puzzles(&some).await.unwrap(), 2);
    assert_eq!(puzzles.puzzle_count().await.unwrap(), 4);
    assert_eq!(puzzles.themes_in_use(&[1, 2, 3, 5]).await.unwrap(), [1, 2, 3]);
    for player in [None, Some(BOB)] {
        assert_eq!(next(&*puzzles, wish(player, &[5], 1500)).await, "none");
    }
    for puzzle in &some {
        let kept = puzzles.puzzle(&puzzle.id).await.unwrap().unwrap();
        assert_eq!((kept.audience, kept.is_withdrawn), (puzzle.audience, false));
        let attempt = first(&*puzzles, BOB, &puzzle.id, ended(AttemptEnd::Solved, 1)).await;
        assert_eq!(attempt.rated, None, "{}", puzzle.id);
        assert_eq!(puzzles.puzzle(&puzzle.id).await.unwrap().unwrap(), kept, "its rating stays");
    }
    assert_eq!(puzzles.puzzle_player(BOB).await.unwrap().standing, Standing::NEWCOMER);
    for (id, place) in [("c1", Audience::Class(ANN)), ("c2", of_pupil)] {
        assert!(puzzles.withdraw_puzzle(id).await.unwrap());
        let kept = puzzles.puzzle(id).await.unwrap().unwrap();
        assert_eq!((kept.audience, kept.is_withdrawn), (place, true));
    }
}

/// What one pupil alone sees is none of them, nor what was withdrawn.
pub async fn a_class_is_given_its_own_puzzles_until_they_are_tried(fixture: &impl Fixture) {
    let puzzles = filled(fixture).await;
    let some = [
        NewPuzzle { audience: Audience::Class(ANN), ..new("c1", 1500, &[]) },
        NewPuzzle { audience: Audience::Class(ANN), ..new("c2", 1500, &[]) },
        NewPuzzle { audience: Audience::Class(BOB), ..new("c3", 1500, &[]) },
        NewPuzzle { audience: Audience::Pupil { organiser: ANN, pupil: BOB }, ..new("c4", 1500, &[]) },
    ];
    puzzles.add_puzzles(&some).await.unwrap();
    let given = |organiser, player, except: &'static [&'static str]| {
        let puzzles = Arc::clone(&puzzles);
        let except: Vec<String> = except.iter().map(|id| (*id).to_owned()).collect();
        async move {
            let found = puzzles.puzzle_of_class(organiser, player, &except).await.unwrap();
            found.map_or_else(|| "none".to_owned(), |found| found.id)
        }
    };
    assert_eq!(given(ANN, BOB, &["c2"]).await, "c1");
    assert_eq!(given(ANN, BOB, &["c1"]).await, "c2");
    assert_eq!(given(ANN, BOB, &["c1", "c2"]).await, "none");
    assert_eq!(given(BOB, ANN, &[]).await, "c3");
    first(&*puzzles, BOB, "c1", ended(AttemptEnd::Failed, 1)).await;
    assert_eq!(given(ANN, BOB, &[]).await, "c2");
    assert_eq!(given(ANN, ANN, &["c2"]).await, "c1", "others have not tried it");
    puzzles.withdraw_puzzle("c2").await.unwrap();
    assert_eq!(given(ANN, BOB, &[]).await, "none");
}

/// Both with the organiser and with the pupil.
pub async fn what_was_for_somebody_goes_with_them(fixture: &impl Fixture) {
    let puzzles = filled(fixture).await;
    let some = [
        NewPuzzle { audience: Audience::Class(ANN), ..new("c1", 1500, &[]) },
        NewPuzzle { audience: Audience::Pupil { organiser: ANN, pupil: BOB }, ..new("c2", 1500, &[]) },
    ];
    puzzles.add_puzzles(&some).await.unwrap();
    let there = |id: &'static str| {
        let puzzles = Arc::clone(&puzzles);
        async move { puzzles.puzzle(id).await.unwrap().is_some() }
    };
    puzzles.forget_attempts(BOB).await.unwrap();
    assert!(there("c1").await && !there("c2").await);
    puzzles.forget_attempts(ANN).await.unwrap();
    assert!(!there("c1").await && there("a1").await);
}

/// The others are not.
pub async fn whoever_leaves_is_forgotten(fixture: &impl Fixture) {
    let puzzles = filled(fixture).await;
    for player in [ANN, BOB] {
        first(&*puzzles, player, "a1", ended(AttemptEnd::Solved, 1)).await;
    }
    puzzles.forget_attempts(ANN).await.unwrap();
    assert_eq!(puzzles.attempts_of(ANN, None, 9).await.unwrap(), []);
    assert_eq!(puzzles.puzzle_player(ANN).await.unwrap().tried, 0);
    assert_eq!(puzzles.puzzle_player(BOB).await.unwrap().tried, 1);
    assert_eq!(puzzles.attempts_of(BOB, None, 9).await.unwrap().len(), 1);
}

/// And no other one does.
pub async fn a_game_that_was_searched_stays_so(fixture: &impl Fixture) {
    let puzzles = fixture.open().await;
    let games = ["AAAAAAA1", "aaaaaaa1", "bbbbbbb2"].map(|id| id.parse::<GameId>().unwrap());
    assert_eq!(puzzles.searched_of(&games).await.unwrap(), []);
    for _ in 0..2 {
        puzzles.note_searched(&games[1..]).await.unwrap();
        let mut found = puzzles.searched_of(&games).await.unwrap();
        found.sort_by_key(GameId::to_string);
        assert_eq!(found, games[1..]);
    }
    puzzles.note_searched(&[]).await.unwrap();
    assert_eq!(puzzles.searched_of(&[]).await.unwrap(), []);
}

/// The first that it was given, until that one is withdrawn.
pub async fn a_day_has_one_puzzle(fixture: &impl Fixture) {
    let puzzles = filled(fixture).await;
    let told = |day| {
        let puzzles = Arc::clone(&puzzles);
        async move { puzzles.puzzle_of_day(day).await.unwrap().map(|puzzle| puzzle.id) }
    };
    assert_eq!(told(20_000).await, None);
    for id in ["a2", "b3"] {
        puzzles.set_puzzle_of_day(20_000, id).await.unwrap();
        assert_eq!(told(20_000).await.as_deref(), Some("a2"));
    }
    assert_eq!(told(20_001).await, None);
    puzzles.withdraw_puzzle("a2").await.unwrap();
    assert_eq!(told(20_000).await, None);
    puzzles.set_puzzle_of_day(20_000, "b3").await.unwrap();
    assert_eq!(told(20_000).await.as_deref(), Some("b3"));
    for (day, id) in [(20_002, "a1"), (20_001, "b3")] {
        puzzles.set_puzzle_of_day(day, id).await.unwrap();
    }
    let given = puzzles.puzzles_of_days(2).await.unwrap();
    assert_eq!(given, [(20_002, "a1".to_owned()), (20_001, "b3".to_owned())], "the latest first");
}

/// However many have reported it.
pub async fn a_reported_puzzle_is_listed_until_it_is_settled(fixture: &impl Fixture) {
    let puzzles = filled(fixture).await;
    let listed = || {
        let puzzles = Arc::clone(&puzzles);
        async move {
            let reported = puzzles.reported_puzzles(9).await.unwrap();
            reported.into_iter().map(|puzzle| puzzle.id).collect::<Vec<_>>()
        }
    };
    for (player, id, is_new) in [(ANN, "a2", true), (ANN, "a2", false), (BOB, "a2", true), (BOB, "b3", true)]
    {
        assert_eq!(puzzles.report_puzzle(player, id, Time(1)).await.unwrap(), is_new, "{id}");
    }
    assert_eq!(listed().await, ["a2", "b3"]);
    puzzles.settle_reports("a2").await.unwrap();
    assert_eq!(listed().await, ["b3"]);
    puzzles.forget_attempts(BOB).await.unwrap();
    assert_eq!(listed().await, [""; 0]);
}

/// Whoever reports much keeps nobody else's reports from being looked at.
pub async fn reports_wait_their_turn_and_a_player_has_a_few(fixture: &impl Fixture) {
    let puzzles = filled(fixture).await;
    for number in 0..=MOST_REPORTS {
        let id = format!("c{number:02}");
        puzzles.add_puzzles(&[new(&id, 1500, &[])]).await.unwrap();
        let is_noted = puzzles.report_puzzle(ANN, &id, Time(5)).await.unwrap();
        assert_eq!(is_noted, number < MOST_REPORTS, "{id}");
    }
    puzzles.report_puzzle(BOB, "b3", Time(6)).await.unwrap();
    puzzles.report_puzzle(BOB, "c20", Time(4)).await.unwrap();
    let first = puzzles.reported_puzzles(1).await.unwrap();
    assert_eq!(first[0].id, "c20", "the one that waits longest");
}
