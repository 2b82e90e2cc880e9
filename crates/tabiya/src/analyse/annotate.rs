// SPDX-License-Identifier: AGPL-3.0-or-later
//! The game as PGN, with what was found: evaluations, glyphs, better lines, reasons.

use tabiya_engine::Score;
use tabiya_engine::analysis::SideReview;
use tabiya_pgn::{GameTree, PgnCommand, PgnEval, PgnScore, TreeError};
use tabiya_rules::Color;

use super::Analysed;

/// Better lines are shown so far, in half-moves.
const LINE: usize = 12;

/// The numeric annotation glyphs of the signs about a move (PGN 8.2.4).
const MOVE_GLYPHS: std::ops::RangeInclusive<u8> = 1..=6;

/// A score as PGN has it: from White's side, with the mate on the board as `#0`.
pub(super) fn white_score(score: Score, turn: Color) -> PgnScore {
    let sign = if turn == Color::White { 1 } else { -1 };
    match score {
        Score::Cp(cp) => PgnScore::Centipawns(sign * cp),
        Score::Mate(moves) => PgnScore::Mate(sign * moves),
    }
}

/// The tree with everything added.
pub(super) fn annotate(mut tree: GameTree, analysed: &Analysed) -> Result<GameTree, TreeError> {
    let nodes: Vec<_> = tree.main_line(GameTree::ROOT).collect();
    let [white, black] = &analysed.review.sides;
    let summary = format!("White: {}. Black: {}.", in_words(white), in_words(black));
    tree.add_comment(GameTree::ROOT, &summary)?;
    let mut before = GameTree::ROOT;
    for (node, review) in nodes.into_iter().zip(&analysed.review.moves) {
        let score = white_score(review.after, review.mover.opposite());
        let eval = PgnCommand::Eval(PgnEval { score, depth: None });
        let reason = review.flaw.map_or_else(String::new, |flaw| format!(" {flaw}"));
        drop_evals(&mut tree, node)?;
        tree.add_comment(node, &format!("{eval}{reason}"))?;
        if let Some(judgement) = review.judgement {
            drop_move_glyphs(&mut tree, node)?;
            tree.add_nag(node, judgement.nag())?;
            let mut at = before;
            for mv in review.better.iter().take(LINE) {
                at = tree.play(at, *mv)?;
            }
        }
        before = node;
    }
    Ok(tree)
}

/// The text of a record, with a blank for each character that a terminal would obey and no reader of PGN needs.
pub(crate) fn printable(record: &GameTree) -> String {
    let obeyed = |character: char| character.is_control() && character != '\n';
    record.to_string().chars().map(|each| if obeyed(each) { ' ' } else { each }).collect()
}

/// Removes the glyphs `!`, `?`, `!!`, `??`, `!?`, `?!`: a move has one of them, and what was found takes its place.
fn drop_move_glyphs(tree: &mut GameTree, node: tabiya_pgn::NodeId) -> Result<(), TreeError> {
    let Some(found) = tree.node(node) else { return Err(TreeError::NoSuchNode) };
    let (comments, nags) = (found.comments().to_vec(), found.nags().to_vec());
    let comments_before = found.comments_before().to_vec();
    if !nags.iter().any(|nag| MOVE_GLYPHS.contains(nag)) {
        return Ok(());
    }
    tree.clear_annotations(node)?;
    for text in comments_before {
        tree.add_comment_before(node, &text)?;
    }
    for nag in nags.into_iter().filter(|nag| !MOVE_GLYPHS.contains(nag)) {
        tree.add_nag(node, nag)?;
    }
    for text in comments {
        tree.add_comment(node, &text)?;
    }
    Ok(())
}

/// Removes what another analysis said of a move's worth; there must not be two.
fn drop_evals(tree: &mut GameTree, node: tabiya_pgn::NodeId) -> Result<(), TreeError> {
    let Some(found) = tree.node(node) else { return Err(TreeError::NoSuchNode) };
    if !found.comments().iter().any(|text| text.contains("[%eval")) {
        return Ok(());
    }
    let (comments, nags) = (found.comments().to_vec(), found.nags().to_vec());
    let comments_before = found.comments_before().to_vec();
    tree.clear_annotations(node)?;
    for text in comments_before {
        tree.add_comment_before(node, &text)?;
    }
    for nag in nags {
        tree.add_nag(node, nag)?;
    }
    for text in comments {
        tree.add_comment(node, &without_evals(&text))?;
    }
    Ok(())
}

/// A comment without its evaluations. Other commands stay, and text that only begins like one.
fn without_evals(comment: &str) -> String {
    let mut rest = comment;
    let mut kept = String::new();
    while let Some((head, tail)) = rest.split_once("[%eval") {
        kept.push_str(head);
        rest = match tail.split_once(']') {
            Some((value, tail)) if value.starts_with(char::is_whitespace) => tail.trim_start(),
            Some(_) | None => {
                kept.push_str("[%eval");
                tail
            }
        };
    }
    kept + rest
}

/// "accuracy 91.2 %, 23 centipawns lost a move, 2 inaccuracies, 1 mistake, 0 blunders"
fn in_words(side: &SideReview) -> String {
    let (Some(accuracy), Some(loss)) = (side.accuracy, side.average_loss) else {
        return "no moves".to_owned();
    };
    let count =
        |count: usize, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    format!(
        "accuracy {accuracy:.1} %, {loss:.0} centipawns lost a move, {}, {}, {}",
        count(side.inaccuracies, "inaccuracy", "inaccuracies"),
        count(side.mistakes, "mistake", "mistakes"),
        count(side.blunders, "blunder", "blunders"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_comment_only_evaluations_are_taken_out() {
        for (comment, kept) in [
            ("[%eval 0.3] good [%clk 0:01:00]", "good [%clk 0:01:00]"),
            ("good [%eval 0.3,12][%eval #-2] better", "good better"),
            ("[%evaluator 5] and more", "[%evaluator 5] and more"),
            ("good [%eval nonsense without end", "good [%eval nonsense without end"),
        ] {
            assert_eq!(without_evals(comment), kept);
        }
    }

    #[test]
    fn a_record_says_nothing_to_a_terminal() {
        let tree = GameTree::from_pgn(b"1. e4 {c\x1b[31m\x07 red} e5 *").expect("a game");
        let text = printable(&tree);
        assert!(text.contains("c [31m  red") && !text.contains(['\x1b', '\x07']), "{text}");
        assert!(text.contains('\n'));
    }
}
