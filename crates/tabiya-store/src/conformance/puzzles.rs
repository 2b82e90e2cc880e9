// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of [`Puzzles`].

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{
    collections::BTreeSet,
    future::Future,
    sync::{Arc, Mutex},
};

use async_trait::async_trait;
use tabiya_game::{GameId, GameResult, PlayerId, Rating, Standing, Time};

use super::games::{ANN, BOB};
use crate::{
    AttemptEnd, AttemptKept, Audience, EndedAttempt, NewPuzzle, OpeningsOfPuzzle, PuzzleAttempt,
    PuzzlePlayer, PuzzleWish, Puzzles, StorageError, StoredPuzzle,
};

/// A place for puzzles that starts empty.
pub trait Fixture: Send + Sync {
    /// Opens it. Called once.
    fn open(&self) -> impl Future<Output = Arc<dyn Puzzles>> + Send;
}

crate::laws! { $ puzzles puzzles_tests Fixture:
    a_puzzle_is_kept_once
    the_next_puzzle_is_the_nearest_that_was_not_tried
    the_next_puzzle_has_one_of_the_themes
    the_next_puzzle_has_one_of_the_openings
    any_of_the_same_rating_comes_by_lot
    the_first_attempt_is_rated_once
    attempts_at_the_same_time_are_rated_once
    attempts_are_numbered_and_each_rating_follows_from_the_one_before
    an_established_player_moves_the_puzzle
    what_was_shown_is_not_rated
    what_is_due_is_listed
    a_withdrawn_puzzle_is_not_given
    what_is_for_some_is_in_no_list_and_counts_for_nothing
    whoever_leaves_is_forgotten
    what_was_for_somebody_goes_with_them
    a_game_that_was_searched_stays_so
    a_day_has_one_puzzle
    a_reported_puzzle_is_listed_until_it_is_settled
}

fn new(id: &str, points: u16, themes: &[u8]) -> NewPuzzle {
    let rating = Rating::set(points, 100).unwrap();
    let (id, line) = (id.to_owned(), format!("line of {id}"));
    NewPuzzle { id, line, themes: themes.to_vec(), rating, audience: Audience::Everybody }
}

async fn filled(fixture: &impl Fixture) -> Arc<dyn Puzzles> {
    let puzzles = fixture.open().await;
    let all =
        [new("a1", 1000, &[1]), new("a2", 1500, &[1, 2]), new("b3", 2000, &[2, 3]), new("B4", 2600, &[])];
    assert_eq!(puzzles.add_puzzles(&all).await.unwrap(), 4);
    puzzles
}

fn wish(player: Option<PlayerId>, themes: &[u8], points: u16) -> PuzzleWish<'_> {
    PuzzleWish { player, themes, openings: &[], points, chance: 0, except: &[] }
}

async fn next(puzzles: &dyn Puzzles, wish: PuzzleWish<'_>) -> String {
    puzzles.next_puzzle(&wish).await.unwrap().map_or_else(|| "none".to_owned(), |puzzle| puzzle.id)
}

const fn ended(end: AttemptEnd, at: u64) -> EndedAttempt {
    EndedAttempt { end, at: Time(at), due: None, may_count: true }
}

async fn first(puzzles: &dyn Puzzles, player: PlayerId, id: &str, ended: EndedAttempt) -> PuzzleAttempt {
    match puzzles.end_attempt(player, id, ended).await.unwrap() {
        AttemptKept::First(attempt) => attempt,
        other => panic!("{other:?}"),
    }
}

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

/// Above or below the wanted rating.
pub async fn the_next_puzzle_is_the_nearest_that_was_not_tried(fixture: &impl Fixture) {
    let puzzles = filled(fixture).await;
    for (points, expected) in
        [(900, "a1"), (1200, "a1"), (1300, "a2"), (2200, "b3"), (2400, "B4"), (3900, "B4")]
    {
        assert_eq!(next(&*puzzles, wish(Some(ANN), &[], points)).await, expected, "{points}");
    }
    for expected in ["a2", "a1", "b3", "B4", "none"] {
        let found = next(&*puzzles, wish(Some(ANN), &[], 1480)).await;
        assert_eq!(found, expected);
        if expected != "none" {
            first(
                &*puzzles,
                ANN,
                expected,
                EndedAttempt { may_count: false, ..ended(AttemptEnd::Failed, 1) },
            )
            .await;
        }
    }
    assert_eq!(next(&*puzzles, wish(Some(BOB), &[], 1480)).await, "a2");
    assert_eq!(next(&*puzzles, wish(None, &[], 1480)).await, "a2");
    for themes in [&[][..], &[1]] {
        let seen = ["a2".to_owned(), "b3".to_owned()];
        let other = PuzzleWish { except: &seen, ..wish(None, themes, 1480) };
        assert_eq!(next(&*puzzles, other).await, "a1");
    }
}

/// The nearest of them all.
pub async fn the_next_puzzle_has_one_of_the_themes(fixture: &impl Fixture) {
    let puzzles = filled(fixture).await;
    let wanted: [(&[u8], u16, &str); 5] = [
        (&[1], 2600, "a2"),
        (&[2], 900, "a2"),
        (&[1, 3], 1900, "b3"),
        (&[1, 3], 1100, "a1"),
        (&[9], 1500, "none"),
    ];
    for (themes, points, expected) in wanted {
        assert_eq!(next(&*puzzles, wish(Some(ANN), themes, points)).await, expected, "{themes:?}");
    }
    first(&*puzzles, ANN, "a2", ended(AttemptEnd::Solved, 1)).await;
    assert_eq!(next(&*puzzles, wish(Some(ANN), &[2], 900)).await, "b3");
    assert_eq!(puzzles.themes_in_use(&[0, 1, 2, 3, 4]).await.unwrap(), [1, 2, 3]);
}

/// And one of the themes, if some are wanted. It keeps its openings when its rating changes, until it is withdrawn.
pub async fn the_next_puzzle_has_one_of_the_openings(fixture: &impl Fixture) {
    let puzzles = filled(fixture).await;
    assert_eq!(puzzles.openings_in_use().await.unwrap(), [""; 0]);
    let names = |all: &[&str]| all.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let tagged =
        |puzzle: &str, all: &[&str]| OpeningsOfPuzzle { puzzle: puzzle.to_owned(), openings: names(all) };
    let class = NewPuzzle { audience: Audience::Class(ANN), ..new("c1", 1500, &[]) };
    puzzles.add_puzzles(&[class]).await.unwrap();
    let tags = [
        tagged("a1", &["Sicilian", "Sicilian_Najdorf"]),
        tagged("b3", &["Sicilian"]),
        tagged("B4", &["French"]),
        tagged("c1", &["Secret"]),
        tagged("zz", &["Nowhere"]),
    ];
    for _ in 0..2 {
        puzzles.tag_openings(&tags).await.unwrap();
    }
    puzzles.tag_openings(&[]).await.unwrap();
    assert_eq!(puzzles.openings_in_use().await.unwrap(), ["French", "Sicilian", "Sicilian_Najdorf"]);
    let wanted: [(&[&str], &[u8], u16, &str); 8] = [
        (&["Sicilian"], &[], 1400, "a1"),
        (&["Sicilian"], &[], 2500, "b3"),
        (&["Sicilian_Najdorf"], &[], 2500, "a1"),
        (&["Sicilian", "French"], &[], 2500, "B4"),
        (&["Sicilian"], &[3], 900, "b3"),
        (&["Sicilian"], &[1, 3], 900, "a1"),
        (&["French"], &[1, 2, 3], 2600, "none"),
        (&["Dutch"], &[], 1500, "none"),
    ];
    for (openings, themes, points, expected) in wanted {
        let openings = names(openings);
        let wish = PuzzleWish { openings: &openings, ..wish(Some(ANN), themes, points) };
        assert_eq!(next(&*puzzles, wish).await, expected, "{openings:?} {themes:?} {points}");
    }
    let sicilian = names(&["Sicilian"]);
    let of_sicilian = |themes, except| {
        let wish = wish(Some(ANN), themes, 900);
        next(&*puzzles, PuzzleWish { openings: &sicilian, except, ..wish })
    };
    let seen = names(&["a1"]);
    assert_eq!(of_sicilian(&[], &seen).await, "b3");
    assert_eq!(of_sicilian(&[1, 3], &seen).await, "b3");
    first(&*puzzles, ANN, "a1", ended(AttemptEnd::Solved, 1)).await;
    assert_eq!((of_sicilian(&[], &[]).await, of_sicilian(&[1, 3], &[]).await), ("b3".into(), "b3".into()));
    puzzles.withdraw_puzzle("b3").await.unwrap();
    assert_eq!(of_sicilian(&[], &[]).await, "none");
    puzzles.withdraw_puzzle("B4").await.unwrap();
    assert_eq!(puzzles.openings_in_use().await.unwrap(), ["Sicilian", "Sicilian_Najdorf"]);
}

/// Not always the first.
pub async fn any_of_the_same_rating_comes_by_lot(fixture: &impl Fixture) {
    let puzzles = fixture.open().await;
    let all: Vec<_> = (0..20).map(|number| new(&format!("p{number}"), 1500, &[7])).collect();
    puzzles.add_puzzles(&all).await.unwrap();
    let mut found = std::collections::HashSet::new();
    for draw in 0..40 {
        let chance = u32::MAX / 40 * draw;
        found.insert(next(&*puzzles, PuzzleWish { chance, ..wish(None, &[7], 1500) }).await);
    }
    assert!(found.len() >= 8, "{found:?}");
}

/// Later ones are not.
pub async fn the_first_attempt_is_rated_once(fixture: &impl Fixture) {
    let puzzles = filled(fixture).await;
    let kept = first(&*puzzles, ANN, "a2", ended(AttemptEnd::Failed, 5)).await;
    let sides = [Standing::NEWCOMER, Standing { rating: Rating::set(1500, 100).unwrap(), since: None }];
    let [after, _] = Standing::after(sides, GameResult::BlackWins, Time(5)).unwrap();
    assert_eq!(kept.rated, Some([Rating::NEWCOMER, after.rating]));
    assert_eq!(
        (kept.number, kept.tries, kept.first, kept.last),
        (1, 1, AttemptEnd::Failed, AttemptEnd::Failed)
    );
    assert_eq!(puzzles.puzzle_player(ANN).await.unwrap(), PuzzlePlayer { standing: after, tried: 1 });
    let again = puzzles.end_attempt(ANN, "a2", ended(AttemptEnd::Solved, 9)).await.unwrap();
    let expected = PuzzleAttempt { last: AttemptEnd::Solved, tries: 2, ..kept };
    assert_eq!(again, AttemptKept::Again(expected.clone()));
    assert_eq!(puzzles.attempt(ANN, "a2").await.unwrap(), Some(expected));
    assert_eq!(puzzles.attempt(BOB, "a2").await.unwrap(), None);
    assert_eq!(puzzles.puzzle_player(ANN).await.unwrap(), PuzzlePlayer { standing: after, tried: 1 });
    assert_eq!(
        puzzles.end_attempt(ANN, "zz", ended(AttemptEnd::Solved, 9)).await.unwrap(),
        AttemptKept::Unknown
    );
}

/// However many callers tell of it.
pub async fn attempts_at_the_same_time_are_rated_once(fixture: &impl Fixture) {
    let puzzles = filled(fixture).await;
    let told: Vec<_> = (0..8)
        .map(|_| {
            let puzzles = Arc::clone(&puzzles);
            tokio::spawn(async move { puzzles.end_attempt(ANN, "a1", ended(AttemptEnd::Solved, 3)).await })
        })
        .collect();
    let mut firsts = 0;
    for one in told {
        firsts += usize::from(matches!(one.await.unwrap().unwrap(), AttemptKept::First(_)));
    }
    assert_eq!(firsts, 1);
    let attempt = puzzles.attempt(ANN, "a1").await.unwrap().unwrap();
    assert_eq!((attempt.tries, attempt.number), (8, 1));
    assert_eq!(puzzles.puzzle("a1").await.unwrap().unwrap().plays, 1);
    let player = puzzles.puzzle_player(ANN).await.unwrap();
    assert_eq!((player.tried, Some(player.standing.rating)), (1, attempt.rated.map(|[_, after]| after)));
}

/// The latest is listed first.
pub async fn attempts_are_numbered_and_each_rating_follows_from_the_one_before(fixture: &impl Fixture) {
    let puzzles = filled(fixture).await;
    for (at, (id, end)) in
        (1..).zip([("a1", AttemptEnd::Solved), ("b3", AttemptEnd::Failed), ("a2", AttemptEnd::Solved)])
    {
        first(&*puzzles, ANN, id, ended(end, at)).await;
    }
    first(&*puzzles, BOB, "a1", ended(AttemptEnd::Solved, 9)).await;
    let all = puzzles.attempts_of(ANN, None, 9).await.unwrap();
    assert_eq!(
        all.iter().map(|one| (one.number, one.puzzle.as_str())).collect::<Vec<_>>(),
        [(3, "a2"), (2, "b3"), (1, "a1")]
    );
    for pair in all.windows(2) {
        assert_eq!(pair[0].rated.unwrap()[0], pair[1].rated.unwrap()[1]);
    }
    assert_eq!(all[2].rated.unwrap()[0], Rating::NEWCOMER);
    let page = puzzles.attempts_of(ANN, Some(3), 1).await.unwrap();
    assert_eq!(page.iter().map(|one| one.number).collect::<Vec<_>>(), [2]);
}

/// A newcomer does not.
pub async fn an_established_player_moves_the_puzzle(fixture: &impl Fixture) {
    let puzzles = fixture.open().await;
    let all: Vec<_> = (0..40).map(|number| new(&format!("p{number}"), 1500, &[7])).collect();
    puzzles.add_puzzles(&all).await.unwrap();
    let opening = vec!["Dutch".to_owned()];
    let tag = |puzzle: &NewPuzzle| OpeningsOfPuzzle { puzzle: puzzle.id.clone(), openings: opening.clone() };
    puzzles.tag_openings(&all.iter().map(tag).collect::<Vec<_>>()).await.unwrap();
    let fresh = Rating::set(1500, 100).unwrap();
    for (number, puzzle) in (0..).zip(&all) {
        let is_known = !puzzles.puzzle_player(ANN).await.unwrap().standing.rating.is_provisional();
        let end = if number % 2 == 0 { AttemptEnd::Solved } else { AttemptEnd::Failed };
        first(&*puzzles, ANN, &puzzle.id, ended(end, 7)).await;
        let rating = puzzles.puzzle(&puzzle.id).await.unwrap().unwrap().rating;
        assert_eq!(rating != fresh, is_known, "{number}");
    }
    assert!(!puzzles.puzzle_player(ANN).await.unwrap().standing.rating.is_provisional(), "40 are enough");
    // One that has moved is found at its new place, with its themes and its openings.
    for (id, is_harder) in [(&all[39].id, true), (&all[38].id, false)] {
        let points = puzzles.puzzle(id).await.unwrap().unwrap().rating.points();
        assert_eq!(points > 1500.0, is_harder, "{points}");
        let [mut found, mut of_opening] = [const { BTreeSet::new() }; 2];
        for draw in 0..150 {
            let chance = u32::MAX / 150 * draw;
            found.insert(next(&*puzzles, PuzzleWish { chance, ..wish(None, &[7], points as u16) }).await);
            let by_opening = PuzzleWish { chance, openings: &opening, ..wish(None, &[7], points as u16) };
            of_opening.insert(next(&*puzzles, by_opening).await);
        }
        assert!(found.contains(id), "{id} {points}: {found:?}");
        assert!(of_opening.contains(id), "{id} {points}: {of_opening:?}");
    }
}

/// But it is no puzzle to solve for this player any more.
pub async fn what_was_shown_is_not_rated(fixture: &impl Fixture) {
    let puzzles = filled(fixture).await;
    let shown = first(&*puzzles, ANN, "a2", ended(AttemptEnd::Shown, 5)).await;
    assert_eq!(shown.rated, None);
    puzzles.end_attempt(ANN, "a2", ended(AttemptEnd::Solved, 6)).await.unwrap();
    let unrated = EndedAttempt { may_count: false, ..ended(AttemptEnd::Solved, 7) };
    assert_eq!(first(&*puzzles, ANN, "a1", unrated).await.rated, None);
    let player = puzzles.puzzle_player(ANN).await.unwrap();
    assert_eq!(player, PuzzlePlayer { standing: Standing::NEWCOMER, tried: 2 });
    assert_eq!(puzzles.puzzle("a2").await.unwrap().unwrap().plays, 0);
}

/// The first due first.
pub async fn what_is_due_is_listed(fixture: &impl Fixture) {
    let puzzles = filled(fixture).await;
    for (id, due) in [("a1", Some(30)), ("a2", Some(10)), ("b3", None), ("B4", Some(20))] {
        let due = due.map(Time);
        first(&*puzzles, ANN, id, EndedAttempt { due, ..ended(AttemptEnd::Failed, 1) }).await;
    }
    let due = |now| {
        let puzzles = Arc::clone(&puzzles);
        async move {
            let due = puzzles.due_attempts(ANN, Time(now), 9).await.unwrap();
            due.into_iter().map(|one| one.puzzle).collect::<Vec<_>>()
        }
    };
    assert_eq!(due(25).await, ["a2", "B4"]);
    puzzles.end_attempt(ANN, "a2", ended(AttemptEnd::Solved, 26)).await.unwrap();
    assert_eq!(due(40).await, ["B4", "a1"]);
    assert_eq!(puzzles.due_attempts(BOB, Time(99), 9).await.unwrap(), []);
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

/// How a place for puzzles can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It says of every puzzle that it was new.
    CountsAll,
    /// What was tried is given again.
    GivesAgain,
    /// Themes are not looked at.
    AnyTheme,
    /// Openings are not looked at.
    AnyOpening,
    /// Always the same one of those that are as hard.
    NoLot,
    /// Each attempt is told as the first.
    AlwaysFirst,
    /// What was shown is rated.
    RatesShown,
    /// What is not due yet is listed.
    DueAtOnce,
    /// Nothing is withdrawn.
    GivesAll,
    /// Nobody is forgotten.
    ForgetsNobody,
    /// The first attempts are listed first.
    OldestFirst,
    /// A game that was searched is forgotten.
    SearchesAgain,
    /// A day gets another puzzle whenever one is told.
    ManyOfDay,
    /// Reports are never settled.
    NeverSettles,
    /// What is for a class is for everybody.
    ForAll,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 15] = [
        Self::CountsAll,
        Self::GivesAgain,
        Self::AnyTheme,
        Self::AnyOpening,
        Self::NoLot,
        Self::AlwaysFirst,
        Self::RatesShown,
        Self::DueAtOnce,
        Self::GivesAll,
        Self::ForgetsNobody,
        Self::OldestFirst,
        Self::SearchesAgain,
        Self::ManyOfDay,
        Self::NeverSettles,
        Self::ForAll,
    ];
}

/// A fixture whose puzzles have one fault.
pub struct Wrong<F> {
    right: F,
    fault: Fault,
}

impl<F> Wrong<F> {
    /// Over a right one.
    pub const fn new(right: F, fault: Fault) -> Self {
        Self { right, fault }
    }
}

impl<F: Fixture> Fixture for Wrong<F> {
    async fn open(&self) -> Arc<dyn Puzzles> {
        Arc::new(WrongPuzzles { right: self.right.open().await, fault: self.fault, of_day: Mutex::default() })
    }
}

struct WrongPuzzles {
    right: Arc<dyn Puzzles>,
    fault: Fault,
    /// The last puzzle that a day was given.
    of_day: Mutex<Option<String>>,
}

#[async_trait]
impl Puzzles for WrongPuzzles {
    async fn add_puzzles(&self, puzzles: &[NewPuzzle]) -> Result<u64, StorageError> {
        let mut kept = puzzles.to_vec();
        if self.fault == Fault::ForAll {
            kept.iter_mut().for_each(|puzzle| puzzle.audience = Audience::Everybody);
        }
        let new = self.right.add_puzzles(&kept).await?;
        Ok(if self.fault == Fault::CountsAll { puzzles.len() as u64 } else { new })
    }

    async fn puzzle_count(&self) -> Result<u64, StorageError> {
        self.right.puzzle_count().await
    }

    async fn puzzle(&self, id: &str) -> Result<Option<StoredPuzzle>, StorageError> {
        self.right.puzzle(id).await
    }

    async fn puzzles_after(&self, id: Option<&str>, limit: u32) -> Result<Vec<StoredPuzzle>, StorageError> {
        self.right.puzzles_after(id, limit).await
    }

    async fn next_puzzle(&self, wish: &PuzzleWish<'_>) -> Result<Option<StoredPuzzle>, StorageError> {
        let mut wish = wish.clone();
        match self.fault {
            Fault::GivesAgain => wish.player = None,
            Fault::AnyTheme => wish.themes = &[],
            Fault::AnyOpening => wish.openings = &[],
            Fault::NoLot => wish.chance = 0,
            Fault::CountsAll
            | Fault::AlwaysFirst
            | Fault::RatesShown
            | Fault::DueAtOnce
            | Fault::GivesAll
            | Fault::ForgetsNobody
            | Fault::OldestFirst
            | Fault::SearchesAgain
            | Fault::ManyOfDay
            | Fault::NeverSettles
            | Fault::ForAll => {}
        }
        self.right.next_puzzle(&wish).await
    }

    async fn themes_in_use(&self, themes: &[u8]) -> Result<Vec<u8>, StorageError> {
        self.right.themes_in_use(themes).await
    }

    async fn tag_openings(&self, puzzles: &[OpeningsOfPuzzle]) -> Result<(), StorageError> {
        self.right.tag_openings(puzzles).await
    }

    async fn openings_in_use(&self) -> Result<Vec<String>, StorageError> {
        self.right.openings_in_use().await
    }

    async fn withdraw_puzzle(&self, id: &str) -> Result<bool, StorageError> {
        if self.fault == Fault::GivesAll { Ok(true) } else { self.right.withdraw_puzzle(id).await }
    }

    async fn end_attempt(
        &self,
        player: PlayerId,
        puzzle: &str,
        mut ended: EndedAttempt,
    ) -> Result<AttemptKept, StorageError> {
        if self.fault == Fault::RatesShown && ended.end == AttemptEnd::Shown {
            ended.end = AttemptEnd::Failed;
        }
        let kept = self.right.end_attempt(player, puzzle, ended).await?;
        Ok(match kept {
            AttemptKept::Again(attempt) if self.fault == Fault::AlwaysFirst => AttemptKept::First(attempt),
            AttemptKept::First(_) | AttemptKept::Again(_) | AttemptKept::Withdrawn | AttemptKept::Unknown => {
                kept
            }
        })
    }

    async fn attempt(&self, player: PlayerId, puzzle: &str) -> Result<Option<PuzzleAttempt>, StorageError> {
        self.right.attempt(player, puzzle).await
    }

    async fn attempts_of(
        &self,
        player: PlayerId,
        before: Option<u32>,
        limit: u32,
    ) -> Result<Vec<PuzzleAttempt>, StorageError> {
        let mut attempts = self.right.attempts_of(player, before, limit).await?;
        if self.fault == Fault::OldestFirst {
            attempts.reverse();
        }
        Ok(attempts)
    }

    async fn due_attempts(
        &self,
        player: PlayerId,
        now: Time,
        limit: u32,
    ) -> Result<Vec<PuzzleAttempt>, StorageError> {
        let now = if self.fault == Fault::DueAtOnce { Time(u64::MAX) } else { now };
        self.right.due_attempts(player, now, limit).await
    }

    async fn puzzle_player(&self, player: PlayerId) -> Result<PuzzlePlayer, StorageError> {
        self.right.puzzle_player(player).await
    }

    async fn searched_of(&self, games: &[GameId]) -> Result<Vec<GameId>, StorageError> {
        if self.fault == Fault::SearchesAgain { Ok(Vec::new()) } else { self.right.searched_of(games).await }
    }

    async fn note_searched(&self, games: &[GameId]) -> Result<(), StorageError> {
        self.right.note_searched(games).await
    }

    async fn puzzle_of_day(&self, day: u32) -> Result<Option<StoredPuzzle>, StorageError> {
        let last = self.of_day.lock().unwrap().clone();
        match last {
            Some(id) if self.fault == Fault::ManyOfDay => self.right.puzzle(&id).await,
            Some(_) | None => self.right.puzzle_of_day(day).await,
        }
    }

    async fn set_puzzle_of_day(&self, day: u32, puzzle: &str) -> Result<(), StorageError> {
        *self.of_day.lock().unwrap() = Some(puzzle.to_owned());
        self.right.set_puzzle_of_day(day, puzzle).await
    }

    async fn report_puzzle(&self, player: PlayerId, puzzle: &str, at: Time) -> Result<bool, StorageError> {
        self.right.report_puzzle(player, puzzle, at).await
    }

    async fn reported_puzzles(&self, limit: u32) -> Result<Vec<StoredPuzzle>, StorageError> {
        self.right.reported_puzzles(limit).await
    }

    async fn settle_reports(&self, puzzle: &str) -> Result<(), StorageError> {
        if self.fault == Fault::NeverSettles { Ok(()) } else { self.right.settle_reports(puzzle).await }
    }

    async fn forget_attempts(&self, player: PlayerId) -> Result<(), StorageError> {
        if self.fault == Fault::ForgetsNobody { Ok(()) } else { self.right.forget_attempts(player).await }
    }
}
