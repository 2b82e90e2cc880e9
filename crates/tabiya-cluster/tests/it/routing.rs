// SPDX-License-Identifier: AGPL-3.0-or-later
//! Owners, followers and requests on a bus that loses, doubles and delays, in virtual time.
//!
//! A log stands for the database. An owner appends to it and tells; it dies, and another one goes on. In the end every
//! follower has every line once and in order, and every command stands in the log once at most.

use std::cell::RefCell;
use std::future::ready;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tabiya_cluster::bus::{Fate, Hub, Letter, Weather};
use tabiya_cluster::node::Sender;
use tabiya_cluster::route::{
    Act, Answer, AskError, Desk, Follower, Lines, News, Numbering, Outcome, Request, Taken, Target, Wanted,
    ask, news_of, requests_to, tell,
};
use tabiya_cluster::seal::{Heard, Key, KeyId, KeyRing, Seal, SealedBus};
use tabiya_cluster::topic::TopicName;
use tabiya_store::{Epoch, Incarnation, Slot};
use tabiya_testkit::Random;
use tokio::task::LocalSet;
use tokio::time::{interval, sleep};

const SLOT: Slot = Slot::new(3).unwrap();
const BEAT: Duration = Duration::from_millis(500);

/// Seeds of the ordinary run.
const SEEDS: u64 = 40;

/// Half of all deliveries go wrong.
struct Storm(Random);

impl Weather for Storm {
    fn fate(&mut self, _: &Letter) -> Fate {
        match self.0.below(8) {
            0 | 1 => Fate::Lost,
            2 => Fate::Twice,
            3 => Fate::Waits,
            _ => Fate::Arrives,
        }
    }
}

/// What stands in the database.
#[derive(Default)]
struct Database {
    log: RefCell<Vec<Bytes>>,
    epoch: RefCell<i64>,
}

fn topic() -> TopicName {
    "game:00000001".parse().unwrap()
}

fn node(hub: &Hub, name: &str) -> SealedBus {
    let sender = Sender { node: name.parse().unwrap(), incarnation: Incarnation(1) };
    let keys = vec![(KeyId(1), Key::from_bytes([1; Key::BYTES]))];
    let seal = Seal::new(&sender, KeyRing::new(KeyId(1), keys).unwrap());
    SealedBus::new(Arc::new(hub.connect()), Arc::new(seal))
}

/// Owns the slot until it is aborted, or learns that another one does. A command is appended, unless the epoch in the database is not its own.
async fn own(bus: SealedBus, database: Rc<Database>, epoch: Epoch) {
    let target = Target::Slot(SLOT);
    let mut requests = bus.subscribe(&requests_to(&target)).await.unwrap();
    let mut desk = Desk::new();
    desk.own(SLOT, epoch);
    let mut lines = Lines::new(topic(), database.log.borrow().len() as u64);
    let mut beat = interval(BEAT);
    let tell = |news: News| bus.publish(&news_of(SLOT), &news.encode()).unwrap();
    loop {
        let heard = tokio::select! {
            biased;
            heard = requests.next() => heard.unwrap(),
            _ = beat.tick() => {
                tell(News::Heads { epoch, heads: lines.beat().into_iter().collect() });
                continue;
            }
        };
        let Heard::Message { from, reply, body } = heard else { continue };
        let request = Request::decode(body).expect("only ours are sent");
        let outcome = match (desk.take(&target, &from, &request, reply.as_ref()), &request.wanted) {
            (Taken::Joined, _) => continue,
            (Taken::Outdated, _) => return,
            (Taken::Answer(outcome), _) => outcome,
            (Taken::Do, Wanted::Lines { from, .. }) => lines.from(epoch, *from),
            // The fence of the store, and the command's id in the log.
            (Taken::Do, Wanted::Command(_)) if *database.epoch.borrow() != epoch.0 => Outcome::Moved,
            (Taken::Do, Wanted::Command(command)) => {
                if !database.log.borrow().contains(command) {
                    database.log.borrow_mut().push(command.clone());
                    tell(lines.push(epoch, vec![command.clone()]));
                }
                Outcome::Done(command.clone())
            }
        };
        let mut to = desk.done(&from, request.id, &outcome);
        if let Some(reply) = reply.filter(|reply| !to.contains(reply)) {
            to.push(reply);
        }
        let has_moved = outcome == Outcome::Moved;
        let answer = Answer { id: request.id, outcome }.encode();
        to.iter().for_each(|to| bus.publish(to, &answer).unwrap());
        if has_moved {
            return;
        }
    }
}

/// What a follower has passed on, and the epochs whose end it has told.
#[derive(Default)]
struct Seen {
    lines: RefCell<Vec<Bytes>>,
    gone: RefCell<Vec<Epoch>>,
}

async fn follow(bus: SealedBus, database: Rc<Database>, seen: Rc<Seen>) {
    let mut news = bus.subscribe(&news_of(SLOT)).await.unwrap();
    let (mut follower, first) = Follower::begin(topic(), Numbering::Log, None);
    let (mut acts, mut id) = (vec![first], 0);
    loop {
        while let Some(act) = acts.pop() {
            let more = match act {
                Act::Load => {
                    let log = database.log.borrow().clone();
                    let next = log.len() as u64;
                    let mut lines = seen.lines.borrow_mut();
                    if log.len() > lines.len() {
                        *lines = log;
                    }
                    follower.loaded(next)
                }
                Act::AskLines { from } => {
                    id += 1;
                    let wanted = Wanted::Lines { topic: topic(), from };
                    let epoch = Epoch(*database.epoch.borrow());
                    let look_up = |_| ready(Some(Epoch(*database.epoch.borrow())));
                    match ask(&bus, &Target::Slot(SLOT), (id, epoch), wanted, look_up).await {
                        Ok(outcome) => follower.answered(&outcome),
                        Err(_) => follower.unanswered(),
                    }
                }
                Act::Apply { first, lines } => {
                    let mut seen = seen.lines.borrow_mut();
                    assert_eq!(first, seen.len() as u64, "without a gap and once");
                    seen.extend(lines);
                    Vec::new()
                }
                Act::Gone { epoch } => {
                    let mut gone = seen.gone.borrow_mut();
                    assert!(gone.last().is_none_or(|last| *last < epoch), "each end is told once");
                    gone.push(epoch);
                    Vec::new()
                }
            };
            // Lines are passed on in the order in which they were told.
            acts.splice(0..0, more.into_iter().rev());
        }
        acts = match news.next().await.expect("the bus is open") {
            Heard::Message { body, .. } => follower.heard(&News::decode(body).expect("only ours are sent")),
            Heard::Missed => follower.missed(),
        };
        acts.reverse();
    }
}

/// Sends commands one after the other. Returns those that were acknowledged, and those that reached nobody.
async fn play(bus: SealedBus, database: Rc<Database>, name: &'static str) -> (Vec<Bytes>, Vec<Bytes>) {
    let (mut acknowledged, mut not_done) = (Vec::new(), Vec::new());
    for id in 0..30 {
        let command = Bytes::from(format!("{name}{id}"));
        let epoch = Epoch(*database.epoch.borrow());
        let look_up = |_| ready(Some(Epoch(*database.epoch.borrow())));
        let wanted = Wanted::Command(command.clone());
        match ask(&bus, &Target::Slot(SLOT), (id, epoch), wanted, look_up).await {
            Ok(outcome) => {
                assert_eq!(outcome.body(), Some(command.clone()));
                acknowledged.push(command);
            }
            Err(AskError::NotDone) => not_done.push(command),
            Err(AskError::InDoubt) => {}
        }
    }
    (acknowledged, not_done)
}

/// Plays one seed. Returns how many ends of epochs were told.
async fn one_seed(seed: u64) -> usize {
    let mut random = Random::new(seed);
    let hub = Hub::with_weather(Storm(Random::new(seed + 1_000_000)));
    let database = Rc::new(Database::default());
    let seen: Vec<Rc<Seen>> = (0..3).map(|_| Rc::default()).collect();
    for (name, seen) in ["f1", "f2", "f3"].into_iter().zip(&seen) {
        let (bus, database) = (node(&hub, name), Rc::clone(&database));
        tokio::task::spawn_local(follow(bus, database, Rc::clone(seen)));
    }
    let players: Vec<_> = ["white", "black"]
        .map(|name| tokio::task::spawn_local(play(node(&hub, name), Rc::clone(&database), name)))
        .into();
    let mut owner = None;
    while !players.iter().all(tokio::task::JoinHandle::is_finished) {
        if owner.is_none() || random.below(40) == 0 {
            *database.epoch.borrow_mut() += 1;
            let epoch = Epoch(*database.epoch.borrow());
            let next = tokio::task::spawn_local(own(node(&hub, "owner"), Rc::clone(&database), epoch));
            let before: Option<tokio::task::JoinHandle<()>> = owner.replace(next);
            // A zombie goes on for a while, or for ever.
            if let Some(before) = before.filter(|_| random.below(3) > 0) {
                before.abort();
            }
        }
        sleep(Duration::from_millis(random.below(200))).await;
        hub.release(|waiting| random.below(waiting as u64) as usize);
    }
    hub.clear_up();
    while hub.release(|_| 0) {}
    sleep(BEAT).await;
    // One more line, so that there are heads, and some beats.
    let epoch = Epoch(*database.epoch.borrow());
    let last = node(&hub, "last");
    tell(&last, &Target::Slot(SLOT), (1, epoch), "the end".into()).unwrap();
    sleep(60 * BEAT).await;

    let log = database.log.borrow().clone();
    assert_eq!(log.last().map(|line| &line[..]), Some(&b"the end"[..]), "seed {seed}");
    for (number, line) in log.iter().enumerate() {
        assert!(!log[..number].contains(line), "seed {seed}: {line:?} stands in the log twice");
    }
    for player in players {
        let (acknowledged, not_done) = player.await.unwrap();
        assert!(acknowledged.iter().all(|command| log.contains(command)), "seed {seed}");
        assert!(not_done.iter().all(|command| !log.contains(command)), "seed {seed}");
        assert!(acknowledged.len() > 10, "seed {seed}: the storm is not that strong");
    }
    for seen in &seen {
        assert_eq!(*seen.lines.borrow(), log, "seed {seed}");
    }
    seen.iter().map(|seen| seen.gone.borrow().len()).sum()
}

#[tokio::test(start_paused = true)]
async fn followers_have_every_line_and_no_command_is_carried_out_twice() {
    let mut ends = 0;
    for seed in 0..SEEDS {
        // Tasks of one seed end with it.
        ends += LocalSet::new().run_until(one_seed(seed)).await;
    }
    assert!(ends > 100, "owners have changed {ends} times before the eyes of followers");
}
