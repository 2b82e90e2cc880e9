// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games that nobody watches, and finished games: what they need in memory, and that nobody loses by it.

use std::num::NonZeroU8;
use std::sync::Arc;
use std::time::Duration;

use tabiya_accounts::feed::{Asked, Departure, Feed, Listener, Visitor};
use tabiya_game::{
    Command, Computer, DaysPerMove, Event, Game, GameId, Millis, PlayerId, Seat, Seats, Stamped, Termination,
    Terms, Time, TimeControl,
};
use tabiya_live::entry::Entrance;
use tabiya_live::room::{GameFeed, NEAR, Need, Patience, Ports, Rooms};
use tabiya_protocol::{ClientMessage, GameCommand};
use tabiya_rules::{Color, Position};
use tabiya_runtime::computer::ComputerPool;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::timeline::{Clocks, Timeline};
use tabiya_runtime::topic::{Dialect, Outbox, Outgoing};
use tabiya_store::GameLog;
use tokio::time::{Instant, sleep};

use super::{Ledger, WriteFaults};

const ANN: PlayerId = PlayerId::from_bytes([1; 16]);
const BOB: PlayerId = PlayerId::from_bytes([2; 16]);
pub(super) const START: u64 = 1_795_000_000_000;
const HOUR: u64 = 3_600_000;

fn days(days: u8) -> Option<TimeControl> {
    Some(TimeControl::Correspondence { days: DaysPerMove::new(days).unwrap() })
}

fn terms(time: Option<TimeControl>, black: Seat) -> Terms {
    Terms::new(Position::start(), time, Seats::new(ANN, Color::White, black)).unwrap()
}

/// A wall clock that shows this time now and goes on with the runtime's clock.
fn timeline(now: u64) -> Timeline {
    let began = Instant::now();
    Timeline::by(Clocks {
        wall: Box::new(move || Duration::from_millis(now) + began.elapsed()),
        asleep: Box::new(|| Duration::ZERO),
    })
}

/// A server's rooms on this store, at this time.
pub(super) fn rooms(store: &Ledger, now: u64) -> Rooms {
    let store = Arc::new(store.clone());
    let (log, archive, deadlines, lines) = (store.clone(), store.clone(), store.clone(), store);
    let ports = Ports { log, archive, deadlines, lines };
    let timeline = timeline(now);
    let entrance = Entrance::of_guests(Arc::clone(&ports.archive), timeline);
    Rooms::new(ports, timeline, ComputerPool::start(1), entrance, Patience::Usual)
}

/// Lets so many milliseconds pass.
async fn pass(millis: u64) {
    sleep(Duration::from_millis(millis)).await;
}

async fn log(store: &Ledger, id: GameId) -> Vec<Stamped> {
    store.load(id).await.unwrap().unwrap()
}

/// When the game is due by its log.
async fn deadline(store: &Ledger, id: GameId) -> Time {
    Game::replay(&log(store, id).await).unwrap().deadline().unwrap()
}

fn noted(store: &Ledger, id: GameId) -> Option<Time> {
    store.with_deadlines(|deadlines| deadlines.noted.get(&id).copied())
}

#[tokio::test(start_paused = true)]
async fn a_game_of_days_that_nobody_watches_has_no_room_until_shortly_before_its_deadline() {
    let store = Ledger::new(1);
    let rooms = rooms(&store, START);
    rooms.resume_all().await.unwrap();
    let id = rooms.create(terms(days(1), Seat::Player(BOB))).await.unwrap();
    pass(58_000).await;
    assert!(rooms.opened(id).is_some(), "its players may be on their way");
    pass(10_000).await;
    assert!(rooms.opened(id).is_none());
    let due = deadline(&store, id).await;
    assert_eq!(noted(&store, id), Some(due));

    pass(due.0 - START - 68_000 - u64::from(NEAR.0)).await;
    assert!(rooms.opened(id).is_none());
    pass(u64::from(NEAR.0) - 60_000).await;
    assert!(rooms.opened(id).is_some(), "a minute before the deadline");
    assert_eq!(noted(&store, id), None);
    pass(62_000).await;
    let log = log(&store, id).await;
    assert_eq!(log.len(), 2, "{log:?}");
    let Event::Ended { termination, .. } = log[1].event else { panic!("{log:?}") };
    assert_eq!(termination, Termination::NoFirstMove);
    assert!((due.0..due.0 + 2_000).contains(&log[1].at.0), "{:?} for {due:?}", log[1].at);
    pass(70_000).await;
    assert!(rooms.opened(id).is_none(), "nobody reads the finished game");
}

/// The server was down when the time ran out: the player could not have moved.
#[tokio::test(start_paused = true)]
async fn a_deadline_that_passed_while_the_server_was_away_starts_the_turn_afresh() {
    let store = Ledger::new(1);
    let id = GameId::from_bits(7);
    store.begin(id, Game::create(terms(days(1), Seat::Player(BOB)), Time(START)).1);
    for (now, has_room) in [(START + HOUR, false), (START + 23 * HOUR + 55 * 60_000, true)] {
        let rooms = rooms(&store, now);
        rooms.resume_all().await.unwrap();
        assert_eq!(rooms.opened(id).is_some(), has_room);
        rooms.close_all().await;
        assert_eq!(log(&store, id).await.len(), 1, "nothing has happened");
    }
    let now = START + 25 * HOUR;
    let rooms = rooms(&store, now);
    rooms.resume_all().await.unwrap();
    pass(100).await;
    let log = log(&store, id).await;
    assert_eq!(log.len(), 2);
    assert!(matches!(log[1].event, Event::TurnRestarted { .. }), "{log:?}");
    let due = deadline(&store, id).await;
    assert!(due.0 >= now + 24 * HOUR, "the whole time again");
    pass(70_000).await;
    assert!(rooms.opened(id).is_none());
    assert_eq!(noted(&store, id), Some(due));
}

#[tokio::test(start_paused = true)]
async fn a_game_whose_deadline_cannot_be_noted_keeps_its_room() {
    let store = Ledger::new(1);
    let rooms = rooms(&store, START);
    let id = rooms.create(terms(days(1), Seat::Player(BOB))).await.unwrap();
    store.set_write_faults(WriteFaults::NOTHING_WRITTEN);
    pass(200_000).await;
    assert!(rooms.opened(id).is_some());
    store.set_write_faults(WriteFaults::default());
    pass(70_000).await;
    assert!(rooms.opened(id).is_none());
}

/// At the start, too: the games get rooms, which note the deadlines as soon as that works.
#[tokio::test(start_paused = true)]
async fn a_full_disk_at_the_start_forgets_no_deadline() {
    let store = Ledger::new(1);
    let ids: Vec<_> = (0..5).map(GameId::from_bits).collect();
    for &id in &ids {
        store.begin(id, Game::create(terms(days(1), Seat::Player(BOB)), Time(START)).1);
    }
    store.set_write_faults(WriteFaults::NOTHING_WRITTEN);
    let rooms = rooms(&store, START + 1_000);
    assert_eq!(rooms.resume_all().await.unwrap(), 5);
    assert!(ids.iter().all(|id| rooms.opened(*id).is_some()));
    store.set_write_faults(WriteFaults::default());
    pass(130_000).await;
    assert!(ids.iter().all(|id| rooms.opened(*id).is_none() && noted(&store, *id).is_some()));
}

/// A reminder from before the last move: the game is not woken for it, but noted anew.
#[tokio::test(start_paused = true)]
async fn a_reminder_that_was_left_behind_does_no_harm() {
    let store = Ledger::new(1);
    let rooms = rooms(&store, START);
    let id = GameId::from_bits(7);
    store.begin(id, Game::create(terms(days(3), Seat::Player(BOB)), Time(START)).1);
    store.with_deadlines(|deadlines| deadlines.noted.insert(id, Time(START + 1)));
    store.with_deadlines(|deadlines| deadlines.noted.insert(GameId::from_bits(9), Time(START)));
    rooms.resume_all().await.unwrap();
    store.with_deadlines(|deadlines| deadlines.noted.insert(id, Time(START + 1)));
    pass(35_000).await;
    assert!(rooms.opened(id).is_none());
    assert_eq!(noted(&store, id), Some(deadline(&store, id).await));
    assert_eq!(noted(&store, GameId::from_bits(9)), None, "of a game that does not exist");
}

#[test]
fn what_a_game_needs_while_nobody_watches() {
    let computer = Seat::Computer(Computer { level: NonZeroU8::MIN, version: None });
    let at = Time(START);
    let blitz = Some(TimeControl::new(Millis::from_secs(300), Millis::ZERO).unwrap());
    let day = 24 * HOUR;
    let after = |moves: &str, time, black| {
        let (mut game, _) = Game::create(terms(time, black), at);
        for uci in moves.split_whitespace() {
            let command = Command::Play {
                by: game.turn(),
                attempt: uci.parse().unwrap(),
                seq: game.last_seq(),
                lag: None,
            };
            for event in game.decide(command, at).unwrap() {
                game.apply(&Stamped::new(at, event));
            }
        }
        game
    };
    let due = Time(START + day);
    let cases = [
        ("waits for a joiner", after("", days(1), Seat::Open), 0, Need::Nothing),
        ("has no limit", after("e2e4", None, Seat::Player(BOB)), 0, Need::Nothing),
        ("has clocks that run", after("e2e4 e7e5", blitz, Seat::Player(BOB)), 0, Need::Room),
        ("waits for the first move", after("", blitz, Seat::Player(BOB)), 0, Need::Room),
        ("has a day", after("e2e4", days(1), Seat::Player(BOB)), 0, Need::Reminder(due)),
        ("is due soon", after("e2e4", days(1), Seat::Player(BOB)), day - 600_000, Need::Room),
        (
            "is due a little later",
            after("e2e4", days(1), Seat::Player(BOB)),
            day - 600_001,
            Need::Reminder(due),
        ),
        ("was due", after("e2e4", days(1), Seat::Player(BOB)), day + 1, Need::Room),
        ("is the computer's turn", after("e2e4", None, computer), 0, Need::Room),
        ("is the computer's turn in days", after("e2e4", days(1), computer), 0, Need::Room),
        ("is the person's turn", after("", days(1), computer), 0, Need::Reminder(due)),
        ("is over", after("f2f3 e7e5 g2g4 d8h4", days(1), Seat::Player(BOB)), 0, Need::Nothing),
    ];
    for (name, game, later, need) in cases {
        assert_eq!(Need::of(&game, Time(START + later)), need, "{name}");
    }
}

/// A game that Black has lost by resigning.
async fn finished(store: &Ledger, id: GameId) -> u32 {
    let (mut game, created) = Game::create(terms(None, Seat::Player(BOB)), Time(START));
    store.begin(id, created);
    for event in game.decide(Command::Resign { by: Color::Black }, Time(START + 1)).unwrap() {
        let stamped = Stamped::new(Time(START + 1), event);
        game.apply(&stamped);
        store.append(id, game.last_seq(), vec![stamped]).await.unwrap();
    }
    assert!(game.is_over());
    game.last_seq()
}

/// A client that follows a game, and what it hears.
struct Reader {
    outbox: Outbox,
    visitor: Visitor,
    link: Box<GameFeed>,
}

impl Reader {
    async fn come(rooms: &Rooms, game: GameId, player: Option<PlayerId>, after: Option<u32>) -> Self {
        let mut outbox = Outbox::default();
        let visitor = Visitor::reading(player.map(Identity::guest));
        let listener =
            Listener { visitor: &visitor, after: after.map(u64::from), outbox: outbox.subscribe() };
        let link = rooms.follow(game, listener).await.unwrap_or_else(|_| panic!("the game is there"));
        Self { outbox, visitor, link: Box::new(link) }
    }

    /// The messages that wait, each as its type and what matters of it.
    fn hear(&mut self) -> Vec<String> {
        let mut heard = Vec::new();
        while let Some(outgoing) = self.outbox.try_next() {
            let message = match outgoing {
                Outgoing::Message { body, .. } => body.messages().next().unwrap(),
                Outgoing::Missed(_) => {
                    heard.push("missed".to_owned());
                    continue;
                }
                Outgoing::Ended(_) | Outgoing::Dismissed => {
                    heard.push("ended".to_owned());
                    break;
                }
            };
            let text = message.text(Dialect::Page);
            let message: serde_json::Value = serde_json::from_str(&text).unwrap();
            let said = match message["type"].as_str().unwrap() {
                "presence" => {
                    let is_here = |side: &'static str| if message[side] == true { side } else { "-" };
                    format!("presence {} {} {}", is_here("white"), is_here("black"), message["watchers"])
                }
                "rematch" if message["game"].is_string() => "rematch agreed".to_owned(),
                "rematch" => format!("rematch offered by {}", message["offered_by"].as_str().unwrap()),
                "state" | "synced" => format!("{} {} {}", message["type"], message["seq"], message["you"]),
                "pong" => format!("pong {}", message["seq"]),
                other => other.to_owned(),
            };
            heard.push(said.replace('"', ""));
        }
        heard
    }

    async fn wants_a_rematch(&mut self, game: GameId) {
        let message = ClientMessage::Game(GameCommand::Rematch { topic: game.into(), id: 1 });
        let asked = Asked { id: 1, message, arrival: Time(START), lag: None };
        self.link.command(&self.visitor, asked).await.expect("a room takes it");
    }
}

#[tokio::test(start_paused = true)]
async fn a_finished_game_is_read_without_a_room_until_somebody_wants_a_rematch() {
    let store = Ledger::new(1);
    let rooms = rooms(&store, START);
    let id = GameId::from_bits(7);
    let last = finished(&store, id).await;
    let mut ann = Reader::come(&rooms, id, Some(ANN), None).await;
    assert_eq!(ann.hear(), [format!("state {last} white"), "presence white - 0".to_owned()]);
    let mut eve = Reader::come(&rooms, id, None, None).await;
    assert_eq!(eve.hear(), [format!("state {last} null"), "presence white - 1".to_owned()]);
    assert_eq!(ann.hear(), ["presence white - 1"]);
    // Bob resumes after a lost connection.
    let mut bob = Reader::come(&rooms, id, Some(BOB), Some(last)).await;
    assert_eq!(bob.hear(), [format!("synced {last} black"), "presence white black 1".to_owned()]);
    assert_eq!([ann.hear(), eve.hear()], [["presence white black 1"], ["presence white black 1"]]);
    let guest = Reader::come(&rooms, id, None, Some(0)).await;
    guest.link.leave(Departure::Left).await;
    assert_eq!(ann.hear(), ["presence white black 1"]);
    assert_eq!(eve.hear(), [""; 0], "spectators do not hear of spectators");
    bob.hear();
    for reader in [&mut ann, &mut eve] {
        let head = u64::from(last);
        assert_eq!((reader.link.head(), reader.link.head_if_quiet(&|| true)), (head, Some(head)));
        reader.link.ping().await.unwrap();
        assert_eq!(reader.hear(), [format!("pong {last}")]);
    }
    assert!(rooms.opened(id).is_none());

    ann.wants_a_rematch(id).await;
    pass(600).await;
    assert!(rooms.opened(id).is_some());
    for (reader, you) in [(&mut ann, "white"), (&mut eve, "null"), (&mut bob, "black")] {
        let heard = reader.hear();
        assert_eq!(heard[0], format!("synced {last} {you}"));
        assert!(heard.contains(&"rematch offered by white".to_owned()), "{heard:?}");
        assert!(heard.contains(&"presence white black 1".to_owned()), "{heard:?}");
    }
    // Handed over, but a reader still: it is told by the room, and can leave it.
    eve.link.ping().await.unwrap();
    pass(10).await;
    assert_eq!(eve.hear(), [format!("pong {last}")]);
    eve.link.leave(Departure::Left).await;
    bob.wants_a_rematch(id).await;
    pass(600).await;
    for reader in [&mut ann, &mut bob] {
        let heard = reader.hear();
        assert!(heard.contains(&"rematch agreed".to_owned()), "{heard:?}");
        assert!(heard.contains(&"presence white black 0".to_owned()), "{heard:?}");
    }
    // Who comes now comes to the room.
    let mut late = Reader::come(&rooms, id, None, None).await;
    pass(10).await;
    assert!(late.hear().contains(&"rematch agreed".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn a_finished_game_that_many_read_gets_a_room_and_all_are_in_it() {
    let store = Ledger::new(1);
    let rooms = rooms(&store, START);
    let id = GameId::from_bits(7);
    let last = finished(&store, id).await;
    let mut readers = Vec::new();
    for number in 0..40 {
        assert_eq!(rooms.opened(id).is_some(), number > 32, "{number} readers");
        readers.push(Reader::come(&rooms, id, None, None).await);
    }
    pass(1_000).await;
    let mut ann = Reader::come(&rooms, id, Some(ANN), None).await;
    pass(1_000).await;
    assert!(ann.hear().contains(&"presence white - 40".to_owned()));
    for reader in &mut readers {
        let heard = reader.hear();
        assert!(heard.contains(&format!("state {last} null")), "{heard:?}");
        assert_eq!(heard.last().unwrap(), "presence white - 40");
    }
}

/// It pings without reading: what waits for it is thrown away but for who is here, and it is told everything again.
#[tokio::test(start_paused = true)]
async fn a_reader_that_is_too_slow_is_told_again() {
    let store = Ledger::new(1);
    let rooms = rooms(&store, START);
    let id = GameId::from_bits(7);
    let last = finished(&store, id).await;
    let mut reader = Reader::come(&rooms, id, None, None).await;
    for _ in 0..100 {
        reader.link.ping().await.unwrap();
    }
    assert_eq!(reader.hear(), ["presence - - 1", "missed"]);
    reader.link.catch_up().await.unwrap();
    assert_eq!(reader.hear(), [format!("state {last} null")]);
    assert!(rooms.opened(id).is_none());
}

#[tokio::test(start_paused = true)]
async fn readers_hear_the_end_when_the_server_stops() {
    let store = Ledger::new(1);
    let rooms = rooms(&store, START);
    let id = GameId::from_bits(7);
    finished(&store, id).await;
    let mut reader = Reader::come(&rooms, id, Some(ANN), None).await;
    rooms.close_all().await;
    assert_eq!(reader.hear().last().unwrap(), "ended");
}
