// SPDX-License-Identifier: MIT OR Apache-2.0
//! The clock: when it runs, what a move costs, when a side runs out of time, and what a restart gives back.

use std::num::NonZeroU8;

use tabiya_game::{
    Bonus, ClockControl, Command, Computer, DaysPerMove, Event, GameResult, Millis, Refusal, Seat, Seats,
    Termination, Terms, Time, TimeControl,
};
use tabiya_rules::Position;

use crate::table::{ANN, BOB, Black, START, Table, White, minutes, play};

fn clock(seconds: u32, bonus: Bonus) -> ClockControl {
    ClockControl::new(Millis::from_secs(seconds), bonus).unwrap()
}

#[test]
fn each_sides_first_move_costs_nothing_and_earns_nothing() {
    let mut table = Table::timed();
    table.wait(100_000);
    table.play_all("e2e4");
    assert_eq!(table.game.running(), None);
    table.wait(100_000);
    table.play_all("e7e5");
    assert_eq!(table.clocks(), [60_000, 60_000]);
    assert_eq!(table.game.running(), Some(White));
    assert_eq!(table.game.deadline(), Some(Time(table.now.0 + 60_000)));
}

#[test]
fn an_organiser_lets_the_clocks_run_before_anybody_has_moved() {
    let mut table = Table::timed();
    table.wait(100_000);
    assert_eq!(table.tell(Command::StartClocks), Ok(vec![Event::ClocksStarted]));
    assert_eq!(table.game.running(), Some(White));
    assert_eq!(table.game.first_move_deadline(), None, "nobody waits for the first move any more");
    assert_eq!(table.tell(Command::StartClocks), Err(Refusal::ClocksRun));
    table.wait(10_000);
    table.play_all("e2e4");
    assert_eq!((table.clocks(), table.game.running()), ([52_000, 60_000], Some(Black)));
    assert!(table.game.can_abort(), "both have not moved");
    let deadline = table.game.deadline().unwrap();
    table.wait(deadline.since(table.now).0.into());
    table.tell(Command::TimeUp).unwrap();
    table.assert_ended(GameResult::WhiteWins, Termination::TimeForfeit);
}

#[test]
fn only_chess_clocks_of_two_players_are_started() {
    let mut table = Table::seated(START, None);
    assert_eq!(table.tell(Command::StartClocks), Err(Refusal::NoChessClock));
    let days = TimeControl::Correspondence { days: DaysPerMove::new(3).unwrap() };
    let mut table = Table::seated(START, Some(days));
    assert_eq!(table.tell(Command::StartClocks), Err(Refusal::NoChessClock));
    let mut table = Table::timed();
    table.play_all("e2e4 e7e5");
    assert_eq!(table.tell(Command::StartClocks), Err(Refusal::ClocksRun));
}

#[test]
fn from_then_on_a_move_costs_its_time_and_earns_the_increment() {
    let mut table = Table::timed();
    table.play_all("e2e4 e7e5");
    table.wait(7_500);
    assert_eq!(table.clocks(), [52_500, 60_000]);
    table.play_all("g1f3");
    assert_eq!(table.clocks(), [54_500, 60_000]);
    table.wait(1_000);
    assert_eq!((table.clocks(), table.game.running()), ([54_500, 59_000], Some(Black)));
    table.play_all("b8c6");
    assert_eq!(table.clocks(), [54_500, 61_000]);
    let clocks: Vec<_> = table.game.plies().iter().map(|ply| ply.clock.unwrap().0).collect();
    assert_eq!(clocks, [60_000, 60_000, 54_500, 61_000]);
}

#[test]
fn where_black_begins_black_has_the_first_free_move() {
    let mut table = Table::seated("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", Some(minutes(1, 0)));
    table.wait(100_000);
    table.play_all("e8e7");
    table.wait(100_000);
    table.play_all("e2e4");
    assert_eq!((table.clocks(), table.game.running()), ([60_000, 60_000], Some(Black)));
}

#[test]
fn a_game_without_initial_time_starts_with_one_increment() {
    let time = TimeControl::new(Millis::ZERO, Millis::from_secs(3)).unwrap();
    let mut table = Table::seated(START, Some(time));
    table.play_all("e2e4 e7e5");
    table.wait(2_999);
    table.play_all("g1f3");
    assert_eq!(table.clocks(), [3_001, 3_000]);
}

#[test]
fn an_unlimited_game_has_no_clock() {
    let mut table = Table::unlimited();
    table.play_all("e2e4 e7e5");
    table.wait(u64::from(u32::MAX) * 2);
    table.play_all("g1f3");
    assert_eq!((table.game.clocks_at(table.now), table.game.deadline()), (None, None));
    assert_eq!(table.tell(Command::TimeUp), Err(Refusal::ClockNotRunning));
    assert_eq!(table.tell(Command::Resume), Err(Refusal::ClockNotRunning));
}

#[test]
fn the_last_millisecond_is_in_time() {
    let mut table = Table::timed();
    table.play_all("e2e4 e7e5");
    table.wait(59_999);
    let (left, deadline) = (Millis(1), Time(table.now.0 + 1));
    assert_eq!(table.tell(Command::TimeUp), Err(Refusal::TimeLeft { left, deadline }));
    table.play_all("g1f3");
    assert_eq!(table.clocks(), [2_001, 60_000]);
}

#[test]
fn at_the_deadline_the_timer_ends_the_game() {
    let mut table = Table::timed();
    table.play_all("e2e4 e7e5");
    table.now = table.game.deadline().unwrap();
    table.tell(Command::TimeUp).unwrap();
    table.assert_ended(GameResult::BlackWins, Termination::TimeForfeit);
    assert_eq!(table.clocks(), [0, 60_000]);
    assert_eq!(table.tell(Command::TimeUp), Err(Refusal::GameOver));
}

#[test]
fn whatever_arrives_after_the_deadline_is_answered_by_the_flag() {
    let late = [
        play(White, "g1f3", 2),
        // Impossible moves and commands of the other side, too.
        play(White, "a1a1", 77),
        play(Black, "b8c6", 2),
        Command::Resign { by: Black },
        Command::OfferDraw { by: White },
        Command::ClaimDraw { by: White },
    ];
    for command in late {
        let mut table = Table::timed();
        table.play_all("e2e4 e7e5");
        table.wait(60_000);
        let flag = Event::Ended {
            result: GameResult::BlackWins,
            termination: Termination::TimeForfeit,
            clock: Some(Millis::ZERO),
            by: None,
            decided: None,
        };
        assert_eq!(table.tell(command.clone()), Ok(vec![flag]), "{command:?}");
    }
}

#[test]
fn the_flag_of_one_who_faces_a_lone_king_is_a_draw() {
    let check = |fen: &str, moves: &str, result, termination| {
        let mut table = Table::seated(fen, Some(minutes(1, 0)));
        table.play_all(moves);
        table.wait(60_000);
        table.tell(Command::TimeUp).unwrap();
        table.assert_ended(result, termination);
    };
    let (draw, won) = (Termination::TimeForfeitInsufficientMaterial, Termination::TimeForfeit);
    check("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4 e8e7", GameResult::Draw, draw);
    check("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "e8e7 e2e4", GameResult::WhiteWins, won);
    // A lone knight can mate a king that is blocked by its own rook, but not against a queen.
    check("4k1n1/8/8/8/8/8/R7/4K3 w - - 0 1", "e1d1 e8f8", GameResult::BlackWins, won);
    check("4k1n1/8/8/8/8/8/Q7/4K3 w - - 0 1", "e1d1 e8f8", GameResult::Draw, draw);
}

/// Both have pawns and White has a bishop, but no piece can get through (FIDE 6.9).
#[test]
fn the_flag_behind_a_blocked_wall_is_a_draw() {
    for (fen, termination) in [
        ("8/1k6/8/1p1p1p1p/1P1P1P1P/8/8/K5B1 b - - 0 1", Termination::TimeForfeitInsufficientMaterial),
        // With one pawn less the king gets through.
        ("8/1k6/8/1p1p3p/1P1P3P/8/8/K5B1 b - - 0 1", Termination::TimeForfeit),
    ] {
        let mut table = Table::seated(fen, Some(minutes(1, 0)));
        table.play_all("b7c7 g1e3");
        table.wait(60_000);
        table.tell(Command::TimeUp).unwrap();
        assert_eq!(table.game.ending().map(|ending| ending.termination), Some(termination), "{fen}");
    }
}

#[test]
fn an_arrival_from_before_the_turn_costs_nothing() {
    let mut table = Table::timed();
    table.play_all("e2e4 e7e5");
    table.now = Time(table.now.0 - 300);
    table.play_all("g1f3");
    assert_eq!(table.clocks(), [62_000, 60_000]);
}

#[test]
fn after_a_restart_the_turn_begins_afresh_and_the_log_says_what_was_credited() {
    let mut table = Table::timed();
    table.play_all("e2e4 e7e5 g1f3");
    table.wait(1_000_000);
    let credit = Millis(1_000_000);
    let spent = Millis::ZERO;
    assert_eq!(table.tell(Command::Resume), Ok(vec![Event::TurnRestarted { credit, spent }]));
    assert_eq!(table.clocks(), [62_000, 60_000]);
    table.wait(10_000);
    table.play_all("b8c6");
    assert_eq!(table.clocks(), [62_000, 52_000]);
}

#[test]
fn after_a_restart_the_time_line_may_begin_earlier() {
    let mut table = Table::timed();
    table.play_all("e2e4 e7e5");
    table.now = Time(5);
    let (credit, spent) = (Millis::ZERO, Millis::ZERO);
    assert_eq!(table.tell(Command::Resume), Ok(vec![Event::TurnRestarted { credit, spent }]));
    table.wait(1_000);
    table.play_all("g1f3");
    assert_eq!(table.clocks(), [61_000, 60_000]);
}

#[test]
fn what_the_owner_stood_still_is_given_back_and_what_was_thought_before_is_not() {
    let stood_still = |millis| Command::StoodStill { span: Millis(millis) };
    let given =
        |credit, spent| Ok(vec![Event::TurnRestarted { credit: Millis(credit), spent: Millis(spent) }]);
    let mut table = Table::timed();
    table.play_all("e2e4 e7e5 g1f3");
    table.wait(10_000 + 5_000);
    assert_eq!(table.tell(stood_still(5_000)), given(5_000, 10_000));
    assert_eq!(table.clocks(), [62_000, 50_000]);
    table.wait(3_000);
    assert_eq!(table.tell(stood_still(2_000)), given(2_000, 11_000));
    table.wait(1_000);
    table.play_all("b8c6");
    assert_eq!(table.clocks(), [62_000, 50_000]);
    // No more is given back than the turn has lasted.
    table.wait(700);
    assert_eq!(table.tell(stood_still(5_000)), given(700, 0));
    assert_eq!(table.game.deadline(), Some(Time(table.now.0 + 62_000)));
}

#[test]
fn a_flag_that_would_have_fallen_while_the_owner_stood_still_does_not() {
    let mut table = Table::timed();
    table.play_all("e2e4 e7e5");
    table.wait(59_000 + 30_000);
    table.tell(Command::StoodStill { span: Millis(30_000) }).unwrap();
    assert!(matches!(table.tell(Command::TimeUp), Err(Refusal::TimeLeft { .. })));
    table.wait(999);
    table.play_all("g1f3");
    assert_eq!(table.clocks(), [2_001, 60_000]);
}

#[test]
fn where_no_chess_clock_counts_nothing_is_given_back() {
    let days = DaysPerMove::new(3).unwrap();
    let mut letters = Table::seated(START, Some(TimeControl::Correspondence { days }));
    let mut unlimited = Table::unlimited();
    for table in [&mut letters, &mut unlimited] {
        table.play_all("e2e4 e7e5");
        table.wait(9_000);
        assert_eq!(table.tell(Command::StoodStill { span: Millis(5_000) }), Err(Refusal::ClockNotRunning));
    }
}

#[test]
fn the_wait_for_a_first_move_does_not_count_while_the_owner_stood_still() {
    let mut table = Table::timed();
    table.wait(119_000 + 60_000);
    table.tell(Command::StoodStill { span: Millis(60_000) }).unwrap();
    assert_eq!(table.game.first_move_deadline(), Some(Time(table.now.0 + 1_000)));
}

#[test]
fn no_clock_no_restart() {
    let mut table = Table::unlimited();
    table.play_all("e2e4 e7e5");
    assert_eq!(table.tell(Command::Resume), Err(Refusal::ClockNotRunning));
    assert_eq!(table.tell(Command::TimeUp), Err(Refusal::ClockNotRunning));
    table.tell(Command::Resign { by: Black }).unwrap();
    assert_eq!(table.tell(Command::Resume), Err(Refusal::GameOver));
}

#[test]
fn the_clocks_stop_with_the_game() {
    let mut table = Table::timed();
    table.play_all("e2e4 e7e5");
    table.wait(10_000);
    table.tell(Command::Resign { by: Black }).unwrap();
    assert_eq!(table.clocks(), [50_000, 60_000]);
    table.wait(10_000);
    assert_eq!(table.clocks(), [50_000, 60_000]);
}

#[test]
fn under_a_simple_delay_the_turns_first_seconds_are_free() {
    let mut table = Table::on(clock(60, Bonus::Delay(Millis(5_000))));
    table.play_all("e2e4 e7e5");
    table.wait(4_000);
    assert_eq!((table.clocks()[0], table.game.delay_at(table.now)), (60_000, Some(Millis(1_000))));
    table.play_all("g1f3");
    table.wait(7_000);
    assert_eq!((table.clocks()[1], table.game.delay_at(table.now)), (58_000, Some(Millis::ZERO)));
    table.play_all("b8c6");
    assert_eq!(table.clocks(), [60_000, 58_000]);
    assert_eq!(table.game.deadline(), Some(Time(table.now.0 + 65_000)));
    table.wait(65_000);
    table.tell(Command::TimeUp).unwrap();
    table.assert_ended(GameResult::BlackWins, Termination::TimeForfeit);
}

#[test]
fn bronsteins_clock_gives_back_what_a_move_took() {
    let mut table = Table::on(clock(60, Bonus::Bronstein(Millis(5_000))));
    table.play_all("e2e4 e7e5");
    table.wait(4_000);
    assert_eq!((table.clocks()[0], table.game.delay_at(table.now)), (56_000, Some(Millis::ZERO)));
    table.play_all("g1f3");
    assert_eq!(table.clocks(), [60_000, 60_000]);
    table.wait(7_000);
    table.play_all("b8c6");
    assert_eq!(table.clocks(), [60_000, 58_000]);
}

#[test]
fn with_time_odds_each_side_has_its_own_clock() {
    let (white, black) =
        (clock(60, Bonus::Increment(Millis(1_000))), clock(300, Bonus::Delay(Millis(3_000))));
    let mut table = Table::seated(START, Some(TimeControl::Clocks { white, black }));
    table.play_all("e2e4 e7e5");
    assert_eq!(table.clocks(), [60_000, 300_000]);
    for uci in ["g1f3", "b8c6", "f1c4"] {
        table.wait(4_000);
        table.play_all(uci);
    }
    assert_eq!(table.clocks(), [54_000, 299_000]);
}

#[test]
fn in_correspondence_each_move_has_its_days_and_the_first_as_well() {
    const DAY: u64 = 86_400_000;
    let days = DaysPerMove::new(3).unwrap();
    let control = Some(TimeControl::Correspondence { days });
    let mut table = Table::seated(START, control);
    assert_eq!((table.game.running(), table.game.first_move_deadline()), (Some(White), None));
    table.wait(2 * DAY);
    assert_eq!(table.clocks(), [86_400_000, 3 * 86_400_000]);
    table.play_all("e2e4");
    table.wait(2 * DAY);
    table.play_with_lag("e7e5", 500).unwrap();
    assert_eq!(table.game.lag_reports(), None, "lag is of no account");
    assert_eq!(table.clocks(), [3 * 86_400_000; 2]);
    assert_eq!(table.game.deadline(), Some(Time(table.now.0 + 3 * DAY)));
    table.wait(3 * DAY);
    table.tell(Command::TimeUp).unwrap();
    table.assert_ended(GameResult::BlackWins, Termination::TimeForfeit);

    let mut table = Table::seated(START, control);
    table.play_all("e2e4");
    table.wait(3 * DAY);
    assert_eq!(table.play("e7e5").unwrap().len(), 1);
    table.assert_ended(GameResult::Aborted, Termination::NoFirstMove);
}

#[test]
fn the_first_move_must_come_within_two_minutes() {
    for moves in ["", "e2e4"] {
        let mut table = Table::timed();
        table.wait(100_000);
        table.play_all(moves);
        let began = if moves.is_empty() { Time(table.now.0 - 100_000) } else { table.now };
        let deadline = Time(began.0 + 120_000);
        assert_eq!(table.game.deadline(), Some(deadline), "{moves}");
        assert_eq!(table.game.first_move_deadline(), Some(deadline));
        table.now = Time(deadline.0 - 1);
        assert!(matches!(table.tell(Command::TimeUp), Err(Refusal::TimeLeft { .. })));
        table.wait(1);
        table.tell(Command::TimeUp).unwrap();
        table.assert_ended(GameResult::Aborted, Termination::NoFirstMove);
    }
}

#[test]
fn the_time_for_the_first_move_begins_when_both_are_there() {
    let seats = Seats::new(ANN, White, Seat::Open);
    let mut table = Table::with(Terms::new(Position::start(), Some(minutes(1, 0)), seats).unwrap());
    assert_eq!(table.game.deadline(), None);
    table.wait(1_000_000);
    table.tell(Command::Join { player: BOB, details: None, color: None }).unwrap();
    assert_eq!(table.game.deadline(), Some(Time(table.now.0 + 120_000)));
    table.wait(100_000);
    table.tell(Command::Resume).unwrap();
    assert_eq!(table.game.deadline(), Some(Time(table.now.0 + 120_000)), "an outage is not charged");
}

#[test]
fn nobody_waits_for_the_first_move_against_the_computer() {
    let seats = Seats::new(ANN, White, Seat::Computer(Computer { level: NonZeroU8::MIN, version: None }));
    let table = Table::with(Terms::new(Position::start(), Some(minutes(1, 0)), seats).unwrap());
    assert_eq!(table.game.deadline(), None);
}

#[test]
fn what_the_network_took_is_given_back_and_stands_in_the_log() {
    let mut table = Table::on(clock(60, Bonus::Increment(Millis::ZERO)));
    table.play_all("e2e4 e7e5");
    table.wait(5_000);
    let events = table.play_with_lag("g1f3", 80).unwrap();
    let compensated = Millis(80);
    let Event::MovePlayed { clock, lag, compensated: given, .. } = events[0] else { panic!("{events:?}") };
    assert_eq!((clock, lag, given), (Some(Millis(55_080)), Some(compensated), compensated));
    table.wait(30);
    table.play_with_lag("b8c6", 80).unwrap();
    assert_eq!(table.clocks(), [55_080, 60_000], "no more than the turn took");
    let [white, black] = table.game.lag_reports().unwrap();
    assert_eq!((white.mean, white.compensated), (Some(Millis(80)), 80));
    assert_eq!((black.longest, black.compensated), (Millis(80), 30));
}

#[test]
fn a_flag_waits_for_a_move_that_lag_has_held_up() {
    let check = |late: u64, lag: u32, in_time: bool| {
        let mut table = Table::on(clock(60, Bonus::Increment(Millis::ZERO)));
        table.play_all("e2e4 e7e5");
        table.play_with_lag("g1f3", 100).unwrap();
        table.play_all("b8c6");
        assert_eq!(table.game.deadline(), Some(Time(table.now.0 + 60_100)));
        table.wait(60_000 + late);
        table.play_with_lag("f1c4", lag).unwrap();
        assert_eq!(!table.game.is_over(), in_time, "{late} {lag}");
        if !in_time {
            table.assert_ended(GameResult::BlackWins, Termination::TimeForfeit);
        }
    };
    check(0, 1, true);
    check(0, 0, false);
    check(99, 100, true);
    check(99, 99, false);
    // The time had run out.
    check(100, 5_000, false);
}
