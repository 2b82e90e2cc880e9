// SPDX-License-Identifier: MIT OR Apache-2.0
use crate::route::PageRoute;

pub(super) const ROUTES: &[PageRoute] = &[
    PageRoute { name: "analysis", path: "/analysis" },
    PageRoute { name: "analysedGame", path: "/analysis/{id}" },
];
