// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of [`Puzzles`].

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod keeps;
mod solves;
mod wrong;

use std::{future::Future, sync::Arc};

use tabiya_game::{PlayerId, Rating, Time};

use crate::{AttemptEnd, AttemptKept, Audience, EndedAttempt, NewPuzzle, PuzzleAttempt, PuzzleWish, Puzzles};

pub use keeps::{
    a_class_is_given_its_own_puzzles_until_they_are_tried, a_day_has_one_puzzle,
    a_game_that_was_searched_stays_so, a_puzzle_is_kept_once,
    a_reported_puzzle_is_listed_until_it_is_settled, a_withdrawn_puzzle_is_not_given,
    reports_wait_their_turn_and_a_player_has_a_few, what_is_for_some_is_in_no_list_and_counts_for_nothing,
    what_was_for_somebody_goes_with_them, whoever_leaves_is_forgotten,
};
pub use solves::{
    a_hint_and_a_solution_are_no_tries, an_established_player_moves_the_puzzle,
    any_of_the_nearest_comes_by_lot, any_of_the_same_rating_comes_by_lot,
    attempts_are_numbered_and_each_rating_follows_from_the_one_before,
    attempts_at_the_same_time_are_rated_once, the_first_attempt_is_rated_once,
    the_next_puzzle_has_one_of_the_openings, the_next_puzzle_has_one_of_the_themes,
    the_next_puzzle_is_the_nearest_that_was_not_tried, what_is_due_is_listed, what_was_shown_is_not_rated,
};
pub use wrong::{Fault, Wrong};

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
    any_of_the_nearest_comes_by_lot
    the_first_attempt_is_rated_once
    attempts_at_the_same_time_are_rated_once
    attempts_are_numbered_and_each_rating_follows_from_the_one_before
    an_established_player_moves_the_puzzle
    what_was_shown_is_not_rated
    a_hint_and_a_solution_are_no_tries
    what_is_due_is_listed
    a_withdrawn_puzzle_is_not_given
    what_is_for_some_is_in_no_list_and_counts_for_nothing
    a_class_is_given_its_own_puzzles_until_they_are_tried
    whoever_leaves_is_forgotten
    what_was_for_somebody_goes_with_them
    a_game_that_was_searched_stays_so
    a_day_has_one_puzzle
    a_reported_puzzle_is_listed_until_it_is_settled
    reports_wait_their_turn_and_a_player_has_a_few
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
    PuzzleWish { player, themes, openings: &[], points, within: None, chance: 0, except: &[] }
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
