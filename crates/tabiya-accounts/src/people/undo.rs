// SPDX-License-Identifier: AGPL-3.0-or-later
//! Undoing what staff has done, as long as nobody has changed it since. Undoing is an act, too, and stands in the log.

use tabiya_game::{Category, PlayerId, Rating};
use tabiya_store::{Account, Correction, CorrectionOf, Ends, Role, StaffAction};

use super::closing::{self, ClosedBy};
use super::names::ChosenName;
use super::rights::{self, Permission};
use super::staff_act::{ARROW, StaffAct};
use super::{People, PeopleError, PeopleFailure};

const CANT: PeopleError = PeopleError::Conflict("this can't be undone");
const CHANGED: PeopleError = PeopleError::Conflict("somebody has changed it since");

/// A rating in the log: `blitz 1500 ±350`.
pub fn rating_words(category: Category, rating: Rating) -> String {
    format!("{} {} ±{}", category.name(), rating.points().round(), rating.deviation().round())
}

/// Reads what [`rating_words`] has written.
fn read_rating(words: &str) -> Option<(Category, Rating)> {
    let (category, rest) = words.split_once(' ')?;
    let (points, deviation) = rest.split_once(" ±")?;
    let rating = Rating::set(points.parse().ok()?, deviation.parse().ok()?).ok()?;
    Some((category.parse().ok()?, rating))
}

impl People {
    /// Undoes the act with this number in the log.
    ///
    /// # Errors
    /// If it can't be undone, somebody has changed it since, the actor may not, or the storage fails.
    pub async fn undo(&self, actor: &Account, number: u64) -> Result<(), PeopleFailure> {
        let found = self.store.desk.actions(None, number.saturating_add(1), 1).await?;
        let action = found.into_iter().next().filter(|action| action.number == number).ok_or(CANT)?;
        let act = StaffAct::of(&action.deed).ok_or(CANT)?;
        let _deciding = self.deciding_kid_mode.lock().await;
        let permission = act.undone_by().ok_or(CANT)?;
        if act == StaffAct::Unrate {
            rights::check_role(actor, &[Role::Admin, Role::Moderator])?;
            self.count_again(actor.player, &action).await?;
        } else {
            let subject = action.subject.ok_or(CANT)?;
            let account = self.store.accounts.account(subject).await?.ok_or(CANT)?;
            rights::check(actor, &account, permission)?;
            if !stands(act, &action, &account) {
                return Err(CHANGED.into());
            }
            if act == StaffAct::Rating {
                self.rate_as_before(actor.player, subject, &action).await?;
            } else {
                self.change_back((actor, permission), act, subject, &action).await?;
                self.doors.close_of(subject, None);
            }
        }
        Ok(self.log_act(actor, StaffAct::Undo, action.subject, number.to_string()).await?)
    }

    /// Lets the game count again that this act un-rated.
    async fn count_again(&self, by: PlayerId, action: &StaffAction) -> Result<(), PeopleFailure> {
        let game = action.details.split(' ').next().and_then(|id| id.parse().ok()).ok_or(CHANGED)?;
        let (what, reason) = (CorrectionOf::CountedAgain { game }, format!("undoes {}", action.number));
        let correction = Correction { what, by, reason, at: self.now() };
        if self.store.ratings.correct(&correction).await? { Ok(()) } else { Err(CHANGED.into()) }
    }

    /// Sets the rating that the player had before this act.
    async fn rate_as_before(
        &self,
        by: PlayerId,
        player: PlayerId,
        action: &StaffAction,
    ) -> Result<(), PeopleFailure> {
        let (category, rating) = read_rating(before(action)).ok_or(CANT)?;
        let what = CorrectionOf::Start { player, category, rating };
        let reason = format!("undoes {}", action.number);
        self.store.ratings.correct(&Correction { what, by, reason, at: self.now() }).await?;
        Ok(())
    }

    /// Sets back what the act changed in an account.
    async fn change_back(
        &self,
        by: (&Account, Permission),
        act: StaffAct,
        subject: PlayerId,
        action: &StaffAction,
    ) -> Result<(), PeopleFailure> {
        let (role, now) = (Role::from_word(before(action)), self.now());
        let name = ChosenName::even_reserved(before(action)).ok();
        let undo = |account: &mut Account| {
            // Somebody may have changed it a moment ago.
            if !stands(act, action, account) {
                return Err(CHANGED);
            }
            match (act, role, &name) {
                (StaffAct::Close, ..) => closing::reopen(account),
                (StaffAct::Reopen, ..) => closing::close(account, ClosedBy::Staff, now),
                (StaffAct::Role, Some(role), _) => account.role = role,
                (StaffAct::Rename, _, Some(chosen)) => {
                    account.name = chosen.name.clone();
                    account.key.clone_from(&chosen.key);
                    account.skeleton.clone_from(&chosen.skeleton);
                }
                (StaffAct::Kid, ..) => account.kid = !account.kid,
                (StaffAct::Mute | StaffAct::Unmute, ..) => account.muted = !account.muted,
                _ => return Err(CANT),
            }
            Ok(())
        };
        match act {
            StaffAct::Role | StaffAct::Reopen => self.change_by(by, subject, Ends::All, undo).await?,
            _ => self.change_by(by, subject, Ends::Nothing, undo).await?,
        };
        Ok(())
    }
}

/// What was before the act, in the words of its details.
fn before(action: &StaffAction) -> &str {
    action.details.split_once(ARROW).unwrap_or_default().0
}

/// Whether what the act changed still is as the act left it.
fn stands(act: StaffAct, action: &StaffAction, account: &Account) -> bool {
    let (_, after) = action.details.split_once(ARROW).unwrap_or_default();
    match act {
        StaffAct::Close => !account.is_open(),
        StaffAct::Reopen => account.is_open(),
        StaffAct::Role => account.role.word() == after,
        StaffAct::Rename => account.name.as_str() == after,
        StaffAct::Mute => account.muted,
        StaffAct::Unmute => !account.muted,
        StaffAct::Kid => account.kid == (action.details == "on"),
        // Whatever was played since: the rating is set anew.
        StaffAct::Rating => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_into_the_log_can_be_read_again() {
        let rating = Rating::set(1834, 75).unwrap();
        assert_eq!(rating_words(Category::Blitz, rating), "blitz 1834 ±75");
        assert_eq!(read_rating("blitz 1834 ±75"), Some((Category::Blitz, rating)));
        for wrong in ["", "blitz", "blitz 1834", "chess 1834 ±75", "blitz many ±75", "blitz 99999 ±75"] {
            assert_eq!(read_rating(wrong), None, "{wrong}");
        }
    }
}
