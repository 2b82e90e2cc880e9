// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya position`

use crate::program::tabiya;

/// The answer that stands behind a label.
#[track_caller]
fn says(out: &str, label: &str, answer: &str) {
    let found = out.lines().find_map(|line| line.strip_prefix(&format!("{label:<18}")));
    assert_eq!(found, Some(answer), "{label} in {out}");
}

#[test]
fn a_report_says_what_the_rules_know() {
    let run = tabiya(&["position", "4r1k1/8/8/8/8/8/4N3/R3K2R w KQ - 0 1"]);
    says(&run.out, "turn", "white");
    says(&run.out, "white pinned", "knight e2 by rook e8");
    says(&run.out, "white O-O", "now");
    says(&run.out, "black O-O", "never: There is no rook on h8 to castle with.");
    says(&run.out, "dead", "no");
    assert_eq!(run.code, 0);
}

#[test]
fn a_blocked_wall_is_dead() {
    let run = tabiya(&["position", "8/1k6/8/1p1p1p1p/1P1P1P1P/8/8/K5B1 b - - 0 1"]);
    says(&run.out, "white can mate", "no, nothing leads there");
    says(&run.out, "dead", "yes");
    let bare = tabiya(&["position", "8/1k6/8/8/8/8/8/K5B1 b - - 0 1"]);
    says(&bare.out, "white can mate", "no, for want of pieces");
}

/// The first mate is one that no game reaches: two bishops on squares of one colour give check at once.
#[test]
fn a_game_that_mate_or_stalemate_has_ended_is_not_dead() {
    for fen in ["3rkr2/4r3/8/1B5B/8/8/8/K7 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"] {
        let mate = tabiya(&["position", fen]);
        says(&mate.out, "outcome", "checkmate, white wins");
        says(&mate.out, "white can mate", "yes");
        says(&mate.out, "dead", "no");
    }
    let stalemate = tabiya(&["position", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]);
    says(&stalemate.out, "outcome", "draw by stalemate");
    says(&stalemate.out, "white can mate", "no, the game has ended");
    says(&stalemate.out, "dead", "no, the game has ended");
}

#[test]
fn one_square_is_asked_about() {
    let run = tabiya(&["position", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "--square", "e1"]);
    says(&run.out, "e1", "white king");
    says(&run.out, "black attackers", "none");
    says(&run.out, "black x-ray", "rook e8 through knight e2");
    says(&run.out, "legal moves", "Kd1 Kd2 Kf1 Kf2");
}

/// Nine pawns can be played with, but no game has them. Adjacent digits are read, but are no FEN.
#[test]
fn strict_refuses_what_no_game_can_have() {
    for (fen, problem) in [
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "white has 9 pawns, at most 8 are possible"),
        ("4k3/17/8/8/8/8/8/4K3 w - - 0 1", "expected one number for empty squares side by side"),
        ("4k3/8/8/8/8/8/8/4K3 w -", "en passant field"),
    ] {
        for command in ["position", "moves"] {
            assert_eq!(tabiya(&[command, fen]).code, 0, "{command} {fen}");
            let run = tabiya(&[command, fen, "--strict"]);
            assert_eq!(run.code, 2, "{command} {fen}: {}", run.out);
            assert!(run.err.contains(problem) && run.err.lines().count() == 1, "{}", run.err);
        }
    }
}
