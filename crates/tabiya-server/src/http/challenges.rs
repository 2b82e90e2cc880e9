// SPDX-License-Identifier: AGPL-3.0-or-later
//! The calls about challenges.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use tabiya_game::{Category, PlayerDetails, PlayerId, Terms};
use tabiya_protocol::http::GameCreated;
use tabiya_protocol::{
    AnswerChallenge, ChallengeEnd, ChallengeView, ChangeChallenge, DeclineChallenge, MakeChallenge,
    PlayerView, ServerMessage, Topic,
};

use crate::answer::{ApiError, JsonBody, Member, SameOrigin};
use crate::challenge::{Challenge, ChallengeError, Side, patience, terms};
use crate::gate::Caller;
use crate::ratings::{known_in, rating_view};
use crate::room::QuotaError;
use crate::state::App;

/// The calls about challenges.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/api/page/challenges", post(make).get(mine))
        .route("/api/page/challenges/{id}/accept", post(accept))
        .route("/api/page/challenges/{id}/decline", post(decline))
        .route("/api/page/challenges/{id}/cancel", post(cancel))
        .route("/api/page/challenges/{id}/change", post(change))
}

/// How a player is shown, with the rating in the category of the game.
async fn side(app: &App, details: PlayerDetails, player: PlayerId, game: &Terms) -> Result<Side, ApiError> {
    let known =
        known_in(&*app.store.ratings, (player, details), Category::of(game), app.people.now()).await?;
    let view = PlayerView::Player {
        name: known.name.to_string(),
        title: known.title,
        rating: known.rating.map(rating_view),
    };
    Ok(Side { player, view })
}

/// Whether one player may challenge another.
async fn may_challenge(app: &App, from: PlayerId, to: PlayerId) -> Result<(), ApiError> {
    app.people.may_challenge(from, to).await?.map_err(|why| ChallengeError::Unwanted(why.to_string()))?;
    Ok(())
}

/// Whoever left too many rated games waits before the next one.
async fn check_pause(app: &App, player: PlayerId, is_rated: bool) -> Result<(), ApiError> {
    if is_rated && let Some(wait) = app.conduct.pause_of(player, app.people.now()).await? {
        return Err(ApiError::Paused { wait });
    }
    Ok(())
}

/// `GET /api/page/challenges`: all that wait, sent and received.
async fn mine(State(app): State<App>, Member(login): Member) -> Json<Vec<ChallengeView>> {
    Json(app.challenges.book().of(login.account.player))
}

/// `POST /api/page/challenges`
async fn make(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    JsonBody(wish): JsonBody<MakeChallenge>,
) -> Result<(StatusCode, Json<ChallengeView>), ApiError> {
    let from = login.account.player;
    let to = app.people.named(&wish.to).await?;
    if to.player == from {
        return Err(ChallengeError::Yourself.into());
    }
    may_challenge(&app, from, to.player).await?;
    let game = terms(&wish.terms, from, to.player).map_err(ApiError::BadRequest)?;
    check_pause(&app, from, wish.terms.rated).await?;
    app.challenges.charge(from).map_err(|wait| ApiError::TooManyNewGames { wait })?;
    let details = PlayerDetails { name: to.name, title: to.title, rating: None };
    let asked = side(&app, details, to.player, &game).await?;
    let asking = side(&app, login.details(), from, &game).await?;
    let expires = app.people.now().0 + patience(&wish.terms);
    let made = app.challenges.book().add(asking, asked, wish.terms, expires)?;
    app.challenges.tell(&made);
    Ok((StatusCode::CREATED, Json(made.view(from))))
}

/// `POST /api/page/challenges/ID/accept`
async fn accept(
    State(app): State<App>,
    _: SameOrigin,
    caller: Caller,
    Member(login): Member,
    Path(id): Path<u32>,
    JsonBody(AnswerChallenge { version }): JsonBody<AnswerChallenge>,
) -> Result<Json<GameCreated>, ApiError> {
    let player = login.account.player;
    let challenge = {
        let mut book = app.challenges.book();
        // A button that was pressed twice leads to one game.
        if let Some(id) = book.became(id, player) {
            return Ok(Json(GameCreated { id }));
        }
        book.to_answer(id, version, player)?;
        book.remove(id).ok_or(ChallengeError::Gone)?
    };
    match begin(&app, &caller, &challenge).await {
        Ok(game) => {
            app.challenges.book().has_become(challenge.id, player, game);
            app.challenges.tell_end(&challenge, &ChallengeEnd::Accepted { game });
            for (one, other) in [(&challenge.from, &challenge.to), (&challenge.to, &challenge.from)] {
                let opponent = other.view.clone();
                let message = ServerMessage::Paired { topic: Topic::Me, game, opponent };
                app.feeds.personal.tell(one.player, &message);
            }
            Ok(Json(GameCreated { id: game }))
        }
        Err(error) => {
            app.challenges.book().put_back(challenge);
            Err(error)
        }
    }
}

/// Creates the game of a challenge that is being accepted.
async fn begin(app: &App, caller: &Caller, challenge: &Challenge) -> Result<tabiya_game::GameId, ApiError> {
    let (asking, asked) = (challenge.from.player, challenge.to.player);
    // One may have blocked the other since.
    may_challenge(app, asking, asked).await?;
    let game = app.challenges.terms_of(challenge).map_err(ApiError::BadRequest)?;
    app.creation_limit.check(caller).map_err(|wait| ApiError::TooFast { wait })?;
    let entered = app.rooms.enter(&[asked, asking], game.is_rated()).await;
    let _entry = entered.map_err(|error| match error {
        QuotaError::TooMany { player, .. }
        | QuotaError::TooFast { player, .. }
        | QuotaError::Paused { player, .. }
            if player == asking =>
        {
            ChallengeError::OpponentHasTooManyGames.into()
        }
        error => ApiError::from(error),
    })?;
    Ok(app.rooms.create_as(Some(app.challenges.game_of(challenge.id)), game).await?)
}

/// `POST /api/page/challenges/ID/decline`
async fn decline(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    Path(id): Path<u32>,
    JsonBody(DeclineChallenge { version, reason }): JsonBody<DeclineChallenge>,
) -> Result<StatusCode, ApiError> {
    let challenge = {
        let mut book = app.challenges.book();
        book.to_answer(id, version, login.account.player)?;
        book.remove(id).ok_or(ChallengeError::Gone)?
    };
    let by = challenge.to.view.clone();
    app.challenges.tell_end(&challenge, &ChallengeEnd::Declined { by, reason });
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/page/challenges/ID/cancel`
async fn cancel(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    Path(id): Path<u32>,
    JsonBody(AnswerChallenge { version }): JsonBody<AnswerChallenge>,
) -> Result<StatusCode, ApiError> {
    let player = login.account.player;
    let challenge = {
        let mut book = app.challenges.book();
        if book.find(id, version, player)?.from.player != player {
            return Err(ChallengeError::NotYours.into());
        }
        book.remove(id).ok_or(ChallengeError::Gone)?
    };
    app.challenges.tell_end(&challenge, &ChallengeEnd::Cancelled);
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/page/challenges/ID/change`
async fn change(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    Path(id): Path<u32>,
    JsonBody(ChangeChallenge { version, terms: wish }): JsonBody<ChangeChallenge>,
) -> Result<Json<ChallengeView>, ApiError> {
    let player = login.account.player;
    let other = {
        let book = app.challenges.book();
        let open = book.find(id, version, player)?;
        if open.from.player == player { open.to.player } else { open.from.player }
    };
    terms(&wish, player, other).map_err(ApiError::BadRequest)?;
    check_pause(&app, player, wish.rated).await?;
    let expires = app.people.now().0 + patience(&wish);
    let changed = app.challenges.book().change((id, version), player, wish, expires)?;
    app.challenges.tell(&changed);
    Ok(Json(changed.view(player)))
}
