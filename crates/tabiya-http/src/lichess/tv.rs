// SPDX-License-Identifier: AGPL-3.0-or-later
//! The channels of "Watch": their best games, and a stream of the best one's moves.

use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tabiya_game::Speed;
use tabiya_protocol::PlayerView;
use tabiya_protocol::boards::LiveGame;
use tabiya_rules::Color;

use super::access::{Visitor, at_browser};
use super::failure::Failure;
use super::fields::{Path, Query};
use super::game;
use super::lines::{BEAT, Gone, stream_lines_for};
use super::person::origin_for;
use super::pieces::Export;
use super::streams::{CHANNELS, stronger};
use super::written::{Format, Switches, content};
use crate::state::App;

pub(super) const MOST_GAMES: u64 = 30;
/// How often the best game of a channel is looked at.
const LOOK: Duration = Duration::from_secs(1);

/// The channel of this name; `None` stands for all of them.
fn channel(name: &str) -> Result<Option<Speed>, Failure> {
    let known = CHANNELS.iter().find(|(channel, _)| channel.eq_ignore_ascii_case(name));
    match known {
        Some((_, speed)) => Ok(Some(*speed)),
        None if name == "best" => Ok(None),
        None => Err(Failure::not_found("No such channel")),
    }
}

/// The best games of a channel, the best first.
async fn best(app: &App, channel: Option<Speed>, most: usize) -> Vec<LiveGame> {
    let mut games = Vec::new();
    for (_, speed) in CHANNELS.into_iter().filter(|(_, speed)| channel.is_none_or(|own| own == *speed)) {
        games.extend(app.watching.best(speed, most).await);
    }
    games.sort_by_key(|live| std::cmp::Reverse(stronger(live).2));
    games.truncate(most);
    games
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
    let ids = best(&app, channel(&name)?, most).await.into_iter().map(|live| live.id).collect();
    let browser = if wish.analysis.any() { at_browser(&app, &headers).await? } else { None };
    let text =
        Export { origin: origin_for(&app, &headers), app, visitor, browser, format, wish, under_way: None }
            .piece(ids)
            .await?;
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

/// Tells of the channel's best game, and of its moves. All viewers share one look a second.
fn follow(app: App, visitor: Visitor, channel: Option<Speed>) -> Response {
    let identity = visitor.identity();
    stream_lines_for(&app.clone(), identity.as_ref(), move |lines| async move {
        let (mut shown, mut was_best): (Option<LiveGame>, bool) = (None, false);
        let mut quiet = Duration::ZERO;
        loop {
            let best = best(&app, channel, 1).await.pop();
            // A game that has ended is looked at once more, for its last move.
            let ended = shown.as_ref().filter(|_| was_best && best.is_none()).map(|last| last.id);
            was_best = best.is_some();
            let next = match ended {
                Some(id) => app.rooms.look(id).await,
                None => best,
            };
            if let Some(line) = next.as_ref().and_then(|next| news(shown.as_ref(), next)) {
                lines.say(&line).await?;
                quiet = Duration::ZERO;
            }
            shown = next.or(shown);
            quiet += LOOK;
            if quiet >= BEAT {
                quiet = Duration::ZERO;
                lines.blank().await?;
            }
            tokio::select! {
                () = tokio::time::sleep(LOOK) => {}
                () = lines.closed() => return Err(Gone),
            }
        }
    })
}

/// What a viewer who has seen the one is told of the other; `None` if nothing has changed.
fn news(shown: Option<&LiveGame>, next: &LiveGame) -> Option<Value> {
    let clocks = next.clocks.map(|clocks| [clocks.white_ms / 1000, clocks.black_ms / 1000]);
    let seconds = |side: Color| clocks.map(|clocks| clocks[side as usize]);
    let known = shown.filter(|shown| shown.id == next.id);
    if known.is_some_and(|known| known.fen == next.fen) {
        return None;
    }
    if known.is_some() {
        let (white, black) = (seconds(Color::White), seconds(Color::Black));
        return Some(
            json!({ "t": "fen", "d": { "fen": next.fen, "lm": next.last_move, "wc": white, "bc": black } }),
        );
    }
    let player = |side: Color, view: &PlayerView| {
        let user = game::side(view);
        json!({
            "color": game::color(side),
            "user": { "name": user["name"], "id": user["id"], "title": user["title"] },
            "rating": user["rating"],
            "seconds": seconds(side),
        })
    };
    Some(json!({ "t": "featured", "d": {
        "id": next.id,
        "orientation": "white",
        "players": [player(Color::White, &next.white), player(Color::Black, &next.black)],
        "fen": next.fen,
    }}))
}
