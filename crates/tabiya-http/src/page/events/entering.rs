// SPDX-License-Identifier: AGPL-3.0-or-later
//! How an organiser enters an account. `joining` is how somebody enters by themselves.

use tabiya_accounts::people::class::child_of;
use tabiya_accounts::people::key_of_typed;
use tabiya_events::decide::Command;
use tabiya_events::entrants::card_of;
use tabiya_events::event::{Card, Event};
use tabiya_protocol::events::TeamSide;
use tabiya_store::Account;

use super::orders::named;
use crate::answer::ApiError;
use crate::state::App;

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
    Ok(Command::EnterAccount { player: account.player, card, child_of: child_of(&account) })
}
