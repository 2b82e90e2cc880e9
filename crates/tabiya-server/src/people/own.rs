// SPDX-License-Identifier: AGPL-3.0-or-later
//! What players do with their own account: keep settings, take their data with them, close it.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tabiya_protocol::people::account::ProvePassword;
use tabiya_store::{Ends, GameFilter};

use super::account::{me, prove};
use super::{PeopleError, second_factor};
use crate::app::App;
use crate::gate::Caller;
use crate::http::{ApiError, JsonBody, SameOrigin};
use crate::identity::{Member, new_guest_cookie, no_session_cookie};

/// Settings that one account may keep.
const MOST_SETTINGS: usize = 64;
/// Bytes of a setting's name, and of its value.
const LONGEST_SETTING: usize = 256;
/// Characters of an e-mail address (RFC 5321, 4.5.3.1.3).
const LONGEST_ADDRESS: usize = 254;
/// Games that one page of an export reads.
const PAGE: u32 = 200;
/// Games in an export.
const MOST_GAMES: usize = 20_000;

/// An e-mail address that a message could be sent to.
pub(super) fn checked_address(text: &str) -> Result<String, PeopleError> {
    let wrong = || {
        PeopleError::BadRequest(format!(
            "{:?} is no e-mail address",
            text.chars().take(60).collect::<String>()
        ))
    };
    let (local, domain) = text.rsplit_once('@').ok_or_else(wrong)?;
    let plain = |part: &str| {
        !part.is_empty()
            && !part.chars().any(|letter| {
                letter.is_whitespace() || letter.is_control() || "<>()[]\\,;:\"@".contains(letter)
            })
    };
    let is_domain = domain.contains('.')
        && domain
            .split('.')
            .all(|label| !label.is_empty() && !label.starts_with('-') && !label.ends_with('-'));
    if plain(local) && plain(domain) && is_domain && text.len() <= LONGEST_ADDRESS && local.len() <= 64 {
        Ok(text.to_owned())
    } else {
        Err(wrong())
    }
}

/// `PUT /api/page/settings`: replaces them all.
pub(super) async fn settings(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    JsonBody(wish): JsonBody<BTreeMap<String, String>>,
) -> Result<StatusCode, ApiError> {
    let too_long = |text: &str| text.len() > LONGEST_SETTING || text.contains('\0');
    if wish.len() > MOST_SETTINGS || wish.iter().any(|(name, value)| too_long(name) || too_long(value)) {
        return Err(PeopleError::BadRequest(format!(
            "an account keeps up to {MOST_SETTINGS} settings, names and values of {LONGEST_SETTING} bytes each"
        ))
        .into());
    }
    let text = serde_json::to_string(&wish).expect("texts are JSON");
    let set = |account: &mut tabiya_store::Account| {
        account.settings.clone_from(&text);
        Ok(())
    };
    app.people.change(login.account.player, Ends::Nothing, set).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/page/close`: nobody can log in any more, the games stay.
pub(super) async fn close(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    caller: Caller,
    JsonBody(wish): JsonBody<ProvePassword>,
) -> Result<Response, ApiError> {
    let people = &app.people;
    prove(people, &login.account, &caller, &wish.password).await?;
    let now = people.now();
    let player = login.account.player;
    let closed = |account: &mut tabiya_store::Account| {
        account.closed = Some(now);
        // What the account does not need while it is closed.
        (account.email, account.settings) = (None, "{}".to_owned());
        Ok(())
    };
    people.change(player, Ends::All, closed).await?;
    if login.account.secrets.totp.is_some() {
        second_factor::forget(people, player, Ends::All).await?;
    }
    let mut response = StatusCode::NO_CONTENT.into_response();
    response.headers_mut().append(SET_COOKIE, no_session_cookie(app.is_https()));
    response.headers_mut().append(SET_COOKIE, new_guest_cookie(app.is_https()));
    Ok(response)
}

/// `GET /api/page/export`: all that is kept about the account, as one JSON document with its games in PGN.
pub(super) async fn export(
    State(app): State<App>,
    Member(login): Member,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let people = &app.people;
    let account = &login.account;
    let player = account.player;
    let sessions = people.store.sessions.sessions_of(player).await?;
    let sessions: Vec<_> = sessions
        .into_iter()
        .map(|session| json!({"device": session.device, "created": session.created.0, "last_used": session.used.0}))
        .collect();
    let mut games = Vec::new();
    for unfinished in app.store.archive.unfinished_of(player, PAGE).await? {
        games.push(json!({"id": unfinished.id, "pgn": app.archive.game(unfinished.id).await?.pgn()}));
    }
    let mut before = None;
    while games.len() < MOST_GAMES {
        let page = app.store.archive.finished_of(player, &GameFilter::default(), before, PAGE).await?;
        for finished in &page {
            // A game that can't be replayed must not keep the rest from its player.
            if let Ok(game) = app.archive.game(finished.id).await {
                games.push(json!({"id": finished.id, "pgn": game.pgn()}));
            }
        }
        before = page.last().and_then(|last| last.page_key());
        if page.len() < PAGE as usize {
            break;
        }
    }
    let _ = headers;
    let everything = json!({
        "account": me(account, 0),
        "created": account.created.0,
        "sessions": sessions,
        "games": games,
    });
    let name = format!("attachment; filename=\"tabiya-{player}.json\"");
    Ok(([(CONTENT_DISPOSITION, name)], Json(everything)).into_response())
}

#[cfg(test)]
mod tests {
    use super::checked_address;

    #[test]
    fn addresses_are_told_from_other_texts() {
        for good in ["ann@example.org", "a.b+c@sub.example.org", "ü@bücher.example", "o'neill@example.org"]
        {
            assert_eq!(checked_address(good).unwrap(), good);
        }
        let long = format!("{}@example.org", "a".repeat(250));
        for wrong in [
            "",
            "ann",
            "@example.org",
            "ann@",
            "ann@example",
            "ann@@example.org",
            "a b@example.org",
            "ann@example.org\r\nBcc: x@y.z",
            "<ann@example.org>",
            "a,b@example.org",
            "ann@.org",
            "ann@-x.org",
            &long,
        ] {
            assert!(checked_address(wrong).is_err(), "{wrong:?}");
        }
    }
}
