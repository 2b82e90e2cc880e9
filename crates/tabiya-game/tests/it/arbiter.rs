// SPDX-License-Identifier: MIT OR Apache-2.0
//! Clocks that an arbiter pauses and sets, and positions that an arbiter goes back to.

use tabiya_game::{Bonus, ClockControl, Command, Event, GameResult, LeftClaim, Millis, Refusal, Termination};

use crate::table::{Black, Table, White};

const PAUSE: Command = Command::PauseClocks;
const RESUME: Command = Command::ResumeClocks;

fn set(side: tabiya_rules::Color, seconds: u32) -> Command {
    Command::SetClock { side, left: Millis::from_secs(seconds) }
}

/// A minute for each side and two seconds a move; White has used five seconds of the third move.
fn five_seconds_in() -> Table {
    let mut table = Table::timed();
    table.play_all("e2e4 e7e5");
    table.wait(5_000);
    table
}

#[test]
fn a_pause_costs_nobody_time_and_the_turn_goes_on_where_it_was() {
    let mut table = five_seconds_in();
    assert_eq!(table.tell(PAUSE).unwrap(), [Event::ClocksPaused { spent: Millis(5_000) }]);
    assert_eq!(table.clocks(), [55_000, 60_000]);
    table.wait(3_600_000);
    assert_eq!((table.clocks(), table.game.deadline()), ([55_000, 60_000], None), "no flag falls");
    assert_eq!(table.tell(RESUME).unwrap(), [Event::ClocksResumed]);
    assert_eq!(table.clocks(), [55_000, 60_000]);
    table.wait(10_000);
    table.play("g1f3").unwrap();
    assert_eq!(table.clocks(), [47_000, 60_000], "fifteen seconds in all, and two for the move");
}

#[test]
fn while_the_clocks_are_paused_nobody_moves_and_players_may_still_agree_or_resign() {
    let mut table = five_seconds_in();
    table.tell(PAUSE).unwrap();
    assert_eq!(table.play("g1f3"), Err(Refusal::ClocksPaused));
    let queued =
        Command::PlayQueued { by: White, attempt: "g1f3".parse().unwrap(), charged: Millis::ZERO, lag: None };
    for command in [
        queued,
        Command::ProposeTakeback { by: White },
        Command::GiveTime { by: White },
        Command::AddTime { by: Black, time: Millis(1) },
        Command::StartClocks,
        PAUSE,
    ] {
        assert_eq!(table.tell(command.clone()), Err(Refusal::ClocksPaused), "{command:?}");
    }
    let claim = Command::ClaimLeft { by: Black, claim: LeftClaim::Win };
    assert_eq!(table.tell(claim), Err(Refusal::NothingLeftToClaim), "nobody is waited for");
    table.tell(Command::OfferDraw { by: Black }).unwrap();
    table.tell(Command::AcceptDraw { by: White }).unwrap();
    table.assert_ended(GameResult::Draw, Termination::Agreement);
    assert!(!table.game.is_paused());
    assert_eq!(table.clocks(), [55_000, 60_000]);
    for command in [PAUSE, RESUME, set(White, 9), Command::SetBack { ply: 0 }] {
        assert_eq!(table.tell(command), Err(Refusal::GameOver));
    }
}

#[test]
fn a_clock_shows_what_the_arbiter_has_set_whoever_is_to_move() {
    let mut table = five_seconds_in();
    assert_eq!(table.tell(set(White, 30)), Err(Refusal::ClocksNotPaused));
    table.tell(PAUSE).unwrap();
    for wrong in [0, 3 * 60 * 60 + 1] {
        assert_eq!(table.tell(set(White, wrong)), Err(Refusal::NoSuchClock));
    }
    assert_eq!(table.tell(set(White, 90)).unwrap(), [Event::ClockSet { side: White, left: Millis(90_000) }]);
    table.tell(set(Black, 10)).unwrap();
    assert_eq!(table.clocks(), [90_000, 10_000]);
    table.tell(RESUME).unwrap();
    assert_eq!(table.clocks(), [90_000, 10_000]);
    table.wait(4_000);
    table.play("g1f3").unwrap();
    assert_eq!(table.clocks(), [88_000, 10_000], "the time before the pause is not charged again");
    table.wait(10_000);
    table.tell(Command::TimeUp).unwrap();
    table.assert_ended(GameResult::WhiteWins, Termination::TimeForfeit);
}

#[test]
fn a_delay_that_was_used_up_does_not_come_again() {
    let delay = ClockControl::new(Millis(60_000), Bonus::Delay(Millis(5_000))).unwrap();
    let mut table = Table::on(delay);
    table.play_all("e2e4 e7e5");
    table.wait(3_000);
    table.tell(PAUSE).unwrap();
    table.tell(set(White, 20)).unwrap();
    table.wait(100_000);
    table.tell(RESUME).unwrap();
    table.wait(3_000);
    assert_eq!(table.clocks()[0], 19_000, "two seconds of the delay were left");
    table.tell(PAUSE).unwrap();
    table.tell(set(White, 20)).unwrap();
    table.tell(RESUME).unwrap();
    table.wait(1_000);
    assert_eq!(table.clocks()[0], 19_000);
}

#[test]
fn the_time_for_the_first_move_waits_too() {
    let mut table = Table::timed();
    table.wait(100_000);
    table.tell(PAUSE).unwrap();
    table.wait(100_000);
    assert_eq!(table.tell(Command::TimeUp), Err(Refusal::ClockNotRunning));
    table.tell(RESUME).unwrap();
    table.wait(19_999);
    assert!(matches!(table.tell(Command::TimeUp), Err(Refusal::TimeLeft { .. })));
    table.wait(1);
    table.tell(Command::TimeUp).unwrap();
    table.assert_ended(GameResult::Aborted, Termination::NoFirstMove);
}

#[test]
fn the_arbiter_goes_back_to_any_position_with_the_clocks_of_that_time() {
    let mut table = five_seconds_in();
    table.play_all("g1f3 b8c6");
    let seq = table.game.last_seq();
    assert_eq!(table.tell(Command::SetBack { ply: 2 }), Err(Refusal::ClocksNotPaused));
    table.wait(7_000);
    table.tell(Command::OfferDraw { by: White }).unwrap();
    table.tell(PAUSE).unwrap();
    for ply in [4, 9] {
        assert_eq!(table.tell(Command::SetBack { ply }), Err(Refusal::NoSuchPly { ply: 4 }));
    }
    let clocks = [60_000, 60_000].map(Millis);
    assert_eq!(table.tell(Command::SetBack { ply: 2 }).unwrap(), [Event::SetBack { half_moves: 2, clocks }]);
    assert_eq!((table.game.ply(), table.game.turn(), table.game.draw_offer()), (2, White, None));
    table.tell(set(White, 40)).unwrap();
    table.tell(RESUME).unwrap();
    assert_eq!(table.clocks(), [40_000, 60_000]);
    let stale = Command::Play { by: White, attempt: "g1f3".parse().unwrap(), seq, lag: None };
    assert_eq!(table.tell(stale), Err(Refusal::Stale { ply: 2 }), "it was meant for another position");
    table.wait(1_000);
    table.play("f1c4").unwrap();
    assert_eq!(table.clocks(), [41_000, 60_000]);
}

#[test]
fn what_was_set_counts_in_earlier_positions_and_never_below_nothing() {
    let mut table = five_seconds_in();
    table.tell(PAUSE).unwrap();
    table.tell(set(Black, 5)).unwrap();
    table.tell(set(White, 65)).unwrap();
    table.tell(Command::SetBack { ply: 0 }).unwrap();
    assert_eq!(table.clocks(), [65_000, 5_000], "what was set is what they have");
    table.tell(set(Black, 1)).unwrap();
    table.tell(RESUME).unwrap();
    table.play_all("e2e4 e7e5");
    table.wait(1_000);
    table.play_all("g1f3");
    assert_eq!(table.clocks()[1], 3_000, "the clocks run on, so the first move adds its two seconds, too");
}

/// A server that starts anew gives the running turn back. It gave back what was charged before the arbiter set the clock, too.
#[test]
fn what_was_set_is_not_more_after_a_restart() {
    let mut table = five_seconds_in();
    table.tell(PAUSE).unwrap();
    table.tell(set(White, 30)).unwrap();
    table.tell(RESUME).unwrap();
    table.wait(2_000);
    table.tell(Command::Resume).unwrap();
    assert_eq!(table.clocks()[0], 30_000);
}

/// The clocks stood still, and after two minutes the game counted as one to which nobody had come.
#[test]
fn clocks_that_ran_run_on_after_going_back_to_the_beginning() {
    let mut table = five_seconds_in();
    table.tell(PAUSE).unwrap();
    table.tell(Command::SetBack { ply: 1 }).unwrap();
    table.tell(RESUME).unwrap();
    assert_eq!((table.game.running(), table.game.first_move_deadline()), (Some(Black), None));
    table.wait(10_000);
    assert_eq!(table.clocks()[1], 50_000);
}

#[test]
fn a_flag_that_has_fallen_stays_fallen() {
    let mut table = five_seconds_in();
    table.wait(60_000);
    table.tell(PAUSE).unwrap();
    table.assert_ended(GameResult::BlackWins, Termination::TimeForfeit);
}

#[test]
fn games_without_a_chess_clock_have_nothing_to_pause() {
    let mut table = Table::unlimited();
    assert_eq!(table.tell(PAUSE), Err(Refusal::NoChessClock));
    assert_eq!(table.tell(RESUME), Err(Refusal::ClocksNotPaused));
}

#[test]
fn a_log_does_not_grow_without_an_end() {
    let mut table = five_seconds_in();
    for _ in 0..1_000 {
        let events = table.game.decide(PAUSE, table.now).unwrap();
        table.game.apply(&tabiya_game::Stamped::new(table.now, events[0].clone()));
        let events = table.game.decide(RESUME, table.now).unwrap();
        table.game.apply(&tabiya_game::Stamped::new(table.now, events[0].clone()));
    }
    assert_eq!(table.game.decide(PAUSE, table.now), Err(Refusal::ActsUsedUp));
}
