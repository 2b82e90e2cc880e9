// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a room does when the store fails at the worst moment.

use std::num::NonZeroU8;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures_util::future::BoxFuture;
use tabiya_accounts::feed::{Departure, Listener, Visitor};
use tabiya_archive::delay::Delay;
use tabiya_game::{
    Command, Computer, Event, Game, GameId, Millis, PlayerId, PlayerName, Seat, Seats, Stamped, Terms, Time,
    TimeControl,
};
use tabiya_protocol::Refusal;
use tabiya_rules::{Attempt, CastlingMode, Color, Position};
use tabiya_runtime::computer::ComputerPool;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::timeline::Timeline;
use tabiya_runtime::topic::{Dialect, OUTBOX, Outbox, Outgoing, SubscriberId};
use tabiya_store::{
    Account, AppendError, Archive, CreateError, FinishedGame, GameLog, SqliteStore, StorageError, Store,
    UnfinishedPage,
};

use super::handle::{Client, RoomHandle};
use super::{Fairness, OfComputer, Patience, Ports, RoomCommand, Rooms};
use crate::entry::{Entrance, GameQuota};
use crate::ratings::Conduct;

/// The real store, but its disk is full for the first few appends.
struct FullAtFirst {
    store: Arc<SqliteStore>,
    failures: AtomicU32,
    /// So many games are created and nobody hears of it.
    lost_answers: AtomicU32,
}

#[async_trait::async_trait]
impl GameLog for FullAtFirst {
    async fn append(&self, id: GameId, first_seq: u32, events: Vec<Stamped>) -> Result<(), AppendError> {
        let left =
            self.failures.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        match left {
            Ok(_) => Err(AppendError::Storage(StorageError::Full)),
            Err(_) => self.store.append(id, first_seq, events).await,
        }
    }

    async fn create_game(&self, id: GameId, events: Vec<Stamped>) -> Result<(), CreateError> {
        self.store.create_game(id, events).await?;
        let left =
            self.lost_answers.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        if left.is_ok() { Err(StorageError::Unanswered.into()) } else { Ok(()) }
    }

    async fn keep_game(&self, id: GameId, game: FinishedGame) -> Result<(), CreateError> {
        self.store.keep_game(id, game).await
    }

    async fn load(&self, id: GameId) -> Result<Option<Vec<Stamped>>, StorageError> {
        self.store.load(id).await
    }

    async fn load_unfinished(&self, from: u64, limit: u32) -> Result<UnfinishedPage, StorageError> {
        self.store.load_unfinished(from, limit).await
    }
}

fn ports(store: &Arc<SqliteStore>) -> Ports {
    Ports::from(&Store::from(store.clone()))
}

fn rooms(store: &Arc<SqliteStore>) -> Rooms {
    rooms_on(ports(store))
}

fn rooms_on(ports: Ports) -> Rooms {
    let timeline = Timeline::start();
    let entrance = Entrance::of_guests(Arc::clone(&ports.archive), timeline);
    Rooms::new(ports, timeline, ComputerPool::start(1), entrance, Patience::Usual)
}

/// The log of a game with clocks in which both sides moved long ago.
fn abandoned_long_ago() -> Vec<Stamped> {
    abandoned(Time(1))
}

/// The same with moves of that time.
fn abandoned(at: Time) -> Vec<Stamped> {
    let seats =
        Seats::new(PlayerId::from_bytes([1; 16]), Color::White, Seat::Player(PlayerId::from_bytes([2; 16])));
    let time = TimeControl::new(Millis::from_secs(300), Millis::ZERO).unwrap();
    let (mut game, created) =
        Game::create(Terms::new(Position::start(), Some(time), seats).unwrap(), Time(at.0 - 1));
    let mut log = vec![created];
    for (by, uci, seq) in [(Color::White, "e2e4", 0), (Color::Black, "e7e5", 1)] {
        let command = Command::Play { by, attempt: uci.parse().unwrap(), seq, lag: None };
        for event in game.decide(command, at).unwrap() {
            log.push(Stamped::new(at, event));
            game.apply(&log[log.len() - 1]);
        }
    }
    log
}

#[tokio::test]
async fn a_full_disk_at_the_start_does_not_charge_the_outage() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let id = GameId::from_bits(7);
    let before = abandoned_long_ago();
    store.create_game(id, before.clone()).await.unwrap();
    let full =
        FullAtFirst { store: store.clone(), failures: AtomicU32::new(1), lost_answers: AtomicU32::new(0) };
    let ports = Ports { log: Arc::new(full), ..ports(&store) };

    let rooms = rooms_on(ports);
    assert_eq!(rooms.resume_all().await.unwrap(), 1);
    let log = log_once_restarted(&*store, id, before.len()).await;
    // More than one where the disk was slow.
    let gives_back = |each: &Stamped| matches!(each.event, Event::TurnRestarted { .. });
    assert!(log[before.len()..].iter().all(gives_back), "{log:?}");
}

/// A search in the lobby, or a game against the computer: no id was stored before.
#[tokio::test]
async fn a_game_whose_creation_is_not_answered_is_there_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let log =
        FullAtFirst { store: store.clone(), failures: AtomicU32::new(0), lost_answers: AtomicU32::new(1) };
    let rooms = rooms_on(Ports { log: Arc::new(log), ..ports(&store) });
    let [ann, bob] = [1, 2].map(|byte| PlayerId::from_bytes([byte; 16]));
    let seats = Seats::new(ann, Color::White, Seat::Player(bob));
    let terms = Terms::new(Position::start(), None, seats).unwrap();
    let created = rooms.create(terms).await;
    let of_ann = store.unfinished_of(ann, 9).await.unwrap();
    assert_eq!(of_ann.iter().map(|row| Ok(row.id)).collect::<Vec<_>>(), [created]);
}

/// The game's log as soon as it is longer than `before`: by a turn that began anew.
async fn log_once_restarted(store: &dyn GameLog, id: GameId, before: usize) -> Vec<Stamped> {
    loop {
        let log = store.load(id).await.unwrap().unwrap();
        if log.len() > before {
            assert!(matches!(log[before].event, Event::TurnRestarted { .. }), "{:?}", log.last());
            return log;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A site that only members may watch: a device at the venue of an event has no account, and plays.
#[tokio::test]
async fn whoever_may_not_watch_follows_the_game_of_the_own_seat_alone() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let (own, others) = (GameId::from_bits(7), GameId::from_bits(8));
    let [seat, ann, bob] = [9, 1, 2].map(|byte| PlayerId::from_bytes([byte; 16]));
    for (id, white) in [(own, seat), (others, ann)] {
        let seats = Seats::new(white, Color::White, Seat::Player(bob));
        let terms = Terms::new(Position::start(), None, seats).unwrap();
        store.create_game(id, vec![Game::create(terms, Time(1)).1]).await.unwrap();
    }
    let rooms = rooms(&store);
    let guest = Identity::guest(PlayerId::from_bytes([5; 16])).at_the_venue(vec![seat]);
    for (may_watch, game, follows) in [(false, own, true), (false, others, false), (true, others, true)] {
        let visitor = Visitor { may_watch, ..Visitor::reading(Some(guest.clone())) };
        let outbox = Outbox::default().subscribe();
        let followed = rooms.follow(game, Listener { visitor: &visitor, after: None, outbox }).await;
        assert_eq!(followed.is_ok(), follows, "{game}");
    }
}

/// The wall clock was set back by a year while the server was away.
#[tokio::test]
async fn a_clock_set_back_between_two_starts_neither_stops_nor_charges_anybody() {
    const YEAR: u64 = 365 * 24 * 3_600_000;
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let id = GameId::from_bits(7);
    let before = abandoned(Time(Timeline::start().now().0 + YEAR));
    store.create_game(id, before.clone()).await.unwrap();
    let rooms = rooms(&store);
    assert_eq!(rooms.resume_all().await.unwrap(), 1);
    let log = log_once_restarted(&*store, id, before.len()).await;
    // A slow disk may have given more back since.
    let log = &log[..=before.len()];
    let mut game = Game::replay(log).unwrap();
    let now = log[log.len() - 1].at;
    assert!(now < before[0].at, "the log says what the clock said");
    assert_eq!(game.clocks_at(now), Some([Millis::from_secs(300); 2]));
    let command =
        Command::Play { by: Color::White, attempt: "g1f3".parse().unwrap(), seq: game.last_seq(), lag: None };
    let later = Time(now.0 + 10_000);
    for event in game.decide(command, later).unwrap() {
        game.apply(&Stamped::new(later, event));
    }
    assert_eq!(game.clocks_at(later).unwrap()[0], Millis::from_secs(290));
}

/// The next message's type; `missed` and `end` where it is none.
async fn hear(outbox: &mut Outbox) -> String {
    let message = match outbox.next().await {
        Outgoing::Message { body, .. } => body.messages().next().unwrap(),
        Outgoing::Missed(_) => return "missed".to_owned(),
        Outgoing::Ended(_) | Outgoing::Dismissed => return "end".to_owned(),
    };
    let message: serde_json::Value = serde_json::from_str(&message.text(Dialect::Page)).unwrap();
    message["type"].as_str().unwrap().to_owned()
}

/// The same but for who is here, which is told at a pace of its own.
async fn hear_else(outbox: &mut Outbox) -> String {
    loop {
        let heard = hear(outbox).await;
        if heard != "presence" {
            return heard;
        }
    }
}

fn guest(player: PlayerId) -> Option<Identity> {
    Some(Identity::guest(player))
}

async fn come_in(room: &RoomHandle, identity: Option<Identity>) -> (SubscriberId, Outbox) {
    let mut outbox = Outbox::default();
    let sender = outbox.subscribe();
    let id = sender.id();
    let client = Client { identity, after: None, is_here: true, outbox: sender };
    room.connect(client).await.unwrap();
    (id, outbox)
}

/// More moves than an outbox holds. None of them gives check or takes anything, and no position comes back.
fn quiet_moves() -> Vec<String> {
    let mut seen = vec![Position::start()];
    let mut moves = Vec::new();
    while moves.len() < OUTBOX + 8 {
        let now = seen[moves.len()];
        let quiet = now.legal_moves().into_iter().filter(|mv| !now.is_capture(*mv)).map(|mv| {
            let mut next = now;
            next.play(mv);
            (mv, next)
        });
        let is_new = |next: &Position| {
            !next.is_check() && seen.iter().all(|old| old.polyglot_key() != next.polyglot_key())
        };
        let (mv, next) = quiet.into_iter().find(|(_, next)| is_new(next)).expect("a quiet move is left");
        moves.push(mv.to_uci(CastlingMode::Standard));
        seen.push(next);
    }
    moves
}

#[tokio::test]
async fn who_reads_too_slowly_is_caught_up_with_or_without_rights_of_staff_let_go() {
    let folder = tempfile::tempdir().unwrap();
    let players = [PlayerId::from_bytes([1; 16]), PlayerId::from_bytes([2; 16])];
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let rooms = rooms(&store);
    let seats = Seats::new(players[0], Color::White, Seat::Player(players[1]));
    let id = rooms.create(Terms::new(Position::start(), None, seats).unwrap()).await.unwrap();
    let room = rooms.get(id).await.unwrap_or_else(|_| panic!("the game has a room"));
    let (watching, mut watcher) = come_in(&room, None).await;
    let (_, mut slow_tab) = come_in(&room, guest(players[0])).await;
    // However many come and go, nobody is let go over it.
    for number in 0..10 * OUTBOX {
        let (visitor, _) = come_in(&room, if number % 2 == 0 { None } else { guest(players[1]) }).await;
        room.disconnect(visitor, Departure::Left).await;
    }
    assert_eq!(hear(&mut slow_tab).await, "state");
    assert_eq!(hear(&mut slow_tab).await, "presence");

    let mut tabs = [come_in(&room, guest(players[0])).await, come_in(&room, guest(players[1])).await];
    let moves = quiet_moves();
    assert!(moves.len() > OUTBOX);
    for (ply, uci) in moves.into_iter().enumerate() {
        let (sender, tab) = &mut tabs[ply % 2];
        let command = RoomCommand::Play { seq: ply as u32, uci };
        room.command((*sender, ply as u32), command, Time(0), None).await.unwrap();
        while hear(tab).await != "event" {}
        // The other tab reads along.
        while hear(&mut tabs[(ply + 1) % 2].1).await != "event" {}
    }
    assert_eq!(hear_else(&mut slow_tab).await, "missed");
    assert_eq!(hear_else(&mut slow_tab).await, "end");

    assert_eq!(hear(&mut watcher).await, "presence", "who is here is not thrown away");
    assert_eq!(hear_else(&mut watcher).await, "missed");
    room.catch_up(watching).await.unwrap();
    while hear(&mut watcher).await != "state" {}
    room.command((tabs[0].0, 99), RoomCommand::Resign, Time(0), None).await.unwrap();
    while hear(&mut watcher).await != "event" {}
}

/// Otherwise a spectator who arrives just as the seat is taken would see a delayed game live.
#[tokio::test]
async fn whoever_came_for_a_free_seat_and_finds_it_taken_is_shown_a_delayed_game_late() {
    let folder = tempfile::tempdir().unwrap();
    let players = [PlayerId::from_bytes([1; 16]), PlayerId::from_bytes([2; 16])];
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let rooms = rooms(&store).delaying(Delay::new(0, Duration::from_secs(600)));
    let seats = Seats::new(players[0], Color::White, Seat::Player(players[1]));
    let id = rooms.create(Terms::new(Position::start(), None, seats).unwrap()).await.unwrap();
    // This is how far a visitor has come who looked at the game before the join.
    let room = rooms.get(id).await.unwrap_or_else(|_| panic!("the game has a room"));
    for stranger in [None, guest(PlayerId::from_bytes([3; 16]))] {
        assert_eq!(hear(&mut come_in(&room, stranger).await.1).await, "end");
    }
    assert_eq!(hear(&mut come_in(&room, guest(players[1])).await.1).await, "state");
}

/// An old game keeps what its level meant then; a new one is played as the level is now.
#[tokio::test]
async fn the_rematch_of_an_old_game_is_against_its_level_as_it_is_today() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let rooms = rooms(&store);
    let level = NonZeroU8::new(4).unwrap();
    for (player, version) in [(1, None), (2, Some(1))] {
        let player = PlayerId::from_bytes([player; 16]);
        let old = Seats::new(player, Color::White, Seat::Computer(Computer { level, version }));
        let id = rooms.create(Terms::new(Position::start(), None, old).unwrap()).await.unwrap();
        let room = rooms.get(id).await.unwrap_or_else(|_| panic!("the game has a room"));
        let (sender, mut outbox) = come_in(&room, guest(player)).await;
        for command in [RoomCommand::Resign, RoomCommand::Rematch] {
            room.command((sender, 1), command, Time(0), None).await.unwrap();
        }
        while hear(&mut outbox).await != "rematch" {}
        let games = store.unfinished_of(player, 10).await.unwrap();
        let rematch = games.iter().map(|entry| entry.id).find(|game| *game != id).unwrap();
        let log = store.load(rematch).await.unwrap().unwrap();
        let seats = Game::replay(&log).unwrap().seats();
        // Level 4 of the old versions is level 7 of today.
        let level = NonZeroU8::new(7).unwrap();
        let today = Computer { level, version: Some(tabiya_engine::LEVELS_VERSION) };
        assert_eq!(seats[Color::White], Seat::Computer(today), "after version {version:?}");
        let kept = store.load(id).await.unwrap().unwrap();
        assert_eq!(Game::replay(&kept).unwrap().seats(), old);
    }
}

/// The socket looks when the command comes in; the other player may block the first at any moment after that.
#[tokio::test]
async fn a_rematch_begins_between_nobody_who_keeps_apart_by_then() {
    let folder = tempfile::tempdir().unwrap();
    let players = [PlayerId::from_bytes([1; 16]), PlayerId::from_bytes([2; 16])];
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let all = Store::from(store.clone());
    for (player, name) in players.into_iter().zip(["Ann", "Bob"]) {
        let key = name.to_lowercase();
        let account =
            Account::new(player, PlayerName::try_from(name.to_owned()).unwrap(), key.clone(), key, Time(1));
        all.accounts.create_account(&account).await.unwrap();
    }
    let timeline = Timeline::start();
    let conduct = Arc::new(Conduct::new(all.clone()));
    let entrance = Entrance::new(GameQuota::wide(), all.clone(), conduct, timeline);
    let rooms = Rooms::new(Ports::from(&all), timeline, ComputerPool::start(1), entrance, Patience::Usual);
    for blocks in [true, false] {
        all.relations.block(players[1], players[0], blocks).await.unwrap();
        let seats = Seats::new(players[0], Color::White, Seat::Player(players[1]));
        let id = rooms.create(Terms::new(Position::start(), None, seats).unwrap()).await.unwrap();
        let room = rooms.get(id).await.unwrap_or_else(|_| panic!("the game has a room"));
        let [ann, mut bob] =
            [come_in(&room, guest(players[0])).await, come_in(&room, guest(players[1])).await];
        for (sender, command) in
            [(ann.0, RoomCommand::Resign), (ann.0, RoomCommand::Rematch), (bob.0, RoomCommand::Rematch)]
        {
            room.command((sender, 1), command, Time(0), None).await.unwrap();
        }
        // The offer is told to both, and so is a game that follows; a refusal to whoever has agreed alone.
        while hear(&mut bob.1).await != "rematch" {}
        let answer = hear_else(&mut bob.1).await;
        assert_eq!(answer, if blocks { "refused" } else { "rematch" }, "blocks: {blocks}");
    }
}

/// Lets nobody have anything of the computer, and keeps what was asked.
struct Unfair(std::sync::Mutex<Vec<OfComputer>>);

impl Fairness for Unfair {
    fn check<'a>(&'a self, _: &'a Identity, wanted: &'a OfComputer) -> BoxFuture<'a, Result<(), Refusal>> {
        self.0.lock().unwrap().push(*wanted);
        Box::pin(async { Err(Refusal::ComputerWhilePlaying) })
    }
}

/// The computer's moves would help a player in another game.
#[tokio::test]
async fn the_computer_answers_nobody_who_may_have_no_help() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let rooms = rooms(&store);
    let unfair = Arc::new(Unfair(std::sync::Mutex::default()));
    rooms.answer_fairly(unfair.clone());
    let player = PlayerId::from_bytes([1; 16]);
    let level = NonZeroU8::new(1).unwrap();
    let computer = Seat::Computer(Computer { level, version: Some(tabiya_engine::LEVELS_VERSION) });
    let seats = Seats::new(player, Color::White, computer);
    let id = rooms.create(Terms::new(Position::start(), None, seats).unwrap()).await.unwrap();
    let room = rooms.get(id).await.unwrap_or_else(|_| panic!("the game has a room"));
    let (watcher, mut watching) = come_in(&room, None).await;
    let (sender, mut outbox) = come_in(&room, guest(player)).await;
    let play = || RoomCommand::Play { seq: 0, uci: "e2e4".to_owned() };
    let premoves = RoomCommand::Premoves { seq: 0, moves: vec!["e2e4".to_owned()] };
    for command in [play(), RoomCommand::PlayNow { uci: "e2e4".to_owned() }] {
        room.command((sender, 1), command, Time(0), None).await.unwrap();
        while hear(&mut outbox).await != "refused" {}
    }
    // Its answer is the queue, and the next message says that the queue is dropped.
    room.command((sender, 1), premoves, Time(0), None).await.unwrap();
    while hear(&mut outbox).await != "premoves" {}
    while hear(&mut outbox).await != "premoves" {}
    let mut after = Position::start();
    after.play("e2e4".parse::<Attempt>().unwrap().to_move(&after).unwrap());
    let answer = |position, half_moves| OfComputer::Answer { start: Position::start(), position, half_moves };
    let asked = [answer(after, 1); 3];
    assert_eq!(std::mem::take(&mut *unfair.0.lock().unwrap()), asked);
    // Nobody is asked about spectators, moves that are not legal, and what the computer does not answer.
    room.command((watcher, 1), play(), Time(0), None).await.unwrap();
    while hear(&mut watching).await != "refused" {}
    let illegal = RoomCommand::Play { seq: 0, uci: "e2e5".to_owned() };
    room.command((sender, 1), illegal, Time(0), None).await.unwrap();
    while hear(&mut outbox).await != "refused" {}
    room.command((sender, 1), RoomCommand::Resign, Time(0), None).await.unwrap();
    while hear(&mut outbox).await != "event" {}
    assert_eq!(*unfair.0.lock().unwrap(), []);
    room.command((sender, 1), RoomCommand::Rematch, Time(0), None).await.unwrap();
    while hear(&mut outbox).await != "refused" {}
    assert_eq!(*unfair.0.lock().unwrap(), [OfComputer::Game(Position::start())]);
}

#[tokio::test]
async fn a_game_between_people_asks_nobody_whether_it_is_fair() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
    let rooms = rooms(&store);
    rooms.answer_fairly(Arc::new(Unfair(std::sync::Mutex::default())));
    let players = [PlayerId::from_bytes([1; 16]), PlayerId::from_bytes([2; 16])];
    let seats = Seats::new(players[0], Color::White, Seat::Player(players[1]));
    let id = rooms.create(Terms::new(Position::start(), None, seats).unwrap()).await.unwrap();
    let room = rooms.get(id).await.unwrap_or_else(|_| panic!("the game has a room"));
    let (sender, mut outbox) = come_in(&room, guest(players[0])).await;
    let play = RoomCommand::Play { seq: 0, uci: "e2e4".to_owned() };
    room.command((sender, 1), play, Time(0), None).await.unwrap();
    while hear(&mut outbox).await != "event" {}
}
