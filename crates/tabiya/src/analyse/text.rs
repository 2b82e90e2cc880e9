// SPDX-License-Identifier: AGPL-3.0-or-later
//! A judged game in words: both sides in numbers, and each bad move with its reason and the better line.

use std::fmt::Write;

use tabiya_engine::Score;
use tabiya_engine::analysis::{Phase, SideReview};
use tabiya_pgn::GameTree;
use tabiya_rules::{Color, Move, Position, san};

use super::Analysed;
use crate::visible::visible;

/// Better lines are shown so far, in half-moves.
const LINE: usize = 6;

/// What a row of the table says of a side.
type Row = fn(&SideReview) -> String;

/// The whole text, which ends with a line break.
pub(super) fn game(tree: &GameTree, analysed: &Analysed) -> String {
    let mut text = String::new();
    // Writing to a String does not fail.
    let _ = write_game(&mut text, tree, analysed);
    text
}

fn write_game(text: &mut String, tree: &GameTree, analysed: &Analysed) -> std::fmt::Result {
    let Analysed { history, review, .. } = analysed;
    let tag = |name, other: &str| {
        let value = tree.tags().get(name).filter(|value| *value != "?").unwrap_or(other);
        visible(value).to_string()
    };
    writeln!(text, "{} - {}  {}", tag("White", "White"), tag("Black", "Black"), tree.result())?;
    let rows: [(&str, Row); 8] = [
        ("accuracy", |side| percent(side.accuracy)),
        ("  opening", |side| percent(side.by_phase[Phase::Opening as usize])),
        ("  middlegame", |side| percent(side.by_phase[Phase::Middlegame as usize])),
        ("  endgame", |side| percent(side.by_phase[Phase::Endgame as usize])),
        ("average loss", |side| side.average_loss.map_or_else(none, |loss| format!("{:.2}", loss / 100.0))),
        ("inaccuracies", |side| side.inaccuracies.to_string()),
        ("mistakes", |side| side.mistakes.to_string()),
        ("blunders", |side| side.blunders.to_string()),
    ];
    writeln!(text, "  {:<14}{:>10}{:>10}", "", "White", "Black")?;
    for (name, row) in rows {
        let [white, black] = review.sides.each_ref().map(row);
        writeln!(text, "  {name:<14}{white:>10}{black:>10}")?;
    }
    let mut position = *history.start();
    for (ply, judged) in review.moves.iter().enumerate() {
        let before = position;
        position.play(judged.mv);
        let Some(judgement) = judged.judgement else { continue };
        let number = history.fullmove_number_at(ply);
        let dots = if judged.mover == Color::White { "." } else { "..." };
        let glyph = match judgement.nag() {
            6 => "?!",
            2 => "?",
            _ => "??",
        };
        let name = san(&before, judged.mv);
        let (was, is) = (pawns(judged.before, judged.mover), pawns(judged.after, judged.mover.opposite()));
        write!(text, "{number}{dots} {name}{glyph} {judgement}, {was} to {is}.")?;
        if let Some(flaw) = judged.flaw {
            write!(text, " {flaw}")?;
        }
        if !judged.better.is_empty() {
            write!(text, " Better: {}.", line(&before, &judged.better))?;
        }
        writeln!(text)?;
    }
    Ok(())
}

fn none() -> String {
    "-".to_owned()
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(none, |share| format!("{share:.1} %"))
}

/// From White's side: `+0.34`, `#-3`.
fn pawns(score: Score, turn: Color) -> String {
    let sign = if turn == Color::White { 1 } else { -1 };
    match score {
        Score::Cp(cp) => format!("{:+.2}", f64::from(sign * cp) / 100.0),
        Score::Mate(moves) => format!("#{}", sign * moves),
    }
}

fn line(position: &Position, moves: &[Move]) -> String {
    let mut at = *position;
    let name = |mv: &Move| {
        let name = san(&at, *mv).to_string();
        at.play(*mv);
        name
    };
    moves.iter().take(LINE).map(name).collect::<Vec<_>>().join(" ")
}
