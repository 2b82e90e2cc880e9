// SPDX-License-Identifier: MIT OR Apache-2.0
//! Changes a game: moves, their order, comments and annotations.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{GameNode, GameTree, NodeId};
use tabiya_rules::{Move, Position};

/// Why a game was not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TreeError {
    /// The node was deleted, or the tree never had it.
    NoSuchNode,
    /// The move is not legal in that position.
    Illegal(Move),
    /// A side in check can't pass.
    NullMoveInCheck,
    /// The root can be neither moved nor deleted.
    Root,
    /// The tree has the maximum of 2³² nodes.
    Full,
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeError::NoSuchNode => {
                f.write_str("expected a node of this game, found one that was deleted or never existed")
            }
            TreeError::Illegal(mv) => write!(f, "expected a legal move, found {mv:?}"),
            TreeError::NullMoveInCheck => f.write_str("expected a legal move, found a null move in check"),
            TreeError::Root => f.write_str("expected a move, found the start of the game"),
            TreeError::Full => f.write_str("expected fewer than 2^32 moves in a game"),
        }
    }
}

impl core::error::Error for TreeError {}

impl GameTree {
    /// Plays a move in a node. Returns the move's node, which is added after its siblings if the move is new.
    /// The first child is the main line.
    ///
    /// # Errors
    /// [`TreeError::Illegal`], [`TreeError::NoSuchNode`], [`TreeError::Full`].
    pub fn play(&mut self, at: NodeId, mv: Move) -> Result<NodeId, TreeError> {
        let after = |position: &Position| {
            if position.is_legal(mv) { Ok(position.after(mv)) } else { Err(TreeError::Illegal(mv)) }
        };
        self.grow(at, Some(mv), after)
    }

    /// Plays a null move in a node, as annotators do to show a threat. Returns the null move's node, which is new if
    /// the node had none.
    ///
    /// # Errors
    /// [`TreeError::NullMoveInCheck`], [`TreeError::NoSuchNode`], [`TreeError::Full`].
    pub fn play_null(&mut self, at: NodeId) -> Result<NodeId, TreeError> {
        self.grow(at, None, |position| position.after_null_move().ok_or(TreeError::NullMoveInCheck))
    }

    fn grow(
        &mut self,
        at: NodeId,
        mv: Option<Move>,
        after: impl FnOnce(&Position) -> Result<Position, TreeError>,
    ) -> Result<NodeId, TreeError> {
        let node = self.node(at).ok_or(TreeError::NoSuchNode)?;
        let same = |child: &&NodeId| self.node(**child).and_then(|child| child.came_by) == Some((mv, at));
        if let Some(child) = node.children.iter().find(same) {
            return Ok(*child);
        }
        let child = GameNode {
            position: after(&node.position)?,
            came_by: Some((mv, at)),
            children: Vec::new(),
            comments_before: Vec::new(),
            comments: Vec::new(),
            nags: Vec::new(),
        };
        let id = NodeId(u32::try_from(self.nodes.len()).map_err(|_| TreeError::Full)?);
        self.nodes.push(Some(child));
        self.change(at, |node| node.children.push(id))?;
        Ok(id)
    }

    /// Moves a move one place forward among its alternatives. The first one is the main line.
    ///
    /// # Errors
    /// [`TreeError::Root`], [`TreeError::NoSuchNode`].
    pub fn promote(&mut self, id: NodeId) -> Result<(), TreeError> {
        self.among_siblings(id, |siblings, i| siblings.swap(i, i.saturating_sub(1)))
    }

    /// Moves a move one place back among its alternatives.
    ///
    /// # Errors
    /// [`TreeError::Root`], [`TreeError::NoSuchNode`].
    pub fn demote(&mut self, id: NodeId) -> Result<(), TreeError> {
        self.among_siblings(id, |siblings, i| {
            if i + 1 < siblings.len() {
                siblings.swap(i, i + 1);
            }
        })
    }

    /// Makes the line to a node the main line from the start.
    ///
    /// # Errors
    /// [`TreeError::NoSuchNode`].
    pub fn make_main_line(&mut self, id: NodeId) -> Result<(), TreeError> {
        let mut at = id;
        while let Some(parent) = self.node(at).ok_or(TreeError::NoSuchNode)?.parent() {
            self.put_first(at)?;
            at = parent;
        }
        Ok(())
    }

    /// Moves the comments before a move to the place after it.
    pub(super) fn put_comments_behind(&mut self, id: NodeId) -> Result<(), TreeError> {
        self.change(id, |node| {
            let before = core::mem::take(&mut node.comments_before);
            node.comments.splice(0..0, before);
        })
    }

    /// Makes a move the first of its alternatives.
    pub(super) fn put_first(&mut self, id: NodeId) -> Result<(), TreeError> {
        self.among_siblings(id, |siblings, i| siblings[..=i].rotate_right(1))
    }

    /// Deletes a move and everything after it.
    ///
    /// # Errors
    /// [`TreeError::Root`], [`TreeError::NoSuchNode`].
    pub fn delete(&mut self, id: NodeId) -> Result<(), TreeError> {
        self.among_siblings(id, |siblings, i| {
            siblings.remove(i);
        })?;
        let mut waiting = alloc::vec![id];
        while let Some(id) = waiting.pop() {
            if let Some(node) = self.nodes.get_mut(id.0 as usize).and_then(Option::take) {
                waiting.extend(node.children);
            }
        }
        Ok(())
    }

    /// Adds a comment after a move, or before the game if the node is the root. Line breaks become spaces,
    /// spaces at the ends are dropped, and an empty comment is not added. Readers accept at most
    /// [`PGN_MAX_TEXT`](crate::PGN_MAX_TEXT) bytes.
    ///
    /// # Errors
    /// [`TreeError::NoSuchNode`].
    pub fn add_comment(&mut self, id: NodeId, text: &str) -> Result<(), TreeError> {
        self.change(id, |node| node.comments.extend(plain(text)))
    }

    /// Adds a comment before a move.
    ///
    /// # Errors
    /// [`TreeError::Root`], [`TreeError::NoSuchNode`].
    pub fn add_comment_before(&mut self, id: NodeId, text: &str) -> Result<(), TreeError> {
        if id == GameTree::ROOT {
            return Err(TreeError::Root);
        }
        self.change(id, |node| node.comments_before.extend(plain(text)))
    }

    /// Adds a numeric annotation glyph, unless the node already has it.
    ///
    /// # Errors
    /// [`TreeError::NoSuchNode`].
    pub fn add_nag(&mut self, id: NodeId, nag: u8) -> Result<(), TreeError> {
        self.change(id, |node| {
            if !node.nags.contains(&nag) {
                node.nags.push(nag);
            }
        })
    }

    /// Removes all comments and annotations of a node.
    ///
    /// # Errors
    /// [`TreeError::NoSuchNode`].
    pub fn clear_annotations(&mut self, id: NodeId) -> Result<(), TreeError> {
        self.change(id, |node| {
            node.comments_before.clear();
            node.comments.clear();
            node.nags.clear();
        })
    }

    fn change(&mut self, id: NodeId, change: impl FnOnce(&mut GameNode)) -> Result<(), TreeError> {
        let node = self.nodes.get_mut(id.0 as usize).and_then(Option::as_mut).ok_or(TreeError::NoSuchNode)?;
        change(node);
        Ok(())
    }

    /// Changes the list of siblings that contains a node; `change` also gets the node's index in it.
    fn among_siblings(
        &mut self,
        id: NodeId,
        change: impl FnOnce(&mut Vec<NodeId>, usize),
    ) -> Result<(), TreeError> {
        let parent = self.node(id).ok_or(TreeError::NoSuchNode)?.parent().ok_or(TreeError::Root)?;
        self.change(parent, |node| {
            if let Some(i) = node.children.iter().position(|child| *child == id) {
                change(&mut node.children, i);
            }
        })
    }
}

/// A comment as a tree stores it: line breaks become spaces, and there are none at the ends. `None` if
/// nothing is left.
pub(super) fn plain(text: &str) -> Option<String> {
    let text = text.replace("\r\n", " ").replace(['\n', '\r'], " ");
    let text = text.trim();
    (!text.is_empty()).then(|| text.into())
}
