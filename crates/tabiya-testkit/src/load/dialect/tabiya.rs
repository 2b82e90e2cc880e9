// SPDX-License-Identifier: AGPL-3.0-or-later
//! Messages of Tabiya with protocol 3.
//!
//! An incoming message is about 1.5 KB of JSON, most of it the current position with its legal moves. The few fields that
//! are needed are found by their names without parsing the rest. If a name occurs more than once, its first occurrence is
//! meant: the event comes before the situation after it.

use memchr::memmem;
use serde::Deserialize;

use super::{EventKind, Message, number_after};
use crate::history::Uci;

/// The first message on a new connection: asks for the game, or for the events after `after`.
pub(super) fn subscribe(game: &str, after: Option<u32>) -> String {
    let after = after.map_or(String::new(), |seq| format!(r#","after":{seq}"#));
    format!(r#"{{"type":"subscribe","topic":"game:{game}"{after}}}"#)
}

/// Asks for the number of the newest event.
pub(in crate::load) fn ping(game: &str) -> String {
    format!(r#"{{"type":"ping","topic":"game:{game}"}}"#)
}

/// A command. `fields` is JSON that follows the command's number; each field begins with a comma.
pub(in crate::load) fn command(kind: &str, game: &str, id: u32, fields: &str) -> String {
    format!(r#"{{"type":"{kind}","topic":"game:{game}","id":{id}{fields}}}"#)
}

/// Reads a message; `None` if it is not valid.
pub(super) fn read(text: &[u8]) -> Option<Message> {
    let kind = word(text, b"\"type\":\"")?;
    match kind {
        b"event" => Some(Message::Event {
            seq: number_after(text, b"\"seq\":")?,
            id: number_after(text, b"\"id\":"),
            event: event_kind(text)?,
        }),
        b"state" => state(text),
        b"synced" => Some(Message::Synced {
            seq: number_after(text, b"\"seq\":")?,
            ply: number_after(text, b"\"ply\":")?,
            seated: word(text, b"\"you\":\"").is_some(),
        }),
        b"pong" => Some(Message::Pong { seq: number_after(text, b"\"seq\":")? }),
        b"refused" => Some(Message::Refused {
            id: number_after(text, b"\"id\":"),
            kind: String::from_utf8_lossy(word(text, b"\"kind\":\"")?).into_owned(),
        }),
        _ => Some(Message::Other),
    }
}

fn event_kind(text: &[u8]) -> Option<EventKind> {
    Some(match word(text, b"\"kind\":\"")? {
        b"move_played" => EventKind::Move {
            uci: Uci::from_bytes(word(text, b"\"uci\":\"")?)?,
            clock: number_after(text, b"\"clock_ms\":"),
        },
        b"joined" => EventKind::Joined,
        b"ended" => EventKind::Ended,
        b"turn_restarted" => EventKind::TurnRestarted,
        _ => EventKind::Other,
    })
}

/// Parses the whole message, because it comes only once for each connection.
fn state(text: &[u8]) -> Option<Message> {
    #[derive(Deserialize)]
    struct State {
        seq: u32,
        you: Option<String>,
        game: Game,
    }
    #[derive(Deserialize)]
    struct Game {
        moves: Vec<Move>,
        situation: Situation,
    }
    #[derive(Deserialize)]
    struct Move {
        uci: String,
    }
    #[derive(Deserialize)]
    struct Situation {
        status: Status,
    }
    #[derive(Deserialize)]
    struct Status {
        kind: String,
    }
    let state: State = serde_json::from_slice(text).ok()?;
    let moves: Option<Vec<Uci>> =
        state.game.moves.iter().map(|played| Uci::from_bytes(played.uci.as_bytes())).collect();
    Some(Message::State {
        seq: state.seq,
        seated: state.you.is_some(),
        moves: moves?,
        ended: state.game.situation.status.kind == "ended",
    })
}

/// The text after the first occurrence of `name`, up to the next quotation mark.
fn word<'a>(text: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let rest = &text[memmem::find(text, name)? + name.len()..];
    Some(&rest[..memchr::memchr(b'"', rest)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uci(text: &str) -> Uci {
        Uci::from_bytes(text.as_bytes()).unwrap()
    }

    #[test]
    fn an_event_is_understood() {
        let text =
            br#"{"type":"event","seq":12,"id":null,"event":{"kind":"move_played","move":{"uci":"e7e8q",
            "san":"e8=Q+","fen":"8/8/8/8/8/8/8/8 w - - 0 1","check":true,"clock_ms":298000},"by":"white"},
            "situation":{"fen":"x","ply":5,"turn":"black","legal":["a7a6"],"status":{"kind":"playing"}}}"#;
        let event = EventKind::Move { uci: uci("e7e8q"), clock: Some(298_000) };
        assert_eq!(read(text), Some(Message::Event { seq: 12, id: None, event }));
        let own = String::from_utf8_lossy(text).replacen("\"id\":null", "\"id\":7", 1);
        assert!(matches!(read(own.as_bytes()), Some(Message::Event { id: Some(7), .. })));
        let ended =
            br#"{"type":"event","seq":3,"id":null,"event":{"kind":"ended","result":"draw"},"situation":{}}"#;
        assert_eq!(read(ended), Some(Message::Event { seq: 3, id: None, event: EventKind::Ended }));
    }

    #[test]
    fn greetings_answers_and_refusals_are_understood() {
        let state =
            br#"{"type":"state","seq":3,"you":"white","game":{"id":"k3Jx0aQz","moves":[{"uci":"e2e4"}],
            "situation":{"fen":"x","status":{"kind":"playing"}}}}"#;
        let moves = vec![uci("e2e4")];
        assert_eq!(read(state), Some(Message::State { seq: 3, seated: true, moves, ended: false }));
        let synced = br#"{"type":"synced","seq":4,"you":null,"situation":{"fen":"x","ply":2}}"#;
        assert_eq!(read(synced), Some(Message::Synced { seq: 4, ply: 2, seated: false }));
        assert_eq!(read(br#"{"type":"pong","seq":9}"#), Some(Message::Pong { seq: 9 }));
        let refused =
            br#"{"type":"refused","id":5,"seq":4,"refusal":{"kind":"too_fast"},"message":"Slow down."}"#;
        assert_eq!(read(refused), Some(Message::Refused { id: Some(5), kind: "too_fast".into() }));
        assert_eq!(read(br#"{"type":"presence","white":true}"#), Some(Message::Other));
        assert_eq!(read(b"hello"), None);
    }
}
