// SPDX-License-Identifier: AGPL-3.0-or-later
//! What one socket takes up of the limits.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use tabiya_game::PlayerId;
use tabiya_limits::address::{AddressPlace, Caller};
use tabiya_limits::gate::Admission;
use tabiya_limits::tally::Present;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::measure;

use crate::answer::{ApiError, identify};
use crate::state::App;

/// What one socket takes up of the limits, for as long as it lives.
pub(crate) struct Places {
    /// Its connection.
    _admission: Arc<Admission>,
    _of_its_player: Option<Present<PlayerId>>,
    /// Only where it comes by a proxy: a direct connection was counted when it was accepted.
    _of_its_address: AddressPlace,
}

impl FromRequestParts<App> for Places {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let admission =
            parts.extensions.get::<Arc<Admission>>().expect("the gate leaves one with each request");
        let mut places = Self {
            _admission: Arc::clone(admission),
            _of_its_player: None,
            _of_its_address: AddressPlace::default(),
        };
        let Ok(caller) = Caller::from_request_parts(parts, app).await;
        if let Some(Identity { player, .. }) = identify(&parts.headers, app).await? {
            let most = app.config.limits.sockets_per_guest;
            let present = app.sockets_of.enter(player, most);
            places._of_its_player = Some(present.ok_or_else(|| refused(most))?);
        }
        if caller.by_proxy || caller.is_hidden {
            places._of_its_address = app.per_address.enter(&caller).map_err(refused)?;
        }
        Ok(places)
    }
}

fn refused(limit: u32) -> ApiError {
    measure::turned_away("sockets");
    ApiError::TooManySockets { limit }
}
