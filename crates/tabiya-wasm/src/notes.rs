// SPDX-License-Identifier: MIT OR Apache-2.0
//! What an annotator says about a position: comment, signs, arrows, clock, evaluation.

use serde::Serialize;
use tabiya_rules::Square;

use crate::json::{Json, wrong};
use crate::problem::Problem;

/// A coloured square, or an arrow if it has a target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Shape {
    pub(crate) brush: Brush,
    pub(crate) from: Square,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) to: Option<Square>,
}

impl Shape {
    fn read(json: &Json) -> Result<Shape, Problem> {
        let square = |text: &str| text.parse().map_err(Problem::request);
        Ok(Shape {
            brush: Brush::read(json.needed_text("brush")?)?,
            from: square(json.needed_text("from")?)?,
            to: json.text("to")?.map(square).transpose()?,
        })
    }
}

/// The four colours of PGN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Brush {
    Green,
    Red,
    Blue,
    Yellow,
}

impl Brush {
    fn read(text: &str) -> Result<Brush, Problem> {
        match text {
            "green" => Ok(Brush::Green),
            "red" => Ok(Brush::Red),
            "blue" => Ok(Brush::Blue),
            "yellow" => Ok(Brush::Yellow),
            _ => Err(wrong("brush", "green, red, blue or yellow")),
        }
    }
}

/// An evaluation from White's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Evaluation {
    /// Hundredths of a pawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cp: Option<i32>,
    /// Moves to mate; negative if Black mates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mate: Option<i32>,
    /// The depth of the search in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) depth: Option<u16>,
}

impl Evaluation {
    fn read(json: &Json) -> Result<Evaluation, Problem> {
        Ok(Evaluation { cp: json.whole("cp")?, mate: json.whole("mate")?, depth: json.whole("depth")? })
    }
}

/// The notes of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Notes {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) comment: Option<String>,
    pub(crate) nags: Vec<u8>,
    pub(crate) shapes: Vec<Shape>,
    /// The mover's clock in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) clock: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) eval: Option<Evaluation>,
    /// Commands that the board does not show, each as it stands in the PGN: `[%emt 0:00:07]`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) commands: Vec<String>,
}

impl Notes {
    /// Reads the fields of a node or of a game.
    pub(crate) fn read(json: &Json) -> Result<Notes, Problem> {
        Ok(Notes {
            comment: json.text("comment")?.map(str::to_owned),
            nags: json.wholes("nags")?,
            shapes: json.list("shapes")?.iter().map(Shape::read).collect::<Result<_, _>>()?,
            clock: json.whole("clock")?,
            eval: json.get("eval").map(Evaluation::read).transpose()?,
            commands: json.texts("commands")?,
        })
    }

    /// Adds what else is noted at the position.
    pub(crate) fn add(&mut self, more: Notes) {
        let Notes { comment, nags, shapes, clock, eval, commands } = more;
        join(&mut self.comment, comment);
        self.nags.extend(nags);
        self.shapes.extend(shapes);
        self.clock = clock.or(self.clock);
        self.eval = eval.or(self.eval);
        self.commands.extend(commands);
    }
}

/// Adds a text to a comment.
pub(crate) fn join(comment: &mut Option<String>, more: Option<String>) {
    let Some(more) = more else { return };
    match comment {
        Some(comment) => {
            comment.push(' ');
            comment.push_str(&more);
        }
        None => *comment = Some(more),
    }
}
