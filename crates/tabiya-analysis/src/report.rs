// SPDX-License-Identifier: AGPL-3.0-or-later
//! The report on a game as it is told: from the game and what the engine found.

use tabiya_engine::analysis::{Flaw, Judgement, MoveReview, Proofs, Review, SideReview};
use tabiya_engine::{Report, Score};
use tabiya_protocol::{
    AnalysedMove, AnalysedStart, AnalysisTotals, AnalysisView, EvalView, JudgementView, LineMove, PieceOn,
    ReasonView, SideTotals,
};
use tabiya_rules::{Color, History, Move, Position, san};

/// The longest line that is told, in half-moves.
const LINE: usize = 12;
/// The longest line of a move with which nothing is wrong.
const SHORT_LINE: usize = 4;

/// What is known of the first positions of a game.
pub(crate) struct Beginning {
    /// The starting position.
    pub(crate) start: AnalysedStart,
    /// The moves that are judged.
    pub(crate) moves: Vec<AnalysedMove>,
    totals: AnalysisTotals,
    /// The nodes of each position.
    nodes: Vec<u64>,
}

impl Beginning {
    /// From the reports on the first positions, at least one.
    pub(crate) fn new(game: &History, reports: &[Report]) -> Option<Self> {
        Self::within(game, reports, &mut Proofs::default())
    }

    /// The same within what is left for proofs.
    fn within(game: &History, reports: &[Report], proofs: &mut Proofs) -> Option<Self> {
        let mut known = game.clone();
        known.take_back((game.moves().len() + 1).saturating_sub(reports.len()));
        let review = Review::within(&known, reports, proofs)?;
        let percent = *review.percents.first()?;
        let first = reports.first()?;
        let start = AnalysedStart {
            eval: eval(first.score, game.start().turn()),
            win: thousandths(percent),
            line: line(game.start(), &first.pv, LINE),
        };
        let moves = moves(game.start(), &review, reports, 0);
        let nodes = reports.iter().map(|report| report.nodes).collect();
        Some(Self { start, moves, totals: totals(&review), nodes })
    }

    /// The report on a game of so many half-moves that is complete.
    pub(crate) fn complete(self, of: usize, nodes: u64) -> AnalysisView {
        let Self { start, moves, totals, nodes: of_each } = self;
        let pairs = of_each.windows(2).zip(1..);
        let deeper = pairs.filter(|(pair, _)| pair.iter().all(|looked_at| *looked_at > nodes));
        let deeper = deeper.map(|(_, ply)| ply).collect();
        let nodes = u32::try_from(nodes).unwrap_or(u32::MAX);
        AnalysisView::Done { of: count(of), nodes, start, moves, totals, deeper, looking: Vec::new() }
    }
}

/// What is known further when the first `told` reports have been told: where the analysis begins, if none had been, and the
/// further moves that can be judged. `proofs` is what the parts before have left.
pub(crate) fn part(
    game: &History,
    reports: &[Report],
    told: usize,
    proofs: &mut Proofs,
) -> Option<(Option<AnalysedStart>, Vec<AnalysedMove>)> {
    if told == 0 {
        let Beginning { start, moves, .. } = Beginning::within(game, reports, proofs)?;
        return Some((Some(start), moves));
    }
    // A move is judged from the position before it and the one after it.
    let first = told - 1;
    let mut position = *game.start();
    game.moves()[..first].iter().for_each(|mv| position.play(*mv));
    let mut further = History::new(position);
    game.moves()[first..reports.len() - 1].iter().for_each(|mv| further.play(*mv));
    let review = Review::within(&further, &reports[first..], proofs)?;
    Some((None, moves(&position, &review, &reports[first..], first)))
}

/// The moves of a review as they are told; so many half-moves came before them.
fn moves(start: &Position, review: &Review, reports: &[Report], before: usize) -> Vec<AnalysedMove> {
    let mut position = *start;
    let moves = review.moves.iter().zip(&reports[1..]).zip(before + 1..);
    moves.map(|((judged, report), ply)| one_move(&mut position, judged, report, count(ply))).collect()
}

fn one_move(position: &mut Position, judged: &MoveReview, report: &Report, ply: u16) -> AnalysedMove {
    let before = *position;
    position.play(judged.mv);
    let lines = if judged.judgement.is_some() { LINE } else { SHORT_LINE };
    AnalysedMove {
        ply,
        uci: judged.mv.to_uci(before.castling_mode()),
        san: san(&before, judged.mv).to_string(),
        eval: eval(judged.after, position.turn()),
        win: thousandths(judged.white_win),
        accuracy: thousandths(judged.accuracy),
        loss: u16::try_from(judged.loss).unwrap_or(u16::MAX),
        judgement: judged.judgement.map(judgement),
        reason: judged.flaw.as_ref().map(reason_view),
        better: line(&before, &judged.better, lines),
        line: line(position, &report.pv, lines),
    }
}

/// What a score of the side to move is worth, from White's side.
#[must_use]
pub fn eval(score: Score, turn: Color) -> EvalView {
    let sign = if turn == Color::White { 1 } else { -1 };
    match score {
        Score::Cp(cp) => EvalView::Cp { cp: sign * cp },
        Score::Mate(0) => EvalView::Mated { winner: turn.opposite() },
        Score::Mate(moves) => EvalView::Mate { moves: sign * moves },
    }
}

fn line(position: &Position, moves: &[Move], most: usize) -> Vec<LineMove> {
    let mut at = *position;
    let one = |mv: &Move| {
        let named = LineMove { uci: mv.to_uci(at.castling_mode()), san: san(&at, *mv).to_string() };
        at.play(*mv);
        named
    };
    moves.iter().take(most).map(one).collect()
}

const fn judgement(judgement: Judgement) -> JudgementView {
    match judgement {
        Judgement::Inaccuracy => JudgementView::Inaccuracy,
        Judgement::Mistake => JudgementView::Mistake,
        Judgement::Blunder => JudgementView::Blunder,
    }
}

/// A reason as it is told.
#[must_use]
pub fn reason_view(flaw: &Flaw) -> ReasonView {
    let on = |(role, square)| PieceOn { role, square };
    match flaw {
        Flaw::AllowsMate(moves) => ReasonView::AllowsMate { moves: *moves },
        Flaw::MissesMate(moves) => ReasonView::MissesMate { moves: *moves },
        Flaw::Stalemates => ReasonView::Stalemates,
        Flaw::Hangs { role, square, left, attackers, defenders, pinned } => ReasonView::Hangs {
            piece: on((*role, *square)),
            left: *left,
            attackers: *attackers,
            defenders: *defenders,
            pinned: pinned.map(on),
        },
        Flaw::Loses { role, price } => ReasonView::Loses { role: *role, price: *price },
        Flaw::LetsPromote(square) => ReasonView::LetsPromote { square: *square },
        Flaw::Spares(role, square) => ReasonView::Spares { piece: on((*role, *square)) },
        Flaw::AllowsFork { by, targets } => {
            ReasonView::AllowsFork { by: on(*by), targets: targets.iter().copied().map(on).collect() }
        }
        Flaw::LosesMaterial { pawns, after } => ReasonView::LosesMaterial { pawns: *pawns, after: *after },
        Flaw::MissesMaterial { pawns, after } => ReasonView::MissesMaterial { pawns: *pawns, after: *after },
    }
}

/// The totals of a game as they are told.
fn totals(review: &Review) -> AnalysisTotals {
    let [white, black] = review.sides.each_ref().map(side);
    let ply = |ply: Option<usize>| ply.map(count);
    AnalysisTotals {
        white,
        black,
        middlegame: ply(review.phases.middlegame),
        endgame: ply(review.phases.endgame),
    }
}

fn side(side: &SideReview) -> SideTotals {
    let [opening, middlegame, endgame] = side.by_phase.map(|share| share.map(thousandths));
    SideTotals {
        accuracy: side.accuracy.map(thousandths),
        opening,
        middlegame,
        endgame,
        average_loss: side.average_loss.map(|loss| loss.round().clamp(0.0, 2_000.0) as u16),
        inaccuracies: count(side.inaccuracies),
        mistakes: count(side.mistakes),
        blunders: count(side.blunders),
    }
}

/// Of a share from 0 to 100.
fn thousandths(percent: f64) -> u16 {
    (percent * 10.0).round().clamp(0.0, 1_000.0) as u16
}

fn count(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use tabiya_rules::parse_san;

    use super::*;

    fn game(moves: &str) -> History {
        let mut history = History::new(Position::start());
        for san in moves.split_whitespace() {
            history.play(parse_san(history.position(), san).unwrap());
        }
        history
    }

    fn reports(game: &History, scores: &[Score]) -> Vec<Report> {
        let mut position = *game.start();
        let mut reports = Vec::new();
        for (ply, score) in scores.iter().enumerate() {
            let played = game.moves().get(ply);
            let other = position.legal_moves().into_iter().find(|mv| Some(mv) != played);
            reports.push(Report::kept(*score, 5, 100, other.into_iter().collect()));
            played.into_iter().for_each(|mv| position.play(*mv));
        }
        reports
    }

    #[test]
    fn a_report_is_from_whites_side() {
        let game = game("f3 e5 g4 Qh4#");
        let scores = [Score::Cp(40), Score::Cp(60), Score::Cp(-50), Score::Mate(1), Score::Mate(0)];
        let reports = reports(&game, &scores);
        let known = Beginning::new(&game, &reports).unwrap();
        assert_eq!(known.start.eval, EvalView::Cp { cp: 40 });
        assert_eq!(known.start.win, 514, "the standard start counts as 15 hundredths of a pawn");
        let evals: Vec<_> = known.moves.iter().map(|each| each.eval).collect();
        let expected = [
            EvalView::Cp { cp: -60 },
            EvalView::Cp { cp: -50 },
            EvalView::Mate { moves: -1 },
            EvalView::Mated { winner: Color::Black },
        ];
        assert_eq!(evals, expected);
        let names: Vec<_> =
            known.moves.iter().map(|each| (each.ply, each.uci.as_str(), each.san.as_str())).collect();
        assert_eq!(names[..2], [(1, "f2f3", "f3"), (2, "e7e5", "e5")]);
        assert_eq!(known.moves[2].judgement, Some(JudgementView::Blunder));
        assert_eq!(known.moves[2].reason, Some(ReasonView::AllowsMate { moves: 1 }));
        assert_eq!((known.totals.white.blunders, known.totals.black.blunders), (1, 0));
        assert_eq!(known.totals.white.average_loss, Some(513));
        assert_eq!(known.totals.white.opening, known.totals.white.accuracy);
        assert_eq!(known.totals.middlegame, None);
    }

    #[test]
    fn the_beginning_of_a_game_is_judged_as_in_the_whole() {
        let game = game("f3 e5 g4 Qh4#");
        let scores = [Score::Cp(40), Score::Cp(60), Score::Cp(-50), Score::Mate(1), Score::Mate(0)];
        let reports = reports(&game, &scores);
        let whole = Beginning::new(&game, &reports).unwrap();
        for known in 1..=reports.len() {
            let beginning = Beginning::new(&game, &reports[..known]).unwrap();
            assert_eq!(beginning.moves, whole.moves[..known - 1], "{known}");
        }
        assert!(Beginning::new(&game, &[]).is_none());
        for (told, known) in [(0, 1), (0, 3), (1, 2), (1, 5), (2, 4), (4, 5)] {
            let (start, moves) = part(&game, &reports[..known], told, &mut Proofs::default()).unwrap();
            assert_eq!(start.is_some(), told == 0);
            assert_eq!(moves, whole.moves[told.saturating_sub(1)..known - 1], "{told} {known}");
        }
    }
}
