// SPDX-License-Identifier: AGPL-3.0-or-later
//! An attempt that ends: kept once, and rated once.

use tabiya_game::{GameResult, PlayerId, Rating, Standing};

use super::rows::{NEWCOMER, end_values, of_player, player};
use super::{ATTEMPTS, contended, only, place, placed};
use crate::tables::{Change, Changed, Database, Statement, Value, millis};
use crate::{
    AttemptEnd, AttemptKept, Audience, EndedAttempt, PuzzleAttempt, PuzzlePlayer, Puzzles, StorageError,
    StoredPuzzle,
};

pub(super) async fn end(
    database: &impl Database,
    id: PlayerId,
    puzzle: &str,
    ended: EndedAttempt,
) -> Result<AttemptKept, StorageError> {
    for _ in 0..ATTEMPTS {
        let Some((stored, at)) = placed(database, puzzle).await? else { return Ok(AttemptKept::Unknown) };
        if stored.is_withdrawn {
            return Ok(AttemptKept::Withdrawn);
        }
        if let Some(before) = database.attempt(id, puzzle).await? {
            let now = PuzzleAttempt {
                // Whoever takes a hint and then looks at the solution has seen the solution.
                first: if before.is_hinted_only() && ended.end == AttemptEnd::Shown {
                    AttemptEnd::Shown
                } else {
                    before.first
                },
                last: ended.end,
                tries: before.tries.saturating_add(tries_of(ended.end)),
                due: ended.due,
                ..before.clone()
            };
            if database.change(Change::new(vec![again(id, &now, &before)])?).await? == Changed::Done {
                return Ok(AttemptKept::Again(now));
            }
            continue;
        }
        let before = only(database.read(of_player(id)).await?, player)?;
        let first = First::new(before.unwrap_or(NEWCOMER), &stored, ended);
        let mut statements = vec![first.player_row(id, before.is_some()), first.attempt_row(id)];
        statements.extend(first.puzzle_rows(&stored, at));
        if database.change(Change::new(statements)?).await? == Changed::Done {
            return Ok(AttemptKept::First(first.attempt));
        }
    }
    Err(contended())
}

/// A player's first attempt at a puzzle, and what it does.
struct First {
    attempt: PuzzleAttempt,
    before: PuzzlePlayer,
    after: PuzzlePlayer,
    /// The puzzle's rating after it; `None` if it was not rated.
    puzzle: Option<Rating>,
}

impl First {
    fn new(before: PuzzlePlayer, puzzle: &StoredPuzzle, ended: EndedAttempt) -> Self {
        let EndedAttempt { end, at, due, may_count } = ended;
        let result = match end {
            AttemptEnd::Shown | AttemptEnd::Hinted => None,
            AttemptEnd::Failed => Some(GameResult::BlackWins),
            AttemptEnd::Solved => Some(GameResult::WhiteWins),
        };
        // A puzzle does not forget how hard it is.
        let sides = [before.standing, Standing { rating: puzzle.rating, since: None }];
        let result = result.filter(|_| may_count && puzzle.audience == Audience::Everybody);
        let rated = result.and_then(|result| Standing::after(sides, result, at));
        let number = before.tried.saturating_add(1);
        let standing = rated.map_or(before.standing, |[player, _]| player);
        let attempt = PuzzleAttempt {
            puzzle: puzzle.id.clone(),
            number,
            at,
            first: end,
            rated: rated.map(|[player, _]| [before.standing.rating, player.rating]),
            last: end,
            tries: tries_of(end),
            due,
        };
        // What is not known of a newcomer says nothing about the puzzle.
        let is_known = !before.standing.rating.is_provisional();
        let moved = |other: Standing| if is_known { other.rating } else { puzzle.rating };
        let puzzle = rated.map(|[_, other]| moved(other));
        Self { attempt, before, after: PuzzlePlayer { standing, tried: number }, puzzle }
    }

    fn player_row(&self, id: PlayerId, is_known: bool) -> Statement {
        let [points, deviation, volatility] = self.after.standing.rating.numbers();
        let since = self.after.standing.since.map(millis);
        let mut values = vec![
            id.into(),
            points.into(),
            deviation.into(),
            volatility.into(),
            since.into(),
            self.after.tried.into(),
        ];
        let sql = if is_known {
            values.push(self.before.tried.into());
            "UPDATE puzzle_player SET points = $2, deviation = $3, volatility = $4, since = $5, tried = $6
             WHERE player = $1 AND tried = $7"
        } else {
            "INSERT INTO puzzle_player (player, points, deviation, volatility, since, tried)
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING"
        };
        Statement::new(sql, values).touching(1)
    }

    fn attempt_row(&self, id: PlayerId) -> Statement {
        let PuzzleAttempt { puzzle, number, at, first, rated, last, tries, due } = &self.attempt;
        let sql = "INSERT INTO puzzle_attempt (player, puzzle, number, ended_at, first_end, first_hinted, before_points,
             before_deviation, before_volatility, after_points, after_deviation, after_volatility, last_end, last_hinted, tries,
             due_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) ON CONFLICT DO NOTHING";
        let mut values: Vec<Value> = vec![id.into(), puzzle.as_str().into(), (*number).into(), millis(*at)];
        values.extend(end_values(*first));
        match rated {
            Some(ratings) => {
                values.extend(ratings.iter().flat_map(|rating| rating.numbers().map(Value::from)))
            }
            None => values.extend([const { Value::Null }; 6]),
        }
        values.extend(end_values(*last));
        values.extend([(*tries).into(), due.map(millis).into()]);
        Statement::new(sql, values).touching(1)
    }

    /// Only where the puzzle is as it was read.
    fn puzzle_rows(&self, stored: &StoredPuzzle, at: i64) -> Vec<Statement> {
        let Some(rating) = self.puzzle else { return Vec::new() };
        let [points, deviation, volatility] = rating.numbers();
        let after = place::of(points, place::lot(&stored.id));
        let sql = "UPDATE puzzle SET points = $2, deviation = $3, volatility = $4, plays = $5, place = $6
             WHERE id = $1 AND plays = $7 AND place = $8";
        let id = stored.id.as_str();
        let plays = stored.plays.saturating_add(1);
        let values = vec![
            id.into(),
            points.into(),
            deviation.into(),
            volatility.into(),
            plays.into(),
            after.into(),
            stored.plays.into(),
            at.into(),
        ];
        let mut statements = vec![Statement::new(sql, values).touching(1)];
        statements.extend(place::change(stored, at, Some(after)));
        statements
    }
}

/// A hint and a solution that is shown are no tries of their own: what the player then plays is the try.
const fn tries_of(end: AttemptEnd) -> u32 {
    match end {
        AttemptEnd::Shown | AttemptEnd::Hinted => 0,
        AttemptEnd::Failed | AttemptEnd::Solved => 1,
    }
}

/// Only where the attempt is as it was read. The tries alone don't tell, because a hint leaves their number as it is. Whether
/// help was a hint stands beside an end that is help; beside another one it says nothing.
fn again(id: PlayerId, now: &PuzzleAttempt, before: &PuzzleAttempt) -> Statement {
    let sql = "UPDATE puzzle_attempt
         SET first_end = $3, first_hinted = $4, last_end = $5, last_hinted = $6, tries = $7, due_at = $8
         WHERE player = $1 AND puzzle = $2 AND tries = $9
         AND first_end = $10 AND (first_end > 0 OR first_hinted = $11)
         AND last_end = $12 AND (last_end > 0 OR last_hinted = $13)";
    let mut values: Vec<Value> = vec![id.into(), now.puzzle.as_str().into()];
    values.extend(end_values(now.first));
    values.extend(end_values(now.last));
    values.extend([now.tries.into(), now.due.map(millis).into(), before.tries.into()]);
    values.extend(end_values(before.first));
    values.extend(end_values(before.last));
    Statement::new(sql, values).touching(1)
}
