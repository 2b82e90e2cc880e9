// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a correspondence player has prepared in a game: conditional moves and private lines. For that player alone.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use tabiya_game::GameId;
use tabiya_limits::address::Caller;
use tabiya_live::lines::LineRefused;
use tabiya_live::prepare::{NotPrepared, Preparing};
use tabiya_protocol::{LineEdit, LinesView, Refusal, TriedLine, TryLine};
use tabiya_runtime::identity::Identity;

use crate::answer::methods::{get, post};
use crate::answer::{Answered, ApiError, Calls, JsonBody, SameOrigin};
use crate::state::App;

/// The calls of lines.
pub(super) fn calls() -> Calls {
    Calls::new([
        ("/api/page/lines/{game}", get(look).merge(post(edit))),
        ("/api/page/lines/{game}/try", post(try_line)),
    ])
}

fn preparing(app: &App) -> Preparing<'_> {
    Preparing { lines: &app.store.lines, archive: &app.archive, rooms: &app.rooms }
}

/// `GET /api/page/lines/ID`
async fn look(
    State(app): State<App>,
    player: Identity,
    Path(game): Path<String>,
) -> Result<Json<LinesView>, ApiError> {
    Ok(Json(preparing(&app).look(id(&game)?, &player).await?))
}

/// `POST /api/page/lines/ID`
async fn edit(
    State(app): State<App>,
    _: SameOrigin,
    caller: Caller,
    player: Identity,
    Path(game): Path<String>,
    JsonBody(edit): JsonBody<LineEdit>,
) -> Result<Json<LinesView>, ApiError> {
    charge(&app, (!takes_back(&edit)).then_some(&caller), &player)?;
    Ok(Json(preparing(&app).edit(id(&game)?, &player, &edit).await?))
}

/// `POST /api/page/lines/ID/try`
async fn try_line(
    State(app): State<App>,
    _: SameOrigin,
    caller: Caller,
    player: Identity,
    Path(game): Path<String>,
    JsonBody(line): JsonBody<TryLine>,
) -> Result<Json<TriedLine>, ApiError> {
    charge(&app, Some(&caller), &player)?;
    Ok(Json(preparing(&app).tried(id(&game)?, &player, &line).await?))
}

/// Each call replays a game. Accounts are counted each, since those who share an address, as a club does, don't take it from each
/// other; guests by network, since a guest is whoever sends a new cookie. Whoever takes a line back had one to begin with, and the
/// next move may play it: others of the network are not in the way.
fn charge(app: &App, caller: Option<&Caller>, player: &Identity) -> Result<(), ApiError> {
    let taken = match caller.filter(|_| player.account().is_none()) {
        Some(caller) => app.board_checks.take(caller, 1),
        None => app.line_calls.take(&player.player, 1),
    };
    taken.map_err(|wait| ApiError::TooFast { what: "you have tried and changed too many lines", wait })
}

/// Whether less is prepared afterwards.
const fn takes_back(edit: &LineEdit) -> bool {
    match edit {
        LineEdit::RemoveConditional { .. } | LineEdit::RemoveDropped {} | LineEdit::RemovePrivate { .. } => {
            true
        }
        LineEdit::AddConditional { .. } | LineEdit::AddPrivate { .. } => false,
    }
}

fn id(text: &str) -> Result<GameId, ApiError> {
    text.parse().map_err(|_| ApiError::no_such_game(text))
}

impl Answered for LineRefused {
    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            Self::NotCorrespondence => (StatusCode::CONFLICT, "not_correspondence"),
            Self::GameOver => (StatusCode::CONFLICT, "game_over"),
            Self::OfComputer => (StatusCode::CONFLICT, "line_of_computer"),
            Self::NoOpponent => (StatusCode::CONFLICT, "waiting_for_opponent"),
            Self::Empty | Self::Unreadable { .. } => (StatusCode::BAD_REQUEST, "bad_request"),
            Self::TooLong { .. } => (StatusCode::BAD_REQUEST, "line_too_long"),
            Self::Illegal { .. } => (StatusCode::BAD_REQUEST, "line_illegal"),
            Self::AfterEnd { .. } => (StatusCode::BAD_REQUEST, "line_after_end"),
            Self::OwnTurn => (StatusCode::CONFLICT, "line_on_own_turn"),
            Self::NoReply => (StatusCode::BAD_REQUEST, "line_without_reply"),
            Self::TakenBack => (StatusCode::CONFLICT, "line_taken_back"),
            Self::OtherMove => (StatusCode::CONFLICT, "line_overtaken"),
            Self::Played => (StatusCode::CONFLICT, "line_played"),
            Self::TooMany { .. } => (StatusCode::CONFLICT, "too_many_lines"),
            Self::Contradicts { .. } => (StatusCode::CONFLICT, "line_contradicts"),
            Self::OtherGame => (StatusCode::BAD_REQUEST, "line_of_other_game"),
        }
    }
}

/// Lines are for those who play.
#[derive(Debug, thiserror::Error)]
#[error("{}", Refusal::NotAPlayer)]
struct NotAPlayer;

impl Answered for NotAPlayer {
    fn status_and_code(&self) -> (StatusCode, &'static str) {
        (StatusCode::FORBIDDEN, "not_a_player")
    }
}

impl From<NotPrepared> for ApiError {
    fn from(error: NotPrepared) -> Self {
        match error {
            NotPrepared::Refused(refused) => refused.into(),
            NotPrepared::NotAPlayer => NotAPlayer.into(),
            NotPrepared::NoFen => Self::BadRequest("a line begins with a position as a FEN".to_owned()),
            NotPrepared::Busy => {
                Self::Busy { what: "these lines are being changed from somewhere else at the same time" }
            }
            NotPrepared::Read(error) => error.into(),
        }
    }
}
