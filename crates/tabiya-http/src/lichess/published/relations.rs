// SPDX-License-Identifier: AGPL-3.0-or-later
//! Follows and blocks.

use super::{Calls, Subject, group};
use crate::answer::methods::{get, post};
use crate::lichess::relations;

pub(super) const SUBJECT: Subject = Subject {
    calls: group!("Relations" {
        get "/api/rel/following" "follow:read" "lines User" "Whom you follow." []
        post "/api/rel/follow/{username}" "follow:write" "Done" "Follows a player." []
        post "/api/rel/unfollow/{username}" "follow:write" "Done" "Follows a player no more." []
        post "/api/rel/block/{username}" "follow:write" "Done" "Blocks a player: neither may challenge or write to the other." []
        post "/api/rel/unblock/{username}" "follow:write" "Done" "Blocks a player no more." []
    }),
    routes,
    ..Subject::NONE
};

fn routes() -> Calls {
    Calls::new([
        ("/api/rel/following", get(relations::following)),
        ("/api/rel/{what}/{name}", post(relations::change)),
    ])
}
