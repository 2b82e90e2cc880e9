// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a step of the fold writes. Each statement names the number that it follows, and misses if another step has taken
//! its place.

use tabiya_game::{Category, GameResult, Rating, Time};
use tabiya_rules::Color;

use super::{
    fold::{Line, State},
    millis,
};
use crate::{
    Correction, CorrectionOf, RatedGame, RatedSide, RatingEntry,
    tables::{Statement, Value, archive::words},
};

/// What a provisional rating is lowered by in the order of leaderboards: more than any rating has, in millionths.
const PROVISIONAL: i64 = 10_000_000_000;

fn numbers(rating: Rating) -> [Value; 3] {
    rating.numbers().map(Value::Integer)
}

/// A game, and the states of White and Black after it.
pub(super) fn game(rated: &RatedGame, after: [State; 2]) -> Vec<Statement> {
    const ROW: &str = "INSERT INTO rated_game (game, category, ended_at, result, taken_back, \
         white_player, white_number, white_before, white_before_deviation, white_before_volatility, \
         white_after, white_after_deviation, white_after_volatility, \
         black_player, black_number, black_before, black_before_deviation, black_before_volatility, \
         black_after, black_after_deviation, black_after_volatility) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21) \
         ON CONFLICT DO NOTHING";
    let of = rated.game;
    let mut values = vec![
        Value::from(of.game.as_str()),
        of.category.name().into(),
        millis(of.at),
        words::log_word(&of.result).into(),
        rated.is_taken_back.into(),
    ];
    for (player, side) in [(of.white, rated.white), (of.black, rated.black)] {
        values.extend([player.into(), side.number.into()]);
        values.extend(numbers(side.before));
        values.extend(numbers(side.after));
    }
    let mut statements = vec![Statement::new(ROW, values).touching(1)];
    let sides = [
        (of.white, Color::White, rated.white, rated.black),
        (of.black, Color::Black, rated.black, rated.white),
    ];
    for ((player, color, side, other), after) in sides.into_iter().zip(after) {
        let line = (player, of.category);
        let entry = RatingEntry { number: side.number, at: of.at, game: Some(of.game), rating: side.after };
        statements.push(entry_row(line, &entry, None, beaten(of.result, color, other)));
        statements.push(state(line, after));
    }
    statements
}

/// The opponent's points, if this side has won against an established rating.
fn beaten(result: GameResult, color: Color, other: RatedSide) -> Option<i64> {
    let counts = result.winner() == Some(color) && !other.before.is_provisional();
    counts.then(|| other.before.numbers()[0])
}

/// A correction with its number, the entries that it makes, and the states after them.
pub(super) fn correction(
    number: i64,
    correction: &Correction,
    entries: &[(Line, RatingEntry, State)],
) -> Vec<Statement> {
    let mut statements = vec![correction_row(number, correction)];
    statements.extend(mark(&correction.what));
    statements.extend(entries_of_correction(number, entries));
    statements
}

/// Notes at the game that it is taken back, or counts again.
pub(super) fn mark(what: &CorrectionOf) -> Option<Statement> {
    let (sql, game) = match what {
        CorrectionOf::Start { .. } => return None,
        CorrectionOf::TakenBack { game } => {
            ("UPDATE rated_game SET taken_back = 1 WHERE game = $1 AND taken_back = 0", game)
        }
        CorrectionOf::CountedAgain { game } => {
            ("UPDATE rated_game SET taken_back = 0 WHERE game = $1 AND taken_back = 1", game)
        }
    };
    Some(Statement::new(sql, vec![game.as_str().into()]).touching(1))
}

pub(super) fn entries_of_correction(number: i64, entries: &[(Line, RatingEntry, State)]) -> Vec<Statement> {
    let mut statements = Vec::new();
    for (line, entry, after) in entries {
        statements.push(entry_row(*line, entry, Some(number), None));
        statements.push(state(*line, *after));
    }
    statements
}

fn correction_row(number: i64, correction: &Correction) -> Statement {
    let sql = "INSERT INTO rating_correction (number, kind, player, category, points, deviation, volatility, game, \
         staff, reason, made_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING";
    let mut values = vec![Value::Integer(number)];
    match correction.what {
        CorrectionOf::Start { player, category, rating } => {
            values.extend([Value::from("start"), player.into(), category.name().into()]);
            values.extend(numbers(rating));
            values.push(Value::Null);
        }
        CorrectionOf::TakenBack { game } | CorrectionOf::CountedAgain { game } => {
            let is_back = matches!(correction.what, CorrectionOf::TakenBack { .. });
            values.push(if is_back { "taken_back" } else { "counted_again" }.into());
            values.extend([const { Value::Null }; 5]);
            values.push(game.as_str().into());
        }
    }
    values.extend([correction.by.into(), correction.reason.as_str().into(), millis(correction.at)]);
    Statement::new(sql, values).touching(1)
}

fn entry_row(
    (player, category): Line,
    entry: &RatingEntry,
    correction: Option<i64>,
    beaten: Option<i64>,
) -> Statement {
    let sql = "INSERT INTO rating_entry (player, category, number, entered_at, game, correction, points, deviation, \
         volatility, beaten) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING";
    let [points, deviation, volatility] = numbers(entry.rating);
    let values = vec![
        player.into(),
        category.name().into(),
        entry.number.into(),
        millis(entry.at),
        entry.game.as_ref().map(|game| game.as_str()).into(),
        correction.into(),
        points,
        deviation,
        volatility,
        beaten.into(),
    ];
    Statement::new(sql, values).touching(1)
}

/// The last entry's state, in place of the one before.
fn state((player, category): (tabiya_game::PlayerId, Category), after: State) -> Statement {
    const FIRST: &str = "INSERT INTO rating (player, category, points, deviation, volatility, number, games, since, place) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING";
    const NEXT: &str = "UPDATE rating SET points = $3, deviation = $4, volatility = $5, number = $6, games = $7, \
         since = $8, place = $9 WHERE player = $1 AND category = $2 AND number = $6 - 1";
    let rating = after.standing.rating;
    let [points, deviation, volatility] = numbers(rating);
    let place = rating.numbers()[0] - if rating.is_provisional() { PROVISIONAL } else { 0 };
    let values = vec![
        player.into(),
        category.name().into(),
        points,
        deviation,
        volatility,
        after.number.into(),
        after.games.into(),
        millis(after.standing.since.unwrap_or(Time(0))),
        place.into(),
    ];
    Statement::new(if after.number == 1 { FIRST } else { NEXT }, values).touching(1)
}
