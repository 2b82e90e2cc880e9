// SPDX-License-Identifier: AGPL-3.0-or-later
//! Asking while something takes long.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use tabiya_accounts::feed::{Listener, Visitor};
use tabiya_accounts::personal::Personal;
use tabiya_archive::delay::Delay;
use tabiya_game::{Command, GameId, PlayerId, Seat, Seats, Stamped, Terms, Time};
use tabiya_limits::address::Caller;
use tabiya_live::entry::Entrance;
use tabiya_live::owned::Owned;
use tabiya_live::pairing::Pairing;
use tabiya_live::ratings::Conduct;
use tabiya_live::room::{Patience, Ports};
use tabiya_protocol::{AnalysisMessage, AnalysisView, ServerMessage};
use tabiya_rules::{Color, Position};
use tabiya_runtime::computer::ComputerPool;
use tabiya_runtime::config::Config;
use tabiya_runtime::ghosts::Ghosts;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::timeline::Timeline;
use tabiya_runtime::topic::{Body, Outbox, Outgoing};
use tabiya_store::SqliteStore;
use tokio::sync::watch;

use super::*;

const ANN: PlayerId = PlayerId::from_bytes([1; 16]);
const BOB: PlayerId = PlayerId::from_bytes([2; 16]);

/// A game in which White resigned at once.
async fn finished(store: &Store, number: u64) -> GameId {
    let id = GameId::from_bits(number);
    let seats = Seats::new(ANN, Color::White, Seat::Player(BOB));
    let (mut game, created) = Game::create(Terms::new(Position::start(), None, seats).unwrap(), Time(1));
    let mut log = vec![created];
    let moves = ["e2e4", "e7e5"].map(|uci| Some(uci.parse().unwrap()));
    for attempt in moves.into_iter().chain([None]) {
        let by = game.turn();
        let command = match attempt {
            Some(attempt) => Command::Play { by, attempt, seq: game.last_seq(), lag: None },
            None => Command::Resign { by },
        };
        for event in game.decide(command, Time(2)).unwrap() {
            log.push(Stamped::new(Time(2), event));
            game.apply(&log[log.len() - 1]);
        }
    }
    store.log.create_game(id, log).await.unwrap();
    id
}

/// The analyses of a server, and what stops them when it is dropped.
async fn started(store: &Store) -> (Analyses, watch::Sender<bool>) {
    started_owning(store, Owned::everything()).await
}

/// The same for a node that owns these games.
async fn started_owning(store: &Store, owned: Owned) -> (Analyses, watch::Sender<bool>) {
    let timeline = Timeline::start();
    let ghosts = Ghosts::default();
    let archive = Archive::new(store.clone(), timeline, Delay::default(), ghosts.clone());
    let entrance = Entrance::of_guests(Arc::clone(&store.archive), timeline);
    let computers = ComputerPool::start(1);
    let rooms = Rooms::new(Ports::from(store), timeline, computers, entrance.clone(), Patience::Usual);
    let rooms = rooms.owning(owned);
    let config = Config::for_tests();
    let people = People::new(&config, store, None, (Default::default(), ghosts), timeline).await.unwrap();
    let (running, stopping) = watch::channel(false);
    let (store, conduct) = (store.clone(), Arc::new(Conduct::new(store.clone())));
    let pairing = Pairing { store, people, conduct, rooms, entrance, personal: Personal::default() };
    let on = Foundation { config: &config, pairing, archive, stopping };
    let analyses = Analyses::start(&on).await.unwrap();
    (analyses, running)
}

/// A guest had put everybody's requests behind the reports of old games that the guest asked for.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_asks_for_a_game_waits_for_no_report_on_another() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::from(Arc::new(SqliteStore::open(folder.path()).unwrap()));
    let (old, other, new) = (finished(&store, 1).await, finished(&store, 2).await, finished(&store, 3).await);
    for game in [old, other] {
        assert!(store.analyses.ask_analysis(game, BOB, true, Time(3)).await.unwrap());
        assert!(store.analyses.end_analysis(game, Some("what was found")).await.unwrap());
    }
    let (analyses, _running) = started(&store).await;
    let caller = Caller::direct(IpAddr::V4(Ipv4Addr::new(203, 0, 113, 7)));
    // As while the reports of other games are being made.
    let making = Arc::clone(&analyses.0.making).acquire_many_owned(2).await.unwrap();
    let guest = Identity::guest(BOB);
    let mut slow = Box::pin(analyses.ask(old, &guest, &caller));
    let mut deeper = Box::pin(analyses.look_deeper(other, 1, &guest, &caller));
    for _ in 0..2 {
        let waits = async { tokio::join!(&mut slow, &mut deeper) };
        assert!(tokio::time::timeout(Duration::from_millis(300), waits).await.is_err(), "both wait");
    }
    let ann = Identity::guest(ANN);
    let asked = tokio::time::timeout(Duration::from_secs(60), analyses.ask(new, &ann, &caller)).await;
    let asked = asked.expect("nobody waits for the reports of others").unwrap();
    assert!(!matches!(asked.analysis, AnalysisView::None | AnalysisView::Failed), "{:?}", asked.analysis);
    drop(making);
    // What was found can't be read, so it is looked for again; it may even be done.
    let again = slow.await.unwrap().analysis;
    assert!(!matches!(again, AnalysisView::None | AnalysisView::Failed), "{again:?}");
    let kept = store.analyses.analysis(old).await.unwrap().unwrap();
    assert_ne!(kept.found, "what was found");
}

/// A thousand presses cost what one costs, and of a hundred games more no more are analysed than a day allows.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_asks_a_thousand_times_has_the_analyses_of_a_day_and_hears_why_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::from(Arc::new(SqliteStore::open(folder.path()).unwrap()));
    let (analyses, _running) = started(&store).await;
    let caller = Caller::direct(IpAddr::V4(Ipv4Addr::new(203, 0, 113, 7)));
    let guest = Identity::guest(BOB);
    let game = finished(&store, 1).await;
    for press in 0..1_000 {
        let answer = analyses.ask(game, &guest, &caller).await.unwrap();
        assert_eq!((answer.left, answer.a_day), (9, 10), "press {press}");
    }
    let mut refused = 0;
    for number in 2..102 {
        let game = finished(&store, number).await;
        match analyses.ask(game, &guest, &caller).await {
            Ok(answer) => assert_eq!(u64::from(answer.left), 10 - number),
            Err(NotAnalysed::Refused(Refusal::AnalysesUsedUp { a_day: 10 })) => refused += 1,
            Err(other) => panic!("game {number}: {other:?}"),
        }
    }
    assert_eq!(refused, 91);
}

/// Asks on a node that owns nothing and follows the game there, until it is complete.
async fn analysed_elsewhere(store: &Store, game: GameId, (here, owner): (&Analyses, &Analyses)) {
    let caller = Caller::direct(IpAddr::V4(Ipv4Addr::new(203, 0, 113, 7)));
    let ann = Identity::guest(ANN);
    let visitor = Visitor::reading(Some(ann.clone()));
    let mut outbox = Outbox::default();
    let listener = Listener { visitor: &visitor, after: None, outbox: outbox.subscribe() };
    let _feed = here.subscribe(game, listener).await.unwrap();
    let asked = here.ask(game, &ann, &caller).await.unwrap();
    let is_asked_for = matches!(asked.analysis, AnalysisView::Waiting { .. } | AnalysisView::Running { .. });
    assert!(is_asked_for, "{:?}", asked.analysis);
    let done = async {
        let (mut is_told, mut grew) = (false, 0);
        loop {
            let Outgoing::Message { body: Body::Message { message, .. }, .. } = outbox.next().await else {
                continue;
            };
            match &*message {
                ServerMessage::Analysis(AnalysisMessage::Analysis {
                    analysis: AnalysisView::Done { moves, .. },
                    ..
                }) => {
                    assert!(is_told && grew == moves.len(), "it grew by {grew} moves of {}", moves.len());
                    return;
                }
                ServerMessage::Analysis(AnalysisMessage::Analysis {
                    analysis: AnalysisView::Running { .. },
                    ..
                }) => is_told = true,
                ServerMessage::Analysis(AnalysisMessage::AnalysisGrew { moves, .. }) => grew += moves.len(),
                _ => {}
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(120), done).await.expect("the end is told");
    assert_eq!(store.analyses.waiting_analyses(9).await.unwrap(), []);
    assert_eq!(owner.lock().queue.waiting() + here.lock().queue.waiting(), 0);
}

/// Each node analysed every game of the site, and followers on another one than the first to end saw nothing more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_owner_analyses_a_game_and_whoever_follows_it_on_another_node_sees_it_grow_and_end() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::from(Arc::new(SqliteStore::open(folder.path()).unwrap()));
    let (here, _here) = started_owning(&store, Owned::leased(Arc::clone(&store.nodes))).await;
    let (owner, _owner) = started(&store).await;
    // That it was asked for does not arrive: the owner finds the game all the same.
    let (hears, asks) = (here.clone(), owner.clone());
    owner.reach(Box::new(move |hint| hears.heard(hint)));
    here.reach(Box::new(move |hint| {
        if let AnalysisHint::Missed(_) = hint {
            asks.heard(hint);
        }
    }));
    let game = finished(&store, 1).await;
    analysed_elsewhere(&store, game, (&here, &owner)).await;
}

/// It waited until some other node got a request.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_waits_on_a_node_that_does_not_own_it_is_left_to_the_owner() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::from(Arc::new(SqliteStore::open(folder.path()).unwrap()));
    let game = finished(&store, 1).await;
    assert!(store.analyses.ask_analysis(game, BOB, true, Time(3)).await.unwrap());
    let (other, _other) = started_owning(&store, Owned::leased(Arc::clone(&store.nodes))).await;
    assert_eq!(other.refill().await, Ok(0));
    assert!(!other.lock().sheets.contains_key(&game), "it has never been in its queue");
    let (owner, _owner) = started(&store).await;
    other.heard(AnalysisHint::Asked(game));
    let stored = async {
        while !store.analyses.waiting_analyses(9).await.unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), stored).await.expect("the owner takes it up");
    assert_eq!(owner.lock().queue.waiting(), 0);
}
