// SPDX-License-Identifier: MIT OR Apache-2.0
//! The working of a tie-break: its parts make its value.

use tabiya_tournament::standings::standings;
use tabiya_tournament::tiebreak::Part;
use tabiya_tournament::working::working;
use tabiya_tournament::{TieBreak, Tournament};

use super::{list, tournament, unplayed_rounds};

const SUMS: &str = "DE,BH,BH/C1,BH/M1,BH/C2/P,FB,SB,SB/C1,KS,KS/L+1,PS,PS/C1,WIN,WON,BPG,BWG,REP,STD";

fn parts(event: &Tournament, code: &str, number: u16) -> Vec<Part> {
    working(event, &list(code), None, 0, number).expect("a list for players")
}

/// In short: round, opponent, what it adds, and brackets around what does not count.
fn short(parts: &[Part]) -> String {
    let part = |part: &Part| {
        let opponent = part.opponent.map_or_else(|| "-".to_owned(), |number| number.to_string());
        let text =
            format!("{}:{opponent}={}{}", part.round, part.value, if part.is_unplayed { "*" } else { "" });
        if part.counts { text } else { format!("({text})") }
    };
    parts.iter().map(part).collect::<Vec<_>>().join(" ")
}

#[test]
fn each_round_says_what_it_adds_and_what_is_cut() {
    let event = unplayed_rounds();
    assert_eq!(short(&parts(&event, "BH/C1", 2)), "(1:5=1.5) 2:1=3.5 3:4=2.5 4:3=2.0");
    assert_eq!(short(&parts(&event, "SB", 1)), "1:4=2.50 2:2=1.25 3:3=2.00 4:6=1.00");
    // A forfeit, and a bye that was asked for, which is cut first.
    assert_eq!(short(&parts(&event, "BH/C1", 3)), "1:6=1.0* (2:-=2.0*) 3:1=3.5 4:2=2.5");
    assert_eq!(short(&parts(&event, "PS/C1", 1)), "(1:4=1.0) 2:2=1.5 3:3=2.5 4:6=3.5");
    assert_eq!(short(&parts(&event, "BPG", 5)), "1:2=1 2:4=1 3:6=1 (4:-=0*)");
    assert_eq!(short(&parts(&event, "KS", 2)), "(1:5=1.0) 2:1=0.5 3:4=0.5 4:3=0.5");
    assert_eq!(parts(&event, "TPN", 1), [], "a number has no working");
}

#[test]
fn the_parts_that_count_make_the_value() {
    let decided = ["2w1 3b1 4w0", "1b0 4w1 5b1", "4b1 1w0 6w1", "3w0 2b0 1b1", "6w1 6b0 2w0", "5b0 5w1 3b0"];
    // Four have two points, and the number of wins leaves two pairs of them, who have met.
    let in_groups = [
        "2w1 3b0 4w1 5b0",
        "1b0 6w1 3b1 4w0",
        "5w= 1w1 2w0 6b=",
        "6b0 5b0 1b0 2b1",
        "3b= 4w1 6w= 1w1",
        "4w1 2b0 5b= 3w=",
    ];
    for event in [unplayed_rounds(), tournament(3, &decided), tournament(4, &in_groups)] {
        // Direct encounter is among those whom the tie-breaks before it leave together.
        for codes in [SUMS, "WIN,DE", "BH,DE", "PS,DE"] {
            make_the_values(&event, &list(codes));
        }
    }
}

fn make_the_values(event: &Tournament, list: &[TieBreak]) {
    for line in standings(event, list, None).expect("standings").players {
        for (place, tie_break) in list.iter().enumerate() {
            let parts = working(event, list, None, place, line.number).expect("a list for players");
            let sum = parts.iter().filter(|part| part.counts).fold((0, 1), |(over, under), part| {
                let (numerator, denominator) = part.value.fraction();
                (over * denominator + numerator * under, under * denominator)
            });
            let (numerator, denominator) = line.values[place].fraction();
            assert_eq!(
                sum.0 * denominator,
                numerator * sum.1,
                "{tie_break} of {}: {}",
                line.number,
                short(&parts)
            );
        }
    }
}
