// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whoever is of the staff.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use tabiya_accounts::people::{PeopleError, rights};
use tabiya_runtime::identity::LoggedIn;
use tabiya_store::Role;

use crate::answer::{ApiError, Member};
use crate::state::App;

/// Somebody of the staff, with a second factor where the site asks for one.
pub(crate) struct Staff(pub(crate) Arc<LoggedIn>);

impl FromRequestParts<App> for Staff {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let Member(login) = Member::from_request_parts(parts, app).await?;
        if !login.account.role.is_staff() {
            return Err(PeopleError::NotAllowed("the desk is for staff").into());
        }
        if app.people.lacks_second_factor(&login.account) {
            return Err(PeopleError::NeedsSecondFactor.into());
        }
        Ok(Self(login))
    }
}

impl Staff {
    /// # Errors
    /// If the role is none of these.
    pub(crate) fn only(&self, roles: &[Role]) -> Result<(), PeopleError> {
        rights::check_role(&self.0.account, roles)
    }
}
