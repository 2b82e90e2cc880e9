// SPDX-License-Identifier: MIT OR Apache-2.0
//! Real games analysed by lichess: from the evaluations in their PGN, our code must judge the same moves bad.

use tabiya_engine::Score;
use tabiya_engine::analysis::Judgement;
use tabiya_pgn::{
    GameTree, GameTreeBuilder, PgnCommand, PgnProblem, PgnReader, PgnScore, PgnText, PgnVisitor,
};
use tabiya_rules::{Color, San};

use crate::common::shared_suite;

/// Reads the evaluations from the comments.
#[derive(Default)]
struct Eval(Option<PgnScore>);

impl PgnVisitor for Eval {
    type Game = ();

    fn san(&mut self, _: San) -> Result<(), PgnProblem> {
        Ok(())
    }

    fn comment(&mut self, text: PgnText<'_>) -> Result<(), PgnProblem> {
        self.0 = text.commands().find_map(|command| match command {
            PgnCommand::Eval(eval) => Some(eval.score),
            _ => None,
        });
        Ok(())
    }

    fn end_game(&mut self) {}
}

/// White's score in a comment, if it has one.
fn eval(comment: &str) -> Option<PgnScore> {
    let mut eval = Eval::default();
    PgnReader::from_bytes(format!("1. e4 {{{comment}}} *").as_bytes()).read_game(&mut eval);
    eval.0
}

fn seen_by(side: Color, score: PgnScore) -> Score {
    let sign = if side == Color::White { 1 } else { -1 };
    match score {
        PgnScore::Centipawns(cp) => Score::Cp(sign * cp),
        PgnScore::Mate(moves) => Score::Mate(sign * moves),
    }
}

#[test]
fn moves_that_lichess_judged_bad_are_judged_bad() {
    let Some(lines) = shared_suite("games/lichess_db_1000k.pgn") else { return };
    let text = lines.join("\n").replace("\n[Event ", "\n\n[Event ").replace("]\n1.", "]\n\n1.");
    let mut reader = PgnReader::from_bytes(text.as_bytes());
    let (mut moves, mut blamed, mut different) = (0, 0, 0);
    while let Some(game) = reader.read_game(&mut GameTreeBuilder::default()) {
        let tree: GameTree = game.expect("the games are in order");
        let mut before = PgnScore::Centipawns(15);
        for id in tree.main_line(GameTree::ROOT) {
            let node = tree.node(id).expect("it is in the tree");
            let Some(after) = node.comments().iter().find_map(|text| eval(text)) else { break };
            let (mover, opponent) = (node.position().turn().opposite(), node.position().turn());
            let judgement = Judgement::new(seen_by(mover, before), seen_by(opponent, after));
            let theirs = node.nags().iter().any(|nag| [2, 4, 6].contains(nag));
            moves += 1;
            blamed += usize::from(theirs);
            different += usize::from(theirs != judgement.is_some());
            before = after;
        }
    }
    println!("lichess judged {blamed} of {moves} moves bad; we judge {different} moves differently");
    // Lichess used other formulas for the severity when it analysed these games. Which moves are bad has
    // hardly changed.
    assert!(blamed > 400 && moves > 2_000, "{blamed} of {moves}");
    assert!(different <= 4, "{different}");
}
