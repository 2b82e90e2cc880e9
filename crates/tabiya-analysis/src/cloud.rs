// SPDX-License-Identifier: AGPL-3.0-or-later
//! What is known about positions by themselves: for whoever asks about a position and not about a game.
//!
//! Only positions of games that everybody may see are here, because a private game's positions would tell of it. And only
//! those where neither a repetition nor the fifty-move count can matter. It is kept in memory, and filled by analyses as they
//! are made and read.

use std::collections::{HashMap, HashSet, VecDeque};

use tabiya_engine::Report;
use tabiya_protocol::EvalView;
use tabiya_rules::{History, Position};

use crate::report::eval;

/// Positions that are kept. One takes some 300 bytes.
const MOST: usize = 50_000;
/// With more half-moves since the last capture or pawn move, the fifty-move count may matter.
const MOST_CLOCK: u16 = 20;

/// What the engine has found about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluated {
    /// Pieces, turn, castling and en passant, as a FEN begins.
    pub fen: String,
    /// How many nodes it has looked at.
    pub nodes: u64,
    /// How deep, in half-moves.
    pub depth: u8,
    /// What the position is worth.
    pub eval: EvalView,
    /// The best line, in UCI.
    pub moves: Vec<String>,
}

/// Pieces, turn, castling and en passant, as a FEN begins.
fn four_fields(position: &Position) -> String {
    position.to_fen().split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// The positions, in the order in which they were found.
#[derive(Debug, Default)]
pub(crate) struct Cloud {
    found: HashMap<String, Evaluated>,
    order: VecDeque<String>,
}

impl Cloud {
    pub(crate) fn get(&self, position: &Position) -> Option<&Evaluated> {
        self.found.get(&four_fields(position))
    }

    pub(crate) fn put(&mut self, evaluated: Evaluated) {
        let fen = evaluated.fen.clone();
        if self.found.insert(fen.clone(), evaluated).is_some() {
            return;
        }
        self.order.push_back(fen);
        if self.order.len() > MOST
            && let Some(oldest) = self.order.pop_front()
        {
            self.found.remove(&oldest);
        }
    }
}

/// What is known by themselves about the positions of a game that everybody may see.
pub(crate) fn of_game(game: &History, reports: &[Report], nodes: u64) -> Vec<Evaluated> {
    let mut position = *game.start();
    let mut met = HashSet::new();
    let mut found = Vec::new();
    for (ply, report) in reports.iter().enumerate() {
        let is_new = met.insert(position.key());
        if is_new && position.halfmove_clock() <= MOST_CLOCK && !report.pv.is_empty() {
            let mut at = position;
            let line = report.pv.iter().map(|mv| {
                let uci = mv.to_uci(at.castling_mode());
                at.play(*mv);
                uci
            });
            found.push(Evaluated {
                fen: four_fields(&position),
                nodes: nodes.max(report.nodes),
                depth: report.depth,
                eval: eval(report.score, position.turn()),
                moves: line.collect(),
            });
        }
        if let Some(mv) = game.moves().get(ply) {
            position.play(*mv);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use tabiya_engine::Score;
    use tabiya_rules::parse_san;

    use super::*;

    fn known(moves: &str) -> Vec<String> {
        let mut game = History::new(Position::start());
        let mut reports = Vec::new();
        for san in moves.split_whitespace().map(Some).chain([None]) {
            let best = game.position().legal_moves().first().copied();
            reports.push(Report::kept(Score::Cp(20), 9, 100, best.into_iter().collect()));
            if let Some(san) = san {
                game.play(parse_san(game.position(), san).unwrap());
            }
        }
        of_game(&game, &reports, 100).into_iter().map(|found| found.fen).collect()
    }

    #[test]
    fn a_position_that_was_repeated_or_is_near_the_fifty_move_rule_is_not_known() {
        assert_eq!(known("e4 e5").len(), 3);
        assert_eq!(known("Nf3 Nf6 Ng1 Ng8").len(), 4, "the start stands on the board again");
        let wander =
            "Nc3 Nc6 Nb5 Nb4 Na3 Na6 Nb1 Nb8 Nf3 Nf6 Nd4 Nd5 Nb3 Nb6 Na5 Na4 Nc4 Nc5 Ne3 Ne6 Ng4 Ng5";
        assert_eq!(
            known(wander).len(),
            1 + usize::from(MOST_CLOCK) - 1,
            "22 half-moves, of which one repeats the start"
        );
        assert_eq!(known("f3 e5 g4 Qh4#").len(), 4, "nothing is to be played after mate");
    }

    #[test]
    fn the_counters_of_a_position_do_not_matter() {
        let mut cloud = Cloud::default();
        let mut game = History::new(Position::start());
        game.play(parse_san(game.position(), "e4").unwrap());
        let best = game.position().legal_moves()[0];
        let reports = [20, -30].map(|cp| Report::kept(Score::Cp(cp), 9, 100, vec![best]));
        let reports = [Report::kept(Score::Cp(20), 9, 100, Vec::new()), reports[1].clone()];
        of_game(&game, &reports, 100).into_iter().for_each(|found| cloud.put(found));
        let later = Position::from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 3 7").unwrap();
        let found = cloud.get(&later).unwrap();
        assert_eq!((found.eval, found.depth), (EvalView::Cp { cp: 30 }, 9), "from White's side");
        assert!(cloud.get(&Position::start()).is_none());
    }
}
