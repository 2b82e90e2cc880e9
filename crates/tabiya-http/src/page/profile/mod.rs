// SPDX-License-Identifier: AGPL-3.0-or-later
//! Profiles: what a player's page shows, lists of games with filters, leaderboards, and what players think of one another.
//!
//! Reads the store and starts no room.

mod filter;
mod games;
mod here;
mod leaders;
mod openings;
mod page;
mod playing;
mod relations;
mod rows;

use axum::Router;
use axum::routing::{get, put};
use tabiya_runtime::identity::Identity;

use crate::state::App;
pub(super) use playing::playing;
use relations::Step;

/// Moderators and admins see the games and ratings of closed accounts too, with their names.
fn is_staff(caller: Option<&Identity>) -> bool {
    caller.is_some_and(Identity::moderates)
}

/// The calls about profiles.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/api/page/players/{name}", get(page::show))
        .route("/api/page/players/{name}/curve/{category}", get(page::curve))
        .route("/api/page/players/{name}/games", get(games::list))
        .route("/api/page/players/{name}/games.pgn", get(games::pgn))
        .route("/api/page/players/{name}/against/{other}", get(games::against))
        .route("/api/page/players/{name}/openings", get(openings::results))
        .route("/api/page/players/{name}/follow", relations::take(Step::Follow(true)))
        .route("/api/page/players/{name}/unfollow", relations::take(Step::Follow(false)))
        .route("/api/page/players/{name}/block", relations::take(Step::Block(true)))
        .route("/api/page/players/{name}/unblock", relations::take(Step::Block(false)))
        .route("/api/page/players/{name}/note", put(relations::note))
        .route("/api/page/bio", put(relations::bio))
        .route("/api/page/leaderboards", get(leaders::all))
        .route("/api/page/leaderboards/{category}", get(leaders::one))
        .route("/api/page/following", get(here::following))
        .route("/api/page/here", get(here::named))
        .route("/api/page/search", get(leaders::search))
}
