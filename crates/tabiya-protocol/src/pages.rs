// SPDX-License-Identifier: MIT OR Apache-2.0
//! The addresses of the page. The server makes its routes from this table, and so does the page, from the generated
//! `web/src/platform/routes.ts`.

/// An address to which the server answers with the page. The page shows what belongs to the address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageRoute {
    /// The page's name for it.
    pub name: &'static str,
    /// The path. `{id}` stands for any text without a slash, which the page receives under this name.
    pub path: &'static str,
}

/// Every address of the page. Codes of cards and one-time links stand behind a `#`, which no browser sends to a server.
pub const PAGE_ROUTES: &[PageRoute] = &[
    PageRoute { name: "home", path: "/" },
    PageRoute { name: "game", path: "/game/{id}" },
    PageRoute { name: "profile", path: "/@/{name}" },
    PageRoute { name: "tv", path: "/@/{name}/tv" },
    PageRoute { name: "games", path: "/@/{name}/games" },
    PageRoute { name: "watch", path: "/watch" },
    PageRoute { name: "editor", path: "/editor" },
    PageRoute { name: "overTheBoard", path: "/board" },
    PageRoute { name: "players", path: "/players" },
    PageRoute { name: "leaderboard", path: "/players/{category}" },
    PageRoute { name: "settings", path: "/settings" },
    PageRoute { name: "card", path: "/card" },
    PageRoute { name: "admin", path: "/admin" },
    PageRoute { name: "reset", path: "/reset" },
    PageRoute { name: "confirm", path: "/confirm" },
    PageRoute { name: "oauth", path: "/oauth" },
    PageRoute { name: "desk", path: "/desk" },
    PageRoute { name: "deskPart", path: "/desk/{part}" },
];

impl PageRoute {
    /// The names in braces, in order.
    pub fn parameters(&self) -> impl Iterator<Item = &'static str> {
        self.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
    }
}
