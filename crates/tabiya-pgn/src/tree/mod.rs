// SPDX-License-Identifier: MIT OR Apache-2.0
//! A game with variations and comments, which can be walked and edited.

mod build;
mod edit;
mod tags;
mod write;

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::{PgnFault, PgnReader, PgnResult};
use tabiya_rules::Move;
use tabiya_rules::Position;

pub use build::GameTreeBuilder;
pub use edit::TreeError;
pub use tags::PgnTags;

/// A game with tags, variations, comments and annotations.
///
/// Each node is a position; its first child is the main line's next move, the others are variations. Every move is legal or a
/// null move, and no two children of a node are the same move. [`Display`](fmt::Display) writes PGN's export format, and
/// [`from_pgn`](GameTree::from_pgn) reads that back as an equal tree, unless variations are nested more than
/// [`PGN_MAX_DEPTH`](crate::PGN_MAX_DEPTH) deep or a text is longer than [`PGN_MAX_TEXT`](crate::PGN_MAX_TEXT).
///
/// ```
/// use tabiya_pgn::GameTree;
/// use tabiya_rules::{Position, parse_san};
///
/// let mut game = GameTree::new(Position::start());
/// let play = |game: &mut GameTree, node, text| {
///     let mv = parse_san(game.position(node).unwrap(), text).unwrap();
///     game.play(node, mv).unwrap()
/// };
/// let e4 = play(&mut game, GameTree::ROOT, "e4");
/// let e5 = play(&mut game, e4, "e5");
/// let c5 = play(&mut game, e4, "c5");
/// play(&mut game, c5, "Nf3");
/// game.add_comment(c5, "The Sicilian {1900}.").unwrap();
/// game.add_nag(e4, 1).unwrap();
/// game.promote(c5).unwrap();
/// let text = game.to_string();
/// assert!(text.ends_with("\n\n1. e4 $1 c5\n;The Sicilian {1900}.\n(1... e5) 2. Nf3 *\n"), "{text}");
/// assert_eq!(GameTree::from_pgn(text.as_bytes()), Ok(game));
/// # let _ = e5;
/// ```
#[derive(Clone)]
pub struct GameTree {
    tags: PgnTags,
    result: PgnResult,
    /// The root is first. Deleted nodes stay as `None`, so that an id never means another node.
    nodes: Vec<Option<GameNode>>,
}

/// A node of one [`GameTree`]. Valid until the node is deleted.
///
/// It is a number: another tree takes it for one of its own nodes, or has no such node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

/// A position of a game, the move that led to it, and its comments and annotations.
#[derive(Clone, Debug)]
pub struct GameNode {
    position: Position,
    /// The move (`None` for a null move) and the node in which it was played; `None` for the root.
    came_by: Option<(Option<Move>, NodeId)>,
    children: Vec<NodeId>,
    comments_before: Vec<String>,
    comments: Vec<String>,
    nags: Vec<u8>,
}

impl GameNode {
    /// The position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The move that led to this position; `None` for the root and after a null move.
    #[must_use]
    pub fn mv(&self) -> Option<Move> {
        self.came_by.and_then(|(mv, _)| mv)
    }

    /// Whether a null move led to this position.
    #[must_use]
    pub const fn is_null_move(&self) -> bool {
        matches!(self.came_by, Some((None, _)))
    }

    /// The node in which that move was played; `None` for the root.
    #[must_use]
    pub fn parent(&self) -> Option<NodeId> {
        self.came_by.map(|(_, parent)| parent)
    }

    /// The moves from here: the main line first, then the variations.
    #[must_use]
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// The comments before the move, with which a variation may begin.
    #[must_use]
    pub fn comments_before(&self) -> &[String] {
        &self.comments_before
    }

    /// The comments after the move. Those of the root are before the whole game.
    #[must_use]
    pub fn comments(&self) -> &[String] {
        &self.comments
    }

    /// Numeric annotation glyphs, like 1 for `!`.
    #[must_use]
    pub fn nags(&self) -> &[u8] {
        &self.nags
    }
}

impl GameTree {
    /// The root: the starting position.
    pub const ROOT: NodeId = NodeId(0);

    /// A game without moves, with all seven tags of the roster unknown.
    #[must_use]
    pub fn new(start: Position) -> GameTree {
        let root = GameNode {
            position: start,
            came_by: None,
            children: Vec::new(),
            comments_before: Vec::new(),
            comments: Vec::new(),
            nags: Vec::new(),
        };
        GameTree { tags: PgnTags::default(), result: PgnResult::Unfinished, nodes: vec![Some(root)] }
    }

    /// The first game of a PGN.
    ///
    /// # Errors
    /// The first fault in it. A text without a game gives a game without moves.
    pub fn from_pgn(pgn: &[u8]) -> Result<GameTree, PgnFault> {
        let mut builder = GameTreeBuilder::default();
        match PgnReader::from_bytes(pgn).read_game(&mut builder) {
            Some(game) => game,
            None => Ok(GameTree::new(Position::start())),
        }
    }

    /// The tags, except those that follow from the game: `Result`, `Variant`, `SetUp`, `FEN`.
    #[must_use]
    pub const fn tags(&self) -> &PgnTags {
        &self.tags
    }

    /// The tags, for changing them.
    pub const fn tags_mut(&mut self) -> &mut PgnTags {
        &mut self.tags
    }

    /// The result.
    #[must_use]
    pub const fn result(&self) -> PgnResult {
        self.result
    }

    /// Sets the result.
    pub const fn set_result(&mut self, result: PgnResult) {
        self.result = result;
    }

    /// A node; `None` if it was deleted.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<&GameNode> {
        self.nodes.get(id.0 as usize)?.as_ref()
    }

    /// The position of a node.
    #[must_use]
    pub fn position(&self, id: NodeId) -> Option<&Position> {
        self.node(id).map(GameNode::position)
    }

    /// The next node of the main line.
    #[must_use]
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        self.node(id)?.children.first().copied()
    }

    /// The nodes of the main line after `from`.
    pub fn main_line(&self, from: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.next(from), |id| self.next(*id))
    }

    /// All nodes except the root in PGN's order: a move, then each alternative with everything after it, and
    /// then everything after the move itself.
    #[must_use]
    pub fn walk(&self) -> Vec<NodeId> {
        let mut found = Vec::new();
        // The nodes whose children come next, and whether they themselves do too.
        let mut waiting = vec![(GameTree::ROOT, false)];
        while let Some((id, tell)) = waiting.pop() {
            if tell {
                found.push(id);
            }
            let children = self.node(id).map_or(&[][..], GameNode::children);
            if let Some((main, variations)) = children.split_first() {
                found.push(*main);
                waiting.push((*main, false));
                waiting.extend(variations.iter().rev().map(|variation| (*variation, true)));
            }
        }
        found
    }

    /// The moves from the start to a node, `None` for each null move.
    #[must_use]
    pub fn line_to(&self, id: NodeId) -> Vec<Option<Move>> {
        let steps = core::iter::successors(self.node(id).and_then(|node| node.came_by), |(_, parent)| {
            self.node(*parent).and_then(|node| node.came_by)
        });
        let mut moves: Vec<Option<Move>> = steps.map(|(mv, _)| mv).collect();
        moves.reverse();
        moves
    }
}

/// Two games are equal if their PGN is equal, whatever was deleted before.
impl PartialEq for GameTree {
    fn eq(&self, other: &GameTree) -> bool {
        let mut waiting = vec![(GameTree::ROOT, GameTree::ROOT)];
        while let Some((ours, theirs)) = waiting.pop() {
            let (Some(ours), Some(theirs)) = (self.node(ours), other.node(theirs)) else { return false };
            let same = ours.mv() == theirs.mv()
                && ours.position == theirs.position
                && ours.comments_before == theirs.comments_before
                && ours.comments == theirs.comments
                && ours.nags == theirs.nags
                && ours.children.len() == theirs.children.len();
            if !same {
                return false;
            }
            waiting.extend(ours.children.iter().copied().zip(theirs.children.iter().copied()));
        }
        self.tags == other.tags && self.result == other.result
    }
}

impl Eq for GameTree {}

/// The game as PGN.
impl fmt::Debug for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameTree({self})")
    }
}
