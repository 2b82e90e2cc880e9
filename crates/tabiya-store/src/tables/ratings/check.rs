// SPDX-License-Identifier: AGPL-3.0-or-later
//! Are the ratings what the logs make of them?

use std::collections::HashMap;

use tabiya_game::{Game, GameId, Rating};

pub(crate) use super::order::Loading;
use super::{
    fold::Fold,
    order::{Step, Stored},
    read,
};
use crate::{
    EndedGame, RatedGame, RatedSide,
    tables::{Row, Statement},
};

/// How far a stored rating may be from the computed one, in points.
const NEAR: f64 = 0.01;

/// What to read of a game.
pub(crate) fn question(game: GameId) -> Statement {
    read::rated(&[game])
}

/// What is wrong with the row of a game, if there is one, compared with its log. That an ended game has no row is no
/// fault: a running server rates it within a minute, and another one when it starts.
pub(crate) fn faults(id: GameId, game: &Game, rows: Vec<Row>) -> Vec<String> {
    let Some(row) = rows.into_iter().next() else { return Vec::new() };
    match read::rated_game(row) {
        Err(error) => vec![format!("its ratings can't be read: {error}")],
        Ok(rated) if Some(rated.game) == EndedGame::of(id, game) => Vec::new(),
        Ok(_) => vec!["it was rated as another game than its log tells of".to_owned()],
    }
}

/// Rated games that the archive does not know.
pub(crate) fn strays() -> Statement {
    let sql = "SELECT game FROM rated_game WHERE NOT EXISTS \
         (SELECT 1 FROM archive WHERE archive.game = rated_game.game)";
    Statement::new(sql, Vec::new())
}

/// What is wrong with such rows.
pub(crate) fn stray_faults(rows: Vec<Row>) -> Vec<(Option<GameId>, String)> {
    let fault = |row: Row| match row.columns().text() {
        Ok(id) => (id.parse().ok(), "it was rated, but does not exist".to_owned()),
        Err(error) => (None, format!("a rated game can't be read: {error}")),
    };
    rows.into_iter().map(fault).collect()
}

/// What differs from the fold, with the game where it is one.
pub(crate) fn differences(stored: &Stored) -> Vec<(Option<GameId>, String)> {
    let mut differences = Vec::new();
    let mut fold = Fold::default();
    let (taken_back, corrected) = (stored.taken_back(), stored.corrected());
    let mut computed: HashMap<GameId, RatedGame> = HashMap::new();
    let (steps, left) = stored.steps();
    for step in steps {
        match step {
            Step::Game(id) => {
                let Some(rated) = stored.game(id) else { continue };
                let Some(right) = fold.game(rated.game) else {
                    differences.push((Some(id), "it was aborted, but rated".to_owned()));
                    continue;
                };
                for (side, stored, right) in
                    [("White", rated.white, right.white), ("Black", rated.black, right.black)]
                {
                    differences.extend(difference(side, stored, right).map(|what| (Some(id), what)));
                }
                if taken_back.contains(&id) != rated.is_taken_back {
                    differences.push((Some(id), "its mark for being taken back is wrong".to_owned()));
                }
                if corrected.contains(&id) {
                    computed.insert(id, right);
                }
            }
            Step::Correction(number) => {
                let Some(correction) = stored.corrections.get(&number) else { continue };
                let game = correction.what.game().and_then(|game| computed.get(&game));
                fold.correct(&correction.what, game, correction.at);
            }
        }
    }
    for step in left {
        differences.push(match step {
            Step::Game(id) => {
                (Some(id), "the numbers of its players' rated games don't follow one another".to_owned())
            }
            Step::Correction(number) => {
                (None, format!("the correction {number} of ratings has no place among the rated games"))
            }
        });
    }
    differences.extend(last_ones(stored, &fold).into_iter().map(|what| (None, what)));
    differences
}

fn difference(side: &str, stored: RatedSide, right: RatedSide) -> Option<String> {
    let what = apart(stored.before, right.before).map(|(found, expected)| {
        format!("before it {side}'s rating is {found}, but computed it is {expected}")
    });
    what.or_else(|| {
        apart(stored.after, right.after).map(|(found, expected)| {
            format!("after it {side}'s rating is {found}, but computed it is {expected}")
        })
    })
}

/// Both ratings in words, if they are further apart than they may be.
fn apart(found: Rating, expected: Rating) -> Option<(String, String)> {
    let near = (found.points() - expected.points()).abs() <= NEAR
        && (found.deviation() - expected.deviation()).abs() <= NEAR
        && (found.volatility() - expected.volatility()).abs() <= NEAR / 1000.0;
    let words = |rating: Rating| {
        format!(
            "{:.3} (deviation {:.3}, volatility {:.6})",
            rating.points(),
            rating.deviation(),
            rating.volatility()
        )
    };
    (!near).then(|| (words(found), words(expected)))
}

/// What the players' last ratings are, against the end of the fold.
fn last_ones(stored: &Stored, fold: &Fold) -> Vec<String> {
    let mut found: HashMap<_, _> =
        stored.ratings.iter().map(|rating| ((rating.player, rating.category), rating)).collect();
    let mut wrong = Vec::new();
    for ((player, category), state) in fold.states() {
        match found.remove(&(player, category)) {
            None => wrong.push(format!("player {player} has no {category} rating, but rated games")),
            Some(rating) => {
                if let Some((found, expected)) = apart(rating.standing.rating, state.standing.rating) {
                    wrong.push(format!(
                        "player {player} has the {category} rating {found}, but computed it is {expected}"
                    ));
                } else if (rating.number, rating.games, rating.standing.since)
                    != (state.number, state.games, state.standing.since)
                {
                    wrong.push(format!("player {player}'s number of {category} games is wrong"));
                }
            }
        }
    }
    wrong.extend(
        found
            .into_keys()
            .map(|(player, category)| format!("player {player} has a {category} rating, but no rated games")),
    );
    wrong
}
