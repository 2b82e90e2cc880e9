// SPDX-License-Identifier: AGPL-3.0-or-later
//! What many answers have in common.

use super::{Shape, alias, object};

pub(super) const COMMON: &[Shape] = &[
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
];
