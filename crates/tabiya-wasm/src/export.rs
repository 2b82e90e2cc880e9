// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes a list of nodes as PGN.

use serde::Serialize;
use tabiya_pgn::{GameTree, NodeId, PgnResult};

use crate::comment::put_together;
use crate::moves::Played;
use crate::notes::{Notes, join};
use crate::place::Place;
use crate::problem::Problem;
use crate::tree::Draft;

/// The most moves of a game that is written, variations included.
const MAX_NODES: usize = 100_000;

/// A game in PGN's export format.
#[derive(Debug, Serialize)]
pub(crate) struct Export {
    text: String,
}

/// What is said about a move.
#[derive(Default)]
struct Said {
    /// Before it.
    before: Option<String>,
    notes: Notes,
}

/// Writes a game.
///
/// # Errors
/// If the start is no position, a node's parent does not stand before it, or a move is illegal.
pub(crate) fn write(draft: Draft) -> Result<Export, Problem> {
    let Draft { tags, start, variant, result, notes, nodes } = draft;
    if nodes.len() > MAX_NODES {
        return Err(Problem::new(
            "too_long",
            format_args!("A game has at most {MAX_NODES} moves here, and this one has {}.", nodes.len()),
        ));
    }
    let mut tree = GameTree::new(Place { fen: start, moves: Vec::new(), variant }.start()?);
    for (name, value) in &tags {
        tree.tags_mut().set(name, value);
    }
    tree.set_result(result_of(result.as_deref())?);
    // The tree's node of each node of the list, and what is said there: two nodes of the list may be the same move.
    let mut ids: Vec<NodeId> = Vec::with_capacity(nodes.len());
    let mut said: Vec<(NodeId, Said)> = vec![(GameTree::ROOT, Said { before: None, notes })];
    for (index, node) in nodes.into_iter().enumerate() {
        let at = match node.parent {
            None => GameTree::ROOT,
            Some(parent) => *ids.get(parent).ok_or_else(|| {
                Problem::request(format_args!("node {index} stands before its parent, node {parent}"))
            })?,
        };
        let position = *tree.position(at).ok_or_else(|| Problem::request("a node is missing"))?;
        let id = match Played::read(&position, &node.uci)? {
            Played::Move(mv) => tree.play(at, mv),
            Played::Null => tree.play_null(at),
        };
        let id = id.map_err(|error| Problem::new("move", error))?;
        ids.push(id);
        // Before a move of the main line, a comment belongs to the position before it: PGN can't tell them apart.
        let before_in = if tree.next(at) == Some(id) { at } else { id };
        let here = place(&mut said, id);
        said[here].1.notes.add(node.notes);
        let there = place(&mut said, before_in);
        let earlier = &mut said[there].1;
        join(if before_in == id { &mut earlier.before } else { &mut earlier.notes.comment }, node.before);
    }
    for (id, Said { before, notes }) in said {
        if let Some(comment) =
            before.and_then(|text| put_together(&Notes { comment: Some(text), ..Notes::default() }))
        {
            tree.add_comment_before(id, &comment).map_err(Problem::request)?;
        }
        annotate(&mut tree, id, &notes)?;
    }
    Ok(Export { text: tree.to_string() })
}

/// Where the list has the node, which is added if it is new. The tree numbers its nodes in order, so the list is sorted.
fn place(said: &mut Vec<(NodeId, Said)>, id: NodeId) -> usize {
    said.binary_search_by_key(&id, |(id, _)| *id).unwrap_or_else(|place| {
        said.insert(place, (id, Said::default()));
        place
    })
}

fn annotate(tree: &mut GameTree, id: NodeId, notes: &Notes) -> Result<(), Problem> {
    for nag in &notes.nags {
        tree.add_nag(id, *nag).map_err(Problem::request)?;
    }
    match put_together(notes) {
        Some(comment) => tree.add_comment(id, &comment).map_err(Problem::request),
        None => Ok(()),
    }
}

fn result_of(text: Option<&str>) -> Result<PgnResult, Problem> {
    match text {
        None | Some("*") => Ok(PgnResult::Unfinished),
        Some("1-0") => Ok(PgnResult::WhiteWins),
        Some("0-1") => Ok(PgnResult::BlackWins),
        Some("1/2-1/2") => Ok(PgnResult::Draw),
        Some(_) => Err(Problem::request("expected the result 1-0, 0-1, 1/2-1/2 or *")),
    }
}
