// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the streams of a player and of a game tell, line by line.

use super::{Shape, object};

pub(super) const STREAMS: &[Shape] = &[
    object(
        "GameStarted",
        "A game goes on, or begins.",
        &[("type", "'gameStart'", "gameStart", ""), ("game", "OwnGame", "", "The game.")],
    ),
    object(
        "GameFinished",
        "A game has ended.",
        &[("type", "'gameFinish'", "gameFinish", ""), ("game", "OwnGame", "", "The game.")],
    ),
    object(
        "ChallengeMade",
        "A challenge waits, to the player or from the player.",
        &[
            ("type", "'challenge'", "challenge", ""),
            ("challenge", "Challenge", "", "The challenge."),
            ("compat", "Compat", "", "Which programs may play it."),
        ],
    ),
    object(
        "ChallengeCanceled",
        "A challenge was taken back, or nobody answered in time.",
        &[
            ("type", "'challengeCanceled'", "challengeCanceled", ""),
            ("challenge", "Challenge", "", "The challenge."),
        ],
    ),
    object(
        "ChallengeDeclined",
        "A challenge was declined; its reasons are in the challenge.",
        &[
            ("type", "'challengeDeclined'", "challengeDeclined", ""),
            ("challenge", "Challenge", "", "The challenge."),
        ],
    ),
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
