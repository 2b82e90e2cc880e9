// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games as others take them away: one, those that are named, or a player's current one.

use std::collections::{HashMap, HashSet};

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use tabiya_archive::privacy::was_trial;
use tabiya_game::GameId;
use tabiya_limits::address::Caller;
use tabiya_runtime::identity::Identity;
use tabiya_store::GameFilter;

use super::access::{Visitor, at_browser};
use super::failure::Failure;
use super::fields::{Fields, Path, Query, Text, listed};
use super::person;
use super::person::{origin_for, shown};
use super::pieces::{Export, PIECE, last_of, streamed};
use super::played_in::tournament_of;
use super::written::{Beside, Format, PGN, Switches, json_of, pgn, rated_of};
use crate::state::App;

/// Games that one call names.
const MOST_IDS: usize = 300;
/// Of so many latest games the first that was not only tried is the current one.
const MOST_TRIALS: u32 = 20;

/// The id that a path names.
pub(super) fn game_id(text: &str) -> Result<GameId, Failure> {
    // Clients also name one side of a game, by four characters more.
    let text = text.get(..GameId::LEN).filter(|_| text.len() == GameId::LEN + 4).unwrap_or(text);
    text.parse().map_err(|_| Failure::no_such_game())
}

async fn one(
    app: &App,
    id: GameId,
    visitor: Option<&Identity>,
    headers: &HeaderMap,
    wish: Switches,
) -> Result<Response, Failure> {
    let read = app.archive.game_for(id, visitor).await?;
    let rated = rated_of(app, id, read.game()).await?;
    let analyses = if wish.analysis.any() {
        let browser = at_browser(app, headers).await?;
        app.analyses.complete(&[(id, read.game())], visitor.into_iter().chain(&browser)).await?
    } else {
        HashMap::new()
    };
    let played_in = tournament_of(app, id, read.game()).await?;
    let (format, origin) = (Format::asked(headers), origin_for(app, headers));
    let written = app.archive.work(read.length(), move || {
        let beside = Beside {
            rated: rated.as_ref(),
            analysis: analyses.get(&id),
            played_in: played_in.as_ref(),
            origin: &origin,
        };
        match format {
            Format::Pgn => {
                let text = pgn(id, read.game(), beside, wish) + "\n\n";
                ([(CONTENT_TYPE, PGN)], text).into_response()
            }
            Format::Json => Json(json_of(id, read.game(), beside, wish)).into_response(),
        }
    });
    Ok(written.await?)
}

/// `GET /game/export/ID`
pub(super) async fn export(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(query): Query,
) -> Result<Response, Failure> {
    let wish = Switches::read(&query, true)?;
    one(&app, game_id(&id)?, visitor.identity().as_ref(), &headers, wish).await
}

/// `GET /api/user/NAME/current-game`: the one that goes on, or the last one.
pub(super) async fn current(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Path(name): Path<String>,
    Query(query): Query,
) -> Result<Response, Failure> {
    let wish = Switches::read(&query, true)?;
    let player = shown(&app, &name).await?.player;
    let visitor = visitor.identity();
    // Nobody finds a player by a game who may not see that the player is there.
    let sees = app.people.sees_online(visitor.as_ref().map(|visitor| visitor.player), player).await?;
    let mut found = if sees { person::playing(&app, player).await? } else { None };
    if found.is_none() {
        let filter = GameFilter { private: Some(false), ..GameFilter::default() };
        let filter = app.archive.for_visitor(filter, player, visitor.as_ref());
        let own = visitor.as_ref().is_some_and(|visitor| visitor.player == player);
        let latest = app.store.archive.finished_of(player, &filter, None, MOST_TRIALS).await?;
        found = latest.iter().find(|row| own || !was_trial(row)).map(|row| row.id);
    }
    let id = found.ok_or_else(|| Failure::not_found("No game found"))?;
    one(&app, id, visitor.as_ref(), &headers, wish).await
}
/// `POST /api/games/export/_ids`
pub(super) async fn by_ids(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    headers: HeaderMap,
    Query(query): Query,
    Text(body): Text,
) -> Result<Response, Failure> {
    let mut ids: Vec<_> = listed(&body, MOST_IDS)?.into_iter().filter_map(|id| game_id(id).ok()).collect();
    visitor.charge_for(&app, &caller, ids.len())?;
    // Each once.
    let mut known = HashSet::new();
    ids.retain(|id| known.insert(*id));
    these(&app, visitor.identity(), &caller, &headers, &query, ids).await
}

/// These games, in their order. Those that are not there, or not for this visitor, are left out.
pub(super) async fn these(
    app: &App,
    visitor: Option<Identity>,
    caller: &Caller,
    headers: &HeaderMap,
    query: &Fields,
    mut ids: Vec<GameId>,
) -> Result<Response, Failure> {
    let wish = Switches::read(query, false)?;
    let export = Export::begin(app, visitor, caller, headers, wish).await?;
    ids.reverse();
    Ok(streamed(export, ids, |mut ids| async {
        Ok(last_of(&mut ids, PIECE as usize).map(|next| (next, ids)))
    }))
}
