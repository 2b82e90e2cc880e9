// SPDX-License-Identifier: AGPL-3.0-or-later
//! Leaderboards, and players found by the beginning of their name.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use tabiya_accounts::people::{is_listed_for, is_ranked, key_of_typed, lists};
use tabiya_game::Category;
use tabiya_live::ratings::rating_view;
use tabiya_protocol::people::profile::{FoundPlayer, Leaderboard, LeaderboardRow};
use tabiya_runtime::identity::Identity;
use tabiya_store::{Account, PlayerRating, StorageError};

use super::page::named_category;
use crate::answer::{ApiError, MayWatch};
use crate::state::App;

/// Rows of a leaderboard.
const ROWS: usize = 50;
/// Rows of each where all are shown.
const TOP: usize = 10;
/// Players that a search finds.
const FOUND: usize = 10;

/// `GET /api/page/leaderboards/CATEGORY`
pub(super) async fn one(
    State(app): State<App>,
    _: MayWatch,
    Path(category): Path<String>,
    caller: Option<Identity>,
) -> Result<Json<Leaderboard>, ApiError> {
    Ok(Json(leaderboard(&app, named_category(&category)?, ROWS, caller.as_ref()).await?))
}

/// `GET /api/page/leaderboards`: the best of each category.
pub(super) async fn all(
    State(app): State<App>,
    _: MayWatch,
    caller: Option<Identity>,
) -> Result<Json<Vec<Leaderboard>>, ApiError> {
    let mut leaderboards = Vec::new();
    for category in Category::ALL {
        leaderboards.push(leaderboard(&app, category, TOP, caller.as_ref()).await?);
    }
    Ok(Json(leaderboards))
}

async fn leaderboard(
    app: &App,
    category: Category,
    rows: usize,
    caller: Option<&Identity>,
) -> Result<Leaderboard, StorageError> {
    let viewer = account_of(caller);
    let shows = |account: &Account| is_ranked(account) && is_listed_for(account, viewer);
    let best = lists::leaders(&app.store, category, rows, shows).await?;
    let rows: Vec<_> =
        (1..).zip(&best).map(|(rank, (leader, account))| row(app, rank, leader, account)).collect();
    let own = viewer.and_then(|viewer| best.iter().position(|(_, account)| account.player == viewer.player));
    let you = match own {
        Some(index) => Some(rows[index].clone()),
        None => own_row(app, category, viewer).await?,
    };
    Ok(Leaderboard { category, rows, you })
}

fn account_of(caller: Option<&Identity>) -> Option<&Account> {
    caller.and_then(|caller| caller.login.as_ref()).map(|login| &login.account)
}

/// The row of a viewer who is not among those shown.
async fn own_row(
    app: &App,
    category: Category,
    viewer: Option<&Account>,
) -> Result<Option<LeaderboardRow>, StorageError> {
    let Some(viewer) = viewer.filter(|viewer| is_ranked(viewer)) else { return Ok(None) };
    let player = viewer.player;
    let Some(rank) = app.store.ratings.place_of(player, category).await? else { return Ok(None) };
    let ratings = app.store.ratings.ratings_of(player).await?;
    let own = ratings.iter().find(|rating| rating.category == category);
    Ok(own.map(|own| row(app, rank, own, viewer)))
}

fn row(app: &App, rank: u32, rating: &PlayerRating, account: &Account) -> LeaderboardRow {
    LeaderboardRow {
        rank,
        name: account.name.to_string(),
        title: account.title,
        rating: rating_view(rating.standing.at(app.people.now()).rounded()),
        games: rating.games,
    }
}

/// The query of a search.
#[derive(Deserialize)]
pub(super) struct Search {
    prefix: String,
}

/// `GET /api/page/search?prefix=`
pub(super) async fn search(
    State(app): State<App>,
    _: MayWatch,
    caller: Option<Identity>,
    query: Result<Query<Search>, QueryRejection>,
) -> Result<Json<Vec<FoundPlayer>>, ApiError> {
    let Query(Search { prefix }) = query?;
    let key = key_of_typed(&prefix);
    if key.is_empty() || prefix.chars().count() > 40 {
        return Ok(Json(Vec::new()));
    }
    let viewer = account_of(caller.as_ref());
    let shows = |account: &Account| is_listed_for(account, viewer);
    let mut found = Vec::new();
    for account in lists::named_from(&app.store, &key, FOUND, shows).await? {
        let ratings = app.store.ratings.ratings_of(account.player).await?;
        let best_known = ratings.iter().max_by_key(|rating| rating.games);
        let now = app.people.now();
        found.push(FoundPlayer {
            name: account.name.to_string(),
            title: account.title,
            rating: best_known.map(|rating| rating_view(rating.standing.at(now).rounded())),
        });
    }
    Ok(Json(found))
}
