// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the openings of finished games are called, and how a player fared with each.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use tabiya_archive::privacy::was_trial;
use tabiya_game::{GameId, PlayerId};
use tabiya_protocol::people::profile::{MAX_OPENINGS, OpeningResults, OpeningsByColor, Results};
use tabiya_rules::{Color, Variant};
use tabiya_runtime::identity::Identity;
use tabiya_runtime::spawn::spawn;
use tabiya_store::{ArchivedGame, GameFilter, PlayerOutcome, StorageError};

use super::moderates;
use crate::answer::{ApiError, MayWatch};
use crate::state::App;

/// How many of the player's latest games are counted. Where nobody has looked before, the moves of all of them are read.
const LATEST: u32 = 200;

/// `GET /api/page/players/NAME/openings`
pub(super) async fn results(
    State(app): State<App>,
    _: MayWatch,
    Path(name): Path<String>,
    caller: Option<Identity>,
) -> Result<Json<OpeningsByColor>, ApiError> {
    let player = app.people.shown(&name, moderates(caller.as_ref())).await?.player;
    let filter = GameFilter {
        private: Some(false),
        variant: Some(Variant::Standard),
        min_half_moves: Some(1),
        ..GameFilter::default()
    };
    let filter = app.archive.for_visitor(filter, player, caller.as_ref());
    let mut games = app.store.archive.finished_of(player, &filter, None, LATEST).await?;
    games.retain(|game| !was_trial(game));
    let names = names(&app, &games).await?;
    let side = |color| most_played(&games, &names, player, color);
    Ok(Json(OpeningsByColor { white: side(Color::White), black: side(Color::Black) }))
}

/// The openings that the player had most often with this side, variations counted with their opening.
fn most_played(
    games: &[ArchivedGame],
    names: &HashMap<GameId, String>,
    player: PlayerId,
    color: Color,
) -> Vec<OpeningResults> {
    let mut found: HashMap<&str, Results> = HashMap::new();
    for game in games.iter().filter(|game| game.seat(color).seat.player() == Some(player)) {
        let opening = names.get(&game.id).map_or("", |name| family(name));
        let Some(end) = game.end.filter(|_| !opening.is_empty()) else { continue };
        match PlayerOutcome::of(end.result, color) {
            PlayerOutcome::Won => found.entry(opening).or_default().won += 1,
            PlayerOutcome::Drawn => found.entry(opening).or_default().drawn += 1,
            PlayerOutcome::Lost => found.entry(opening).or_default().lost += 1,
            PlayerOutcome::Aborted => {}
        }
    }
    let mut all: Vec<_> =
        found.into_iter().map(|(name, results)| OpeningResults { name: name.to_owned(), results }).collect();
    let played =
        |opening: &OpeningResults| opening.results.won + opening.results.drawn + opening.results.lost;
    all.sort_by(|one, two| played(two).cmp(&played(one)).then_with(|| one.name.cmp(&two.name)));
    all.truncate(MAX_OPENINGS);
    all
}

/// An opening without its variation: "Ruy Lopez" of "Ruy Lopez: Exchange Variation".
fn family(name: &str) -> &str {
    name.split_once(':').map_or(name, |(family, _)| family)
}

/// The names of these games' openings; empty for a game that has none. Games that were not listed before are read and have
/// their names noted, so that the next reader need not wait for their moves. A log that can't be read says nothing now.
///
/// # Errors
/// If the storage fails.
pub(super) async fn names(
    app: &App,
    games: &[ArchivedGame],
) -> Result<HashMap<GameId, String>, StorageError> {
    let unnamed = games.iter().filter(|game| game.opening.is_none() && game.end.is_some());
    let read = app.archive.openings_of(unnamed.map(|game| game.id).collect()).await?;
    if !read.is_empty() {
        let (archive, read) = (Arc::clone(&app.store.archive), read.clone());
        spawn(async move {
            if let Err(error) = archive.name_openings(&read).await {
                tracing::debug!(%error, "names of openings were not noted");
            }
        });
    }
    let known = games.iter().filter_map(|game| Some((game.id, game.opening.clone()?)));
    Ok(known.chain(read).collect())
}

#[cfg(test)]
mod tests {
    use super::family;

    #[test]
    fn a_variation_counts_with_its_opening() {
        assert_eq!(family("Ruy Lopez: Exchange Variation"), "Ruy Lopez");
        assert_eq!(family("Sicilian Defense: Najdorf Variation, English Attack"), "Sicilian Defense");
        assert_eq!(family("Ruy Lopez"), "Ruy Lopez");
    }
}
