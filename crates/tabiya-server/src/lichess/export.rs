// SPDX-License-Identifier: AGPL-3.0-or-later
//! Exports games as PGN or JSON, one or many.

use std::collections::HashSet;
use std::io;
use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::{Stream, TryStreamExt, stream};
use serde_json::{Value, json};
use tabiya_game::{Game, GameId, PlayerId, Time, TimeControl};
use tabiya_rules::Color;
use tabiya_store::{ArchivedGame, GameFilter, PageKey, RatedGame, StorageError};
use tokio::task::spawn_blocking;

use super::access::{Access, Visitor};
use super::failure::Failure;
use super::fields::{Fields, HIGHEST, Path, Query, Text, listed};
use super::lines::NDJSON;
use super::users::{category, date, shown, speeds};
use super::{game, person};
use crate::address::Caller;
use crate::archive::{ReadError, ReadGame};
use crate::identity::Identity;
use crate::long_answers::RETRY_AFTER;
use crate::openings;
use crate::programs::ExportPlace;
use crate::state::App;
use crate::view;

pub(super) const PGN: &str = "application/x-chess-pgn";
/// Games that one call names.
const MOST_IDS: usize = 300;
/// Games that are read and written at once.
const PIECE: u32 = 20;
/// Pieces of one answer that are under way at once.
const PIECES_AT_ONCE: usize = 2;
const MOST_UNFINISHED: u32 = 200;
/// Unfinished games that are listed for their player.
const MOST_PLAYING: u64 = 50;

/// What is to be exported of each game. Evaluations and what is made of them are not stored, so those switches change
/// nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Switches {
    moves: bool,
    tags: bool,
    clocks: bool,
    opening: bool,
    pgn_in_json: bool,
    last_fen: bool,
}

impl Switches {
    pub(super) fn read(fields: &Fields, clocks: bool) -> Result<Self, Failure> {
        let flag = |name, default| Ok::<_, Failure>(fields.flag(name)?.unwrap_or(default));
        for ignored in ["evals", "accuracy", "division", "literate", "bookmarked", "analysed"] {
            fields.flag(ignored)?;
        }
        Ok(Self {
            moves: flag("moves", true)?,
            tags: flag("tags", true)?,
            clocks: flag("clocks", clocks)?,
            opening: flag("opening", true)?,
            pgn_in_json: flag("pgnInJson", false)?,
            last_fen: flag("lastFen", false)?,
        })
    }
}

/// In which form games are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Pgn,
    Json,
}

impl Format {
    pub(super) fn asked(headers: &HeaderMap) -> Self {
        let accepted = headers.get(ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if accepted.contains("json") { Self::Json } else { Self::Pgn }
    }
}

/// The game as PGN.
pub(super) fn pgn(app: &App, id: GameId, read: &Game, rated: Option<&RatedGame>, wish: Switches) -> String {
    let origin = read.terms().origin();
    let (event, site) = match origin {
        None => {
            let kind = if read.terms().is_rated() { "Rated" } else { "Casual" };
            let event = format!("{kind} {} game", game::speed(read.time_control()));
            (event, format!("{}/game/{id}", person::origin(app)))
        }
        Some(origin) => view::event_and_site(origin),
    };
    let mut tags = vec![("GameId", id.to_string())];
    // Nobody knows at which time a game from elsewhere was played.
    if let Some(at) = date(read.created()).filter(|_| origin.is_none()) {
        tags.push(("UTCDate", format!("{:04}.{:02}.{:02}", at.year(), u8::from(at.month()), at.day())));
        tags.push(("UTCTime", format!("{:02}:{:02}:{:02}", at.hour(), at.minute(), at.second())));
    }
    for (tag, side) in [("WhiteRatingDiff", Color::White), ("BlackRatingDiff", Color::Black)] {
        if let Some(change) = change(rated, side) {
            tags.push((tag, format!("{change:+}")));
        }
    }
    if wish.opening {
        tags.extend(view::opening_tags(read));
    }
    let whole = view::pgn_with(read, &event, &site, tags, wish.clocks);
    // Tags and moves are separated by the only blank line.
    let (tags, moves) = whole.split_once("\n\n").unwrap_or((&whole, "*\n"));
    let result = moves.trim_end().rsplit([' ', '\n']).next().unwrap_or("*");
    let moves = if wish.moves { moves } else { result };
    if wish.tags { format!("{tags}\n\n{}\n", moves.trim_end()) } else { format!("{}\n", moves.trim_end()) }
}

/// What a rated game has changed in points.
pub(super) fn change(rated: Option<&RatedGame>, side: Color) -> Option<i32> {
    let rated = rated?;
    let side = match side {
        Color::White => rated.white,
        Color::Black => rated.black,
    };
    Some(i32::from(side.after.rounded().points) - i32::from(side.before.rounded().points))
}

/// The game as JSON.
pub(super) fn json_of(
    app: &App,
    id: GameId,
    read: &Game,
    rated: Option<&RatedGame>,
    wish: Switches,
) -> Value {
    let start = read.history().start();
    let status = view::status(read);
    let last = read.ending().map(|ending| ending.at).or_else(|| read.plies().last().map(|ply| ply.at));
    let variant = game::VariantKey::of(start);
    let mut shown = json!({
        "id": id,
        "rated": read.terms().is_rated(),
        "variant": variant.key(),
        "speed": game::speed(read.time_control()),
        "perf": person::perf(game::category(start, read.time_control())),
        "createdAt": read.created().0,
        "lastMoveAt": last.unwrap_or(read.created()).0,
        "status": game::status_word(status),
        "players": {
            "white": game::player(read, Color::White, change(rated, Color::White)),
            "black": game::player(read, Color::Black, change(rated, Color::Black)),
        },
    });
    if variant != game::VariantKey::Standard {
        shown["initialFen"] = json!(start.to_fen());
    }
    if let Some(winner) = game::winner(status) {
        shown["winner"] = json!(game::color(winner));
    }
    if let Some((opening, ply)) = openings::of_game(read).filter(|_| wish.opening) {
        shown["opening"] = json!({ "eco": opening.eco, "name": opening.name, "ply": ply });
    }
    if wish.moves {
        shown["moves"] = json!(sans(read).join(" "));
    }
    if wish.pgn_in_json {
        shown["pgn"] = json!(pgn(app, id, read, rated, wish));
    }
    if wish.last_fen {
        shown["lastFen"] = json!(read.history().position().to_fen());
    }
    match read.time_control() {
        Some(TimeControl::Correspondence { days }) => shown["daysPerTurn"] = json!(days.get()),
        Some(TimeControl::Clocks { white, .. }) => {
            let (initial, increment) = game::clock(white);
            let total = initial.saturating_add(increment.saturating_mul(40));
            shown["clock"] = json!({ "initial": initial / 1000, "increment": increment / 1000, "totalTime": total / 1000 });
            game::name_delay(&mut shown["clock"], white, 1000);
            if wish.clocks {
                let clocks: Vec<_> =
                    read.plies().iter().filter_map(|ply| ply.clock.map(|clock| clock.0 / 10)).collect();
                shown["clocks"] = json!(clocks);
            }
        }
        None => {}
    }
    shown
}

/// The moves as people write them.
fn sans(read: &Game) -> Vec<String> {
    view::moves(read).into_iter().map(|played| played.san).collect()
}

/// What a rated game has done, if it has.
pub(super) async fn rated_of(app: &App, id: GameId, read: &Game) -> Result<Option<RatedGame>, Failure> {
    if !read.terms().is_rated() || !read.is_over() {
        return Ok(None);
    }
    Ok(app.store.ratings.rated(&[id]).await?.pop())
}

/// How games are sent, and to whom. Cheap to clone.
#[derive(Clone)]
pub(super) struct Export {
    pub(super) app: App,
    pub(super) visitor: Option<Identity>,
    pub(super) format: Format,
    pub(super) wish: Switches,
    /// Its caller's place for as long as the answer lasts; `None` for a few games.
    #[allow(dead_code, reason = "it is held")]
    pub(super) under_way: Option<Arc<ExportPlace>>,
}

impl Export {
    /// Begins an export of any number of games.
    ///
    /// # Errors
    /// If too many exports of this player, or of this address where there is none, are under way.
    pub(super) fn begin(
        app: &App,
        visitor: Option<Identity>,
        caller: &Caller,
        headers: &HeaderMap,
        wish: Switches,
    ) -> Result<Self, Failure> {
        let under_way = app
            .programs
            .begin_export(caller, visitor.as_ref())
            .ok_or_else(|| Failure::too_fast(RETRY_AFTER))?;
        let (app, format) = (app.clone(), Format::asked(headers));
        Ok(Self { app, visitor, format, wish, under_way: Some(Arc::new(under_way)) })
    }

    /// Those of these games that are there, and that the visitor may see; each ends with what separates it from the next.
    pub(super) async fn piece(self, ids: Vec<GameId>) -> Result<Bytes, Failure> {
        let place = self.app.archive.place().await;
        let games = self.app.archive.games_for(&place, ids, self.visitor.as_ref()).await?;
        let rated = |read: &&ReadGame| read.game().terms().is_rated() && read.game().is_over();
        let rated: Vec<_> = games.iter().filter(rated).map(ReadGame::id).collect();
        let rated = if rated.is_empty() { Vec::new() } else { self.app.store.ratings.rated(&rated).await? };
        // To name so many moves takes milliseconds, for which no move should wait.
        let written = spawn_blocking(move || {
            // Held until all is written, also where the client has gone.
            let _place = place;
            let text = |read: &ReadGame| {
                let rated = rated.iter().find(|rated| rated.game.game == read.id());
                self.text(read, rated)
            };
            games.iter().map(text).collect::<String>()
        });
        let written = written.await.map_err(|error| StorageError::Failed { detail: error.to_string() })?;
        Ok(Bytes::from(written))
    }

    fn text(&self, read: &ReadGame, rated: Option<&RatedGame>) -> String {
        let Self { app, format, wish, .. } = self;
        match format {
            Format::Pgn => pgn(app, read.id(), read.game(), rated, *wish) + "\n\n",
            Format::Json => json_of(app, read.id(), read.game(), rated, *wish).to_string() + "\n",
        }
    }
}

pub(super) fn content(format: Format) -> &'static str {
    match format {
        Format::Pgn => PGN,
        Format::Json => NDJSON,
    }
}

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
    let (this, format) = (app.clone(), Format::asked(headers));
    let written = app.archive.work(read.length(), move || match format {
        Format::Pgn => {
            let text = pgn(&this, id, read.game(), rated.as_ref(), wish) + "\n\n";
            ([(CONTENT_TYPE, PGN)], text).into_response()
        }
        Format::Json => Json(json_of(&this, id, read.game(), rated.as_ref(), wish)).into_response(),
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
        found = app.store.archive.finished_of(player, &filter, None, 1).await?.first().map(|row| row.id);
    }
    let id = found.ok_or_else(|| Failure::not_found("No game found"))?;
    one(&app, id, visitor.as_ref(), &headers, wish).await
}

/// An answer whose pieces are read while it is sent. `next` says which games come next, [`PIECE`] of them at most.
fn streamed<S, F>(export: Export, begin: S, next: impl FnMut(S) -> F + Send + 'static) -> Response
where
    S: Send + 'static,
    F: Future<Output = Result<Option<(Vec<GameId>, S)>, Failure>> + Send + 'static,
{
    let kind = content(export.format);
    let pieces = as_tasks(stream::try_unfold(begin, next).map_ok(move |ids| export.clone().piece(ids)));
    ([(CONTENT_TYPE, kind)], Body::from_stream(pieces)).into_response()
}

/// Runs [`PIECES_AT_ONCE`] pieces at a time and returns their results in order. Each piece is a task, so it ends and gives its
/// archive place back even while the client reads nothing.
fn as_tasks<T: Send + 'static>(
    pieces: impl Stream<Item = Result<impl Future<Output = Result<T, Failure>> + Send + 'static, Failure>>,
) -> impl Stream<Item = io::Result<T>> {
    // A failure in the middle cuts the answer off, which the client notices.
    let broken = || io::Error::other("the games can't be read");
    pieces
        .map_err(move |_| broken())
        .map_ok(move |piece| async move {
            let piece = tokio::spawn(piece).await.map_err(io::Error::other)?;
            piece.map_err(|_| broken())
        })
        .try_buffered(PIECES_AT_ONCE)
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
    these(&app, visitor.identity(), &caller, &headers, &query, ids)
}

/// These games, in their order. Those that are not there, or not for this visitor, are left out.
pub(super) fn these(
    app: &App,
    visitor: Option<Identity>,
    caller: &Caller,
    headers: &HeaderMap,
    query: &Fields,
    mut ids: Vec<GameId>,
) -> Result<Response, Failure> {
    let wish = Switches::read(query, false)?;
    let export = Export::begin(app, visitor, caller, headers, wish)?;
    ids.reverse();
    Ok(streamed(export, ids, |mut ids| async {
        Ok(last_of(&mut ids, PIECE as usize).map(|next| (next, ids)))
    }))
}

/// Takes so many off the end, the last first; `None` where there is nothing left.
fn last_of(ids: &mut Vec<GameId>, most: usize) -> Option<Vec<GameId>> {
    let next: Vec<_> = ids.drain(ids.len().saturating_sub(most)..).rev().collect();
    (!next.is_empty()).then_some(next)
}

/// Which of a player's games.
struct Wanted {
    filters: Vec<GameFilter>,
    left: u64,
    ongoing: bool,
    finished: bool,
    oldest_first: bool,
}

async fn wanted(app: &App, query: &Fields) -> Result<Wanted, Failure> {
    let color = match query.text("color") {
        None => None,
        Some("white") => Some(Color::White),
        Some("black") => Some(Color::Black),
        Some(_) => return Err(Failure::bad("color: it is white or black")),
    };
    let opponent = match query.text("vs") {
        Some(name) => Some(shown(app, name).await?.player),
        None => None,
    };
    let base = GameFilter {
        opponent,
        color,
        rated: query.flag("rated")?,
        private: Some(false),
        from: query.within("since", 0, HIGHEST)?.map(Time),
        to: query.within("until", 0, HIGHEST)?.map(Time),
        ..GameFilter::default()
    };
    let mut filters = Vec::new();
    for perf in listed(query.text("perfType").unwrap_or_default(), 30)? {
        // Kinds of chess that nobody plays here have no games.
        let Ok(category) = category(perf) else { continue };
        let GameFilter { speed, variant, .. } = speeds(category);
        let filter = GameFilter { speed, variant, ..base };
        if !filters.contains(&filter) {
            filters.push(filter);
        }
    }
    if query.text("perfType").is_none() {
        filters.push(base);
    }
    Ok(Wanted {
        filters,
        left: query.within("max", 0, HIGHEST)?.unwrap_or(HIGHEST),
        ongoing: query.flag("ongoing")?.unwrap_or(false),
        finished: query.flag("finished")?.unwrap_or(true),
        oldest_first: match query.text("sort") {
            None | Some("dateDesc") => false,
            Some("dateAsc") => true,
            Some(_) => return Err(Failure::bad("sort: it is dateAsc or dateDesc")),
        },
    })
}

/// Where an export of a player's games has come to.
struct Place {
    wanted: Wanted,
    /// Games that are sent before any more are read, the last first.
    next: Vec<GameId>,
    after: Option<PageKey>,
    has_all: bool,
}

/// `GET /api/games/user/NAME`
pub(super) async fn by_user(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    headers: HeaderMap,
    Path(name): Path<String>,
    Query(query): Query,
) -> Result<Response, Failure> {
    let wish = Switches::read(&query, false)?;
    let player = shown(&app, &name).await?.player;
    let mut wanted = wanted(&app, &query).await?;
    let visitor = visitor.identity();
    let export = Export::begin(&app, visitor.clone(), &caller, &headers, wish)?;
    for filter in &mut wanted.filters {
        *filter = app.archive.for_visitor(*filter, player, visitor.as_ref());
    }
    let mut next = Vec::new();
    // Nobody finds a player by a game who may not see that the player is there.
    let sees = app.people.sees_online(visitor.as_ref().map(|visitor| visitor.player), player).await?;
    if wanted.ongoing && sees {
        let rows = app.store.archive.unfinished_of(player, MOST_UNFINISHED).await?;
        let is_wanted = |row: &&ArchivedGame| {
            row.seats().open().is_none() && wanted.filters.iter().any(|filter| takes(filter, row, player))
        };
        let ids = rows.iter().rev().filter(is_wanted).map(|row| row.id).collect();
        // A private game that goes on is no more exported than one that is over.
        let place = app.archive.place().await;
        let games = app.archive.games_for(&place, ids, visitor.as_ref()).await?.into_iter();
        next = games.filter(|read| !read.game().terms().is_private()).map(|read| read.id()).collect();
    }
    let mut place = Place { has_all: !wanted.finished, wanted, next, after: None };
    if place.wanted.oldest_first || place.wanted.filters.len() > 1 {
        place = all_at_once(&app, player, place).await?;
    }
    Ok(streamed(export, place, move |mut place| {
        let app = app.clone();
        async move {
            let next = next_of(&app, player, &mut place).await?;
            Ok(next.map(|next| (next, place)))
        }
    }))
}

/// Whether a game that goes on is among those that the filter asks for; since and until are about its beginning.
fn takes(filter: &GameFilter, row: &ArchivedGame, player: PlayerId) -> bool {
    let side = row.seats().color_of(player);
    let opponent = side.and_then(|side| row.seats()[!side].player());
    filter.opponent.is_none_or(|wanted| opponent == Some(wanted))
        && filter.color.is_none_or(|wanted| side == Some(wanted))
        && filter.speed.is_none_or(|wanted| row.speed() == Some(wanted))
        && filter.variant.is_none_or(|wanted| row.variant == wanted)
        && filter.rated.is_none_or(|wanted| row.rated == wanted)
        && filter.from.is_none_or(|from| row.created >= from)
        && filter.to.is_none_or(|to| row.created <= to)
}

/// The next games to be sent; `None` after the last.
async fn next_of(app: &App, player: PlayerId, place: &mut Place) -> Result<Option<Vec<GameId>>, Failure> {
    if place.wanted.left == 0 {
        return Ok(None);
    }
    while place.next.is_empty() && !place.has_all {
        let Some(filter) = place.wanted.filters.first() else { break };
        let rows = app.store.archive.finished_of(player, filter, place.after, PIECE).await?;
        place.has_all = rows.len() < PIECE as usize;
        place.after = rows.last().and_then(|row| row.page_key());
        place.next = rows.into_iter().rev().map(|row| row.id).collect();
    }
    let most = u64::from(PIECE).min(place.wanted.left);
    let next = last_of(&mut place.next, usize::try_from(most).unwrap_or(PIECE as usize));
    place.wanted.left -= next.as_ref().map_or(0, |next| next.len() as u64);
    Ok(next)
}

/// Reads which games there are before the first is sent: for orders in which the archive does not keep them. Only their
/// ids are kept.
async fn all_at_once(app: &App, player: PlayerId, mut place: Place) -> Result<Place, Failure> {
    let mut keys = Vec::new();
    if !place.has_all {
        for filter in &place.wanted.filters {
            let mut after = None;
            loop {
                let rows = app.store.archive.finished_of(player, filter, after, 500).await?;
                keys.extend(rows.iter().filter_map(|row| row.page_key()));
                after = rows.last().and_then(|row| row.page_key());
                if rows.len() < 500 {
                    break;
                }
            }
        }
    }
    keys.sort_unstable_by_key(|key| (key.ended, key.game));
    if place.wanted.oldest_first {
        keys.reverse();
        // The last of the list is sent first: games that go on come after all others.
        let ongoing = std::mem::take(&mut place.next);
        place.next = ongoing.into_iter().rev().chain(keys.iter().map(|key| key.game)).collect();
    } else {
        let ongoing = std::mem::take(&mut place.next);
        place.next = keys.iter().map(|key| key.game).chain(ongoing).collect();
    }
    place.has_all = true;
    Ok(place)
}

/// `GET /api/account/playing`
pub(super) async fn playing(
    State(app): State<App>,
    access: Access,
    Query(query): Query,
) -> Result<Json<Value>, Failure> {
    let most = query.within("nb", 0, HIGHEST)?.unwrap_or(9).clamp(1, MOST_PLAYING);
    let games = ongoing(&app, &access.identity(), usize::try_from(most).unwrap_or(9)).await?;
    Ok(Json(json!({ "nowPlaying": games })))
}

/// The games that a player is playing, those where it is the player's turn first.
pub(super) async fn ongoing(app: &App, identity: &Identity, most: usize) -> Result<Vec<Value>, Failure> {
    let rows = app.store.archive.unfinished_of(identity.player, MOST_UNFINISHED).await?;
    let mut games = Vec::new();
    for row in rows.iter().filter(|row| row.seats().open().is_none()) {
        let read = match app.archive.game(row.id).await {
            Ok(read) => read,
            Err(ReadError::NoSuchGame(_)) => continue,
            Err(error) => return Err(error.into()),
        };
        let Some(side) = identity.side_in(&read.game().seats()) else { continue };
        if read.game().is_over() {
            continue;
        }
        let now = app.rooms.timeline().for_control(read.game().time_control());
        games.push((read.game().turn() != side, game::own(row.id, read.game(), side, now)));
    }
    games.sort_by_key(|(waits, _)| *waits);
    Ok(games.into_iter().map(|(_, game)| game).take(most).collect())
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::time::Duration;

    use futures_util::StreamExt;
    use tokio::sync::Semaphore;
    use tokio::time::{sleep, timeout};

    use super::*;

    /// On a paused clock: it stands still while a task can go on, and leaps where all of them wait.
    #[tokio::test(start_paused = true)]
    async fn a_client_that_stops_reading_gives_its_places_back() {
        let places = Arc::new(Semaphore::new(1));
        let held = Arc::clone(&places);
        let piece = move |number: u64| {
            let places = Arc::clone(&held);
            async move {
                let _place = places.acquire_owned().await;
                sleep(Duration::from_millis(number)).await;
                Ok(number)
            }
        };
        let mut pieces = pin!(as_tasks(stream::iter(1..100).map(move |number| Ok(piece(number)))));
        assert_eq!(pieces.next().await.unwrap().unwrap(), 1);
        // The second is under way, and nobody asks for it.
        let place = timeout(Duration::from_secs(1), places.acquire()).await;
        assert!(place.is_ok(), "its place is never given back");
    }
}
