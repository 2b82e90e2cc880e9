// SPDX-License-Identifier: MIT OR Apache-2.0
use crate::route::PageRoute;

/// Which puzzle is shown stands behind a `#`.
pub(super) const ROUTES: &[PageRoute] = &[PageRoute { name: "puzzles", path: "/puzzles" }];
