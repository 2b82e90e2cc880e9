// SPDX-License-Identifier: AGPL-3.0-or-later
//! Creates the game of two players who have found each other, and tells them.

use tabiya_game::{PlayerId, Seat, Seats, Terms};
use tabiya_limits::address::ChargeNewGame;
use tabiya_rules::Position;
use tabiya_runtime::chance;

use super::ports::LobbyPorts;
use super::seek::{Fault, Match, Sought, no_bots};
use crate::entry::{QuotaError, too_many_new_games};

/// Creates the game. Both players are told when this returns. `charges` counts the game for each player's address, White's
/// first.
pub(super) async fn begin(
    ports: &LobbyPorts,
    pair: &Match,
    charges: [Option<ChargeNewGame>; 2],
) -> Result<(), Fault> {
    let (white, black) = (&pair.white.player, &pair.black.player);
    let not_saved = |error| {
        tracing::error!(%error, "two players in the lobby were kept waiting");
        Fault::NotSaved
    };
    if ports.are_apart(white.id, black.id).await.map_err(not_saved)? {
        return Err(Fault::Apart);
    }
    for (player, charge) in [white.id, black.id].into_iter().zip(charges) {
        // A tab that is closed by now costs its address nothing.
        if let Some(Err(wait)) = charge.map(|charge| charge()) {
            return Err(Fault::Of(player, too_many_new_games(wait)));
        }
    }
    let entered = ports.entrance.enter(&[white.id, black.id], pair.sought.rated).await;
    let _entry = entered.map_err(|error| match error {
        QuotaError::TooMany { player, .. }
        | QuotaError::TooFast { player, .. }
        | QuotaError::Paused { player, .. } => Fault::Of(player, error.refusal(player)),
        QuotaError::Storage(error) => not_saved(error),
    })?;
    // An account may have become a bot's since it began to search; none does while the entry is held.
    if let Some(bot) = ports.bot_among(&[white.id, black.id]).await.map_err(not_saved)? {
        return Err(Fault::Of(bot, no_bots()));
    }
    let game = ports.rooms.create(terms(pair.sought, white.id, black.id)).await.map_err(not_saved)?;
    ports.personal.tell_paired(game, [white, black].map(|player| (player.id, &player.view)));
    Ok(())
}

fn terms(sought: Sought, white: PlayerId, black: PlayerId) -> Terms {
    let start = if sought.chess960 { chance::chess960() } else { Position::start() };
    let seats = Seats { white: Seat::Player(white), black: Seat::Player(black) };
    let terms = Terms::new(start, Some(sought.time), seats).expect("two players begin at the start");
    if sought.rated { terms.rated().expect("people with clocks play rated games") } else { terms }
}
