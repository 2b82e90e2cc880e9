// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes a game in the export format (PGN standard, section 3.2), with variations, comments and glyphs.

use alloc::string::ToString;
use alloc::vec;
use core::fmt;

use super::{GameNode, GameTree, NodeId, PgnTags};
use crate::movetext::Movetext;
use crate::tags;

/// What must still be written.
enum Task {
    /// A move with its comments and annotations.
    Move(NodeId),
    /// The moves after this node.
    After(NodeId),
    Open,
    Close,
}

impl fmt::Display for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = self.position(GameTree::ROOT).copied().unwrap_or_default();
        for (i, (name, value)) in self.tags().iter().enumerate() {
            tags::write(f, name, value)?;
            if i + 1 == PgnTags::ROSTER_LEN {
                tags::write(f, "Result", &self.result().to_string())?;
            }
        }
        tags::write_start(f, &start)?;
        writeln!(f)?;
        self.write_moves(Movetext::new(f))
    }
}

impl GameTree {
    /// Uses a list of tasks instead of recursion, because variations may be nested more deeply than the stack
    /// allows.
    fn write_moves(&self, mut movetext: Movetext<'_, '_>) -> fmt::Result {
        if let Some(root) = self.node(GameTree::ROOT) {
            write_annotations(&mut movetext, root)?;
        }
        let mut tasks = vec![Task::After(GameTree::ROOT)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Open => movetext.open()?,
                Task::Close => movetext.close(),
                Task::Move(id) => self.write_move(&mut movetext, id)?,
                Task::After(id) => {
                    let children = self.node(id).map_or(&[][..], GameNode::children);
                    let Some((main, variations)) = children.split_first() else { continue };
                    tasks.push(Task::After(*main));
                    for variation in variations.iter().rev() {
                        tasks.extend([
                            Task::Close,
                            Task::After(*variation),
                            Task::Move(*variation),
                            Task::Open,
                        ]);
                    }
                    tasks.push(Task::Move(*main));
                }
            }
        }
        movetext.result(self.result())
    }

    fn write_move(&self, movetext: &mut Movetext<'_, '_>, id: NodeId) -> fmt::Result {
        let Some(node) = self.node(id) else { return Ok(()) };
        let Some((mv, parent)) = node.came_by else { return Ok(()) };
        let Some(before) = self.position(parent) else { return Ok(()) };
        node.comments_before.iter().try_for_each(|comment| movetext.comment(comment))?;
        match mv {
            Some(mv) => movetext.mv(before, mv)?,
            None => movetext.null_move(before)?,
        }
        write_annotations(movetext, node)
    }
}

fn write_annotations(movetext: &mut Movetext<'_, '_>, node: &GameNode) -> fmt::Result {
    node.nags.iter().try_for_each(|nag| movetext.nag(*nag))?;
    node.comments.iter().try_for_each(|comment| movetext.comment(comment))
}
