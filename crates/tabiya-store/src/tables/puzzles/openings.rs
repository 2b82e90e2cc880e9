// SPDX-License-Identifier: AGPL-3.0-or-later
//! The openings of puzzles, and the next puzzle of one.

use super::place;
use crate::tables::{Statement, Value, placeholders};
use crate::{MOST_OPENINGS, OpeningsOfPuzzle, PuzzleWish};

/// Of an opening, so many puzzles on each side of the wanted place are looked at for a theme. A theme that is rarer than that in an
/// opening is not searched for through all of it.
const WINDOW: i64 = 1_000;

/// Notes the openings of a puzzle that is for everybody and not withdrawn.
pub(super) fn tag(OpeningsOfPuzzle { puzzle, openings }: &OpeningsOfPuzzle) -> Vec<Statement> {
    // Whoever moves or withdraws the puzzle meanwhile waits here, or is waited for: its openings stand where it stands.
    let wait = Statement::new("UPDATE puzzle SET place = place WHERE id = $1", vec![puzzle.as_str().into()]);
    let sql = "INSERT INTO puzzle_opening (opening, place, puzzle)
         SELECT $1, p.place, p.id FROM puzzle p WHERE p.id = $2 AND p.place >= 0 ON CONFLICT DO NOTHING";
    let tag = |opening: &String| Statement::new(sql, vec![opening.as_str().into(), puzzle.as_str().into()]);
    [wait].into_iter().chain(openings.iter().map(tag)).collect()
}

/// Moves the openings of a puzzle to another place, or takes them away, wherever they stand.
pub(super) fn change(puzzle: &str, after: Option<i64>) -> Statement {
    match after {
        None => Statement::new("DELETE FROM puzzle_opening WHERE puzzle = $1", vec![puzzle.into()]),
        Some(after) => {
            let sql = "UPDATE puzzle_opening SET place = $2 WHERE puzzle = $1";
            Statement::new(sql, vec![puzzle.into(), after.into()])
        }
    }
}

/// Asks for all openings. It goes from one to the next by the index, whatever the number of puzzles.
pub(super) fn all() -> Statement {
    let sql = "WITH RECURSIVE found (opening) AS (
             SELECT o.opening FROM (SELECT opening FROM puzzle_opening ORDER BY opening LIMIT 1) o
             UNION ALL
             SELECT (SELECT o.opening FROM puzzle_opening o WHERE o.opening > f.opening ORDER BY o.opening LIMIT 1)
             FROM found f WHERE f.opening IS NOT NULL
         ) SELECT opening FROM found WHERE opening IS NOT NULL LIMIT $1";
    let most = i64::try_from(MOST_OPENINGS + 1).unwrap_or(i64::MAX);
    Statement::new(sql, vec![most.into()])
}

/// Asks for the places and the ids of the nearest puzzles of an opening on one side of a place, as [`place::next`] does. What stands
/// where its puzzle does not is passed over: the puzzle may be withdrawn.
pub(super) fn next(
    wish: &PuzzleWish<'_>,
    opening: &str,
    from: i64,
    (upwards, most): (bool, usize),
) -> Statement {
    let (side, order, bound) = place::side(wish, upwards);
    // A theme is searched for through a window, and the less of it the fewer are wanted.
    let most = if wish.themes.is_empty() { most } else { most.min(place::FEWEST) };
    // No player has an empty id, so nothing is left out for a guest.
    let player = wish.player.map_or_else(|| Value::Bytes(Vec::new()), Value::from);
    let mut values: Vec<Value> = vec![from.into(), player, bound, opening.into()];
    let of_opening =
        format!("SELECT t.place, t.puzzle FROM puzzle_opening t WHERE t.opening = $4 AND {side}");
    let (source, of_theme) = if wish.themes.is_empty() {
        (of_opening, String::new())
    } else {
        let wanted = place::padded_themes(wish.themes);
        let themes = placeholders(values.len() + 1, wanted.len());
        values.extend(wanted);
        let source = format!("{of_opening} ORDER BY t.place{order}, t.puzzle{order} LIMIT {WINDOW}");
        let of_theme = format!(
            "AND EXISTS (SELECT 1 FROM puzzle_theme h WHERE h.theme IN ({themes}) AND h.place = n.place AND h.puzzle = n.puzzle)"
        );
        (source, of_theme)
    };
    let except = place::padded(wish.except);
    let not_these = match except.len() {
        0 => String::new(),
        count => format!("AND n.puzzle NOT IN ({})", placeholders(values.len() + 1, count)),
    };
    values.extend(except);
    let sql = format!(
        "SELECT n.place, n.puzzle FROM ({source}) n WHERE NOT EXISTS
         (SELECT 1 FROM puzzle_attempt a WHERE a.player = $2 AND a.puzzle = n.puzzle) {of_theme} {not_these}
         AND EXISTS (SELECT 1 FROM puzzle p WHERE p.id = n.puzzle AND p.place = n.place)
         ORDER BY n.place{order}, n.puzzle{order} LIMIT {most}"
    );
    Statement::new(sql, values)
}
