// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who asks and from where, as handlers take it.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use tabiya_accounts::people::devices::{COOKIE, Device, Devices};
use tabiya_accounts::people::{PeopleError, SiteRules, Who};
use tabiya_game::PlayerId;
use tabiya_limits::address::Caller;
use tabiya_limits::gate::Admission;
use tabiya_runtime::cookies::cookies;
use tabiya_runtime::identity::{Identity, LoggedIn, guest_of_cookie, seats_of_cookie, sessions_of_cookies};
use tabiya_runtime::network::is_of_another_machine;

use super::ApiError;
use crate::state::App;

/// Who sent a request with these headers; `None` if they hold no credential that opens anything.
///
/// # Errors
/// If a credential can't be looked up, because the storage fails.
pub(crate) async fn identify(headers: &HeaderMap, app: &App) -> Result<Option<Identity>, ApiError> {
    let seats = seats_of_cookie(headers);
    for hash in sessions_of_cookies(headers, app.is_https()) {
        if let Some(login) = app.people.logins.of(hash).await? {
            return Ok(Some(app.people.identity_of(login).at_the_venue(seats)));
        }
    }
    let guest = guest_of(headers, app).await?;
    Ok(guest.map(|guest| Identity::guest(guest).at_the_venue(seats)))
}

/// The guest whom a browser is without a session. A guest who has become an account, or whose games an account has
/// taken over, is nobody.
///
/// # Errors
/// If the storage fails.
pub(crate) async fn guest_of(headers: &HeaderMap, app: &App) -> Result<Option<PlayerId>, ApiError> {
    match guest_of_cookie(headers) {
        Some(guest) if !app.people.logins.is_taken(guest).await? => Ok(Some(guest)),
        Some(_) | None => Ok(None),
    }
}

/// The device that sent a request with these headers.
pub(crate) fn device_of(headers: &HeaderMap) -> Device {
    Devices::of(cookies(headers, COOKIE))
}

impl OptionalFromRequestParts<App> for Identity {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Self>, ApiError> {
        identify(&parts.headers, app).await
    }
}

impl FromRequestParts<App> for Identity {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        identify(&parts.headers, app).await?.ok_or(ApiError::NoIdentity)
    }
}

/// Somebody with an account.
pub(crate) struct Member(pub(crate) Arc<LoggedIn>);

impl FromRequestParts<App> for Member {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let login = identify(&parts.headers, app).await?.and_then(|identity| identity.login);
        login.map(Self).ok_or_else(|| PeopleError::NotLoggedIn.into())
    }
}

/// Proof that whoever asks may watch games. Where everybody may, nobody is looked up.
pub(crate) struct MayWatch;

impl FromRequestParts<App> for MayWatch {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let watch = app.people.site.rules().watch;
        if watch != Who::Everyone {
            let identity = identify(&parts.headers, app).await?;
            SiteRules::check(watch, identity.as_ref())?;
        }
        Ok(Self)
    }
}

/// The address of whoever asks, as the gate found it.
impl FromRequestParts<App> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let admission =
            parts.extensions.get::<Arc<Admission>>().expect("the gate leaves one with each request");
        let caller = Self::of(admission.peer.ip(), &parts.headers, &app.config.trusted_proxies);
        if !app.was_reached.load(Ordering::Relaxed) && is_of_another_machine(caller.address) {
            app.was_reached.store(true, Ordering::Relaxed);
        }
        static TOLD: AtomicBool = AtomicBool::new(false);
        if caller.is_hidden && !caller.by_proxy && !TOLD.swap(true, Ordering::Relaxed) {
            let proxy = caller.address;
            tracing::warn!(
                "requests come through a proxy at {proxy}; name it with --trusted-proxies, or all who come through \
                 it count as one address"
            );
        }
        Ok(caller)
    }
}
