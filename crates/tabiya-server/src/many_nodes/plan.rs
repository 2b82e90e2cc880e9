// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a seed has in store: which faults, when and for how long.

use tabiya_testkit::Random;

/// Faults come from now on, in milliseconds, ...
const CALM: u64 = 4_000;
/// ... and all have healed by then.
pub(super) const HEALED: u64 = 34_000;
/// From now on the players start nothing new.
pub(super) const REST: u64 = 52_000;
/// For how long the plan waits for the append that it delays, in milliseconds.
pub(super) const SENDS: u64 = 5_000;
/// By then all must be quiet, also where the database has left two appends in a row without an answer.
pub(super) const END: u64 = 70_000;

#[derive(Clone, Debug)]
pub(super) enum Act {
    Kill {
        node: usize,
        back_after: u64,
    },
    Stop {
        node: usize,
    },
    Suspend {
        node: usize,
        ms: u64,
    },
    GoOn {
        node: usize,
    },
    CutStore {
        node: usize,
        ms: u64,
    },
    JoinStore {
        node: usize,
    },
    CutBus {
        node: usize,
        ms: u64,
    },
    JoinBus {
        node: usize,
    },
    Drain {
        node: usize,
        ms: u64,
    },
    Undrain {
        node: usize,
    },
    StoreAway {
        ms: u64,
    },
    StoreBack,
    /// The node is suspended when its next renewal has reached the database, and cut off the store when it goes on.
    Stutter {
        node: usize,
        ms: u64,
    },
    /// The node is suspended when it has sent its next append, which reaches the database `late` milliseconds later. Nothing happens if
    /// it sends none within [`SENDS`].
    Straggle {
        node: usize,
        ms: u64,
        late: u64,
    },
    ClearUp,
}

impl Act {
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Kill { .. } => "killed",
            Self::Stop { .. } => "stopped",
            Self::Suspend { .. } => "suspended",
            Self::CutStore { .. } => "cut off the store",
            Self::CutBus { .. } => "cut off the bus",
            Self::Drain { .. } => "drained",
            Self::StoreAway { .. } => "store away",
            Self::Stutter { .. } => "suspended in a renewal",
            // Counted when it is.
            Self::Straggle { .. } => "to be suspended in an append",
            Self::GoOn { .. }
            | Self::JoinStore { .. }
            | Self::JoinBus { .. }
            | Self::Undrain { .. }
            | Self::StoreBack
            | Self::ClearUp => "healed",
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) games: usize,
    /// What a player's clock shows at first.
    pub(super) seconds: u32,
    /// What the clocks of the machines are ahead of the database's, in milliseconds.
    pub(super) skews: Vec<i64>,
    /// Messages on the bus in a thousand.
    pub(super) lost: u64,
    pub(super) twice: u64,
    pub(super) waits: u64,
    /// So many appends in a hundred reach the database seconds later, or are carried out and not answered.
    pub(super) slow: u64,
    /// Whether nothing happens but that nodes are stopped and drained, with nothing lost.
    pub(super) is_planned: bool,
    /// Whether the second game has no clock: then no turn begins anew in it.
    pub(super) is_untimed: bool,
    pub(super) acts: Vec<(u64, Act)>,
}

impl Plan {
    pub(super) fn draw(seed: u64, random: &mut Random, nodes: usize) -> Self {
        let is_planned = random.below(5) == 0;
        let is_clear = is_planned || random.below(3) == 0;
        let mut share = |most: u64| if is_clear { 0 } else { random.below(most) };
        let (lost, twice, waits, slow) = (share(60), share(60), share(100), share(5));
        let is_skewed = random.below(2) == 0;
        let skews =
            (0..nodes).map(|_| if is_skewed { random.below(7_000) as i64 - 3_500 } else { 0 }).collect();
        let mut acts = vec![(HEALED, Act::ClearUp)];
        for _ in 0..1 + random.below(4) {
            let at = CALM + random.below(HEALED - CALM - 8_000);
            let longest = HEALED - at - 500;
            let node = random.below(nodes as u64) as usize;
            let stays = (1_000 + random.below(12_000)).min(longest);
            let act = match if is_planned { 6 } else { random.below(9) } {
                0 | 1 => Act::Kill { node, back_after: (100 + random.below(6_000)).min(longest) },
                2 | 3 => Act::Suspend { node, ms: *random.pick(&[1_000, 1_400, 1_600, 5_000]) },
                4 => Act::CutStore { node, ms: stays },
                5 => Act::CutBus { node, ms: stays },
                6 if random.below(2) == 0 => Act::Stop { node },
                6 => Act::Drain { node, ms: stays },
                7 => Act::Stutter { node, ms: 400 + random.below(700) },
                _ => Act::StoreAway { ms: (500 + random.below(5_000)).min(longest) },
            };
            acts.push((at, act));
        }
        if seed % 4 == 3 && !is_planned {
            acts.push(straggling(&mut Random::new(seed), nodes));
        }
        let seconds = *random.pick(&[15, 60, 300]);
        let is_untimed = random.below(3) == 0;
        Self { games: 2, seconds, skews, lost, twice, waits, slow, is_planned, is_untimed, acts }
    }
}

/// An append that is under way when the lease of its node ends. Each fourth seed has one, unless only stops and drains are planned in
/// it: the others stay as they were.
fn straggling(random: &mut Random, nodes: usize) -> (u64, Act) {
    let at = CALM + random.below(HEALED - CALM - 15_000);
    let node = random.below(nodes as u64) as usize;
    // A page finds its node silent after five seconds, and may come back to it.
    let ms = 4_000 + random.below(1_000);
    (at, Act::Straggle { node, ms, late: 2_000 + random.below(ms) })
}
