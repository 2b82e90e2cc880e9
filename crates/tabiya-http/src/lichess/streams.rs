// SPDX-License-Identifier: AGPL-3.0-or-later
//! Streams of games for those who watch: the moves of one, and the beginnings and ends of many.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Value, json};
use tabiya_accounts::feed;
use tabiya_archive::view;
use tabiya_game::{Game, GameId, PlayerId, Seat};
use tabiya_limits::address::{Caller, CountedAs};
use tabiya_limits::programs::MOST_IN_STREAM;
use tabiya_live::room::{Followed, GameChange, Stage};
use tabiya_protocol::boards::LiveGame;
use tabiya_protocol::{GameEvent, GameMessage, GameStatus, PlayerView, ServerMessage, Topic};
use tabiya_rules::Color;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::topic::{Body, Outbox, Outgoing};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::access::Visitor;
use super::events::ManyGames;
use super::export::game_id;
use super::failure::Failure;
use super::fields::{Path, Query, Text, listed};
use super::follow::follow;
use super::later::LaterLooks;
use super::lines::{BEAT, Gone, Lines, stream_lines, stream_lines_for};
use super::person::named;
use super::variant::Kind;
use super::{done, game, person};
use crate::state::App;

const MOST_USERS: usize = 300;
/// Unfinished games of each player that are looked at for a beginning.
const LOOKED_AT: u32 = 20;

/// How a game stands, in a few words, for those who watch.
pub(super) fn brief(id: GameId, read: &Game) -> Value {
    let (start, status) = (read.history().start(), view::status(read));
    let position = read.history().position();
    let mut brief = json!({
        "id": id,
        "rated": read.terms().is_rated(),
        "variant": Kind::of(start).json(),
        "speed": game::speed(read.time_control()),
        "perf": person::perf(game::category(start, read.time_control())),
        "createdAt": read.created().0,
        "initialFen": start.to_fen(),
        "fen": position.to_fen(),
        "player": game::color(read.turn()),
        "turns": read.ply(),
        "startedAtTurn": 0,
        "source": "friend",
        "status": game::status(status),
        "statusName": game::status_word(status),
        "players": {
            "white": watched(read, Color::White),
            "black": watched(read, Color::Black),
        },
    });
    if let Some(last) = read.history().moves().last() {
        brief["lastMove"] = json!(last.to_uci(position.castling_mode()));
    }
    if let Some(winner) = game::winner(status) {
        brief["winner"] = json!(game::color(winner));
    }
    brief
}

fn watched(read: &Game, side: Color) -> Value {
    let mut player = game::player(read, side, None);
    // Older clients look for the id beside the user.
    if let Some(id) = player["user"]["id"].as_str().map(str::to_owned) {
        player["userId"] = json!(id);
    }
    player
}

/// `GET /api/stream/game/ID`: how the game stands, each move so far, each that follows, and how it ends.
pub(super) async fn moves(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Response, Failure> {
    let (id, identity) = (game_id(&id)?, visitor.identity());
    let counted = app.programs.begin_watching(&caller).ok_or_else(too_many_streams)?;
    let read = app.archive.game_for(id, identity.as_ref()).await?;
    let first = brief(id, read.game());
    // Whoever sees a game late loses the way to its room when the second player comes, and finds another one.
    let mut may_be_let_go = read.game().seats().open().is_some();
    let mut outbox = Outbox::default();
    let entered = app.people.enter(identity.as_ref(), outbox.dismisser()).await;
    let (topic, visitor) = (Topic::Game(id), feed::Visitor::reading(identity));
    let mut game = follow(&app, &topic, &visitor, &mut outbox).await.map_err(Failure::no_topic)?;
    Ok(stream_lines(app.stopping.clone(), move |lines| async move {
        let _entered = (entered, counted);
        let mut watcher = Watcher { app, id, lines, is_begun: false, sent: 0, last_end: None };
        watcher.lines.say(&first).await?;
        // It would take room for as long as the stream lasts.
        drop(first);
        loop {
            let outgoing = tokio::select! {
                outgoing = timeout(BEAT, outbox.next()) => outgoing,
                () = watcher.lines.closed() => return Err(Gone),
            };
            let goes_on = match outgoing {
                Err(_) => watcher.lines.blank().await.map(|()| true)?,
                Ok(Outgoing::Message { body, .. }) => watcher.hear(body).await?,
                Ok(Outgoing::Missed(_)) => game.catch_up().await.is_ok(),
                Ok(Outgoing::Ended(_)) if may_be_let_go => {
                    may_be_let_go = false;
                    outbox.unsubscribe(game.id());
                    match follow(&watcher.app, &topic, &visitor, &mut outbox).await {
                        Ok(again) => game = again,
                        // It is private, and none of the visitor's any more.
                        Err(_) => return Ok(()),
                    }
                    true
                }
                Ok(Outgoing::Ended(_) | Outgoing::Dismissed) => false,
            };
            if !goes_on {
                return Ok(());
            }
        }
    }))
}

/// One who watches a game.
struct Watcher {
    app: App,
    id: GameId,
    lines: Lines,
    /// The client knows the position in which the game begins.
    is_begun: bool,
    /// Half-moves that the client knows.
    sent: usize,
    last_end: Option<GameStatus>,
}

impl Watcher {
    /// Returns whether the stream goes on.
    async fn hear(&mut self, body: Body) -> Result<bool, Gone> {
        for message in body.messages() {
            if !self.hear_message(&message).await? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn hear_message(&mut self, message: &ServerMessage) -> Result<bool, Gone> {
        match message {
            ServerMessage::Game(GameMessage::State { game, more, .. }) => {
                let clocks = game.situation.clocks.map(|clocks| [clocks.white_ms, clocks.black_ms]);
                if !std::mem::replace(&mut self.is_begun, true) {
                    let start = json!({ "fen": game.start_fen, "wc": clocks.map(|c| c[0] / 1000), "bc": clocks.map(|c| c[1] / 1000) });
                    self.lines.say(&start).await?;
                }
                self.last_end = Some(game.situation.status);
                self.tell_moves(game.moves.iter().skip(self.sent), clocks).await?;
                if *more { Ok(true) } else { self.end().await }
            }
            ServerMessage::Game(GameMessage::Moves { from, moves, more, .. }) => {
                let skipped = self.sent.saturating_sub(*from as usize);
                self.tell_moves(moves.iter().skip(skipped), None).await?;
                if *more { Ok(true) } else { self.end().await }
            }
            ServerMessage::Game(GameMessage::Event { event, situation, .. }) => {
                let clocks = situation.clocks.map(|clocks| [clocks.white_ms, clocks.black_ms]);
                match event {
                    GameEvent::MovePlayed { played, .. } => {
                        self.tell_moves(std::iter::once(played), clocks).await?;
                    }
                    GameEvent::TakenBack { half_moves, .. } => {
                        self.sent = self.sent.saturating_sub(usize::from(*half_moves));
                    }
                    GameEvent::SetBack { half_moves } => {
                        self.sent = self.sent.saturating_sub(usize::from(*half_moves));
                    }
                    _ => {}
                }
                self.last_end = Some(situation.status);
                self.end().await
            }
            _ => Ok(true),
        }
    }

    async fn tell_moves<'a>(
        &mut self,
        moves: impl Iterator<Item = &'a tabiya_protocol::MoveView>,
        clocks: Option<[u32; 2]>,
    ) -> Result<(), Gone> {
        for played in moves {
            self.sent += 1;
            let seconds = |side: usize| clocks.map(|clocks| clocks[side] / 1000);
            let line = json!({ "fen": played.fen, "lm": played.uci.to_string(), "wc": seconds(0), "bc": seconds(1) });
            self.lines.say(&line).await?;
        }
        Ok(())
    }

    /// Says how the game has ended, if it has; then the stream ends.
    async fn end(&mut self) -> Result<bool, Gone> {
        let Some(GameStatus::Ended { .. }) = self.last_end else { return Ok(true) };
        if let Ok(read) = self.app.archive.game(self.id).await {
            self.lines.say(&brief(self.id, read.game())).await?;
        }
        Ok(false)
    }
}

/// `POST /api/stream/games-by-users`: the games among these players, as they begin and end.
pub(super) async fn by_users(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    Query(query): Query,
    Text(body): Text,
) -> Result<Response, Failure> {
    let mut players: Vec<PlayerId> = Vec::new();
    let names = listed(&body, MOST_USERS)?;
    visitor.charge_for(&app, &caller, names.len())?;
    for name in names {
        // Nobody finds a player by a game who may not see that the player is there.
        if let Ok(account) = named(&app, name).await
            && app.people.sees_online(visitor.player(), account.player).await?
        {
            players.push(account.player);
        }
    }
    players.sort_unstable();
    players.dedup();
    let follower = app.rooms.playing().follow(players.iter().map(|player| Followed::Player(*player)));
    let mut current = Vec::new();
    if query.flag("withCurrentGames")? == Some(true) {
        for player in &players {
            let rows = app.store.archive.unfinished_of(*player, LOOKED_AT).await?;
            current.extend(rows.iter().filter(|row| among(row.seats(), &players)).map(|row| row.id));
        }
        current.sort_unstable();
        current.dedup();
    }
    let identity = visitor.identity();
    Ok(stream_lines_for(&app.clone(), identity.clone().as_ref(), move |lines| async move {
        let show = |app: App, id: GameId| {
            let (identity, players) = (identity.clone(), players.clone());
            async move {
                let Ok(read) = app.archive.game_for(id, identity.as_ref()).await else {
                    return (None, None);
                };
                let line = among(read.game().seats(), &players).then(|| brief(id, read.game()));
                (line, read.next_stage())
            }
        };
        let mut later = LaterLooks::default();
        for id in current {
            let (line, again) = show(app.clone(), id).await;
            later.plan(id, again);
            if let Some(line) = line {
                lines.say(&line).await?;
            }
        }
        ManyGames { app, follower, lines }.run(later, show).await
    }))
}

/// Whether both players of a game are among these.
fn among(seats: tabiya_game::Seats, players: &[PlayerId]) -> bool {
    [seats.white, seats.black].into_iter().all(|seat| match seat {
        Seat::Player(player) => players.binary_search(&player).is_ok(),
        Seat::Open | Seat::Computer(_) => false,
    })
}

/// `POST /api/stream/games/NAME`: how these games stand, and how each ends.
pub(super) async fn by_ids(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    Path(name): Path<String>,
    Text(body): Text,
) -> Result<Response, Failure> {
    let ids: Vec<GameId> =
        listed(&body, MOST_IN_STREAM)?.into_iter().filter_map(|id| game_id(id).ok()).collect();
    visitor.charge_for(&app, &caller, ids.len())?;
    let added = app.programs.open_games(stream_name(&visitor, &caller, &name), &caller);
    let added = added.ok_or_else(too_many_streams)?;
    let identity = visitor.identity();
    Ok(stream_lines_for(&app.clone(), identity.clone().as_ref(), move |lines| {
        follow_ids(app, identity, ids, added, lines)
    }))
}

fn too_many_streams() -> Failure {
    Failure::new(StatusCode::TOO_MANY_REQUESTS, "Too many streams are open")
}

/// Each account has streams of its own, and so has each network from which programs come without a token.
fn stream_name(visitor: &Visitor, caller: &Caller, name: &str) -> (CountedAs, String) {
    (caller.counted_as(visitor.identity().as_ref()), name.chars().take(60).collect())
}

async fn follow_ids(
    app: App,
    identity: Option<Identity>,
    ids: Vec<GameId>,
    mut added: mpsc::Receiver<GameId>,
    lines: Lines,
) -> Result<(), Gone> {
    // From here on nothing is missed; how the games stand now is told first.
    let mut follower = app.rooms.playing().follow(ids.iter().map(|id| Followed::Game(*id)));
    let mut told: HashMap<GameId, Option<Value>> = ids.iter().map(|id| (*id, None)).collect();
    let (mut due, mut later) = (ids, LaterLooks::default());
    loop {
        for id in std::mem::take(&mut due) {
            let Some(last) = told.get_mut(&id) else { continue };
            let Ok(read) = app.archive.game_for(id, identity.as_ref()).await else {
                told.remove(&id);
                later.plan(id, None);
                follower.forget(Followed::Game(id));
                continue;
            };
            later.plan(id, read.next_stage());
            let line = brief(id, read.game());
            let standing = json!([line["status"], line["winner"]]);
            if last.as_ref() != Some(&standing) {
                *last = Some(standing);
                lines.say(&line).await?;
            }
            if read.game().is_over() {
                told.remove(&id);
                follower.forget(Followed::Game(id));
            }
        }
        tokio::select! {
            more = added.recv() => match more {
                // Another stream has taken the name.
                None => return Ok(()),
                Some(id) if told.len() < MOST_IN_STREAM && !told.contains_key(&id) => {
                    follower.add(Followed::Game(id));
                    told.insert(id, None);
                    due.push(id);
                }
                Some(_) => {}
            },
            change = follower.next() => match change {
                Some(GameChange { stage: Stage::Rated(_), .. }) => {}
                Some(GameChange { game, stage: Stage::Begun | Stage::Ended }) => due.push(game),
                None => return Ok(()),
            },
            game = later.next() => due.push(game),
            () = tokio::time::sleep(BEAT) => lines.blank().await?,
            () = lines.closed() => return Err(Gone),
        }
    }
}

/// `POST /api/stream/games/NAME/add`
pub(super) async fn add_ids(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    Path(name): Path<String>,
    Text(body): Text,
) -> Result<Json<Value>, Failure> {
    let ids: Vec<GameId> =
        listed(&body, MOST_IN_STREAM)?.into_iter().filter_map(|id| game_id(id).ok()).collect();
    visitor.charge_for(&app, &caller, ids.len())?;
    let stream = app.programs.games_stream(&stream_name(&visitor, &caller, &name));
    let stream = stream.ok_or_else(|| Failure::not_found("No such stream"))?;
    for id in ids {
        if stream.try_send(id).is_err() {
            return Err(Failure::bad(format!("a stream follows at most {MOST_IN_STREAM} games")));
        }
    }
    Ok(done())
}

/// `GET /api/tv/channels`: the best running game of each speed.
pub(super) async fn channels(State(app): State<App>, _: Visitor) -> Result<Json<Value>, Failure> {
    let mut channels = serde_json::Map::new();
    let mut best: Option<(u16, Value)> = None;
    for (name, speed) in CHANNELS {
        let Some(live) = app.watching.best(speed, 1).await.into_iter().next() else { continue };
        let (side, view, rating) = stronger(&live);
        let channel = json!({
            "user": user_of(view),
            "rating": rating,
            "gameId": live.id,
            "color": game::color(side),
        });
        if best.as_ref().is_none_or(|(other, _)| *other < rating) {
            best = Some((rating, channel.clone()));
        }
        channels.insert(name.to_owned(), channel);
    }
    if let Some((_, channel)) = best {
        channels.insert("best".to_owned(), channel);
    }
    Ok(Json(channels.into()))
}

/// The channels that this server has, by the speed of their games.
pub(super) const CHANNELS: [(&str, tabiya_game::Speed); 4] = [
    ("bullet", tabiya_game::Speed::Bullet),
    ("blitz", tabiya_game::Speed::Blitz),
    ("rapid", tabiya_game::Speed::Rapid),
    ("classical", tabiya_game::Speed::Classical),
];

fn points(view: &PlayerView) -> u16 {
    match view {
        PlayerView::Player { rating: Some(rating), .. } => rating.points,
        _ => 1500,
    }
}

/// The side with the higher rating, its player, and the rating.
pub(super) fn stronger(game: &LiveGame) -> (Color, &PlayerView, u16) {
    let (white, black) = (points(&game.white), points(&game.black));
    if black > white { (Color::Black, &game.black, black) } else { (Color::White, &game.white, white) }
}

fn user_of(view: &PlayerView) -> Value {
    let side = game::side(view);
    json!({ "id": side["id"], "name": side["name"], "title": side["title"] })
}
