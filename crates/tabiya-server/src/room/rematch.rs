// SPDX-License-Identifier: AGPL-3.0-or-later
//! After the end: another game with colours changed.
//!
//! Offers live in the room only. Nothing of a game comes after its end in the log.

use tabiya_game::{GameId, Seat, Seats, Status, Terms, TimeControl};
use tabiya_protocol::{CommandId, Refusal, ServerMessage};
use tabiya_rules::Color;

use super::computer::{level_of, seat_for_the_computer};
use super::connections::ConnectionId;
use super::message::encode;
use super::task::Room;

/// How a rematch stands.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rematch {
    offered_by: Option<Color>,
    game: Option<GameId>,
}

impl Rematch {
    /// What somebody who comes in must know; none where nobody wants a rematch yet.
    pub(super) fn message(&self, of: GameId) -> Option<ServerMessage> {
        let Self { offered_by, game } = *self;
        (offered_by.is_some() || game.is_some()).then_some(ServerMessage::Rematch {
            topic: of.into(),
            offered_by,
            game,
        })
    }
}

impl Room {
    pub(super) async fn rematch_wanted(&mut self, by: Color, sender: (ConnectionId, CommandId)) {
        if !matches!(self.game.status(), Status::Ended(_)) {
            return self.refuse(sender, Refusal::NotOver);
        }
        let opponent = self.game.seats()[by.opposite()];
        let agreed = matches!(opponent, Seat::Computer(_)) || self.rematch.offered_by == Some(by.opposite());
        if self.rematch.game.is_none() && agreed {
            match self.create_rematch(by).await {
                Ok(game) => self.rematch = Rematch { offered_by: None, game: Some(game) },
                Err(refusal) => return self.refuse(sender, refusal),
            }
        } else if self.rematch.game.is_none() && !matches!(opponent, Seat::Open) {
            self.rematch.offered_by = Some(by);
        }
        if let Some(message) = self.rematch.message(self.id) {
            self.connections.tell_all(&encode(&message), None);
        }
    }

    async fn create_rematch(&mut self, by: Color) -> Result<GameId, Refusal> {
        let shared = self.rooms.shared();
        let seats = self.game.seats();
        let limit = shared.max_unfinished_games;
        if let Seat::Player(player) = seats[by] {
            let unfinished = shared.store.unfinished_count_of(player).await;
            if unfinished.map_err(|_| Refusal::NotSaved)? as usize >= limit {
                return Err(Refusal::TooManyGames { limit: u32::try_from(limit).unwrap_or(u32::MAX) });
            }
        }
        let again = |seat| match seat {
            Seat::Computer(computer) => seat_for_the_computer(level_of(computer)),
            seat => seat,
        };
        let turned = Seats { white: again(seats[Color::Black]), black: again(seats[Color::White]) };
        let start = *self.game.history().start();
        let time = self.game.time_control().map(TimeControl::turned);
        let terms = Terms::new(start, time, turned).expect("the same terms were playable before");
        self.rooms.create(terms).await.map_err(|error| {
            tracing::error!(%error, "a rematch could not be created");
            Refusal::NotSaved
        })
    }
}
