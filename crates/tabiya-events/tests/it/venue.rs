// SPDX-License-Identifier: AGPL-3.0-or-later
//! One event in the hall and online: which boards are wooden, and which seats have a code.

use tabiya_events::claims::Code;
use tabiya_events::codes::Typed;
use tabiya_events::decide::{Command, Refusal, Who};
use tabiya_events::event::{Board, Card, EntrantId, Event, Format, Outcome, Plays, Settings};
use tabiya_events::venue::{VenueKey, VenueSeat, table_codes};
use tabiya_game::{GameId, Time};
use tabiya_protocol::events::EventId;

use crate::played::{Played, player};

const SWISS: Format = Format::Swiss { rounds: 5, baku: false };

/// Ann and Bob play online, Cid has an account and is at the venue, Dora and Eva are there without one. Fred too.
fn evening() -> Played {
    let mut played = Played::new(Settings::new("Evening", SWISS, None, 7));
    let enter = |account: Option<u8>, name: &str, plays| Command::Enter {
        player: account.map(player),
        card: Card::new(name, None),
        plays: Some(plays),
    };
    for command in [
        enter(Some(1), "Ann", Plays::Online),
        enter(Some(2), "Bob", Plays::Online),
        enter(Some(3), "Cid", Plays::OverTheBoard),
        enter(None, "Dora", Plays::OverTheBoard),
        enter(None, "Eva", Plays::OverTheBoard),
        enter(None, "Fred", Plays::Online),
    ] {
        played.act(&command).unwrap();
    }
    played
}

fn paired(played: &mut Played, boards: &[[u16; 2]]) {
    if played.event.draft().is_none() {
        played.pair().unwrap();
    }
    let boards = boards.iter().map(|pair| pair.map(EntrantId)).collect();
    played.act(&Command::PairByHand { boards, byes: Vec::new() }).unwrap();
}

fn seats(event: &Event) -> Vec<VenueSeat> {
    event.venue_seats(EventId::from_bits(9), event.rounds.len() as u16)
}

#[test]
fn whoever_meets_an_online_player_plays_on_the_server_and_has_a_code_there() {
    let mut played = evening();
    paired(&mut played, &[[4, 1], [2, 3], [5, 6]]);
    let online: Vec<bool> =
        played.event.rounds[0].boards.iter().map(|board| played.event.is_online(board)).collect();
    assert_eq!(
        online,
        [true, true, false],
        "two at the venue have a wooden board, wherever Fred says he plays"
    );
    let found = seats(&played.event);
    assert_eq!(found.len(), 1, "Cid logs in");
    assert_eq!((found[0].board, found[0].entrant), (1, EntrantId(4)));

    let key = VenueKey::of("secret");
    let codes = found[0].codes(&key);
    let of = |event: &Event, sent: &str| event.venue_seat_of(EventId::from_bits(9), &key, sent);
    assert_eq!(of(&played.event, &codes.link), Typed::Wrong, "a draft is nobody's business");
    let at_another_page = |event: &Event, sent: &str| {
        let id = EventId::from_bits(9);
        event.of_another_page(Typed::<u8>::Wrong, (id, &key), sent, Time(5))
    };
    let card = table_codes(&key, (EventId::from_bits(9), 0), 400).digits;
    for sent in [&codes.digits, &card] {
        assert_eq!(at_another_page(&played.event, sent), Typed::Old, "whoever has a code has not guessed");
    }
    assert_eq!(at_another_page(&played.event, "00000000"), Typed::Wrong);
    played.act(&Command::Publish).unwrap();
    for sent in [&codes.link, &codes.digits] {
        assert_eq!(of(&played.event, sent), Typed::Right(found[0]));
    }
    for wrong in ["", "00000000", &codes.link[..31], &"0".repeat(32)] {
        assert_eq!(of(&played.event, wrong), Typed::Wrong, "{wrong}");
    }
    assert_eq!(played.event.venue_seat_of(EventId::from_bits(8), &key, &codes.link), Typed::Wrong);

    let ids = [11, 12, 13].map(GameId::from_bits).to_vec();
    played.act(&Command::Start { ids }).unwrap();
    let games: Vec<_> = played.event.rounds[0].boards.iter().map(|board| board.games[0].game).collect();
    assert_eq!(games, [Some(GameId::from_bits(11)), Some(GameId::from_bits(12)), None]);
    assert_eq!(
        played.result(None, 1, Outcome::WhiteWins),
        Err(Refusal::GameRuns { round: 1, board: 1 }),
        "its result comes by itself"
    );
    let ended = Command::GameEnded {
        game: GameId::from_bits(11),
        outcome: Outcome::WhiteWins,
        absent: None,
        plies: 30,
        berserk: [false; 2],
    };
    played.act_as(&ended, None, Who::Server).unwrap();
    assert_eq!(of(&played.event, &codes.link), Typed::Old, "a code ends with its game");
    assert_eq!(Event::replay(&played.journal).unwrap(), played.event);
}

/// The account that has claimed a player plays no game of the event: the player stays in the hall.
#[test]
fn whoever_was_claimed_stays_at_the_venue_and_keeps_the_code_of_the_seat() {
    let mut played = evening();
    let code = Code::of(7);
    let (now, salt) = (Time(5), 9);
    for entrant in [EntrantId(4), EntrantId(6)] {
        played.act(&Command::GiveClaim { entrant, now, salt, hash: code.hash(salt) }).unwrap();
    }
    for (entrant, account) in [(EntrantId(4), 11), (EntrantId(6), 12)] {
        let claim = Command::Claim { entrant, now, child_of: None };
        let who = Who::Player { player: player(account), staff: false };
        assert_eq!(played.act_as(&claim, None, who), Ok(1));
    }
    // Also where somebody says that they play online.
    for entrant in [EntrantId(4), EntrantId(6)] {
        assert_eq!(played.act(&Command::ChangePlays { entrant, plays: Plays::Online }), Ok(1));
    }
    paired(&mut played, &[[4, 1], [2, 3], [5, 6]]);
    let online: Vec<bool> =
        played.event.rounds[0].boards.iter().map(|board| played.event.is_online(board)).collect();
    assert_eq!(online, [true, true, false], "Eva and Fred have a wooden board");
    let before = Board { seats: false, ..played.event.rounds[0].boards[0].clone() };
    assert!(!played.event.is_online(&before), "in a round from before there were seats Dora's is one, too");
    let found = seats(&played.event);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].board, found[0].entrant), (1, EntrantId(4)), "Dora has a code in the hall");
    played.act(&Command::Publish).unwrap();
    let key = VenueKey::of("secret");
    let sent = found[0].codes(&key).digits;
    assert_eq!(played.event.venue_seat_of(EventId::from_bits(9), &key, &sent), Typed::Right(found[0]));
}

#[test]
fn another_pairing_has_other_codes() {
    let mut played = evening();
    let key = VenueKey::of("secret");
    paired(&mut played, &[[4, 1], [2, 3], [5, 6]]);
    let first = seats(&played.event)[0];
    paired(&mut played, &[[4, 1], [3, 2], [5, 6]]);
    let second = seats(&played.event)[0];
    assert_eq!((first.board, first.entrant), (second.board, second.entrant));
    assert!(!second.codes(&key).fits(&first.codes(&key).link));
    assert_ne!(first.player(&key), second.player(&key));
}

#[test]
fn a_round_that_was_paired_before_there_were_seats_keeps_its_wooden_boards() {
    let mut played = evening();
    paired(&mut played, &[[4, 1], [2, 3], [5, 6]]);
    played.act(&Command::Publish).unwrap();
    played.act(&Command::Start { ids: vec![GameId::from_bits(12)] }).unwrap();
    // The journal as the program of before wrote it: no word about seats, and no game for the first board.
    let mut journal = played.journal.clone();
    for record in &mut journal {
        let mut text = serde_json::to_value(&record.entry).unwrap();
        text.as_object_mut().unwrap().remove("seats");
        if text["what"] == "started" {
            text["games"] = serde_json::json!([]);
        }
        record.entry = serde_json::from_value(text).unwrap();
    }
    let mut before = Played { event: Event::replay(&journal).unwrap(), journal };
    let boards = &before.event.rounds[0].boards;
    let online: Vec<bool> = boards.iter().map(|board| before.event.is_online(board)).collect();
    assert_eq!(online, [false, true, false], "only two with accounts play on the server");
    assert!(seats(&before.event).is_empty(), "nobody has a code");
    let make = Command::MakeGame { round: 1, board: 1, id: GameId::from_bits(21) };
    assert_eq!(before.act_as(&make, None, Who::Server), Ok(0), "no game begins");
    assert_eq!(before.result(None, 1, Outcome::WhiteWins), Ok(1), "the desk enters its result");
}
