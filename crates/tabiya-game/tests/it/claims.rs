// SPDX-License-Identifier: MIT OR Apache-2.0
//! Draws that must be claimed, draws that need no claim, and claims against an opponent who has left.

use tabiya_game::{Command, DaysPerMove, GameResult, LeftClaim, Refusal, Termination, TimeControl};
use tabiya_rules::Claim;

use crate::table::{Black, START, Table, White, minutes};

const KNIGHTS_OUT_AND_BACK: &str = "g1f3 g8f6 f3g1 f6g8";

#[test]
fn a_third_repetition_is_claimed_by_the_side_to_move() {
    let mut table = Table::unlimited();
    table.play_all(KNIGHTS_OUT_AND_BACK);
    assert_eq!(table.game.claim(), None);
    assert_eq!(table.tell(Command::ClaimDraw { by: White }), Err(Refusal::NoClaim));
    table.play_all(KNIGHTS_OUT_AND_BACK);
    assert_eq!(table.game.claim(), Some(Claim::ThreefoldRepetition));
    assert_eq!(table.tell(Command::ClaimDraw { by: Black }), Err(Refusal::NotYourTurn { turn: White }));
    table.tell(Command::ClaimDraw { by: White }).unwrap();
    table.assert_ended(GameResult::Draw, Termination::ThreefoldRepetition);
}

#[test]
fn a_claim_that_was_not_made_is_gone_with_the_move() {
    let mut table = Table::unlimited();
    table.play_all(KNIGHTS_OUT_AND_BACK);
    table.play_all(KNIGHTS_OUT_AND_BACK);
    table.play_all("e2e4");
    assert_eq!(table.tell(Command::ClaimDraw { by: Black }), Err(Refusal::NoClaim));
}

#[test]
fn a_fifth_repetition_needs_no_claim() {
    let mut table = Table::seated(START, None);
    for _ in 0..3 {
        table.play_all(KNIGHTS_OUT_AND_BACK);
    }
    table.play_all("g1f3 g8f6 f3g1");
    assert_eq!(table.play("f6g8").unwrap().len(), 2);
    table.assert_ended(GameResult::Draw, Termination::FivefoldRepetition);
}

#[test]
fn fifty_moves_are_claimed() {
    let mut table = Table::seated("4k3/8/8/8/8/8/4P3/R3K3 w - - 98 70", None);
    table.play_all("a1a2");
    assert_eq!(table.tell(Command::ClaimDraw { by: Black }), Err(Refusal::NoClaim));
    table.play_all("e8d8");
    assert_eq!(table.game.claim(), Some(Claim::FiftyMoves));
    table.tell(Command::ClaimDraw { by: White }).unwrap();
    table.assert_ended(GameResult::Draw, Termination::FiftyMoves);
}

#[test]
fn seventy_five_moves_need_no_claim_but_mate_comes_first() {
    let mut table = Table::seated("4k3/8/8/8/8/8/4P3/R3K3 w - - 149 70", None);
    table.play("a1a2").unwrap();
    table.assert_ended(GameResult::Draw, Termination::SeventyFiveMoves);

    let mut table = Table::seated("4k3/7R/8/8/8/8/4P3/R3K3 w - - 149 70", None);
    table.play("a1a8").unwrap();
    table.assert_ended(GameResult::WhiteWins, Termination::Checkmate);
}

#[test]
fn who_has_left_on_move_may_be_claimed_against() {
    let check = |claim, result| {
        let mut table = Table::timed();
        table.play_all("e2e4 e7e5");
        table.tell(Command::ClaimLeft { by: Black, claim }).unwrap();
        table.assert_ended(result, Termination::Abandonment);
    };
    check(LeftClaim::Win, GameResult::BlackWins);
    check(LeftClaim::Draw, GameResult::Draw);
}

#[test]
fn who_can_not_mate_can_not_win_by_a_claim() {
    let mut table = Table::seated("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Some(minutes(1, 0)));
    table.play_all("e2e4 e8e7");
    table.tell(Command::ClaimLeft { by: Black, claim: LeftClaim::Win }).unwrap();
    table.assert_ended(GameResult::Draw, Termination::AbandonmentInsufficientMaterial);
}

#[test]
fn nothing_is_claimed_where_no_chess_clock_runs_against_the_opponent() {
    let days = TimeControl::Correspondence { days: DaysPerMove::new(1).unwrap() };
    for (time, moves, by) in [
        (Some(minutes(1, 0)), "e2e4", White),
        (Some(minutes(1, 0)), "e2e4 e7e5", White),
        (Some(days), "e2e4 e7e5", Black),
        (None, "e2e4 e7e5", Black),
    ] {
        let mut table = Table::seated(START, time);
        table.play_all(moves);
        let refused = table.tell(Command::ClaimLeft { by, claim: LeftClaim::Win });
        assert_eq!(refused, Err(Refusal::NothingLeftToClaim), "{time:?} {moves}");
    }
}
