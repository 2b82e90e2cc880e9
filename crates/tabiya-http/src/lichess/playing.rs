// SPDX-License-Identifier: AGPL-3.0-or-later
//! The games that a player is playing.

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};
use tabiya_archive::archive::ReadError;
use tabiya_runtime::identity::Identity;

use super::access::Access;
use super::failure::Failure;
use super::fields::{HIGHEST, Query};
use super::game;
use super::played_in::Tournaments;
use crate::state::App;

/// Unfinished games of a player that are looked at.
pub(super) const MOST_UNFINISHED: u32 = 200;
/// Unfinished games that are listed for their player.
const MOST_PLAYING: u64 = 50;

/// `GET /api/account/playing`
pub(super) async fn playing(
    State(app): State<App>,
    access: Access,
    Query(query): Query,
) -> Result<Json<Value>, Failure> {
    let most = query.within("nb", 0, HIGHEST)?.unwrap_or(9).clamp(1, MOST_PLAYING);
    let games = ongoing(&app, &access.identity(), usize::try_from(most).unwrap_or(9)).await?;
    let to_move = games.iter().filter(|game| game["isMyTurn"] == true).count();
    Ok(Json(json!({ "nowPlaying": games, "nbMyTurn": to_move })))
}

/// The games that a player is playing, those where it is the player's turn first.
pub(super) async fn ongoing(app: &App, identity: &Identity, most: usize) -> Result<Vec<Value>, Failure> {
    let rows = app.store.archive.unfinished_of(identity.player, MOST_UNFINISHED).await?;
    let (mut games, mut tournaments) = (Vec::new(), Tournaments::default());
    for row in rows.iter().filter(|row| row.seats().open().is_none()) {
        let read = match app.archive.game(row.id).await {
            Ok(read) => read,
            Err(ReadError::NoSuchGame(_)) => continue,
            Err(error) => return Err(error.into()),
        };
        let Some(side) = identity.side_in(&read.game().seats()) else { continue };
        if read.game().is_over() {
            continue;
        }
        let now = app.rooms.timeline().for_control(read.game().time_control());
        let tournament = tournaments.of(app, row.id, read.game()).await?;
        let own = game::own(row.id, read.game(), side, tournament.as_ref(), now);
        games.push((read.game().turn() != side, own));
    }
    games.sort_by_key(|(waits, _)| *waits);
    Ok(games.into_iter().map(|(_, game)| game).take(most).collect())
}
