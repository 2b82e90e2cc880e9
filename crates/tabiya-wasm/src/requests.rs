// SPDX-License-Identifier: MIT OR Apache-2.0
//! The requests that need no engine.

use serde::Serialize;
use tabiya_rules::{History, Reason};

use crate::json::Json;
use crate::moves::{Played, why_not};
use crate::place::{Place, Shown, Step, Stopped};
use crate::problem::Problem;
use crate::tree::Draft;
use crate::{export, import};

/// The answer to a request about positions, moves or PGN.
///
/// ```
/// let answer = tabiya_wasm::answer(r#"{"do": "play", "fen": "startpos", "move": "e4"}"#);
/// assert!(answer.starts_with(r#"{"ok":{"uci":"e2e4","san":"e4","fen":"#), "{answer}");
/// let answer = tabiya_wasm::answer(r#"{"do": "play", "fen": "startpos", "move": "e5"}"#);
/// assert!(answer.starts_with(r#"{"error":{"code":"move","message":"#), "{answer}");
/// ```
#[must_use]
pub fn answer(request: &str) -> String {
    write(Json::read(request).and_then(|request| answer_to(&request)))
}

/// The finished answer.
pub(crate) fn write(answer: Result<String, Problem>) -> String {
    match answer {
        Ok(answer) => format!(r#"{{"ok":{answer}}}"#),
        Err(problem) => format!(r#"{{"error":{}}}"#, json(&problem)),
    }
}

/// Why a move is illegal; no reason and no words if it is legal.
#[derive(Serialize)]
struct Explained {
    reason: Option<Reason>,
    message: String,
}

#[derive(Serialize)]
struct Replayed {
    line: Vec<Step>,
    stopped: Option<Stopped>,
}

#[derive(Serialize)]
struct PlayedMove {
    uci: String,
    san: String,
    #[serde(flatten)]
    shown: Shown,
}

/// The answer to a request, as JSON.
pub(crate) fn answer_to(request: &Json) -> Result<String, Problem> {
    match request.needed_text("do")? {
        "position" => {
            let line = Place::read(request)?.line()?;
            Ok(json(&Shown::new(&line.game, line.steps)))
        }
        "play" => {
            let mut line = Place::read(request)?.line()?;
            let position = *line.game.position();
            let played = Played::read(&position, request.needed_text("move")?)?;
            let (uci, san) = (played.uci(&position), played.san(&position));
            line.play(played);
            Ok(json(&PlayedMove { uci, san, shown: Shown::new(&line.game, Vec::new()) }))
        }
        "explain" => {
            let line = Place::read(request)?.line()?;
            let reason = why_not(&line.game, request.needed_text("move")?)?;
            let message = reason.as_ref().map(Reason::to_string).unwrap_or_default();
            Ok(json(&Explained { reason, message }))
        }
        "replay" => {
            let line = Place::read(request)?.replay()?;
            Ok(json(&Replayed { line: line.steps, stopped: line.stopped }))
        }
        "fen" => {
            let fen = Some(request.needed_text("text")?.to_owned());
            let place = Place { fen, variant: request.variant()?, ..Place::default() };
            Ok(json(&Shown::new(&History::new(place.start()?), Vec::new())))
        }
        "read_pgn" => Ok(json(&import::read(request.needed_text("text")?)?)),
        "write_pgn" => Ok(json(&export::write(Draft::read(request)?)?)),
        other => Err(Problem::request(format_args!("there is no request {other:?}"))),
    }
}

/// A value as JSON.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts, numbers and maps with text keys can be written as JSON")
}
