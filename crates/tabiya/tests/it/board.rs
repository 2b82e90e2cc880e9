// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya board`

use crate::program::tabiya;

#[test]
fn the_start_is_drawn_with_boxes_and_without_colours() {
    let run = tabiya(&["board"]);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "  ┌───┬───┬───┬───┬───┬───┬───┬───┐");
    assert_eq!(lines[1], "8 │ r │ n │ b │ q │ k │ b │ n │ r │");
    assert_eq!(lines[15], "1 │ R │ N │ B │ Q │ K │ B │ N │ R │");
    assert_eq!(lines[17], "    a   b   c   d   e   f   g   h");
    assert_eq!(lines[18], "White to move");
    assert!(!run.out.contains('\x1b'), "a pipe gets plain text");
    assert_eq!(run.code, 0);
}

#[test]
fn a_square_shows_what_its_piece_sees() {
    let run = tabiya(&["board", "--square", "g1"]);
    assert!(run.out.contains("3 │   │   │   │   │   │ • │   │ • │"), "{}", run.out);
    assert!(run.out.contains("2 │ P │ P │ P │ P │[P]│ P │ P │ P │"), "{}", run.out);
    assert!(run.out.ends_with("The white knight on g1 sees e2 f3 h3\n"), "{}", run.out);
}

#[test]
fn an_empty_square_shows_all_lines_and_jumps() {
    let run = tabiya(&["board", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "--square", "a1"]);
    let seen = "a1 is empty; a queen or a knight there would see b1 c1 d1 e1 a2 b2 c2 a3 b3 c3 a4 d4 a5 e5 a6 f6 a7 g7 a8 h8\n";
    assert!(run.out.ends_with(seen), "{}", run.out);
}

#[test]
fn a_finished_game_says_so() {
    let run = tabiya(&["board", "7k/5Q2/8/6K1/8/8/8/8 b - - 3 70"]);
    assert!(run.out.ends_with("Game over: draw by stalemate\n"), "{}", run.out);
}

#[test]
fn squares_and_positions_that_are_none_are_refused() {
    for arguments in [["board", "--square", "j9"], ["board", "8/8/8 w", "--square=a1"]] {
        let run = tabiya(&arguments);
        assert_eq!((run.out.as_str(), run.code), ("", 2));
        assert!(run.err.starts_with("error: "), "{}", run.err);
    }
}

#[test]
fn a_picture_is_one_svg_document() {
    let run = tabiya(&["board", "--svg", "--flip", "--marks", "Ge2e4,Rd5"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.starts_with("<svg xmlns=") && run.out.ends_with("</svg>\n"), "{}", run.out);
    assert_eq!(run.out.matches("<use ").count(), 32);
    let wrong = tabiya(&["board", "--svg", "--marks", "Xe2"]);
    assert_eq!((wrong.code, wrong.out.as_str()), (2, ""));
    assert!(wrong.err.contains("found \"Xe2\""), "{}", wrong.err);
}
