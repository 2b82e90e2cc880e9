// SPDX-License-Identifier: AGPL-3.0-or-later
//! Sets of puzzles. Everybody with an account may keep some; an organiser assigns one to the own class and sees what each pupil has
//! done with it. Nobody else sees that.
//!
//! This file says who may look at a set, and what is shown of it; `owner.rs` what its owner does, `class.rs` what an organiser does with
//! it and the class.

mod class;
mod owner;

use std::collections::HashSet;

use tabiya_accounts::people::class::{class_of, has_class, is_pupil_of};
use tabiya_game::PlayerId;
use tabiya_protocol::{LONGEST_SET_NAME, PuzzleOfSet, PuzzleSetLists, PuzzleSetSummary, PuzzleSetView};
use tabiya_runtime::clean::visible;
use tabiya_store::{Account, AttemptEnd, PuzzleInSet, PuzzleSet, StorageError, StoredPuzzle};

pub use owner::MOST_THEMES;

use crate::door::sees;
use crate::puzzle::Puzzle;
use crate::solving::{NotSolved, Solving, end_view, rating_view, read};

/// The most sets of a player.
const MOST_SETS: u32 = 200;

/// A name without what surrounds it, and without what can't be seen or turns the direction of writing: children read it.
pub(crate) fn checked_name(name: &str) -> Result<String, NotSolved> {
    let typed = name.trim();
    let name = visible(typed);
    let length = name.chars().count();
    if length == 0 || length > LONGEST_SET_NAME || typed.chars().any(char::is_control) {
        return Err(NotSolved::Moves(format!("a name has 1 to {LONGEST_SET_NAME} characters, not {length}")));
    }
    Ok(name)
}

/// Whether somebody who may look at a set is shown this puzzle of it.
fn is_solvable(stored: &StoredPuzzle, viewer: &Account) -> bool {
    !stored.is_withdrawn && sees(stored.audience, Some(viewer))
}

impl Solving {
    /// The sets of this account, and those that its organiser has assigned. The race of the class is not looked up:
    /// [`PuzzleBell::race_for`](crate::PuzzleBell::race_for) knows it.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn set_lists(&self, account: &Account) -> Result<PuzzleSetLists, NotSolved> {
        let own = self.store.puzzle_sets.sets_of(account.player, MOST_SETS).await?;
        let mut assigned = match class_of(account) {
            Some(organiser) if has_class(&self.store, organiser).await? => {
                self.store.puzzle_sets.sets_of(organiser, MOST_SETS).await?
            }
            Some(_) | None => Vec::new(),
        };
        assigned.retain(|set| set.given.is_some());
        assigned.sort_by_key(PuzzleSet::due);
        let lessons = self.lessons_for(account).await?;
        let (own, assigned) = (self.summaries(account, own).await?, self.summaries(account, assigned).await?);
        // Today's games first, then what is due.
        let assigned = lessons.into_iter().chain(assigned).collect();
        Ok(PuzzleSetLists { own, assigned, has_class: account.role.is_staff(), race: None })
    }

    /// The puzzles that this organiser's class should solve.
    pub(crate) async fn assigned_puzzles(&self, organiser: PlayerId) -> Result<Vec<String>, StorageError> {
        let sets = self.store.puzzle_sets.sets_of(organiser, MOST_SETS).await?;
        let assigned = sets.iter().filter(|set| set.given.is_some());
        let ids: HashSet<String> = assigned.flat_map(PuzzleSet::ids).collect();
        Ok(ids.into_iter().collect())
    }

    async fn summaries(
        &self,
        account: &Account,
        sets: Vec<PuzzleSet>,
    ) -> Result<Vec<PuzzleSetSummary>, StorageError> {
        let ids: HashSet<String> = sets.iter().flat_map(PuzzleSet::ids).collect();
        // A position of a classmate's game and a puzzle that was withdrawn can't be solved: they would be left for ever. The owner
        // of a set counts what stands in it.
        let is_own = |set: &PuzzleSet| set.owner == account.player;
        let own: HashSet<String> = sets.iter().filter(|set| is_own(set)).flat_map(PuzzleSet::ids).collect();
        let mut shown = HashSet::new();
        for id in ids {
            if own.contains(&id)
                || self.store.puzzles.puzzle(&id).await?.is_some_and(|stored| is_solvable(&stored, account))
            {
                shown.insert(id);
            }
        }
        let ids: Vec<String> = shown.iter().cloned().collect();
        let attempts = self.store.puzzle_sets.attempts_at(&ids, &[account.player]).await?;
        let solved = attempts.into_iter().filter(|(_, attempt)| attempt.last == AttemptEnd::Solved);
        let solved: HashSet<String> = solved.map(|(_, attempt)| attempt.puzzle).collect();
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Ok(sets
            .into_iter()
            .map(|set| PuzzleSetSummary {
                due: set.due().map(|due| due.0),
                puzzles: count(set.puzzles.iter().filter(|puzzle| shown.contains(&puzzle.id)).count()),
                solved: count(set.puzzles.iter().filter(|puzzle| solved.contains(&puzzle.id)).count()),
                id: set.id,
                name: set.name,
            })
            .collect())
    }

    /// Whether somebody may look at a set: its owner, and the owner's class once it is assigned.
    async fn is_shown(&self, set: &PuzzleSet, viewer: &Account) -> Result<bool, StorageError> {
        if set.owner == viewer.player {
            return Ok(true);
        }
        let is_given = set.given.is_some() && is_pupil_of(viewer, set.owner);
        Ok(is_given && has_class(&self.store, set.owner).await?)
    }

    /// A set that this account may look at.
    async fn shown_set(&self, account: &Account, id: &str) -> Result<PuzzleSet, NotSolved> {
        if let Some(set) = self.store.puzzle_sets.puzzle_set(id).await?
            && self.is_shown(&set, account).await?
        {
            return Ok(set);
        }
        Err(NotSolved::UnknownSet(id.chars().take(40).collect()))
    }

    /// A set of this account.
    async fn own_set(&self, account: &Account, id: &str) -> Result<PuzzleSet, NotSolved> {
        let set = self.shown_set(account, id).await?;
        if set.owner == account.player { Ok(set) } else { Err(NotSolved::NotYours) }
    }

    /// A set of this account as it is to be changed.
    async fn seen_set(&self, account: &Account, id: &str, seen: u32) -> Result<PuzzleSet, NotSolved> {
        let set = self.own_set(account, id).await?;
        if set.version != seen {
            return Err(NotSolved::Stale);
        }
        Ok(PuzzleSet { version: set.version.saturating_add(1), ..set })
    }

    async fn keep_set(&self, account: &Account, set: PuzzleSet) -> Result<PuzzleSetView, NotSolved> {
        if !self.store.puzzle_sets.keep_set(&set, MOST_SETS).await? {
            return Err(NotSolved::Stale);
        }
        Ok(self.set_view(account, set).await?)
    }

    /// The puzzles of a set that this account may see.
    async fn puzzles_of_set(
        &self,
        account: &Account,
        set: &PuzzleSet,
    ) -> Result<Vec<(StoredPuzzle, Puzzle)>, StorageError> {
        let mut found = Vec::with_capacity(set.puzzles.len());
        for PuzzleInSet { id, .. } in &set.puzzles {
            let stored = self.store.puzzles.puzzle(id).await?;
            if let Some(stored) = stored.filter(|one| is_solvable(one, account)) {
                let puzzle = read(&stored)?;
                found.push((stored, puzzle));
            }
        }
        Ok(found)
    }

    async fn set_view(&self, account: &Account, set: PuzzleSet) -> Result<PuzzleSetView, StorageError> {
        let attempts = self.store.puzzle_sets.attempts_at(&set.ids(), &[account.player]).await?;
        let last = |id: &str| {
            let attempt = attempts.iter().find(|(_, attempt)| attempt.puzzle == id);
            attempt.map(|(_, attempt)| end_view(attempt.last))
        };
        let puzzles = self.puzzles_of_set(account, &set).await?;
        let puzzles = puzzles.into_iter().map(|(stored, puzzle)| PuzzleOfSet {
            fen: puzzle.start().to_fen(),
            solver: puzzle.solver(),
            rating: rating_view(stored.rating),
            last: last(&stored.id),
            played: None,
            id: stored.id,
        });
        Ok(PuzzleSetView {
            puzzles: puzzles.collect(),
            due: set.due().map(|due| due.0),
            version: set.version,
            is_own: set.owner == account.player,
            may_assign: set.owner == account.player && account.role.is_staff(),
            id: set.id,
            name: set.name,
        })
    }

    /// A set as this account sees it.
    ///
    /// # Errors
    /// If there is none that the account may look at, or the storage fails.
    pub async fn set(&self, account: &Account, id: &str) -> Result<PuzzleSetView, NotSolved> {
        match self.shown_set(account, id).await {
            Ok(set) => Ok(self.set_view(account, set).await?),
            Err(unknown @ NotSolved::UnknownSet(_)) => {
                let lesson = self.lesson_for(account, id).await?;
                lesson.ok_or(unknown)
            }
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_some_characters_and_not_too_many() {
        assert_eq!(checked_name("  Forks for Tuesday ").unwrap(), "Forks for Tuesday");
        let longest = "ä".repeat(LONGEST_SET_NAME);
        assert_eq!(checked_name(&longest).unwrap(), longest);
        assert_eq!(checked_name("For\u{202e}ks\u{2066} \u{200b}1").unwrap(), "Forks 1");
        for wrong in ["", "   ", "\u{202e}\u{200b}", "a\nb", &"ä".repeat(LONGEST_SET_NAME + 1)] {
            assert!(checked_name(wrong).is_err(), "{wrong:?}");
        }
    }
}
