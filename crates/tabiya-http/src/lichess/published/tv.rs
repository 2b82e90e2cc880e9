// SPDX-License-Identifier: AGPL-3.0-or-later
//! The best running games.

use super::{Subject, group};

pub(super) const SUBJECT: Subject = Subject {
    begins: &[],
    calls: group!("TV" {
        get "/api/tv/channels" "" "{TvChannel}" "The best running game of each speed, and `best`." []
        get "/api/tv/feed" "" "lines Featured|FeaturedMove" "The best running game, move by move." []
        get "/api/tv/{channel}" "" "games" "The best running games of a channel." ["nb@tv?" "moves?" "tags?" "clocks?" "opening?" "literate?" "pgnInJson?"]
        get "/api/tv/{channel}/feed" "" "lines Featured|FeaturedMove" "The best running game of a channel, move by move." []
    }),
    absent: &[],
};
