// SPDX-License-Identifier: AGPL-3.0-or-later
//! One game, written as PGN or as JSON.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT;
use serde_json::{Value, json};
use tabiya_archive::{openings, view};
use tabiya_game::{Game, GameId, TimeControl};
use tabiya_protocol::AnalysisView;
use tabiya_rules::Color;
use tabiya_store::RatedGame;

use super::analysed::{self, Parts};
use super::failure::Failure;
use super::fields::Fields;
use super::lines::NDJSON;
use super::played_in::PlayedIn;
use super::users::date;
use super::variant::Kind;
use super::{game, person};
use crate::state::App;

pub(super) const PGN: &str = "application/x-chess-pgn";

/// What is to be exported of each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Switches {
    moves: bool,
    tags: bool,
    clocks: bool,
    opening: bool,
    literate: bool,
    pgn_in_json: bool,
    last_fen: bool,
    pub(super) analysis: Parts,
}

impl Switches {
    /// `one`: whether a single game is exported, of which more is shown.
    pub(super) fn read(fields: &Fields, one: bool) -> Result<Self, Failure> {
        let flag = |name, default| Ok::<_, Failure>(fields.flag(name)?.unwrap_or(default));
        // Nobody bookmarks games here.
        fields.flag("bookmarked")?;
        Ok(Self {
            moves: flag("moves", true)?,
            tags: flag("tags", true)?,
            clocks: flag("clocks", one)?,
            opening: flag("opening", true)?,
            literate: flag("literate", false)?,
            pgn_in_json: flag("pgnInJson", false)?,
            last_fen: flag("lastFen", false)?,
            analysis: Parts {
                evals: flag("evals", one)?,
                accuracy: flag("accuracy", false)?,
                division: flag("division", false)?,
            },
        })
    }
}

/// What is known of a game beside its log.
#[derive(Clone, Copy, Default)]
pub(super) struct Beside<'a> {
    /// What a rated game has done to its players' ratings.
    pub(super) rated: Option<&'a RatedGame>,
    /// Its computer analysis, where it is complete, wanted and for this visitor.
    pub(super) analysis: Option<&'a AnalysisView>,
    /// The tournament in which it was played.
    pub(super) played_in: Option<&'a PlayedIn>,
    /// What links to this server begin with.
    pub(super) origin: &'a str,
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
pub(super) fn pgn(id: GameId, read: &Game, beside: Beside<'_>, wish: Switches) -> String {
    let origin = read.terms().origin();
    let (event, site) = match origin {
        None => {
            let kind = if read.terms().is_rated() { "Rated" } else { "Casual" };
            let usual = || format!("{kind} {} game", game::speed(read.time_control()));
            let event = beside.played_in.map_or_else(usual, |tournament| tournament.name.clone());
            (event, format!("{}/game/{id}", beside.origin))
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
        if let Some(change) = change(beside.rated, side) {
            tags.push((tag, format!("{change:+}")));
        }
    }
    if wish.opening {
        tags.extend(view::opening_tags(read));
    }
    let evals = match beside.analysis.filter(|_| wish.analysis.evals) {
        Some(analysis) => analysed::comments(analysis),
        None => Vec::new(),
    };
    let (clocks, words) = (wish.clocks, wish.literate);
    let remarks = view::Remarks { clocks, words, round: "-", names: [None; 2], more: &evals };
    let whole = view::pgn_with(read, &event, &site, tags, remarks);
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
pub(super) fn json_of(id: GameId, read: &Game, beside: Beside<'_>, wish: Switches) -> Value {
    let rated = beside.rated;
    let start = read.history().start();
    let status = view::status(read);
    let last = read.ending().map(|ending| ending.at).or_else(|| read.plies().last().map(|ply| ply.at));
    let kind = Kind::of(start);
    let mut shown = json!({
        "id": id,
        "rated": read.terms().is_rated(),
        "variant": kind.key(),
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
    if kind.fixed_start().is_none() {
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
        shown["pgn"] = json!(pgn(id, read, beside, wish));
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
    if let Some(tournament) = beside.played_in {
        tournament.add_to_export(&mut shown);
    }
    if let Some(analysis) = beside.analysis {
        analysed::add(&mut shown, analysis, wish.analysis);
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

pub(super) fn content(format: Format) -> &'static str {
    match format {
        Format::Pgn => PGN,
        Format::Json => NDJSON,
    }
}
