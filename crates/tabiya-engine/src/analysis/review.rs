// SPDX-License-Identifier: MIT OR Apache-2.0
//! Judges the moves of a game, one by one and in total for each side.

use tabiya_rules::{Color, History, Move, Position};

use super::accuracy::{game_accuracy, move_accuracy};
use super::chances::{centipawns, win_percent};
use super::flaw::Flaw;
use super::forced::Proofs;
use super::judgement::Judgement;
use super::phases::{Phase, Phases};
use super::reason::reason;
use crate::report::Report;
use crate::score::Score;

/// The score of the starting position for White, in hundredths of a pawn, as lichess defines it.
const START: Score = Score::Cp(15);

/// A game with its moves judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// One for each move.
    pub moves: Vec<MoveReview>,
    /// White's moves in total, then Black's.
    pub sides: [SideReview; 2],
    /// Where the middlegame and the endgame begin.
    pub phases: Phases,
    /// White's Win %, 0 to 100, at the start and after each move, as accuracy is computed from it.
    pub percents: Vec<f64>,
}

/// A judged move.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MoveReview {
    /// The move.
    pub mv: Move,
    /// The side that made it.
    pub mover: Color,
    /// The score before the move, for the mover.
    pub before: Score,
    /// The score after the move, for the opponent.
    pub after: Score,
    /// White's Win % after the move, 0 to 100.
    pub white_win: f64,
    /// The accuracy, 0 to 100. A loss that would be judged counts as none where the move is the engine's own first choice.
    pub accuracy: f64,
    /// Hundredths of a pawn lost, 0 to 2000. The engine's own first choice never loses what would be judged.
    pub loss: i32,
    /// What is wrong with the move, if anything. The engine's own first choice is never judged bad.
    pub judgement: Option<Judgement>,
    /// The reason for the judgement, where one can be found.
    pub flaw: Option<Flaw>,
    /// The line that the engine would have played. Empty where the move is the engine's first choice.
    pub better: Vec<Move>,
}

/// All moves of one side in total.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct SideReview {
    /// The accuracy, 0 to 100; `None` if the side has not moved.
    pub accuracy: Option<f64>,
    /// The accuracy in the opening, the middlegame and the endgame; `None` where the side has not moved.
    pub by_phase: [Option<f64>; 3],
    /// The average loss per move in hundredths of a pawn (ACPL); `None` if the side has not moved.
    pub average_loss: Option<f64>,
    /// The number of inaccuracies.
    pub inaccuracies: usize,
    /// The number of mistakes.
    pub mistakes: usize,
    /// The number of blunders.
    pub blunders: usize,
}

impl Review {
    /// Judges a game from the reports on its positions: the start, and the position after each move. `None`
    /// unless there is exactly one report for each.
    ///
    /// If the rules have decided the game, their result replaces the last report. The standard starting
    /// position counts as 0.15 pawns for White.
    #[must_use]
    pub fn new(history: &History, reports: &[Report]) -> Option<Review> {
        Review::within(history, reports, &mut Proofs::default())
    }

    /// The same for a part of a game: what has been spent on the proofs of earlier parts is not there for this one, so that
    /// all parts together give the reasons that the whole game would have.
    #[must_use]
    pub fn within(history: &History, reports: &[Report], proofs: &mut Proofs) -> Option<Review> {
        if reports.len() != history.moves().len() + 1 {
            return None;
        }
        let mut scores: Vec<Score> = reports.iter().map(|report| report.score).collect();
        if *history.start() == Position::start() {
            scores[0] = START;
        }
        if let Some(outcome) = history.outcome() {
            let end = if outcome.winner().is_some() { Score::Mate(0) } else { Score::Cp(0) };
            scores[history.moves().len()] = end;
        }
        let mut position = *history.start();
        let mut positions = vec![position];
        let white_win = |score: Score, turn: Color| {
            let percent = win_percent(centipawns(score));
            if turn == Color::White { percent } else { 100.0 - percent }
        };
        let mut percents = vec![white_win(scores[0], position.turn())];
        let mut moves = Vec::with_capacity(history.moves().len());
        let mut excused = Vec::with_capacity(history.moves().len());
        for (ply, &mv) in history.moves().iter().enumerate() {
            let mover = position.turn();
            let [before, after] = [scores[ply], scores[ply + 1]];
            let own_choice = reports[ply].best == Some(mv);
            let judgement = Judgement::new(before, after);
            // Where a position is about to be repeated, a draw is all that there is, and the next position says nothing of it.
            let is_excused = own_choice && judgement.is_some();
            excused.push(is_excused);
            let judgement = judgement.filter(|_| !own_choice);
            let flaw =
                judgement.and_then(|_| reason(&position, mv, &reports[ply], &reports[ply + 1], proofs));
            let [mine, theirs] = [before, after].map(|score| win_percent(centipawns(score)));
            moves.push(MoveReview {
                mv,
                mover,
                before,
                after,
                white_win: white_win(after, mover.opposite()),
                accuracy: if is_excused { 100.0 } else { move_accuracy(mine, 100.0 - theirs) },
                loss: if is_excused { 0 } else { (centipawns(before) + centipawns(after)).max(0) },
                judgement,
                flaw,
                better: if own_choice { Vec::new() } else { reports[ply].pv.clone() },
            });
            percents.push(white_win(after, mover.opposite()));
            position.play(mv);
            positions.push(position);
        }
        let phases = Phases::of(positions);
        let by_phase = Phase::ALL.map(|phase| match phases.range(phase, moves.len()) {
            Some((first, last)) => {
                game_accuracy(&percents[first..=last], &excused[first..last], history.mover_at(first))
            }
            None => [None, None],
        });
        let accuracies = game_accuracy(&percents, &excused, history.start().turn());
        let sides = [Color::White, Color::Black].map(|side| {
            let of_side: Vec<&MoveReview> = moves.iter().filter(|review| review.mover == side).collect();
            let count = |wanted| of_side.iter().filter(|review| review.judgement == Some(wanted)).count();
            let lost: i32 = of_side.iter().map(|review| review.loss).sum();
            SideReview {
                accuracy: accuracies[side.index()],
                by_phase: by_phase.map(|of_phase| of_phase[side.index()]),
                average_loss: (!of_side.is_empty()).then(|| f64::from(lost) / of_side.len() as f64),
                inaccuracies: count(Judgement::Inaccuracy),
                mistakes: count(Judgement::Mistake),
                blunders: count(Judgement::Blunder),
            }
        });
        Some(Review { moves, sides, phases, percents })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya_rules::parse_san;

    fn game(moves: &str) -> History {
        let mut history = History::new(Position::start());
        for san in moves.split_whitespace() {
            history.play(parse_san(history.position(), san).unwrap());
        }
        history
    }

    /// Reports with these scores for the side to move. The best move is one that is not played in this game.
    fn reports(history: &History, scores: &[Score]) -> Vec<Report> {
        let mut position = *history.start();
        let mut reports = Vec::new();
        for (ply, &score) in scores.iter().enumerate() {
            let played = history.moves().get(ply);
            let best = position.legal_moves().into_iter().find(|mv| Some(mv) != played);
            reports.push(
                best.map_or_else(|| Report::without_moves(score), |best| Report::without_search(best, score)),
            );
            played.iter().for_each(|mv| position.play(**mv));
        }
        reports
    }

    /// Before a third repetition a draw is all that there is; the score after it says what comes where nobody claims it.
    #[test]
    fn the_engines_own_choice_loses_nothing() {
        let history = game("e4 e5 Nf3");
        let scores = [Score::Cp(15), Score::Cp(-15), Score::Cp(0), Score::Cp(900)];
        let mut reports = reports(&history, &scores);
        let bad = Review::new(&history, &reports).unwrap();
        assert_eq!(bad.moves[2].judgement, Some(Judgement::Blunder));
        assert!(bad.moves[2].accuracy < 20.0 && bad.sides[0].accuracy < Some(70.0), "{:?}", bad.sides[0]);
        reports[2] = Report::without_search(history.moves()[2], scores[2]);
        let own = Review::new(&history, &reports).unwrap();
        assert_eq!((own.moves[2].judgement, own.moves[2].accuracy, own.moves[2].loss), (None, 100.0, 0));
        assert_eq!((own.sides[0].accuracy, own.sides[0].average_loss), (Some(100.0), Some(0.0)));
        assert_eq!(own.sides[0].by_phase[0], Some(100.0));
    }

    #[test]
    fn a_game_by_hand() {
        let history = game("f3 e5 g4 Qh4#");
        let scores = [Score::Cp(40), Score::Cp(60), Score::Cp(-50), Score::Mate(1), Score::Mate(0)];
        let review = Review::new(&history, &reports(&history, &scores)).unwrap();
        // The start counts as 15, not as 40. White goes from 15 to -60; Black goes from 60 to 50.
        assert_eq!(review.moves[0].before, Score::Cp(15));
        assert_eq!(review.moves.iter().map(|review| review.loss).collect::<Vec<_>>(), [75, 10, 950, 0]);
        let judged: Vec<_> = review.moves.iter().map(|review| review.judgement).collect();
        assert_eq!(judged, [Some(Judgement::Inaccuracy), None, Some(Judgement::Blunder), None]);
        assert_eq!(review.moves[2].flaw, Some(Flaw::AllowsMate(1)));
        let [white, black] = review.sides;
        assert_eq!((white.average_loss, white.inaccuracies, white.blunders), (Some(512.5), 1, 1));
        assert_eq!((black.average_loss, black.blunders), (Some(5.0), 0));
        // Win % for White: 51.3804, 44.4992, 45.4104, 2.4553, 2.4553. Windows of two; deviations 3.4406, 0.5
        // (the minimum), 12 (the maximum), 0.5. Black lost less than one per cent.
        let drop = |points: f64| 103.1668 * (-0.043_54 * points).exp() - 2.1669;
        let (first, second) = (drop(51.3804 - 44.4992), drop(45.4104 - 2.4553));
        let by_hand = ((3.4406 * first + 12.0 * second) / 15.4406 + 2.0 / (1.0 / first + 1.0 / second)) / 2.0;
        assert!((white.accuracy.unwrap() - by_hand).abs() < 1e-3, "{white:?} {by_hand}");
        assert!(black.accuracy.unwrap() > 97.0 && black.accuracy.unwrap() < 100.0);
    }

    #[test]
    fn the_engines_own_choice_is_not_blamed() {
        let history = game("f3");
        let mut reports = reports(&history, &[Score::Cp(15), Score::Cp(400)]);
        assert_eq!(Review::new(&history, &reports).unwrap().moves[0].judgement, Some(Judgement::Blunder));
        reports[0].best = Some(history.moves()[0]);
        let review = Review::new(&history, &reports).unwrap();
        assert_eq!((review.moves[0].judgement, review.moves[0].better.len()), (None, 0));
    }

    #[test]
    fn every_position_needs_its_report() {
        let history = game("e4 e5");
        let three = reports(&history, &[Score::Cp(15), Score::Cp(-20), Score::Cp(20)]);
        assert!(Review::new(&history, &three).is_some());
        assert!(Review::new(&history, &three[..2]).is_none());
        let nothing = Review::new(&game(""), &three[..1]).unwrap();
        assert_eq!(nothing.sides, [SideReview::default(); 2]);
    }

    #[test]
    fn a_draw_by_the_rules_counts_as_one() {
        let start = Position::from_fen("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1").unwrap();
        let mut history = History::new(start);
        history.play(parse_san(&start, "Qf7").unwrap());
        let scores = [Score::Mate(1), Score::Cp(-900)];
        let review = Review::new(&history, &reports(&history, &scores)).unwrap();
        assert_eq!(review.moves[0].after, Score::Cp(0));
        assert_eq!(review.moves[0].flaw, Some(Flaw::Stalemates));
    }
}
