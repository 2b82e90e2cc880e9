// SPDX-License-Identifier: MIT OR Apache-2.0
//! Takes the comments of a PGN apart into text and commands, and puts them together again.
//!
//! A text never contains `[%`, which would begin a command: such text is written with a space between. So nothing
//! that somebody types becomes a clock or an arrow, and reading what was written gives the same notes.

use tabiya_pgn::{PgnColor, PgnCommand, PgnCommands, PgnEval, PgnScore};

use crate::notes::{Brush, Evaluation, Notes, Shape};

/// The largest evaluation that is read in a comment, in hundredths of a pawn.
const MAX_CP: i32 = 6_553_599;

/// Takes a comment apart. What its commands say is added to the notes; the text is returned.
pub(crate) fn take_apart(comment: &str, notes: &mut Notes) -> Option<String> {
    PgnCommands::in_comment(comment).for_each(|command| add(command, notes));
    text_of(comment)
}

fn add(command: PgnCommand<'_>, notes: &mut Notes) {
    match command {
        // What is below a tenth of a second is not written, so it is not read either.
        PgnCommand::Clock(ms) => notes.clock = Some(ms / 100 * 100),
        PgnCommand::Eval(PgnEval { score, depth }) => {
            let (cp, mate) = match score {
                PgnScore::Centipawns(cp) => (Some(cp), None),
                PgnScore::Mate(moves) => (None, Some(moves)),
            };
            notes.eval = Some(Evaluation { cp, mate, depth });
        }
        PgnCommand::Arrows(arrows) => {
            let shape = |(color, from, to)| Shape { brush: brush(color), from, to: Some(to) };
            notes.shapes.extend(arrows.into_iter().map(shape));
        }
        PgnCommand::Squares(squares) => {
            let shape = |(color, from)| Shape { brush: brush(color), from, to: None };
            notes.shapes.extend(squares.into_iter().map(shape));
        }
        other => {
            let text = on_one_line(&other.to_string());
            if !notes.commands.contains(&text) {
                notes.commands.push(text);
            }
        }
    }
}

const fn brush(color: PgnColor) -> Brush {
    match color {
        PgnColor::Green => Brush::Green,
        PgnColor::Red => Brush::Red,
        PgnColor::Yellow => Brush::Yellow,
        PgnColor::Blue => Brush::Blue,
    }
}

const fn color(brush: Brush) -> PgnColor {
    match brush {
        Brush::Green => PgnColor::Green,
        Brush::Red => PgnColor::Red,
        Brush::Yellow => PgnColor::Yellow,
        Brush::Blue => PgnColor::Blue,
    }
}

/// The text of a comment without its commands.
fn text_of(comment: &str) -> Option<String> {
    let mut text = String::new();
    let mut left = comment;
    while let Some(start) = left.find("[%") {
        let (before, rest) = left.split_at(start);
        let name = rest[2..].bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
        let Some(end) = rest.find(']') else { break };
        if name > 0 {
            push(&mut text, before);
        } else {
            push(&mut text, &left[..start + end + 1]);
        }
        left = &rest[end + 1..];
    }
    push(&mut text, left);
    let text = harmless(&text);
    (!text.is_empty()).then_some(text)
}

/// Adds a part of the text, with one space between.
fn push(text: &mut String, part: &str) {
    let part = part.trim();
    if !text.is_empty() && !part.is_empty() {
        text.push(' ');
    }
    text.push_str(part);
}

/// A text without line breaks and without the beginning of a command.
fn harmless(text: &str) -> String {
    on_one_line(text).replace("[%", "[ %")
}

fn on_one_line(text: &str) -> String {
    text.replace("\r\n", " ").replace(['\n', '\r'], " ").trim().to_owned()
}

/// The comment of a PGN that says all this. `None` if there is nothing to say.
pub(crate) fn put_together(notes: &Notes) -> Option<String> {
    let (arrows, squares): (Vec<&Shape>, Vec<&Shape>) =
        notes.shapes.iter().partition(|shape| shape.to.is_some());
    let mut parts: Vec<String> = Vec::new();
    if !squares.is_empty() {
        let squares = squares.iter().map(|shape| (color(shape.brush), shape.from)).collect();
        parts.push(PgnCommand::Squares(squares).to_string());
    }
    if !arrows.is_empty() {
        let arrow = |shape: &&Shape| Some((color(shape.brush), shape.from, shape.to?));
        parts.push(PgnCommand::Arrows(arrows.iter().filter_map(arrow).collect()).to_string());
    }
    if let Some(Evaluation { cp, mate, depth }) = notes.eval {
        let score = match (cp, mate) {
            (_, Some(moves)) => Some(PgnScore::Mate(moves)),
            (Some(cp), None) => Some(PgnScore::Centipawns(cp.clamp(-MAX_CP, MAX_CP))),
            (None, None) => None,
        };
        parts.extend(score.map(|score| PgnCommand::Eval(PgnEval { score, depth }).to_string()));
    }
    parts.extend(notes.clock.map(|ms| PgnCommand::Clock(ms).to_string()));
    parts.extend(notes.commands.iter().filter_map(|command| only_command(command)));
    parts.extend(notes.comment.as_deref().map(harmless).filter(|text| !text.is_empty()));
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// The text if it is one command and nothing else.
fn only_command(text: &str) -> Option<String> {
    let text = on_one_line(text);
    let mut commands = PgnCommands::in_comment(&text);
    let written = commands.next()?.to_string();
    (written == text && commands.next().is_none()).then_some(text)
}
