// SPDX-License-Identifier: AGPL-3.0-or-later
//! Where a puzzle stands in the order in which the next one is looked for.
//!
//! A place is a number: the rating in steps of 25 points, and below it a number by lot that depends on the id. The search begins at a
//! place of the wanted rating with a random number by lot, and takes the nearest puzzles on both sides of it. One of these is drawn.
//! So a single index is enough, whether a step holds thousands of puzzles or most steps hold none.

use std::collections::HashSet;

use super::openings;
use crate::tables::{Statement, Value, placeholders};
use crate::{Audience, NewPuzzle, PuzzleWish, StoredPuzzle};

/// The place of a puzzle that is withdrawn.
pub(super) const WITHDRAWN: i64 = -1;
/// The place of one that is not for everybody.
pub(super) const FOR_SOME: i64 = -2;
/// The ratings of one step, in millionths of a point.
const STEP: i64 = 25_000_000;
/// Among so many of the nearest puzzles the lot is drawn.
const DRAWN_FROM: usize = 50;
/// So many are looked at for each theme or opening on each side at least, however many are wanted.
pub(super) const FEWEST: usize = 10;
/// None of them is further away than the nearest by more than so many steps.
const SPREAD: i64 = 8;
/// Numbers by lot of one step.
const LOTS: i64 = 1 << 32;

/// The place of a rating, in millionths of a point, and a number by lot.
pub(super) const fn of(points: i64, lot: u32) -> i64 {
    points / STEP * LOTS + lot as i64
}

/// The number by lot of a puzzle: always the same (FNV-1a, and the finaliser of MurmurHash3, because ids are short and alike).
pub(super) fn lot(id: &str) -> u32 {
    let hash =
        id.bytes().fold(0x811c_9dc5, |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let hash = (hash ^ (hash >> 16)).wrapping_mul(0x85eb_ca6b);
    let hash = (hash ^ (hash >> 13)).wrapping_mul(0xc2b2_ae35);
    hash ^ (hash >> 16)
}

/// How many puzzles are asked for on each side where so many themes or openings are looked for.
pub(super) const fn most(kinds: usize) -> usize {
    let share = DRAWN_FROM / if kinds == 0 { 1 } else { kinds };
    if share < FEWEST { FEWEST } else { share }
}

/// Draws one of the nearest of these by lot; the nearest of all with the chance 0. `None` if there are none.
pub(super) fn drawn(from: i64, mut found: Vec<(i64, String)>, chance: u32) -> Option<String> {
    // The order does not depend on the place where the search begins: both come from the same random number.
    found.sort_unstable_by(|(a, one), (b, other)| {
        (distance(from, *a), a, one).cmp(&(distance(from, *b), b, other))
    });
    // One that has two of the themes is found twice, and is as near each time.
    let mut seen = HashSet::new();
    found.retain(|(_, id)| seen.insert(id.clone()));
    let furthest = distance(from, found.first()?.0) + SPREAD;
    let near = found.iter().take(DRAWN_FROM).take_while(|(at, _)| distance(from, *at) <= furthest).count();
    let index = (u64::from(chance) * near as u64) >> 32;
    Some(found.swap_remove(usize::try_from(index).unwrap_or(0)).1)
}

/// How far two places are from one another, in steps.
const fn distance(a: i64, b: i64) -> i64 {
    (a / LOTS - b / LOTS).abs()
}

/// A new puzzle with its themes.
pub(in crate::tables) fn add(puzzle: &NewPuzzle) -> Vec<Statement> {
    let NewPuzzle { id, line, themes, rating, audience } = puzzle;
    let [points, deviation, volatility] = rating.numbers();
    let place = if *audience == Audience::Everybody { of(points, lot(id)) } else { FOR_SOME };
    let sql = "INSERT INTO puzzle (id, line, themes, points, deviation, volatility, plays, place)
         VALUES ($1, $2, $3, $4, $5, $6, 0, $7) ON CONFLICT DO NOTHING";
    let id = Value::from(id.as_str());
    let values = vec![
        id.clone(),
        line.as_str().into(),
        themes.as_slice().into(),
        points.into(),
        deviation.into(),
        volatility.into(),
        place.into(),
    ];
    let mut statements = vec![Statement::new(sql, values)];
    let (organiser, pupil) = match *audience {
        Audience::Everybody => (None, None),
        Audience::Class(organiser) => (Some(organiser), None),
        Audience::Pupil { organiser, pupil } => (Some(organiser), Some(pupil)),
    };
    if let Some(organiser) = organiser {
        let sql = "INSERT INTO puzzle_audience (puzzle, organiser, pupil) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        let pupil = pupil.map_or(Value::Null, Value::from);
        statements.push(Statement::new(sql, vec![id, organiser.into(), pupil]));
        return statements;
    }
    if !themes.is_empty() {
        let rows: Vec<_> = (3..3 + themes.len()).map(|theme| format!("(${theme}, $1, $2)")).collect();
        let sql = format!(
            "INSERT INTO puzzle_theme (theme, place, puzzle) VALUES {} ON CONFLICT DO NOTHING",
            rows.join(", ")
        );
        let mut values = vec![place.into(), id];
        values.extend(themes.iter().map(|theme| Value::from(i64::from(*theme))));
        statements.push(Statement::new(sql, values));
    }
    statements
}

/// Moves a puzzle's themes and openings to another place, or takes them away.
pub(super) fn change(puzzle: &StoredPuzzle, before: i64, after: Option<i64>) -> Vec<Statement> {
    if after == Some(before) {
        return Vec::new();
    }
    let key = |theme: &u8| vec![Value::from(i64::from(*theme)), before.into(), puzzle.id.as_str().into()];
    let of_theme = |theme: &u8| match after {
        None => {
            let sql = "DELETE FROM puzzle_theme WHERE theme = $1 AND place = $2 AND puzzle = $3";
            Statement::new(sql, key(theme))
        }
        Some(after) => {
            let sql = "UPDATE puzzle_theme SET place = $4 WHERE theme = $1 AND place = $2 AND puzzle = $3";
            Statement::new(sql, key(theme).into_iter().chain([after.into()]).collect())
        }
    };
    let of_openings = openings::change(&puzzle.id, after);
    puzzle.themes.iter().map(of_theme).chain([of_openings]).collect()
}

/// The first and the last place that a puzzle may have.
fn bounds(wish: &PuzzleWish<'_>) -> (i64, i64) {
    let bound = |points: u16, lot| of(i64::from(points) * 1_000_000, lot);
    wish.within.map_or((0, i64::MAX), |[least, most]| (bound(least, 0), bound(most, u32::MAX)))
}

/// Where the search for a puzzle begins.
pub(super) fn wanted(wish: &PuzzleWish<'_>) -> i64 {
    let (first, last) = bounds(wish);
    of(i64::from(wish.points) * 1_000_000, wish.chance).min(last).max(first)
}

/// Which places lie on one side of the place `$1` in the table `t`, up to the place `$3`; in which order they come; and what `$3` is.
pub(super) fn side(wish: &PuzzleWish<'_>, upwards: bool) -> (&'static str, &'static str, Value) {
    let (first, last) = bounds(wish);
    if upwards {
        ("t.place >= $1 AND t.place <= $3", "", last.into())
    } else {
        ("t.place < $1 AND t.place >= $3", " DESC", first.into())
    }
}

/// Asks for the places and the ids of the nearest puzzles on one side of a place, at most `most`.
pub(super) fn next(
    wish: &PuzzleWish<'_>,
    theme: Option<u8>,
    from: i64,
    (upwards, most): (bool, usize),
) -> Statement {
    let (table, id, of_theme) = match theme {
        None => ("puzzle", "id", ""),
        Some(_) => ("puzzle_theme", "puzzle", "t.theme = $4 AND"),
    };
    let (side, order, bound) = side(wish, upwards);
    let first = if theme.is_some() { 5 } else { 4 };
    let except = padded(wish.except);
    let not_these = match except.len() {
        0 => String::new(),
        count => format!("AND t.{id} NOT IN ({})", placeholders(first, count)),
    };
    let sql = format!(
        "SELECT t.place, t.{id} FROM {table} t WHERE {of_theme} {side} {not_these} AND NOT EXISTS
         (SELECT 1 FROM puzzle_attempt a WHERE a.player = $2 AND a.puzzle = t.{id})
         ORDER BY t.place{order}, t.{id}{order} LIMIT {most}"
    );
    // No player has an empty id, so nothing is left out for a guest.
    let player = wish.player.map_or_else(|| Value::Bytes(Vec::new()), Value::from);
    let mut values = vec![from.into(), player, bound];
    values.extend(theme.map(|theme| Value::from(i64::from(theme))));
    values.extend(except);
    Statement::new(sql, values)
}

/// The same ids, the last one again and again until their number is a power of two. A database keeps each text of SQL that it was
/// asked, so there must be few.
pub(super) fn padded(ids: &[String]) -> Vec<Value> {
    let Some(last) = ids.last() else { return Vec::new() };
    let missing = ids.len().next_power_of_two() - ids.len();
    ids.iter().chain(std::iter::repeat_n(last, missing)).map(|id| Value::from(id.as_str())).collect()
}

/// The same of themes.
pub(super) fn padded_themes(themes: &[u8]) -> Vec<Value> {
    let Some(last) = themes.last() else { return Vec::new() };
    let missing = themes.len().next_power_of_two() - themes.len();
    let all = themes.iter().chain(std::iter::repeat_n(last, missing));
    all.map(|theme| Value::from(i64::from(*theme))).collect()
}
