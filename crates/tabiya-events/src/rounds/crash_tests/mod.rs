// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whole events over the real store and rooms, with a server that is killed between any two steps.
//!
//! A seed decides the format, who plays where, the results, and at which write each life of the server ends: before the write was
//! carried out, or after it and before anybody hears of it. The next life begins with what the store has. After each one must hold
//! what stands in [`truth`]: nobody is in two games, nobody is left out, and the journal tells what the games tell.
//!
//! `TABIYA_SIMULATE_EVENTS=1000 cargo test -p tabiya-events --lib crash_tests` plays more seeds, from `TABIYA_SIMULATE_FROM` on.

mod fuse;
mod life;
mod truth;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use tabiya_game::{GameId, Millis, PlayerId, Time, TimeControl};
use tabiya_protocol::events::{EventId, KeizerRules};
use tabiya_store::{SqliteStore, Store};
use tempfile::TempDir;

use crate::decide::Command;
use crate::event::{Card, Event, Format, Plays, Settings, Stage, mix};
use crate::events::Events;

/// The seeds of the ordinary run. One of them kills the server between the entry of a game and its creation.
const FIRST_SEED: u64 = 28;
const SEEDS: u64 = 6;
/// Lives that end early, at most. The one after them reaches the end.
const MOST_LIVES: u64 = 12;
/// Writes of a life that ends early, at most.
const MOST_WRITES: u64 = 12;

/// Decides by a seed.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(1);
        mix(self.0)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }
}

fn number(name: &str) -> Option<u64> {
    let value = std::env::var(name).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name} must be a number, not {value:?}")))
}

fn format(dice: &mut Dice) -> Format {
    match dice.below(4) {
        0 => Format::Swiss { rounds: 2, baku: false },
        1 => Format::RoundRobin { cycles: 1 },
        2 => Format::KnockOut { games: 1 },
        _ => Format::Keizer { rounds: 2, rules: KeizerRules { rounds_between: 0, ..KeizerRules::default() } },
    }
}

/// An event whose players have entered. Every fourth one sits at the venue.
async fn event(store: &Store, dice: &mut Dice) -> EventId {
    let time = TimeControl::new(Millis::from_secs(3600), Millis::ZERO).unwrap();
    let (format, players) = (format(dice), 4 + dice.below(2) as u8);
    let games_per_pairing = 1 + dice.below(2) as u8;
    let settings =
        Settings { games_per_pairing, ..Settings::new("Crashes", format, Some(time), dice.next()) };
    let enter = |number: u8| Command::Enter {
        player: Some(PlayerId::from_bytes([number; 16])),
        card: Card::new(format!("Player {number}"), Some(2000 - u16::from(number))),
        plays: Some(if number.is_multiple_of(4) { Plays::OverTheBoard } else { Plays::Online }),
    };
    let commands: Vec<Command> = (1..=players).map(enter).collect();
    let events = Events::new(store.clone());
    events.create(settings, None, &commands, Time(1), dice.next()).await.unwrap().0
}

/// The event as the store has it.
async fn stored(store: &Store, id: EventId) -> Arc<Event> {
    Events::new(store.clone()).read(id).await.unwrap()
}

/// Plays a seed to its end.
fn simulate(seed: u64) {
    let mut dice = Dice(mix(seed));
    let folder = TempDir::new().unwrap();
    let store = Store::new(SqliteStore::open(folder.path().join("data")).unwrap());
    let created: Arc<Mutex<BTreeSet<GameId>>> = Arc::default();
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let id = runtime().block_on(event(&store, &mut dice));
    for life in 0..=MOST_LIVES {
        let writes = if life < MOST_LIVES { dice.below(MOST_WRITES) } else { u64::MAX };
        let fuse = fuse::Fuse::new(writes, dice.below(2) == 0, Arc::clone(&created));
        let own = fuse::until_dead(&store, &fuse);
        let process = runtime();
        process.block_on(async {
            tokio::select! {
                biased;
                () = fuse.died() => {}
                () = life::live(own, id, &mut dice) => {}
            }
        });
        // Whatever the process was doing, it does no more.
        drop(process);
        let is_over = runtime().block_on(async {
            let event = stored(&store, id).await;
            let created = created.lock().unwrap().clone();
            truth::nobody_plays_twice(&store, &event, &created).await;
            if event.stage == Stage::Finished {
                truth::results_are_those_of_the_games(&store, &event).await;
            }
            event.stage == Stage::Finished
        });
        if is_over {
            return;
        }
    }
    panic!("the event has no end");
}

#[test]
fn an_event_survives_being_killed_between_any_two_steps() {
    let from = number("TABIYA_SIMULATE_FROM").unwrap_or(FIRST_SEED);
    let seeds = number("TABIYA_SIMULATE_EVENTS").unwrap_or(SEEDS);
    for seed in from..from + seeds {
        let played = std::panic::catch_unwind(|| simulate(seed));
        assert!(played.is_ok(), "seed {seed}: TABIYA_SIMULATE_EVENTS=1 TABIYA_SIMULATE_FROM={seed}");
    }
}
