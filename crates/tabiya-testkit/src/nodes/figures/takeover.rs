// SPDX-License-Identifier: AGPL-3.0-or-later
//! How long 10,000 games wait when their node is killed.
//!
//! They are written into slots of the first of three nodes. When it is killed, the other two take the slots as soon as its lease has ended,
//! read the games and begin their turns anew. All times count from the end of the lease. A sample of the games is asked for through the
//! other two nodes in the moment in which the lease ends.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tabiya_game::{Command, Game, GameId, Millis, PlayerId, Seat, Seats, Stamped, Terms, Time, TimeControl};
use tabiya_rules::{Color, Position};
use tabiya_store::{DatabaseUrl, GameLog, PostgresStore, Slot};
use tokio::task::JoinSet;

use super::{Failed, Waits, no_site};
use crate::nodes::site::Site;
use crate::{Guest, PATIENCE, Random, Server, Tab};

/// How many games, and how many of them are asked for.
const GAMES: usize = 10_000;
const SAMPLE: usize = 500;
/// Half-moves of a game.
const MOVES: u32 = 20;
/// Games that are written at once.
const AT_ONCE: usize = 16;
/// How often it is looked. Each look starts a program and reads all games, on the cores on which the nodes take them over.
const LOOK: Duration = Duration::from_millis(100);
/// A subscription that was refused is tried again after this.
const AGAIN: Duration = Duration::from_millis(100);
/// What a node logs when it has read the games of slots that it took.
const HAS_READ: &str = "slots are owned by this node now";
const GOAL: &str = "(goal: at most 2 s)";

pub(super) async fn measure(binary: &Path) -> Result<(), Failed> {
    println!("{GAMES} unfinished games, whose node of three is killed. After the end of its lease:");
    let mut site = Site::start(binary).await.ok_or_else(no_site)?;
    site.nodes[0].printed("the start set of puzzles is there").await;
    site.until_whole().await;
    let games = write(&site).await?;
    let mut tabs = Vec::new();
    for number in 0..SAMPLE {
        tabs.push(Tab::open(&Guest::new(&site.nodes[1 + number % 2]).await).await);
    }
    site.analyse();
    let events = site.events();
    site.nodes[0].kill().await;
    let ends = site.lease_ends(0).ok_or("the killed node has no lease")?;
    let until = ends.saturating_sub(since_1970());
    let end = Instant::now() + until;
    tokio::time::sleep(until).await;

    let mut asking = JoinSet::new();
    let step = GAMES / SAMPLE;
    for (tab, game) in tabs.into_iter().zip(games.into_iter().step_by(step)) {
        asking.spawn(answered(tab, game, end));
    }
    let (mut owned, mut read, mut begun) = (None, None, None);
    let (mut seen, before) = (readings(&site), spent(&site));
    while begun.is_none() {
        if end.elapsed() > PATIENCE {
            return Err(format!("not all games were taken over\n{}", site.said()));
        }
        owned = owned.or_else(|| site.is_owned().then(|| end.elapsed()));
        let now = readings(&site);
        if now > std::mem::replace(&mut seen, now) {
            read = Some(end.elapsed());
        }
        begun = (site.events() >= events + GAMES as u64).then(|| end.elapsed());
        tokio::time::sleep(LOOK).await;
    }
    let spent = spent(&site) - before;
    let (mut waits, mut tabs) = (Waits::default(), Vec::new());
    for (tab, wait) in asking.join_all().await {
        waits.0.push(wait?);
        tabs.push(tab);
    }
    let seconds = |time: Option<Duration>| time.unwrap_or_default().as_secs_f64();
    println!("  every slot has an owner again after {:.2} s", seconds(owned));
    println!("  the new owners have read all games after {:.2} s", seconds(read));
    println!("  all {GAMES} turns have begun anew in the log after {:.2} s {GOAL}", seconds(begun));
    println!(
        "  {SAMPLE} of the games, asked for at once through the other nodes, answer after {waits} {GOAL}"
    );
    let shares = [1, 2].map(|node| site.slots_of(node).len());
    println!(
        "  slots of the other two: {} and {} (goal: at most {} each)",
        shares[0],
        shares[1],
        Slot::COUNT / 2
    );
    println!("  processor time of these two since the lease's end: {:.2} s", spent.as_secs_f64());
    Ok(())
}

/// How often the two other nodes have said that they have read the games of slots that they took.
fn readings(site: &Site) -> usize {
    site.nodes[1..].iter().map(|node| node.log().matches(HAS_READ).count()).sum()
}

fn spent(site: &Site) -> Duration {
    site.nodes[1..].iter().map(Server::cpu_time).sum()
}

fn since_1970() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// Asks for the game until it answers. How long after this moment it did.
async fn answered(mut tab: Tab, game: GameId, since: Instant) -> (Tab, Result<Duration, Failed>) {
    loop {
        let answer = tab.ask_for(format!("game:{}", game.as_str())).await;
        if answer["type"] == "state" {
            return (tab, Ok(since.elapsed()));
        }
        if since.elapsed() > PATIENCE {
            return (tab, Err(format!("a game does not answer: {answer}")));
        }
        tokio::time::sleep(AGAIN).await;
    }
}

/// Writes the games into slots of the first node.
async fn write(site: &Site) -> Result<Vec<GameId>, Failed> {
    let failed = |error: &dyn std::fmt::Display| format!("can't write the games: {error}");
    let url: DatabaseUrl = site.url().parse().map_err(|error| failed(&error))?;
    let store = PostgresStore::open_beside_nodes(&url).await.map_err(|error| failed(&error))?;
    let store = Arc::new(store.ok_or_else(|| failed(&"no node runs"))?);
    let slots = site.slots_of(0);
    let (mut random, mut games) = (Random::new(1), Vec::new());
    while games.len() < GAMES {
        let id = GameId::from_bits(random.next_u64());
        games.extend(slots.contains(&Slot::of(id).number()).then_some(id));
    }
    let mut writing = JoinSet::new();
    for part in games.chunks(GAMES.div_ceil(AT_ONCE)) {
        let (store, part, mut random) = (Arc::clone(&store), part.to_vec(), Random::new(random.next_u64()));
        writing.spawn(async move {
            for id in part {
                store.create_game(id, log(&mut random)).await.map_err(|error| error.to_string())?;
            }
            Ok::<(), String>(())
        });
    }
    for done in writing.join_all().await {
        done.map_err(|error| failed(&error))?;
    }
    Ok(games)
}

/// A game of random moves whose clocks run for hours.
fn log(random: &mut Random) -> Vec<Stamped> {
    loop {
        let mut at = Time(u64::try_from(since_1970().as_millis()).unwrap_or_default());
        let mut player = || {
            let bits = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
            PlayerId::from_bytes(bits.to_le_bytes())
        };
        let seats = Seats::new(player(), Color::White, Seat::Player(player()));
        let time =
            TimeControl::new(Millis::from_secs(3 * 3_600), Millis::ZERO).expect("three hours are allowed");
        let terms = Terms::new(Position::start(), Some(time), seats).expect("these can be played");
        let (mut game, created) = Game::create(terms, at);
        let mut log = vec![created];
        while !game.is_over() && game.ply() < MOVES {
            at.0 += 1;
            let moves = game.history().position().legal_moves();
            let attempt = (*random.pick(&moves)).into();
            let command = Command::Play { by: game.turn(), attempt, seq: game.last_seq(), lag: None };
            for event in game.decide(command, at).expect("a legal move in time") {
                let stamped = Stamped::new(at, event);
                game.apply(&stamped);
                log.push(stamped);
            }
        }
        if !game.is_over() {
            return log;
        }
    }
}
