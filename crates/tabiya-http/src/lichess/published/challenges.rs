// SPDX-License-Identifier: AGPL-3.0-or-later
//! Challenges.

use tabiya_engine::Level;

use super::{Bound, Calls, GAME_URL, Input, Shape, Subject, from_to, group, object};
use crate::answer::methods::{get, post};
use crate::lichess::challenge::MOST_GIVEN;
use crate::lichess::wish::MOST_INCREMENT;
use crate::lichess::{challenge, events};

pub(super) const SUBJECT: Subject = Subject {
    calls: group!("Challenges" {
        get "/api/stream/event" "challenge:read, bot:play or board:play" "lines GameStarted|GameFinished|ChallengeMade|ChallengeCanceled|ChallengeDeclined" "Games that begin and end, challenges that come and go. It begins with those that are there. One stream a token: a new one ends the one before." []
        get "/api/challenge" "challenge:read" "Challenges" "The challenges that wait, to you and from you." []
        post "/api/challenge/{username}" "challenge:write, bot:play or board:play" "Challenge; lines Challenge|ChallengeAnswered" "Challenges a player." ["rated" "clock.limit" "clock.increment" "clock.delay" "clock.bronstein" "days" "color" "variant" "fen" "rules" "keepAliveStream" "acceptByToken"]
        post "/api/challenge/ai" "challenge:write, bot:play or board:play" "201 OwnGame" "Begins a game against the computer." ["level!" "clock.limit" "clock.increment" "clock.delay" "clock.bronstein" "days" "color" "variant" "fen" "rules"]
        post "/api/challenge/open" "" "Challenge" "Makes a game that any two players may join." ["rated" "clock.limit" "clock.increment" "clock.delay" "clock.bronstein" "days" "variant" "fen" "rules" "users@two" "name"]
        get "/api/challenge/{id}/show" "token?" "Challenge" "A challenge. One of a player to another is shown to these two alone, by their tokens, until its game begins; also for a while after it was declined or taken back. Open ones, and those whose game everybody may see, need no token." []
        post "/api/challenge/{id}/accept" "challenge:write, bot:play or board:play" "Done" "Accepts a challenge, or sits down in an open one." ["color@side?"]
        post "/api/challenge/{id}/decline" "challenge:write, bot:play or board:play" "Done" "Declines a challenge." ["reason"]
        post "/api/challenge/{id}/cancel" "challenge:write, bot:play or board:play" "Done" "Takes a challenge back, or aborts its game if nobody has moved." []
        post "/api/challenge/{id}/start-clocks" "challenge:write" "Done" "Lets the clocks run before both have moved. Both players agree, by the caller's token and those in `token1` and `token2`." ["token1?" "token2?"]
        post "/api/round/{id}/add-time/{seconds}" "challenge:write" "Done" "Gives the opponent time." ["key?"]
    }),
    routes,
    inputs: INPUTS,
    bounds: BOUNDS,
    shapes: SHAPES,
    ..Subject::NONE
};

fn routes() -> Calls {
    Calls::new([
        ("/api/stream/event", get(events::stream)),
        ("/api/challenge", get(challenge::list)),
        ("/api/challenge/{name}", post(challenge::create)),
        ("/api/challenge/ai", post(challenge::ai)),
        ("/api/challenge/open", post(challenge::open)),
        ("/api/challenge/{id}/show", get(challenge::show)),
        ("/api/challenge/{id}/accept", post(challenge::accept)),
        ("/api/challenge/{id}/decline", post(challenge::decline)),
        ("/api/challenge/{id}/cancel", post(challenge::cancel)),
        ("/api/challenge/{id}/start-clocks", post(challenge::start_clocks)),
        ("/api/round/{id}/add-time/{seconds}", post(challenge::add_time)),
    ])
}

const INPUTS: &[Input] = &[
    ("seconds", "integer", "15", "From 1 to 86400."),
    (
        "clock.delay",
        "integer",
        "",
        "In place of the increment: seconds before the clock runs. Our own addition.",
    ),
    (
        "clock.bronstein",
        "integer",
        "",
        "In place of the increment: up to so many seconds are given back. Our own addition.",
    ),
    (
        "keepAliveStream",
        "boolean",
        "",
        "Answers with a stream: the challenge, then how it ended. The challenge is taken back when the stream is left. Without it a challenge for a game with clocks waits 20 seconds.",
    ),
    ("acceptByToken", "string", "", "A token of the opponent with challenge:write: the game begins at once."),
    ("level", "integer", "3", "How strong the computer is, from 1 to 15."),
    ("users@two", "string", "ann,bob", "The two who alone may join, the first one as White."),
    ("name", "string", "", "What you call the challenge."),
    (
        "reason",
        "string",
        "later",
        "generic, later, tooFast, tooSlow, timeControl, rated, casual, standard, variant, noBot or onlyBot.",
    ),
    ("color@side", "'white'|'black'|'random'", "", "In an open challenge: the side to take."),
    ("token1", "string", "", "A token of one player, if that is not the caller."),
    ("token2", "string", "", "A token of the other player."),
];

const BOUNDS: &[Bound] = &[
    ("clock.delay", || from_to(0, MOST_INCREMENT)),
    ("clock.bronstein", || from_to(0, MOST_INCREMENT)),
    ("level", || from_to(1, u64::from(Level::HIGHEST.get()))),
    ("seconds", || from_to(1, u64::from(MOST_GIVEN))),
];

const SHAPES: &[Shape] = &[
    object(
        "TimeControl",
        "The time of a challenge's game.",
        &[
            ("type", "'clock'|'correspondence'|'unlimited'", "clock", "Which of the others are there."),
            ("limit?", "integer", "300", "The time at the beginning, in seconds."),
            ("increment?", "integer", "3", "What each move adds, in seconds; or the delay."),
            ("delay?", "integer", "", "The same where it is a delay. Our own addition."),
            ("bronstein?", "integer", "", "The same where it is a delay after Bronstein. Our own addition."),
            ("show?", "string", "5+3", "The same for people."),
            ("daysPerTurn?", "integer", "", "Days for each move."),
        ],
    ),
    object(
        "ChallengePerf",
        "The category of a challenge's game.",
        &[("icon", "string", "", "Always empty."), ("name", "string", "Blitz", "The category's name.")],
    ),
    object(
        "Challenge",
        "A challenge.",
        &[
            ("id", "string", "abcd1234", "Its id, and its game's."),
            ("url", "url", GAME_URL, "Where its game is."),
            ("status", "'created'|'accepted'|'declined'|'canceled'", "created", "How it stands."),
            ("challenger?", "Side|ComputerSide|null", "", "Who asks."),
            ("destUser?", "Side|ComputerSide|null", "", "Who is asked; null for an open challenge."),
            ("direction?", "'in'|'out'", "out", "Whether the caller is asked or asks."),
            ("variant", "Variant", "", "The kind of chess."),
            ("initialFen?", "string", "", "The start, where it is not the usual one."),
            ("rated", "boolean", "true", "Whether the game counts."),
            ("speed", "Speed", "", "How fast."),
            ("timeControl", "TimeControl", "", "The clocks."),
            ("color", "'white'|'black'|'random'", "random", "What the challenger asked for."),
            ("finalColor?", "Color", "", "The challenger's side, which chance has decided where nobody did."),
            ("perf", "ChallengePerf", "", "The category."),
            ("declineReason?", "string", "", "Why it was declined, in a sentence."),
            ("declineReasonKey?", "string", "", "The same as a word in lower case, such as `toofast`."),
            ("open?", "OpenTo", "", "An open challenge only."),
            ("urlWhite?", "url", "", "An open challenge only: where White sits down."),
            ("urlBlack?", "url", "", "An open challenge only: where Black sits down."),
            ("name?", "string", "", "An open challenge only: what its creator calls it."),
            ("challenge?", "Challenge", "", "The same once more, for older clients."),
            ("game?", "OwnGame", "", "With `acceptByToken` only: the game, which has begun."),
        ],
    ),
    object("OpenTo", "Who may accept an open challenge.", &[("userIds", "null", "", "Everybody.")]),
    object(
        "ChallengeAnswered",
        "The last line of `keepAliveStream`.",
        &[("done", "'accepted'|'declined'|'canceled'", "accepted", "How the challenge ended.")],
    ),
    object(
        "Challenges",
        "The challenges that wait.",
        &[("in", "[Challenge]", "", "To the caller."), ("out", "[Challenge]", "", "From the caller.")],
    ),
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
];
