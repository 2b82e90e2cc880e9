// SPDX-License-Identifier: AGPL-3.0-or-later
//! The form in which a subject hands out its calls.

use axum::Router;
use axum::routing::MethodRouter;

use crate::state::App;

/// Calls by their paths. A table and not a router, because the whole list can be read from a table: the test of who may call
/// what (`crates/tabiya/tests/server/access`) needs a row for each of them.
#[derive(Default)]
pub(crate) struct Calls {
    calls: Vec<Call>,
    pages: Vec<(&'static str, MethodRouter<App>)>,
}

/// A path, and what answers there.
pub(crate) struct Call {
    pub(crate) path: &'static str,
    pub(crate) answers: MethodRouter<App>,
    /// Whether a caller who reads here waits until its network has a turn.
    pub(crate) is_in_turn: bool,
}

impl Calls {
    pub(crate) fn new(calls: impl IntoIterator<Item = (&'static str, MethodRouter<App>)>) -> Self {
        let call = |(path, answers)| Call { path, answers, is_in_turn: true };
        Self { calls: calls.into_iter().map(call).collect(), pages: Vec::new() }
    }

    /// The same and one more, for which nobody waits: it costs nothing, or takes long and has a limit of its own.
    pub(crate) fn out_of_turn(mut self, path: &'static str, answers: MethodRouter<App>) -> Self {
        self.calls.push(Call { path, answers, is_in_turn: false });
        self
    }

    /// The same with a page of the subject, by its name in `PAGE_ROUTES`, that does not open as any other: for some addresses there is nothing,
    /// which the status says, too.
    pub(crate) fn page(mut self, name: &'static str, answers: MethodRouter<App>) -> Self {
        self.pages.push((name, answers));
        self
    }

    /// The pages that do not open as any other, by their names.
    pub(crate) fn into_pages(self) -> Vec<(&'static str, MethodRouter<App>)> {
        self.pages
    }

    pub(crate) fn routed(self) -> Router<App> {
        self.calls
            .into_iter()
            .fold(Router::new(), |router, Call { path, answers, .. }| router.route(path, answers))
    }
}

impl IntoIterator for Calls {
    type Item = Call;
    type IntoIter = std::vec::IntoIter<Call>;

    fn into_iter(self) -> Self::IntoIter {
        self.calls.into_iter()
    }
}

impl FromIterator<Calls> for Calls {
    fn from_iter<I: IntoIterator<Item = Calls>>(all: I) -> Self {
        let mut whole = Self::default();
        for Self { calls, pages } in all {
            whole.calls.extend(calls);
            whole.pages.extend(pages);
        }
        whole
    }
}
