// SPDX-License-Identifier: AGPL-3.0-or-later
//! What each part of the published API is here: where its paths lead, its calls with all that they are told and answer, from
//! which the document and its page are made, and those of its paths that this server does not have. A subject is a file.
//!
//! A test compares the calls with the routes, so that none is missing; `tests/server/openapi/` makes each call on a real
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

use super::rows::{
    Bound, FEN_AFTER_E4, GAME_URL, Input, START_FEN, Shape, from_to, longest, object, pattern,
};
use crate::answer::Calls;

/// One part of the API.
pub(in crate::lichess) struct Subject {
    /// How its paths begin, other than with `api`. Below these, unknown paths are answered to programs.
    begins: &'static [&'static str],
    calls: &'static [Call],
    /// Where its paths lead. A route may stand for several calls of the table.
    routes: fn() -> Calls,
    /// What its calls alone are told; `document/inputs.rs` has what several subjects read.
    inputs: &'static [Input],
    /// Bounds of these inputs.
    bounds: &'static [Bound],
    /// The shapes of its answers, but for those in `document/shapes.rs`. All subjects may use them.
    shapes: &'static [Shape],
    /// Its published paths that are not here. Each answers 404 with a JSON error, so that a client that asks for more learns so
    /// in its own language. A name in braces stands for one part of any text.
    absent: &'static [&'static str],
}

impl Subject {
    /// A part of which nothing is here.
    const NONE: Self = Self {
        begins: &[],
        calls: &[],
        routes: Calls::default,
        inputs: &[],
        bounds: &[],
        shapes: &[],
        absent: &[],
    };
}

/// In the order in which the document shows them, those without calls last.
const SUBJECTS: &[Subject] = &[
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
    puzzles::SUBJECT,
    swiss::SUBJECT,
    arenas::SUBJECT,
    broadcasts::SUBJECT,
    explorer::SUBJECT,
    inbox::SUBJECT,
    simuls::SUBJECT,
    studies::SUBJECT,
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

/// Where the paths of all calls lead.
pub(in crate::lichess) fn routes() -> impl Iterator<Item = Calls> {
    SUBJECTS.iter().map(|subject| (subject.routes)())
}

/// What the calls of one subject alone are told.
pub(in crate::lichess) fn inputs() -> impl Iterator<Item = &'static Input> {
    SUBJECTS.iter().flat_map(|subject| subject.inputs)
}

/// The bounds of these.
pub(in crate::lichess) fn bounds() -> impl Iterator<Item = &'static Bound> {
    SUBJECTS.iter().flat_map(|subject| subject.bounds)
}

/// The shapes that belong to one subject.
pub(in crate::lichess) fn shapes() -> impl Iterator<Item = &'static Shape> {
    SUBJECTS.iter().flat_map(|subject| subject.shapes)
}

/// Every published path that is not here; a name in braces stands for one part of any text.
pub(crate) fn absent() -> impl Iterator<Item = &'static str> {
    SUBJECTS.iter().flat_map(|subject| subject.absent).copied()
}

/// Whether programs expect something of the published API at a path whose first part is this.
pub(in crate::lichess) fn begins(first: &str) -> bool {
    first == "api" || SUBJECTS.iter().any(|subject| subject.begins.contains(&first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_this_folder_is_in_the_list() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lichess/published");
        let files =
            std::fs::read_dir(folder).unwrap().filter(|file| file.as_ref().unwrap().file_name() != "mod.rs");
        assert_eq!(files.count(), SUBJECTS.len());
    }

    #[test]
    fn subjects_without_calls_come_last() {
        assert!(SUBJECTS.is_sorted_by_key(|subject| subject.calls.is_empty()));
    }

    /// Whether a route leads a path of the table.
    fn leads(route: &str, path: &str) -> bool {
        let (route, path): (Vec<_>, Vec<_>) = (route.split('/').collect(), path.split('/').collect());
        let is_same = |(route, path): (&&str, &&str)| route == path || route.starts_with('{');
        route.len() == path.len() && route.iter().zip(&path).all(is_same)
    }

    #[test]
    fn the_table_of_a_subject_says_what_its_routes_do() {
        for Subject { calls, routes, .. } in SUBJECTS {
            let routed: Vec<_> = routes().into_iter().map(|call| call.path).collect();
            for Call { path, .. } in calls.iter().filter(|call| !call.is_of_page()) {
                assert!(routed.iter().any(|route| leads(route, path)), "{path} leads nowhere");
            }
            for route in routed {
                assert!(calls.iter().any(|call| leads(route, call.path)), "{route} is not in the table");
            }
        }
    }
}
