// SPDX-License-Identifier: AGPL-3.0-or-later
//! Two helpers who act at once: nothing is done twice, and nothing is lost silently.

use tabiya_events::decide::{Command, Overtaken, Refusal, Who};
use tabiya_events::event::{Card, Format, Outcome, Settings};
use tabiya_events::pairing::pair;
use tabiya_game::GameId;

use crate::played::{Played, player};

const SWISS: Format = Format::Swiss { rounds: 3, baku: false };

fn result(board: u16, outcome: Outcome) -> Command {
    Command::EnterResult { round: None, board, game: None, outcome }
}

#[test]
fn two_results_for_one_board_are_no_accident() {
    let mut played = Played::of(SWISS, 6);
    played.begin_round().unwrap();
    let seen = Some(played.event.head);
    let owner = Who::Player { player: player(250), staff: false };
    played.act_as(&result(1, Outcome::WhiteWins), seen, owner).unwrap();
    assert_eq!(played.act_as(&result(1, Outcome::WhiteWins), seen, owner), Ok(0), "both say the same");
    let refused = played.act_as(&result(1, Outcome::Draw), seen, owner).unwrap_err();
    let now = Outcome::WhiteWins;
    assert_eq!(refused, Refusal::Overtaken(Overtaken::Result { round: 1, board: 1, now }));
    assert!(refused.to_string().contains("1-0 on board 1 of round 1"), "{refused}");
    assert_eq!(played.act_as(&result(2, Outcome::Draw), seen, owner), Ok(1), "another board is free");
    let seen = Some(played.event.head);
    assert_eq!(
        played.act_as(&result(1, Outcome::Draw), seen, owner),
        Ok(1),
        "who has seen it may correct it"
    );
}

#[test]
fn a_round_is_paired_once() {
    let mut played = Played::of(SWISS, 6);
    let [one, other] = [pair(&played.event, |_, _| {}).unwrap(), pair(&played.event, |_, _| {}).unwrap()];
    assert!(played.act(&Command::TakeDraft(one)).unwrap() > 0);
    assert_eq!(played.act(&Command::TakeDraft(other)), Ok(0), "the draft stands");
    let stale = pair(&played.event, |_, _| {}).unwrap();
    played.act(&Command::UndoDraft).unwrap();
    let refused = played.act(&Command::TakeDraft(stale));
    assert_eq!(refused, Err(Refusal::Overtaken(Overtaken::Pairing)));
}

#[test]
fn a_draft_that_another_helper_replaced_is_not_published() {
    let mut played = Played::of(SWISS, 6);
    played.pair().unwrap();
    let seen = Some(played.event.head);
    let owner = Who::Player { player: player(250), staff: false };
    played.act(&Command::UndoDraft).unwrap();
    played.enter("Late", Some(2000));
    played.pair().unwrap();
    let refused = played.act_as(&Command::Publish, seen, owner);
    assert_eq!(refused, Err(Refusal::Overtaken(Overtaken::Round { round: 1 })));
    let seen = Some(played.event.head);
    assert_eq!(played.act_as(&Command::Publish, seen, owner), Ok(1));
    assert_eq!(played.act_as(&Command::Publish, seen, owner), Ok(0), "the second press");
}

#[test]
fn a_published_round_is_withdrawn_until_its_first_result() {
    let mut played = Played::of(SWISS, 6);
    let back = Command::WithdrawPublication { reason: "somebody was forgotten".into() };
    assert_eq!(played.act(&back), Err(Refusal::NothingPublished));
    played.pair().unwrap();
    assert_eq!(played.act(&back), Err(Refusal::DraftStands(1)));
    played.act(&Command::Publish).unwrap();
    let silent = Command::WithdrawPublication { reason: " ".into() };
    assert_eq!(played.act(&silent), Err(Refusal::NoReason), "everybody has read whom they meet");
    played.act(&back).unwrap();
    assert!(played.event.rounds.is_empty());
    played.begin_round().unwrap();
    played.result(None, 1, Outcome::Draw).unwrap();
    assert_eq!(played.act(&back), Err(Refusal::HasBegun(1)));
}

#[test]
fn a_correction_discards_a_draft_and_leaves_what_is_published() {
    let mut played = Played::of(SWISS, 6);
    played.begin_round().unwrap();
    played.end_round(|_, _| Outcome::WhiteWins);
    played.pair().unwrap();
    played.result(Some(1), 1, Outcome::BlackWins).unwrap();
    assert!(played.event.draft().is_none());
    played.begin_round().unwrap();
    let before = played.event.rounds[1].boards.clone();
    played.result(Some(1), 1, Outcome::Draw).unwrap();
    assert_eq!(played.event.rounds[1].boards, before);
}

#[test]
fn a_winner_who_plays_on_stays_the_winner() {
    let mut played = Played::of(Format::KnockOut { games: 1 }, 4);
    played.begin_round().unwrap();
    played.end_round(|_, _| Outcome::WhiteWins);
    played.begin_round().unwrap();
    assert_eq!(played.result(Some(1), 1, Outcome::BlackWins), Err(Refusal::WinnerStays));
    assert_eq!(played.result(Some(1), 1, Outcome::WhiteByForfeit), Ok(1), "the winner is the same");
}

#[test]
fn a_second_result_does_not_land_in_the_next_game_of_the_match() {
    let mut played = Played::of(Format::KnockOut { games: 1 }, 4);
    played.begin_round().unwrap();
    let seen = Some(played.event.head);
    let owner = Who::Player { player: player(250), staff: false };
    played.act_as(&result(1, Outcome::Draw), seen, owner).unwrap();
    assert_eq!(played.event.rounds[0].boards[0].games.len(), 2);
    let refused = played.act_as(&result(1, Outcome::Draw), seen, owner).unwrap_err();
    let now = Outcome::Draw;
    assert_eq!(refused, Refusal::Overtaken(Overtaken::Result { round: 1, board: 1, now }));
    let first = Command::EnterResult { round: None, board: 1, game: Some(1), outcome: Outcome::WhiteWins };
    assert!(
        played.act_as(&first, Some(played.event.head), owner).unwrap() > 0,
        "the first game by its number"
    );
    assert_eq!(played.event.rounds[0].boards[0].games.len(), 1);
}

#[test]
fn a_round_that_was_paired_anew_takes_nothing_that_was_meant_for_the_old_one() {
    let mut played = Played::of(SWISS, 6);
    played.pair().unwrap();
    played.act(&Command::Publish).unwrap();
    let seen = Some(played.event.head);
    let owner = Who::Player { player: player(250), staff: false };
    played.act(&Command::WithdrawPublication { reason: "wrong list".to_owned() }).unwrap();
    played.act(&Command::Withdraw(tabiya_events::event::EntrantId(1))).unwrap();
    played.pair().unwrap();
    played.act(&Command::Publish).unwrap();
    let overtaken = Err(Refusal::Overtaken(Overtaken::Round { round: 1 }));
    assert_eq!(played.act_as(&Command::Start { ids: Vec::new() }, seen, owner), overtaken);
    assert_eq!(played.act_as(&Command::Postpone { round: 1, board: 1 }, seen, owner), overtaken);
    assert_eq!(played.act_as(&result(1, Outcome::WhiteWins), seen, owner), overtaken);
    let seen = Some(played.event.head);
    assert!(played.act_as(&result(1, Outcome::WhiteWins), seen, owner).is_ok());
}

#[test]
fn a_game_is_played_again_only_where_it_was_left_behind() {
    let mut played = Played::new(Settings::new("Online", SWISS, None, 7));
    for number in 1..=4 {
        let card = Card::new(format!("Player {number}"), Some(2500 - u16::from(number)));
        played.act(&Command::Enter { player: Some(player(number)), card, plays: None }).unwrap();
    }
    let game = GameId::from_bits(77);
    let again = Command::PlayAgain { round: 1, board: 1, id: game };
    let make = Command::MakeGame { round: 1, board: 1, id: game };
    played.pair().unwrap();
    played.act(&Command::Publish).unwrap();
    assert_eq!(played.act(&again), Err(Refusal::NotBegun(1)));
    assert_eq!(played.act(&make), Ok(0), "it begins with its round");
    let ids = vec![GameId::from_bits(1), GameId::from_bits(2)];
    played.act(&Command::Start { ids }).unwrap();
    assert_eq!(played.act(&again), Ok(0), "it is being played");
    played.act(&Command::Finish).unwrap();
    assert_eq!(played.act(&again), Err(Refusal::Over));
}

#[test]
fn what_is_over_begins_no_more() {
    let mut played = Played::of(SWISS, 6);
    played.pair().unwrap();
    played.act(&Command::Publish).unwrap();
    played.act(&Command::Finish).unwrap();
    let back = Command::WithdrawPublication { reason: "wrong list".to_owned() };
    let refused = Err(Refusal::Over);
    assert_eq!(played.act(&Command::Start { ids: Vec::new() }), refused);
    assert_eq!(played.act(&back), refused);
    assert_eq!(played.act(&Command::Postpone { round: 1, board: 1 }), refused);
    assert_eq!(played.result(None, 1, Outcome::WhiteWins), refused);
    assert_eq!(played.event.stage, tabiya_events::event::Stage::Finished);
}
