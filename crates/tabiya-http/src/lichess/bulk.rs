// SPDX-License-Identifier: AGPL-3.0-or-later
//! Bulk pairings: an organiser's program begins the games of a whole round, with the agreement of all players by their
//! tokens.

use std::collections::HashSet;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::{Value, json};
use tabiya_accounts::people::SiteRules;
use tabiya_accounts::people::scopes::Scope;
use tabiya_accounts::people::tokens::Key;
use tabiya_game::{PlayerId, Time};
use tabiya_limits::address::Caller;
use tabiya_live::bulk::{NotOrdered, Round, RoundGame};
use tabiya_live::wish::check;
use tabiya_protocol::TimeControlView;
use tabiya_runtime::chance;
use tabiya_store::{BulkPairing, BulkStage};

use super::access::{Access, Visitor};
use super::failure::Failure;
use super::fields::{Fields, Form, HIGHEST, Path, Query};
use super::variant::Kind;
use super::{done, export, game, offer, wish};
use crate::answer::ApiError;
use crate::state::App;

/// Games of one round.
const MOST_GAMES: usize = 250;
/// How far ahead a round and the start of its clocks may be ordered, in milliseconds.
const LONGEST_AHEAD: u64 = 7 * 24 * 60 * 60 * 1000;
/// Rounds of one organiser that are listed.
const LISTED: u32 = 100;
/// So many games cost as much as a usual call.
const GAMES_PER_CHARGE: usize = 5;

/// The pairs of tokens in `players`: White's, a colon, Black's, with commas between the pairs.
fn pairs(text: &str) -> Result<Vec<[&str; 2]>, Failure> {
    let pairs: Option<Vec<_>> = text
        .split(',')
        .map(|pair| pair.split_once(':').map(|(white, black)| [white.trim(), black.trim()]))
        .collect();
    match pairs {
        Some(pairs) if pairs.len() <= MOST_GAMES => Ok(pairs),
        Some(_) => Err(Failure::bad(format!("players: {MOST_GAMES} pairs at most"))),
        None => Err(Failure::bad("players: pairs of tokens, as in white1:black1,white2:black2")),
    }
}

/// What these tokens open. Each player has agreed to be challenged, and sits once.
async fn seated(app: &App, pairs: &[[&str; 2]]) -> Result<Vec<[Arc<Key>; 2]>, Failure> {
    let mut seen = HashSet::new();
    let mut seated = Vec::new();
    for (board, pair) in (1..).zip(pairs) {
        let mut keys = Vec::new();
        for token in pair {
            let key = app.people.keys.of(token).await?;
            let bad = |why: String| Failure::bad(format!("players: board {board}: {why}"));
            let key = key.ok_or_else(|| bad("a token is not valid".to_owned()))?;
            let account = &key.login.account;
            if !key.scopes.has(Scope::ChallengeWrite) {
                return Err(bad(format!("the token of {} lacks the scope challenge:write", account.name)));
            }
            if !seen.insert(account.player) {
                return Err(bad(format!("{} plays twice", account.name)));
            }
            keys.push(key);
        }
        seated.extend(<[Arc<Key>; 2]>::try_from(keys));
    }
    Ok(seated)
}

/// A time of the form, in milliseconds since 1970; `None` if it is not given.
fn time(form: &Fields, name: &str, now: Time) -> Result<Option<Time>, Failure> {
    let at = form.within(name, 0, HIGHEST)?.map(Time);
    if at.is_some_and(|at| at.0 > now.0 + LONGEST_AHEAD) {
        return Err(Failure::bad(format!("{name}: at most 7 days ahead, in milliseconds since 1970")));
    }
    Ok(at)
}

const ORDERS: &str = "Only staff order rounds";

/// `POST /api/bulk-pairing`
pub(super) async fn create(
    State(app): State<App>,
    access: Access,
    Form(form): Form,
) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::ChallengeBulk])?;
    SiteRules::check(app.people.site.rules().play, Some(&access.identity()))?;
    access.check_staff(ORDERS)?;
    let terms = wish::game(&form)?;
    let pairs = pairs(form.text("players").ok_or_else(|| Failure::bad("players: say who plays whom"))?)?;
    access.charge(&app, u32::try_from(pairs.len() / GAMES_PER_CHARGE).unwrap_or(u32::MAX))?;
    let seated = seated(&app, &pairs).await?;
    for keys in &seated {
        let [white, black] = keys.each_ref().map(|key| &key.login.account);
        check(&terms, white.player, black.player).map_err(|error| Failure::bad(error.to_string()))?;
        if !app.bulk.may_be_paired([white.player, black.player]).await? {
            let why = format!("players: {} and {} can't reach each other", white.name, black.name);
            return Err(Failure::bad(why));
        }
    }
    let now = app.people.calendar();
    let pair_at = time(&form, "pairAt", now)?.unwrap_or(now);
    let start_clocks_at = time(&form, "startClocksAt", now)?.map(|at| at.max(pair_at));
    let games = seated.iter().map(|[white, black]| RoundGame::new(chance::game_id(), [white, black]));
    let round = Round { games: games.collect(), terms, pair_at, start_clocks_at };
    let bulk = round.ordered(chance::game_id().to_string(), access.player(), now);
    app.bulk.order(&bulk).await.map_err(|error| match error {
        NotOrdered::TooMany => Failure::bad(error.to_string()),
        NotOrdered::Storage(error) => error.into(),
    })?;
    shown(&app, access.player(), &bulk.id).await
}

/// A round as its organiser sees it.
async fn view(app: &App, bulk: &BulkPairing) -> Result<Value, Failure> {
    let round = Round::of(bulk)?;
    let players: Vec<PlayerId> = round.games.iter().flat_map(|game| [game.white, game.black]).collect();
    let mut accounts = Vec::new();
    for players in players.chunks(100) {
        accounts.extend(app.store.accounts.listed_accounts(players).await?);
    }
    let key = |player: PlayerId| {
        accounts.iter().find(|account| account.player == player).map(|account| account.key.clone())
    };
    let game =
        |game: &RoundGame| json!({ "id": game.id, "white": key(game.white), "black": key(game.black) });
    let start = offer::position_of(&round.terms);
    let mut view = json!({
        "id": bulk.id,
        "games": round.games.iter().map(game).collect::<Vec<_>>(),
        "variant": Kind::of(&start).key(),
        "rated": round.terms.rated,
        "pairAt": round.pair_at.0,
        "pairedAt": (bulk.stage != BulkStage::Ordered).then_some(round.pair_at.0),
        "scheduledAt": bulk.ordered.0,
        "startClocksAt": round.start_clocks_at.map(|at| at.0),
    });
    match (round.terms.time, game::time_control(offer::time_of(&round.terms))) {
        (Some(TimeControlView::Correspondence(days)), _) => {
            view["correspondence"] = json!({ "daysPerTurn": days.days });
        }
        (_, clock) => view["clock"] = json!({ "limit": clock["limit"], "increment": clock["increment"] }),
    }
    Ok(view)
}

/// The caller's round with this id.
async fn own(app: &App, access: &Access, id: &str) -> Result<BulkPairing, Failure> {
    let bulk = app.store.bulk_pairings.bulk(access.player(), id).await?;
    bulk.ok_or_else(|| Failure::not_found("No such bulk pairing"))
}

async fn shown(app: &App, owner: PlayerId, id: &str) -> Result<Json<Value>, Failure> {
    let bulk = app.store.bulk_pairings.bulk(owner, id).await?;
    let bulk = bulk.ok_or_else(|| Failure::not_found("No such bulk pairing"))?;
    Ok(Json(view(app, &bulk).await?))
}

/// `GET /api/bulk-pairing`: those of which something is still to come.
pub(super) async fn list(State(app): State<App>, access: Access) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::ChallengeBulk])?;
    let mut bulks = Vec::new();
    for bulk in app.store.bulk_pairings.bulks_of(access.player(), LISTED).await? {
        bulks.push(view(&app, &bulk).await?);
    }
    Ok(Json(json!({ "bulks": bulks })))
}

/// `GET /api/bulk-pairing/ID`
pub(super) async fn show(
    State(app): State<App>,
    access: Access,
    Path(id): Path<String>,
) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::ChallengeBulk])?;
    shown(&app, access.player(), &id).await
}

/// `DELETE /api/bulk-pairing/ID`: only before its games have begun.
pub(super) async fn cancel(
    State(app): State<App>,
    access: Access,
    Path(id): Path<String>,
) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::ChallengeBulk])?;
    access.check_staff(ORDERS)?;
    own(&app, &access, &id).await?;
    if app.bulk.cancel(access.player(), &id).await? {
        Ok(done())
    } else {
        Err(Failure::bad("The games of this round have begun already"))
    }
}

/// `POST /api/bulk-pairing/ID/start-clocks`
pub(super) async fn start_clocks(
    State(app): State<App>,
    access: Access,
    Path(id): Path<String>,
) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::ChallengeBulk])?;
    access.check_staff(ORDERS)?;
    let bulk = own(&app, &access, &id).await?;
    if bulk.stage == BulkStage::Ordered {
        return Err(Failure::bad("The games of this round have not begun"));
    }
    if app.bulk.start_clocks(&bulk).await? { Ok(done()) } else { Err(ApiError::Stopping.into()) }
}

/// `GET /api/bulk-pairing/ID/games`: PGN or ndjson, as the export of games.
pub(super) async fn games(
    State(app): State<App>,
    access: Access,
    caller: Caller,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(query): Query,
) -> Result<Response, Failure> {
    let access = access.with(&[Scope::ChallengeBulk])?;
    let ids: Vec<_> = Round::of(&own(&app, &access, &id).await?)?.games.iter().map(|game| game.id).collect();
    let visitor = Visitor(Some(access));
    visitor.charge_for(&app, &caller, ids.len())?;
    export::these(&app, visitor.identity(), &caller, &headers, &query, ids).await
}
