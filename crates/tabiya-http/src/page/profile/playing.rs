// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which game a player is playing now.

use tabiya_archive::archive::{ReadError, load};
use tabiya_archive::privacy::may_see;
use tabiya_game::{GameId, PlayerId, Seat, Status, TimeControl};
use tabiya_runtime::identity::Identity;
use tabiya_store::{ArchivedGame, StorageError};

use crate::state::App;

/// Unfinished games that are looked at, the newest first.
const LOOKED_AT: u32 = 50;

/// The newest game with clocks that runs now and that the visitor may see.
///
/// # Errors
/// If the storage fails.
pub(in crate::page) async fn playing(
    app: &App,
    player: PlayerId,
    visitor: Option<&Identity>,
) -> Result<Option<GameId>, StorageError> {
    let games = app.store.archive.unfinished_of(player, LOOKED_AT).await?;
    for row in games.iter().filter(|row| is_live(row)) {
        match load(&*app.store.log, row.id).await {
            Ok(game) if matches!(game.status(), Status::Playing) && may_see(&game, visitor) => {
                return Ok(Some(row.id));
            }
            Ok(_) | Err(ReadError::NoSuchGame(_)) => {}
            Err(ReadError::Storage(error)) => return Err(error),
        }
    }
    Ok(None)
}

/// Whether both sit at a game with clocks.
fn is_live(row: &ArchivedGame) -> bool {
    let is_taken = |seat| seat != Seat::Open;
    matches!(row.time, Some(TimeControl::Clocks { .. }))
        && is_taken(row.white.seat)
        && is_taken(row.black.seat)
}
