// SPDX-License-Identifier: AGPL-3.0-or-later
//! A player's profile and rating curves.

use axum::Json;
use axum::extract::{Path, State};
use tabiya_accounts::people::shown_bio;
use tabiya_game::{Category, PlayerId};
use tabiya_protocol::people::profile::{
    BestWin, CurvePoint, MAX_CURVE, MAX_SPARK, Profile, RatingTile, Results, ResultsByColor,
};
use tabiya_rules::Color;
use tabiya_runtime::identity::Identity;
use tabiya_store::{Account, PlayerOutcome, PlayerRating, RatingEntry, StorageError};

use super::{moderates, playing};
use crate::answer::{ApiError, MayWatch};
use crate::state::App;

/// Wins that a profile shows.
const BEST_WINS: u32 = 5;

/// `GET /api/page/players/NAME`
pub(super) async fn show(
    State(app): State<App>,
    _: MayWatch,
    Path(name): Path<String>,
    caller: Option<Identity>,
) -> Result<Json<Profile>, ApiError> {
    let account = app.people.named(&name).await?;
    let player = account.player;
    let viewer = caller.as_ref().map(|caller| caller.player);
    let visitor = caller.clone();
    let caller = caller.filter(|caller| caller.login.is_some()).map(|caller| caller.player);
    let relation = match caller {
        Some(caller) if caller != player => app.store.relations.relation(caller, player).await?,
        _ => Default::default(),
    };
    let open = account.is_open();
    let is_shown = open || moderates(visitor.as_ref());
    let online = open && app.people.doors.is_here(player) && app.people.sees_online(viewer, player).await?;
    let ratings = if is_shown { tiles(&app, &account).await? } else { Vec::new() };
    let best_wins = if is_shown { best_wins(&app, &account).await? } else { Vec::new() };
    let bio = shown_bio(&app.store, &account).await?;
    Ok(Json(Profile {
        player,
        name: account.name.to_string(),
        title: account.title,
        role: account.role.word().to_owned(),
        online,
        // Whoever may not see that a player is there may not see it by a game either.
        playing: if online { playing(&app, player, visitor.as_ref()).await? } else { None },
        since: account.created,
        closed: !open,
        bio,
        ratings,
        results: if is_shown { results(&app, &account, viewer).await? } else { ResultsByColor::default() },
        best_wins,
        following: relation.follows,
        blocking: relation.blocks,
        note: relation.note,
        you: caller == Some(player),
    }))
}

async fn tiles(app: &App, account: &Account) -> Result<Vec<RatingTile>, StorageError> {
    let mut tiles = Vec::new();
    for rating in app.store.ratings.ratings_of(account.player).await? {
        let most = MAX_SPARK as u32;
        let from = rating.number.saturating_sub(most) + 1;
        let entries = app.store.ratings.entries_of(account.player, rating.category, from, most).await?;
        tiles.push(tile(app, rating, &entries));
    }
    Ok(tiles)
}

fn tile(app: &App, rating: PlayerRating, last: &[RatingEntry]) -> RatingTile {
    let now = rating.standing.at(app.people.now());
    let then = now.rounded();
    RatingTile {
        category: rating.category,
        rating: then.points,
        deviation: now.deviation().round() as u16,
        provisional: then.provisional,
        games: rating.games,
        spark: last.iter().map(|entry| i32::from(entry.rating.rounded().points)).collect(),
    }
}

async fn results(
    app: &App,
    account: &Account,
    viewer: Option<PlayerId>,
) -> Result<ResultsByColor, StorageError> {
    let mut results = ResultsByColor::default();
    for (color, outcome, count) in app.archive.results_for(account.player, None, viewer).await? {
        let side: &mut Results = match color {
            Color::White => &mut results.white,
            Color::Black => &mut results.black,
        };
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        match outcome {
            PlayerOutcome::Won => side.won = count,
            PlayerOutcome::Drawn => side.drawn = count,
            PlayerOutcome::Lost => side.lost = count,
            PlayerOutcome::Aborted => {}
        }
    }
    Ok(results)
}

async fn best_wins(app: &App, account: &Account) -> Result<Vec<BestWin>, StorageError> {
    let player = account.player;
    let wins = app.store.ratings.best_wins_of(player, BEST_WINS).await?;
    let ids: Vec<_> = wins.iter().map(|win| win.game.game).collect();
    let games = app.store.archive.games(&ids).await?;
    let win = |win: &tabiya_store::RatedGame| {
        let game = games.iter().find(|game| game.id == win.game.game)?;
        let (seat, side) =
            if win.game.white == player { (&game.black, win.black) } else { (&game.white, win.white) };
        let is_ghost = seat.seat.player().is_some_and(|player| app.people.ghosts.has(player));
        let name = || seat.details.as_ref().map(|details| details.name.to_string());
        let opponent = if is_ghost { None } else { Some(name()?) };
        Some(BestWin { game: game.id, opponent, rating: side.before.rounded().points, at: win.game.at })
    };
    Ok(wins.iter().filter_map(win).collect())
}

/// `GET /api/page/players/NAME/curve/CATEGORY`
pub(super) async fn curve(
    State(app): State<App>,
    _: MayWatch,
    Path((name, category)): Path<(String, String)>,
    caller: Option<Identity>,
) -> Result<Json<Vec<CurvePoint>>, ApiError> {
    let category: Category = named_category(&category)?;
    let player = app.people.shown(&name, moderates(caller.as_ref())).await?.player;
    let ratings = app.store.ratings.ratings_of(player).await?;
    let Some(rating) = ratings.iter().find(|rating| rating.category == category) else {
        return Ok(Json(Vec::new()));
    };
    let step = rating.number.div_ceil(MAX_CURVE as u32 - 1);
    let entries = app.store.ratings.curve_of(player, category, step).await?;
    let point = |entry: &RatingEntry| CurvePoint {
        at: entry.at,
        rating: i32::from(entry.rating.rounded().points),
        game: entry.game,
    };
    Ok(Json(entries.iter().map(point).collect()))
}

/// The category that a path names.
pub(super) fn named_category(name: &str) -> Result<Category, ApiError> {
    name.parse().map_err(|error: tabiya_game::NoSuchCategory| ApiError::BadRequest(error.to_string()))
}
