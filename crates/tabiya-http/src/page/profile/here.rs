// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who is here now, and who plays: of those whom a player follows, of those whom a page names, and of all who show it.

use std::time::Duration;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use serde::Deserialize;
use tabiya_accounts::people::{is_listed_for, key_of_typed, shows_online};
use tabiya_game::PlayerId;
use tabiya_protocol::people::profile::{MAX_ASKED, MAX_FOLLOWED, MAX_ONLINE, PlayerHere};
use tabiya_runtime::identity::Identity;
use tabiya_store::{Account, StorageError};

use super::playing::playing;
use super::relations::MOST_RELATIONS;
use crate::answer::{ApiError, MayWatch, Member};
use crate::state::App;

/// `GET /api/page/following`
pub(super) async fn following(
    State(app): State<App>,
    Member(login): Member,
    caller: Option<Identity>,
) -> Result<Json<Vec<PlayerHere>>, ApiError> {
    let all = app.store.relations.relations_of(login.account.player, MOST_RELATIONS as u32).await?;
    let followed: Vec<PlayerId> = all
        .iter()
        .filter(|(_, relation)| relation.follows)
        .map(|&(player, _)| player)
        .take(MAX_FOLLOWED)
        .collect();
    let mut accounts = app.store.accounts.listed_accounts(&followed).await?;
    accounts.retain(Account::is_open);
    Ok(Json(here(&app, &accounts, caller.as_ref()).await?))
}

/// How long the list for visitors without an account is kept: all of them see the same, and ask again and again.
const FRESH: Duration = Duration::from_secs(2);
/// Players of whom it is asked whether one caller sees that they are here. Each costs some reads.
const MOST_LOOKED_AT: usize = 200;

/// `GET /api/page/online`: those who let this caller see it, children only their class.
pub(super) async fn online(
    State(app): State<App>,
    _: MayWatch,
    caller: Option<Identity>,
) -> Result<Json<Vec<PlayerHere>>, ApiError> {
    if let Some(member) = caller.filter(|caller| caller.login.is_some()) {
        let shown = seen_by(&app, Some(&member)).await?;
        return Ok(Json(here(&app, &shown, Some(&member)).await?));
    }
    let make = async {
        let shown = seen_by(&app, None).await?;
        let ids = shown.iter().map(|account| account.player).collect();
        Ok::<_, StorageError>((ids, here(&app, &shown, None).await?))
    };
    let (ids, mut list): (Vec<PlayerId>, _) = app.online.get(FRESH, make).await?;
    // Whoever has gone since, or wants to be seen no more, is left out.
    let mut accounts = app.store.accounts.accounts_of(&ids).await?;
    accounts.retain(|account| {
        is_listed_for(account, None) && shows_online(account) && app.people.doors.is_here(account.player)
    });
    list.retain(|player| accounts.iter().any(|account| account.name.as_str() == player.name));
    Ok(Json(list))
}

/// Those who are here and let the caller see it, children only their class.
async fn seen_by(app: &App, caller: Option<&Identity>) -> Result<Vec<Account>, StorageError> {
    let viewer = caller.and_then(Identity::account);
    let asker = caller.map(|caller| caller.player);
    let mut shown: Vec<Account> = Vec::new();
    // Guests have sockets too, and no account.
    let mut left = MOST_LOOKED_AT;
    for some in app.people.doors.all_players().chunks(MAX_FOLLOWED) {
        for account in app.store.accounts.listed_accounts(some).await? {
            let sees =
                is_listed_for(&account, viewer) && app.people.sees_online(asker, account.player).await?;
            if sees {
                shown.push(account);
            }
            left -= 1;
            if shown.len() == MAX_ONLINE || left == 0 {
                return Ok(shown);
            }
        }
    }
    Ok(shown)
}

/// The query of a page that names players.
#[derive(Deserialize)]
pub(super) struct Named {
    names: String,
}

/// `GET /api/page/here?names=`
pub(super) async fn named(
    State(app): State<App>,
    _: MayWatch,
    query: Result<Query<Named>, QueryRejection>,
    caller: Option<Identity>,
) -> Result<Json<Vec<PlayerHere>>, ApiError> {
    let Query(Named { names }) = query?;
    let mut accounts = Vec::new();
    for name in names.split(',').take(MAX_ASKED) {
        accounts
            .extend(app.store.accounts.account_called(&key_of_typed(name)).await?.filter(Account::is_open));
    }
    Ok(Json(here(&app, &accounts, caller.as_ref()).await?))
}

/// How it stands with these players, as the caller may see it; those who are here first, by their names.
async fn here(
    app: &App,
    accounts: &[Account],
    caller: Option<&Identity>,
) -> Result<Vec<PlayerHere>, StorageError> {
    let viewer = caller.map(|caller| caller.player);
    // To others it would tell who blocks them.
    let child = caller.filter(|caller| caller.is_child()).map(|caller| caller.player);
    let mut players = Vec::new();
    for account in accounts {
        let player = account.player;
        let online = app.people.doors.is_here(player) && app.people.sees_online(viewer, player).await?;
        players.push(PlayerHere {
            name: account.name.to_string(),
            title: account.title,
            online,
            // Whoever may not see that a player is there may not see it by a game either.
            playing: if online { playing(app, player, caller).await? } else { None },
            apart: match child {
                Some(child) => app.people.between(child, player).await?.may_meet().is_err(),
                None => false,
            },
        });
    }
    players.sort_by_cached_key(|player| (!player.online, player.name.to_lowercase()));
    Ok(players)
}
