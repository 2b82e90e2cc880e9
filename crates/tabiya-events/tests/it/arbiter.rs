// SPDX-License-Identifier: AGPL-3.0-or-later
//! The arbiter's hand, and the helpers' codes: who may do what.

use tabiya_events::codes::{LASTS, Typed, digits, hash, is_link, link, matching};
use tabiya_events::decide::{Command, Refusal, Who};
use tabiya_events::event::{EntrantId, Event, Format, MatchState, Outcome, RoundStage};
use tabiya_events::view;
use tabiya_game::Time;

use crate::played::{Played, player};

const SWISS: Format = Format::Swiss { rounds: 5, baku: false };
const NOW: Time = Time(1_000_000);

fn owner() -> Who {
    Who::Player { player: player(250), staff: false }
}

fn give(digits: &str, first: u16, last: u16, deputy: bool) -> Command {
    let hash = hash(7, digits);
    Command::GiveCode { label: "Bo".into(), first, last, deputy, now: NOW, salt: 7, hash }
}

fn enter(board: u16, outcome: Outcome) -> Command {
    Command::EnterByCode { now: NOW, round: 1, board, game: 1, outcome }
}

#[test]
fn a_code_opens_its_boards_of_its_event_for_a_day() {
    let mut played = Played::of(SWISS, 8);
    assert_eq!(played.act_as(&give("11111111", 1, 2, false), None, Who::Code(1)), Err(Refusal::NotYours));
    let stranger = Who::Player { player: player(9), staff: false };
    assert_eq!(played.act_as(&give("11111111", 1, 2, false), None, stranger), Err(Refusal::NotYours));
    assert!(matches!(played.act(&give("11111111", 3, 2, false)), Err(Refusal::Code(_))));
    played.act_as(&give("11111111", 1, 2, false), None, owner()).unwrap();
    played.act_as(&give("22222222", 1, 9, true), None, owner()).unwrap();
    played.pair().unwrap();
    played.act(&Command::Publish).unwrap();

    let number = |event: &Event, typed: &str, now| match matching(event, typed, now) {
        Typed::Right(code) => Typed::Right(code.number),
        Typed::Old => Typed::Old,
        Typed::Wrong => Typed::Wrong,
    };
    assert_eq!(number(&played.event, "11111111", NOW), Typed::Right(1));
    for typed in ["", "1111111", "11111112", "111111111", "1111111x"] {
        assert_eq!(number(&played.event, typed, NOW), Typed::Wrong, "{typed}");
    }
    assert_eq!(number(&played.event, "11111111", Time(NOW.0 + LASTS)), Typed::Old, "a day later");
    assert_eq!(number(&Played::of(SWISS, 8).event, "11111111", NOW), Typed::Wrong, "of another event");
    assert_eq!(digits(11_111_111), "11111111");

    // A link has a long secret in place of the digits.
    let links = [1, 2].map(|code| link(&played.event.codes[code - 1].hash));
    assert!(links[0] != links[1] && links.iter().all(|link| is_link(link)) && !is_link("11111111"));
    assert_eq!(number(&played.event, &links[1], NOW), Typed::Right(2));
    assert_eq!(number(&played.event, &links[1], Time(NOW.0 + LASTS)), Typed::Old);
    assert_eq!(number(&played.event, &"0".repeat(32), NOW), Typed::Wrong);

    let (helper, deputy) = (Who::Code(1), Who::Code(2));
    assert!(played.act_as(&enter(1, Outcome::WhiteWins), None, helper).is_ok(), "a result begins the round");
    assert_eq!(played.event.rounds[0].stage, RoundStage::Started);
    assert_eq!(played.act_as(&enter(1, Outcome::WhiteWins), None, helper), Ok(0), "both say the same");
    assert_eq!(played.act_as(&enter(1, Outcome::Draw), None, helper), Err(Refusal::OnlyMissing));
    assert_eq!(
        played.act_as(&enter(3, Outcome::Draw), None, helper),
        Err(Refusal::NotThisBoard { first: 1, last: 2 })
    );
    assert_eq!(played.act_as(&enter(1, Outcome::Draw), None, deputy), Ok(2), "a deputy corrects");
    let other = Command::EnterByCode { now: NOW, round: 2, board: 1, game: 1, outcome: Outcome::Draw };
    assert_eq!(played.act_as(&other, None, deputy), Err(Refusal::NotThisRound(1)));
    assert_eq!(played.act_as(&enter(2, Outcome::Draw), None, stranger), Err(Refusal::NotYours));
    for command in
        [Command::UndoDraft, Command::Withdraw(EntrantId(1)), Command::Finish, Command::RevokeCode(1)]
    {
        assert_eq!(played.act_as(&command, None, deputy), Err(Refusal::NotYours), "{command:?}");
    }
    let mut over = Played { journal: played.journal.clone(), event: played.event.clone() };
    over.act(&Command::Finish).unwrap();
    assert_eq!(over.act_as(&enter(1, Outcome::WhiteWins), None, deputy), Err(Refusal::Over), "it has ended");
    played.act_as(&Command::RevokeCode(1), None, owner()).unwrap();
    assert_eq!(played.act_as(&enter(2, Outcome::Draw), None, helper), Err(Refusal::WrongCode));
    assert_eq!(number(&played.event, "11111111", NOW), Typed::Old);
    assert_eq!(Event::replay(&played.journal).unwrap(), played.event);
}

/// The phone showed the first game's colours while the second one was played, so the winner's button gave the game to the other.
#[test]
fn a_helper_sees_the_games_of_a_match_and_names_the_one_whose_result_it_is() {
    let mut played = Played::of(Format::KnockOut { games: 2 }, 2);
    played.act(&give("11111111", 1, 1, false)).unwrap();
    played.act(&give("22222222", 1, 1, true)).unwrap();
    played.begin_round().unwrap();
    let shown = |event: &Event| view::helper(event, &event.codes[0], &|_| false).boards.remove(0).games;
    let by_code = |game, outcome| Command::EnterByCode { now: NOW, round: 1, board: 1, game, outcome };
    let (helper, deputy) = (Who::Code(1), Who::Code(2));
    let no_game = |game| Err(Refusal::NoSuchGame { round: 1, board: 1, game });
    let first = shown(&played.event).remove(0);
    assert_eq!(first.outcome, None);
    for game in [0, 2] {
        assert_eq!(played.act_as(&by_code(game, Outcome::Draw), None, helper), no_game(game));
    }
    // Which code it was, the result, and the next game.
    assert_eq!(played.act_as(&by_code(1, Outcome::WhiteWins), None, helper), Ok(3));
    let games = shown(&played.event);
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].outcome.as_deref(), Some("1-0"));
    assert_eq!((&games[1].white, &games[1].black), (&first.black, &first.white), "the colours change");
    assert_eq!(games[1].outcome, None);

    // Somebody pressed it twice: the first game has its result, and the second one gets none.
    assert_eq!(played.act_as(&by_code(1, Outcome::WhiteWins), None, helper), Ok(0));
    assert_eq!(played.act_as(&by_code(1, Outcome::Draw), None, helper), Err(Refusal::OnlyMissing));
    assert_eq!(played.event.rounds[0].boards[0].games[1].outcome, None);
    assert_eq!(played.act_as(&by_code(1, Outcome::Draw), None, deputy), Ok(3), "a deputy corrects the first");
    assert_eq!(shown(&played.event)[0].outcome.as_deref(), Some("1/2-1/2"));
    assert!(played.act_as(&by_code(2, Outcome::BlackWins), None, helper).is_ok());
    // White of the first game had Black in the second.
    assert_eq!(
        played.event.match_on(1, 1),
        Some(MatchState::Decided(Some(played.event.rounds[0].boards[0].white)))
    );
    assert_eq!(Event::replay(&played.journal).unwrap(), played.event);
}

#[test]
fn a_round_is_paired_by_hand_and_marked() {
    let mut played = Played::of(SWISS, 7);
    let id = EntrantId;
    let by_hand = |boards: &[[u16; 2]], byes: &[u16]| Command::PairByHand {
        boards: boards.iter().map(|pair| pair.map(EntrantId)).collect(),
        byes: byes.iter().copied().map(EntrantId).collect(),
    };
    assert_eq!(played.act(&by_hand(&[[1, 2]], &[])), Err(Refusal::NoDraft));
    played.pair().unwrap();
    for wrong in [by_hand(&[[1, 1]], &[]), by_hand(&[[1, 2], [3, 4]], &[2]), by_hand(&[], &[1])] {
        assert!(matches!(played.act(&wrong), Err(Refusal::ByHand(_))), "{wrong:?}");
    }
    assert_eq!(played.act(&by_hand(&[[1, 99]], &[])), Err(Refusal::NoSuchEntrant(id(99))));
    assert_eq!(played.act_as(&by_hand(&[[1, 2]], &[]), None, Who::Code(1)), Err(Refusal::NotYours));
    let seen = played.event.head;
    assert_eq!(played.act_as(&by_hand(&[[1, 2], [3, 4]], &[5]), Some(seen), owner()), Ok(2));
    assert!(matches!(
        played.act_as(&by_hand(&[[1, 3]], &[]), Some(seen), owner()),
        Err(Refusal::Overtaken(_))
    ));
    let draft = played.event.draft().unwrap().1;
    assert!(draft.by_hand && draft.boards[0].players() == [id(1), id(2)] && draft.byes == [id(5)]);
    played.act(&Command::Publish).unwrap();
    // Six and seven have come late: they meet, and the one with the bye meets another one who comes later still.
    let add = |white, black: Option<u16>| Command::AddBoard { white: id(white), black: black.map(EntrantId) };
    assert_eq!(played.act(&add(6, Some(7))), Ok(1));
    assert!(matches!(played.act(&add(6, Some(5))), Err(Refusal::ByHand(_))), "six has an opponent");
    played.enter("Late", None);
    assert_eq!((played.act(&add(8, None)), played.act(&add(8, None))), (Ok(1), Ok(0)));
    assert_eq!(played.act(&add(5, Some(8))), Ok(1));
    let round = &played.event.rounds[0];
    assert!(round.boards.len() == 4 && round.byes.is_empty());
    played.act(&Command::Start { ids: Vec::new() }).unwrap();
    played.end_round(|_, _| Outcome::WhiteWins);
    played.begin_round().unwrap();
    assert!(!played.event.rounds[1].by_hand && played.event.rounds[1].boards.len() == 4);
    assert_eq!(Event::replay(&played.journal).unwrap(), played.event);

    let mut table = Played::of(Format::RoundRobin { cycles: 1 }, 4);
    table.pair().unwrap();
    assert!(matches!(table.act(&by_hand(&[[1, 2]], &[])), Err(Refusal::ByHand(_))));
}

#[test]
fn who_is_there_after_all_is_in_the_next_round() {
    let mut played = Played::of(SWISS, 6);
    played.act(&Command::CheckIn { entrant: EntrantId(1), present: true }).unwrap();
    for entrant in 2..=4 {
        played.act(&Command::CheckIn { entrant: EntrantId(entrant), present: true }).unwrap();
    }
    // Five and six were not ticked when the check-in closed, and four has a bye.
    played.act(&Command::CloseCheckIn).unwrap();
    played.act(&Command::AskBye { entrant: EntrantId(4), round: 1 }).unwrap();
    let is_there = |entrant| Command::IsThere(EntrantId(entrant));
    for who in [Who::Code(1), Who::Player { player: player(9), staff: false }] {
        assert_eq!(played.act_as(&is_there(5), None, who), Err(Refusal::NotYours));
    }
    assert_eq!(played.act(&is_there(1)), Ok(0), "nobody was missing");
    assert_eq!(played.act(&is_there(5)), Ok(2), "checked in and back");
    played.pair().unwrap();
    assert_eq!(played.event.draft().unwrap().1.boards.len(), 2);
    assert_eq!(
        played.act(&is_there(4)),
        Ok(2),
        "the draft without four is discarded, and the bye taken back"
    );
    assert!(played.event.draft().is_none());
    assert_eq!((played.act(&is_there(4)), played.act(&is_there(6))), (Ok(0), Ok(2)));
    played.pair().unwrap();
    let draft = played.event.draft().unwrap().1;
    assert!(draft.boards.len() == 3 && draft.byes.is_empty() && draft.half_byes.is_empty());
    assert_eq!(Event::replay(&played.journal).unwrap(), played.event);
}
