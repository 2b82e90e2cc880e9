// SPDX-License-Identifier: AGPL-3.0-or-later
//! What calls about puzzles cost: each is counted as a number of answers, of which a caller has so many in a minute.

use std::time::Duration;

use tabiya_game::PlayerId;
use tabiya_limits::address::Caller;

use crate::answer::ApiError;
use crate::state::App;

/// Counts a call as so many answers of an account, or of the guests behind an address.
pub(super) fn take_turns_of(
    app: &App,
    caller: &Caller,
    player: Option<PlayerId>,
    turns: u32,
) -> Result<(), ApiError> {
    match player {
        Some(player) => take_turns(app, player, turns),
        None => app.puzzles.guest_answers.take(caller, turns).map_err(too_fast),
    }
}

/// How often the storage searches for a puzzle of these themes and openings: once for each of them.
pub(super) fn searches(themes: &[String], openings: &[String]) -> u32 {
    u32::try_from(themes.len().max(openings.len())).unwrap_or(u32::MAX).max(1)
}

/// Counts a call as so many answers of an account.
pub(super) fn take_turns(app: &App, player: PlayerId, turns: u32) -> Result<(), ApiError> {
    app.puzzles.answers.take(&player, turns).map_err(too_fast)
}

const fn too_fast(wait: Duration) -> ApiError {
    ApiError::TooFast { what: "too many puzzle moves in a short time", wait }
}
