// SPDX-License-Identifier: AGPL-3.0-or-later
//! What each part of the published API is here: its calls, from which the document and its page are made, and those of its
//! paths that this server does not have. A subject is a file; what routes its calls stands with their handlers.
//!
//! A test compares the calls with the routes, so that none is missing; `tests/server/openapi.rs` makes each call on a real
//! server and compares the answer with what stands here.

mod account;
mod analysis;
mod arenas;
mod board;
mod bot;
mod broadcasts;
mod challenges;
mod explorer;
mod games;
mod inbox;
mod puzzles;
mod relations;
mod rounds;
mod simuls;
mod studies;
mod swiss;
mod tablebase;
mod teams;
mod tokens;
mod tv;
mod users;

/// One part of the API.
pub(in crate::lichess) struct Subject {
    /// How its paths begin, other than with `api`. Below these, unknown paths are answered to programs.
    begins: &'static [&'static str],
    calls: &'static [Call],
    /// Its published paths that are not here. Each answers 404 with a JSON error, so that a client that asks for more learns so
    /// in its own language. A name in braces stands for one part of any text.
    absent: &'static [&'static str],
}

/// In the order in which the document shows them, those without calls last.
const SUBJECTS: [Subject; 21] = [
    account::SUBJECT,
    tokens::SUBJECT,
    users::SUBJECT,
    relations::SUBJECT,
    challenges::SUBJECT,
    rounds::SUBJECT,
    board::SUBJECT,
    bot::SUBJECT,
    games::SUBJECT,
    tv::SUBJECT,
    analysis::SUBJECT,
    arenas::SUBJECT,
    broadcasts::SUBJECT,
    explorer::SUBJECT,
    inbox::SUBJECT,
    puzzles::SUBJECT,
    simuls::SUBJECT,
    studies::SUBJECT,
    swiss::SUBJECT,
    tablebase::SUBJECT,
    teams::SUBJECT,
];

/// One call.
pub(in crate::lichess) struct Call {
    pub(in crate::lichess) group: &'static str,
    pub(in crate::lichess) method: &'static str,
    pub(in crate::lichess) path: &'static str,
    /// One of these scopes is needed; a token without any where it says `token`; none where it is empty. With `token?` a call
    /// without a token shows less.
    pub(in crate::lichess) scopes: &'static str,
    /// Types of the answer with `; ` between them. `lines T` is ndjson, `game` and `games` are PGN or JSON by the `Accept`
    /// header, `nothing` is no body. A status other than 200 stands in front.
    pub(in crate::lichess) answer: &'static str,
    pub(in crate::lichess) summary: &'static str,
    /// Keys of `document/inputs.rs`. `?` behind a name puts it into the query, otherwise it is in the body; `!` says that it must
    /// be there. `=TEXT` is a body of plain text such as TEXT.
    pub(in crate::lichess) fields: &'static [&'static str],
}

/// The calls of one group.
macro_rules! group {
    ($group:literal { $($method:ident $path:literal $scopes:literal $answer:literal $summary:literal [$($field:literal)*])* }) => {
        &[$($crate::lichess::published::Call {
            group: $group,
            method: stringify!($method),
            path: $path,
            scopes: $scopes,
            answer: $answer,
            summary: $summary,
            fields: &[$($field),*],
        }),*]
    };
}
use group;

/// Every call that there is.
pub(in crate::lichess) fn calls() -> impl Iterator<Item = &'static Call> {
    SUBJECTS.iter().flat_map(|subject| subject.calls)
}

/// Every published path that is not here.
pub(in crate::lichess) fn absent() -> impl Iterator<Item = &'static str> {
    SUBJECTS.iter().flat_map(|subject| subject.absent).copied()
}

/// Whether programs expect something of the published API at a path whose first part is this.
pub(in crate::lichess) fn begins(first: &str) -> bool {
    first == "api" || SUBJECTS.iter().any(|subject| subject.begins.contains(&first))
}
