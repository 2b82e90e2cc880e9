// SPDX-License-Identifier: MIT OR Apache-2.0
//! Games that an arbiter decides.

use tabiya_game::{
    Command, Decided, Event, Game, GameResult, Millis, Refusal, ReplayCause, Stamped, Termination, Time,
    Verdict,
};

use crate::table::{EVE, Table};

const VERDICTS: [Verdict; 6] = [
    Verdict::WhiteWins,
    Verdict::Draw,
    Verdict::BlackWins,
    Verdict::BothLose,
    Verdict::WhiteDraws,
    Verdict::BlackDraws,
];

const fn decide(verdict: Verdict, by_default: bool) -> Command {
    Command::Decide { decided: Decided { verdict, arbiter: Some(EVE) }, by_default }
}

#[test]
fn a_verdict_after_both_have_moved_is_the_result_and_the_log_says_whose_it_is() {
    let results = [
        GameResult::WhiteWins,
        GameResult::Draw,
        GameResult::BlackWins,
        GameResult::Aborted,
        GameResult::Aborted,
        GameResult::Aborted,
    ];
    for (verdict, result) in VERDICTS.into_iter().zip(results) {
        let mut table = Table::timed();
        table.play_all("e2e4 e7e5");
        table.wait(5_000);
        let decided = Decided { verdict, arbiter: Some(EVE) };
        let ended = Event::Ended {
            result,
            termination: Termination::ArbiterDecision,
            clock: Some(Millis(55_000)),
            by: None,
            decided: Some(Box::new(decided)),
        };
        assert_eq!(table.tell(decide(verdict, false)), Ok(vec![ended]), "{verdict:?}");
        table.assert_ended(result, Termination::ArbiterDecision);
        assert_eq!(table.game.decided(), Some(decided));
        table.wait(60_000);
        assert_eq!(table.clocks(), [55_000, 60_000], "the clocks stand");
        assert_eq!(table.tell(decide(verdict, false)), Err(Refusal::GameOver));
    }
}

#[test]
fn before_both_have_moved_only_a_default_is_decided_and_it_is_no_result() {
    for moves in ["", "e2e4"] {
        for verdict in VERDICTS {
            let mut table = Table::timed();
            table.play_all(moves);
            assert_eq!(table.tell(decide(verdict, false)), Err(Refusal::NotBothMoved), "{verdict:?}");
            let can_be = matches!(verdict, Verdict::WhiteWins | Verdict::BlackWins | Verdict::BothLose);
            let told = table.tell(decide(verdict, true));
            assert_eq!(told.is_ok(), can_be, "{verdict:?}");
            if can_be {
                table.assert_ended(GameResult::Aborted, Termination::ArbiterDecision);
                assert_eq!(table.game.decided().unwrap().verdict, verdict);
            }
        }
    }
}

#[test]
fn a_default_after_both_have_moved_is_a_result_also_while_the_clocks_are_paused() {
    let mut table = Table::timed();
    table.play_all("e2e4 e7e5");
    table.tell(Command::PauseClocks).unwrap();
    table.wait(600_000);
    table.tell(decide(Verdict::BlackWins, true)).unwrap();
    table.assert_ended(GameResult::BlackWins, Termination::ArbiterDecision);
    assert!(!table.game.is_paused());
    assert_eq!(table.clocks(), [60_000, 60_000]);
}

#[test]
fn a_flag_that_has_fallen_is_no_verdict() {
    let mut table = Table::timed();
    table.play_all("e2e4 e7e5");
    table.wait(60_000);
    table.tell(decide(Verdict::WhiteWins, false)).unwrap();
    table.assert_ended(GameResult::BlackWins, Termination::TimeForfeit);
    assert_eq!(table.game.decided(), None);
}

#[test]
fn a_log_whose_result_does_not_follow_from_its_verdict_is_damaged() {
    let mut table = Table::timed();
    table.play_all("e2e4 e7e5");
    let ended = |result, termination, verdict: Option<Verdict>| {
        let decided = verdict.map(|verdict| Box::new(Decided { verdict, arbiter: None }));
        let event = Event::Ended { result, termination, clock: Some(Millis(60_000)), by: None, decided };
        let log = [table.log.clone(), vec![Stamped::new(Time(2_000_000), event)]].concat();
        Game::replay(&log).map_err(|error| error.cause)
    };
    let (won, by_arbiter) = (GameResult::WhiteWins, Termination::ArbiterDecision);
    assert!(ended(won, by_arbiter, Some(Verdict::WhiteWins)).is_ok());
    for (result, termination, verdict) in [
        (won, by_arbiter, None),
        (won, by_arbiter, Some(Verdict::Draw)),
        (GameResult::Aborted, by_arbiter, Some(Verdict::WhiteWins)),
        (won, Termination::Resignation, Some(Verdict::WhiteWins)),
    ] {
        let wrong = Err(ReplayCause::ImpossibleEnd { result, termination });
        assert_eq!(ended(result, termination, verdict), wrong, "{termination} {verdict:?}");
    }
}
