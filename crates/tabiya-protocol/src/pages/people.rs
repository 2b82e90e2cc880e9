// SPDX-License-Identifier: MIT OR Apache-2.0
use crate::route::PageRoute;

/// Codes of cards and one-time links stand behind a `#`, which no browser sends to a server.
pub(super) const ROUTES: &[PageRoute] = &[
    PageRoute { name: "profile", path: "/@/{name}" },
    PageRoute { name: "games", path: "/@/{name}/games" },
    PageRoute { name: "players", path: "/players" },
    PageRoute { name: "leaderboard", path: "/players/{category}" },
    PageRoute { name: "settings", path: "/settings" },
    PageRoute { name: "card", path: "/card" },
    PageRoute { name: "admin", path: "/admin" },
    PageRoute { name: "reset", path: "/reset" },
    PageRoute { name: "confirm", path: "/confirm" },
    PageRoute { name: "oauth", path: "/oauth" },
];
