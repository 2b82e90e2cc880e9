// SPDX-License-Identifier: AGPL-3.0-or-later
//! Calls about e-mail addresses, and the one that asks for a new password.

use axum::extract::State;
use axum::http::StatusCode;
use tabiya_accounts::people::PeopleError;
use tabiya_accounts::people::email::{CONFIRM, checked_address};
use tabiya_accounts::people::sessions::prove;
use tabiya_limits::address::Caller;
use tabiya_protocol::people::account::{AskReset, ChangeEmail, FollowLink};
use tabiya_runtime::secret::hash_of_secret;
use tabiya_store::{Account, Email, Ends};

use crate::answer::{ApiError, JsonBody, Member, SameOrigin};
use crate::state::App;

const CHILD: PeopleError = PeopleError::NotAllowed("an account in kid mode has no e-mail address");

/// `PUT /api/page/email`: another address, or none. The one until now is told.
pub(super) async fn change(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    caller: Caller,
    JsonBody(wish): JsonBody<ChangeEmail>,
) -> Result<StatusCode, ApiError> {
    let people = &app.people;
    let mailing = people.mailing()?;
    if login.account.kid {
        return Err(CHILD.into());
    }
    let address = Some(wish.email.trim()).filter(|address| !address.is_empty());
    let address = address.map(checked_address).transpose()?;
    prove(people, &login.account, &caller, &wish.password).await?;
    let taken = mailing.per_player.take(&login.account.player, 1);
    taken.map_err(|wait| PeopleError::TooOften { wait })?;
    let before = login.account.email.clone();
    let same = |email: &Email| address.as_ref() == Some(&email.address);
    let confirmed = before.as_ref().is_some_and(|email| same(email) && email.confirmed);
    let email = address.map(|address| Email { address, confirmed });
    let set = |account: &mut Account| {
        if account.email != before {
            return Err(PeopleError::Conflict("your address was changed at the same time"));
        }
        // Kid mode may have been switched on meanwhile.
        if account.kid && email.is_some() {
            return Err(CHILD);
        }
        account.email.clone_from(&email);
        Ok(())
    };
    let account = people.change(login.account.player, Ends::Nothing, set).await?;
    // Only a confirmed address is known to be the player's.
    if let Some(before) = before.filter(|before| before.confirmed && account.email.as_ref() != Some(before)) {
        people.write(|head| head.address_changed(&before.address, account.name.as_str()));
    }
    people.ask_to_confirm(&account).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/page/email/confirm`: the link that was sent to an address was followed.
pub(super) async fn confirm(
    State(app): State<App>,
    _: SameOrigin,
    JsonBody(wish): JsonBody<FollowLink>,
) -> Result<StatusCode, ApiError> {
    let people = &app.people;
    let hash = hash_of_secret(wish.token.as_bytes()).ok_or(PeopleError::WrongToken)?;
    let token = people.store.tokens.take_token(&hash, CONFIRM, people.now()).await?;
    let token = token.ok_or(PeopleError::WrongToken)?;
    let player = token.player.ok_or(PeopleError::WrongToken)?;
    let confirm = |account: &mut Account| match &mut account.email {
        Some(email) if email.address == token.data && account.closed.is_none() && !account.kid => {
            email.confirmed = true;
            Ok(())
        }
        // The player has chosen another address since, or is a child now.
        Some(_) | None => Err(PeopleError::WrongToken),
    };
    people.change(player, Ends::Nothing, confirm).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/page/reset`: a link for a forgotten password. Accounts are looked up after the answer.
pub(super) async fn ask_reset(
    State(app): State<App>,
    _: SameOrigin,
    caller: Caller,
    JsonBody(wish): JsonBody<AskReset>,
) -> Result<StatusCode, ApiError> {
    app.people.ask_reset(&caller, wish.email.trim())?;
    Ok(StatusCode::NO_CONTENT)
}
