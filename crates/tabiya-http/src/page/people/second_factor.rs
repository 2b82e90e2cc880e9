// SPDX-License-Identifier: AGPL-3.0-or-later
//! Setting up a second factor, and asking for its code at log-in.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use tabiya_accounts::people::second_factor::forget;
use tabiya_accounts::people::sessions::prove;
use tabiya_accounts::people::{PeopleError, codes, totp};
use tabiya_game::{PlayerId, Time};
use tabiya_limits::address::Caller;
use tabiya_protocol::people::account::{
    ConfirmSecondFactor, ProvePassword, RecoveryCodes, SecondFactorBegun,
};
use tabiya_store::{Ends, RECOVERY, Token};

use crate::answer::{ApiError, JsonBody, Member, SameOrigin};
use crate::state::App;

/// How many recovery codes there are.
const RECOVERY_CODES: usize = 10;

/// `POST /api/page/second-factor/begin`
pub(super) async fn begin(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    caller: Caller,
    JsonBody(wish): JsonBody<ProvePassword>,
) -> Result<Json<SecondFactorBegun>, ApiError> {
    if login.account.secrets.totp.is_some() {
        return Err(PeopleError::Conflict("there is a second factor already; remove it first").into());
    }
    let people = &app.people;
    if login.account.secrets.password.is_none() {
        return Err(PeopleError::Conflict("a second factor goes with a password; choose one first").into());
    }
    // Else whoever finds an open browser could lock its player out.
    prove(people, &login.account, &caller, &wish.password).await?;
    let secret = totp::new_secret();
    people.pending.put(login.account.player, secret.clone(), people.now());
    let uri = totp::uri(&secret, &people.site.name(), login.account.name.as_str());
    Ok(Json(SecondFactorBegun { secret: totp::in_base32(&secret), uri }))
}

/// `POST /api/page/second-factor/confirm`
pub(super) async fn confirm(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    JsonBody(wish): JsonBody<ConfirmSecondFactor>,
) -> Result<Json<RecoveryCodes>, ApiError> {
    let people = &app.people;
    let player = login.account.player;
    let now = people.now();
    let secret = people.pending.get(player, now);
    let secret = secret.ok_or(PeopleError::Conflict("begin again: the secret was shown too long ago"))?;
    let step = totp::step_of(&wish.code, &secret, people.phone_time(), 0).ok_or(PeopleError::WrongCode)?;
    if !people.pending.remove(player) {
        return Err(PeopleError::Conflict("the second factor has just been switched on").into());
    }
    let recovery_codes: Vec<String> = (0..RECOVERY_CODES).map(|_| codes::new_code()).collect();
    let tokens: Vec<Token> = recovery_codes.iter().filter_map(|code| recovery(player, code, now)).collect();
    people.store.tokens.keep_tokens(&tokens, true).await?;
    people
        .change(player, Ends::Others(&login.session), |account| {
            account.secrets.totp = Some(secret.clone());
            account.secrets.totp_step = step;
            Ok(())
        })
        .await?;
    Ok(Json(RecoveryCodes { recovery_codes }))
}

fn recovery(player: PlayerId, code: &str, now: Time) -> Option<Token> {
    Some(Token {
        hash: codes::hash_of_code(code)?.to_vec(),
        purpose: RECOVERY.to_owned(),
        player: Some(player),
        data: String::new(),
        created: now,
        expires: Time(u64::MAX),
    })
}

/// `POST /api/page/second-factor/remove`
pub(super) async fn remove(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    caller: Caller,
    JsonBody(wish): JsonBody<ProvePassword>,
) -> Result<StatusCode, ApiError> {
    prove(&app.people, &login.account, &caller, &wish.password).await?;
    let player = login.account.player;
    forget(&app.people, player, Ends::Others(&login.session)).await?;
    // The own ones begin anew, too: staff may have fewer rights now.
    app.people.doors.close_of(player, None);
    Ok(StatusCode::NO_CONTENT)
}
