// SPDX-License-Identifier: AGPL-3.0-or-later
//! A player's own mistakes in a game, as positions to solve again: where a move gave much away, what would have been right?
//!
//! A puzzle asks for the one way to win. Here it is enough that the best moves are clearly better than the one that was played, so a
//! game of beginners gives some to each side. Several moves may be right. A move that lies between is good and costs nothing.

use std::collections::HashSet;

use tabiya_engine::Score;
use tabiya_engine::analysis::centipawns;
use tabiya_rules::{Color, History, Move, Position};

use super::look::Interrupted;
use super::screen::MISTAKE;
use super::verdict::chances;
use super::{Effort, Finder};
use crate::proof::{ENGINE, Proof, ProvedStep, Seen};
use crate::puzzle::{Origin, Puzzle, Step};
use crate::themes::themes_of;

/// A player whose score was below this before the mistake has little to learn from it. In hundredths of a pawn.
const LOST: i32 = -500;
/// A move is right if it loses no more winning chances than this against the best.
const RIGHT: f64 = 0.1;
/// A move is good if it loses no more of what the mistake has lost than this.
const GOOD: f64 = 0.5;
/// Where more moves than these are right, there is nothing to find.
const MOST_RIGHT: usize = 6;
/// How many best lines are searched first, and at most.
const LINES: [usize; 2] = [4, 16];
/// At most so many of a side's mistakes in a game are looked at for each position that is wanted.
const TRIES: usize = 3;
/// Mistakes that are no more half-moves apart belong to one moment of a game: often the same thing was missed again.
const SAME_MOMENT: usize = 6;

/// A move that gave much away.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OwnMistake {
    /// The move that was played.
    pub(crate) played: Move,
    /// The position before it as a puzzle of one move: it begins with the opponent's move before.
    pub(crate) puzzle: Puzzle,
}

/// The numbers of the moves by which a side gave much away, the worst first. `scores` are those of the start and of the position
/// after each move, for the side to move.
pub(super) fn mistakes(game: &History, scores: &[Score], side: Color) -> Vec<usize> {
    let mut turn = game.start().turn();
    let mut found = Vec::new();
    for ply in 0..game.moves().len() {
        let (Some(before), Some(after)) = (scores.get(ply), scores.get(ply + 1)) else { break };
        let loss = chances(*before) + chances(*after);
        // The first move of a game has no move before it that would show what is going on.
        if turn == side && ply > 0 && loss >= MISTAKE && centipawns(*before) >= LOST {
            found.push((ply, loss));
        }
        turn = turn.opposite();
    }
    found.sort_by(|one, other| other.1.total_cmp(&one.1));
    found.into_iter().map(|(ply, _)| ply).collect()
}

/// The same moves, the first of each moment before all others, so that what a player gets comes from several moments.
fn spread(mistakes: impl Iterator<Item = usize>) -> Vec<usize> {
    let (mut firsts, mut others): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    for ply in mistakes {
        let is_near = firsts.iter().any(|first| first.abs_diff(ply) <= SAME_MOMENT);
        if is_near { others.push(ply) } else { firsts.push(ply) }
    }
    firsts.extend(others);
    firsts
}

/// What a move is worth that is just good, where the best one is worth `best` and the one that was played `played`.
fn floor(best: f64, played: f64) -> f64 {
    best - GOOD * (best - played)
}

/// What the lines of a position say: the right moves, the best first, and the good ones. `None` if the move that was played is no
/// clear mistake, if moves that may be good are not seen, or if too many are right. `worth` is what `played` was worth; `moves`, how
/// many there are.
fn judge(seen: &Seen, (played, worth): (Move, f64), moves: usize) -> Option<(Vec<Move>, Vec<Move>)> {
    let best = chances(seen.lines.first()?.score);
    let floor = floor(best, worth);
    let is_all = seen.lines.len() >= moves || seen.lines.iter().any(|line| chances(line.score) <= floor);
    let (mut right, mut good) = (Vec::new(), Vec::new());
    for line in &seen.lines {
        let chances = chances(line.score);
        if best - chances <= RIGHT {
            right.push(line.mv);
        } else if chances > floor && line.mv != played {
            good.push(line.mv);
        }
    }
    let is_clear = best - worth >= MISTAKE && right.len() <= MOST_RIGHT && !right.contains(&played);
    (is_all && is_clear).then_some((right, good))
}

impl Finder<'_> {
    /// The scores of a game: of the start and of the position after each move, for the side to move.
    ///
    /// # Errors
    /// If the engine fails or is stopped.
    pub(crate) fn scores_of(&mut self, game: &History) -> Result<Vec<Score>, Interrupted> {
        let nodes = self.effort.screen;
        let mut history = History::new(*game.start());
        let mut scores = vec![self.score(&history, nodes)?];
        for mv in game.moves() {
            history.play(*mv);
            scores.push(self.score(&history, nodes)?);
        }
        Ok(scores)
    }

    /// Up to `most` mistakes of a side, the worst of each moment first, each with what would have been right. Those before which `is_known` holds
    /// are left out, and of those before which the position is the same all but the worst.
    ///
    /// # Errors
    /// If the engine fails or is stopped.
    pub(crate) fn own_mistakes(
        &mut self,
        game: &History,
        scores: &[Score],
        (side, most): (Color, usize),
        origin: &Origin,
        is_known: &dyn Fn(&Position) -> bool,
    ) -> Result<Vec<OwnMistake>, Interrupted> {
        let (mut found, mut starts) = (Vec::new(), HashSet::new());
        let new = mistakes(game, scores, side).into_iter().filter(|ply| {
            let start = position_at(game, *ply);
            !is_known(&start) && starts.insert(start.key())
        });
        for ply in spread(new).into_iter().take(TRIES * most) {
            if found.len() >= most {
                break;
            }
            found.extend(self.own_mistake(game, ply, origin)?);
        }
        Ok(found)
    }

    /// The move with this number as a puzzle, if two passes agree about it.
    fn own_mistake(
        &mut self,
        game: &History,
        ply: usize,
        origin: &Origin,
    ) -> Result<Option<OwnMistake>, Interrupted> {
        let Effort { first, second, .. } = self.effort;
        let mut history = History::new(*game.start());
        game.moves()[..ply].iter().for_each(|mv| history.play(*mv));
        let played = game.moves()[ply];
        let mut after = history.clone();
        after.play(played);
        let moves = history.position().legal_moves().len();
        // Most of what is no clear mistake shows it in the first pass, so the second one, which costs four times as much, comes after.
        let worth = -chances(self.score(&after, first)?);
        let early = self.best_lines(&history, (first, LINES[0]), worth)?;
        let Some((at_first, _)) = judge(&early, (played, worth), moves) else { return Ok(None) };
        let worth = -chances(self.score(&after, second)?);
        let late = self.best_lines(&history, (second, early.lines.len().max(LINES[0])), worth)?;
        let Some((right, good)) = judge(&late, (played, worth), moves) else { return Ok(None) };
        if !at_first.contains(&right[0]) || !right.contains(&at_first[0]) {
            return Ok(None);
        }
        let step = Step { right, good, reply: None };
        let proved = ProvedStep { first: early, second: late, reply: None };
        let proof = Proof { engine: ENGINE.to_owned(), steps: vec![proved] };
        let before = position_at(game, ply - 1);
        let puzzle = Puzzle::new(before, game.moves()[ply - 1], vec![step], origin.clone(), Some(proof));
        let mut puzzle = puzzle.expect("the moves are the game's and the engine's");
        puzzle.themes = themes_of(&puzzle);
        Ok(Some(OwnMistake { played, puzzle }))
    }

    /// So many of the best lines that one of them is not good any more, if there is one. `lines` are searched first.
    fn best_lines(
        &mut self,
        history: &History,
        (nodes, mut lines): (u64, usize),
        worth: f64,
    ) -> Result<Seen, Interrupted> {
        let [_, most] = LINES;
        loop {
            let seen = self.eyes.look(history, nodes, lines)?;
            let best = seen.lines.first().map_or(0.0, |line| chances(line.score));
            let is_enough = seen.lines.iter().any(|line| chances(line.score) <= floor(best, worth));
            if is_enough || lines >= most || seen.lines.len() < lines {
                return Ok(seen);
            }
            lines = (2 * lines).min(most);
        }
    }

    /// Whether the best move of a pupil's position is still among the right ones.
    ///
    /// # Errors
    /// If the engine fails or is stopped.
    pub(crate) fn is_still_right(&mut self, puzzle: &Puzzle) -> Result<bool, Interrupted> {
        let mut history = History::new(*puzzle.before());
        history.play(puzzle.mistake());
        let seen = self.eyes.look(&history, self.effort.second, 1)?;
        Ok(seen.lines.first().is_some_and(|line| puzzle.steps()[0].right.contains(&line.mv)))
    }

    /// Whether in each position the best move is a right one, and no other move is as good. Any mate is right.
    ///
    /// # Errors
    /// If the engine fails or is stopped.
    pub(crate) fn has_one_solution(&mut self, puzzle: &Puzzle) -> Result<bool, Interrupted> {
        let mut history = History::new(*puzzle.before());
        history.play(puzzle.mistake());
        for step in puzzle.steps() {
            let seen = self.eyes.look(&history, self.effort.second, 1 + step.right.len())?;
            let best = seen.lines.first().map_or(0.0, |line| chances(line.score));
            let is_wrong =
                |mv: Move| !step.right.contains(&mv) && !history.position().after(mv).is_checkmate();
            if seen.lines.iter().any(|line| is_wrong(line.mv) && chances(line.score) >= best - RIGHT) {
                return Ok(false);
            }
            history.play(step.right[0]);
            let Some(reply) = step.reply else { break };
            history.play(reply);
        }
        Ok(true)
    }
}

/// The position before the move with this number.
fn position_at(game: &History, ply: usize) -> Position {
    let mut position = *game.start();
    game.moves()[..ply].iter().for_each(|mv| position.play(*mv));
    position
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::atomic::AtomicBool;

    use tabiya_engine::analysis::{Analyst, Budget, OwnEngine, Request};
    use tabiya_engine::{Info, Report, Untimed};
    use tabiya_rules::parse_san;

    use super::*;

    /// The engine, and what it was asked: nodes and lines.
    struct Noted<A>(A, Vec<(u64, usize)>);

    impl<A: Analyst> Analyst for Noted<A> {
        fn analyse(
            &mut self,
            request: &Request,
            stop: &AtomicBool,
            on_info: &mut dyn FnMut(&Info),
        ) -> io::Result<Report> {
            let Budget::Nodes(nodes) = request.budget else {
                panic!("nodes alone give the same answer everywhere")
            };
            self.1.push((nodes, request.lines));
            self.0.analyse(request, stop, on_info)
        }
    }

    /// Two of a pupil's three positions were one move apart, with the same mate to find.
    #[test]
    fn mistakes_of_other_moments_come_before_the_same_one_again() {
        let spread = |plies: &[usize]| super::spread(plies.iter().copied());
        assert_eq!(spread(&[40, 42, 10, 36, 17, 50]), [40, 10, 17, 50, 42, 36]);
        assert_eq!(spread(&[40, 46, 47]), [40, 47, 46]);
        assert_eq!(spread(&[]), [0; 0]);
    }

    /// A lesson of three short games took minutes on a busy machine: each mistake was searched in both passes, and the second one began
    /// with few lines again.
    #[test]
    fn what_is_no_clear_mistake_costs_one_pass_and_no_pass_is_searched_anew() {
        let effort = Effort { screen: 1_000, first: 5_000, second: 20_000 };
        let game = game("e4 e5 Nf3 Nc6 Bc4 Nd4 Nxe5 Qg5 Nxf7 Qxg2 Rf1 Qxe4+ Be2 Nf3#");
        let (mut kept, mut left_out) = (0, 0);
        for ply in 1..game.moves().len() {
            let mut engine = Noted(OwnEngine::new(4, || Box::new(Untimed)), Vec::new());
            let stop = AtomicBool::new(false);
            let found =
                Finder::new(&mut engine, &stop, effort).own_mistake(&game, ply, &Origin::File).unwrap();
            let asked = |nodes| engine.1.iter().filter(|of| of.0 == nodes).map(|of| of.1).collect::<Vec<_>>();
            let (first, second) = (asked(effort.first), asked(effort.second));
            assert_eq!(
                [&first[..], &second[..]].concat(),
                engine.1.iter().map(|of| of.1).collect::<Vec<_>>()
            );
            match (second.is_empty(), found.is_some()) {
                (true, false) => left_out += 1,
                (true, true) => panic!("one pass proves nothing"),
                (false, is_kept) => {
                    kept += usize::from(is_kept);
                    assert_eq!(second[0], 1, "what the move is worth");
                    assert!(second[1] >= *first.last().unwrap(), "{first:?}, then {second:?}");
                }
            }
        }
        assert!(kept > 0 && left_out > 3, "{kept} kept, {left_out} left out");
    }

    fn game(moves: &str) -> History {
        let mut game = History::new(Position::start());
        for san in moves.split(' ') {
            game.play(parse_san(game.position(), san).unwrap());
        }
        game
    }

    #[test]
    fn a_sides_worst_moves_come_first() {
        let game = game("e4 e5 Qh5 Nc6 Bc4 Nf6");
        // Before each move and at the end, for the side to move: White gives away a little with Qh5, Black all with Nf6.
        let cp = [20, -20, 30, 300, -280, 10, 9_000].map(Score::Cp);
        assert_eq!(mistakes(&game, &cp, Color::White), [2]);
        assert_eq!(mistakes(&game, &cp, Color::Black), [5]);
        let lost = [20, -20, 30, -900, 900, -900, 9_000].map(Score::Cp);
        assert_eq!(mistakes(&game, &lost, Color::Black), [0; 0], "there was nothing left to lose");
        assert_eq!(mistakes(&game, &[], Color::White), [0; 0]);
    }

    #[test]
    fn what_was_played_is_never_right() {
        let position = Position::start();
        let line =
            |san, cp| crate::proof::SeenLine { mv: parse_san(&position, san).unwrap(), score: Score::Cp(cp) };
        let lines = [line("e4", 300), line("d4", 290), line("c4", 180), line("f3", -100), line("g4", -300)];
        let seen = |most: usize| Seen { nodes: 1, depth: 1, lines: lines[..most].to_vec() };
        let mv = |san| parse_san(&position, san).unwrap();
        let worth = chances(Score::Cp(-300));
        let (right, good) = judge(&seen(5), (mv("g4"), worth), 20).unwrap();
        assert_eq!((right, good), (vec![mv("e4"), mv("d4")], vec![mv("c4")]));
        assert_eq!(judge(&seen(5), (mv("d4"), worth), 20), None, "it was right");
        assert_eq!(judge(&seen(5), (mv("g4"), chances(Score::Cp(290))), 20), None, "it was no mistake");
        assert_eq!(judge(&seen(3), (mv("g4"), worth), 20), None, "a fourth move may be good");
        assert!(judge(&seen(3), (mv("g4"), worth), 3).is_some(), "there is no fourth move");
    }
}
