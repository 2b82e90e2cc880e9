// SPDX-License-Identifier: AGPL-3.0-or-later
//! Creating and listing games.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use tabiya_accounts::people::SiteRules;
use tabiya_archive::archive::ReadGame;
use tabiya_engine::Level;
use tabiya_game::{GameId, Restrictions, Seat, Seats, Terms};
use tabiya_limits::address::Caller;
use tabiya_live::room::{OfComputer, seat_for_the_computer};
use tabiya_live::wish::{color_of, terms_of};
use tabiya_protocol::ChallengeTerms;
use tabiya_protocol::http::{CreateGame, GameCreated, GameSummary, Opponent};
use tabiya_runtime::identity::Identity;

use super::game_page;
use crate::answer::methods::{get, post};
use crate::answer::{ApiError, Calls, JsonBody, MayWatch, SameOrigin};
use crate::state::App;

/// The calls about games.
pub(super) fn calls() -> Calls {
    Calls::new([
        ("/api/games", post(create).merge(get(mine))),
        ("/api/games/{id}", get(show)),
        ("/api/games/{id}/pgn", get(pgn)),
        ("/api/games/{id}/lag", get(lag)),
    ])
    .page("game", get(game_page::open))
}

/// `POST /api/games`
async fn create(
    State(app): State<App>,
    _: SameOrigin,
    caller: Caller,
    creator: Identity,
    JsonBody(wish): JsonBody<CreateGame>,
) -> Result<(StatusCode, Json<GameCreated>), ApiError> {
    SiteRules::check(app.people.site.rules().play, Some(&creator))?;
    let player = creator.player;
    let beside = matches!(wish.opponent, Opponent::Computer { .. }).then(|| creator.clone());
    let terms = terms(wish, creator)?;
    if let Some(creator) = beside {
        app.analyses.check_computer(&OfComputer::Game(*terms.start()), &creator).await?;
    }
    let id = app.pairing.begin(&[player], [(player, app.charge(caller))], terms).await?;
    Ok((StatusCode::CREATED, Json(GameCreated { id })))
}

/// Which page of a list of games.
#[derive(Deserialize)]
pub(super) struct Page {
    /// The last finished game of the page before; `None` for the first page.
    after: Option<GameId>,
}

/// `GET /api/games[?after=ID]`: the caller's own, nothing for a caller without a cookie. The first page is all that are
/// unfinished, newest first, then those that ended last; each further page goes on behind a finished game.
async fn mine(
    State(app): State<App>,
    identity: Option<Identity>,
    page: Result<Query<Page>, QueryRejection>,
) -> Result<Json<Vec<GameSummary>>, ApiError> {
    let Query(Page { after }) = page?;
    let Some(Identity { player, .. }) = identity else { return Ok(Json(Vec::new())) };
    Ok(Json(match after {
        None => app.archive.first_page_of(player).await?,
        Some(game) => app.archive.page_after(player, game).await?,
    }))
}

/// `GET /api/games/ID`
async fn show(
    State(app): State<App>,
    _: MayWatch,
    identity: Option<Identity>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    json(&app, read(&app, &id, identity.as_ref()).await?, ReadGame::view).await
}

/// What is told of a game, as JSON.
async fn json<T: Serialize + 'static>(
    app: &App,
    read: ReadGame,
    told: fn(&ReadGame) -> T,
) -> Result<Response, ApiError> {
    let answer = app.archive.work(read.length(), move || Json(told(&read)).into_response());
    Ok(answer.await?)
}

/// `GET /api/games/ID/pgn`
async fn pgn(
    State(app): State<App>,
    _: MayWatch,
    identity: Option<Identity>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let read = read(&app, &id, identity.as_ref()).await?;
    let pgn = app.archive.work(read.length(), move || read.pgn()).await?;
    Ok(([(CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8")], pgn).into_response())
}

/// `GET /api/games/ID/lag`
async fn lag(
    State(app): State<App>,
    _: MayWatch,
    identity: Option<Identity>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    json(&app, read(&app, &id, identity.as_ref()).await?, ReadGame::lag).await
}

/// The game that a path names, from the log, if the visitor may see it.
pub(crate) async fn read(app: &App, id: &str, visitor: Option<&Identity>) -> Result<ReadGame, ApiError> {
    Ok(app.archive.game_for(game_id(id)?, visitor).await?)
}

fn game_id(text: &str) -> Result<GameId, ApiError> {
    text.parse().map_err(|_| ApiError::no_such_game(text))
}

/// What the caller wishes for, checked.
fn terms(wish: CreateGame, creator: Identity) -> Result<Terms, ApiError> {
    let bad = |text: String| ApiError::BadRequest(text);
    let CreateGame { opponent, time, color, start, rated, private } = wish;
    let opponent = match opponent {
        Opponent::Friend {} => Seat::Open,
        Opponent::Computer { level } => {
            let level = Level::new(level).ok_or_else(|| {
                bad(format!(
                    "the computer's level is from {} to {}, not {level}",
                    Level::LOWEST,
                    Level::HIGHEST
                ))
            })?;
            seat_for_the_computer(level)
        }
    };
    if rated && creator.details.is_none() {
        let only =
            "rated games are for players with an account; log in or register first, or leave \"rated\" out";
        return Err(bad(only.to_owned()));
    }
    let wish = ChallengeTerms { time, color, start, rated, private, restrictions: Restrictions::NONE };
    let color = color_of(color);
    let terms = terms_of(&wish, Seats::new(creator.player, color, opponent));
    let terms = terms.map_err(|error| bad(error.to_string()))?;
    match creator.details {
        Some(details) => terms.with_details(color, *details).map_err(|error| bad(error.to_string())),
        None => Ok(terms),
    }
}
