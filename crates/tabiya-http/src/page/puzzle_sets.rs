// SPDX-License-Identifier: AGPL-3.0-or-later
//! Sets of puzzles: everybody's own, those of a class, what the class has solved, and a sheet to print.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use futures_util::FutureExt;
use tabiya_protocol::{
    AssignPuzzleSet, ChangePuzzleSet, MOST_SET_PUZZLES, NamePupil, NewPuzzleSet, PupilName, PuzzleSetLists,
    PuzzleSetResults, PuzzleSetView, PuzzleSheet,
};
use tabiya_runtime::chance;
use tabiya_runtime::log_once::LogOnce;
use tabiya_store::StorageError;

use super::people::Staff;
use super::puzzle_turns::{searches, take_turns};
use crate::answer::methods::{get, post};
use crate::answer::{ApiError, Calls, JsonBody, Member, SameOrigin};
use crate::state::App;

static FAILS: LogOnce = LogOnce::new();

/// The calls of sets.
pub(super) fn calls() -> Calls {
    Calls::new([
        ("/api/page/puzzle-sets", get(lists).merge(post(new))),
        ("/api/page/puzzle-sets/{id}", get(one).merge(post(change))),
        ("/api/page/puzzle-sets/{id}/assign", post(assign)),
        ("/api/page/puzzle-sets/{id}/delete", post(delete)),
        ("/api/page/puzzle-sets/{id}/results", get(results)),
        ("/api/page/puzzle-sets/{id}/sheet", post(sheet)),
        ("/api/page/puzzle-pupils", get(pupils).merge(post(name_pupil))),
    ])
}

/// `GET /api/page/puzzle-sets`
async fn lists(State(app): State<App>, Member(login): Member) -> Result<Json<PuzzleSetLists>, ApiError> {
    take_turns(&app, login.account.player, 1)?;
    let lists = app.puzzles.solving.set_lists(&login.account).await?;
    let race = app.puzzles.bell.race_for(&login.account, app.people.now()).await?;
    Ok(Json(PuzzleSetLists { race, ..lists }))
}

/// `POST /api/page/puzzle-sets`
async fn new(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    JsonBody(wish): JsonBody<NewPuzzleSet>,
) -> Result<(StatusCode, Json<PuzzleSetView>), ApiError> {
    // The storage searches for each puzzle by each theme. The dearest set costs half of what an account has in a minute.
    let most = u32::try_from(MOST_SET_PUZZLES).unwrap_or(u32::MAX);
    let turns = wish.filter.as_ref().map_or(1, |filter| {
        u32::from(filter.count).saturating_mul(searches(&filter.themes, &filter.openings)).clamp(1, most)
    });
    take_turns(&app, login.account.player, turns)?;
    let new = (chance::game_id().to_string(), u32::from_le_bytes(chance::bytes()));
    let made = app.puzzles.solving.new_set(&login.account, wish, new, app.people.now()).await?;
    Ok((StatusCode::CREATED, Json(made)))
}

/// `GET /api/page/puzzle-sets/ID`
async fn one(
    State(app): State<App>,
    Member(login): Member,
    Path(id): Path<String>,
) -> Result<Json<PuzzleSetView>, ApiError> {
    Ok(Json(app.puzzles.solving.set(&login.account, &id).await?))
}

/// `POST /api/page/puzzle-sets/ID`
async fn change(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    Path(id): Path<String>,
    JsonBody(wish): JsonBody<ChangePuzzleSet>,
) -> Result<Json<PuzzleSetView>, ApiError> {
    take_turns(&app, login.account.player, 1)?;
    Ok(Json(app.puzzles.solving.change_set(&login.account, &id, wish, app.people.now()).await?))
}

/// `POST /api/page/puzzle-sets/ID/assign`
async fn assign(
    State(app): State<App>,
    _: SameOrigin,
    Staff(login): Staff,
    Path(id): Path<String>,
    JsonBody(wish): JsonBody<AssignPuzzleSet>,
) -> Result<Json<PuzzleSetView>, ApiError> {
    take_turns(&app, login.account.player, 1)?;
    let assigned = app.puzzles.solving.assign_set(&login.account, &id, wish, app.people.now()).await?;
    let (bell, organiser, set) = (app.puzzles.bell.clone(), login.account.player, assigned.clone());
    tell(async move { bell.assigned(organiser, &set).await }).await;
    Ok(Json(assigned))
}

/// Tells pupils what has been stored, also where the caller hangs up. A failure is logged: the change itself is done.
pub(super) async fn tell(telling: impl Future<Output = Result<(), StorageError>> + Send + 'static) {
    // In a box, as in `tabiya_runtime::spawn`.
    let told = tokio::spawn(telling.boxed()).await;
    if !matches!(told, Ok(Ok(()))) {
        FAILS.log(|| tracing::warn!(?told, "pupils can't be told of puzzles now"));
    }
}

/// `POST /api/page/puzzle-sets/ID/delete`
async fn delete(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    take_turns(&app, login.account.player, 1)?;
    app.puzzles.solving.delete_set(&login.account, &id).await?;
    let (bell, organiser) = (app.puzzles.bell.clone(), login.account.player);
    tell(async move { bell.gone(organiser, &id).await }).await;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/page/puzzle-sets/ID/results`
async fn results(
    State(app): State<App>,
    Staff(login): Staff,
    Path(id): Path<String>,
) -> Result<Json<PuzzleSetResults>, ApiError> {
    Ok(Json(app.puzzles.solving.set_results(&login.account, &id).await?))
}

/// `POST /api/page/puzzle-sets/ID/sheet`: with the solutions, so the puzzles are no longer rated for the caller.
async fn sheet(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    Path(id): Path<String>,
) -> Result<Json<PuzzleSheet>, ApiError> {
    // It tells as many solutions, each of which costs a turn where it is asked for alone.
    let solutions = app.puzzles.solving.size_of_set(&login.account, &id).await?;
    take_turns(&app, login.account.player, u32::try_from(solutions).unwrap_or(u32::MAX))?;
    Ok(Json(app.puzzles.solving.set_sheet(&login.account, &id, app.people.now()).await?))
}

/// `GET /api/page/puzzle-pupils`
async fn pupils(State(app): State<App>, Staff(login): Staff) -> Result<Json<Vec<PupilName>>, ApiError> {
    take_turns(&app, login.account.player, 1)?;
    Ok(Json(app.puzzles.solving.pupil_names(&login.account).await?))
}

/// `POST /api/page/puzzle-pupils`
async fn name_pupil(
    State(app): State<App>,
    _: SameOrigin,
    Staff(login): Staff,
    JsonBody(NamePupil { name, real_name }): JsonBody<NamePupil>,
) -> Result<StatusCode, ApiError> {
    take_turns(&app, login.account.player, 1)?;
    app.puzzles.solving.name_pupil(&login.account, &name, &real_name).await?;
    Ok(StatusCode::NO_CONTENT)
}
