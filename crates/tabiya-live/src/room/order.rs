// SPDX-License-Identifier: AGPL-3.0-or-later
//! One command from somebody who is not in the room, as an HTTP call brings it: it is carried out, answered, and leaves no
//! trace of presence.

use serde::Deserialize;
use tabiya_archive::archive::ReadError;
use tabiya_game::GameId;
use tabiya_protocol::Refusal;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::topic::{Body, Outbox, Outgoing};

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

/// What is looked at in an answer.
#[derive(Deserialize)]
struct Answer {
    #[serde(rename = "type")]
    kind: String,
    id: Option<u32>,
    refusal: Option<Refusal>,
    message: Option<String>,
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
            return answer(&mut answers).await;
        }
        Err(OrderError::Gone)
    }
}

async fn answer(answers: &mut Outbox) -> Result<(), OrderError> {
    loop {
        let text = match answers.next().await {
            Outgoing::Message { body: Body::Text(text), .. } => text,
            Outgoing::Message { .. } => continue,
            Outgoing::Missed(_) | Outgoing::Ended(_) | Outgoing::Dismissed => return Err(OrderError::Gone),
        };
        // Messages that are told to everybody come by, too.
        let Ok(answer) = serde_json::from_str::<Answer>(&text) else { continue };
        match answer {
            Answer { kind, id: Some(ORDER), refusal: Some(refusal), message, .. } if kind == "refused" => {
                let message = message.unwrap_or_else(|| refusal.to_string());
                return Err(OrderError::Refused { refusal, message });
            }
            Answer { id: Some(ORDER), .. } => return Ok(()),
            // The answer to a move that was played before, and to an offer of a rematch.
            Answer { kind, .. } if kind == "synced" || kind == "rematch" => return Ok(()),
            Answer { .. } => {}
        }
    }
}
