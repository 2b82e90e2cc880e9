// SPDX-License-Identifier: AGPL-3.0-or-later
//! Events of games as text, without a copy of what they hold.

use serde::Serialize;
use tabiya_game::GameId;
use tabiya_protocol::{CommandId, GameEvent, Situation, Topic};
use tabiya_runtime::message::{USUAL_LENGTH, text_of};
use tabiya_runtime::topic::{Dialect, Encode, Text};

/// The beginning of every event without a command's id. The copy for the client whose command caused the
/// event differs only here.
const EVENT_OF_NOBODY: &[u8] = br#"{"type":"event","id":null"#;

/// A `ServerMessage::Event` that borrows its content.
pub(super) struct EventMessage<'a> {
    pub(super) game: GameId,
    pub(super) seq: u32,
    pub(super) event: &'a GameEvent,
    pub(super) situation: &'a Situation,
}

/// The fields after the event's beginning.
#[derive(Serialize)]
struct Rest<'a> {
    topic: Topic,
    seq: u32,
    event: &'a GameEvent,
    situation: &'a Situation,
}

impl Encode for EventMessage<'_> {
    fn encode(&self, _: Dialect) -> Text {
        let Self { game, seq, event, situation } = *self;
        let mut json = Vec::with_capacity(USUAL_LENGTH);
        json.extend_from_slice(EVENT_OF_NOBODY);
        let rest = Rest { topic: game.into(), seq, event, situation };
        serde_json::to_writer(&mut json, &rest).expect("messages hold nothing that JSON can't say");
        // These fields were written as an object of their own. The comma makes them continue the beginning.
        json[EVENT_OF_NOBODY.len()] = b',';
        text_of(json)
    }

    fn encode_answer(&self, _: Dialect, id: CommandId, shared: &Text) -> Text {
        let rest = &shared.as_bytes()[EVENT_OF_NOBODY.len()..];
        let mut json = format!(r#"{{"type":"event","id":{id}"#).into_bytes();
        json.reserve_exact(rest.len());
        json.extend_from_slice(rest);
        text_of(json)
    }
}

#[cfg(test)]
mod tests {
    use tabiya_archive::view;
    use tabiya_game::{Game, PlayerId, Seat, Seats, Terms, Time};
    use tabiya_protocol::ServerMessage;
    use tabiya_rules::{Color, Position};

    use super::*;

    #[test]
    fn an_event_reads_the_same_however_it_was_written() {
        let seats = Seats::new(PlayerId::from_bytes([1; 16]), Color::White, Seat::Open);
        let (game, _) = Game::create(Terms::new(Position::start(), None, seats).unwrap(), Time(1));
        let id = GameId::from_bits(7);
        let situation = view::situation(&game, Time(1));
        let event = GameEvent::DrawOffered { by: Color::Black };
        let message = EventMessage { game: id, seq: 3, event: &event, situation: &situation };
        let shared = message.encode(Dialect::Page);
        let answer = message.encode_answer(Dialect::Page, 42, &shared);
        for (text, command) in [(shared, None), (answer, Some(42))] {
            let expected = ServerMessage::Event {
                topic: id.into(),
                seq: 3,
                id: command,
                event: event.clone(),
                situation: Box::new(situation.clone()),
            };
            assert_eq!(serde_json::from_str::<ServerMessage>(&text).unwrap(), expected, "{text}");
        }
    }
}
