// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who is asking.
//!
//! A request proves who sent it by a credential. Today there is one, the guest's cookie; a session's cookie and a
//! token of the API will be further ones, each in a file of its own. [`Identity::of`] tries them in turn and is the only
//! place that does: handlers, sockets and rooms get an [`Identity`] and never see a credential.

mod cookies;
mod guest;

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use tabiya_game::{PlayerDetails, PlayerId};

use crate::app::App;
use crate::http::ApiError;
pub(crate) use guest::new_guest_cookie;

/// Somebody who has proved who they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    /// The player, with or without an account.
    pub(crate) player: PlayerId,
    /// How the player is known now, to be kept by each game that they begin or join. `None` for a guest.
    pub(crate) details: Option<Box<PlayerDetails>>,
}

impl Identity {
    /// Who sent a request with these headers; `None` if they hold no well-formed credential.
    ///
    /// # Errors
    /// If a credential can't be looked up, because the storage fails.
    pub(crate) async fn of(headers: &HeaderMap, _app: &App) -> Result<Option<Self>, ApiError> {
        Ok(guest::from_cookie(headers).map(|player| Self { player, details: None }))
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
