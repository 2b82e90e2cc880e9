// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the server's engine has found about positions. Engines elsewhere are not here yet.

use super::{Bound, Calls, Input, START_FEN, Shape, Subject, from_to, group, object};
use crate::answer::methods::get;
use crate::lichess::analysed;

pub(super) const SUBJECT: Subject = Subject {
    calls: group!("Analysis" {
        get "/api/cloud-eval" "token?" "CloudEval" "What the server's engine has found about a position, when it analysed a game that everybody may see. Whoever plays a game is told nothing that could help in it." ["fen@cloud?!" "multiPv?" "variant?"]
    }),
    routes: || Calls::new([("/api/cloud-eval", get(analysed::cloud))]),
    inputs: INPUTS,
    bounds: BOUNDS,
    shapes: SHAPES,
    absent: &[
        "/api/external-engine",
        "/api/external-engine/{id}",
        "/api/external-engine/{id}/analyse",
        "/api/external-engine/work",
        "/api/external-engine/work/{id}",
    ],
    ..Subject::NONE
};

const INPUTS: &[Input] = &[
    ("fen@cloud", "string", START_FEN, "The position. Its counters don't matter."),
    ("multiPv", "integer", "", "How many lines. One is known of each position. Default: 1."),
];

const BOUNDS: &[Bound] = &[("multiPv", || from_to(1, analysed::MOST_LINES))];

const SHAPES: &[Shape] = &[
    object(
        "CloudEval",
        "What the engine has found about a position.",
        &[
            ("fen", "string", START_FEN, "The position, without its counters."),
            ("knodes", "integer", "300", "Thousands of nodes that the engine has looked at."),
            ("depth", "integer", "14", "How deep, in half-moves."),
            ("pvs", "[CloudLine]", "", "The best line."),
        ],
    ),
    object(
        "CloudLine",
        "A line.",
        &[
            ("moves", "string", "e2e4 e7e5", "Its moves in UCI notation."),
            (
                "cp?",
                "integer",
                "34",
                "What it is worth in hundredths of a pawn, positive where White is better.",
            ),
            (
                "mate?",
                "integer",
                "",
                "In place of it: in how many moves it mates, negative where Black does.",
            ),
        ],
    ),
];
