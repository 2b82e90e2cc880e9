// SPDX-License-Identifier: AGPL-3.0-or-later
//! Finished games as lists show them.

use std::collections::HashMap;

use tabiya_archive::view::{computer_view, guest_name};
use tabiya_game::{GameId, PlayerId, Seat};
use tabiya_live::ratings::rating_view;
use tabiya_protocol::PlayerView;
use tabiya_protocol::people::profile::{GameRow, GameRowSide};
use tabiya_store::{ArchivedGame, ArchivedSeat, RatedGame, RatedSide, StorageError, Variant};

use super::openings::names;
use crate::state::App;

/// The rows of these games, each with what it did to the ratings. Staff alone see the names of closed accounts.
///
/// # Errors
/// If the storage fails.
pub(super) async fn rows(
    app: &App,
    games: &[ArchivedGame],
    to_staff: bool,
) -> Result<Vec<GameRow>, StorageError> {
    let counted: Vec<_> = games.iter().filter(|game| game.rated).map(|game| game.id).collect();
    let rated = app.store.ratings.rated(&counted).await?;
    let rated: HashMap<GameId, RatedGame> = rated.into_iter().map(|rated| (rated.game.game, rated)).collect();
    let is_ghost = |player| !to_staff && app.people.ghosts.has(player);
    let named = names(app, games).await?;
    let opening = |game: &ArchivedGame| named.get(&game.id).filter(|name| !name.is_empty()).cloned();
    Ok(games.iter().filter_map(|game| row((game, opening(game)), rated.get(&game.id), &is_ghost)).collect())
}

/// `None` for a game that goes on, which no such list holds.
fn row(
    (game, opening): (&ArchivedGame, Option<String>),
    rated: Option<&RatedGame>,
    is_ghost: &dyn Fn(PlayerId) -> bool,
) -> Option<GameRow> {
    let end = game.end?;
    let side = |seat: &ArchivedSeat, side: Option<RatedSide>| GameRowSide {
        player: player(seat, is_ghost),
        change: side
            .map(|side| i32::from(side.after.rounded().points) - i32::from(side.before.rounded().points)),
    };
    Some(GameRow {
        id: game.id,
        white: side(&game.white, rated.map(|rated| rated.white)),
        black: side(&game.black, rated.map(|rated| rated.black)),
        result: end.result,
        termination: end.termination,
        time: game.time.map(Into::into),
        speed: game.speed(),
        chess960: game.variant == Variant::Chess960,
        rated: game.rated,
        plies: game.half_moves,
        opening,
        end: end.at,
    })
}

/// Who sat there, as they were known then.
fn player(seat: &ArchivedSeat, is_ghost: &dyn Fn(PlayerId) -> bool) -> PlayerView {
    match (seat.seat, &seat.details) {
        (Seat::Player(player), Some(_)) if is_ghost(player) => PlayerView::Ghost,
        (Seat::Player(_), Some(details)) => PlayerView::Player {
            name: details.name.to_string(),
            title: details.title,
            rating: details.rating.map(rating_view),
        },
        (Seat::Player(player), None) => PlayerView::Guest { name: guest_name(player) },
        (Seat::Computer(computer), _) => computer_view(computer),
        (Seat::Open, _) => PlayerView::Open,
    }
}
