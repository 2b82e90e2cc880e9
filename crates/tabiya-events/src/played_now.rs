// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who plays in an event at the moment, for its chat: nobody reads advice while a clock runs.

use std::collections::HashSet;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tabiya_game::{PlayerId, TimeControl};
use tabiya_live::chat::PlayedNow;
use tabiya_protocol::events::EventId;
use tabiya_store::StorageError;

use crate::event::{Event, RoundStage, Stage};
use crate::events::{EventError, Events};

impl PlayedNow for Events {
    fn playing(&self, event: EventId) -> BoxFuture<'_, Result<Option<HashSet<PlayerId>>, StorageError>> {
        async move {
            match self.read(event).await {
                Ok(event) => Ok(Some(playing(&event))),
                Err(EventError::NoSuchEvent(_)) => Ok(None),
                Err(EventError::Storage(error)) => Err(error),
                Err(error) => Err(StorageError::Failed { detail: error.to_string() }),
            }
        }
        .boxed()
    }
}

/// The players of games on this server, with a clock, that go on.
fn playing(event: &Event) -> HashSet<PlayerId> {
    let has_clock = matches!(event.settings.time, Some(TimeControl::Clocks { .. }));
    if !has_clock || event.stage != Stage::Running {
        return HashSet::new();
    }
    let begun = event.rounds.iter().filter(|round| round.stage == RoundStage::Started);
    let boards = begun.flat_map(|round| &round.boards).filter(|board| board.open_game().is_some());
    let of_rounds = boards.filter(|board| event.is_online(board)).flat_map(|board| board.players());
    let of_arena = event.arena.iter().flat_map(|arena| {
        let running = arena.running.iter().map(|place| arena.games[*place]);
        running.flat_map(|game| [game.white, game.black])
    });
    of_rounds.chain(of_arena).filter_map(|id| event.entrant(id)?.player).collect()
}
