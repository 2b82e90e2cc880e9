// SPDX-License-Identifier: AGPL-3.0-or-later
//! Leaderboards, and players found by the beginning of their name.

use std::collections::HashMap;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use tabiya_game::{Category, PlayerId};
use tabiya_protocol::people::profile::{FoundPlayer, Leaderboard, LeaderboardRow};
use tabiya_store::{Account, PlayerRating, StorageError};

use super::page::named_category;
use crate::answer::{ApiError, MayWatch};
use crate::identity::Identity;
use crate::people::{is_listed, key_of_typed};
use crate::ratings::rating_view;
use crate::state::App;

/// Rows of a leaderboard.
const ROWS: u32 = 50;
/// Rows of each where all are shown.
const TOP: u32 = 10;
/// Players that a search finds.
const FOUND: usize = 10;
/// Some of the best may not be shown: so many more are read.
const SPARE: u32 = 30;

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
    rows: u32,
    caller: Option<&Identity>,
) -> Result<Leaderboard, StorageError> {
    let leaders = app.store.ratings.leaders(category, rows + SPARE).await?;
    let players: Vec<PlayerId> = leaders.iter().map(|leader| leader.player).collect();
    let accounts = app.store.accounts.accounts_of(&players).await?;
    let accounts: HashMap<PlayerId, Account> =
        accounts.into_iter().filter(is_listed).map(|account| (account.player, account)).collect();
    let known = leaders.iter().filter_map(|leader| Some((leader, accounts.get(&leader.player)?)));
    let best = (1..).zip(known.take(rows as usize));
    let rows = best.map(|(rank, (leader, account))| row(app, rank, leader, account)).collect();
    Ok(Leaderboard { category, rows, you: own_row(app, category, caller).await? })
}

/// The caller's own row.
async fn own_row(
    app: &App,
    category: Category,
    caller: Option<&Identity>,
) -> Result<Option<LeaderboardRow>, StorageError> {
    let Some(login) = caller.and_then(|caller| caller.login.as_ref()) else { return Ok(None) };
    let player = login.account.player;
    let Some(rank) = app.store.ratings.place_of(player, category).await? else { return Ok(None) };
    let ratings = app.store.ratings.ratings_of(player).await?;
    let own = ratings.iter().find(|rating| rating.category == category);
    Ok(own.map(|own| row(app, rank, own, &login.account)))
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
    query: Result<Query<Search>, QueryRejection>,
) -> Result<Json<Vec<FoundPlayer>>, ApiError> {
    let Query(Search { prefix }) = query?;
    let key = key_of_typed(&prefix);
    if key.is_empty() || prefix.chars().count() > 40 {
        return Ok(Json(Vec::new()));
    }
    let accounts = app.store.accounts.accounts_from(&key, "", FOUND as u32 + SPARE).await?;
    let mut found = Vec::new();
    for account in accounts.iter().filter(|account| is_listed(account)).take(FOUND) {
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
