// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a running server has of puzzles: the tasks that look for them, and what calls about them need, with their limits.

use tabiya_game::PlayerId;
use tabiya_limits::address::AddressRate;
use tabiya_limits::rate_limit::RateLimit;
use tabiya_live::foundation::Foundation;
use tabiya_runtime::spawn::spawn;

use crate::{Effort, Lessons, PuzzleBell, Races, Search, Solving};

/// Nobody who looks at the board answers puzzles faster: a rush has some twenty moves a minute.
const ANSWERS_A_MINUTE: u32 = 120;
const ANSWERS_AN_HOUR: u32 = 2_000;
/// A class of guests shares an address.
const GUESTS_BEHIND_AN_ADDRESS: u32 = 30;
/// Races that guests may make from an address: a race is kept for an hour, and all guests together have room for 120.
const GUEST_RACES_A_MINUTE: u32 = 10;
const GUEST_RACES_AN_HOUR: u32 = 40;

/// Puzzles in a running server. Calls reach all of it.
pub struct PuzzleService {
    /// Puzzles and who solves them.
    pub solving: Solving,
    /// Tells pupils of sets, lessons and races.
    pub bell: PuzzleBell,
    /// Races of puzzles.
    pub races: Races,
    /// How often players answer puzzles.
    pub answers: RateLimit<PlayerId>,
    /// How often guests answer puzzles from an address.
    pub guest_answers: AddressRate,
    /// How often guests make races from an address: the room that guests have for them is for all addresses.
    pub guest_races: AddressRate,
}

impl PuzzleService {
    /// Brings the puzzles of the program, and begins to look for more in the games of the site and of lessons. Must be called
    /// inside a running Tokio runtime: it spawns tasks, which end when the server does.
    #[must_use]
    pub fn start(on: &Foundation<'_>) -> Self {
        let store = on.store();
        let solving = Solving::new(store.clone());
        bring_start_set(solving.clone());
        let (timeline, owned) = (on.rooms().timeline(), on.rooms().owned());
        let search = Search::new(store.clone(), on.archive.clone(), timeline, Effort::USUAL);
        search.owning(owned.clone()).start(on.stopping.clone());
        let races = Races::new(solving.clone());
        let bell = PuzzleBell::new(on.people().clone(), solving.clone(), races.clone());
        let lessons = Lessons::new(store.clone(), Effort::LESSON).telling(bell.clone());
        lessons.owning(owned).start(on.stopping.clone());
        let unlimited = &on.config.limits.unlimited_addresses;
        Self {
            races,
            solving,
            bell,
            answers: RateLimit::new(ANSWERS_A_MINUTE, ANSWERS_AN_HOUR),
            guest_answers: AddressRate::new(
                GUESTS_BEHIND_AN_ADDRESS * ANSWERS_A_MINUTE,
                GUESTS_BEHIND_AN_ADDRESS * ANSWERS_AN_HOUR,
                unlimited,
            ),
            guest_races: AddressRate::new(GUEST_RACES_A_MINUTE, GUEST_RACES_AN_HOUR, unlimited),
        }
    }
}

/// Adds the puzzles that the program brings, behind everything that somebody waits for.
fn bring_start_set(solving: Solving) {
    spawn(async move {
        match solving.add_start_set().await {
            Ok(0) => {}
            Ok(puzzles) => tracing::info!(puzzles, "the start set of puzzles is there"),
            Err(error) => tracing::warn!(%error, "the start set of puzzles can't be stored"),
        }
    });
}
