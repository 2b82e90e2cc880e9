// SPDX-License-Identifier: AGPL-3.0-or-later
//! Events over a database.

use std::sync::Arc;

use tabiya_events::codes::{Typed, hash, matching};
use tabiya_events::copies::{Copied, Copies};
use tabiya_events::decide::{Command, Who};
use tabiya_events::event::{Card, EntrantId, Event, Format, Outcome, Plays, PrizeCategory, Settings};
use tabiya_events::events::{EventError, Events};
use tabiya_events::saved::NotSaved;
use tabiya_game::{GameId, Millis, Time, TimeControl};
use tabiya_protocol::events::{EventId, Side};
use tabiya_store::{SqliteStore, Store};
use tempfile::TempDir;

use crate::played::player;

const NOW: Time = Time(1);

async fn act(events: &Events, id: EventId, command: Command) -> Arc<Event> {
    events.act(id, &command, None, Who::Operator, NOW).await.unwrap().event
}

async fn swiss(players: u16) -> (TempDir, Store, Events, EventId) {
    let folder = TempDir::new().unwrap();
    let store = Store::new(SqliteStore::open(folder.path().join("data")).unwrap());
    let events = Events::new(store.clone());
    let enter = |number| Command::Enter {
        player: None,
        card: Card::new(format!("Player {number}"), Some(2500 - number)),
        plays: Some(Plays::OverTheBoard),
    };
    let commands: Vec<Command> = (1..=players).map(enter).collect();
    let settings = Settings::new("Stored", Format::Swiss { rounds: 3, baku: false }, None, 7);
    let (id, _) = events.create(settings, None, &commands, NOW, 5).await.unwrap();
    (folder, store, events, id)
}

/// Those of a large pairing are computed afterwards, and then only as the event was when it was paired.
#[tokio::test]
async fn a_round_that_was_published_at_once_gets_its_reasons() {
    let (_folder, _store, events, id) = swiss(82).await;
    events.pair(id, Who::Operator, || NOW).await.unwrap();
    act(&events, id, Command::Publish).await;
    act(&events, id, Command::Withdraw(EntrantId(1))).await;
    let result = Command::EnterResult { round: None, board: 2, game: None, outcome: Outcome::WhiteWins };
    let before = act(&events, id, result).await;
    assert!(before.rounds[0].whys.is_empty(), "so many are not explained at once");
    let after = events.with_reasons(id, || NOW).await.unwrap();
    assert_eq!(after.rounds[0].whys.len(), 82);
    assert_eq!(after.rounds[0].boards, before.rounds[0].boards);
    let again = events.with_reasons(id, || NOW).await.unwrap();
    assert_eq!(again.head, after.head, "they are computed once");
}

#[tokio::test]
async fn what_another_program_writes_is_seen_at_once() {
    let (_folder, store, events, id) = swiss(4).await;
    let other = Events::new(store);
    let (_, seen) = other.named(id.as_str()).await.unwrap();
    let finished = act(&events, id, Command::Finish).await;
    assert!(seen.head < finished.head);
    assert_eq!(other.named(id.as_str()).await.unwrap().1, finished);
    let nowhere = other.named("zzzzzzzz").await;
    assert!(matches!(nowhere, Err(EventError::NoSuchEvent(_))), "{nowhere:?}");
}

#[tokio::test]
async fn standings_are_computed_once_after_each_entry() {
    let (_folder, _store, events, id) = swiss(4).await;
    events.pair(id, Who::Operator, || NOW).await.unwrap();
    let published = act(&events, id, Command::Publish).await;
    let [one, again] =
        [events.standings(id, &published).await.unwrap(), events.standings(id, &published).await.unwrap()];
    assert!(Arc::ptr_eq(&one, &again));
    let result = Command::EnterResult { round: None, board: 1, game: None, outcome: Outcome::WhiteWins };
    let after = act(&events, id, result).await;
    let table = events.standings(id, &after).await.unwrap();
    assert_eq!((table.lines[0].points, table.lines.len()), (10, 4));
}

/// The laptop is lost in round 2, and another one goes on from the file.
#[tokio::test]
async fn an_event_goes_on_from_its_file_on_another_server() {
    let (_folder, _store, events, id) = swiss(6).await;
    events.pair(id, Who::Operator, || NOW).await.unwrap();
    act(&events, id, Command::Publish).await;
    let before = act(
        &events,
        id,
        Command::EnterResult { round: None, board: 1, game: None, outcome: Outcome::WhiteWins },
    )
    .await;
    let file = events.save(id).await.unwrap();

    let elsewhere = TempDir::new().unwrap();
    let store = Store::new(SqliteStore::open(elsewhere.path().join("data")).unwrap());
    let other = Events::new(store.clone());
    let (restored, event) = other.restore(&file).await.unwrap();
    assert_eq!((restored, &event), (id, &before));
    assert_eq!(other.save(id).await.unwrap(), file, "the same file again");
    for board in 2..=3 {
        act(&other, id, Command::EnterResult { round: None, board, game: None, outcome: Outcome::Draw })
            .await;
    }
    let next = other.pair(id, Who::Operator, || NOW).await.unwrap();
    assert_eq!(next.draft().unwrap().0, 2);
    // Also a program that has not heard of it reads it from the database.
    assert_eq!(Events::new(store).named(id.as_str()).await.unwrap().1, next);

    assert!(matches!(other.restore(&file).await, Err(EventError::IsHere(_))), "it is here");
    let lines: Vec<&str> = file.lines().collect();
    let cut = lines[..lines.len() - 1].join("\n");
    let swapped = file.replace(r#""number":3"#, r#""number":4"#);
    let newer = file.replacen(r#""tabiya_event":1"#, r#""tabiya_event":3"#, 1);
    for (text, wrong) in
        [(cut.as_str(), "cut off"), (&swapped, "damaged"), (&newer, "newer"), ("", "no saved")]
    {
        let Err(EventError::NotSaved(why)) = events.restore(text).await else { panic!("{wrong}") };
        assert!(why.to_string().contains(wrong), "{why}");
    }
    assert!(matches!(
        events.restore(&file.replace("\"white", "\"wrong\"").replace("[[", "[")).await,
        Err(EventError::NotSaved(NotSaved::Line { .. }))
    ));
}

/// A laptop is lost while games run on it. Elsewhere nobody knows their moves, so they don't begin again from the first one.
#[tokio::test]
async fn games_that_ran_on_a_lost_server_are_left_to_the_arbiter() {
    let folder = TempDir::new().unwrap();
    let open = |name| Events::new(Store::new(SqliteStore::open(folder.path().join(name)).unwrap()));
    let (events, other) = (open("lost"), open("found"));
    let enter = |number: u8| Command::Enter {
        player: Some(player(number)),
        card: Card::new(format!("Player {number}"), Some(2500 - u16::from(number))),
        plays: None,
    };
    let commands: Vec<Command> = (1..=4).map(enter).collect();
    let settings = Settings::new("Online", Format::Swiss { rounds: 2, baku: false }, None, 7);
    let (id, _) = events.create(settings, None, &commands, NOW, 5).await.unwrap();
    events.pair(id, Who::Operator, || NOW).await.unwrap();
    act(&events, id, Command::Publish).await;
    let [one, another, third, fourth] = [1, 2, 3, 4].map(GameId::from_bits);
    act(&events, id, Command::Start { ids: vec![one, another] }).await;

    let (_, event) = other.restore(&events.save(id).await.unwrap()).await.unwrap();
    assert!(event.rounds[0].boards.iter().all(|board| board.games[0].left) && event.open_games().is_empty());
    let result = Command::EnterResult { round: None, board: 1, game: None, outcome: Outcome::WhiteWins };
    assert_eq!(act(&other, id, result).await.rounds[0].boards[0].outcome(), Some(Outcome::WhiteWins));
    let again = act(&other, id, Command::PlayAgain { round: 1, board: 2, id: third }).await;
    assert_eq!(again.open_games(), [third], "the arbiter has it played again");
    assert_eq!(other.save(id).await.unwrap().lines().count(), again.head as usize + 1);

    let time = TimeControl::new(Millis::from_secs(60), Millis::ZERO).unwrap();
    let settings = Settings::new("Arena", Format::Arena { minutes: 60 }, Some(time), 1);
    let (id, _) = events.create(settings, None, &commands, NOW, 6).await.unwrap();
    act(&events, id, Command::Start { ids: Vec::new() }).await;
    act(&events, id, Command::TakeWave { games: vec![(EntrantId(1), EntrantId(2), fourth)], now: NOW }).await;
    let (_, arena) = other.restore(&events.save(id).await.unwrap()).await.unwrap();
    assert!(arena.open_games().is_empty(), "both are free for the next wave");
    assert!(arena.arena.as_ref().unwrap().seats.iter().all(|seat| seat.playing.is_none()));
}

/// Another server knows each phone by another number, so every phone at a table would hear that the seat is somebody else's.
#[tokio::test]
async fn seats_at_the_tables_are_free_again_on_another_laptop() {
    let (folder, _store, events, id) = swiss(4).await;
    events.pair(id, Who::Operator, || NOW).await.unwrap();
    act(&events, id, Command::Publish).await;
    act(&events, id, Command::LetPlayersEnter(true)).await;
    for (table, side) in [(1, Side::White), (2, Side::Black)] {
        let sit = Command::TakeSeat { round: 1, side };
        let who = Who::Table { table, device: u64::from(table) };
        events.act(id, &sit, None, who, NOW).await.unwrap();
    }
    let devices =
        |event: &Event| event.rounds[0].boards.iter().map(|board| board.at_table.devices).collect::<Vec<_>>();
    assert_eq!(devices(&events.read(id).await.unwrap()), [[Some(1), None], [None, Some(2)]]);
    let other = Events::new(Store::new(SqliteStore::open(folder.path().join("other")).unwrap()));
    let (_, restored) = other.restore(&events.save(id).await.unwrap()).await.unwrap();
    assert_eq!(devices(&restored), [[None, None], [None, None]]);
}

/// A stick is pulled out and put back; nothing of the event waits for it.
#[tokio::test]
async fn a_copy_goes_to_the_second_place_by_itself_and_is_restored_from_there() {
    let folder = TempDir::new().unwrap();
    let stick = folder.path().join("stick");
    let copies = Copies::into_folder(Some(stick.clone()));
    let noted = copies.clone();
    let open = |name| Store::new(SqliteStore::open(folder.path().join(name)).unwrap());
    let events = Events::told(open("data"), move |id, _| noted.note(id));
    let (_stop, stopping) = tokio::sync::watch::channel(false);
    copies.start(events.clone(), || NOW, stopping);
    let settings = Settings::new("Copied", Format::Swiss { rounds: 3, baku: false }, None, 7);
    let (id, _) = events.create(settings, None, &[], NOW, 5).await.unwrap();
    let until = async |is_so: &dyn Fn(&Copied) -> bool| {
        while !is_so(&copies.of(id)) {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    until(&|copied| copied.problem.is_some()).await;
    assert!(!stick.exists(), "nothing lands on the laptop's own disk while the stick is out");
    std::fs::create_dir(&stick).unwrap();
    let enter =
        Command::Enter { player: None, card: Card::new("Ann", None), plays: Some(Plays::OverTheBoard) };
    let event = act(&events, id, enter).await;
    until(&|copied| copied.number == event.head).await;
    assert_eq!(copies.of(id), Copied { at: Some(NOW), number: event.head, problem: None });
    let text = std::fs::read_to_string(stick.join(format!("event-{id}.tabiya"))).unwrap();
    let other = Events::new(open("other"));
    assert_eq!(other.restore(&text).await.unwrap(), (id, event));
}

#[tokio::test]
async fn a_file_that_no_event_could_have_written_is_refused() {
    let (_folder, _store, events, id) = swiss(4).await;
    events.pair(id, Who::Operator, || NOW).await.unwrap();
    let first = PrizeCategory { name: "All".into(), prizes: vec![7], ..PrizeCategory::default() };
    act(&events, id, Command::SetPrizes(vec![first])).await;
    let file = events.save(id).await.unwrap();
    let boards = r#""boards":[[3,1],[2,4]]"#;
    assert!(file.contains(boards), "{file}");
    for (text, wrong) in [
        (file.replace(boards, r#""boards":[[3,1],[2,9]]"#), "names the entrant 9, and there is none"),
        (file.replace(boards, r#""boards":[[3,1],[2,3]]"#), "names the entrant 3 twice"),
        (file.replace(r#""rounds":3"#, r#""rounds":0"#), "1 to 99 rounds"),
        (file.replace("Player 2", " "), "a player's name"),
        (file.replace(r#""prizes":[7]"#, r#""prizes":[0]"#), "worth more than nothing"),
    ] {
        let Err(EventError::NotSaved(why)) = events.restore(&text).await else { panic!("{wrong}") };
        assert!(why.to_string().contains(wrong), "{why}");
    }
}

#[tokio::test]
async fn a_saved_event_keeps_no_helpers_code() {
    let (_folder, _store, events, id) = swiss(4).await;
    let hash = hash(7, "11111111");
    let label = "Bo".into();
    let code = Command::GiveCode { label, first: 1, last: 2, deputy: true, now: NOW, salt: 7, hash };
    let event = act(&events, id, code).await;
    assert!(matches!(matching(&event, "11111111", NOW), Typed::Right(_)));
    let file = events.save(id).await.unwrap();
    let written = |hash: &[u8; 32]| serde_json::to_string(hash).unwrap();
    assert!(file.contains(&written(&[0; 32])) && !file.contains(&written(&hash)), "{file}");
    let restored = tabiya_events::saved::read(&file).unwrap().event;
    assert_eq!(matching(&restored, "11111111", NOW), Typed::Wrong);
    assert!(restored.codes.iter().all(|code| !code.works(NOW)), "the arbiter gives new ones");
}
