// SPDX-License-Identifier: MIT OR Apache-2.0
//! Proves a mate by searching all moves of both sides, without evaluation and without pruning.
//!
//! It serves `go mate`: it finds the shortest mate, or proves that there is none within a number of moves.
//! Each node answers one question: can the attacker mate in n moves from here?

use std::collections::HashMap;

use tabiya_rules::{Move, Position};

use super::thread::{FIRST_ITERATION, Pv, Searcher};
use crate::limits::MAX_PROVEN_MATE;
use crate::report::{Bound, Info, Line, Report};
use crate::score::{Score, mate_in};

/// The most positions whose result is kept.
const MAX_KNOWN: usize = 1 << 20;

/// Whether the defender is lost, by position key and moves left.
type Known = HashMap<(u64, u8), bool>;

impl Searcher<'_> {
    /// The shortest forced mate in at most this number of moves, if there is one and the search is not
    /// stopped.
    pub(super) fn find_mate(&mut self, moves: u8, on_info: &mut dyn FnMut(&Info)) -> Option<Report> {
        let root = self.root.position;
        let first: Vec<Move> = self.root_moves.iter().map(|root| root.mv).collect();
        let mut known = Known::new();
        self.root_depth = 2;
        // Keep some nodes for an ordinary search.
        let all_nodes = self.conditions.nodes;
        self.conditions.nodes = all_nodes.map(|most| most - most / 8);
        for n in 1..=moves.min(MAX_PROVEN_MATE) {
            for &mv in &first {
                let next = root.after(mv);
                if !self.is_lost(&next, n - 1, 1, &mut known) {
                    if self.stopped {
                        self.prepare_to_deepen(all_nodes);
                        return None;
                    }
                    continue;
                }
                let mut pv = Pv::new();
                pv.push(mv);
                self.extend_mate(next, n - 1, &mut pv, &mut known);
                self.stopped = false;
                let score = Score::from_value(mate_in(2 * usize::from(n) - 1));
                let depth = 2 * n - 1;
                let line = Line { score, depth, seldepth: depth, pv: pv.to_vec() };
                on_info(&Info {
                    multi_pv: 1,
                    line: line.clone(),
                    bound: Bound::Exact,
                    nodes: self.nodes,
                    elapsed: self.conditions.watch.elapsed(),
                    hashfull: self.table.hashfull(),
                });
                return Some(Report {
                    best: Some(mv),
                    ponder: pv.get(1).copied(),
                    score,
                    depth,
                    seldepth: depth,
                    nodes: self.nodes,
                    pv: pv.to_vec(),
                    lines: vec![line],
                });
            }
        }
        self.prepare_to_deepen(all_nodes);
        None
    }

    /// Resets everything for an ordinary search, except the number of nodes counted.
    fn prepare_to_deepen(&mut self, nodes: Option<u64>) {
        self.conditions.nodes = nodes;
        self.grace = self.nodes + FIRST_ITERATION;
        self.stopped = false;
    }

    /// Whether the side to move (the defender) is mated within `n` more moves of the attacker, whatever it
    /// plays.
    fn is_lost(&mut self, position: &Position, n: u8, ply: usize, known: &mut Known) -> bool {
        if !self.enter(ply) {
            return false;
        }
        let replies = position.legal_moves();
        if replies.is_empty() {
            return position.is_check();
        }
        if n == 0 || position.is_insufficient_material() {
            return false;
        }
        let key = (position.key(), n);
        if let Some(&lost) = known.get(&key) {
            return lost;
        }
        // Captures first: they refute a mate most often.
        let mut ordered: Vec<(bool, Move)> =
            replies.iter().map(|&mv| (!position.occupied().contains(mv.to()), mv)).collect();
        ordered.sort();
        let mut lost = true;
        for (_, mv) in ordered {
            let next = position.after(mv);
            if !self.mates(&next, n, ply + 1, known) {
                lost = false;
                break;
            }
        }
        if !self.stopped && known.len() < MAX_KNOWN {
            known.insert(key, lost);
        }
        lost && !self.stopped
    }

    /// Whether the side to move (the attacker) can mate in `n` moves.
    fn mates(&mut self, position: &Position, n: u8, ply: usize, known: &mut Known) -> bool {
        self.mating_move(position, n, ply, known).is_some()
    }

    fn mating_move(&mut self, position: &Position, n: u8, ply: usize, known: &mut Known) -> Option<Move> {
        let mut quiet = Vec::new();
        for mv in position.legal_moves() {
            let next = position.after(mv);
            if !next.is_check() {
                quiet.push(next);
            } else if self.is_lost(&next, n - 1, ply, known) {
                return Some(mv);
            }
        }
        if n == 1 || self.stopped {
            return None;
        }
        // Quiet moves, in the order of the list. The move is identified by the position it leads to.
        let found = quiet.into_iter().find(|next| self.is_lost(next, n - 1, ply, known))?;
        position.legal_moves().into_iter().find(|mv| position.after(*mv) == found)
    }

    /// Adds the longest defence and the mating moves to the line.
    fn extend_mate(&mut self, mut position: Position, mut n: u8, pv: &mut Pv, known: &mut Known) {
        while n > 0 && !self.stopped {
            // The longest defence: a reply that does not lose one move earlier.
            let replies = position.legal_moves();
            let longest = replies.iter().find(|mv| {
                let next = position.after(**mv);
                n == 1 || !self.mates(&next, n - 1, 1, known)
            });
            let Some(&reply) = longest.or(replies.first()) else { return };
            let next = position.after(reply);
            let Some(mv) = self.mating_move(&next, n, 1, known) else { return };
            pv.push(reply);
            pv.push(mv);
            position = next.after(mv);
            n -= 1;
        }
    }
}
