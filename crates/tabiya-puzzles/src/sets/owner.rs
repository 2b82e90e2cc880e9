// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the owner of a set does with it: makes it, by hand or by a filter, changes it, prints it, deletes it.

use tabiya_game::Time;
use tabiya_protocol::{
    ChangePuzzleSet, MOST_SET_PUZZLES, NewPuzzleSet, PuzzleFilter, PuzzleSetView, PuzzleSheet,
};
use tabiya_store::{Account, PuzzleInSet, PuzzleSet, PuzzleWish, StoredPuzzle};

use super::{MOST_SETS, checked_name};
use crate::openings::{MOST_OPENINGS, is_opening};
use crate::paper::on_paper;
use crate::solving::{NotSolved, Solving};
use crate::theme::Theme;

/// The most themes of a filter, and of the mix from which the next puzzle comes.
pub const MOST_THEMES: usize = 20;
/// The storage looks for whole steps of ratings. So many puzzles at the ends of a filter's range are passed over at most.
const MOST_PASSED: usize = 20;
/// Ratings that a filter may ask for, in points.
const RATINGS: std::ops::RangeInclusive<u16> = 100..=4000;

impl Solving {
    /// Makes a set. `id` is new, `chance` a random number.
    ///
    /// # Errors
    /// If the name or the filter is wrong, a puzzle is not there, there are too many, or the storage fails.
    pub async fn new_set(
        &self,
        account: &Account,
        wish: NewPuzzleSet,
        (id, chance): (String, u32),
        now: Time,
    ) -> Result<PuzzleSetView, NotSolved> {
        let name = checked_name(&wish.name)?;
        let mut puzzles = self.checked_puzzles(account, &wish.puzzles).await?;
        if let Some(filter) = &wish.filter {
            let found = self.filtered(filter, &puzzles, chance).await?;
            if found.is_empty() {
                return Err(NotSolved::NoneFits);
            }
            puzzles.extend(found.into_iter().map(|stored| stored.id));
        }
        if puzzles.len() > MOST_SET_PUZZLES {
            return Err(too_many());
        }
        let puzzles = puzzles.into_iter().map(|id| PuzzleInSet { id, added: now }).collect();
        let set =
            PuzzleSet { id, owner: account.player, name, created: now, given: None, puzzles, version: 1 };
        // No other set has this id, so one that is not kept is one too many.
        match self.keep_set(account, set).await {
            Err(NotSolved::Stale) => {
                Err(NotSolved::Moves(format!("you have {MOST_SETS} sets; delete one first")))
            }
            made => made,
        }
    }

    /// The same puzzles without doubles. Refuses them all if the account may not see one of them.
    async fn checked_puzzles(&self, account: &Account, ids: &[String]) -> Result<Vec<String>, NotSolved> {
        if ids.len() > MOST_SET_PUZZLES {
            return Err(too_many());
        }
        let mut checked: Vec<String> = Vec::new();
        for id in ids {
            if !checked.contains(id) {
                self.puzzle(id, Some(account.player)).await?;
                checked.push(id.clone());
            }
        }
        Ok(checked)
    }

    /// Puzzles of a filter that are not among `known`, from the easiest to the hardest.
    pub(crate) async fn filtered(
        &self,
        filter: &PuzzleFilter,
        known: &[String],
        chance: u32,
    ) -> Result<Vec<StoredPuzzle>, NotSolved> {
        let PuzzleFilter { themes, openings, from, to, count } = filter;
        let count = usize::from(*count);
        if !(1..=MOST_SET_PUZZLES).contains(&count)
            || from > to
            || !RATINGS.contains(from)
            || !RATINGS.contains(to)
        {
            let say = format!(
                "a filter finds 1 to {MOST_SET_PUZZLES} puzzles with ratings from 100 to 4000, and its lowest rating is not above its highest"
            );
            return Err(NotSolved::Moves(say));
        }
        // The storage searches theme by theme, for each puzzle.
        if themes.len() > MOST_THEMES {
            return Err(NotSolved::Moves(format!("a filter has {MOST_THEMES} themes at most")));
        }
        if openings.len() > MOST_OPENINGS || !openings.iter().all(|name| is_opening(name)) {
            let say = format!("a filter has {MOST_OPENINGS} openings at most, by their names in the CSV");
            return Err(NotSolved::Moves(say));
        }
        let theme =
            |name: &String| name.parse::<Theme>().map_err(|error| NotSolved::Moves(error.to_string()));
        let mut themes: Vec<u8> =
            themes.iter().map(|name| theme(name).map(Theme::number)).collect::<Result<_, _>>()?;
        themes.sort_unstable();
        themes.dedup();
        let mut taken: Vec<String> = known.to_vec();
        let mut found: Vec<StoredPuzzle> = Vec::new();
        let span = u32::from(to - from);
        let mut passed = 0;
        while found.len() < count && passed <= MOST_PASSED {
            let step = span * found.len() as u32 / (count as u32 - 1).max(1);
            let points = from + u16::try_from(step).unwrap_or(0);
            let chance = chance.wrapping_add((taken.len() as u32).wrapping_mul(0x9e37_79b9));
            let wish = PuzzleWish {
                player: None,
                themes: &themes,
                openings,
                points,
                within: Some([*from, *to]),
                chance,
                except: &taken,
            };
            let Some(stored) = self.store.puzzles.next_puzzle(&wish).await? else { break };
            taken.push(stored.id.clone());
            if (*from..=*to).contains(&stored.rating.rounded().points) {
                found.push(stored);
            } else {
                passed += 1;
            }
        }
        found.sort_by_key(|stored| stored.rating.rounded().points);
        Ok(found)
    }

    /// Changes the name or the puzzles of a set.
    ///
    /// # Errors
    /// If it is not the account's, was changed since, a puzzle is not there, or the storage fails.
    pub async fn change_set(
        &self,
        account: &Account,
        id: &str,
        wish: ChangePuzzleSet,
        now: Time,
    ) -> Result<PuzzleSetView, NotSolved> {
        let mut set = self.seen_set(account, id, wish.seen).await?;
        if set.given.is_some() && !account.role.is_staff() {
            return Err(NotSolved::NotYours);
        }
        if let Some(name) = &wish.name {
            set.name = checked_name(name)?;
        }
        if let Some(puzzles) = &wish.puzzles {
            let puzzles = self.checked_puzzles(account, puzzles).await?;
            let added = |id: &str| set.puzzles.iter().find(|old| old.id == id).map_or(now, |old| old.added);
            set.puzzles = puzzles.into_iter().map(|id| PuzzleInSet { added: added(&id), id }).collect();
        }
        self.keep_set(account, set).await
    }

    /// Deletes a set.
    ///
    /// # Errors
    /// If it is not the account's, or the storage fails.
    pub async fn delete_set(&self, account: &Account, id: &str) -> Result<(), NotSolved> {
        let set = self.own_set(account, id).await?;
        Ok(self.store.puzzle_sets.delete_set(&set.id).await?)
    }

    /// How many puzzles a set of this account has.
    ///
    /// # Errors
    /// If it is not the account's, or the storage fails.
    pub async fn size_of_set(&self, account: &Account, id: &str) -> Result<usize, NotSolved> {
        Ok(self.own_set(account, id).await?.puzzles.len())
    }

    /// A set with its solutions, to be printed. Its owner has seen the solutions then.
    ///
    /// # Errors
    /// If it is not the account's, or the storage fails.
    pub async fn set_sheet(&self, account: &Account, id: &str, now: Time) -> Result<PuzzleSheet, NotSolved> {
        let set = self.own_set(account, id).await?;
        let mut puzzles = Vec::new();
        for (stored, puzzle) in self.puzzles_of_set(account, &set).await? {
            match self.told_whole(&stored.id, Some(account.player), now).await {
                Ok(_) => puzzles.push(on_paper(&stored.id, &puzzle, 1)),
                // It was withdrawn a moment ago. The others are printed all the same.
                Err(NotSolved::Withdrawn | NotSolved::Unknown(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(PuzzleSheet { name: set.name, puzzles })
    }
}

fn too_many() -> NotSolved {
    NotSolved::Moves(format!("a set has {MOST_SET_PUZZLES} puzzles at most"))
}
