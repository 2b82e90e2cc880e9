// SPDX-License-Identifier: AGPL-3.0-or-later
//! Playing from a board.

use serde_json::json;
use tabiya_protocol::MAX_CHAT;

use super::{Bound, Calls, Input, Shape, Subject, from_to, group, longest, object, pattern};
use crate::answer::methods::{get, post};
use crate::lichess::seek::MOST_MINUTES;
use crate::lichess::wish::MOST_INCREMENT;
use crate::lichess::{board, play, seek};

pub(super) const SUBJECT: Subject = Subject {
    calls: group!("Board" {
        post "/api/board/seek" "board:play" "lines Error" "Looks for an opponent as long as the request lives. Blank lines until then; the game is told by `/api/stream/event`. A line with an error says why the search ended." ["rated" "time" "increment" "days" "variant" "color" "ratingRange"]
        get "/api/board/game/stream/{id}" "board:play" "lines GameFull|GameState|ChatLine|OpponentGone" "A game of yours. The stream ends with the game." []
        post "/api/board/game/{id}/move/{uci}" "board:play" "Done" "Moves. The move that you have just made, sent again before the opponent's reply, is not played again. With `offeringDraw=true` the key is the draw offer's, not the move's." ["offeringDraw?" "key?"]
        get "/api/board/game/{id}/chat" "board:play" "[ChatMessage]" "What was said." ["room@read?"]
        post "/api/board/game/{id}/chat" "board:play" "Done" "Says something." ["room" "text!"]
        post "/api/board/game/{id}/abort" "board:play" "Done" "Aborts a game before both have moved." ["key?"]
        post "/api/board/game/{id}/resign" "board:play" "Done" "Resigns." []
        post "/api/board/game/{id}/draw/{answer}" "board:play" "Done" "Offers, accepts or declines a draw." ["key?"]
        post "/api/board/game/{id}/takeback/{answer}" "board:play" "Done" "Proposes, accepts or declines a takeback." ["key?"]
        post "/api/board/game/{id}/claim-victory" "board:play" "Done" "Wins against an opponent who has left." ["key?"]
        post "/api/board/game/{id}/claim-draw" "board:play" "Done" "Claims a draw by repetition or fifty moves, or against an opponent who has left." ["key?"]
        post "/api/board/game/{id}/berserk" "board:play" "Done" "Gives up half of your time, and what moves add, for a point more: in an arena, before your first move." ["key?"]
    }),
    routes,
    inputs: INPUTS,
    bounds: BOUNDS,
    shapes: SHAPES,
    ..Subject::NONE
};

fn routes() -> Calls {
    Calls::new([
        ("/api/board/seek", post(seek::seek)),
        ("/api/board/game/stream/{id}", get(board::stream)),
        ("/api/board/game/{id}/chat", get(play::chat).merge(post(play::say))),
        ("/api/board/game/{id}/move/{uci}", post(play::play)),
        ("/api/board/game/{id}/{what}/{accept}", post(play::answer)),
        ("/api/board/game/{id}/{what}", post(play::act)),
    ])
}

const INPUTS: &[Input] = &[
    ("uci", "string", "e2e4", "A move: from, to, and the letter of the piece to which a pawn promotes."),
    ("answer", "'yes'|'no'", "yes", "`yes` offers or accepts, `no` declines."),
    ("time", "number", "10", "The time at the beginning, in minutes."),
    ("increment", "integer", "5", "What each move adds, in seconds."),
    ("ratingRange", "string", "", "Whom you want to meet, as in 1500-1800."),
    ("offeringDraw", "boolean", "", "Offers a draw with the move."),
    (
        "key",
        "string",
        "Rk3mZ0qP",
        "Chosen at random, and the same whenever this call is made again: it is carried out once, and answered as before; with a move it is the key of the draw offer. Our own addition.",
    ),
    (
        "room",
        "'player'|'spectator'",
        "player",
        "Who is to read it. Players write to the spectators only after the game.",
    ),
    (
        "room@read",
        "'player'|'spectator'",
        "",
        "What the players said (default), or the spectators. The spectators' is shown to players only after the game. Our own addition.",
    ),
    ("text", "string", "Good luck!", "What to say; 300 characters at most, and a longer text is refused."),
];

const BOUNDS: &[Bound] = &[
    ("time", || json!({ "minimum": 0.0, "maximum": MOST_MINUTES })),
    ("increment", || from_to(0, MOST_INCREMENT)),
    ("ratingRange", || pattern("^ *[0-9]{1,5} *- *[0-9]{1,5} *$")),
    ("text", || longest(MAX_CHAT)),
    ("key", || pattern("^[A-Za-z0-9_-]{1,32}$")),
];

const SHAPES: &[Shape] = &[
    object(
        "GameFull",
        "The first line of a game's stream: everything.",
        &[
            ("type", "'gameFull'", "gameFull", ""),
            ("id", "string", "abcd1234", "The game's id."),
            ("variant", "Variant", "", "The kind of chess."),
            ("speed", "Speed", "", "How fast."),
            ("perf", "PerfName", "", "The category."),
            ("rated", "boolean", "true", "Whether it counts."),
            ("createdAt", "time", "1767225600000", "When it was made."),
            ("white", "Side|ComputerSide", "", "White."),
            ("black", "Side|ComputerSide", "", "Black."),
            ("initialFen", "string", "startpos", "`startpos`, or a FEN."),
            ("clock", "GameClock|null", "", "Milliseconds; null without clocks."),
            ("daysPerTurn?", "integer", "", "Days for each move."),
            ("tournamentId?", "string", "", "The arena in which it is played."),
            ("swissId?", "string", "", "The Swiss tournament in which it is played."),
            ("state", "GameState", "", "How the game stands."),
        ],
    ),
    object("PerfName", "A category.", &[("name", "string", "Blitz", "Its name for people.")]),
    object(
        "GameClock",
        "A clock, in milliseconds.",
        &[
            ("initial", "integer", "300000", "At the beginning."),
            ("increment", "integer", "3000", "Added by each move; or the delay."),
            ("delay?", "integer", "", "The same where it is a delay. Our own addition."),
            ("bronstein?", "integer", "", "The same where it is a delay after Bronstein. Our own addition."),
        ],
    ),
    object(
        "GameState",
        "How a game stands; sent again with each change.",
        &[
            ("type", "'gameState'", "gameState", ""),
            (
                "moves",
                "string",
                "e2e4 e7e5",
                "All moves so far as UCI. Castling is the king's own move (`e1g1`), in Chess960 the king takes the rook.",
            ),
            ("wtime", "integer", "298000", "White's clock, in milliseconds; 2147483647 without clocks."),
            ("btime", "integer", "300000", "Black's clock."),
            ("winc", "integer", "3000", "What each move adds to White's clock, in milliseconds."),
            ("binc", "integer", "3000", "The same for Black."),
            ("status", "StatusName", "", "How the game stands; `started` while it goes on."),
            ("winner?", "Color", "", "Who has won."),
            ("wdraw?", "boolean", "", "White offers a draw."),
            ("bdraw?", "boolean", "", "Black offers a draw."),
            ("wtakeback?", "boolean", "", "White proposes a takeback."),
            ("btakeback?", "boolean", "", "Black proposes a takeback."),
        ],
    ),
    object(
        "ChatLine",
        "Somebody said something.",
        &[
            ("type", "'chatLine'", "chatLine", ""),
            ("room", "'player'|'spectator'", "player", "Who reads it: the players, or the spectators."),
            ("username", "string", "Bob", "Who said it."),
            ("text", "string", "Good luck!", "What was said."),
        ],
    ),
    object(
        "OpponentGone",
        "The opponent has gone, or has come back.",
        &[
            ("type", "'opponentGone'", "opponentGone", ""),
            ("gone", "boolean", "true", "Whether the opponent is gone."),
            ("claimWinInSeconds?", "integer", "12", "In how many seconds the win may be claimed; 0 for now."),
        ],
    ),
    object(
        "ChatMessage",
        "What somebody said.",
        &[("user", "string", "Bob", "Who."), ("text", "string", "Good luck!", "What.")],
    ),
];
