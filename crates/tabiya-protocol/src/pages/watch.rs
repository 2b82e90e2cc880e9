// SPDX-License-Identifier: MIT OR Apache-2.0
use crate::route::PageRoute;

pub(super) const ROUTES: &[PageRoute] =
    &[PageRoute { name: "tv", path: "/@/{name}/tv" }, PageRoute { name: "watch", path: "/watch" }];
