// SPDX-License-Identifier: AGPL-3.0-or-later
//! What staff does: how an act is made, who may undo it, and what undoing it changes in an account.

use tabiya_game::PlayerId;
use tabiya_store::{Account, Deed, NewAct, Replaced};

use super::names::ChosenName;
use super::rights::Permission;
use super::undo::{CANT, CHANGED};
use super::{People, PeopleError};

impl People {
    /// An act of staff, to be stored with the change that it tells of.
    pub fn act(&self, actor: &Account, player: Option<PlayerId>, deed: Deed, why: &str) -> NewAct {
        NewAct {
            at: self.now(),
            actor: Some(actor.player),
            by_name: actor.name.to_string(),
            player,
            game: None,
            deed,
            why: why.to_owned(),
        }
    }
}

/// The permission that undoing this needs; `None` where it can't be undone, or has changed nothing.
pub fn undone_by(deed: &Deed) -> Option<Permission> {
    let (permission, is_change) = match deed {
        Deed::Close(closed) | Deed::Reopen(closed) => (Permission::Moderate, closed.is_change()),
        Deed::Mute(muted) | Deed::Unmute(muted) => (Permission::Moderate, muted.is_change()),
        Deed::Rating { rating, .. } => (Permission::Rate, rating.is_change()),
        Deed::Unrate => (Permission::Rate, true),
        Deed::Role(role) => (Permission::GiveRole, role.is_change()),
        Deed::Rename(name) => (Permission::Rename, name.is_change()),
        Deed::Kid(kid) => (Permission::Reset, kid.is_change()),
        Deed::Add { .. }
        | Deed::Backup { .. }
        | Deed::Card
        | Deed::Cards { .. }
        | Deed::ChatWords(_)
        | Deed::Invite
        | Deed::RemoveLine { .. }
        | Deed::Report { .. }
        | Deed::Reset
        | Deed::SecondFactor
        | Deed::Sessions
        | Deed::Site(_)
        | Deed::Stop
        | Deed::Token { .. }
        | Deed::Undo { .. }
        | Deed::Warn => return None,
    };
    is_change.then_some(permission)
}

/// Sets back what this deed changed in an account, if it still is as the deed left it.
///
/// # Errors
/// If somebody has changed it since, or the deed changes no account.
pub(super) fn set_back(deed: &Deed, account: &mut Account) -> Result<(), PeopleError> {
    fn back<T: Clone + PartialEq>(place: &mut T, was: &Replaced<T>) -> Result<(), PeopleError> {
        if *place != was.after {
            return Err(CHANGED);
        }
        place.clone_from(&was.before);
        Ok(())
    }
    match deed {
        Deed::Close(was) | Deed::Reopen(was) => back(&mut account.closed, was),
        Deed::Mute(was) | Deed::Unmute(was) => back(&mut account.muted, was),
        Deed::Kid(was) => back(&mut account.kid, was),
        Deed::Role(was) => back(&mut account.role, was),
        Deed::Rename(was) if account.name == was.after => {
            // The name was good when it was given, also where it is reserved by now.
            let chosen = ChosenName::even_reserved(was.before.as_str()).map_err(|_| CANT)?;
            (account.name, account.key, account.skeleton) = (chosen.name, chosen.key, chosen.skeleton);
            Ok(())
        }
        Deed::Rename(_) => Err(CHANGED),
        _ => Err(CANT),
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::{PlayerName, Time};
    use tabiya_store::Role;

    use super::*;

    fn name(name: &str) -> PlayerName {
        PlayerName::try_from(name.to_owned()).unwrap()
    }

    fn account() -> Account {
        Account::new(PlayerId::from_bytes([1; 16]), name("Ann"), "ann".into(), "ann".into(), Time(1))
    }

    /// Each deed is done, undone, and can't be undone where somebody has changed the same since.
    #[test]
    fn what_a_deed_changed_is_set_back_while_it_is_as_the_deed_left_it() {
        type Do = fn(&mut Account) -> Deed;
        type Other = fn(&mut Account);
        let all: [(Do, Other); 5] = [
            (
                |account| Deed::Close(Replaced::put(&mut account.closed, Some(Time(7)))),
                |account| account.closed = Some(Time(9)),
            ),
            (|account| Deed::Mute(Replaced::put(&mut account.muted, true)), |account| account.muted = false),
            (|account| Deed::Kid(Replaced::put(&mut account.kid, true)), |account| account.kid = false),
            (
                |account| Deed::Role(Replaced::put(&mut account.role, Role::Admin)),
                |account| account.role = Role::Moderator,
            ),
            (
                |account| Deed::Rename(Replaced::put(&mut account.name, name("Anna"))),
                |account| account.name = name("Hannah"),
            ),
        ];
        for (deed_of, otherwise) in all {
            let mut changed = account();
            let deed = deed_of(&mut changed);
            assert_ne!(changed, account(), "{deed:?}");
            assert!(undone_by(&deed).is_some());
            let mut since = changed.clone();
            set_back(&deed, &mut changed).unwrap();
            assert_eq!(changed, account(), "{deed:?}");
            otherwise(&mut since);
            let now = since.clone();
            assert!(set_back(&deed, &mut since).is_err(), "{deed:?}");
            assert_eq!(since, now, "{deed:?}");
        }
    }

    #[test]
    fn what_changed_nothing_is_not_undone() {
        let mut muted = Account { muted: true, ..account() };
        let again = Deed::Mute(Replaced::put(&mut muted.muted, true));
        assert_eq!(undone_by(&again), None);
        assert_eq!(undone_by(&Deed::Warn), None);
    }
}
