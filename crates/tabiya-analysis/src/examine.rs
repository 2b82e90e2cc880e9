// SPDX-License-Identifier: AGPL-3.0-or-later
//! Has every position of a game looked at. The server and `tabiya analyse` both do it here.

use std::io;

use tabiya_engine::Report;
use tabiya_engine::analysis::{Budget, OwnEngine, Pool, QueueFull, Request, Requester, Ticket, Update};
use tabiya_protocol::MOST_ANALYSED;
use tabiya_rules::History;
use tabiya_runtime::low_priority::Patient;

/// How many nodes the engine looks at in each position.
pub const NODES: u64 = 300_000;
/// How many times as many a position gets that is looked at again.
pub(crate) const DEEPER: u64 = 10;
/// The transposition table of each thread, in MiB. What the engine finds depends on it, so it is the same everywhere.
pub const HASH_MIB: usize = 16;

/// So many threads of our own engine. Each calls `prepare` once, before its first position.
pub fn own_engine(threads: usize, prepare: fn()) -> Pool {
    Pool::start(threads, move || {
        prepare();
        Ok(Box::new(OwnEngine::new(HASH_MIB, || Box::new(Patient::new()))))
    })
}

/// The part of a game that the server analyses: its first half-moves, at most [`MOST_ANALYSED`].
pub fn judged_part(game: &History) -> History {
    let mut judged = game.clone();
    judged.take_back(game.moves().len().saturating_sub(MOST_ANALYSED));
    judged
}

/// How the positions of a game are looked at.
#[derive(Clone, Copy, Debug)]
pub struct Examination {
    /// Who asks: requesters take turns.
    pub requester: Requester,
    /// How long each position is looked at.
    pub budget: Budget,
    /// How many best lines are wanted of each.
    pub lines: usize,
}

impl Examination {
    /// As the server does it, with so many nodes.
    pub const fn of_nodes(nodes: u64) -> Self {
        Self { requester: Requester(0), budget: Budget::Nodes(nodes), lines: 1 }
    }

    /// The positions of a game, each with the game before it: the start, and the one after each move.
    pub fn positions(game: &History) -> Vec<History> {
        let mut history = History::new(*game.start());
        let mut positions = vec![history.clone()];
        for mv in game.moves() {
            history.play(*mv);
            positions.push(history.clone());
        }
        positions
    }

    /// Asks the pool about a position. `on_end` is called once, on a thread of the pool, unless the ticket is dropped first.
    ///
    /// # Errors
    /// If the pool has too many positions waiting.
    pub fn ask(
        &self,
        pool: &Pool,
        history: History,
        mut on_end: impl FnMut(io::Result<Report>) + Send + 'static,
    ) -> Result<Ticket, QueueFull> {
        let request = Request { history, budget: self.budget, lines: self.lines };
        pool.ask(self.requester, request, move |update| match update {
            Update::Info(_) => {}
            Update::Done(report) => on_end(Ok(report)),
            Update::Failed(problem) => on_end(Err(problem)),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use tabiya_rules::{Position, parse_san};

    use super::*;

    fn game(moves: &str) -> History {
        let mut history = History::new(Position::start());
        for san in moves.split_whitespace() {
            history.play(parse_san(history.position(), san).unwrap());
        }
        history
    }

    #[test]
    fn a_long_game_is_judged_up_to_the_bound() {
        let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(80);
        assert_eq!(judged_part(&game(&shuffle)).moves().len(), MOST_ANALYSED);
        let short = game("e4 e5");
        assert_eq!(judged_part(&short).moves(), short.moves());
    }

    /// Whatever else the pool does at the time.
    #[test]
    fn a_position_gets_the_same_answer_from_any_pool() {
        let positions = Examination::positions(&game("e4 e5 Nf3 Nc6 Bb5"));
        let examine = |threads| {
            let pool = own_engine(threads, || {});
            let (sender, answers) = channel();
            let tickets: Vec<_> = (positions.iter().cloned().enumerate())
                .map(|(number, history)| {
                    let sender = sender.clone();
                    let on_end =
                        move |report: io::Result<Report>| sender.send((number, report.unwrap())).unwrap();
                    Examination::of_nodes(3_000).ask(&pool, history, on_end).unwrap()
                })
                .collect();
            let mut reports: Vec<_> = answers.iter().take(tickets.len()).collect();
            reports.sort_by_key(|(number, _)| *number);
            reports.into_iter().map(|(_, report)| (report.score, report.pv, report.nodes)).collect::<Vec<_>>()
        };
        assert_eq!(examine(1), examine(2));
    }
}
