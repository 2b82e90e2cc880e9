// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a move costs and how long it takes with one node and with two, beside one server on SQLite: the load generator plays on all three in
//! turn. And how many moves a second each takes.
//!
//! PostgreSQL keeps what it has committed here (`fsync`, `synchronous_commit`), as SQLite does. All programs share the machine's cores.

use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::time::Duration;

use tabiya_store::conformance::postgres::Cluster;

use super::{Failed, median, no_site};
use crate::NatsServer;
use crate::load::{Options, Played, Round};

/// Games on each of the three.
const GAMES: usize = 1_500;
/// How often each is measured, in turn.
const ROUNDS: usize = 5;
const WARM_UP: Duration = Duration::from_secs(1);
const MEASURED: Duration = Duration::from_secs(5);
/// More is too slow: milliseconds from when a move was planned until the opponent has it, for 99 of 100 in the median second.
const SLOW: f64 = 100.0;
/// The share of the planned moves that must be acknowledged in time.
const KEEPS_UP: f64 = 0.97;
/// The first rate that is tried, and the least and the most.
const FIRST: f64 = 1_000.0;
const LEAST: f64 = 60.0;
const MOST: f64 = 16_000.0;
/// How close the highest rate is looked for.
const CLOSE: f64 = 1.1;
/// Moves a second of two programs that are compared.
const COMPARED: f64 = 1_000.0;

/// One of those that are compared.
struct Driven {
    name: &'static str,
    played: Played,
    rounds: Vec<Round>,
}

impl Driven {
    fn start(name: &'static str, options: &Options) -> Result<Self, Failed> {
        Ok(Self { name, played: Played::start(options)?, rounds: Vec::new() })
    }

    fn round(&mut self, rate: f64) -> Result<(), Failed> {
        self.rounds.push(self.played.round(rate, WARM_UP, MEASURED)?);
        Ok(())
    }

    fn median(&self, of: impl Fn(&Round) -> f64) -> f64 {
        median(self.rounds.iter().map(of))
    }

    /// How many times as much as another one: the median over pairs of rounds that followed each other.
    fn ratio_to(&self, other: &Self, of: impl Fn(&Round) -> f64) -> f64 {
        median(self.rounds.iter().zip(&other.rounds).map(|(own, other)| of(own) / of(other)))
    }

    /// The highest rate that it takes.
    fn highest(&self) -> Result<f64, Failed> {
        let highest = highest(|rate| {
            let round = self.played.round(rate, WARM_UP, MEASURED)?;
            Ok(round.delivered_mostly <= SLOW && round.moves_per_second >= rate * KEEPS_UP)
        })?;
        println!(
            "{}: {highest:.0} moves/s at most (with more the p99 of the median second is over {SLOW} ms)",
            self.name
        );
        Ok(highest)
    }

    /// Ends it. Every move must be in the log.
    fn end(self) -> Result<(), Failed> {
        let faults = self.played.end()?;
        faults.first().map_or(Ok(()), |fault| Err(format!("{}: {fault}", self.name)))
    }
}

fn options(binary: &Path) -> Options {
    Options {
        games: GAMES,
        moves_per_second: 100.0,
        misbehaving: 0.0,
        all_cores: true,
        ..Options::of(binary)
    }
}

pub(super) fn measure(binary: &Path) -> Result<(), Failed> {
    println!(
        "The load generator with {GAMES} games, on three sites in turn ({ROUNDS} rounds of {} s):",
        MEASURED.as_secs()
    );
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|listener| listener.local_addr());
    let port = listener.map_err(|error| error.to_string())?.port();
    let at_port = format!("port = {port}");
    let settings = [
        at_port.as_str(),
        "listen_addresses = '127.0.0.1'",
        "fsync = on",
        "synchronous_commit = on",
        "max_wal_size = 1GB",
    ];
    let postgres = Cluster::start_with(|_| settings.map(str::to_owned).to_vec()).ok_or_else(no_site)?;
    let nats = [NatsServer::start().ok_or_else(no_site)?, NatsServer::start().ok_or_else(no_site)?];
    let site = |nodes: usize| Options {
        database: Some(format!("postgres://postgres@127.0.0.1:{port}/{}", postgres.database())),
        bus: Some(nats[nodes - 1].url()),
        nodes,
        ..options(binary)
    };
    let mut sqlite = Driven::start("one server on SQLite", &options(binary))?;
    let mut one = Driven::start("one node on PostgreSQL", &site(1))?;
    let mut two = Driven::start("two nodes, the players of a game on both", &site(2))?;
    let third = sqlite.highest()? / 3.0;
    println!("At a third of that, {third:.0} moves/s:");
    in_turn(&mut [&mut sqlite, &mut one, &mut two], third)?;
    print(&sqlite);
    for (driven, most) in [(&one, 1.15), (&two, 1.4)] {
        print(driven);
        println!(
            "  CPU a move {:.2} times the one on SQLite (goal: at most {most}); p99 to the opponent {:.2} times",
            driven.ratio_to(&sqlite, |round| round.cpu),
            driven.ratio_to(&sqlite, |round| round.delivered)
        );
    }
    println!("What one primary of PostgreSQL takes, with fsync and synchronous_commit on:");
    let third = one.highest()? / 3.0;
    two.highest()?;
    println!("At a third of what one node takes, {third:.0} moves/s:");
    in_turn(&mut [&mut one, &mut two], third)?;
    print(&one);
    print(&two);
    println!(
        "  p99 to the opponent {:.2} times the one with one node (goal: at most 2)",
        two.ratio_to(&one, |round| round.delivered)
    );
    [sqlite, one, two].into_iter().try_for_each(Driven::end)
}

/// Measures all of them at this rate, in place of what was measured before.
fn in_turn(all: &mut [&mut Driven], rate: f64) -> Result<(), Failed> {
    all.iter_mut().for_each(|driven| driven.rounds.clear());
    for _ in 0..ROUNDS {
        all.iter_mut().try_for_each(|driven| driven.round(rate))?;
    }
    Ok(())
}

fn print(driven: &Driven) {
    println!(
        "{}: {:.0} us of CPU a move; p99 {:.2} ms to the mover, {:.2} ms to the opponent; generator {:.0} % busy, {:.1} % sent late",
        driven.name,
        driven.median(|round| round.cpu),
        driven.median(|round| round.acknowledged),
        driven.median(|round| round.delivered),
        driven.median(|round| round.generator) * 100.0,
        driven.median(|round| round.late) * 100.0,
    );
    let refused: u64 = driven.rounds.iter().map(|round| round.refused).sum();
    if refused > 0 {
        println!("  {refused} moves were refused");
    }
}

/// One machine without a bus: this program beside another one, such as that of an earlier commit.
pub(super) fn against(binary: &Path, other: &Path) -> Result<(), Failed> {
    println!("One server on SQLite beside {}, {ROUNDS} pairs at {COMPARED} moves/s:", other.display());
    let mut ours = Driven::start("this program", &options(binary))?;
    let mut theirs = Driven::start("the other one", &options(other))?;
    for round in 0..ROUNDS {
        // Each comes first as often as the other, or nearly.
        let pair = if round % 2 == 0 { [&mut ours, &mut theirs] } else { [&mut theirs, &mut ours] };
        for driven in pair {
            driven.round(COMPARED)?;
        }
    }
    print(&ours);
    print(&theirs);
    println!("  CPU a move {:.2} times the other's (goal: 1)", ours.ratio_to(&theirs, |round| round.cpu));
    ours.end()?;
    theirs.end()
}

/// The highest rate for which `takes` is true, to within [`CLOSE`].
fn highest(mut takes: impl FnMut(f64) -> Result<bool, Failed>) -> Result<f64, Failed> {
    let (mut good, mut bad) = (None, None);
    let mut rate = FIRST;
    loop {
        if takes(rate)? {
            good = Some(rate);
        } else {
            bad = Some(rate);
        }
        rate = match (good, bad) {
            (Some(good), Some(bad)) if bad / good <= CLOSE => return Ok(good),
            (Some(good), Some(bad)) => (good * bad).sqrt(),
            (Some(good), None) if good >= MOST => return Ok(good),
            (Some(good), None) => (good * 2.0).min(MOST),
            (None, Some(bad)) if bad <= LEAST => return Err(format!("not even {bad:.0} moves/s are taken")),
            (None, Some(bad)) => bad / 2.0,
            (None, None) => FIRST,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_rate_is_found_from_both_sides() {
        for limit in [70.0, 999.0, 1_000.0, 5_000.0, 15_999.0] {
            let found = highest(|rate| Ok(rate <= limit)).unwrap();
            assert!(found <= limit && found * CLOSE >= limit, "{found} for {limit}");
        }
        assert_eq!(highest(|_| Ok(true)), Ok(MOST));
        assert!(highest(|_| Ok(false)).is_err());
    }
}
