// SPDX-License-Identifier: AGPL-3.0-or-later
//! One run: new games on a running site, a fault or two, and the check.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tabiya_rules::{CastlingMode, History, Position};
use tabiya_store::LEASE;
use tokio::task::JoinSet;

use super::checked::check_game;
use super::fault::Fault;
use super::mix::Mix;
use super::player::{Heard, LOOKS_FOR_ANOTHER, Orders, Player, Table};
use super::results::Finding;
use super::site::Site;
use super::upgrade;
use crate::history::{Log, Uci};
use crate::{Guest, NewGame, PATIENCE, Random, Server};

/// How many games are played.
const GAMES: usize = 9;
/// How long everybody plays before the fault, and after play has gone on.
const BEFORE: Duration = Duration::from_secs(2);
/// As many half-moves as no run needs.
const LONG: usize = 300;

/// How long a game may stand still after a fault's end.
const GOES_ON: Duration = Duration::from_secs(10);
/// How long after a fault's end a slot may have no owner. A node that dies has a lease for as long as one lasts, and then others have two
/// seconds. After an outage of the database a node that renews its lease owns its slots at once; whoever takes those of one that does
/// not must have renewed its own for the length of a lease, and then has two seconds, too.
const OWNED: Duration = LEASE.saturating_add(Duration::from_secs(2));

/// Plays on the site, inflicts what this seed draws among the faults whose description has these words, and checks everything. Play may go
/// on so much later than it has to.
pub(super) async fn run_only(
    site: &mut Site,
    (seed, words): (u64, Option<&str>),
    later: Duration,
) -> Result<Finding, String> {
    let mut random = Random::new(seed);
    let fault = Mix::draw_only(&mut random, site.has_standby(), words);
    run_with(site, fault, (seed, &mut random), later).await
}

/// Plays on the site, kills one of its nodes, and checks everything. Play may go on so much later than it has to: no ordinary test fails by
/// the clock.
///
/// # Errors
/// The fault could not be inflicted, or the log could not be read: nothing is known then.
pub async fn kill_a_node(site: &mut Site, later: Duration) -> Result<Finding, String> {
    run_with(site, Fault::Kill(1).into(), (0, &mut Random::new(0)), later).await
}

/// The same with the death of the primary database and the promotion of the standby, of which the site has one.
///
/// # Errors
/// As [`kill_a_node`].
pub async fn fail_over(site: &mut Site, later: Duration) -> Result<Finding, String> {
    run_with(site, Fault::FailOver.into(), (0, &mut Random::new(0)), later).await
}

/// The same with a full disk of PostgreSQL. The site was [started on a disk](Site::start_on_small_disk) that can be filled.
///
/// # Errors
/// As [`kill_a_node`].
pub async fn full_disk(site: &mut Site, later: Duration) -> Result<Finding, String> {
    run_with(site, Fault::FullDisk.into(), (0, &mut Random::new(0)), later).await
}

/// The same, and the old primary starts again.
///
/// # Errors
/// As [`kill_a_node`].
pub async fn old_primary_comes_back(site: &mut Site, later: Duration) -> Result<Finding, String> {
    run_with(site, Fault::OldPrimary.into(), (0, &mut Random::new(0)), later).await
}

async fn run_with(
    site: &mut Site,
    fault: Mix,
    (seed, random): (u64, &mut Random),
    later: Duration,
) -> Result<Finding, String> {
    site.until_whole().await;
    let began = site.epochs();
    let orders = orders(&site.nodes, (60, 240));
    let (tables, mut clients) = begin(&site.nodes, &orders, (GAMES, seed)).await;
    tokio::time::sleep(BEFORE).await;
    let over = fault.inflict(site, random).await?;
    let (next_move, owned) = tokio::join!(goes_on(&tables, over), until_owned(site, over));
    let mut faults: Vec<String> = [
        late("a game stood still", next_move, GOES_ON + later),
        late("a slot had no owner", owned, OWNED + later),
    ]
    .into_iter()
    .flatten()
    .collect();
    if !faults.is_empty() {
        faults.push(site.said());
    }
    let healed = site.epochs();
    fault.undo(site).await?;
    tokio::time::sleep(BEFORE).await;
    orders.plays.store(false, Ordering::Relaxed);
    site.until_whole().await;
    if !settle(site, &tables).await? {
        let behind = tables.iter().find(|table| !table.is_settled()).map(|table| format!("{table:?}"));
        faults.push(format!("clients of a game do not agree: {behind:?}\n{}", site.said()));
    }
    // A game that goes to another node gets one more event, also when the slots are shared out already. Whoever has gone by then does not
    // hear of it.
    let newest: Vec<u32> = tables.iter().map(|table| table.newest()).collect();
    orders.is_over.store(true, Ordering::Relaxed);
    let mut heard: Vec<Vec<Heard>> = tables.iter().map(|_| Vec::new()).collect();
    let mut all: Vec<(usize, usize, Heard)> = Vec::new();
    while let Some(client) = clients.join_next().await {
        all.push(client.map_err(|error| error.to_string())?);
    }
    all.sort_by_key(|(game, place, _)| (*game, *place));
    let troubles = all.iter().map(|(_, _, heard)| heard.troubles.len()).sum();
    let asked = all.iter().map(|(_, _, heard)| heard.asks.count()).sum();
    for (game, _, one) in all {
        heard[game].push(one);
    }
    // A slot's epoch only grows.
    for (before, after) in [(&began, &healed), (&healed, &site.epochs())] {
        let fell = before.iter().zip(after).position(|(before, after)| after < before);
        faults.extend(fell.map(|slot| format!("the epoch of slot {slot} fell")));
    }
    let moves = tables.iter().map(|table| table.moves()).sum();
    let ends = heard.into_iter().zip(newest).collect();
    let most_lost =
        checked(site, &tables, (ends, LOOKS_FOR_ANOTHER * fault.count() + later), &mut faults).await?;
    let (fault, next_move_ms) = (fault.to_string(), next_move.map(ms));
    Ok(Finding {
        seed,
        fault,
        moves,
        asked,
        next_move_ms,
        owned_ms: owned.map(ms),
        most_lost_ms: most_lost,
        troubles,
        faults,
    })
}

/// What is to be said of something that lasted until so long after the fault's end, or has not ended.
fn late(what: &str, lasted: Option<Duration>, at_most: Duration) -> Option<String> {
    match lasted {
        Some(lasted) if lasted <= at_most => None,
        Some(lasted) => Some(format!("{what} for {lasted:?} after the fault's end")),
        None => Some(format!("{what} since the fault's end")),
    }
}

fn ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

pub(super) fn orders(nodes: &[Server], thinks: (u64, u64)) -> Arc<Orders> {
    let nodes = nodes.iter().map(Server::address).collect();
    Arc::new(Orders { nodes, plays: AtomicBool::new(true), is_over: AtomicBool::new(false), thinks })
}

/// The clients of all games: the number of the game, the place, and what it has heard.
pub(super) type Clients = JoinSet<(usize, usize, Heard)>;

/// Begins games, each made on one node, with its players and a spectator on the others.
pub(super) async fn begin(
    nodes: &[Server],
    orders: &Arc<Orders>,
    (games, seed): (usize, u64),
) -> (Vec<Arc<Table>>, Clients) {
    let (mut tables, mut clients) = (Vec::new(), Clients::new());
    for game in 0..games {
        let at = |place: usize| (game + place) % nodes.len();
        let mut random = Random::new(seed.wrapping_mul(1_000).wrapping_add(game as u64));
        let maker = Guest::new(&nodes[at(0)]).await;
        let id = maker.create(&NewGame::friend().clocks(600_000, 0)).await;
        let guests = [maker, Guest::new(&nodes[at(2)]).await, Guest::new(&nodes[at(0)]).await];
        guests[1].open(&id).await.join().await;
        let table = Arc::new(Table::new(id, script(&mut random)));
        for (place, guest) in guests.iter().enumerate() {
            let (orders, table) = (Arc::clone(orders), Arc::clone(&table));
            let random = Random::new(random.next_u64());
            let (cookie, node) = (guest.cookie().to_owned(), at(place + 1));
            let player = Player { orders, table, place, cookie, node, random, heard: Heard::default() };
            clients.spawn(async move { (game, place, player.run().await) });
        }
        tables.push(table);
    }
    (tables, clients)
}

/// A long random game from the usual start.
fn script(random: &mut Random) -> Vec<Uci> {
    loop {
        let (mut history, mut moves) = (History::new(Position::start()), Vec::new());
        while history.outcome().is_none() && moves.len() < LONG {
            let played = *random.pick(&history.position().legal_moves());
            moves.extend(Uci::from_bytes(played.to_uci(CastlingMode::Standard).as_bytes()));
            history.play(played);
        }
        if moves.len() == LONG {
            return moves;
        }
    }
}

/// Waits until a move was acknowledged in every game after this moment. The longest wait; `None` if a game stands still.
pub(super) async fn goes_on(tables: &[Arc<Table>], since: Instant) -> Option<Duration> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let next: Option<Vec<Instant>> = tables.iter().map(|table| table.first_after(since)).collect();
        if let Some(next) = next {
            return next.into_iter().max().map(|last| last - since);
        }
        if Instant::now() > deadline {
            return None;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// From how long after this moment on every slot had an owner. A node that has just died owns its slots until its lease ends, so it is
/// looked at for at least as long.
async fn until_owned(site: &Site, since: Instant) -> Option<Duration> {
    let mut owned = None;
    while since.elapsed() < PATIENCE {
        let asked = since.elapsed();
        owned = tokio::task::block_in_place(|| site.is_owned()).then(|| owned.unwrap_or(asked));
        if asked > LEASE && owned.is_some() {
            return owned;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    None
}

/// Waits until the clients of each game have the newest event of its log, and nobody waits for an answer.
async fn settle(site: &Site, tables: &[Arc<Table>]) -> Result<bool, String> {
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        if tables.iter().all(|table| table.is_settled()) {
            let mut games = tables.iter().zip(logs(site, tables).await?);
            if games
                .all(|(table, log)| log.is_none_or(|log| log.kinds_after(table.newest()).next().is_none()))
            {
                return Ok(true);
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(false)
}

/// The logs of all games.
async fn logs(site: &Site, tables: &[Arc<Table>]) -> Result<Vec<Option<Log>>, String> {
    let games: Vec<&str> = tables.iter().map(|table| table.game.as_str()).collect();
    if site.is_next_version {
        upgrade::logs(site, &games)
    } else {
        Log::read_beside(&site.url(), &games).await.map_err(|error| error.to_string())
    }
}

/// Compares everything with the log: what the clients of each game have heard, and the newest event that they had when they went.
/// Returns the most that a turn cost beyond its player's thinking, in milliseconds.
async fn checked(
    site: &Site,
    tables: &[Arc<Table>],
    (heard, may_lose): (Vec<(Vec<Heard>, u32)>, Duration),
    faults: &mut Vec<String>,
) -> Result<u64, String> {
    let logs = logs(site, tables).await?;
    let mut most_lost = 0;
    for ((table, log), heard) in tables.iter().zip(logs).zip(heard) {
        let game = table.game.as_str();
        let mut told = Vec::new();
        for node in &site.nodes {
            let moves = Guest::new(node).await.moves(game).await;
            told.push(moves.iter().filter_map(|name| Uci::from_bytes(name.as_bytes())).collect());
        }
        let found = check_game((game, heard), &log.unwrap_or_default(), &told, may_lose);
        most_lost = most_lost.max(found.most_lost);
        faults.extend(found.faults);
    }
    Ok(most_lost)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lasts_too_long_or_for_ever_is_found() {
        let within = |lasted| late("a slot had no owner", lasted, OWNED);
        assert_eq!(within(Some(OWNED)), None);
        let found = within(Some(OWNED + Duration::from_millis(1)));
        assert_eq!(found.as_deref(), Some("a slot had no owner for 3.501s after the fault's end"));
        assert_eq!(within(None).as_deref(), Some("a slot had no owner since the fault's end"));
    }
}
