// SPDX-License-Identifier: MIT OR Apache-2.0
use crate::route::PageRoute;

pub(super) const ROUTES: &[PageRoute] = &[
    PageRoute { name: "events", path: "/events" },
    PageRoute { name: "newEvent", path: "/events/new" },
    PageRoute { name: "members", path: "/members" },
    PageRoute { name: "event", path: "/event/{id}" },
];
