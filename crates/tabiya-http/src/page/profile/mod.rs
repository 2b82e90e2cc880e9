// SPDX-License-Identifier: AGPL-3.0-or-later
//! Profiles: what a player's page shows, lists of games with filters, leaderboards, and what players think of one another.
//!
//! Reads the store and starts no room.

mod filter;
mod games;
mod here;
mod leaders;
mod opened;
mod openings;
mod page;
mod playing;
mod relations;
mod rows;

use tabiya_runtime::identity::Identity;

use crate::answer::Calls;
use crate::answer::methods::{get, put};
pub(super) use opened::of_player;
pub(super) use playing::playing;
use relations::Step;

/// Moderators and admins see the games and ratings of closed accounts too, with their names.
fn moderates(caller: Option<&Identity>) -> bool {
    caller.is_some_and(Identity::moderates)
}

/// The calls about profiles.
pub(crate) fn calls() -> Calls {
    Calls::new([
        ("/api/page/players/{name}", get(page::show)),
        ("/api/page/players/{name}/curve/{category}", get(page::curve)),
        ("/api/page/players/{name}/games", get(games::list)),
        ("/api/page/players/{name}/games.pgn", get(games::pgn)),
        ("/api/page/players/{name}/against/{other}", get(games::against)),
        ("/api/page/players/{name}/openings", get(openings::results)),
        ("/api/page/players/{name}/follow", relations::take(Step::Follow(true))),
        ("/api/page/players/{name}/unfollow", relations::take(Step::Follow(false))),
        ("/api/page/players/{name}/block", relations::take(Step::Block(true))),
        ("/api/page/players/{name}/unblock", relations::take(Step::Block(false))),
        ("/api/page/players/{name}/note", put(relations::note)),
        ("/api/page/bio", put(relations::bio)),
        ("/api/page/leaderboards", get(leaders::all)),
        ("/api/page/leaderboards/{category}", get(leaders::one)),
        ("/api/page/following", get(here::following)),
        ("/api/page/here", get(here::named)),
        ("/api/page/online", get(here::online)),
        ("/api/page/search", get(leaders::search)),
    ])
    .page("profile", get(of_player))
    .page("games", get(of_player))
    .page("leaderboard", get(opened::of_category))
}
