// SPDX-License-Identifier: AGPL-3.0-or-later
//! Setting up a second factor, and asking for its code at log-in.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use tabiya_game::{PlayerId, Time};
use tabiya_protocol::people::account::{
    ConfirmSecondFactor, ProvePassword, RecoveryCodes, SecondFactorBegun,
};
use tabiya_store::{Account, Ends, Token};

use super::account::prove;
use super::{People, PeopleError, codes, totp};
use crate::app::App;
use crate::gate::Caller;
use crate::http::{ApiError, JsonBody, SameOrigin};
use crate::identity::Member;

/// How many recovery codes there are.
const RECOVERY_CODES: usize = 10;
/// How long a secret that was shown waits for its first code, in milliseconds.
const WAITS: u64 = 30 * 60 * 1000;
/// How many secrets wait at most.
const MOST_WAITING: usize = 10_000;
/// The purpose of recovery codes among the tokens.
const RECOVERY: &str = "recovery";

/// Secrets that were shown and not confirmed yet.
#[derive(Default)]
pub(super) struct Pending(Mutex<HashMap<PlayerId, (Vec<u8>, Time)>>);

impl Pending {
    fn put(&self, player: PlayerId, secret: Vec<u8>, now: Time) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() >= MOST_WAITING {
            waiting.retain(|_, (_, since)| now.0 < since.0 + WAITS);
        }
        if waiting.len() >= MOST_WAITING {
            waiting.clear();
        }
        waiting.insert(player, (secret, now));
    }

    fn get(&self, player: PlayerId, now: Time) -> Option<Vec<u8>> {
        let waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.get(&player).filter(|(_, since)| now.0 < since.0 + WAITS).map(|(secret, _)| secret.clone())
    }

    fn remove(&self, player: PlayerId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&player);
    }
}

/// Makes sure that the code is right, where the account asks for one. A code works once, and so does a recovery code.
pub(super) async fn check(
    people: &People,
    account: Account,
    code: Option<&str>,
) -> Result<Account, ApiError> {
    let Some(secret) = &account.secrets.totp else { return Ok(account) };
    let code = code.map(str::trim).filter(|code| !code.is_empty()).ok_or(PeopleError::NeedsCode)?;
    if let Some(hash) = codes::hash_of_code(code) {
        let taken = people.store.tokens.take_token(&hash, RECOVERY, people.now()).await?;
        let own = taken.is_some_and(|token| token.player == Some(account.player));
        return if own { Ok(account) } else { Err(PeopleError::WrongCode.into()) };
    }
    let step = totp::step_of(code, secret, people.now(), account.secrets.totp_step);
    let step = step.ok_or(PeopleError::WrongCode)?;
    people
        .change(account.player, Ends::Nothing, |account| {
            // Somebody may have used the code at the same time.
            if account.secrets.totp_step >= step {
                return Err(PeopleError::WrongCode);
            }
            account.secrets.totp_step = step;
            Ok(())
        })
        .await
}

/// `POST /api/page/second-factor/begin`
pub(super) async fn begin(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
) -> Result<Json<SecondFactorBegun>, ApiError> {
    if login.account.secrets.totp.is_some() {
        return Err(PeopleError::Conflict("there is a second factor already; remove it first").into());
    }
    let secret = totp::new_secret();
    let people = &app.people;
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
    let step = totp::step_of(&wish.code, &secret, now, 0).ok_or(PeopleError::WrongCode)?;
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
    people.pending.remove(player);
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
    forget(&app.people, login.account.player, Ends::Others(&login.session)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Removes an account's second factor.
pub(super) async fn forget(people: &People, player: PlayerId, ends: Ends<'_>) -> Result<(), ApiError> {
    people
        .change(player, ends, |account| {
            (account.secrets.totp, account.secrets.totp_step) = (None, 0);
            Ok(())
        })
        .await?;
    people.store.tokens.forget_tokens_of(player, RECOVERY).await?;
    Ok(())
}
