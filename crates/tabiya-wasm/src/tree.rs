// SPDX-License-Identifier: MIT OR Apache-2.0
//! A game with variations as a list of nodes, each with the index of its parent. Nothing here is nested, so no depth
//! can overflow a stack.

use serde::Serialize;
use tabiya_rules::Variant;

use crate::json::{Json, wrong};
use crate::notes::Notes;
use crate::problem::Problem;

/// A game.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Game {
    /// Names and values in their order, without those that follow from the game.
    pub(crate) tags: Vec<(String, String)>,
    /// The FEN of the starting position.
    pub(crate) start: String,
    pub(crate) variant: &'static str,
    pub(crate) result: &'static str,
    /// The notes of the starting position.
    #[serde(flatten)]
    pub(crate) notes: Notes,
    pub(crate) nodes: Vec<Node>,
    /// How many half-moves of the main line belong to the game itself: what stands behind them was written as a variation.
    pub(crate) played: usize,
    /// Why the game was not read to its end, or what was left out.
    pub(crate) problems: Vec<Fault>,
}

/// A fault in a PGN.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Fault {
    /// From 1.
    pub(crate) line: u64,
    /// From 1.
    pub(crate) column: u64,
    pub(crate) message: String,
}

/// A move, and the position after it. Siblings stand in their order: the first is the main line's.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Node {
    /// The index of the node before; `None` for a move from the starting position. Smaller than the node's own.
    pub(crate) parent: Option<usize>,
    pub(crate) san: String,
    pub(crate) uci: String,
    pub(crate) fen: String,
    /// The comment before the move, with which a variation may begin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) before: Option<String>,
    #[serde(flatten)]
    pub(crate) notes: Notes,
}

/// A game that is to be written. The page sends what it was sent, so further fields are ignored.
#[derive(Debug)]
pub(crate) struct Draft {
    pub(crate) tags: Vec<(String, String)>,
    /// The FEN of the starting position; the standard one if it is missing.
    pub(crate) start: Option<String>,
    pub(crate) variant: Variant,
    pub(crate) result: Option<String>,
    pub(crate) notes: Notes,
    pub(crate) nodes: Vec<DraftNode>,
}

/// A move that is to be written.
#[derive(Debug)]
pub(crate) struct DraftNode {
    pub(crate) parent: Option<usize>,
    pub(crate) uci: String,
    pub(crate) before: Option<String>,
    pub(crate) notes: Notes,
}

impl Draft {
    /// Reads a request.
    pub(crate) fn read(json: &Json) -> Result<Draft, Problem> {
        let tag = |json: &Json| match json {
            Json::List(pair) => match &pair[..] {
                [name, value] => Ok((name.as_text("tags")?.to_owned(), value.as_text("tags")?.to_owned())),
                _ => Err(wrong("tags", "pairs of texts")),
            },
            _ => Err(wrong("tags", "pairs of texts")),
        };
        Ok(Draft {
            tags: json.list("tags")?.iter().map(tag).collect::<Result<_, _>>()?,
            start: json.text("start")?.map(str::to_owned),
            variant: json.variant()?,
            result: json.text("result")?.map(str::to_owned),
            notes: Notes::read(json)?,
            nodes: json.list("nodes")?.iter().map(DraftNode::read).collect::<Result<_, _>>()?,
        })
    }
}

impl DraftNode {
    fn read(json: &Json) -> Result<DraftNode, Problem> {
        Ok(DraftNode {
            parent: json.whole("parent")?,
            uci: json.needed_text("uci")?.to_owned(),
            before: json.text("before")?.map(str::to_owned),
            notes: Notes::read(json)?,
        })
    }
}
