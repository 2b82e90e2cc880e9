// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the next version of the program says between nodes, for the test of a rolling upgrade (see `next.rs` of `tabiya-store`).

use tabiya_game::GameId;
use tabiya_protocol::Refusal;
use tabiya_store::next;

use super::ask;
use super::wire::{Reply, Wish};
use crate::peers::Peers;

/// Says something that the version before does not know. Whatever the owner answers, the relay goes on.
pub(super) async fn greet(peers: &Peers, game: GameId) {
    if !next::is_on() {
        return;
    }
    match ask(peers, game, Wish::Greet).await {
        Some(Reply::Done) => tracing::info!("the owner of a game knows what the next version says"),
        Some(Reply::Refused(Refusal::NotKnown)) => {
            tracing::info!("the owner of a game does not know what the next version says");
        }
        Some(_) | None => tracing::info!("the owner of a game says nothing to the next version"),
    }
}
