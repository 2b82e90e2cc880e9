// SPDX-License-Identifier: AGPL-3.0-or-later
//! One command from somebody who is not in the room, as an HTTP call brings it: it is carried out, answered, and leaves no
//! trace of presence.

use tabiya_archive::archive::ReadError;
use tabiya_game::{GameId, Time};
use tabiya_protocol::Refusal;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::topic::{Answer, Outbox};

use super::Rooms;
use super::command::RoomCommand;
use super::handle::{ORDER, Order, RoomGone, RoomMessage};

/// Why an order was not carried out.
#[derive(Debug)]
pub enum OrderError {
    /// The game refuses it.
    Refused {
        /// Why.
        refusal: Refusal,
        /// The same in words for people.
        message: String,
    },
    /// There is no such game, or it can't be read.
    Read(ReadError),
    /// The room ended before it answered.
    Gone,
}

impl Rooms {
    /// Has a game's room carry out a command of somebody who need not follow the game.
    ///
    /// # Errors
    /// Why nothing has happened; or, with [`OrderError::Gone`], it is not known.
    pub async fn order(
        &self,
        id: GameId,
        identity: Identity,
        command: RoomCommand,
    ) -> Result<(), OrderError> {
        let arrival = self.timeline().now();
        self.order_at(id, identity, command, arrival).await
    }

    /// The same for a command that came at this time of the line.
    pub(super) async fn order_at(
        &self,
        id: GameId,
        identity: Identity,
        command: RoomCommand,
        arrival: Time,
    ) -> Result<(), OrderError> {
        for _ in 0..2 {
            let room = self.get(id).await.map_err(OrderError::Read)?;
            if !room.admits(Some(&identity)) {
                return Err(OrderError::Read(ReadError::NoSuchGame(id)));
            }
            let mut answers = Outbox::default();
            let outbox = answers.subscribe();
            let (identity, command) = (identity.clone(), command.clone());
            let order = RoomMessage::Order(Box::new(Order { identity, command, arrival, outbox }));
            // A room that ends in this moment has not taken the order.
            if let Err(RoomGone) = room.send(order).await {
                continue;
            }
            return match answers.answer(ORDER).await {
                Answer::Done(_) => Ok(()),
                Answer::Refused { refusal, message } => Err(OrderError::Refused { refusal, message }),
                Answer::Gone => Err(OrderError::Gone),
            };
        }
        Err(OrderError::Gone)
    }
}
