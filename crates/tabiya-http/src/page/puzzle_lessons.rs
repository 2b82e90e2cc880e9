// SPDX-License-Identifier: AGPL-3.0-or-later
//! "From today's games": lessons of a teacher. Pupils find their positions among the sets.

use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::{Extension, Json};
use tabiya_limits::address::Caller;
use tabiya_protocol::{LessonSummary, LessonView, NewLesson};
use tabiya_puzzles::{LessonPgn, NoLesson};
use tabiya_runtime::chance;

use super::people::Staff;
use super::puzzle_sets::tell;
use super::puzzle_turns::take_turns;
use crate::answer::methods::{get, post};
use crate::answer::{ApiError, BodyLimit, Calls, JsonBody, SameOrigin};
use crate::state::App;

/// What a new lesson costs of the moves that an account may play in a minute: its games are read.
const TURNS: u32 = 20;
/// The longest PGN, in bytes: some hundred games with clocks and comments.
const MAX_PGN: usize = 512 * 1024;
/// A body in which every character of the PGN may be escaped as two.
const MAX_LESSON_BODY: usize = 2 * MAX_PGN + 1024;

/// The calls of lessons.
pub(super) fn calls() -> Calls {
    let limits = (DefaultBodyLimit::max(MAX_LESSON_BODY), Extension(BodyLimit(MAX_PGN)));
    Calls::new([
        ("/api/page/puzzle-lessons", get(all).merge(post(new)).layer(limits)),
        ("/api/page/puzzle-lessons/{id}", get(one)),
        ("/api/page/puzzle-lessons/{id}/delete", post(delete)),
    ])
}

/// `GET /api/page/puzzle-lessons`
async fn all(State(app): State<App>, Staff(login): Staff) -> Result<Json<Vec<LessonSummary>>, ApiError> {
    take_turns(&app, login.account.player, 1)?;
    Ok(Json(app.puzzles.solving.lessons(&login.account).await?))
}

/// `POST /api/page/puzzle-lessons`
async fn new(
    State(app): State<App>,
    _: SameOrigin,
    Staff(login): Staff,
    caller: Caller,
    JsonBody(mut wish): JsonBody<NewLesson>,
) -> Result<(StatusCode, Json<LessonView>), ApiError> {
    if wish.pgn.len() > MAX_PGN {
        return Err(ApiError::TooLarge { most: MAX_PGN });
    }
    take_turns(&app, login.account.player, TURNS)?;
    let pgn = std::mem::take(&mut wish.pgn);
    let pgn = app.calmly(&caller, move || LessonPgn::read(&pgn)).await?;
    let teacher = (&login.account, &app.archive);
    let new = (chance::game_id().to_string(), app.people.now());
    let made = app.puzzles.solving.new_lesson(teacher, &wish, pgn, new).await?;
    Ok((StatusCode::CREATED, Json(made)))
}

/// `GET /api/page/puzzle-lessons/ID`
async fn one(
    State(app): State<App>,
    Staff(login): Staff,
    Path(id): Path<String>,
) -> Result<Json<LessonView>, ApiError> {
    take_turns(&app, login.account.player, 1)?;
    Ok(Json(app.puzzles.solving.lesson(&login.account, &id).await?))
}

/// `POST /api/page/puzzle-lessons/ID/delete`
async fn delete(
    State(app): State<App>,
    _: SameOrigin,
    Staff(login): Staff,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    take_turns(&app, login.account.player, 1)?;
    app.puzzles.solving.delete_lesson(&login.account, &id).await?;
    let (bell, organiser) = (app.puzzles.bell.clone(), login.account.player);
    tell(async move { bell.gone(organiser, &id).await }).await;
    Ok(StatusCode::NO_CONTENT)
}

/// How a teacher is told that there is no lesson.
pub(super) fn refused(error: NoLesson) -> ApiError {
    let code = match error {
        NoLesson::NoGames => "lesson_without_games",
        NoLesson::Unreadable { .. } => "lesson_unreadable",
        NoLesson::Busy => "lessons_wait",
        NoLesson::TooMany => "lessons_full",
    };
    ApiError::Conflict { code, message: error.to_string() }
}
