// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the generator wants to know of a server's message, found without reading the rest.
//!
//! A message is some 1.5 KB of JSON, of which the newest position and its legal moves are the most. What matters stands
//! at the front or is found by its name, so nothing is parsed but a few numbers. Names that stand in several places are
//! looked for from the front: an event comes before the situation that it led to.

use memchr::memmem;
use serde::Deserialize;

use crate::history::Uci;

/// What the server said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// The whole game.
    State { seq: u32, seated: bool, moves: Vec<Uci>, ended: bool },
    /// Something happened.
    Event { seq: u32, id: Option<u32>, event: Happened },
    /// Nothing is missing; so many half-moves were played.
    Synced { seq: u32, ply: u32, seated: bool },
    /// A command changed nothing.
    Refused { id: Option<u32>, kind: String },
    /// The newest event's number.
    Pong { seq: u32 },
    /// Who is here, rematches: of no interest.
    Other,
}

/// What happened, as far as it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Happened {
    Joined,
    Move { uci: Uci, clock: Option<u32> },
    Ended,
    TurnRestarted,
    Other,
}

/// Reads a message. None where it is not one.
pub(super) fn read(text: &[u8]) -> Option<Said> {
    let kind = word(text, b"\"type\":\"")?;
    match kind {
        b"event" => Some(Said::Event {
            seq: number(text, b"\"seq\":")?,
            id: number(text, b"\"id\":"),
            event: happened(text)?,
        }),
        b"state" => state(text),
        b"synced" => Some(Said::Synced {
            seq: number(text, b"\"seq\":")?,
            ply: number(text, b"\"ply\":")?,
            seated: word(text, b"\"you\":\"").is_some(),
        }),
        b"pong" => Some(Said::Pong { seq: number(text, b"\"seq\":")? }),
        b"refused" => Some(Said::Refused {
            id: number(text, b"\"id\":"),
            kind: String::from_utf8_lossy(word(text, b"\"kind\":\"")?).into_owned(),
        }),
        _ => Some(Said::Other),
    }
}

fn happened(text: &[u8]) -> Option<Happened> {
    Some(match word(text, b"\"kind\":\"")? {
        b"move_played" => Happened::Move {
            uci: Uci::from_bytes(word(text, b"\"uci\":\"")?)?,
            clock: number(text, b"\"clock_ms\":"),
        },
        b"joined" => Happened::Joined,
        b"ended" => Happened::Ended,
        b"turn_restarted" => Happened::TurnRestarted,
        _ => Happened::Other,
    })
}

/// The whole game comes once a connection: here the time is taken to read it properly.
fn state(text: &[u8]) -> Option<Said> {
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
    Some(Said::State {
        seq: state.seq,
        seated: state.you.is_some(),
        moves: moves?,
        ended: state.game.situation.status.kind == "ended",
    })
}

/// The number behind `name`; none where there is no such name or it is `null`.
fn number(text: &[u8], name: &[u8]) -> Option<u32> {
    let rest = &text[memmem::find(text, name)? + name.len()..];
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()
}

/// The word behind `name`, up to its closing quotation mark.
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
        let event = Happened::Move { uci: uci("e7e8q"), clock: Some(298_000) };
        assert_eq!(read(text), Some(Said::Event { seq: 12, id: None, event }));
        let own = String::from_utf8_lossy(text).replacen("\"id\":null", "\"id\":7", 1);
        assert!(matches!(read(own.as_bytes()), Some(Said::Event { id: Some(7), .. })));
        let ended =
            br#"{"type":"event","seq":3,"id":null,"event":{"kind":"ended","result":"draw"},"situation":{}}"#;
        assert_eq!(read(ended), Some(Said::Event { seq: 3, id: None, event: Happened::Ended }));
    }

    #[test]
    fn greetings_answers_and_refusals_are_understood() {
        let state =
            br#"{"type":"state","seq":3,"you":"white","game":{"id":"k3Jx0aQz","moves":[{"uci":"e2e4"}],
            "situation":{"fen":"x","status":{"kind":"playing"}}}}"#;
        let moves = vec![uci("e2e4")];
        assert_eq!(read(state), Some(Said::State { seq: 3, seated: true, moves, ended: false }));
        let synced = br#"{"type":"synced","seq":4,"you":null,"situation":{"fen":"x","ply":2}}"#;
        assert_eq!(read(synced), Some(Said::Synced { seq: 4, ply: 2, seated: false }));
        assert_eq!(read(br#"{"type":"pong","seq":9}"#), Some(Said::Pong { seq: 9 }));
        let refused =
            br#"{"type":"refused","id":5,"seq":4,"refusal":{"kind":"too_fast"},"message":"Slow down."}"#;
        assert_eq!(read(refused), Some(Said::Refused { id: Some(5), kind: "too_fast".into() }));
        assert_eq!(read(br#"{"type":"presence","white":true}"#), Some(Said::Other));
        assert_eq!(read(b"hello"), None);
    }
}
