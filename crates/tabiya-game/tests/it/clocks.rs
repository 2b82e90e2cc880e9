// SPDX-License-Identifier: MIT OR Apache-2.0
//! The clock: when it runs, what a move costs, when the flag falls, and what a restart gives back.

use tabiya_game::{Command, Event, GameResult, Millis, Refusal, Termination, Time, TimeControl};

use crate::table::{Black, START, Table, White, minutes, play};

#[test]
fn each_sides_first_move_costs_nothing_and_earns_nothing() {
    let mut table = Table::timed();
    table.wait(500_000);
    table.play_all("e2e4");
    assert_eq!((table.game.running(), table.game.deadline()), (None, None));
    table.wait(500_000);
    table.play_all("e7e5");
    assert_eq!(table.clocks(), [60_000, 60_000]);
    assert_eq!(table.game.running(), Some(White));
    assert_eq!(table.game.deadline(), Some(Time(table.now.0 + 60_000)));
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
        // Nonsense and the other side's commands alike.
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
    // A lone knight can mate a king that its own rook shuts in, but not one with a queen.
    check("4k1n1/8/8/8/8/8/R7/4K3 w - - 0 1", "e1d1 e8f8", GameResult::BlackWins, won);
    check("4k1n1/8/8/8/8/8/Q7/4K3 w - - 0 1", "e1d1 e8f8", GameResult::Draw, draw);
}

/// Both have pawns and White a bishop, but nothing gets through the wall (FIDE 6.9).
#[test]
fn the_flag_behind_a_blocked_wall_is_a_draw() {
    for (fen, termination) in [
        ("8/1k6/8/1p1p1p1p/1P1P1P1P/8/8/K5B1 b - - 0 1", Termination::TimeForfeitInsufficientMaterial),
        // The same with one pawn less: the king gets in.
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
    assert_eq!(table.tell(Command::Resume), Ok(vec![Event::TurnRestarted { credit }]));
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
    assert_eq!(table.tell(Command::Resume), Ok(vec![Event::TurnRestarted { credit: Millis::ZERO }]));
    table.wait(1_000);
    table.play_all("g1f3");
    assert_eq!(table.clocks(), [61_000, 60_000]);
}

#[test]
fn no_clock_no_restart() {
    let mut table = Table::timed();
    assert_eq!(table.tell(Command::Resume), Err(Refusal::ClockNotRunning));
    table.play_all("e2e4");
    assert_eq!(table.tell(Command::Resume), Err(Refusal::ClockNotRunning));
    assert_eq!(table.tell(Command::TimeUp), Err(Refusal::ClockNotRunning));
    table.play_all("e7e5");
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
