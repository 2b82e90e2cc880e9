// SPDX-License-Identifier: AGPL-3.0-or-later
//! A player's finished games: page by page, as PGN, and against one opponent.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query as Parameters, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;
use tabiya_archive::privacy::was_trial;
use tabiya_game::PlayerId;
use tabiya_limits::address::Caller;
use tabiya_limits::long_answers::RETRY_AFTER;
use tabiya_limits::programs::ExportPlace;
use tabiya_protocol::people::profile::{Crosstable, GAMES_A_PAGE, GamesPage};
use tabiya_runtime::identity::Identity;
use tabiya_store::{GameFilter, PageKey, PlayerOutcome};

use super::filter::{Query, cursor};
use super::moderates;
use super::rows::{own_rows, rows};
use crate::answer::{ApiError, MayWatch, NoOtherSite};
use crate::state::App;

/// The latest games in a crosstable.
const LATEST: u32 = 20;
/// Games that one piece of a PGN download holds.
const PIECE: u32 = 20;

/// `GET /api/page/players/NAME/games`. The player's own list holds what the player has imported, too, unless a filter asks for
/// something that an imported game does not have.
pub(super) async fn list(
    State(app): State<App>,
    _: MayWatch,
    Path(name): Path<String>,
    caller: Option<Identity>,
    query: Result<Parameters<Query>, QueryRejection>,
) -> Result<Json<GamesPage>, ApiError> {
    let to_staff = moderates(caller.as_ref());
    let player = app.people.shown(&name, to_staff).await?.player;
    let (filter, after) = query?.0.read(&app, to_staff).await?;
    let own = caller.as_ref().filter(|caller| caller.player == player && Query::lists_all(&filter));
    let filter = app.archive.for_visitor(filter, player, caller.as_ref());
    let (games, rows) = match own {
        Some(own) => {
            let (games, imported) = app.archive.own_games(player, &filter, after, GAMES_A_PAGE).await?;
            let rows = own_rows(&app, &games, &imported, own).await?;
            (games, rows)
        }
        None => {
            let games = app.store.archive.finished_of(player, &filter, after, GAMES_A_PAGE).await?;
            let is_own = caller.as_ref().is_some_and(|caller| caller.player == player);
            let shown: Vec<_> =
                games.iter().filter(|game| is_own || to_staff || !was_trial(game)).cloned().collect();
            let rows = rows(&app, &shown, player, to_staff).await?;
            (games, rows)
        }
    };
    let is_full = games.len() == GAMES_A_PAGE as usize;
    let next = games.last().filter(|_| is_full).and_then(|last| last.page_key()).map(cursor);
    Ok(Json(GamesPage { games: rows, next }))
}

/// `GET /api/page/players/NAME/games.pgn`: the same games as one file, however many. Each piece is read when the one
/// before it has been sent.
pub(super) async fn pgn(
    State(app): State<App>,
    _: NoOtherSite,
    _: MayWatch,
    Path(name): Path<String>,
    caller: Caller,
    visitor: Option<Identity>,
    query: Result<Parameters<Query>, QueryRejection>,
) -> Result<Response, ApiError> {
    let under_way = app
        .programs
        .begin_export(&caller, visitor.as_ref())
        .ok_or(ApiError::TooManyAnswers { wait: RETRY_AFTER })?;
    let to_staff = moderates(visitor.as_ref());
    let account = app.people.shown(&name, to_staff).await?;
    let (filter, after) = query?.0.read(&app, to_staff).await?;
    let filter = app.archive.for_visitor(filter, account.player, visitor.as_ref());
    let download = Arc::new(Download { app, player: account.player, filter, visitor, _held: under_way });
    let pieces = stream::try_unfold(Some(after), move |place| {
        let download = Arc::clone(&download);
        async move {
            let Some(after) = place else { return Ok::<_, ApiError>(None) };
            // A task, so it ends and gives its archive place back even while the client reads nothing.
            let piece = tokio::spawn(async move { download.piece(after).await });
            let (text, next) = piece.await.map_err(|_| ApiError::Fault)??;
            Ok(Some((Bytes::from(text), next.map(Some))))
        }
    });
    let headers = [
        (CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8"),
        (CONTENT_DISPOSITION, "attachment; filename=\"games.pgn\""),
    ];
    Ok((headers, Body::from_stream(pieces)).into_response())
}

/// A player's games on their way to a visitor.
struct Download {
    app: App,
    player: PlayerId,
    filter: GameFilter,
    visitor: Option<Identity>,
    /// The visitor's place among the exports.
    _held: ExportPlace,
}

impl Download {
    /// A few games as PGN, and where the next ones begin. A game that can't be replayed is left out.
    async fn piece(&self, after: Option<PageKey>) -> Result<(String, Option<PageKey>), ApiError> {
        let Self { app, player, filter, visitor, .. } = self;
        let place = app.archive.place().await;
        let games = app.store.archive.finished_of(*player, filter, after, PIECE).await?;
        let sees_all =
            visitor.as_ref().is_some_and(|visitor| visitor.player == *player) || moderates(visitor.as_ref());
        let shown = games.iter().filter(|game| sees_all || !was_trial(game));
        let ids = shown.map(|game| game.id).collect();
        let text = app.archive.pgn_for(place, ids, visitor.as_ref()).await?;
        let is_full = games.len() == PIECE as usize;
        Ok((text, games.last().filter(|_| is_full).and_then(|last| last.page_key())))
    }
}

/// `GET /api/page/players/NAME/against/OTHER`
pub(super) async fn against(
    State(app): State<App>,
    _: MayWatch,
    Path((name, other)): Path<(String, String)>,
    caller: Option<Identity>,
) -> Result<Json<Crosstable>, ApiError> {
    let to_staff = moderates(caller.as_ref());
    let first = app.people.shown(&name, to_staff).await?;
    let second = app.people.shown(&other, to_staff).await?;
    let (archive, visitor) = (&app.store.archive, caller.as_ref().map(|caller| caller.player));
    let (mut won, mut drawn, mut lost) = (0_u32, 0, 0);
    for (_, outcome, count) in app.archive.results_for(first.player, Some(second.player), visitor).await? {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        match outcome {
            PlayerOutcome::Won => won += count,
            PlayerOutcome::Drawn => drawn += count,
            PlayerOutcome::Lost => lost += count,
            PlayerOutcome::Aborted => {}
        }
    }
    let filter = GameFilter { opponent: Some(second.player), private: Some(false), ..GameFilter::default() };
    let filter = app.archive.for_visitor(filter, first.player, caller.as_ref());
    let games = archive.finished_of(first.player, &filter, None, LATEST).await?;
    Ok(Json(Crosstable {
        name: first.name.to_string(),
        other: second.name.to_string(),
        won,
        drawn,
        lost,
        games: rows(&app, &games, first.player, to_staff).await?,
    }))
}
