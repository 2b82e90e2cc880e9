// SPDX-License-Identifier: AGPL-3.0-or-later
//! A player, in the shapes of this dialect.

use std::collections::HashMap;

use axum::http::HeaderMap;
use axum::http::header::HOST;
use serde_json::{Map, Value, json};
use tabiya_accounts::people::{PeopleError, PeopleFailure, shown_bio};
use tabiya_game::{Category, GameId, PlayerId, Rating, Speed, TimeControl};
use tabiya_runtime::config::PublicUrl;
use tabiya_store::{Account, GameFilter, PlayerOutcome, PlayerRating};

use super::failure::Failure;
use crate::state::App;

/// Games after which the progress of a rating is counted.
const PROGRESS_OVER: u32 = 12;
/// Unfinished games that are looked at, the newest first.
const LOOKED_AT: u32 = 20;

/// The open or closed account with this name.
pub(super) async fn named(app: &App, name: &str) -> Result<Account, Failure> {
    app.people.named(name).await.map_err(no_such_user)
}

/// The open account with this name: nobody is shown what a closed one has played.
pub(super) async fn shown(app: &App, name: &str) -> Result<Account, Failure> {
    app.people.shown(name, false).await.map_err(no_such_user)
}

/// Says in this dialect that there is no such account. A storage that fails is no reason to say so.
fn no_such_user(error: PeopleFailure) -> Failure {
    match error {
        PeopleFailure::People(PeopleError::NoSuchPlayer(_)) => Failure::not_found("No such user"),
        error => error.into(),
    }
}

/// What links to this server begin with.
pub(super) fn origin(app: &App) -> String {
    let here = || format!("{}://{}", app.scheme(), app.local_address);
    app.config.public_url.as_ref().map_or_else(here, |url| url.origin().to_owned())
}

/// The same for somebody who calls: without a public address, the host that they have called. A server that listens on all
/// addresses has none of its own (`0.0.0.0`).
pub(super) fn origin_for(app: &App, headers: &HeaderMap) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    called(app.config.public_url.as_ref(), app.scheme(), host).unwrap_or_else(|| origin(app))
}

fn called(public_url: Option<&PublicUrl>, scheme: &str, host: Option<&str>) -> Option<String> {
    match public_url {
        Some(url) => Some(url.origin().to_owned()),
        None => host.map(|host| format!("{scheme}://{host}")),
    }
}

/// The name of a category here; the names are the same.
pub(super) const fn perf(category: Category) -> &'static str {
    category.name()
}

/// The name that people read.
pub(super) const fn perf_name(category: Category) -> &'static str {
    match category.speed() {
        Some(Speed::Bullet) => "Bullet",
        Some(Speed::Blitz) => "Blitz",
        Some(Speed::Rapid) => "Rapid",
        Some(Speed::Classical) => "Classical",
        Some(Speed::Correspondence) => "Correspondence",
        None => category.variant().pgn_name(),
    }
}

/// Id, name and title.
pub(super) fn light(account: &Account) -> Value {
    let mut light = json!({ "id": account.key, "name": account.name.to_string() });
    if let Some(title) = account.title {
        light["title"] = json!(title.to_string());
    }
    light
}

/// One rating.
pub(super) fn rating(rating: Rating, games: u32, progress: i32) -> Value {
    let then = rating.rounded();
    let mut shown = json!({
        "games": games,
        "rating": then.points,
        "rd": rating.deviation().round() as u32,
        "prog": progress,
    });
    if then.provisional {
        shown["prov"] = json!(true);
    }
    shown
}

/// All ratings, also in categories in which the player has not played yet.
pub(super) fn perfs(app: &App, ratings: &[PlayerRating], progress: &HashMap<Category, i32>) -> Value {
    let now = app.people.now();
    let mut perfs = Map::new();
    for category in Category::ALL {
        let own = ratings.iter().find(|rating| rating.category == category);
        let standing = own.map_or(Rating::NEWCOMER, |own| own.standing.at(now));
        let progress = progress.get(&category).copied().unwrap_or_default();
        let shown = rating(standing, own.map_or(0, |own| own.games), progress);
        perfs.insert(perf(category).to_owned(), shown);
    }
    perfs.into()
}

/// What everybody may know of a player, and what the viewer has decided about them.
pub(super) async fn full(app: &App, account: &Account, viewer: Option<PlayerId>) -> Result<Value, Failure> {
    let mut person = json!({
        "id": account.key,
        "username": account.name.to_string(),
        "createdAt": account.created.0,
        "url": format!("{}/@/{}", origin(app), account.name),
    });
    if let Some(title) = account.title {
        person["title"] = json!(title.to_string());
    }
    if !account.is_open() {
        person["disabled"] = json!(true);
        return Ok(person);
    }
    let player = account.player;
    let ratings = app.store.ratings.ratings_of(player).await?;
    let mut progress = HashMap::new();
    for own in &ratings {
        let from = own.number.saturating_sub(PROGRESS_OVER).max(1);
        let last = app.store.ratings.entries_of(player, own.category, from, PROGRESS_OVER + 1).await?;
        let points = |entry: &tabiya_store::RatingEntry| i32::from(entry.rating.rounded().points);
        if let (Some(first), Some(last)) = (last.first(), last.last()) {
            progress.insert(own.category, points(last) - points(first));
        }
    }
    person["perfs"] = perfs(app, &ratings, &progress);
    let sees_online = app.people.sees_online(viewer, player).await?;
    let is_online = sees_online && app.people.doors.is_here(player);
    person["seenAt"] = json!(seen(app, account, sees_online, is_online).await?);
    if is_online {
        person["online"] = json!(true);
        if let Some(game) = playing(app, player).await? {
            person["playing"] = json!(format!("{}/game/{game}", origin(app)));
        }
    }
    person["count"] = count(app, player, viewer).await?;
    person["playTime"] = json!({ "total": 0, "tv": 0 });
    let bio = shown_bio(&app.store, account).await?;
    if !bio.is_empty() {
        person["profile"] = json!({ "bio": bio });
    }
    if let Some(viewer) = viewer.filter(|viewer| *viewer != player) {
        let relation = app.store.relations.relation(viewer, player).await?;
        person["followable"] = json!(true);
        person["following"] = json!(relation.follows);
        person["blocking"] = json!(relation.blocks);
    }
    Ok(person)
}

/// When the player was last here, as far as others may know: never before the account was made.
async fn seen(app: &App, account: &Account, may_know: bool, is_online: bool) -> Result<u64, Failure> {
    if is_online {
        return Ok(app.people.now().0);
    }
    if !may_know {
        return Ok(account.created.0);
    }
    let sessions = app.store.sessions.sessions_of(account.player).await?;
    let tokens = app.store.access_tokens.access_tokens_of(account.player, app.people.now()).await?;
    let sessions = sessions.iter().map(|session| session.used.0);
    let tokens = tokens.iter().filter_map(|token| token.used).map(|used| used.0);
    Ok(sessions.chain(tokens).max().unwrap_or(0).max(account.created.0))
}

/// How many games, and how they ended.
async fn count(app: &App, player: PlayerId, viewer: Option<PlayerId>) -> Result<Value, Failure> {
    let [mut won, mut drawn, mut lost] = [0_u64; 3];
    for (_, outcome, count) in app.archive.results_for(player, None, viewer).await? {
        match outcome {
            PlayerOutcome::Won => won += count,
            PlayerOutcome::Drawn => drawn += count,
            PlayerOutcome::Lost => lost += count,
            PlayerOutcome::Aborted => {}
        }
    }
    // As in `all`, an aborted game does not count.
    let mut rated = 0;
    for outcome in [PlayerOutcome::Won, PlayerOutcome::Drawn, PlayerOutcome::Lost] {
        let outcome = Some(outcome);
        let to = app.archive.counted_until(&[player], viewer);
        let filter =
            GameFilter { outcome, rated: Some(true), private: Some(false), to, ..GameFilter::default() };
        rated += app.store.archive.finished_count_of(player, &filter).await?;
    }
    // Others who may not see that the player is here don't see by a game that begins.
    let playing = match viewer {
        Some(viewer) if viewer == player => app.store.archive.unfinished_count_of(player).await?,
        _ if app.people.sees_online(viewer, player).await? => {
            u32::from(self::playing(app, player).await?.is_some())
        }
        _ => 0,
    };
    let me = match viewer.filter(|viewer| *viewer != player) {
        Some(viewer) => {
            let results = app.archive.results_for(player, Some(viewer), Some(viewer)).await?;
            results.iter().map(|(_, _, count)| count).sum()
        }
        None => 0,
    };
    Ok(json!({
        "all": won + drawn + lost,
        "rated": rated,
        "draw": drawn,
        "drawH": drawn,
        "loss": lost,
        "lossH": lost,
        "win": won,
        "winH": won,
        "bookmark": 0,
        "playing": playing,
        "import": 0,
        "me": me,
    }))
}

/// The game with clocks that the player plays now, if everybody may see it.
pub(super) async fn playing(app: &App, player: PlayerId) -> Result<Option<GameId>, Failure> {
    let rows = app.store.archive.unfinished_of(player, LOOKED_AT).await?;
    let live = rows
        .iter()
        .filter(|row| matches!(row.time, Some(TimeControl::Clocks { .. })) && row.seats().open().is_none());
    for row in live {
        if let Ok(read) = app.archive.game_for(row.id, None).await
            && !read.game().is_over()
        {
            return Ok(Some(row.id));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server on 0.0.0.0 wrote links to `http://0.0.0.0:8080`.
    #[test]
    fn links_name_the_public_address_or_the_host_that_was_called() {
        let public = "https://chess.example".parse::<PublicUrl>().unwrap();
        assert_eq!(
            called(Some(&public), "http", Some("192.168.1.7:8080")).as_deref(),
            Some("https://chess.example")
        );
        assert_eq!(
            called(None, "http", Some("192.168.1.7:8080")).as_deref(),
            Some("http://192.168.1.7:8080")
        );
        assert_eq!(
            called(None, "https", Some("tabiya.local:8443")).as_deref(),
            Some("https://tabiya.local:8443")
        );
        assert_eq!(called(None, "http", None), None);
    }
}
