// SPDX-License-Identifier: AGPL-3.0-or-later
//! How an account enters an event: by itself, or by an organiser.

use tabiya_accounts::people::{PeopleError, key_of_typed};
use tabiya_events::codes::{Kind, Typed};
use tabiya_events::decide::{Command, Refusal, WrongEntry};
use tabiya_events::entrants::card_of;
use tabiya_events::event::{Card, Event};
use tabiya_limits::address::Caller;
use tabiya_protocol::events::{EventId, TeamSide};
use tabiya_runtime::identity::Identity;
use tabiya_store::Account;

use super::orders::named;
use crate::answer::ApiError;
use crate::state::App;

/// The visitor enters. The code counts where the event has one; wrong ones are counted by network and by account.
pub(super) async fn join(
    app: &App,
    (identity, caller): (&Identity, &Caller),
    (id, event): (EventId, &Event),
    (team, code): (Option<TeamSide>, Option<String>),
) -> Result<Command, ApiError> {
    let account = identity.account().ok_or(PeopleError::NotLoggedIn)?;
    if account.kid {
        let words = "in kid mode you can't enter an event by yourself; ask your teacher or the organiser";
        return Err(PeopleError::NotAllowed(words).into());
    }
    let card = card_of(&app.store, account, &event.settings, app.people.now()).await?;
    let card = Card { team: named(event, team), ..card };
    let player = account.player;
    let Some(code) = code.filter(|_| event.settings.entry.code.is_some()) else {
        return Ok(Command::Enter { player: Some(player), card, plays: None });
    };
    let from = (id, caller.address, !caller.is_hidden);
    let known = || if event.settings.entry.is_code(&code) { Typed::Right(()) } else { Typed::Wrong };
    let found = app.events.code_guesses.guess(from, Kind::Claim(player), app.people.now(), known);
    let is_right = found.map_err(|wait| PeopleError::TooOften { wait })?.is_some();
    if !is_right {
        return Err(Refusal::from(WrongEntry::WrongCode).into());
    }
    Ok(Command::EnterWithCode { code, player, card })
}

/// An organiser enters the account of this name.
pub(super) async fn account(
    app: &App,
    event: &Event,
    name: &str,
    team: Option<TeamSide>,
) -> Result<Command, ApiError> {
    let found = app.store.accounts.account_called(&key_of_typed(name)).await?;
    let account = found.filter(Account::is_open);
    let account = account.ok_or_else(|| ApiError::NoSuch("there is no account of that name".into()))?;
    let card = card_of(&app.store, &account, &event.settings, app.people.now()).await?;
    let card = Card { team: named(event, team), ..card };
    let child_of = account.kid.then_some(account.list_owner);
    Ok(Command::EnterAccount { player: account.player, card, child_of })
}
