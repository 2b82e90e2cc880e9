// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the benchmarks of the log share: a game, and what the process has used.

use std::fs;

use tabiya_game::{Command, Game, Millis, PlayerId, Seat, Seats, Stamped, Terms, Time, TimeControl};
use tabiya_rules::{Color, Position};

/// How many events the game has: eighty half-moves, about the mean of real games, and its beginning and end.
pub(crate) const LENGTH: usize = 83;

/// The log of a game between people with clocks: created, joined, played, resigned.
pub(crate) fn script() -> Vec<Stamped> {
    (0..).find_map(play_at_random).expect("some random game is long enough")
}

/// None where the game ends too early.
fn play_at_random(mut seed: usize) -> Option<Vec<Stamped>> {
    let player = |byte| PlayerId::from_bytes([byte; 16]);
    let time = TimeControl::new(Millis::from_secs(300), Millis::from_secs(3)).unwrap();
    let seats = Seats::new(player(1), Color::White, Seat::Open);
    let mut now = 1_795_000_000_000;
    let (mut game, created) =
        Game::create(Terms::new(Position::start(), Some(time), seats).unwrap(), Time(now));
    let mut log = vec![created];
    let mut command = Command::Join { player: player(2), details: None, color: None };
    while log.len() < LENGTH {
        now += 1_234;
        for event in game.decide(command, Time(now)).unwrap() {
            log.push(Stamped::new(Time(now), event));
            game.apply(log.last().unwrap());
        }
        if game.is_over() {
            break;
        }
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let moves = game.history().position().legal_moves();
        command = if log.len() == LENGTH - 1 {
            Command::Resign { by: Color::White }
        } else {
            let attempt = moves[(seed >> 33) % moves.len()].into();
            Command::Play { by: game.turn(), attempt, seq: game.last_seq(), lag: None }
        };
    }
    (log.len() == LENGTH).then_some(log)
}

/// What the process has used so far, from `/proc`.
#[derive(Default)]
pub(crate) struct Usage {
    pub(crate) all_nanos: u64,
    pub(crate) writer_nanos: u64,
    pub(crate) bytes_written: u64,
}

impl Usage {
    pub(crate) fn now() -> Self {
        let mut usage = Self::default();
        for thread in fs::read_dir("/proc/self/task").into_iter().flatten().flatten() {
            let read = |name| fs::read_to_string(thread.path().join(name)).unwrap_or_default();
            let nanos = read("schedstat").split(' ').next().and_then(|text| text.parse().ok()).unwrap_or(0);
            usage.all_nanos += nanos;
            if read("comm").trim() == "store-writer" {
                usage.writer_nanos += nanos;
            }
        }
        let io = fs::read_to_string("/proc/self/io").unwrap_or_default();
        let written = io.lines().find_map(|line| line.strip_prefix("wchar: "));
        usage.bytes_written = written.and_then(|text| text.parse().ok()).unwrap_or(0);
        usage
    }

    pub(crate) fn since(&self, before: &Self) -> Self {
        Self {
            all_nanos: self.all_nanos - before.all_nanos,
            writer_nanos: self.writer_nanos - before.writer_nanos,
            bytes_written: self.bytes_written - before.bytes_written,
        }
    }
}

/// The number behind this option; `None` where the option is not given.
pub(crate) fn option(name: &str) -> Option<u64> {
    let mut arguments = std::env::args().skip_while(|argument| argument != name);
    Some(arguments.nth(1)?.parse().unwrap_or_else(|_| panic!("{name} needs a number")))
}
