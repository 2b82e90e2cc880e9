// SPDX-License-Identifier: AGPL-3.0-or-later
//! An arena: it begins, those who are free begin games, and games end.

use std::collections::BTreeSet;

use tabiya_game::{GameId, PlayerId, Time};

use super::{Act, Refusal};
use crate::arenas::ends;
use crate::event::{EntrantId, Entry, Outcome, Presence, Stage};
use crate::pairing::NoPairing;

impl Act<'_> {
    pub(super) fn open_arena(&self) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        if self.event.arena.is_some() {
            // Somebody else has begun it.
            return Ok(Vec::new());
        }
        self.not_over()?;
        let present = self.event.entrants.iter().filter(|one| one.presence == Presence::Present).count();
        if present < 2 {
            return Err(NoPairing::TooFew(present).into());
        }
        Ok(vec![Entry::ArenaOpened])
    }

    /// Of the pairs those who are still there and free. Who has left or got a game since waits for the next wave.
    pub(super) fn take_wave(
        &self,
        games: &[(EntrantId, EntrantId, GameId)],
        now: Time,
    ) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        let Some(arena) = &self.event.arena else { return Err(Refusal::NotBegunYet) };
        if self.event.stage != Stage::Running || ends(self.event).is_none_or(|ends| now >= ends) {
            return Ok(Vec::new());
        }
        let mut seated = BTreeSet::new();
        let is_free = |id: EntrantId| {
            let there = self.event.entrant(id).is_some_and(|one| one.presence == Presence::Present);
            there && arena.seat(id).is_some_and(|seat| seat.playing.is_none())
        };
        let games: Vec<_> = games
            .iter()
            .copied()
            .filter(|(white, black, _)| is_free(*white) && is_free(*black))
            .filter(|(white, black, _)| white != black && seated.insert(*white) && seated.insert(*black))
            .collect();
        Ok(if games.is_empty() { Vec::new() } else { vec![Entry::Wave { games }] })
    }

    /// A game that ends after the time is over counts no more.
    pub(super) fn arena_game_ended(
        &self,
        place: usize,
        outcome: Outcome,
        absent: Option<PlayerId>,
        (plies, berserk): (u16, [bool; 2]),
    ) -> Vec<Entry> {
        if self.event.stage != Stage::Running {
            return Vec::new();
        }
        let game = u32::try_from(place + 1).unwrap_or(u32::MAX);
        let mut entries = vec![Entry::ArenaResult { game, outcome, plies, berserk }];
        let absent = absent.and_then(|player| self.event.entrant_of(player));
        entries.extend(
            absent
                .filter(|entrant| entrant.presence == Presence::Present)
                .map(|entrant| Entry::Paused { entrant: entrant.id, taken_out: None }),
        );
        entries
    }
}
