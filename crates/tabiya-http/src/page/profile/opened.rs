// SPDX-License-Identifier: AGPL-3.0-or-later
//! The pages of players and of leaderboards: their status says whether there is what their address names.

use axum::extract::Path;
use axum::response::Response;
use tabiya_accounts::people::{PeopleError, PeopleFailure, SiteRules};

use super::super::pages::{Opened, page};
use super::page::named_category;
use crate::answer::ApiError;

/// `GET /@/NAME` and what lies below it: the page. Where nobody has this name the page says so, and the status is 404; whoever
/// may not watch learns neither.
pub(in crate::page) async fn of_player(
    opened: Opened,
    Path(name): Path<String>,
) -> Result<Response, ApiError> {
    let (app, identity, ..) = &opened;
    let may_watch = SiteRules::check(app.people.site.rules().watch, identity.as_ref()).is_ok();
    let is_missing = may_watch
        && match app.people.named(&name).await {
            Ok(_) => false,
            Err(PeopleFailure::People(PeopleError::NoSuchPlayer(_))) => true,
            Err(error) => return Err(error.into()),
        };
    Ok(page(opened, is_missing))
}

/// `GET /players/CATEGORY`: the page; 404 where there is no such category.
pub(super) async fn of_category(opened: Opened, Path(category): Path<String>) -> Response {
    let is_missing = named_category(&category).is_err();
    page(opened, is_missing)
}
