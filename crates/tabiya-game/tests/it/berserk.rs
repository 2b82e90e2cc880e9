// SPDX-License-Identifier: MIT OR Apache-2.0
//! Going berserk: half of the time and no increment, before the own first move.

use tabiya_game::{Command, Event, Millis, Refusal, Seat, Seats, Terms, TimeControl};
use tabiya_rules::Position;

use crate::table::{ANN, BOB, Black, Table, White, minutes};

fn terms(time: Option<TimeControl>) -> Terms {
    let seats = Seats { white: Seat::Player(ANN), black: Seat::Player(BOB) };
    Terms::new(Position::start(), time, seats).unwrap()
}

fn arena(time: TimeControl) -> Table {
    Table::with(terms(Some(time)).with_berserk())
}

#[test]
fn half_of_the_time_goes_and_the_increment() {
    let mut table = arena(minutes(3, 2));
    let told = table.tell(Command::Berserk { by: White }).unwrap();
    assert_eq!(told, [Event::Berserk { by: White, clock: Millis(90_000) }]);
    assert_eq!((table.clocks(), table.game.is_berserk(White)), ([90_000, 180_000], true));
    assert!(!table.game.is_berserk(Black));
    table.play_all("e2e4 e7e5");
    table.wait(1_000);
    table.play_all("g1f3");
    table.wait(1_000);
    table.play_all("b8c6");
    assert_eq!(table.clocks(), [89_000, 181_000], "Black's moves still add two seconds");
}

#[test]
fn it_is_done_once_and_before_the_own_first_move() {
    let mut table = arena(minutes(3, 0));
    assert!(table.game.may_go_berserk(White) && table.game.may_go_berserk(Black));
    table.play_all("e2e4");
    assert!(!table.game.may_go_berserk(White));
    assert_eq!(table.tell(Command::Berserk { by: White }), Err(Refusal::TooLateToGoBerserk));
    table.tell(Command::Berserk { by: Black }).unwrap();
    assert_eq!(table.tell(Command::Berserk { by: Black }), Err(Refusal::TooLateToGoBerserk));
    table.play_all("e7e5");
    assert_eq!(table.clocks(), [180_000, 90_000]);
    let mut started = arena(minutes(3, 0));
    started.tell(Command::StartClocks).unwrap();
    assert_eq!(started.tell(Command::Berserk { by: White }), Err(Refusal::TooLateToGoBerserk));
}

#[test]
fn nobody_goes_berserk_where_half_of_the_time_is_no_risk_or_there_is_no_arena() {
    let usual = Table::with(terms(Some(minutes(3, 0))));
    let no_clock = Table::with(terms(None).with_berserk());
    for mut table in [arena(minutes(1, 3)), usual, no_clock] {
        assert!(!table.game.may_go_berserk(White));
        assert_eq!(table.tell(Command::Berserk { by: White }), Err(Refusal::NoBerserk));
    }
    assert!(arena(minutes(1, 2)).game.may_go_berserk(White), "two seconds for each minute are the most");
}

#[test]
fn a_takeback_does_not_give_the_time_back() {
    let mut table = arena(minutes(3, 2));
    table.tell(Command::Berserk { by: White }).unwrap();
    table.play_all("e2e4");
    table.tell(Command::ProposeTakeback { by: White }).unwrap();
    table.tell(Command::AcceptTakeback { by: Black }).unwrap();
    assert_eq!((table.game.ply(), table.clocks()), (0, [90_000, 180_000]));
    assert_eq!(table.tell(Command::Berserk { by: White }), Err(Refusal::TooLateToGoBerserk));
    table.tell(Command::GiveTime { by: Black }).unwrap();
    assert_eq!(table.clocks(), [105_000, 180_000]);
}
