// SPDX-License-Identifier: MIT OR Apache-2.0
//! Moves from a queue: what they cost, and that neither a slow owner nor the flag makes them late.

use tabiya_game::{Bonus, ClockControl, Command, Event, Millis, Refusal};
use tabiya_rules::Color;

use crate::table::{Black, START, Table, White, minutes};

fn queued(table: &Table, by: Color, uci: &str) -> Command {
    let charged = table.game.premove_cost();
    Command::PlayQueued { by, attempt: uci.parse().unwrap(), charged, lag: None }
}

fn premove(table: &mut Table, uci: &str) -> Result<Vec<Event>, Refusal> {
    let command = queued(table, table.game.turn(), uci);
    table.tell(command)
}

#[test]
fn the_first_premove_is_free_and_each_that_follows_it_costs_a_tenth_of_a_second() {
    let mut table = Table::seated(START, Some(minutes(1, 0)));
    table.play_all("e2e4 e7e5");
    for (hand, queued, black) in
        [("g1f3", "b8c6", 60_000), ("f1b5", "a7a6", 59_900), ("b5a4", "g8f6", 59_800)]
    {
        table.wait(1_000);
        table.play(hand).unwrap();
        // The owner was slow to store White's move: no premove is late because of that.
        table.wait(700);
        premove(&mut table, queued).unwrap();
        assert_eq!(table.clocks()[1], black, "{queued}");
    }
    table.play_all("e1g1");
    table.wait(2_000);
    table.play_all("f8e7 f1e1");
    premove(&mut table, "b7b5").unwrap();
    assert_eq!(table.clocks()[1], 57_800, "by hand, then free again");
    assert_eq!(table.clocks()[0], 57_000, "White is charged from the moment that Black's move was decided");
}

#[test]
fn a_delay_covers_what_a_premove_costs_and_an_increment_is_earned() {
    for (bonus, after_three) in [
        (Bonus::Delay(Millis(2_000)), 60_000),
        (Bonus::Bronstein(Millis(2_000)), 60_000),
        (Bonus::Increment(Millis(2_000)), 60_000 + 3 * 2_000 - 200),
    ] {
        let mut table = Table::on(ClockControl::new(Millis(60_000), bonus).unwrap());
        table.play_all("e2e4 e7e5");
        for (hand, queued) in [("g1f3", "b8c6"), ("f1b5", "a7a6"), ("b5a4", "g8f6")] {
            table.play(hand).unwrap();
            premove(&mut table, queued).unwrap();
        }
        assert_eq!(table.clocks()[1], after_three, "{bonus:?}");
    }
}

#[test]
fn a_premove_is_played_after_a_slow_commit_that_lasted_longer_than_the_clock() {
    let mut table = Table::seated(START, Some(minutes(1, 0)));
    table.play_all("e2e4 e7e5 g1f3");
    table.wait(59_700);
    table.play("b8c6").unwrap();
    table.play("f1b5").unwrap();
    assert_eq!(table.clocks()[1], 300);
    table.wait(400);
    premove(&mut table, "a7a6").unwrap();
    assert_eq!((table.clocks()[1], table.game.is_over()), (300, false));
}

#[test]
fn who_has_no_tenth_of_a_second_left_plays_no_second_premove() {
    let mut table = Table::seated(START, Some(minutes(1, 0)));
    table.play_all("e2e4 e7e5 g1f3");
    table.wait(59_900);
    table.play("b8c6").unwrap();
    table.play("f1b5").unwrap();
    premove(&mut table, "a7a6").unwrap();
    table.play("b5a4").unwrap();
    let refused = premove(&mut table, "g8f6").unwrap_err();
    assert_eq!(refused, Refusal::PremoveTooSlow { cost: Millis(100) });
    assert_eq!(refused.to_string(), "Your clock has no more than the 0.1 seconds that this premove costs.");
    table.wait(99);
    table.play("g8f6").unwrap();
    assert_eq!(table.clocks()[1], 1);
}

#[test]
fn a_premove_is_legal_or_nothing_and_its_turn_must_have_come() {
    let mut table = Table::seated(START, Some(minutes(1, 0)));
    let refused = table.tell(queued(&table, Black, "e7e5"));
    assert!(matches!(refused, Err(Refusal::Illegal(_))), "{refused:?}");
    assert_eq!(table.tell(queued(&table, Black, "e2e4")), Err(Refusal::NotYourTurn { turn: White }));
    table.play("e2e4").unwrap();
    let refused = table.tell(queued(&table, Black, "e7e4"));
    assert!(matches!(refused, Err(Refusal::Illegal(_))), "{refused:?}");
    table.tell(queued(&table, Black, "e7e5")).unwrap();
    table.tell(Command::Resign { by: White }).unwrap();
    assert_eq!(table.tell(queued(&table, White, "g1f3")), Err(Refusal::GameOver));
}

#[test]
fn a_premove_gives_mate() {
    let mut table = Table::unlimited();
    table.play_all("f2f3 e7e5 g2g4");
    let events = premove(&mut table, "d8h4").unwrap();
    assert!(
        matches!(events[..], [Event::MovePlayed { premove: Some(_), .. }, Event::Ended { .. }]),
        "{events:?}"
    );
}
