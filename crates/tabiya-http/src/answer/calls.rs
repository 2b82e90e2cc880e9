// SPDX-License-Identifier: AGPL-3.0-or-later
//! The form in which a subject hands out its calls.

use axum::routing::MethodRouter;

use crate::state::App;

/// Calls by their paths. A table and not a router, because the whole list can be read from a table: the test of who may call
/// what (`crates/tabiya/tests/server/access`) needs a row for each of them.
pub(crate) type Calls = Vec<(&'static str, MethodRouter<App>)>;
