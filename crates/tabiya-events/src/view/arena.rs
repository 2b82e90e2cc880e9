// SPDX-License-Identifier: AGPL-3.0-or-later
//! The games of a player in an arena.

use tabiya_protocol::events::{ArenaGameView, ArenaGames, EntrantId, Side};
use tabiya_tournament::Colour;

use crate::arenas::{OwnGame, games_of};
use crate::event::Event;

/// The games of an entrant, the newest first.
pub fn arena_games(event: &Event, entrant: EntrantId) -> ArenaGames {
    let game = |OwnGame { game, side, points }| {
        let is_white = side == Colour::White;
        ArenaGameView {
            game: game.game,
            side: if is_white { Side::White } else { Side::Black },
            opponent: if is_white { game.black } else { game.white },
            outcome: game.outcome.map(|outcome| outcome.to_string()),
            points,
            berserk: game.berserk[usize::from(!is_white)],
        }
    };
    ArenaGames { games: games_of(event, entrant).into_iter().rev().map(game).collect() }
}
