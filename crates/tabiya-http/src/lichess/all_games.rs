// SPDX-License-Identifier: AGPL-3.0-or-later
//! Every finished game of the server, for its operator. Our own addition.
//!
//! The archive is walked in the order of the games' ids, a few hundred rows at a time, so an export of any length takes the same
//! memory. Which games belong to it is settled when it begins: those that have ended by then, in the span that was asked for.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use tabiya_accounts::people::scopes::Scope;
use tabiya_game::{GameId, Time};
use tabiya_limits::address::Caller;
use tabiya_runtime::identity::bearer;
use tabiya_store::Role;

use super::access::Access;
use super::failure::Failure;
use super::fields::{HIGHEST, Query};
use super::pieces::{Export, PIECE, last_of, streamed};
use super::written::Switches;
use crate::state::App;

/// Rows of the archive that are read at once.
const ROWS: u32 = 500;

/// Where the export has come to.
struct Place {
    /// The admin's token, which must stay valid.
    token: String,
    from: Time,
    to: Time,
    /// Games that are sent before any more rows are read, the last first.
    next: Vec<GameId>,
    after: Option<GameId>,
    has_all: bool,
}

/// `GET /api/tabiya/games`
pub(super) async fn export(
    State(app): State<App>,
    access: Access,
    caller: Caller,
    headers: HeaderMap,
    Query(query): Query,
) -> Result<Response, Failure> {
    let access = access.with(&[Scope::WebMod])?;
    check_admin(&access)?;
    let wish = Switches::read(&query, false)?;
    let now = app.people.now();
    let from = query.within("since", 0, HIGHEST)?.map_or(Time(0), Time);
    let to = query.within("until", 0, HIGHEST)?.map_or(now, |until| Time(until).min(now));
    if let Some(filling) = app.store.archive.filling().await? {
        let why = format!(
            "The archive of this data folder is still being filled: {} of {} games. Try again later",
            filling.done, filling.all
        );
        return Err(Failure::new(StatusCode::SERVICE_UNAVAILABLE, why));
    }
    let export = Export::begin(&app, Some(access.identity()), &caller, &headers, wish).await?;
    let token = bearer(&headers).unwrap_or_default().to_owned();
    let place = Place { token, from, to, next: Vec::new(), after: None, has_all: false };
    Ok(streamed(export, place, move |mut place| {
        let app = app.clone();
        async move {
            let next = next_of(&app, &mut place).await?;
            Ok(next.map(|next| (next, place)))
        }
    }))
}

/// Checks that the token's account may read all games, private ones too.
fn check_admin(access: &Access) -> Result<(), Failure> {
    let else_say = "Only admins export the games of everybody";
    access.check_staff(else_say)?;
    match access.account().role {
        Role::Admin => Ok(()),
        Role::Player | Role::Organiser | Role::Moderator => {
            Err(Failure::new(StatusCode::FORBIDDEN, else_say))
        }
    }
}

/// The next games to be sent; `None` after the last.
async fn next_of(app: &App, place: &mut Place) -> Result<Option<Vec<GameId>>, Failure> {
    while place.next.is_empty() && !place.has_all {
        // An export may last for hours, in which the token may be revoked or the admin may get another role.
        let key = app.people.keys.of(&place.token).await?;
        let may = |account: &tabiya_store::Account| {
            account.role == Role::Admin && !app.people.lacks_second_factor(account)
        };
        if key.is_none_or(|key| !may(&key.login.account)) {
            return Err(Failure::no_such_token());
        }
        let rows = app.store.archive.ends_after(place.after, ROWS).await?;
        place.has_all = rows.len() < ROWS as usize;
        place.after = rows.last().map(|(game, _)| *game);
        let is_wanted = |end: Option<Time>| end.is_some_and(|end| place.from <= end && end <= place.to);
        place.next =
            rows.into_iter().rev().filter(|(_, end)| is_wanted(*end)).map(|(game, _)| game).collect();
    }
    Ok(last_of(&mut place.next, PIECE as usize))
}
