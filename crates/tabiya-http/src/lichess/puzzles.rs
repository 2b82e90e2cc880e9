// SPDX-License-Identifier: AGPL-3.0-or-later
//! Puzzles with their solutions, and how the caller solves them.
//!
//! A program is told the solution at once. So a puzzle that an account has fetched counts for no rating of that account any more.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use serde_json::{Value, json};
use tabiya_accounts::people::scopes::Scope;
use tabiya_game::{GameId, PlayerId};
use tabiya_puzzles::{NotSolved, Origin, Puzzle, Theme, Tried, Wish, is_imported, is_opening, players_let};
use tabiya_rules::{History, san};
use tabiya_runtime::chance;
use tabiya_store::{AttemptEnd, StoredPuzzle};

use super::access::{Access, Visitor};
use super::failure::Failure;
use super::fields::{Fields, HIGHEST, Path, Query};
use super::lines::stream_lines;
use crate::answer::ApiError;
use crate::state::App;

/// The most puzzles that one answer lists.
pub(super) const MOST_LISTED: u64 = 1_000;
/// How many it lists where nobody says.
const LISTED: u64 = 100;
/// The most days that a dashboard counts.
pub(super) const MOST_DAYS: u64 = 365;
/// How much easier or harder a puzzle is for a word, in steps of the page.
const DIFFICULTIES: [(&str, i8); 5] =
    [("easiest", -1), ("easier", -1), ("normal", 0), ("harder", 1), ("hardest", 1)];

impl From<NotSolved> for Failure {
    fn from(error: NotSolved) -> Self {
        ApiError::from(error).into()
    }
}

/// The theme or the opening that a word asks for: none of both for `mix`.
pub(super) fn of_angle(angle: &str) -> Result<(Vec<Theme>, Vec<String>), Failure> {
    if angle == "mix" {
        return Ok((Vec::new(), Vec::new()));
    }
    if is_opening(angle) {
        return Ok((Vec::new(), vec![angle.to_owned()]));
    }
    let theme = angle.parse::<Theme>().map_err(|error| Failure::bad(format!("angle: {error}")))?;
    Ok((vec![theme], Vec::new()))
}

/// Which puzzles a program wants, but for the random number.
pub(super) fn asked(angle: &str, fields: &Fields) -> Result<Wish, Failure> {
    let (themes, openings) = of_angle(angle)?;
    let word = fields.text("difficulty").unwrap_or("normal");
    let shift = DIFFICULTIES.iter().find(|(name, _)| *name == word).map(|(_, shift)| *shift);
    let shift =
        shift.ok_or_else(|| Failure::bad("difficulty: it is easiest, easier, normal, harder or hardest"))?;
    fields.refuse("color", "puzzles can't be chosen by the side that solves them")?;
    Ok(Wish { themes, openings, shift, ..Wish::default() })
}

/// The account that solves puzzles with this token.
pub(super) fn solver(visitor: &Visitor) -> Option<PlayerId> {
    let access = visitor.0.as_ref()?;
    access.key.scopes.has_any(&[Scope::PuzzleRead, Scope::PuzzleWrite]).then(|| access.player())
}

/// `GET /api/puzzle/daily`
pub(super) async fn daily(State(app): State<App>, visitor: Visitor) -> Result<Json<Value>, Failure> {
    let today = app.puzzles.solving.of_day(app.people.calendar()).await?;
    let today = today.ok_or_else(|| Failure::not_found("There are no puzzles here"))?;
    one(&app, &today.id, &visitor).await
}

/// `GET /api/puzzle/ID`
pub(super) async fn by_id(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<Value>, Failure> {
    one(&app, &id, &visitor).await
}

/// `GET /api/puzzle/next`
pub(super) async fn next(
    State(app): State<App>,
    visitor: Visitor,
    Query(query): Query,
) -> Result<Json<Value>, Failure> {
    let wish = asked(query.text("angle").unwrap_or("mix"), &query)?;
    let player = solver(&visitor);
    let wish = Wish { chance: u32::from_le_bytes(chance::bytes()), ..wish };
    let next = app.puzzles.solving.next(player, &wish, app.people.now()).await?;
    let puzzle = next.puzzle.ok_or_else(|| Failure::not_found("There is no puzzle left to try"))?;
    one(&app, &puzzle.id, &visitor).await
}

/// `GET /api/puzzle/activity`
pub(super) async fn activity(
    State(app): State<App>,
    access: Access,
    Query(query): Query,
) -> Result<Response, Failure> {
    let player = access.with(&[Scope::PuzzleRead])?.player();
    let most = query.within("max", 1, MOST_LISTED)?.unwrap_or(LISTED);
    let before = query.within("before", 0, HIGHEST)?.unwrap_or(u64::MAX);
    let tried = app.puzzles.solving.tried_since(player, 0, before, most as usize).await?;
    Ok(stream_lines(app.stopping.clone(), move |lines| async move {
        for Tried { attempt, stored, puzzle } in tried {
            let win = attempt.first == AttemptEnd::Solved;
            let puzzle = about(&stored, &puzzle, 0);
            lines.say(&json!({ "date": attempt.at.0, "win": win, "puzzle": puzzle })).await?;
        }
        Ok(())
    }))
}

/// `GET /api/puzzle/dashboard/DAYS`
pub(super) async fn dashboard(
    State(app): State<App>,
    access: Access,
    Path(days): Path<String>,
) -> Result<Json<Value>, Failure> {
    let player = access.with(&[Scope::PuzzleRead])?.player();
    let days = days.parse().ok().filter(|days| (1..=MOST_DAYS).contains(days));
    let days = days.ok_or_else(|| Failure::bad(format!("days: a whole number from 1 to {MOST_DAYS}")))?;
    let since = app.people.now().0.saturating_sub(days * 24 * 60 * 60 * 1_000);
    let tried = app.puzzles.solving.tried_since(player, since, u64::MAX, MOST_LISTED as usize).await?;
    let mut themes = serde_json::Map::new();
    for theme in Theme::ALL {
        let of_theme = || tried.iter().filter(|tried| tried.puzzle.themes.contains(theme));
        if of_theme().next().is_some() {
            let shown = json!({ "theme": theme.name(), "results": results(of_theme()) });
            themes.insert(theme.name().to_owned(), shown);
        }
    }
    Ok(Json(json!({ "days": days, "global": results(tried.iter()), "themes": themes })))
}

/// What somebody's attempts come to.
fn results<'a>(tried: impl Iterator<Item = &'a Tried>) -> Value {
    let (mut count, mut wins, mut replays, mut points) = (0_u32, 0_u32, 0_u32, 0_u32);
    for Tried { attempt, stored, .. } in tried {
        let is_won = attempt.first == AttemptEnd::Solved;
        count += 1;
        wins += u32::from(is_won);
        replays += u32::from(!is_won && attempt.last == AttemptEnd::Solved);
        points += u32::from(stored.rating.rounded().points);
    }
    let average = f64::from(points) / f64::from(count.max(1));
    let share = f64::from(wins) / f64::from(count.max(1));
    let performance = if count == 0 { 0.0 } else { average + 1_000.0 * share - 500.0 };
    json!({
        "nb": count,
        "firstWins": wins,
        "replayWins": replays,
        "puzzleRatingAvg": average.round() as u32,
        "performance": performance.max(0.0).round() as u32,
    })
}

/// A puzzle with its solution and its game. An account that has not tried it yet has seen the solution now, whatever its token is for.
async fn one(app: &App, id: &str, visitor: &Visitor) -> Result<Json<Value>, Failure> {
    let (player, now) = (solver(visitor), app.people.now());
    let (stored, puzzle) = app.puzzles.solving.told_whole(id, player, now).await?;
    if let Some(access) = visitor.0.as_ref().filter(|_| player.is_none()) {
        app.puzzles.solving.told_whole(id, Some(access.player()), now).await?;
    }
    whole(app, &stored, &puzzle).await.map(Json)
}

/// A puzzle with its solution and its game.
pub(super) async fn whole(app: &App, stored: &StoredPuzzle, puzzle: &Puzzle) -> Result<Value, Failure> {
    let (ply, game) = match of_site(app, puzzle).await? {
        Some(found) => found,
        None => (0, json!({ "pgn": san(puzzle.before(), puzzle.mistake()).to_string() })),
    };
    Ok(json!({ "game": game, "puzzle": about(stored, puzzle, ply) }))
}

/// The game of this site that a puzzle comes from, up to the mistake, and how many half-moves were played before that one.
async fn of_site(app: &App, puzzle: &Puzzle) -> Result<Option<(usize, Value)>, Failure> {
    let Origin::Game(id) = &puzzle.origin else { return Ok(None) };
    let Ok(id) = id.parse::<GameId>() else { return Ok(None) };
    let Some(row) = app.store.archive.game(id).await? else { return Ok(None) };
    if !players_let(&app.store, row.seats()).await? {
        return Ok(None);
    }
    let read = app.archive.game(id).await?;
    if is_imported(read.game()) {
        return Ok(None);
    }
    let game = read.game().history();
    let mut history = History::new(*game.start());
    let mut moves = Vec::new();
    for (ply, mv) in game.moves().iter().enumerate() {
        moves.push(san(history.position(), *mv).to_string());
        if history.position() == puzzle.before() && *mv == puzzle.mistake() {
            return Ok(Some((ply, json!({ "id": id.to_string(), "pgn": moves.join(" ") }))));
        }
        history.play(*mv);
    }
    Ok(None)
}

/// The puzzle itself.
fn about(stored: &StoredPuzzle, puzzle: &Puzzle, ply: usize) -> Value {
    let moves = puzzle.uci();
    let (mistake, solution) = moves.split_first().map_or(("", &[][..]), |(first, rest)| (first, rest));
    json!({
        "id": stored.id,
        "fen": puzzle.start().to_fen(),
        "lastMove": mistake,
        "initialPly": ply,
        "rating": stored.rating.rounded().points,
        "plays": stored.plays,
        "solution": solution,
        "themes": puzzle.themes.iter().map(|theme| theme.name()).collect::<Vec<_>>(),
    })
}
