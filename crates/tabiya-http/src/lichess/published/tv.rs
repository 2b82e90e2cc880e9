// SPDX-License-Identifier: AGPL-3.0-or-later
//! The best running games.

use super::{Bound, Calls, FEN_AFTER_E4, Input, Shape, Subject, from_to, group, object};
use crate::answer::methods::get;
use crate::lichess::{streams, tv};

pub(super) const SUBJECT: Subject = Subject {
    calls: group!("TV" {
        get "/api/tv/channels" "" "{TvChannel}" "The best running game of each speed, and `best`." []
        get "/api/tv/feed" "" "lines Featured|FeaturedMove" "The best running game, move by move." []
        get "/api/tv/{channel}" "" "games" "The best running games of a channel." ["nb@tv?" "moves?" "tags?" "clocks?" "opening?" "literate?" "pgnInJson?"]
        get "/api/tv/{channel}/feed" "" "lines Featured|FeaturedMove" "The best running game of a channel, move by move." []
    }),
    routes,
    inputs: INPUTS,
    bounds: BOUNDS,
    shapes: SHAPES,
    ..Subject::NONE
};

fn routes() -> Calls {
    Calls::new([
        ("/api/tv/channels", get(streams::channels)),
        ("/api/tv/feed", get(tv::feed)),
        ("/api/tv/{channel}", get(tv::games)),
        ("/api/tv/{channel}/feed", get(tv::channel_feed)),
    ])
}

const INPUTS: &[Input] = &[
    ("channel", "'best'|'bullet'|'blitz'|'rapid'|'classical'", "blitz", "A speed; `best` is all of them."),
    ("nb@tv", "integer", "", "How many games at most. Default: 10."),
];

const BOUNDS: &[Bound] = &[("nb@tv", || from_to(1, tv::MOST_GAMES))];

const SHAPES: &[Shape] = &[
    object(
        "TvUser",
        "A player on TV.",
        &[
            ("id", "string|null", "ann", "The id; null for guests."),
            ("name", "string|null", "Ann", "The name."),
            ("title", "string|null", "null", "A title."),
        ],
    ),
    object(
        "TvChannel",
        "The best running game of a speed.",
        &[
            ("user", "TvUser", "", "Its stronger player."),
            ("rating", "integer", "1523", "That player's rating."),
            ("gameId", "string", "abcd1234", "The game."),
            ("color", "Color", "", "That player's side."),
        ],
    ),
    object(
        "TvPlayer",
        "A side of the game on TV.",
        &[
            ("color", "Color", "", "The side."),
            ("user", "TvUser", "", "The player."),
            ("rating", "integer|null", "1523", "The rating."),
            ("seconds", "integer|null", "298", "What is left on the clock."),
        ],
    ),
    object(
        "Featured",
        "Another game is the best now.",
        &[("t", "'featured'", "featured", ""), ("d", "FeaturedGame", "", "The game.")],
    ),
    object(
        "FeaturedGame",
        "The game on TV.",
        &[
            ("id", "string", "abcd1234", "The game."),
            ("orientation", "Color", "", "Which side is below."),
            ("players", "[TvPlayer]", "", "White and Black."),
            ("fen", "string", FEN_AFTER_E4, "The position."),
        ],
    ),
    object(
        "FeaturedMove",
        "A move in the game on TV.",
        &[("t", "'fen'", "fen", ""), ("d", "FeaturedPosition", "", "The position.")],
    ),
    object(
        "FeaturedPosition",
        "A position on TV.",
        &[
            ("fen", "string", FEN_AFTER_E4, "The position."),
            ("lm", "string|null", "e2e4", "The move that led to it."),
            ("wc", "integer|null", "298", "White's clock in seconds."),
            ("bc", "integer|null", "300", "Black's clock in seconds."),
        ],
    ),
];
