// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whether whoever asks may watch games.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use tabiya_accounts::people::{SiteRules, Who};

use super::{ApiError, identify};
use crate::state::App;

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
