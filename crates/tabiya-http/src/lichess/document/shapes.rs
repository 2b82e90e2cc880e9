// SPDX-License-Identifier: AGPL-3.0-or-later
//! The shapes of this API's answers, one table row per field. The type words are those of [`super::types`].
//!
//! Here stand those that the answers of several subjects have in common; each subject has its own beside its calls.
//! `tests/server/openapi/` compares real answers with them: a field that is missing, or has another type, fails there.

use crate::lichess::published;
use crate::lichess::rows::{FEN_AFTER_E4, Shape, alias, object};

const COMMON: &[Shape] = &[
    alias("Color", "'white'|'black'", "white", "A side."),
    alias(
        "Speed",
        "'bullet'|'blitz'|'rapid'|'classical'|'correspondence'",
        "blitz",
        "How fast a game is. A game without a limit counts as correspondence.",
    ),
    alias(
        "Perf",
        "'bullet'|'blitz'|'rapid'|'classical'|'correspondence'|'chess960'",
        "blitz",
        "The category in which a game counts, or would count.",
    ),
    alias(
        "VariantKey",
        "'standard'|'chess960'|'fromPosition'",
        "standard",
        "The kind of chess, and the start.",
    ),
    alias(
        "StatusName",
        "'created'|'started'|'aborted'|'mate'|'resign'|'stalemate'|'timeout'|'draw'|'outoftime'|'unknownFinish'",
        "started",
        "How a game stands: it waits for a player, goes on (`started`), or how it ended. `timeout` means that a player left.",
    ),
    object(
        "Error",
        "Why a call failed.",
        &[
            ("error", "string", "No such game", "A sentence for people; for OAuth a word of RFC 6749."),
            (
                "refusal?",
                "object",
                "",
                "Why a game refused a move or another act, for programs. Our own addition; `docs/protocol.md` lists the kinds.",
            ),
            ("error_description?", "string", "", "The sentence for people where `error` is a word."),
        ],
    ),
    object("PageError", "Why a call of the page failed.", &[("error", "PageErrorCause", "", "Why.")]),
    object(
        "PageErrorCause",
        "Why, for programs and for people.",
        &[
            ("code", "string", "not_found", "A word that stays the same."),
            ("message", "string", "there is no such game", "A sentence."),
        ],
    ),
    object("Done", "The call has done what it should.", &[("ok", "boolean", "true", "Always true.")]),
    object(
        "LightUser",
        "A player in a few words.",
        &[
            ("id", "string", "ann", "The name in lower case. It names the player in other calls."),
            ("name", "string", "Ann", "The name as the player writes it."),
            ("title?", "string", "", "`BOT`, or a title that an admin has given."),
        ],
    ),
    object(
        "Status",
        "How a game stands.",
        &[
            (
                "id",
                "integer",
                "20",
                "10 created, 20 started, 25 aborted, 30 mate, 31 resign, 32 stalemate, 33 timeout, 34 draw, 35 outoftime, 38 unknownFinish.",
            ),
            ("name", "StatusName", "", "The same as a word."),
        ],
    ),
    object(
        "Variant",
        "The kind of chess.",
        &[
            ("key", "VariantKey", "", "For programs."),
            ("name", "string", "Standard", "For people."),
            ("short?", "string", "Std", "For small places."),
        ],
    ),
    object(
        "Compat",
        "Which programs may play the game: all.",
        &[("bot", "boolean", "true", ""), ("board", "boolean", "true", "")],
    ),
    object(
        "Opponent",
        "The other side of an own game.",
        &[
            ("id", "string|null", "bob", "The player's id; null for the computer and for guests."),
            ("username", "string", "Bob", "The name."),
            ("rating?", "integer|null", "1490", "The rating at the beginning."),
            ("ratingDiff?", "integer", "", "When a rated game has ended: what it has changed."),
            ("ai?", "integer", "", "The computer's level."),
        ],
    ),
    object(
        "OwnGame",
        "A game as its player has it.",
        &[
            ("id", "string", "abcd1234", "The game's id."),
            ("gameId", "string", "abcd1234", "The same."),
            ("fullId", "string", "abcd1234whit", "The id and the side."),
            ("color", "Color", "", "The player's side."),
            ("fen", "string", FEN_AFTER_E4, "The position now."),
            ("lastMove", "string", "e2e4", "The last move; empty before the first."),
            ("hasMoved", "boolean", "true", "Whether the player has moved."),
            ("isMyTurn", "boolean", "false", "Whether the player is to move."),
            ("secondsLeft?", "integer", "298", "What is left on the player's clock."),
            (
                "source",
                "'friend'|'ai'|'arena'|'swiss'",
                "friend",
                "`ai` against the computer; `arena` and `swiss` in a tournament.",
            ),
            ("tournamentId?", "string", "", "The arena in which it is played."),
            ("swissId?", "string", "", "The Swiss tournament in which it is played."),
            ("status", "Status", "", "How the game stands."),
            ("winner?", "Color", "", "Who has won."),
            ("variant", "Variant", "", "The kind of chess."),
            ("speed", "Speed", "", "How fast."),
            ("perf", "Perf", "", "The category."),
            ("rated", "boolean", "true", "Whether it counts."),
            ("rating?", "integer", "", "The player's rating at the beginning."),
            ("ratingDiff?", "integer", "", "When a rated game has ended: what it has changed."),
            ("opponent", "Opponent", "", "The other side."),
            ("compat", "Compat", "", "Which programs may play it."),
            (
                "player?",
                "Color",
                "",
                "In the answer that begins a game with the computer: the player's side.",
            ),
            ("createdAt?", "time", "", "There too: when the game began."),
            ("turns?", "integer", "", "There too: half-moves so far."),
        ],
    ),
    object(
        "Side",
        "A player in a game or a challenge.",
        &[
            ("id", "string|null", "bob", "The player's id; null for guests."),
            ("name", "string", "Bob", "The name."),
            ("title", "string|null", "null", "`BOT`, or another title."),
            ("rating?", "integer", "1490", "The rating at the beginning; 1500 for guests."),
            ("provisional?", "boolean", "", "That rating is not sure yet."),
        ],
    ),
    object(
        "ComputerSide",
        "The computer in a game.",
        &[("aiLevel", "integer", "3", "Its level, from 1 to 15.")],
    ),
];

/// Every shape.
pub(super) fn shapes() -> impl Iterator<Item = &'static Shape> {
    COMMON.iter().chain(published::shapes())
}
