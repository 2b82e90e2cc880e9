// SPDX-License-Identifier: AGPL-3.0-or-later
//! Registering, and what becomes of the guest who does.

use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use tabiya_accounts::people::Typed;
use tabiya_accounts::people::email::checked_address;
use tabiya_accounts::people::names::ChosenName;
use tabiya_accounts::people::{Asker, PeopleError, Whose, in_words};
use tabiya_game::Title;
use tabiya_limits::address::Caller;
use tabiya_protocol::people::account::{Register, TakeGuestGames};
use tabiya_runtime::chance;
use tabiya_runtime::identity::{Identity, new_guest_cookie};
use tabiya_store::{Account, Email, LoggedInBy};

use super::account::log_in;
use crate::answer::{ApiError, JsonBody, Member, SameOrigin, guest_of};
use crate::state::App;

/// Guests whose games one account may take over: each is known to every session of the account.
const MOST_GUESTS: usize = 100;

/// `POST /api/register`: the guest who asks becomes the account's player and keeps all games.
pub(super) async fn register(
    State(app): State<App>,
    _: SameOrigin,
    caller: Caller,
    identity: Option<Identity>,
    headers: HeaderMap,
    JsonBody(wish): JsonBody<Register>,
) -> Result<Response, ApiError> {
    let people = &app.people;
    let invitation = people.site.check_registration(people, wish.invitation.as_deref()).await?;
    let chosen = ChosenName::new(&wish.name).map_err(PeopleError::from)?;
    let address = wish.email.as_deref().map(str::trim).filter(|address| !address.is_empty());
    let address = address.map(checked_address).transpose()?;
    // Checked before hashing, because hashing costs most; the store checks again.
    let taken = people.store.accounts.account_called(&chosen.key).await?;
    if let Some(taken) = taken {
        return Err(PeopleError::NameTaken { asked: chosen.name.to_string(), taken: taken.name }.into());
    }
    people.quotas.new_accounts.take(&caller, 1).map_err(|wait| PeopleError::TooManyAccounts { wait })?;
    let asker = Asker::Caller(&caller, Whose::Name(Typed::new(&chosen.key)));
    let hashed = people.passwords.hash(asker, &wish.password, chosen.name.as_str()).await;
    let hash = hashed.map_err(PeopleError::from)?.map_err(PeopleError::from)?;
    // Who is logged in and registers gets a second account, of a new player.
    let guest = identity.filter(|identity| identity.login.is_none()).map(|identity| identity.player);
    let player = guest.unwrap_or_else(chance::player_id);
    let ChosenName { name, key, skeleton } = chosen;
    let mut account = Account::new(player, name, key, skeleton, people.now());
    account.secrets.password = Some(hash);
    account.email = address.map(|address| Email { address, confirmed: false });
    let used = match invitation {
        Some(invitation) => Some(people.site.use_invitation(people, &invitation).await?),
        None => None,
    };
    if let Err(error) = people.store.accounts.create_account(&account).await {
        // Somebody was quicker to take the name: the invitation stays good.
        people.store.tokens.keep_tokens(used.as_slice(), false).await?;
        return Err(in_words(error, &account).into());
    }
    account.version = 1;
    // From now on the guest's cookie opens nothing.
    people.logins.forget(player);
    people.doors.close_guest(player);
    people.ask_to_confirm(&account).await?;
    let mut response = log_in(&app, &account, LoggedInBy::Register, StatusCode::CREATED, &headers).await?;
    response.headers_mut().append(SET_COOKIE, new_guest_cookie(app.is_https()));
    Ok(response)
}

/// `POST /api/page/guest-games`: the account takes the games of this browser's guest over, or leaves them. Either way the
/// browser gets a new guest, so that it is not asked again.
pub(super) async fn guest_games(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    headers: HeaderMap,
    JsonBody(wish): JsonBody<TakeGuestGames>,
) -> Result<Response, ApiError> {
    let people = &app.people;
    let player = login.account.player;
    let guest = guest_of(&headers, &app).await?.filter(|_| wish.take);
    // While this is held, the account becomes no bot's, because a bot has no games of before, and the guest begins
    // no game.
    let held: Vec<_> = guest.into_iter().chain([player]).collect();
    let _held = app.entrance.hold(&held).await?;
    let stored = people.store.accounts.account(player).await?;
    if wish.take && stored.is_some_and(|account| account.title == Some(Title::Bot)) {
        return Err(PeopleError::Conflict("a bot takes no games of a guest over").into());
    }
    if guest.is_some() && people.store.accounts.guests_of(player).await?.len() >= MOST_GUESTS {
        return Err(PeopleError::Conflict(
            "this account has taken over the games of 100 guests; it takes no more",
        )
        .into());
    }
    if let Some(guest) = guest
        && app.entrance.may_take_over(guest, player).await.is_err()
    {
        return Err(PeopleError::Conflict(
            "this browser's guest plays somebody with whom this account may not play; finish that game first",
        )
        .into());
    }
    if let Some(guest) = guest
        && people.store.accounts.take_guest(guest, player, people.now()).await?
    {
        people.logins.forget(guest);
        people.logins.forget(player);
        people.doors.close_guest(guest);
        // Open tabs of the account begin anew and play the guest's running games.
        people.doors.close_of(player, None);
    }
    let mut response = axum::response::IntoResponse::into_response(StatusCode::NO_CONTENT);
    response.headers_mut().append(SET_COOKIE, new_guest_cookie(app.is_https()));
    Ok(response)
}
