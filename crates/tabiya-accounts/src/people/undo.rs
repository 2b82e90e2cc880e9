// SPDX-License-Identifier: AGPL-3.0-or-later
//! Undoing what staff has done: once, and as long as nobody has changed it since. Undoing is an act, too.

use tabiya_game::{Category, GameId, PlayerId, Rating};
use tabiya_store::{Account, Act, Correct, Correction, CorrectionOf, Deed, Ends, NewAct, Role};

use super::acts::{set_back, undone_by};
use super::rights::{self, Permission};
use super::{People, PeopleError, PeopleFailure};

pub(super) const CANT: PeopleError = PeopleError::Conflict("this can't be undone");
pub(super) const CHANGED: PeopleError = PeopleError::Conflict("somebody has changed it since");
/// The act was undone before.
pub(super) const UNDONE: PeopleError = PeopleError::Conflict("this act has been undone already");

impl People {
    /// Undoes the act with this number.
    ///
    /// # Errors
    /// If it can't be undone, was undone before, somebody has changed it since, the actor may not, or the
    /// storage fails.
    pub async fn undo(&self, actor: &Account, number: u64) -> Result<(), PeopleFailure> {
        let act = self.store.desk.act(number).await?.ok_or(CANT)?;
        let deed = act.deed().ok_or(CANT)?;
        if act.undone_by.is_some() {
            return Err(UNDONE.into());
        }
        let permission = undone_by(deed).ok_or(CANT)?;
        let undone = self.carry_out_undo(actor, permission, &act, deed).await;
        if let Err(PeopleFailure::People(PeopleError::Conflict(_))) = undone {
            // Of two who undo it at the same time, the second finds what the first has changed.
            let now = self.store.desk.act(number).await?;
            if now.is_some_and(|now| now.undone_by.is_some()) {
                return Err(UNDONE.into());
            }
        }
        undone
    }

    async fn carry_out_undo(
        &self,
        actor: &Account,
        permission: Permission,
        act: &Act,
        deed: &Deed,
    ) -> Result<(), PeopleFailure> {
        let undoing = Deed::Undo { act: act.number };
        match (deed, act.player, act.game) {
            (Deed::Unrate, _, Some(game)) => {
                rights::check_role(actor, &[Role::Admin, Role::Moderator])?;
                let noted = NewAct { game: Some(game), ..self.act(actor, None, undoing, "") };
                self.count_again(actor.player, game, &noted).await
            }
            (Deed::Rating { category, rating }, Some(player), _) => {
                let account = self.store.accounts.account(player).await?.ok_or(CANT)?;
                rights::check(actor, &account, permission)?;
                let noted = self.act(actor, Some(player), undoing, "");
                // Whatever was played since: the rating is set anew.
                self.set_rating((actor.player, "undone"), (player, *category, rating.before.0), &noted).await
            }
            (deed, Some(player), _) => {
                let ends = match deed {
                    Deed::Role(_) | Deed::Reopen(_) => Ends::All,
                    _ => Ends::Nothing,
                };
                let back = |account: &mut Account| set_back(deed, account).map(|()| undoing.clone());
                let _deciding = self.deciding_kid_mode.lock().await;
                self.change_by((actor, permission), player, ends, "", back).await?;
                self.doors.close_of(player, None);
                Ok(())
            }
            _ => Err(CANT.into()),
        }
    }

    /// Lets a game count again that was un-rated.
    async fn count_again(&self, by: PlayerId, game: GameId, act: &NewAct) -> Result<(), PeopleFailure> {
        let what = CorrectionOf::CountedAgain { game };
        let correction = Correction { what, by, reason: "undone".to_owned(), at: act.at };
        done(self.store.ratings.correct(&correction, act).await?, CHANGED)
    }

    /// Sets a player's rating.
    ///
    /// # Errors
    /// If the act that this one undoes was undone before, or the storage fails.
    pub async fn set_rating(
        &self,
        (by, reason): (PlayerId, &str),
        (player, category, rating): (PlayerId, Category, Rating),
        act: &NewAct,
    ) -> Result<(), PeopleFailure> {
        let what = CorrectionOf::Start { player, category, rating };
        let correction = Correction { what, by, reason: reason.to_owned(), at: act.at };
        done(self.store.ratings.correct(&correction, act).await?, CHANGED)
    }
}

/// `impossible` is what is said where there is nothing to correct.
fn done(corrected: Correct, impossible: PeopleError) -> Result<(), PeopleFailure> {
    match corrected {
        Correct::Done => Ok(()),
        Correct::Impossible => Err(impossible.into()),
        Correct::Undone => Err(UNDONE.into()),
    }
}
