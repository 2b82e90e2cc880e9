// SPDX-License-Identifier: AGPL-3.0-or-later
//! Puzzles: the next one, what a move is worth, a hint, the solution, and why a move is wrong.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use tabiya_accounts::people::PeopleError;
use tabiya_game::{GameId, PlayerId};
use tabiya_limits::address::Caller;
use tabiya_protocol::{
    NextPuzzle, PuzzleAnswer, PuzzleDone, PuzzleHint, PuzzleHistory, PuzzleMoves, PuzzleSolution,
    PuzzleThemes, PuzzleVerdict, PuzzleView, PuzzleWhy,
};
use tabiya_puzzles::{
    MOST_OPENINGS, MOST_THEMES, NotSolved, PuzzleId, Theme, Wish, Worth, is_imported, is_opening,
    players_let, why,
};
use tabiya_runtime::chance;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::low_priority::Patient;

use super::puzzle_lessons;
use super::puzzle_sets::tell;
use super::puzzle_turns::take_turns_of;
use crate::answer::methods::{get, post};
use crate::answer::{Answered, ApiError, Calls, JsonBody, MayWatch, Member, SameOrigin};
use crate::state::App;

/// The calls of puzzles.
pub(super) fn calls() -> Calls {
    Calls::new([
        ("/api/page/puzzles", get(next)),
        ("/api/page/puzzle-themes", get(themes)),
        ("/api/page/puzzle-daily", get(daily)),
        ("/api/page/puzzle-history", get(history)),
        ("/api/page/puzzles/{id}", get(look)),
        ("/api/page/puzzles/{id}/move", post(answer)),
        ("/api/page/puzzles/{id}/hint", post(hint)),
        ("/api/page/puzzles/{id}/solution", post(solution)),
        ("/api/page/puzzles/{id}/why", post(reason)),
        ("/api/page/puzzles/{id}/report", post(report)),
    ])
}

/// How many puzzles somebody may leave out.
const MOST_LEFT_OUT: usize = 50;

#[derive(Deserialize)]
struct Asked {
    /// Names of themes with commas between them; empty for any.
    #[serde(default)]
    themes: String,
    /// Names of openings with commas between them; empty for any.
    #[serde(default)]
    openings: String,
    /// -1 for an easier one, 1 for a harder one.
    #[serde(default)]
    shift: i8,
    /// The ids of those that were seen or left out before, the last one last, with commas between them.
    #[serde(default)]
    except: String,
    /// Whether one that was failed and is due may come first.
    #[serde(default)]
    again: bool,
    /// How hard it should be, in points; 0: as hard as the solver is strong.
    #[serde(default)]
    points: u16,
}

/// Whoever has an account: what guests do is not kept.
pub(super) fn account(visitor: Option<&Identity>) -> Option<PlayerId> {
    visitor.filter(|visitor| visitor.account().is_some()).map(|visitor| visitor.player)
}

/// Counts an answer, a hint or a solution: a script that tries every move is slowed down.
fn take_turn(app: &App, caller: &Caller, player: Option<PlayerId>) -> Result<(), ApiError> {
    take_turns_of(app, caller, player, (1, "too many puzzle moves in a short time"))
}

/// Leaves out the game that a puzzle comes from, where it was imported, or one of its players does not want others to find it as a
/// puzzle now.
async fn with_open_game(app: &App, mut done: PuzzleDone) -> Result<PuzzleDone, ApiError> {
    if let Some(id) = done.game.take()
        && let Ok(game) = id.parse::<GameId>()
        && let Some(row) = app.store.archive.game(game).await?
        && players_let(&app.store, row.seats()).await?
        // A log that can't be read costs the link, not the answer.
        && app.archive.game(game).await.is_ok_and(|read| !is_imported(read.game()))
    {
        done.game = Some(id);
    }
    Ok(done)
}

/// `GET /api/page/puzzles`
async fn next(
    State(app): State<App>,
    _: MayWatch,
    caller: Caller,
    visitor: Option<Identity>,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Result<Json<NextPuzzle>, ApiError> {
    let player = account(visitor.as_ref());
    take_turns_of(&app, &caller, player, (1, "too many new puzzles in a short time"))?;
    let Query(Asked { themes, openings, shift, except, again, points }) = asked?;
    let names: Vec<&str> = themes.split(',').filter(|name| !name.is_empty()).collect();
    if names.len() > MOST_THEMES || !(-1..=1).contains(&shift) {
        return Err(ApiError::BadRequest(format!("up to {MOST_THEMES} themes, and a shift of -1, 0 or 1")));
    }
    let theme = |name: &&str| name.parse::<Theme>().map_err(|error| ApiError::BadRequest(error.to_string()));
    let themes = names.iter().map(theme).collect::<Result<_, _>>()?;
    let openings: Vec<String> =
        openings.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect();
    if openings.len() > MOST_OPENINGS || !openings.iter().all(|name| is_opening(name)) {
        let say =
            format!("up to {MOST_OPENINGS} openings by their names in the CSV, such as Sicilian_Defense");
        return Err(ApiError::BadRequest(say));
    }
    let except: Vec<String> = except.split(',').filter(|id| !id.is_empty()).map(str::to_owned).collect();
    if except.len() > MOST_LEFT_OUT || !except.iter().all(|id| id.parse::<PuzzleId>().is_ok()) {
        let say = format!("except: up to {MOST_LEFT_OUT} ids of puzzles with commas between them");
        return Err(ApiError::BadRequest(say));
    }
    let points = Some(points).filter(|points| *points > 0);
    let chance = u32::from_le_bytes(chance::bytes());
    let wish = Wish { themes, openings, shift, except, again, points, chance };
    Ok(Json(app.puzzles.solving.next(player, &wish, app.people.now()).await?))
}

/// `GET /api/page/puzzle-themes`
async fn themes(State(app): State<App>, _: MayWatch) -> Result<Json<PuzzleThemes>, ApiError> {
    Ok(Json(app.puzzles.solving.themes().await?))
}

/// `GET /api/page/puzzle-daily`
async fn daily(
    State(app): State<App>,
    _: MayWatch,
    visitor: Option<Identity>,
) -> Result<Json<PuzzleView>, ApiError> {
    Ok(Json(app.puzzles.solving.daily(account(visitor.as_ref()), app.people.calendar()).await?))
}

#[derive(Deserialize)]
struct Before {
    before: Option<u32>,
}

/// `GET /api/page/puzzle-history`
async fn history(
    State(app): State<App>,
    Member(login): Member,
    asked: Result<Query<Before>, QueryRejection>,
) -> Result<Json<PuzzleHistory>, ApiError> {
    let Query(Before { before }) = asked?;
    Ok(Json(app.puzzles.solving.history(login.account.player, before).await?))
}

/// `POST /api/page/puzzles/ID/report`
async fn report(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    take_turn(&app, &caller, Some(login.account.player))?;
    app.puzzles.solving.report(&id, login.account.player, app.people.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/page/puzzles/ID`
async fn look(
    State(app): State<App>,
    _: MayWatch,
    visitor: Option<Identity>,
    Path(id): Path<String>,
) -> Result<Json<PuzzleView>, ApiError> {
    Ok(Json(app.puzzles.solving.look(&id, account(visitor.as_ref())).await?))
}

/// `POST /api/page/puzzles/ID/move`
async fn answer(
    State(app): State<App>,
    _: (SameOrigin, MayWatch),
    caller: Caller,
    visitor: Option<Identity>,
    Path(id): Path<String>,
    JsonBody(PuzzleMoves { moves, practice }): JsonBody<PuzzleMoves>,
) -> Result<Json<PuzzleAnswer>, ApiError> {
    let player = account(visitor.as_ref());
    take_turn(&app, &caller, player)?;
    let worth = if practice { Worth::Practice } else { Worth::Rated };
    let PuzzleAnswer { played, verdict, done } =
        app.puzzles.solving.answer(&id, player, (&moves[..], worth), app.people.now()).await?;
    // What was the last puzzle of a set ends its notice. Elsewhere it ends when the bell is looked at.
    if let (Some(player), PuzzleVerdict::Solved) = (player, &verdict) {
        let (bell, now) = (app.puzzles.bell.clone(), app.people.now());
        tell(async move { bell.look(player, now).await }).await;
    }
    let done = match done {
        Some(done) => Some(with_open_game(&app, done).await?),
        None => None,
    };
    Ok(Json(PuzzleAnswer { played, verdict, done }))
}

/// `POST /api/page/puzzles/ID/hint`
async fn hint(
    State(app): State<App>,
    _: (SameOrigin, MayWatch),
    caller: Caller,
    visitor: Option<Identity>,
    Path(id): Path<String>,
    JsonBody(PuzzleMoves { moves, .. }): JsonBody<PuzzleMoves>,
) -> Result<Json<PuzzleHint>, ApiError> {
    let player = account(visitor.as_ref());
    take_turn(&app, &caller, player)?;
    Ok(Json(app.puzzles.solving.hint(&id, player, &moves, app.people.now()).await?))
}

/// `POST /api/page/puzzles/ID/solution`
async fn solution(
    State(app): State<App>,
    _: (SameOrigin, MayWatch),
    caller: Caller,
    visitor: Option<Identity>,
    Path(id): Path<String>,
) -> Result<Json<PuzzleSolution>, ApiError> {
    let player = account(visitor.as_ref());
    take_turn(&app, &caller, player)?;
    let PuzzleSolution { line, done } = app.puzzles.solving.solution(&id, player, app.people.now()).await?;
    Ok(Json(PuzzleSolution { line, done: with_open_game(&app, done).await? }))
}

/// `POST /api/page/puzzles/ID/why`: the engine says why the last of these moves is wrong. Not while one plays.
async fn reason(
    State(app): State<App>,
    _: (SameOrigin, MayWatch),
    caller: Caller,
    visitor: Option<Identity>,
    Path(id): Path<String>,
    JsonBody(PuzzleMoves { moves, .. }): JsonBody<PuzzleMoves>,
) -> Result<Json<PuzzleWhy>, ApiError> {
    let (position, mv) = app.puzzles.solving.wrong_move(&id, account(visitor.as_ref()), &moves).await?;
    // An engine's line is for nobody who plays such a position at this moment.
    for position in [position, position.after(mv)] {
        app.analyses.of_position(&position, visitor.as_ref()).await?;
    }
    Ok(Json(app.calmly(&caller, move || why(&position, mv, || Box::new(Patient::new()))).await?))
}

/// A puzzle was taken away while somebody solved it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Withdrawn(String);

impl Answered for Withdrawn {
    fn status_and_code(&self) -> (StatusCode, &'static str) {
        (StatusCode::GONE, "puzzle_withdrawn")
    }
}

impl From<NotSolved> for ApiError {
    fn from(error: NotSolved) -> Self {
        match error {
            NotSolved::Unknown(_) => Self::NoSuch(error.to_string().into()),
            NotSolved::Withdrawn => Withdrawn(error.to_string()).into(),
            NotSolved::UnknownSet(_) | NotSolved::UnknownRace(_) => Self::NoSuch(error.to_string().into()),
            NotSolved::NoRace(why) => PeopleError::NotAllowed(why).into(),
            NotSolved::NoneFits => Self::Conflict { code: "no_puzzle_fits", message: error.to_string() },
            NotSolved::FewPuzzles(_) => Self::Conflict { code: "few_puzzles", message: error.to_string() },
            NotSolved::TooManyRaces => Self::Busy { what: "there are too many races at once" },
            NotSolved::RaceUnanswered => {
                Self::Busy { what: "the server that has this race does not answer; try again" }
            }
            NotSolved::NotYours => {
                PeopleError::NotAllowed("this is for the owner of the set, and for the organiser of a pupil")
                    .into()
            }
            NotSolved::Stale => {
                PeopleError::Conflict("it was changed in another window; load it again").into()
            }
            NotSolved::Moves(what) => Self::BadRequest(what),
            NotSolved::Lesson(none) => puzzle_lessons::refused(none),
            NotSolved::Storage(error) => error.into(),
        }
    }
}
