// SPDX-License-Identifier: AGPL-3.0-or-later
//! Results by the players: who speaks at a table, what silence accepts, what is disputed, and who may do which of it.

use tabiya_events::codes::Typed;
use tabiya_events::decide::{Command, Refusal, Who};
use tabiya_events::event::{Card, Entry, Event, Format, Outcome, Plays, Settings, Side, Stage};
use tabiya_events::pairing::pair;
use tabiya_events::venue::{VenueKey, device_of, table_codes, table_of};
use tabiya_game::{GameId, Time};
use tabiya_protocol::events::{EntrantId, EventId};

use crate::played::{Played, player};

const SWISS: Format = Format::Swiss { rounds: 2, baku: false };

fn at(table: u16, device: u64) -> Who {
    Who::Table { table, device }
}

const fn sit(side: Side) -> Command {
    Command::TakeSeat { round: 1, side }
}

const fn enter(outcome: Outcome) -> Command {
    Command::PlayerResult { round: 1, game: 1, outcome }
}

const DISPUTE: Command = Command::Dispute { round: 1 };

/// Four players, two wooden boards, the first round published, results by players.
fn round() -> Played {
    let mut played = Played::of(SWISS, 4);
    played.pair().unwrap();
    played.act(&Command::Publish).unwrap();
    played.act(&Command::LetPlayersEnter(true)).unwrap();
    played
}

fn is_refused(done: Result<usize, Refusal>) -> bool {
    matches!(done, Err(Refusal::Table(_)))
}

#[test]
fn players_enter_results_only_where_the_arbiter_lets_them() {
    let mut played = Played::of(SWISS, 4);
    assert!(is_refused(played.act_as(&sit(Side::White), None, at(1, 7))), "it is off at first");
    played.act(&Command::LetPlayersEnter(true)).unwrap();
    assert_eq!(played.act_as(&sit(Side::White), None, at(1, 7)), Err(Refusal::NotThisRound(0)));
    played.pair().unwrap();
    assert_eq!(
        played.act_as(&sit(Side::White), None, at(1, 7)),
        Err(Refusal::NotThisRound(0)),
        "a draft is nobody's business"
    );
    played.act(&Command::Publish).unwrap();
    assert!(is_refused(played.act_as(&enter(Outcome::Draw), None, at(1, 7))), "no seat, no result");
    assert_eq!(played.act_as(&sit(Side::White), None, at(1, 7)), Ok(1));
    assert_eq!(played.act_as(&sit(Side::White), None, at(1, 7)), Ok(0), "pressed twice");
    for wrong in [Outcome::WhiteByForfeit, Outcome::BothForfeit, Outcome::WhiteDraws] {
        assert!(is_refused(played.act_as(&enter(wrong), None, at(1, 7))), "{wrong:?} is the arbiter's");
    }
    played.act(&Command::LetPlayersEnter(false)).unwrap();
    assert!(is_refused(played.act_as(&enter(Outcome::Draw), None, at(1, 7))));
    played.act(&Command::LetPlayersEnter(true)).unwrap();
    // White's number one, as the rules pair: the result begins the round.
    assert_eq!(played.act_as(&enter(Outcome::WhiteWins), None, at(1, 7)), Ok(3));
    let board = &played.event.rounds[0].boards[0];
    assert_eq!((board.outcome(), board.at_table.entered_by), (Some(Outcome::WhiteWins), Some(Side::White)));
    assert_eq!(Event::replay(&played.journal).unwrap(), played.event);
}

#[test]
fn two_phones_race_for_a_seat_and_one_device_never_speaks_for_both() {
    let mut played = round();
    assert_eq!(played.act_as(&sit(Side::White), None, at(1, 7)), Ok(1));
    assert!(is_refused(played.act_as(&sit(Side::White), None, at(1, 8))), "the seat is taken");
    assert!(is_refused(played.act_as(&sit(Side::Black), None, at(1, 7))), "it speaks for White");
    assert!(is_refused(played.act_as(&sit(Side::Black), None, at(2, 7))), "nor at the next table");
    assert_eq!(played.act_as(&sit(Side::Black), None, at(1, 8)), Ok(1));
    assert!(is_refused(played.act_as(&enter(Outcome::Draw), None, at(2, 7))), "a player at another table");
    // The arbiter frees a seat, and nobody else.
    let free = Command::FreeSeat { round: 1, board: 1, side: Side::White };
    for who in [at(1, 8), at(1, 7), Who::Player { player: player(9), staff: false }, Who::Code(1)] {
        assert_eq!(played.act_as(&free, None, who), Err(Refusal::NotYours));
    }
    assert_eq!((played.act(&free), played.act(&free)), (Ok(1), Ok(0)));
    assert!(is_refused(played.act_as(&enter(Outcome::Draw), None, at(1, 7))), "it lost the seat");
    assert_eq!(played.act_as(&sit(Side::White), None, at(1, 9)), Ok(1));
    // Two results at once: the first one counts, the second is told to dispute it.
    assert!(played.act_as(&enter(Outcome::WhiteWins), None, at(1, 9)).is_ok_and(|made| made > 0));
    assert_eq!(played.act_as(&enter(Outcome::WhiteWins), None, at(1, 8)), Ok(0), "both say the same");
    assert!(is_refused(played.act_as(&enter(Outcome::BlackWins), None, at(1, 8))));
    assert_eq!(played.event.rounds[0].boards[0].outcome(), Some(Outcome::WhiteWins));
    // Another pairing of the round has empty seats.
    let mut again = round();
    again.act_as(&sit(Side::White), None, at(1, 7)).unwrap();
    again.act(&Command::WithdrawPublication { reason: "wrong list".to_owned() }).unwrap();
    again.pair().unwrap();
    again.act(&Command::Publish).unwrap();
    assert!(is_refused(again.act_as(&enter(Outcome::Draw), None, at(1, 7))));
}

#[test]
fn a_disputed_result_goes_to_the_arbiter_and_holds_the_next_round() {
    let mut played = round();
    played.act_as(&sit(Side::White), None, at(1, 7)).unwrap();
    played.act_as(&sit(Side::Black), None, at(1, 8)).unwrap();
    assert!(is_refused(played.act_as(&DISPUTE, None, at(1, 8))), "there is no result yet");
    played.act_as(&enter(Outcome::WhiteWins), None, at(1, 7)).unwrap();
    played.result(None, 2, Outcome::Draw).unwrap();
    assert!(played.event.rounds[0].is_done());
    assert!(is_refused(played.act_as(&DISPUTE, None, at(1, 99))), "a stranger with the card");
    assert_eq!(played.act_as(&DISPUTE, None, at(1, 8)), Ok(1));
    assert_eq!(played.act_as(&DISPUTE, None, at(1, 7)), Ok(0), "it is disputed already");
    assert!(!played.event.rounds[0].is_done() && played.event.round_done.is_none());
    let stands = Command::Settle { round: 1, board: 1 };
    for who in [at(1, 7), at(1, 8), Who::Code(1), Who::Player { player: player(9), staff: false }] {
        assert_eq!(played.act_as(&stands, None, who), Err(Refusal::NotYours));
    }
    let knows_it_is_decided = |played: &Played| {
        let view = tabiya_events::view::table(&played.event, (1, 8, String::new()), &|_| false);
        view.board.unwrap().decided
    };
    assert!(!knows_it_is_decided(&played));
    let mut settled = Played { journal: played.journal.clone(), event: played.event.clone() };
    assert_eq!(settled.act(&stands), Ok(1));
    assert!(is_refused(settled.act_as(&DISPUTE, None, at(1, 8))), "the arbiter has decided");
    assert!(knows_it_is_decided(&settled), "the phone offers no dispute");
    assert!(settled.event.rounds[0].is_done() && settled.event.round_done.is_some());
    // Or the arbiter corrects it.
    played.result(Some(1), 1, Outcome::BlackWins).unwrap();
    let said = &played.event.rounds[0].boards[0].at_table;
    assert_eq!((said.disputed, said.entered_by), (false, None));
    assert!(is_refused(played.act_as(&DISPUTE, None, at(1, 8))), "the arbiter has decided");
    assert!(played.event.rounds[0].is_done());
    assert_eq!(Event::replay(&played.journal).unwrap(), played.event);
    // With the next round the old one is closed to the players.
    played.pair().unwrap();
    played.act(&Command::Publish).unwrap();
    for late in [DISPUTE, enter(Outcome::Draw), sit(Side::White), Command::CallAtTable { round: 1 }] {
        assert_eq!(played.act_as(&late, None, at(1, 7)), Err(Refusal::NotThisRound(2)), "{late:?}");
    }
}

#[test]
fn the_last_result_of_an_event_can_still_be_disputed() {
    let mut played = round();
    played.act(&Command::Start { ids: Vec::new() }).unwrap();
    played.end_round(|_, _| Outcome::WhiteWins);
    played.begin_round().unwrap();
    played.result(None, 2, Outcome::Draw).unwrap();
    played.act_as(&Command::TakeSeat { round: 2, side: Side::White }, None, at(1, 7)).unwrap();
    played
        .act_as(&Command::PlayerResult { round: 2, game: 1, outcome: Outcome::Draw }, None, at(1, 7))
        .unwrap();
    assert_eq!(played.event.stage, Stage::Finished);
    // The other one scans the card only now.
    let black = Command::TakeSeat { round: 2, side: Side::Black };
    let mut closed = Played { journal: played.journal.clone(), event: played.event.clone() };
    assert_eq!(played.act_as(&black, None, at(1, 8)), Ok(1));
    assert_eq!(played.act_as(&Command::CallAtTable { round: 2 }, None, at(1, 8)), Ok(1));
    assert_eq!(played.act_as(&Command::Dispute { round: 2 }, None, at(1, 8)), Ok(1));
    assert_eq!(closed.act(&Command::LetPlayersEnter(false)), Ok(1), "the arbiter closes it");
    assert!(is_refused(closed.act_as(&black, None, at(1, 8))));
    let mut early = round();
    early.act(&Command::Finish).unwrap();
    assert_eq!(early.act_as(&sit(Side::White), None, at(1, 8)), Err(Refusal::Over));
    assert_eq!(played.result(Some(2), 1, Outcome::WhiteWins), Ok(1));
    played.act(&Command::Cancel { reason: String::new() }).unwrap_err();
}

#[test]
fn the_results_screen_disputes_for_whoever_stands_there() {
    let mut played = round();
    let now = Time(1_000);
    let code = Command::GiveCode {
        label: "Door".into(),
        first: 1,
        last: 1,
        deputy: false,
        now,
        salt: 1,
        hash: [0; 32],
    };
    played.act(&code).unwrap();
    let dispute = |board| Command::DisputeByCode { now, round: 1, board };
    played.result(None, 1, Outcome::Draw).unwrap();
    assert_eq!(
        played.act_as(&dispute(2), None, Who::Code(1)),
        Err(Refusal::NotThisBoard { first: 1, last: 1 })
    );
    assert_eq!(played.act_as(&dispute(1), None, at(1, 7)), Err(Refusal::NotYours));
    played.act(&Command::LetPlayersEnter(false)).unwrap();
    assert!(is_refused(played.act_as(&dispute(1), None, Who::Code(1))));
    played.act(&Command::LetPlayersEnter(true)).unwrap();
    assert_eq!(played.act_as(&dispute(1), None, Who::Code(1)), Ok(2));
    assert!(played.event.rounds[0].boards[0].at_table.disputed);
    let [.., used, _] = played.journal.as_slice() else { panic!("two entries") };
    assert_eq!(used.entry, Entry::CodeUsed { code: 1 }, "the journal names the code");
}

#[test]
fn the_arbiter_is_called_from_a_table_and_from_a_game_on_the_server() {
    let mut played = round();
    let call = Command::CallAtTable { round: 1 };
    assert!(is_refused(played.act_as(&call, None, at(1, 7))), "without a seat nobody calls");
    played.act_as(&sit(Side::Black), None, at(1, 7)).unwrap();
    assert_eq!((played.act_as(&call, None, at(1, 7)), played.act_as(&call, None, at(1, 7))), (Ok(1), Ok(0)));
    let answer = Command::AnswerCall { round: 1, board: 1 };
    assert_eq!(played.act_as(&answer, None, at(1, 7)), Err(Refusal::NotYours));
    assert_eq!((played.act(&answer), played.act(&answer)), (Ok(1), Ok(0)));

    let mut online = Played::new(Settings::new("Online", SWISS, None, 7));
    for number in 1..=4 {
        let card = Card::new(format!("Player {number}"), Some(2500 - u16::from(number)));
        let plays = Some(Plays::Online);
        online.act(&Command::Enter { player: Some(player(number)), card, plays }).unwrap();
    }
    online.begin_round().unwrap();
    let game = online.event.rounds[0].boards[1].games[0].game.unwrap();
    let [white, black] = online.event.rounds[0].boards[1].players();
    let other = online.event.rounds[0].boards[0].white;
    let call = Command::CallInGame(game);
    for who in [Who::Seat(other), Who::Code(1), at(2, 7), Who::Player { player: player(1), staff: true }] {
        assert_eq!(online.act_as(&call, None, who), Err(Refusal::NotInGame), "{who:?}");
    }
    assert_eq!(
        online.act_as(&Command::CallInGame(GameId::from_bits(5)), None, Who::Seat(white)),
        Err(Refusal::NotInGame)
    );
    assert_eq!(online.act_as(&call, None, Who::Seat(black)), Ok(1));
    assert!(online.event.rounds[0].boards[1].at_table.called);
    assert!(online.act(&Command::LetPlayersEnter(true)).is_ok());
    assert_eq!(
        online.act_as(&sit(Side::White), None, at(2, 7)),
        Err(Refusal::GameRuns { round: 1, board: 2 }),
        "a game on the server brings its own result"
    );
    assert_eq!(online.act_as(&Command::Finish, None, Who::Seat(EntrantId(1))), Err(Refusal::NotYours));
}

#[test]
fn what_is_said_at_a_table_overtakes_nobody_and_changes_no_pairing() {
    let mut played = round();
    let (seen, pairing) = (played.event.head, played.event.pairing_changed);
    played.act_as(&sit(Side::White), None, at(1, 7)).unwrap();
    played.act_as(&Command::CallAtTable { round: 1 }, None, at(1, 7)).unwrap();
    assert_eq!(played.event.pairing_changed, pairing);
    let result = Command::EnterResult { round: Some(1), board: 1, game: Some(1), outcome: Outcome::Draw };
    let owner = Who::Player { player: player(250), staff: false };
    assert!(played.act_as(&result, Some(seen), owner).is_ok());
    let text = serde_json::to_string(&Entry::Disputed { round: 1, board: 2, side: None }).unwrap();
    assert_eq!(text, r#"{"what":"disputed","round":1,"board":2}"#);
}

#[test]
fn a_card_is_for_one_table_of_one_event() {
    let (key, event) = (VenueKey::of("a"), EventId::from_bits(1));
    let codes = table_codes(&key, (event, 0), 12);
    for sent in [&codes.link, &codes.digits] {
        assert_eq!(table_of(&key, (event, 0), sent), Typed::Right(12));
        assert_ne!(table_of(&key, (EventId::from_bits(2), 0), sent), Typed::Right(12));
        assert_ne!(table_of(&VenueKey::of("b"), (event, 0), sent), Typed::Right(12));
    }
    for wrong in ["", "1", &codes.link[1..], &"f".repeat(32)] {
        assert_eq!(table_of(&key, (event, 0), wrong), Typed::Wrong);
    }
    assert_ne!(device_of(&key, event, player(1)), device_of(&key, event, player(2)));
    assert_ne!(device_of(&key, event, player(1)), device_of(&key, EventId::from_bits(2), player(1)));
}

#[test]
fn a_result_is_of_the_game_that_the_phone_shows() {
    for second in [Outcome::Draw, Outcome::BlackWins] {
        let mut played = Played::of(Format::KnockOut { games: 1 }, 2);
        played.begin_round().unwrap();
        played.act(&Command::LetPlayersEnter(true)).unwrap();
        played.act_as(&sit(Side::White), None, at(1, 7)).unwrap();
        played.act_as(&sit(Side::Black), None, at(1, 8)).unwrap();
        assert!(played.act_as(&enter(Outcome::Draw), None, at(1, 7)).is_ok_and(|made| made > 0));
        let outcomes = |played: &Played| -> Vec<_> {
            played.event.rounds[0].boards[0].games.iter().map(|game| game.outcome).collect()
        };
        assert_eq!(outcomes(&played), [Some(Outcome::Draw), None], "a tie-break follows");
        // The other phone still shows the first game, or the answer to the first press was lost.
        let done = played.act_as(&enter(second), None, at(1, 8));
        assert_eq!(is_refused(done), second != Outcome::Draw, "it is the result, or is to be disputed");
        assert_eq!(outcomes(&played), [Some(Outcome::Draw), None], "and none of the next game");
        assert_eq!(played.act_as(&DISPUTE, None, at(1, 8)), Ok(1));
        let next = Command::PlayerResult { round: 1, game: 2, outcome: Outcome::BlackWins };
        assert!(played.act_as(&next, None, at(1, 8)).is_ok_and(|made| made > 0));
    }
}

#[test]
fn a_dispute_holds_what_the_server_does_by_itself_and_discards_the_draft() {
    let mut played = round();
    played.act_as(&sit(Side::White), None, at(1, 7)).unwrap();
    played.act_as(&enter(Outcome::WhiteWins), None, at(1, 7)).unwrap();
    played.result(None, 2, Outcome::Draw).unwrap();
    played.pair().unwrap();
    played.act(&Command::SetStart(Some(Time(5)))).unwrap();
    assert_eq!(played.event.next_start(), Some((2, Time(5))));
    assert_eq!(played.act_as(&DISPUTE, None, at(1, 7)), Ok(2));
    assert!(played.event.draft().is_none(), "it rests on the result");
    assert_eq!((played.event.disputed_board(), played.event.next_start()), (Some(1), None));
    // The server had paired before it heard of the dispute.
    let mut raced =
        played.act_as(&Command::TakeDraft(pair(&played.event, |_, _| {}).unwrap()), None, Who::Server);
    assert!(is_refused(raced));
    played.pair().unwrap();
    raced = played.act_as(&Command::Publish, None, Who::Server);
    assert!(is_refused(raced));
    let mut by_hand = Played { journal: played.journal.clone(), event: played.event.clone() };
    assert_eq!(by_hand.act(&Command::Publish), Ok(1), "an arbiter decides");
    let start = Command::Start { ids: Vec::new() };
    assert!(is_refused(by_hand.act_as(&start, None, Who::Server)));
    assert_eq!(by_hand.act(&start), Ok(1));
    assert_eq!(played.act(&Command::Settle { round: 1, board: 1 }), Ok(1));
    assert_eq!(played.act_as(&Command::Publish, None, Who::Server), Ok(1));
}

/// Whoever has photographed a card enters results at home.
#[test]
fn new_codes_make_old_cards_worthless_and_free_all_seats() {
    let mut played = round();
    played.act_as(&sit(Side::White), None, at(1, 7)).unwrap();
    for who in [at(1, 7), Who::Code(1), Who::Player { player: player(1), staff: false }] {
        assert_eq!(played.act_as(&Command::RenewTableCodes, None, who), Err(Refusal::NotYours));
    }
    assert_eq!(played.act(&Command::RenewTableCodes), Ok(2));
    assert_eq!(played.event.table_codes, 1);
    assert_eq!(played.event.rounds[0].boards[0].at_table.devices, [None, None]);
    let (key, event) = (VenueKey::of("a"), EventId::from_bits(1));
    let [old, new] = [0, 1].map(|renewed| table_codes(&key, (event, renewed), 3));
    for (sent, now) in [(&old.digits, Typed::Old), (&old.link, Typed::Old), (&new.link, Typed::Right(3))] {
        assert_eq!(table_of(&key, (event, 1), sent), now);
    }
    assert_eq!(table_of(&key, (event, 0), &old.digits), Typed::Right(3), "cards of before are as they were");
    assert_eq!(table_of(&key, (event, 1), "00000000"), Typed::Wrong);
    assert_eq!(Event::replay(&played.journal).unwrap(), played.event);
}
