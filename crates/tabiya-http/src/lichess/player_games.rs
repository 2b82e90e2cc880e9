// SPDX-License-Identifier: AGPL-3.0-or-later
//! The games of one player, as the caller wants them.

use std::collections::HashSet;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use tabiya_archive::archive::ReadGame;
use tabiya_archive::privacy::{is_trial, was_trial};
use tabiya_game::{GameId, PlayerId, Time};
use tabiya_limits::address::Caller;
use tabiya_rules::Color;
use tabiya_store::{ArchivedGame, GameFilter, PageKey};

use super::access::Visitor;
use super::failure::Failure;
use super::fields::{Fields, HIGHEST, Path, Query, listed};
use super::person::shown;
use super::pieces::{Export, PIECE, last_of, streamed};
use super::playing::MOST_UNFINISHED;
use super::users::{category, speeds};
use super::written::Switches;
use crate::state::App;

/// Which of a player's games.
struct Wanted {
    filters: Vec<GameFilter>,
    left: u64,
    ongoing: bool,
    finished: bool,
    oldest_first: bool,
    /// Whether the visitor is the player, whose own list has games that were only tried.
    own: bool,
    /// Only games that have a computer analysis, or only games that have none.
    analysed: Option<bool>,
}

impl Wanted {
    fn shows(&self, row: &ArchivedGame) -> bool {
        self.own || !was_trial(row)
    }
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
        own: false,
        oldest_first: match query.text("sort") {
            None | Some("dateDesc") => false,
            Some("dateAsc") => true,
            Some(_) => return Err(Failure::bad("sort: it is dateAsc or dateDesc")),
        },
        analysed: query.flag("analysed")?,
    })
}

/// Where an export of a player's games has come to.
struct Place {
    wanted: Wanted,
    /// Games that are sent before any more are read, the last first.
    next: Vec<GameId>,
    /// Games that went on when the export began. One that has ended since is not sent again.
    ongoing: Vec<GameId>,
    after: Option<PageKey>,
    has_all: bool,
}

impl Place {
    /// Whether a finished game is sent.
    fn sends(&self, row: &ArchivedGame) -> bool {
        self.wanted.shows(row) && !self.ongoing.contains(&row.id)
    }
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
    wanted.own = visitor.as_ref().is_some_and(|visitor| visitor.player == player);
    let export = Export::begin(&app, visitor.clone(), &caller, &headers, wish).await?;
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
        // Nor is a game that was only tried.
        let is_for_all =
            |read: &ReadGame| !read.game().terms().is_private() && (wanted.own || !is_trial(read.game()));
        next = games.filter(is_for_all).map(|read| read.id()).collect();
    }
    // A game that goes on has no analysis.
    keep_analysed(&app, wanted.analysed, &mut next).await?;
    let ongoing = next.clone();
    let mut place = Place { has_all: !wanted.finished, wanted, next, ongoing, after: None };
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
        let shown = rows.iter().rev().filter(|row| place.sends(row));
        place.next = shown.map(|row| row.id).collect();
        keep_analysed(app, place.wanted.analysed, &mut place.next).await?;
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
                let shown = rows.iter().filter(|row| place.sends(row));
                keys.extend(shown.filter_map(|row| row.page_key()));
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
    keep_analysed(app, place.wanted.analysed, &mut place.next).await?;
    place.has_all = true;
    Ok(place)
}

/// Leaves those that have a computer analysis, or those that have none, where the caller wants only these.
async fn keep_analysed(app: &App, wanted: Option<bool>, ids: &mut Vec<GameId>) -> Result<(), Failure> {
    let Some(wanted) = wanted else { return Ok(()) };
    let mut analysed = HashSet::new();
    // What was found about a game is read with it, so few at once.
    for ids in ids.chunks(PIECE as usize) {
        analysed.extend(app.store.analyses.analyses_of(ids).await?.into_iter().map(|found| found.game));
    }
    ids.retain(|id| analysed.contains(id) == wanted);
    Ok(())
}
