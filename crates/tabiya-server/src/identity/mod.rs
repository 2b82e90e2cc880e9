// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who is asking.
//!
//! A request proves who sent it by a credential: the cookie of a session, or a guest's. A token of the API will be a
//! further one, in a file of its own. [`Identity::of`] tries them in turn and is the only place that does: handlers,
//! sockets and rooms get an [`Identity`] and never see a credential.

mod cookies;
mod guest;
mod session;

use std::sync::Arc;

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use tabiya_game::{PlayerDetails, PlayerId, Seats};
use tabiya_rules::Color;

use crate::app::App;
use crate::http::ApiError;
use crate::people::{Hash, LoggedIn, PeopleError};
pub(crate) use cookies::cookies;
pub(crate) use guest::new_guest_cookie;
pub(crate) use session::{no_session_cookie, session_cookie};

/// Somebody who has proved who they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    /// The player, with or without an account.
    pub(crate) player: PlayerId,
    /// How the player is known now, to be kept by each game that they begin or join. `None` for a guest.
    pub(crate) details: Option<Box<PlayerDetails>>,
    /// The account and the session; `None` for a guest.
    pub(crate) login: Option<Arc<LoggedIn>>,
}

impl Identity {
    /// Somebody without an account.
    pub(crate) const fn guest(player: PlayerId) -> Self {
        Self { player, details: None, login: None }
    }

    /// Somebody who is logged in.
    pub(crate) fn logged_in(login: Arc<LoggedIn>) -> Self {
        let details = Some(Box::new(login.details()));
        Self { player: login.account.player, details, login: Some(login) }
    }

    /// The side that the player has in a game: taken as who they are, or as a guest whose games the account has taken over.
    pub(crate) fn side_in(&self, seats: &Seats) -> Option<Color> {
        let as_guest = || self.login.as_ref()?.guests.iter().find_map(|guest| seats.color_of(*guest));
        seats.color_of(self.player).or_else(as_guest)
    }

    /// Whether this is somebody of the staff.
    pub(crate) fn is_staff(&self) -> bool {
        self.login.as_ref().is_some_and(|login| login.account.role.is_staff())
    }

    /// The hash of the session; `None` for a guest.
    pub(crate) fn session(&self) -> Option<Hash> {
        self.login.as_ref().map(|login| login.session)
    }

    /// Who sent a request with these headers; `None` if they hold no credential that opens anything.
    ///
    /// # Errors
    /// If a credential can't be looked up, because the storage fails.
    pub(crate) async fn of(headers: &HeaderMap, app: &App) -> Result<Option<Self>, ApiError> {
        for hash in session::from_cookies(headers, app.is_https()) {
            if let Some(login) = app.people.logins.of(hash).await? {
                return Ok(Some(Self::logged_in(login)));
            }
        }
        Ok(Self::guest_of(headers, app).await?.map(Self::guest))
    }

    /// The guest whom a browser is without a session. A guest who has become an account, or whose games an account has
    /// taken over, is nobody.
    ///
    /// # Errors
    /// If the storage fails.
    pub(crate) async fn guest_of(headers: &HeaderMap, app: &App) -> Result<Option<PlayerId>, ApiError> {
        match guest::from_cookie(headers) {
            Some(guest) if !app.people.logins.is_taken(guest).await? => Ok(Some(guest)),
            Some(_) | None => Ok(None),
        }
    }
}

impl OptionalFromRequestParts<App> for Identity {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Self>, ApiError> {
        Self::of(&parts.headers, app).await
    }
}

impl FromRequestParts<App> for Identity {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        Self::of(&parts.headers, app).await?.ok_or(ApiError::NoIdentity)
    }
}

/// Somebody with an account.
pub(crate) struct Member(pub(crate) Arc<LoggedIn>);

impl FromRequestParts<App> for Member {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let login = Identity::of(&parts.headers, app).await?.and_then(|identity| identity.login);
        login.map(Self).ok_or_else(|| PeopleError::NotLoggedIn.into())
    }
}
