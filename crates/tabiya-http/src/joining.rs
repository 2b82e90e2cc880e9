// SPDX-License-Identifier: AGPL-3.0-or-later
//! How somebody enters an event by themselves, in a page or by a program.

use tabiya_accounts::people::PeopleError;
use tabiya_events::codes::{Kind, Typed};
use tabiya_events::decide::{Command, Refusal, WrongEntry};
use tabiya_events::entrants::card_of;
use tabiya_events::event::{Card, Event};
use tabiya_limits::address::Caller;
use tabiya_protocol::events::EventId;
use tabiya_store::Account;

use crate::answer::ApiError;
use crate::state::App;

/// The account enters. The code counts where the event has one; wrong ones are counted by network and by account.
///
/// # Errors
/// If a child asks, the code is wrong, or too many wrong ones came.
pub(crate) async fn join(
    app: &App,
    (account, caller): (&Account, &Caller),
    (id, event): (EventId, &Event),
    (team, code): (String, Option<String>),
) -> Result<Command, ApiError> {
    if account.kid {
        let words = "in kid mode you can't enter an event by yourself; ask your teacher or the organiser";
        return Err(PeopleError::NotAllowed(words).into());
    }
    let card = card_of(&app.store, account, &event.settings, app.people.now()).await?;
    let card = Card { team, ..card };
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
