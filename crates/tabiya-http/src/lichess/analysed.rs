// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the computer analysis of games comes to in exports, and what is known about positions by themselves.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde_json::{Value, json};
use tabiya_analysis::NotAnalysed;
use tabiya_protocol::{AnalysedMove, AnalysisView, EvalView, JudgementView, LineMove, SideTotals};
use tabiya_rules::{Color, Position};

use super::access::{Visitor, at_browser};
use super::failure::Failure;
use super::fields::Query;
use crate::state::App;

/// The longest FEN, in bytes.
const MAX_FEN: usize = 200;
/// The most lines that a caller may ask for.
pub(super) const MOST_LINES: u64 = 5;

/// Which parts of an analysis are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Parts {
    pub(super) evals: bool,
    pub(super) accuracy: bool,
    pub(super) division: bool,
}

impl Parts {
    pub(super) const fn any(self) -> bool {
        self.evals || self.accuracy || self.division
    }
}

/// A score as it stands beside a move: `{"eval": 34}` or `{"mate": -2}`.
fn score(eval: EvalView) -> Value {
    match eval {
        EvalView::Cp { cp } => json!({ "eval": cp }),
        EvalView::Mate { moves } => json!({ "mate": moves }),
        // lichess leaves the position after mate out of its analysis; ours has as many entries as moves.
        EvalView::Mated { .. } => json!({ "mate": 0 }),
    }
}

/// A score as PGN has it.
fn pgn_eval(eval: EvalView) -> String {
    match eval {
        EvalView::Cp { cp } => format!("[%eval {:.2}]", f64::from(cp) / 100.0),
        EvalView::Mate { moves } => format!("[%eval #{moves}]"),
        EvalView::Mated { .. } => "[%eval #0]".to_owned(),
    }
}

/// The comments of a PGN, each with the number of half-moves behind which it stands.
pub(super) fn comments(analysis: &AnalysisView) -> Vec<(usize, String)> {
    let AnalysisView::Done { moves, .. } = analysis else { return Vec::new() };
    moves.iter().map(|judged| (judged.ply.into(), pgn_eval(judged.eval))).collect()
}

/// Adds what is wanted to a game's JSON.
pub(super) fn add(shown: &mut Value, analysis: &AnalysisView, wish: Parts) {
    let AnalysisView::Done { moves, totals, .. } = analysis else { return };
    for (side, totals) in [(Color::White, &totals.white), (Color::Black, &totals.black)] {
        let name = if side == Color::White { "white" } else { "black" };
        shown["players"][name]["analysis"] = of_side(totals, wish.accuracy);
    }
    if wish.evals {
        shown["analysis"] = moves.iter().map(of_move).collect();
    }
    if wish.division {
        let mut division = json!({});
        for (name, ply) in [("middle", totals.middlegame), ("end", totals.endgame)] {
            if let Some(ply) = ply {
                division[name] = json!(ply);
            }
        }
        shown["division"] = division;
    }
}

fn of_side(totals: &SideTotals, accuracy: bool) -> Value {
    let mut side = json!({
        "inaccuracy": totals.inaccuracies,
        "mistake": totals.mistakes,
        "blunder": totals.blunders,
        "acpl": totals.average_loss.unwrap_or_default(),
    });
    if let Some(share) = totals.accuracy.filter(|_| accuracy) {
        side["accuracy"] = json!((share + 5) / 10);
    }
    side
}

fn of_move(judged: &AnalysedMove) -> Value {
    let mut shown = score(judged.eval);
    let Some(judgement) = judged.judgement else { return shown };
    let name = match judgement {
        JudgementView::Inaccuracy => "Inaccuracy",
        JudgementView::Mistake => "Mistake",
        JudgementView::Blunder => "Blunder",
    };
    let line = |moves: &[LineMove]| moves.iter().map(|mv| mv.san.as_str()).collect::<Vec<_>>().join(" ");
    let mut comment = format!("{name}.");
    if let Some(best) = judged.better.first() {
        shown["best"] = json!(best.uci);
        shown["variation"] = json!(line(&judged.better));
        comment = format!("{name}. {} was best.", best.san);
    }
    shown["judgment"] = json!({ "name": name, "comment": comment });
    shown
}

/// Chess960 is a matter of the position here: its own letters say it.
fn of_chess(variant: Option<&str>) -> Result<(), Failure> {
    match variant {
        None | Some("standard" | "chess960" | "fromPosition") => Ok(()),
        Some(other) => Err(Failure::bad(format!("variant: nothing is known here of {other:?}"))),
    }
}

/// `GET /api/cloud-eval`
pub(super) async fn cloud(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Query(query): Query,
) -> Result<Json<Value>, Failure> {
    let fen = query.text("fen").ok_or_else(|| Failure::bad("fen: say which position"))?;
    if fen.len() > MAX_FEN {
        return Err(Failure::bad(format!("fen: it has at most {MAX_FEN} characters")));
    }
    let lines = query.within("multiPv", 1, MOST_LINES)?.unwrap_or(1);
    of_chess(query.text("variant"))?;
    let position = Position::from_fen(fen).map_err(|error| Failure::bad(format!("fen: {error}")))?;
    let (owner, browser) = (visitor.identity(), at_browser(&app, &headers).await?);
    for hearer in owner.iter().chain(&browser) {
        app.engine_calls.take(&hearer.player, 1).map_err(Failure::too_fast)?;
    }
    let known = match app.analyses.of_position(&position, owner.iter().chain(&browser)).await {
        Ok(known) => known,
        Err(NotAnalysed::Read(error)) => return Err(error.into()),
        Err(NotAnalysed::Refused(refusal)) => {
            return Err(Failure::new(axum::http::StatusCode::FORBIDDEN, refusal.to_string()));
        }
    };
    // One line of each position is known.
    let known = known.filter(|_| lines == 1);
    let known = known.ok_or_else(|| Failure::not_found("No cloud evaluation available for that position"))?;
    let mut line = json!({ "moves": known.moves.join(" ") });
    match known.eval {
        EvalView::Cp { cp } => line["cp"] = json!(cp),
        EvalView::Mate { moves } => line["mate"] = json!(moves),
        EvalView::Mated { .. } => line["mate"] = json!(0),
    }
    Ok(Json(json!({ "fen": known.fen, "knodes": known.nodes / 1000, "depth": known.depth, "pvs": [line] })))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(ply: u16, eval: EvalView, judgement: Option<JudgementView>) -> AnalysedMove {
        let better = vec![LineMove { uci: "e2e4".into(), san: "e4".into() }];
        let better = if judgement.is_some() { better } else { Vec::new() };
        AnalysedMove {
            ply,
            uci: "f2f3".into(),
            san: "f3".into(),
            eval,
            win: 500,
            accuracy: 900,
            loss: 10,
            judgement,
            reason: None,
            better,
            line: Vec::new(),
        }
    }

    #[test]
    fn scores_are_said_as_programs_expect_them() {
        for (eval, text) in [
            (EvalView::Cp { cp: 34 }, "[%eval 0.34]"),
            (EvalView::Cp { cp: -5 }, "[%eval -0.05]"),
            (EvalView::Mate { moves: -2 }, "[%eval #-2]"),
            (EvalView::Mated { winner: Color::Black }, "[%eval #0]"),
        ] {
            assert_eq!(pgn_eval(eval), text);
        }
        let bad = judged(1, EvalView::Cp { cp: -80 }, Some(JudgementView::Inaccuracy));
        let expected = json!({
            "eval": -80, "best": "e2e4", "variation": "e4",
            "judgment": { "name": "Inaccuracy", "comment": "Inaccuracy. e4 was best." },
        });
        assert_eq!(of_move(&bad), expected);
        assert_eq!(of_move(&judged(1, EvalView::Mate { moves: 3 }, None)), json!({ "mate": 3 }));
    }
}
