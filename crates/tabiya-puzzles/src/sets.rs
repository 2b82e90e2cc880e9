// SPDX-License-Identifier: AGPL-3.0-or-later
//! Sets of puzzles. Everybody with an account may keep some; an organiser assigns one to the own class and sees what each pupil has
//! done with it. Nobody else sees that.

use std::collections::{HashMap, HashSet};

use tabiya_accounts::people::key_of_typed;
use tabiya_game::{PlayerId, Time};
use tabiya_protocol::{
    AssignPuzzleSet, ChangePuzzleSet, LONGEST_SET_NAME, MOST_SET_PUZZLES, NewPuzzleSet, PupilAttempt,
    PupilResults, PuzzleFilter, PuzzleOfSet, PuzzleSetLists, PuzzleSetResults, PuzzleSetSummary,
    PuzzleSetView, PuzzleSheet,
};
use tabiya_runtime::clean::visible;
use tabiya_store::{
    Account, AttemptEnd, Given, PuzzleAttempt, PuzzleInSet, PuzzleSet, PuzzleWish, StorageError, Store,
    StoredPuzzle,
};

use crate::door::sees;
use crate::paper::on_paper;
use crate::puzzle::Puzzle;
use crate::solving::{NotSolved, Solving, end_view, rating_view, read};
use crate::theme::Theme;

/// The most sets of a player.
const MOST_SETS: u32 = 200;
/// The most themes of a filter, and of the mix from which the next puzzle comes.
pub const MOST_THEMES: usize = 20;
/// How far ahead a class may have to solve a set, in milliseconds: a year.
const LONGEST_DUE: u64 = 366 * 24 * 60 * 60 * 1_000;
/// Ratings that a filter may ask for, in points.
const RATINGS: std::ops::RangeInclusive<u16> = 100..=4000;

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

/// Whether this player may give sets and lessons to a class now. Whoever was an organiser once may not: pupils would still read the
/// names.
pub(crate) async fn has_class(store: &Store, organiser: PlayerId) -> Result<bool, StorageError> {
    let organiser = store.accounts.account(organiser).await?;
    Ok(organiser.is_some_and(|organiser| organiser.is_open() && organiser.role.is_staff()))
}

impl Solving {
    /// The sets of this account, and those that its organiser has assigned.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn set_lists(&self, account: &Account) -> Result<PuzzleSetLists, NotSolved> {
        let own = self.store.puzzle_sets.sets_of(account.player, MOST_SETS).await?;
        let mut assigned = match account.list_owner {
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
        Ok(PuzzleSetLists { own, assigned, has_class: account.role.is_staff() })
    }

    async fn summaries(
        &self,
        account: &Account,
        sets: Vec<PuzzleSet>,
    ) -> Result<Vec<PuzzleSetSummary>, StorageError> {
        let ids: HashSet<String> = sets.iter().flat_map(PuzzleSet::ids).collect();
        let ids: Vec<String> = ids.into_iter().collect();
        let attempts = self.store.puzzle_sets.attempts_at(&ids, &[account.player]).await?;
        let solved = attempts.into_iter().filter(|(_, attempt)| attempt.last == AttemptEnd::Solved);
        let solved: HashSet<String> = solved.map(|(_, attempt)| attempt.puzzle).collect();
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Ok(sets
            .into_iter()
            .map(|set| PuzzleSetSummary {
                due: set.due().map(|due| due.0),
                puzzles: count(set.puzzles.len()),
                solved: count(set.puzzles.iter().filter(|puzzle| solved.contains(&puzzle.id)).count()),
                id: set.id,
                name: set.name,
            })
            .collect())
    }

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
        let PuzzleFilter { themes, from, to, count } = filter;
        let count = usize::from(*count);
        if !(1..=MOST_SET_PUZZLES).contains(&count)
            || from > to
            || !RATINGS.contains(from)
            || !RATINGS.contains(to)
        {
            let say =
                format!("1 to {MOST_SET_PUZZLES} puzzles with ratings from 100 to 4000, the lower one first");
            return Err(NotSolved::Moves(say));
        }
        // The storage searches theme by theme, for each puzzle.
        if themes.len() > MOST_THEMES {
            return Err(NotSolved::Moves(format!("a filter has {MOST_THEMES} themes at most")));
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
        for number in 0..count {
            let step = span * number as u32 / (count as u32 - 1).max(1);
            let points = from + u16::try_from(step).unwrap_or(0);
            let chance = chance.wrapping_add((number as u32).wrapping_mul(0x9e37_79b9));
            let wish = PuzzleWish { player: None, themes: &themes, points, chance, except: &taken };
            let Some(stored) = self.store.puzzles.next_puzzle(&wish).await? else { break };
            taken.push(stored.id.clone());
            if (*from..=*to).contains(&stored.rating.rounded().points) {
                found.push(stored);
            }
        }
        found.sort_by_key(|stored| stored.rating.rounded().points);
        Ok(found)
    }

    async fn keep_set(&self, account: &Account, set: PuzzleSet) -> Result<PuzzleSetView, NotSolved> {
        if !self.store.puzzle_sets.keep_set(&set, MOST_SETS).await? {
            return Err(NotSolved::Stale);
        }
        Ok(self.set_view(account, set).await?)
    }

    /// Whether somebody may look at a set: its owner, and the owner's class once it is assigned.
    async fn is_shown(&self, set: &PuzzleSet, viewer: &Account) -> Result<bool, StorageError> {
        if set.owner == viewer.player {
            return Ok(true);
        }
        let is_given = set.given.is_some() && viewer.list_owner == Some(set.owner);
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

    /// The puzzles of a set that this account may see.
    async fn puzzles_of_set(
        &self,
        account: &Account,
        set: &PuzzleSet,
    ) -> Result<Vec<(StoredPuzzle, Puzzle)>, StorageError> {
        let mut found = Vec::with_capacity(set.puzzles.len());
        for PuzzleInSet { id, .. } in &set.puzzles {
            let stored = self.store.puzzles.puzzle(id).await?;
            if let Some(stored) = stored.filter(|one| !one.is_withdrawn && sees(one.audience, Some(account)))
            {
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

    /// Assigns a set to the account's class, or takes it back.
    ///
    /// # Errors
    /// If it is not the account's, the account has no class, the date is past or more than a year ahead, or the storage fails.
    pub async fn assign_set(
        &self,
        account: &Account,
        id: &str,
        AssignPuzzleSet { seen, due }: AssignPuzzleSet,
        now: Time,
    ) -> Result<PuzzleSetView, NotSolved> {
        let set = self.seen_set(account, id, seen).await?;
        if !account.role.is_staff() {
            return Err(NotSolved::NotYours);
        }
        if due.is_some_and(|due| due <= now.0 || due > now.0.saturating_add(LONGEST_DUE)) {
            return Err(NotSolved::Moves("the date lies in the past, or more than a year ahead".to_owned()));
        }
        if due.is_some() && set.puzzles.is_empty() {
            return Err(NotSolved::Moves("the set has no puzzle yet".to_owned()));
        }
        // A class that has it already has it since then, whatever the new date is.
        let at = set.given.map_or(now, |given| given.at);
        let given = due.map(|due| Given { at, due: Time(due) });
        self.keep_set(account, PuzzleSet { given, ..set }).await
    }

    /// Deletes a set.
    ///
    /// # Errors
    /// If it is not the account's, or the storage fails.
    pub async fn delete_set(&self, account: &Account, id: &str) -> Result<(), NotSolved> {
        let set = self.own_set(account, id).await?;
        Ok(self.store.puzzle_sets.delete_set(&set.id).await?)
    }

    /// What the class has done with a set, for its owner.
    ///
    /// # Errors
    /// If it is not the account's, it was never assigned, or the storage fails.
    pub async fn set_results(&self, account: &Account, id: &str) -> Result<PuzzleSetResults, NotSolved> {
        let set = self.own_set(account, id).await?;
        // What pupils solve by themselves is not their organiser's affair, nor what they solved before they had the puzzle.
        if set.given.is_none() {
            return Err(NotSolved::Moves("the set is not assigned".to_owned()));
        }
        let pupils: Vec<_> = self
            .store
            .accounts
            .accounts_on_list(account.player)
            .await?
            .into_iter()
            .filter(Account::is_open)
            .collect();
        let ids: Vec<PlayerId> = pupils.iter().map(|pupil| pupil.player).collect();
        let shown: Vec<String> =
            self.puzzles_of_set(account, &set).await?.into_iter().map(|(stored, _)| stored.id).collect();
        let attempts = self.store.puzzle_sets.attempts_at(&shown, &ids).await?;
        let attempts: HashMap<(PlayerId, &str), &PuzzleAttempt> = attempts
            .iter()
            .filter(|(_, attempt)| set.given_since(&attempt.puzzle).is_some_and(|since| attempt.at >= since))
            .map(|(player, attempt)| ((*player, &*attempt.puzzle), attempt))
            .collect();
        let names = self.store.puzzle_sets.pupil_names(account.player).await?;
        let names: HashMap<PlayerId, String> = names.into_iter().collect();
        let results = pupils.iter().map(|pupil| PupilResults {
            name: pupil.name.to_string(),
            real_name: names.get(&pupil.player).cloned(),
            attempts: shown
                .iter()
                .map(|puzzle| {
                    attempts.get(&(pupil.player, &**puzzle)).map(|attempt| PupilAttempt {
                        first: end_view(attempt.first),
                        last: end_view(attempt.last),
                        tries: attempt.tries,
                    })
                })
                .collect(),
        });
        Ok(PuzzleSetResults { pupils: results.collect() })
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
                Ok(_) => puzzles.push(on_paper(&stored.id, &puzzle)),
                // It was withdrawn a moment ago. The others are printed all the same.
                Err(NotSolved::Withdrawn | NotSolved::Unknown(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(PuzzleSheet { name: set.name, puzzles })
    }

    /// Gives a pupil of this organiser's list a real name, or takes it away.
    ///
    /// # Errors
    /// If there is no such pupil, the name is too long, or the storage fails.
    pub async fn name_pupil(&self, organiser: &Account, name: &str, real: &str) -> Result<(), NotSolved> {
        let pupil = self.store.accounts.account_called(&key_of_typed(name)).await?;
        let pupil =
            pupil.filter(|pupil| pupil.list_owner == Some(organiser.player)).ok_or(NotSolved::NotYours)?;
        let real = if real.trim().is_empty() { None } else { Some(checked_name(real)?) };
        Ok(self.store.puzzle_sets.name_pupil(organiser.player, pupil.player, real.as_deref()).await?)
    }
}

fn too_many() -> NotSolved {
    NotSolved::Moves(format!("a set has {MOST_SET_PUZZLES} puzzles at most"))
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
