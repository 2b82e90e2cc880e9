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
use crate::venue::VenueSeat;

impl PlayedNow for Events {
    fn playing(&self, event: EventId) -> BoxFuture<'_, Result<Option<HashSet<PlayerId>>, StorageError>> {
        async move {
            match self.read(event).await {
                Ok(found) => {
                    let mut players = playing(&found);
                    let seats = seats_in_use(event, &found);
                    if !seats.is_empty() {
                        let key = self.venue_key().await?;
                        players.extend(seats.iter().map(|seat| seat.player(&key)));
                    }
                    Ok(Some(players))
                }
                Err(EventError::NoSuchEvent(_)) => Ok(None),
                Err(EventError::Storage(error)) => Err(error),
                Err(error) => Err(StorageError::Failed { detail: error.to_string() }),
            }
        }
        .boxed()
    }
}

fn has_clocks(event: &Event) -> bool {
    matches!(event.settings.time, Some(TimeControl::Clocks { .. })) && event.stage == Stage::Running
}

/// The seats at the venue of games on this server, with a clock, that go on.
fn seats_in_use(id: EventId, event: &Event) -> Vec<VenueSeat> {
    let mut seats = Vec::new();
    for (number, round) in (1..).zip(&event.rounds) {
        if round.stage != RoundStage::Started || !has_clocks(event) {
            continue;
        }
        let open = round.numbered().filter(|(_, board)| board.open_game().is_some());
        seats
            .extend(open.flat_map(|(at, board)| event.venue_seats_at(id, (number, round.paired), at, board)));
    }
    seats
}

/// The players of games on this server, with a clock, that go on.
fn playing(event: &Event) -> HashSet<PlayerId> {
    if !has_clocks(event) {
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
