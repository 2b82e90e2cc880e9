// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads PGN into lists of nodes.

use serde::Serialize;
use tabiya_pgn::{GameNode, GameTree, GameTreeBuilder, NodeId, PgnFault, PgnReader, PgnResult, PgnVisitor};

use crate::comment::take_apart;
use crate::moves::Played;
use crate::notes::{Notes, join};
use crate::problem::{Problem, sentence};
use crate::tree::{Fault, Game, Node};

/// The most games that are read from one text.
pub const MAX_GAMES: usize = 100;
/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 1 << 20;

/// The games of a text.
#[derive(Debug, Serialize)]
pub(crate) struct Import {
    games: Vec<Game>,
    /// Whether the text has more games than are read.
    more: bool,
}

/// Reads the games of a text. A game with a fault is read up to it; of what was left out in a game the first is named.
///
/// # Errors
/// If the text is too long, or has no game.
pub(crate) fn read(text: &str) -> Result<Import, Problem> {
    if text.len() > MAX_TEXT {
        return Err(Problem::new("too_long", "A PGN may have at most 1 MB here, and this one is larger."));
    }
    let mut reader = PgnReader::from_bytes(text.as_bytes());
    let mut builder = GameTreeBuilder::forgiving();
    let mut games = Vec::new();
    let mut more = false;
    while let Some(game) = reader.read_game(&mut builder) {
        if games.len() == MAX_GAMES {
            more = true;
            break;
        }
        let (tree, fault) = match game {
            // What was left out is said, too.
            Ok(tree) => (tree, reader.first_skipped().cloned()),
            // The builder still holds what was read before the fault.
            Err(fault) => (builder.end_game(), Some(fault)),
        };
        games.push(flatten(&tree, builder.played(), fault.map(Fault::from).into_iter().collect()));
    }
    if games.is_empty() {
        return Err(Problem::new("pgn", "This text has no moves and no tags, so there is no game in it."));
    }
    Ok(Import { games, more })
}

impl From<PgnFault> for Fault {
    fn from(fault: PgnFault) -> Fault {
        Fault { line: fault.line, column: fault.column, message: sentence(fault.problem) }
    }
}

fn flatten(tree: &GameTree, played: usize, problems: Vec<Fault>) -> Game {
    let ids = tree.walk();
    let mut places: Vec<(NodeId, usize)> = ids.iter().copied().zip(0..).collect();
    places.sort_unstable();
    let place = |id: NodeId| {
        let found = places.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        Some(places[found].1)
    };
    let mut nodes: Vec<Node> = Vec::with_capacity(ids.len());
    for id in ids {
        let Some(node) = tree.node(id) else { continue };
        let Some((parent_id, parent)) = node.parent().and_then(|id| Some((id, tree.node(id)?))) else {
            continue;
        };
        let played = node.mv().map_or(Played::Null, Played::Move);
        let (before, notes) = notes_of(node);
        nodes.push(Node {
            parent: place(parent_id),
            san: played.san(parent.position()),
            uci: played.uci(parent.position()),
            fen: node.position().to_fen(),
            before,
            notes,
        });
    }
    let root = tree.node(GameTree::ROOT);
    let start = root.map(|root| *root.position()).unwrap_or_default();
    Game {
        tags: tree.tags().iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        start: start.to_fen(),
        variant: start.variant().key(),
        result: match tree.result() {
            PgnResult::WhiteWins => "1-0",
            PgnResult::BlackWins => "0-1",
            PgnResult::Draw => "1/2-1/2",
            PgnResult::Unfinished => "*",
        },
        notes: root.map(|root| notes_of(root).1).unwrap_or_default(),
        nodes,
        played,
        problems,
    }
}

/// The text of the comments before the move, and everything else that is said about the position.
fn notes_of(node: &GameNode) -> (Option<String>, Notes) {
    let mut notes = Notes { nags: node.nags().to_vec(), ..Notes::default() };
    let mut before = None;
    for comment in node.comments_before() {
        join(&mut before, take_apart(comment, &mut notes));
    }
    let mut after = None;
    for comment in node.comments() {
        join(&mut after, take_apart(comment, &mut notes));
    }
    notes.comment = after;
    // Squares are written before arrows.
    notes.shapes.sort_by_key(|shape| shape.to.is_some());
    (before, notes)
}
