// SPDX-License-Identifier: AGPL-3.0-or-later
//! Finished games as lists show them.

use std::collections::HashMap;

use tabiya_game::{GameId, Seat};
use tabiya_protocol::PlayerView;
use tabiya_protocol::people::profile::{GameRow, GameRowSide};
use tabiya_store::{ArchivedGame, ArchivedSeat, RatedGame, RatedSide, StorageError, Variant};

use crate::ratings::rating_view;
use crate::state::App;
use crate::view::guest_name;

/// The rows of these games, each with what it did to the ratings.
///
/// # Errors
/// If the storage fails.
pub(super) async fn rows(app: &App, games: &[ArchivedGame]) -> Result<Vec<GameRow>, StorageError> {
    let counted: Vec<_> = games.iter().filter(|game| game.rated).map(|game| game.id).collect();
    let rated = app.store.ratings.rated(&counted).await?;
    let rated: HashMap<GameId, RatedGame> = rated.into_iter().map(|rated| (rated.game.game, rated)).collect();
    Ok(games.iter().filter_map(|game| row(game, rated.get(&game.id))).collect())
}

/// `None` for a game that goes on, which no such list holds.
fn row(game: &ArchivedGame, rated: Option<&RatedGame>) -> Option<GameRow> {
    let end = game.end?;
    let side = |seat: &ArchivedSeat, side: Option<RatedSide>| GameRowSide {
        player: player(seat),
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
        opening: game.opening.clone(),
        end: end.at,
    })
}

/// Who sat there, as they were known then.
fn player(seat: &ArchivedSeat) -> PlayerView {
    match (seat.seat, &seat.details) {
        (Seat::Player(_), Some(details)) => PlayerView::Player {
            name: details.name.to_string(),
            title: details.title,
            rating: details.rating.map(rating_view),
        },
        (Seat::Player(player), None) => PlayerView::Guest { name: guest_name(player) },
        (Seat::Computer(computer), _) => PlayerView::Computer { level: computer.level.get() },
        (Seat::Open, _) => PlayerView::Open,
    }
}
