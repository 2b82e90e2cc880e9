// SPDX-License-Identifier: AGPL-3.0-or-later
//! The game as JSON, for programs.

use serde::Serialize;
use tabiya_engine::analysis::{Judgement, SideReview, centipawns, win_percent};
use tabiya_engine::{Line, Report};
use tabiya_pgn::{GameTree, PgnScore};
use tabiya_rules::{Color, Move, Position, san};

use super::Analysed;
use super::annotate::white_score;

#[derive(Serialize)]
pub(super) struct Game {
    white: Option<String>,
    black: Option<String>,
    result: String,
    /// White's and Black's moves together.
    summary: Summary,
    start: Found,
    moves: Vec<Judged>,
}

#[derive(Serialize)]
struct Summary {
    white: Side,
    black: Side,
}

#[derive(Serialize)]
struct Side {
    accuracy: Option<f64>,
    /// In the opening, the middlegame and the endgame.
    by_phase: [Option<f64>; 3],
    average_loss: Option<f64>,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

#[derive(Serialize)]
struct Judged {
    san: String,
    uci: String,
    accuracy: f64,
    /// Hundredths of a pawn.
    loss: i32,
    judgement: Option<String>,
    reason: Option<String>,
    /// What would have been better, in SAN.
    better: Vec<String>,
    /// The position behind the move.
    #[serde(flatten)]
    found: Found,
}

/// What was found about a position.
#[derive(Serialize)]
struct Found {
    eval: Eval,
    /// White's Win %.
    win: f64,
    lines: Vec<FoundLine>,
}

/// From White's side.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Eval {
    Cp(i32),
    Mate(i32),
}

#[derive(Serialize)]
struct FoundLine {
    eval: Eval,
    depth: u8,
    moves: Vec<String>,
}

pub(super) fn game(tree: &GameTree, analysed: &Analysed) -> Game {
    let Analysed { history, reports, review } = analysed;
    let [white, black] = review.sides.map(side);
    let mut position = *history.start();
    let start = Found {
        eval: eval(white_score(reports[0].score, position.turn())),
        win: round(white_win(&reports[0], position.turn())),
        lines: lines(&position, &reports[0]),
    };
    let mut moves = Vec::with_capacity(review.moves.len());
    for (judged, report) in review.moves.iter().zip(&reports[1..]) {
        let text = san(&position, judged.mv).to_string();
        let better = in_san(&position, &judged.better);
        let uci = judged.mv.to_uci(position.castling_mode());
        position.play(judged.mv);
        moves.push(Judged {
            san: text,
            uci,
            accuracy: round(judged.accuracy),
            loss: judged.loss,
            judgement: judged.judgement.map(|judgement: Judgement| judgement.to_string()),
            reason: judged.flaw.map(|flaw| flaw.to_string()),
            better,
            found: Found {
                eval: eval(white_score(judged.after, position.turn())),
                win: round(judged.white_win),
                lines: lines(&position, report),
            },
        });
    }
    let tag = |name| tree.tags().get(name).filter(|value| *value != "?").map(str::to_owned);
    let (result, summary) = (tree.result().to_string(), Summary { white, black });
    Game { white: tag("White"), black: tag("Black"), result, summary, start, moves }
}

fn side(review: SideReview) -> Side {
    Side {
        accuracy: review.accuracy.map(round),
        by_phase: review.by_phase.map(|share| share.map(round)),
        average_loss: review.average_loss.map(round),
        inaccuracies: review.inaccuracies,
        mistakes: review.mistakes,
        blunders: review.blunders,
    }
}

fn eval(score: PgnScore) -> Eval {
    match score {
        PgnScore::Centipawns(cp) => Eval::Cp(cp),
        PgnScore::Mate(moves) => Eval::Mate(moves),
    }
}

fn white_win(report: &Report, turn: Color) -> f64 {
    let percent = win_percent(centipawns(report.score));
    if turn == Color::White { percent } else { 100.0 - percent }
}

fn lines(position: &Position, report: &Report) -> Vec<FoundLine> {
    let line = |line: &Line| FoundLine {
        eval: eval(white_score(line.score, position.turn())),
        depth: line.depth,
        moves: in_san(position, &line.pv),
    };
    report.lines.iter().map(line).collect()
}

fn in_san(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut at = *position;
    let name = |mv: &Move| {
        let text = san(&at, *mv).to_string();
        at.play(*mv);
        text
    };
    moves.iter().map(name).collect()
}

/// Two digits behind the point: more would be noise.
fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
