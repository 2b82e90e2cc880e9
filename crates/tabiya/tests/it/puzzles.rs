// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya puzzles check`

use crate::program::tabiya_reading;

/// A fork, its end, and a check that is given again and again. None of them has a proof.
const LINES: [&str; 3] = [
    "fork1\t6k1/4qp1p/8/3N4/8/8/5PPP/6K1 b - - 0 1\te7d7 d5f6 g8g7 f6d7\t- -\t600\t250\t\t\tfile\t-",
    "end1\t6k1/3q1p1p/5N2/8/8/8/5PPP/6K1 b - - 2 2\tg8g7 f6d7\t-\t600\t250\t\t\tfile\t-",
    "round1\t2R3rk/1p1P1R1p/8/p7/7P/8/PP4r1/6K1 w - - 0 32\tg1h1 g2g1 h1h2 g1g2 h2h3 g2g3 h3h2 g3g2\t- - - -\t600\t250\t\t\tfile\t-",
];

#[test]
fn a_puzzle_that_is_the_end_of_another_or_goes_round_in_a_circle_is_named() {
    let run = tabiya_reading(&["puzzles", "check", "-"], LINES.join("\n").as_bytes());
    let expected = "-:1: fork1: it has no proof
-:2: end1: it is the end of fork1: the same moves from a later position
-:3: round1: step 4: a position comes again
0 of 3 puzzles proved\n";
    assert_eq!((run.out.as_str(), run.code), (expected, 1), "{}", run.err);
}
