// SPDX-License-Identifier: AGPL-3.0-or-later
//! The puzzle of the day: the same for all.

use std::collections::HashSet;

use tabiya_game::{PlayerId, Time};
use tabiya_protocol::PuzzleView;
use tabiya_store::{PuzzleWish, StorageError, StoredPuzzle};

use crate::solving::{NotSolved, Solving, read, shown};

/// A day in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1_000;
/// How hard the puzzle of a day is, in points, from Thursday on: 1970 began with one. The week gets harder from Monday on.
const POINTS: [u16; 7] = [1400, 1500, 1600, 1700, 1000, 1200, 1300];
/// How far from that it may be, in points, so that a small server has enough of them.
const REACH: u16 = 250;
/// So many days back no puzzle is given twice, as long as there are others: some 13 years.
const REMEMBERED: u32 = 5_000;

impl Solving {
    /// The puzzle of the day in UTC, as its solver sees it.
    ///
    /// # Errors
    /// If there is no puzzle at all, or the storage fails.
    pub async fn daily(&self, player: Option<PlayerId>, now: Time) -> Result<PuzzleView, NotSolved> {
        let stored = self.of_day(now).await?.ok_or_else(|| NotSolved::Unknown("daily".to_owned()))?;
        let tried = match player {
            Some(player) => self.store.puzzles.attempt(player, &stored.id).await?,
            None => None,
        };
        Ok(shown(&stored, &read(&stored)?, tried.as_ref(), player.is_some()))
    }

    /// The puzzle of the day in UTC. Whoever asks first chooses it, and the storage keeps it for all. `None` if there is none to
    /// choose.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn of_day(&self, now: Time) -> Result<Option<StoredPuzzle>, StorageError> {
        let day = u32::try_from(now.0 / DAY).unwrap_or(u32::MAX);
        if let Some(stored) = self.store.puzzles.puzzle_of_day(day).await? {
            return Ok(Some(stored));
        }
        let Some(chosen) = self.chosen_for(day).await? else { return Ok(None) };
        self.store.puzzles.set_puzzle_of_day(day, &chosen).await?;
        self.store.puzzles.puzzle_of_day(day).await
    }

    /// One that was never that of a day; where all were, the one whose day is longest ago. First among those that are as hard as the
    /// day wants, and only if there are none among all.
    async fn chosen_for(&self, day: u32) -> Result<Option<String>, StorageError> {
        let points = POINTS[day as usize % POINTS.len()];
        // Spread over all numbers, so that two days don't get neighbours.
        let chance = day.wrapping_mul(0x9e37_79b9);
        let mut given: Vec<String> = Vec::new();
        let mut seen = HashSet::new();
        for (_, puzzle) in self.store.puzzles.puzzles_of_days(REMEMBERED).await? {
            if seen.insert(puzzle.clone()) {
                given.push(puzzle);
            }
        }
        for within in [Some([points - REACH, points + REACH]), None] {
            let wish = PuzzleWish {
                player: None,
                themes: &[],
                openings: &[],
                points,
                within,
                chance,
                except: &given,
            };
            if let Some(fresh) = self.store.puzzles.next_puzzle(&wish).await? {
                return Ok(Some(fresh.id));
            }
            for id in given.iter().rev() {
                let stored = self.store.puzzles.puzzle(id).await?.filter(|stored| !stored.is_withdrawn);
                let fits = |stored: &StoredPuzzle| {
                    within
                        .is_none_or(|[least, most]| (least..=most).contains(&stored.rating.rounded().points))
                };
                if stored.as_ref().is_some_and(fits) {
                    return Ok(Some(id.clone()));
                }
            }
        }
        Ok(None)
    }
}
