// SPDX-License-Identifier: AGPL-3.0-or-later
//! Finished games as lists show them.

use std::collections::{HashMap, HashSet};

use tabiya_archive::archive::ReadError;
use tabiya_archive::view::{self, computer_view, guest_name};
use tabiya_game::{GameId, PlayerId, Seat};
use tabiya_live::ratings::rating_view;
use tabiya_protocol::PlayerView;
use tabiya_protocol::people::profile::{GameRow, GameRowSide};
use tabiya_rules::Color;
use tabiya_runtime::identity::Identity;
use tabiya_store::{ArchivedGame, ArchivedSeat, RatedGame, RatedSide, StorageError};

use super::openings::names;
use crate::state::App;

/// The rows of these games of a player, each with what it did to the ratings. Staff alone see the names of closed accounts.
///
/// # Errors
/// If the storage fails.
pub(super) async fn rows(
    app: &App,
    games: &[ArchivedGame],
    of: PlayerId,
    to_staff: bool,
) -> Result<Vec<GameRow>, StorageError> {
    rows_with(app, games, of, to_staff, &HashMap::new()).await
}

/// The same for a player's own list, some of whose games the player has imported. They are shown with the names that their
/// PGN has.
///
/// # Errors
/// If the storage fails.
pub(super) async fn own_rows(
    app: &App,
    games: &[ArchivedGame],
    imported: &HashSet<GameId>,
    player: &Identity,
) -> Result<Vec<GameRow>, ReadError> {
    let mut named = HashMap::new();
    for game in games.iter().filter(|game| imported.contains(&game.id)) {
        match app.archive.game_for(game.id, Some(player)).await {
            Ok(read) => named.insert(game.id, Color::ALL.map(|color| view::player(read.game(), color))),
            // A log that can't be replayed is left alone; its row says what the archive knows.
            Err(ReadError::NoSuchGame(_)) => None,
            Err(error) => return Err(error),
        };
    }
    Ok(rows_with(app, games, player.player, false, &named).await?)
}

async fn rows_with(
    app: &App,
    games: &[ArchivedGame],
    of: PlayerId,
    to_staff: bool,
    imported: &HashMap<GameId, [PlayerView; 2]>,
) -> Result<Vec<GameRow>, StorageError> {
    let counted: Vec<_> = games.iter().filter(|game| game.rated).map(|game| game.id).collect();
    let rated = app.store.ratings.rated(&counted).await?;
    let rated: HashMap<GameId, RatedGame> = rated.into_iter().map(|rated| (rated.game.game, rated)).collect();
    let is_ghost = |player| !to_staff && app.people.ghosts.has(player);
    let named = names(app, games).await?;
    let opening = |game: &ArchivedGame| named.get(&game.id).filter(|name| !name.is_empty()).cloned();
    let as_played = |game| row((game, opening(game)), of, rated.get(&game.id), &is_ghost);
    let rows = games.iter().filter_map(as_played).map(|row| match imported.get(&row.id).cloned() {
        None => row,
        Some([white, black]) => GameRow {
            white: GameRowSide { player: white, ..row.white },
            black: GameRowSide { player: black, ..row.black },
            imported: true,
            side: None,
            ..row
        },
    });
    Ok(rows.collect())
}

/// `None` for a game that goes on, which no such list holds.
fn row(
    (game, opening): (&ArchivedGame, Option<String>),
    of: PlayerId,
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
        variant: game.variant,
        rated: game.rated,
        plies: game.half_moves,
        opening,
        end: end.at,
        imported: false,
        side: side_of(game, of),
    })
}

/// Where this player sat. By the seat and not by its name: a seat may have none, and a player may have another name since.
fn side_of(game: &ArchivedGame, player: PlayerId) -> Option<Color> {
    Color::ALL.into_iter().find(|color| {
        let seat = match color {
            Color::White => &game.white,
            Color::Black => &game.black,
        };
        seat.seat == Seat::Player(player)
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
