// SPDX-License-Identifier: MIT OR Apache-2.0
//! Builds a tree from what a reader reports.

use alloc::string::String;
use alloc::vec::Vec;

use super::edit::plain;
use super::{GameTree, NodeId};
use crate::{PgnProblem, PgnResult, PgnStart, PgnText, PgnVisitor, Then};
use tabiya_rules::Position;
use tabiya_rules::San;

/// Builds a [`GameTree`] of each game.
///
/// ```
/// use tabiya_pgn::{GameTree, GameTreeBuilder, PgnReader};
///
/// let pgn = b"[White \"Anna\"]\n\n1. e4 (1. d4 d5) e5 1-0\n\n[White \"Ben\"]\n\n1. c4 *";
/// let mut reader = PgnReader::from_bytes(pgn);
/// let mut builder = GameTreeBuilder::default();
/// let first: GameTree = reader.read_game(&mut builder).unwrap().unwrap();
/// assert_eq!(first.tags().get("White"), Some("Anna"));
/// assert_eq!(first.main_line(GameTree::ROOT).count(), 2);
/// assert_eq!(first.walk().len(), 4);
/// ```
#[derive(Clone, Debug)]
pub struct GameTreeBuilder {
    tree: GameTree,
    start: PgnStart,
    /// The node of the last move.
    at: NodeId,
    /// The nodes to return to when variations end, with the value of `repeats` there.
    outside: Vec<(NodeId, bool)>,
    /// Whether this variation has only repeated moves of other lines so far.
    repeats: bool,
    /// Whether a variation has begun but has no move yet.
    waits: bool,
    /// The comments before that move.
    comments: Vec<String>,
    nags: Vec<u8>,
    /// The moves outside of variations.
    played: usize,
    /// Whether a game goes on behind a variation with an illegal move.
    forgives: bool,
}

impl Default for GameTreeBuilder {
    fn default() -> GameTreeBuilder {
        GameTreeBuilder {
            tree: GameTree::new(Position::start()),
            start: PgnStart::default(),
            at: GameTree::ROOT,
            outside: Vec::new(),
            repeats: false,
            waits: false,
            comments: Vec::new(),
            nags: Vec::new(),
            played: 0,
            forgives: false,
        }
    }
}

impl From<super::TreeError> for PgnProblem {
    fn from(error: super::TreeError) -> PgnProblem {
        PgnProblem::other(alloc::format!("{error}"))
    }
}

impl GameTreeBuilder {
    /// A builder for games whose variations may have illegal moves: such a variation ends before its first one, which is then in
    /// [`PgnReader::first_skipped`](crate::PgnReader::first_skipped).
    ///
    /// ```
    /// use tabiya_pgn::{GameTree, GameTreeBuilder, PgnReader};
    ///
    /// let mut reader = PgnReader::from_bytes(b"1. e4 (1. d4 Nf3 2. c4) e5 *");
    /// let tree = reader.read_game(&mut GameTreeBuilder::forgiving()).unwrap().unwrap();
    /// assert_eq!(tree.main_line(GameTree::ROOT).count(), 2);
    /// assert_eq!(tree.walk().len(), 3);
    /// assert_eq!(reader.first_skipped().unwrap().column, 14);
    /// ```
    #[must_use]
    pub fn forgiving() -> GameTreeBuilder {
        GameTreeBuilder { forgives: true, ..GameTreeBuilder::default() }
    }

    /// How many half-moves the last game had outside of its variations. A variation that repeats the last of them and goes on
    /// makes the tree's main line longer.
    #[must_use]
    pub const fn played(&self) -> usize {
        self.played
    }

    /// Goes on from a move's node, and adds what was said before the move. So many nodes were known before the move.
    fn arrive(&mut self, id: NodeId, known: usize) -> Result<(), PgnProblem> {
        let is_new = self.tree.nodes.len() > known;
        // A variation that repeated this line may have gone on here already: the line itself comes first, and there is no
        // room before its moves.
        if !self.waits && !self.repeats {
            self.tree.put_first(id)?;
            self.tree.put_comments_behind(id)?;
        }
        let comments = core::mem::take(&mut self.comments);
        for comment in &comments {
            if is_new {
                self.tree.add_comment_before(id, comment)?;
            } else {
                self.tree.add_comment(id, comment)?;
            }
        }
        for nag in self.nags.drain(..) {
            self.tree.add_nag(id, nag)?;
        }
        self.repeats = !is_new && (self.waits || self.repeats);
        self.at = id;
        self.waits = false;
        self.played += usize::from(self.outside.is_empty());
        Ok(())
    }
}

impl PgnVisitor for GameTreeBuilder {
    type Game = GameTree;

    fn begin_game(&mut self) {
        self.end_game();
        self.played = 0;
    }

    fn tag(&mut self, name: &str, value: PgnText<'_>) -> Result<(), PgnProblem> {
        if !self.start.tag(name, value)? {
            self.tree.tags.set(name, &value.to_str());
        }
        Ok(())
    }

    fn end_tags(&mut self) -> Result<Then, PgnProblem> {
        if let Some(Some(root)) = self.tree.nodes.first_mut() {
            root.position = self.start.position();
        }
        Ok(Then::Read)
    }

    fn san(&mut self, san: San) -> Result<(), PgnProblem> {
        let position = self.tree.position(self.at).ok_or(super::TreeError::NoSuchNode)?;
        let mv = san.to_move(position)?;
        let known = self.tree.nodes.len();
        let id = self.tree.play(self.at, mv)?;
        self.arrive(id, known)
    }

    fn null_move(&mut self) -> Result<(), PgnProblem> {
        let known = self.tree.nodes.len();
        let id = self.tree.play_null(self.at)?;
        self.arrive(id, known)
    }
    fn nag(&mut self, nag: u8) -> Result<(), PgnProblem> {
        if self.waits {
            self.nags.push(nag);
            return Ok(());
        }
        Ok(self.tree.add_nag(self.at, nag)?)
    }

    fn comment(&mut self, text: PgnText<'_>) -> Result<(), PgnProblem> {
        if self.waits {
            self.comments.extend(plain(&text.to_str()));
            return Ok(());
        }
        Ok(self.tree.add_comment(self.at, &text.to_str())?)
    }

    fn begin_variation(&mut self) -> Result<Then, PgnProblem> {
        let played_in = self.tree.node(self.at).and_then(|node| node.parent());
        // A variation needs a move that it replaces.
        let Some(played_in) = played_in.filter(|_| !self.waits) else {
            return Err(PgnProblem::Expected { expected: "a move before its variation", found: Some('(') });
        };
        self.outside.push((self.at, self.repeats));
        self.at = played_in;
        self.waits = true;
        Ok(Then::Read)
    }

    fn end_variation(&mut self) -> Result<(), PgnProblem> {
        (self.at, self.repeats) = self.outside.pop().unwrap_or((GameTree::ROOT, false));
        self.waits = false;
        // The comments of an empty variation are given to the move before it.
        for comment in self.comments.drain(..) {
            self.tree.add_comment(self.at, &comment)?;
        }
        self.nags.clear();
        Ok(())
    }

    fn leaves_variation(&self) -> bool {
        self.forgives
    }

    fn result(&mut self, result: Option<PgnResult>) -> Result<(), PgnProblem> {
        self.tree.result = result.unwrap_or(PgnResult::Unfinished);
        Ok(())
    }

    fn end_game(&mut self) -> GameTree {
        let done = core::mem::take(self);
        (self.played, self.forgives) = (done.played, done.forgives);
        done.tree
    }
}
