// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a player solves: which puzzle comes next, and what an attempt does.

use std::collections::BTreeSet;
use std::sync::Arc;

use tabiya_game::{GameResult, Rating, Standing, Time};

use super::super::games::{ANN, BOB, EVE};
use super::{Fixture, ended, filled, first, new, next, wish};
use crate::{
    AttemptEnd, AttemptKept, Audience, EndedAttempt, NewPuzzle, OpeningsOfPuzzle, PuzzleAttempt,
    PuzzlePlayer, PuzzleWish,
};

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
    // Only within a range of ratings, however near another is.
    for (themes, within, expected) in [
        (&[][..], [1600, 2600], "b3"),
        (&[], [1000, 1400], "a1"),
        (&[], [1490, 2000], "a2"),
        (&[1], [900, 1400], "a1"),
        (&[2], [1600, 2000], "b3"),
        (&[], [1100, 1400], "none"),
        (&[2], [2100, 4000], "none"),
    ] {
        let wish = PuzzleWish { within: Some(within), ..wish(None, themes, 1480) };
        assert_eq!(next(&*puzzles, wish).await, expected, "{themes:?} {within:?}");
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
    for (openings, themes, within, expected) in [
        (&["Sicilian"], &[][..], [1600, 2600], "b3"),
        (&["Sicilian"], &[1, 3], [900, 1400], "a1"),
        (&["Sicilian"], &[1], [1600, 2600], "none"),
        (&["French"], &[], [900, 1400], "none"),
    ] {
        let openings = names(openings);
        let wish = PuzzleWish { openings: &openings, within: Some(within), ..wish(None, themes, 1400) };
        assert_eq!(next(&*puzzles, wish).await, expected, "{openings:?} {themes:?} {within:?}");
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

/// Where none is as hard as wanted, it was always the same one at the edge of the next step that holds some.
pub async fn any_of_the_nearest_comes_by_lot(fixture: &impl Fixture) {
    let puzzles = fixture.open().await;
    let of = |name: &str, points, count| {
        (0..count).map(|number| new(&format!("{name}{number}"), points, &[7])).collect::<Vec<_>>()
    };
    let all = [of("easier", 1193, 20), of("harder", 1615, 20), of("far", 2600, 20)].concat();
    puzzles.add_puzzles(&all).await.unwrap();
    let opening = ["Dutch".to_owned()];
    let tag = |puzzle: &NewPuzzle| OpeningsOfPuzzle { puzzle: puzzle.id.clone(), openings: opening.to_vec() };
    puzzles.tag_openings(&all.iter().map(tag).collect::<Vec<_>>()).await.unwrap();
    for (themes, openings) in [(&[][..], &[][..]), (&[7], &[]), (&[], &opening), (&[7], &opening)] {
        let mut found = BTreeSet::new();
        for draw in 0..80 {
            let chance = u32::MAX / 80 * draw;
            let wish = PuzzleWish { chance, openings, ..wish(None, themes, 1400) };
            found.insert(next(&*puzzles, wish).await);
        }
        let count = |name| found.iter().filter(|id| id.starts_with(name)).count();
        assert!(count("easier") >= 9 && count("harder") >= 9, "{themes:?} {openings:?}: {found:?}");
        assert_eq!(count("far"), 0, "{found:?}");
    }
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
    // A hint is told from the solution, in the first attempt and in the last one.
    let hinted = first(&*puzzles, BOB, "a2", ended(AttemptEnd::Hinted, 5)).await;
    assert_eq!((hinted.first, hinted.rated), (AttemptEnd::Hinted, None));
    let again = async |who, last| {
        let told = puzzles.end_attempt(who, "a2", ended(last, 6)).await.unwrap();
        let kept = puzzles.attempt(who, "a2").await.unwrap().unwrap();
        assert_eq!(told, AttemptKept::Again(kept.clone()));
        (kept.first, kept.last)
    };
    for last in [AttemptEnd::Hinted, AttemptEnd::Solved, AttemptEnd::Shown, AttemptEnd::Failed] {
        assert_eq!(again(BOB, last).await, (AttemptEnd::Hinted, last));
    }
    // Whoever looks at the solution behind a hint has seen it, whatever follows.
    first(&*puzzles, EVE, "a2", ended(AttemptEnd::Hinted, 5)).await;
    for last in [AttemptEnd::Shown, AttemptEnd::Solved, AttemptEnd::Hinted, AttemptEnd::Shown] {
        assert_eq!(again(EVE, last).await, (AttemptEnd::Shown, last));
    }
    let unrated = EndedAttempt { may_count: false, ..ended(AttemptEnd::Solved, 7) };
    assert_eq!(first(&*puzzles, ANN, "a1", unrated).await.rated, None);
    let player = puzzles.puzzle_player(ANN).await.unwrap();
    assert_eq!(player, PuzzlePlayer { standing: Standing::NEWCOMER, tried: 2 });
    assert_eq!(puzzles.puzzle("a2").await.unwrap().unwrap().plays, 0);
}

/// What the player plays behind a hint is the try. Help that comes at the same time is kept all the same.
pub async fn a_hint_and_a_solution_are_no_tries(fixture: &impl Fixture) {
    use AttemptEnd::{Failed, Hinted, Shown, Solved};
    let puzzles = filled(fixture).await;
    for (id, told) in [
        ("a1", [(Hinted, 0), (Hinted, 0), (Solved, 1), (Solved, 2)]),
        ("a2", [(Failed, 1), (Hinted, 1), (Solved, 2), (Shown, 2)]),
        ("b3", [(Shown, 0), (Solved, 1), (Shown, 1), (Failed, 2)]),
    ] {
        for (end, tries) in told {
            puzzles.end_attempt(ANN, id, ended(end, 1)).await.unwrap();
            assert_eq!(puzzles.attempt(ANN, id).await.unwrap().unwrap().tries, tries, "{id} {end:?}");
        }
    }
    first(&*puzzles, BOB, "a1", ended(Hinted, 1)).await;
    let told: Vec<_> = (0..8)
        .map(|number| {
            let puzzles = Arc::clone(&puzzles);
            let end = if number % 2 == 0 { Shown } else { Hinted };
            tokio::spawn(async move { puzzles.end_attempt(BOB, "a1", ended(end, 2)).await })
        })
        .collect();
    for one in told {
        one.await.unwrap().unwrap();
    }
    let kept = puzzles.attempt(BOB, "a1").await.unwrap().unwrap();
    assert_eq!((kept.first, kept.tries), (Shown, 0));
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
