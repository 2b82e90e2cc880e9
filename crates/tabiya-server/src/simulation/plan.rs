// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a seed decides before anything begins: the game, its players, and how often its store fails.

use tabiya_game::{Bonus, ClockControl, DaysPerMove, Millis, PlayerId, Seat, Seats, Terms, TimeControl};
use tabiya_rules::{Color, Position};
use tabiya_testkit::Random;

use super::ledger::WriteFaults;

pub(super) const ANN: PlayerId = PlayerId::from_bytes([0xA1; 16]);
pub(super) const BOB: PlayerId = PlayerId::from_bytes([0xB2; 16]);

/// Where games begin: as usual, and where they end soon by mate, stalemate, repetition, material or the 75 moves.
const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3QR1K1 w - - 0 1",
    "8/8/8/8/8/5k2/6q1/4K2R w - - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 145 90",
    "k7/p7/P7/8/8/8/8/K6R w - - 0 1",
];

/// A seed's plan.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) terms: Terms,
    /// How long each life of the process lasts, in milliseconds; the last one heals and ends well.
    pub(super) lives: Vec<u64>,
    pub(super) write_faults: WriteFaults,
    /// The players' own mischief, 0 to 3.
    pub(super) mischief: u64,
    /// How long a client thinks at most, in milliseconds.
    pub(super) slowest: u64,
    /// Who takes part: two players, perhaps with a second tab, and who watches.
    pub(super) clients: Vec<Option<PlayerId>>,
    /// In correspondence: when in each life all leave, and for how long, in milliseconds. The wall clock goes faster
    /// while nobody is here.
    pub(super) leaves: Vec<Option<(u64, u64)>>,
    /// How long the server is away after each life beyond the usual.
    pub(super) outages: Vec<u64>,
    /// Whether the players store conditional moves. Only in correspondence.
    pub(super) prepares: bool,
    /// Whether an arbiter pauses clocks, sets them and goes back. Only in games with clocks.
    pub(super) arbiter: bool,
}

impl Plan {
    pub(super) fn of(random: &mut Random) -> Self {
        let time = time_control(random);
        let fen: &&str = random.pick(&STARTS);
        let start = Position::from_fen(fen).expect("these are positions");
        let seat = if random.below(3) == 0 { Seat::Open } else { Seat::Player(BOB) };
        let color = *random.pick(&[Color::White, Color::Black]);
        let terms = Terms::new(start, time, Seats::new(ANN, color, seat)).expect("these can be played");
        let lives: Vec<_> = (0..=random.below(4)).map(|_| 2_000 + random.below(60_000)).collect();
        let often = *random.pick(&[0, 0, 20, 80, 250]);
        let mut rate = || if random.below(2) == 0 { often } else { 0 };
        let write_faults = WriteFaults {
            fails: rate(),
            turns_up_later: rate(),
            unanswered: rate(),
            slow: rate(),
            unreadable: rate(),
        };
        let mut clients = vec![Some(ANN), Some(BOB)];
        clients.extend((0..random.below(3)).map(|_| *random.pick(&[None, Some(ANN), Some(BOB), None])));
        let slowest = *random.pick(&[50, 300, 2_000, 2_000, 8_000, 30_000]);
        let mischief = random.below(4);
        let (leaves, outages) = absences(&lives, &terms, Random::new(!random.clone().next_u64()));
        let is_slow = matches!(terms.time(), Some(TimeControl::Correspondence { .. }));
        let prepares = is_slow && Random::new(random.clone().next_u64()).below(3) > 0;
        let arbiter =
            terms.time().is_some() && !is_slow && Random::new(!random.clone().next_u64()).below(3) == 0;
        Self { arbiter, terms, lives, write_faults, mischief, slowest, clients, leaves, outages, prepares }
    }
}

/// When nobody is here, drawn from numbers of their own.
fn absences(lives: &[u64], terms: &Terms, mut random: Random) -> (Vec<Option<(u64, u64)>>, Vec<u64>) {
    const MINUTE: u64 = 60_000;
    let is_slow = matches!(terms.time(), Some(TimeControl::Correspondence { .. }));
    let mut leaves = Vec::new();
    let mut outages = Vec::new();
    for length in lives {
        let at = random.below(*length);
        let long = *random.pick(&[0, 3 * MINUTE, 30 * MINUTE, 150 * MINUTE, 165 * MINUTE]);
        leaves.push((is_slow && long > 0).then_some((at, long)));
        let away = *random.pick(&[0, 0, 23 * 60 * MINUTE, 30 * 60 * MINUTE]);
        outages.push(if is_slow { away } else { 0 });
    }
    (leaves, outages)
}

fn time_control(random: &mut Random) -> Option<TimeControl> {
    let seconds = Millis::from_secs;
    let clock =
        |initial, bonus| ClockControl::new(seconds(initial), bonus).expect("a clock that can be played");
    let clocks = [
        clock(5, Bonus::Increment(Millis::ZERO)),
        clock(20, Bonus::Increment(seconds(1))),
        clock(180, Bonus::Increment(seconds(2))),
        clock(0, Bonus::Increment(seconds(3))),
        clock(15, Bonus::Delay(seconds(2))),
        clock(15, Bonus::Bronstein(seconds(2))),
    ];
    match random.below(8) {
        0 => None,
        1 => Some(TimeControl::Correspondence { days: DaysPerMove::new(1).expect("a day is allowed") }),
        2 => Some(TimeControl::Clocks { white: *random.pick(&clocks), black: *random.pick(&clocks) }),
        _ => Some(TimeControl::equal(*random.pick(&clocks))),
    }
}
