// SPDX-License-Identifier: AGPL-3.0-or-later
//! Rows of puzzles, attempts and players.

use tabiya_game::{PlayerId, Rating, Standing, Time};

use super::place;
use crate::tables::{Columns, Statement, Value};
use crate::{AttemptEnd, Audience, PuzzleAttempt, PuzzlePlayer, StorageError, StoredPuzzle};

/// The columns that [`puzzle`] reads, of `puzzle p`.
macro_rules! puzzle_columns {
    () => {
        "p.id, p.line, p.themes, p.points, p.deviation, p.volatility, p.plays, p.place,
         (SELECT a.organiser FROM puzzle_audience a WHERE a.puzzle = p.id),
         (SELECT a.pupil FROM puzzle_audience a WHERE a.puzzle = p.id)"
    };
}
pub(in super::super) use puzzle_columns;

/// The columns that [`attempt`] reads.
macro_rules! attempt_columns {
    () => {
        "puzzle, number, ended_at, first_end, first_hinted, before_points, before_deviation, before_volatility,
         after_points, after_deviation, after_volatility, last_end, last_hinted, tries, due_at"
    };
}
pub(in super::super) use attempt_columns;

/// A player who has not tried any.
pub(super) const NEWCOMER: PuzzlePlayer = PuzzlePlayer { standing: Standing::NEWCOMER, tried: 0 };

fn rating(columns: &mut Columns) -> Result<Rating, StorageError> {
    let numbers = [columns.integer()?, columns.integer()?, columns.integer()?];
    Rating::from_numbers(numbers).map_err(|error| columns.unexpected(&error.to_string()))
}

fn optional_rating(columns: &mut Columns) -> Result<Option<Rating>, StorageError> {
    let numbers = [columns.optional_integer()?, columns.optional_integer()?, columns.optional_integer()?];
    let [Some(points), Some(deviation), Some(volatility)] = numbers else { return Ok(None) };
    let rating = Rating::from_numbers([points, deviation, volatility]);
    rating.map(Some).map_err(|error| columns.unexpected(&error.to_string()))
}

pub(in super::super) fn puzzle(columns: &mut Columns) -> Result<StoredPuzzle, StorageError> {
    Ok(placed_puzzle(columns)?.0)
}

/// A puzzle with its place.
pub(super) fn placed_puzzle(columns: &mut Columns) -> Result<(StoredPuzzle, i64), StorageError> {
    let (id, line) = (columns.text()?, columns.text()?);
    let themes = columns.optional_bytes()?.ok_or_else(|| columns.unexpected("no themes"))?;
    let (rating, plays) = (rating(columns)?, columns.number()?);
    let place = columns.integer()?;
    let is_withdrawn = place == place::WITHDRAWN;
    let audience = match (columns.optional_player()?, columns.optional_player()?) {
        (Some(organiser), Some(pupil)) => Audience::Pupil { organiser, pupil },
        (Some(organiser), None) => Audience::Class(organiser),
        (None, None) => Audience::Everybody,
        (None, Some(_)) => return Err(columns.unexpected("a pupil without an organiser")),
    };
    Ok((StoredPuzzle { id, line, themes, rating, plays, is_withdrawn, audience }, place))
}

fn end(columns: &mut Columns) -> Result<AttemptEnd, StorageError> {
    let (number, is_hinted): (u64, u64) = (columns.number()?, columns.number()?);
    match (number, is_hinted) {
        (0, 0) => Ok(AttemptEnd::Shown),
        (0, 1) => Ok(AttemptEnd::Hinted),
        // A program that knows no hints leaves the second number as it was.
        (1, 0 | 1) => Ok(AttemptEnd::Failed),
        (2, 0 | 1) => Ok(AttemptEnd::Solved),
        _ => Err(columns.unexpected("no end of an attempt")),
    }
}

/// The two columns of an end: its number, and whether help was a hint alone.
pub(super) fn end_values(end: AttemptEnd) -> [Value; 2] {
    let (number, is_hinted) = match end {
        AttemptEnd::Shown => (0_i64, 0_i64),
        AttemptEnd::Hinted => (0, 1),
        AttemptEnd::Failed => (1, 0),
        AttemptEnd::Solved => (2, 0),
    };
    [number.into(), is_hinted.into()]
}

pub(in super::super) fn attempt(columns: &mut Columns) -> Result<PuzzleAttempt, StorageError> {
    Ok(PuzzleAttempt {
        puzzle: columns.text()?,
        number: columns.number()?,
        at: Time(columns.number()?),
        first: end(columns)?,
        rated: optional_rating(columns)?
            .zip(optional_rating(columns)?)
            .map(|(before, after)| [before, after]),
        last: end(columns)?,
        tries: columns.number()?,
        due: columns.optional_number()?.map(Time),
    })
}

/// Asks for a player's row, which [`player`] reads.
pub(super) fn of_player(player: PlayerId) -> Statement {
    let sql = "SELECT points, deviation, volatility, since, tried FROM puzzle_player WHERE player = $1";
    Statement::new(sql, vec![player.into()])
}

pub(in super::super) fn player(columns: &mut Columns) -> Result<PuzzlePlayer, StorageError> {
    let rating = rating(columns)?;
    let since = columns.optional_number()?.map(Time);
    Ok(PuzzlePlayer { standing: Standing { rating, since }, tried: columns.number()? })
}
