// SPDX-License-Identifier: AGPL-3.0-or-later
//! Staff's corrections of ratings: a start rating, and a game whose points are given back. Each is a numbered row of the
//! same fold as the games.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use tabiya_accounts::people::PeopleError;
use tabiya_accounts::people::desk::bounded_text;
use tabiya_accounts::people::rights::Permission;
use tabiya_game::{GameId, Rating};
use tabiya_protocol::people::desk::{SayWhy, SetRating};
use tabiya_store::{ActRating, Correct, Correction, CorrectionOf, Deed, NewAct, Replaced, Role};

use super::desk::subject;
use super::staff::Staff;
use crate::answer::{ApiError, JsonBody, SameOrigin};
use crate::state::App;

/// `POST /api/page/desk/users/{name}/rating`: a rating that is known from elsewhere.
pub(super) async fn set(
    State(app): State<App>,
    _: SameOrigin,
    Staff(login): Staff,
    Path(name): Path<String>,
    JsonBody(wish): JsonBody<SetRating>,
) -> Result<StatusCode, ApiError> {
    let people = &app.people;
    let player = subject(people, &login.account, &name, Permission::Rate).await?.player;
    let wrong = |error: tabiya_game::RatingError| PeopleError::BadRequest(error.to_string());
    let rating = Rating::set(wish.rating, wish.deviation).map_err(wrong)?;
    let category = wish.category;
    // The store writes down which rating the change replaces.
    let rating_is = ActRating(rating);
    let deed = Deed::Rating { category, rating: Replaced { before: rating_is, after: rating_is } };
    let act = people.act(&login.account, Some(player), deed, "");
    people.set_rating((login.account.player, "start rating"), (player, category, rating), &act).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/page/desk/games/{id}/unrate`: both players get their points back.
pub(super) async fn unrate(
    State(app): State<App>,
    _: SameOrigin,
    staff: Staff,
    Path(id): Path<String>,
    JsonBody(wish): JsonBody<SayWhy>,
) -> Result<StatusCode, ApiError> {
    staff.only(&[Role::Admin, Role::Moderator])?;
    let people = &app.people;
    let game: GameId = id.parse().map_err(|_| ApiError::no_such_game(&id))?;
    let reason = bounded_text(&wish.text)?;
    let by = staff.0.account.player;
    let act = NewAct { game: Some(game), ..people.act(&staff.0.account, None, Deed::Unrate, &reason) };
    let correction = Correction { what: CorrectionOf::TakenBack { game }, by, reason, at: act.at };
    match people.store.ratings.correct(&correction, &act).await? {
        Correct::Done => Ok(StatusCode::NO_CONTENT),
        Correct::Impossible | Correct::Undone => {
            Err(PeopleError::Conflict("this game counts for no rating").into())
        }
    }
}
