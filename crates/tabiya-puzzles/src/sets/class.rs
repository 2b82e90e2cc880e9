// SPDX-License-Identifier: AGPL-3.0-or-later
//! What an organiser does with a set and the class: gives it, sees what each pupil has done, and gives pupils real names.

use std::collections::HashMap;

use tabiya_accounts::people::class::{is_pupil_of, pupils_of};
use tabiya_accounts::people::key_of_typed;
use tabiya_game::{PlayerId, Time};
use tabiya_protocol::{AssignPuzzleSet, PupilAttempt, PupilResults, PuzzleSetResults, PuzzleSetView};
use tabiya_store::{Account, Given, PuzzleAttempt, PuzzleSet};

use super::checked_name;
use crate::solving::{NotSolved, Solving, end_view};

/// How far ahead a class may have to solve a set, in milliseconds: a year.
const LONGEST_DUE: u64 = 366 * 24 * 60 * 60 * 1_000;

impl Solving {
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
        let pupils = pupils_of(&self.store, account.player).await?;
        let pupils: Vec<_> = pupils.into_iter().filter(Account::is_open).collect();
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

    /// Gives a pupil of this organiser's list a real name, or takes it away.
    ///
    /// # Errors
    /// If there is no such pupil, the name is too long, or the storage fails.
    pub async fn name_pupil(&self, organiser: &Account, name: &str, real: &str) -> Result<(), NotSolved> {
        let pupil = self.store.accounts.account_called(&key_of_typed(name)).await?;
        let pupil = pupil.filter(|pupil| is_pupil_of(pupil, organiser.player)).ok_or(NotSolved::NotYours)?;
        let real = if real.trim().is_empty() { None } else { Some(checked_name(real)?) };
        Ok(self.store.puzzle_sets.name_pupil(organiser.player, pupil.player, real.as_deref()).await?)
    }
}
