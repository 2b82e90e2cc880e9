// SPDX-License-Identifier: AGPL-3.0-or-later
//! What calls about puzzles cost: each is counted as a number of answers, of which a caller has so many in a minute.

use tabiya_game::PlayerId;
use tabiya_limits::address::Caller;

use crate::answer::ApiError;
use crate::state::App;

/// Counts a call as so many answers of an account, or of the guests behind an address. `what` says what was too fast.
pub(super) fn take_turns_of(
    app: &App,
    caller: &Caller,
    player: Option<PlayerId>,
    (turns, what): (u32, &'static str),
) -> Result<(), ApiError> {
    let taken = match player {
        Some(player) => app.puzzles.answers.take(&player, turns),
        None => app.puzzles.guest_answers.take(caller, turns),
    };
    taken.map_err(|wait| ApiError::TooFast { what, wait })
}

/// How often the storage searches for a puzzle of these themes and openings: once for each of them.
pub(super) fn searches(themes: &[String], openings: &[String]) -> u32 {
    u32::try_from(themes.len().max(openings.len())).unwrap_or(u32::MAX).max(1)
}

/// Counts a call as so many answers of an account.
pub(super) fn take_turns(app: &App, player: PlayerId, turns: u32) -> Result<(), ApiError> {
    let wait = app.puzzles.answers.take(&player, turns);
    wait.map_err(|wait| ApiError::TooFast { what: "too many puzzle moves in a short time", wait })
}
