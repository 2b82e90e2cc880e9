// SPDX-License-Identifier: AGPL-3.0-or-later
//! The channels of "Watch": their best games, and a stream of the best one's moves.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tabiya_game::{GameId, Speed};
use tabiya_rules::Color;

use super::access::Visitor;
use super::export::{Export, Format, Switches, content};
use super::failure::Failure;
use super::fields::{Path, Query};
use super::game;
use super::lines::{BEAT, Gone, stream_lines_for};
use super::streams::{CHANNELS, stronger};
use crate::state::App;
use crate::view;

const MOST_GAMES: u64 = 30;
/// How often the best game of a channel is looked at.
const LOOK: std::time::Duration = std::time::Duration::from_secs(1);

/// The channel of this name; `None` stands for all of them.
fn channel(name: &str) -> Result<Option<Speed>, Failure> {
    let known = CHANNELS.iter().find(|(channel, _)| channel.eq_ignore_ascii_case(name));
    match known {
        Some((_, speed)) => Ok(Some(*speed)),
        None if name == "best" => Ok(None),
        None => Err(Failure::not_found("No such channel")),
    }
}

/// The best games of a channel.
async fn best(app: &App, channel: Option<Speed>, most: usize) -> Vec<GameId> {
    let mut games = Vec::new();
    for (_, speed) in CHANNELS.into_iter().filter(|(_, speed)| channel.is_none_or(|own| own == *speed)) {
        games.extend(
            app.watching.best(speed, most).await.into_iter().map(|live| (stronger(&live).2, live.id)),
        );
    }
    if channel.is_none() {
        games.sort_by_key(|(rating, _)| std::cmp::Reverse(*rating));
    }
    games.into_iter().map(|(_, id)| id).take(most).collect()
}

/// `GET /api/tv/CHANNEL`
pub(super) async fn games(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Path(name): Path<String>,
    Query(query): Query,
) -> Result<Response, Failure> {
    let wish = Switches::read(&query, false)?;
    let most = usize::try_from(query.within("nb", 1, MOST_GAMES)?.unwrap_or(10)).unwrap_or(10);
    let (format, visitor) = (Format::asked(&headers), visitor.identity());
    let ids = best(&app, channel(&name)?, most).await;
    let text = Export { app, visitor, format, wish, under_way: None }.piece(ids).await?;
    Ok(([(CONTENT_TYPE, content(format))], text).into_response())
}

/// `GET /api/tv/feed`
pub(super) async fn feed(State(app): State<App>, visitor: Visitor) -> Response {
    follow(app, visitor, None)
}

/// `GET /api/tv/CHANNEL/feed`
pub(super) async fn channel_feed(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<Response, Failure> {
    Ok(follow(app, visitor, channel(&name)?))
}

fn follow(app: App, visitor: Visitor, channel: Option<Speed>) -> Response {
    let identity = visitor.identity();
    stream_lines_for(&app.clone(), identity.clone().as_ref(), move |lines| async move {
        let (mut shown, mut quiet) = (None, std::time::Duration::ZERO);
        loop {
            let next = best(&app, channel, 1).await.into_iter().next();
            let next = next.or(shown.as_ref().map(|(id, _): &(GameId, String)| *id));
            let read = match next {
                Some(id) => app.archive.game_for(id, identity.as_ref()).await.ok().map(|read| (id, read)),
                None => None,
            };
            if let Some((id, read)) = read {
                let now = app.rooms.timeline().for_control(read.game().time_control());
                let position = read.game().history().position();
                let fen = position.to_fen();
                let clocks = read.game().clocks_at(now).map(|clocks| clocks.map(|clock| clock.0 / 1000));
                let is_new = shown.as_ref().is_none_or(|(known, _)| *known != id);
                let has_moved = shown.as_ref().is_none_or(|(_, known)| *known != fen);
                if is_new {
                    let player = |side: Color| {
                        let user = game::side(&view::player(read.game(), side));
                        json!({
                            "color": game::color(side),
                            "user": { "name": user["name"], "id": user["id"], "title": user["title"] },
                            "rating": user["rating"],
                            "seconds": clocks.map(|clocks| clocks[side as usize]),
                        })
                    };
                    let line = json!({ "t": "featured", "d": {
                        "id": id,
                        "orientation": "white",
                        "players": [player(Color::White), player(Color::Black)],
                        "fen": fen,
                    }});
                    lines.say(&line).await?;
                } else if has_moved {
                    let last = read.game().history().moves().last();
                    let line = json!({ "t": "fen", "d": {
                        "fen": fen,
                        "lm": last.map(|last| last.to_uci(position.castling_mode())),
                        "wc": clocks.map(|clocks| clocks[0]),
                        "bc": clocks.map(|clocks| clocks[1]),
                    }});
                    lines.say(&line).await?;
                }
                if is_new || has_moved {
                    quiet = std::time::Duration::ZERO;
                }
                shown = Some((id, fen));
            }
            quiet += LOOK;
            if quiet >= BEAT {
                quiet = std::time::Duration::ZERO;
                lines.blank().await?;
            }
            tokio::select! {
                () = tokio::time::sleep(LOOK) => {}
                () = lines.closed() => return Err(Gone),
            }
        }
    })
}
