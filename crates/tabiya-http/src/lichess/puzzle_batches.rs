// SPDX-License-Identifier: AGPL-3.0-or-later
//! Puzzles by the dozen: a batch to be solved without a network, how it went, and those that were failed.
//!
//! A batch has the solutions, so its puzzles count for no rating of whoever fetches it: what a program reports of them is kept as
//! practice, and `ratingDiff` is 0.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};
use tabiya_accounts::people::scopes::Scope;
use tabiya_game::PlayerId;
use tabiya_limits::address::Caller;
use tabiya_puzzles::{NotSolved, Tried, Wish, is_opening};
use tabiya_runtime::chance;
use tabiya_store::AttemptEnd;

use super::access::{Access, Visitor};
use super::failure::Failure;
use super::fields::{Fields, Form, Path, Query};
use super::puzzles::{MOST_DAYS, MOST_LISTED, asked, of_angle, solver, whole};
use crate::answer::ApiError;
use crate::state::App;

/// The most puzzles of a batch.
pub(super) const MOST_IN_BATCH: u64 = 50;
/// How many it has where nobody says.
const IN_BATCH: u64 = 15;

/// What a replay costs in calls: it looks at up to a thousand attempts.
const REPLAY_COSTS: u32 = 20;

/// What a program says of a puzzle.
#[derive(Deserialize)]
struct Solved {
    id: String,
    win: bool,
}

/// `GET /api/puzzle/batch/ANGLE`
pub(super) async fn fetch(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    Path(angle): Path<String>,
    Query(query): Query,
) -> Result<Json<Value>, Failure> {
    let wish = asked(&angle, &query)?;
    let count = query.within("nb", 1, MOST_IN_BATCH)?.unwrap_or(IN_BATCH);
    // Each costs as much as one that is asked for alone.
    match &visitor.0 {
        Some(access) => access.charge(&app, turns(count))?,
        None => app.programs.charge_address(&caller, turns(count)).map_err(Failure::too_fast)?,
    }
    let puzzles = batch(&app, solver(&visitor), &wish, count).await?;
    Ok(Json(json!({ "puzzles": puzzles })))
}

fn turns(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Puzzles that the player has not tried, each once.
async fn batch(app: &App, player: Option<PlayerId>, wish: &Wish, count: u64) -> Result<Vec<Value>, Failure> {
    let mut seen: Vec<String> = Vec::new();
    let mut puzzles = Vec::new();
    for _ in 0..count {
        let wish = Wish { chance: u32::from_le_bytes(chance::bytes()), ..wish.clone() };
        let Some(id) = app.puzzles.solving.another(player, &wish, &seen, app.people.now()).await? else {
            break;
        };
        match app.puzzles.solving.told_whole(&id, player, app.people.now()).await {
            Ok((stored, puzzle)) => puzzles.push(whole(app, &stored, &puzzle).await?),
            // It was withdrawn a moment ago.
            Err(NotSolved::Withdrawn | NotSolved::Unknown(_)) => {}
            Err(error) => return Err(error.into()),
        }
        seen.push(id);
    }
    Ok(puzzles)
}

/// `POST /api/puzzle/batch/ANGLE`
pub(super) async fn solved(
    State(app): State<App>,
    access: Access,
    Path(angle): Path<String>,
    Form(form): Form,
) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::PuzzleWrite])?;
    let player = access.player();
    // All that may be wrong is looked at before anything is kept.
    let wish = asked(&angle, &form)?;
    let count = form.within("nb", 0, MOST_IN_BATCH)?.unwrap_or(0);
    let told = told(&form)?;
    access.charge(&app, turns(count))?;
    let wait = app.puzzles.answers.take(&player, turns(told.len() as u64).max(1));
    wait.map_err(|wait| ApiError::TooFast { what: "too many puzzles in a short time", wait })?;
    let mut rounds = Vec::with_capacity(told.len());
    for Solved { id, win } in told {
        let end = if win { AttemptEnd::Solved } else { AttemptEnd::Failed };
        match app.puzzles.solving.report_practice(&id, player, end, app.people.now()).await {
            Ok(()) => rounds.push(json!({ "id": id, "win": win, "ratingDiff": 0 })),
            // One that is gone costs the others nothing.
            Err(NotSolved::Unknown(_) | NotSolved::Withdrawn) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let puzzles = batch(&app, Some(player), &wish, count).await?;
    let rating = app.store.puzzles.puzzle_player(player).await?.standing.at(app.people.now());
    let glicko = json!({
        "rating": rating.points(),
        "deviation": rating.deviation(),
        "provisional": rating.is_provisional(),
    });
    Ok(Json(json!({ "puzzles": puzzles, "glicko": glicko, "rounds": rounds })))
}

/// What was solved and what was not: each puzzle once, as it was told last.
fn told(form: &Fields) -> Result<Vec<Solved>, Failure> {
    let text = form.text("solutions").ok_or_else(|| Failure::bad("solutions: they are missing"))?;
    let all: Vec<Solved> =
        serde_json::from_str(text).map_err(|error| Failure::bad(format!("solutions: {error}")))?;
    if all.len() as u64 > MOST_IN_BATCH {
        return Err(Failure::bad(format!("solutions: at most {MOST_IN_BATCH} at once")));
    }
    let mut told: Vec<Solved> = Vec::with_capacity(all.len());
    for one in all {
        told.retain(|other| other.id != one.id);
        told.push(one);
    }
    Ok(told)
}

/// `GET /api/puzzle/replay/DAYS/THEME`: what was failed and has not been solved since.
pub(super) async fn replay(
    State(app): State<App>,
    access: Access,
    Path((days, theme)): Path<(String, String)>,
) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::PuzzleRead])?;
    let days: Option<u64> = days.parse().ok().filter(|days| (1..=MOST_DAYS).contains(days));
    let days = days.ok_or_else(|| Failure::bad(format!("days: a whole number from 1 to {MOST_DAYS}")))?;
    let (themes, openings) = of_angle(&theme)?;
    access.charge(&app, REPLAY_COSTS)?;
    let since = app.people.now().0.saturating_sub(days * 24 * 60 * 60 * 1_000);
    let tried =
        app.puzzles.solving.tried_since(access.player(), since, u64::MAX, MOST_LISTED as usize).await?;
    let of_theme = |Tried { puzzle, .. }: &&Tried| {
        themes.iter().all(|theme| puzzle.themes.contains(theme))
            && openings.iter().all(|opening| puzzle.openings.contains(opening))
    };
    let remaining: Vec<&str> = tried
        .iter()
        .filter(|tried| is_failed(tried.attempt.first, tried.attempt.last))
        .filter(of_theme)
        .map(|tried| tried.stored.id.as_str())
        .collect();
    Ok(Json(json!({
        "replay": { "days": days, "theme": theme, "nb": remaining.len(), "remaining": remaining },
        "angle": { "key": theme, "name": spelt(&theme), "desc": "" },
    })))
}

/// The name of a theme or an opening as people read it: `mateIn2` is "Mate in 2".
fn spelt(theme: &str) -> String {
    if is_opening(theme) {
        return theme.replace('_', " ");
    }
    let mut name = String::new();
    for c in theme.chars() {
        if (c.is_uppercase() || c.is_ascii_digit()) && !name.is_empty() {
            name.push(' ');
        }
        name.extend(c.to_lowercase());
    }
    name[..1].to_uppercase() + &name[1..]
}

/// Whether a puzzle was failed and has not been solved since. One that was only fetched, or only shown, was not failed.
fn is_failed(first: AttemptEnd, last: AttemptEnd) -> bool {
    let is_missed = |end| end == AttemptEnd::Failed;
    last != AttemptEnd::Solved && (is_missed(first) || is_missed(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_theme_is_spelt_for_people() {
        for (theme, name) in [
            ("mix", "Mix"),
            ("mateIn2", "Mate in 2"),
            ("backRankMate", "Back rank mate"),
            ("Caro-Kann_Defense", "Caro-Kann Defense"),
        ] {
            assert_eq!(spelt(theme), name);
        }
    }

    #[test]
    fn what_was_only_fetched_was_not_failed() {
        use AttemptEnd::{Failed, Shown, Solved};
        for (first, last, expected) in [
            (Failed, Failed, true),
            (Failed, Shown, true),
            (Shown, Failed, true),
            (Shown, Shown, false),
            (Failed, Solved, false),
            (Shown, Solved, false),
            (Solved, Failed, true),
            (Solved, Solved, false),
        ] {
            assert_eq!(is_failed(first, last), expected, "{first:?}, then {last:?}");
        }
    }
}
