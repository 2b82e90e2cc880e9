// SPDX-License-Identifier: AGPL-3.0-or-later
//! What staff may do to whom.

use tabiya_store::{Account, Role};

use super::PeopleError;
use super::class::was_made_by;

const NOT_ALLOWED: &str = "your role does not allow this";

/// What a role may be allowed to do to an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    /// Warn, mute, unmute, close or reopen it.
    Moderate,
    /// Make its player prove who they are anew: new card, new password, end of sessions.
    Reset,
    /// Rename it.
    Rename,
    /// Set a rating.
    Rate,
    /// Give it another role.
    GiveRole,
}

/// Whether this account may do that to the other one.
///
/// # Errors
/// Why not.
pub fn check(actor: &Account, subject: &Account, permission: Permission) -> Result<(), PeopleError> {
    if actor.player == subject.player {
        return Err(PeopleError::NotAllowed("nobody does this to their own account; ask another admin"));
    }
    let own_player = subject.role == Role::Player && was_made_by(subject, actor.player);
    let allowed = match (actor.role, permission) {
        (Role::Admin, _) => true,
        (Role::Moderator, Permission::Moderate | Permission::Rate) => !subject.role.is_staff(),
        (Role::Moderator, Permission::Reset | Permission::Rename) => own_player,
        (Role::Organiser, Permission::Reset | Permission::Rename) => own_player,
        (Role::Moderator, Permission::GiveRole)
        | (Role::Organiser, Permission::Moderate | Permission::Rate | Permission::GiveRole)
        | (Role::Player, _) => false,
    };
    if allowed { Ok(()) } else { Err(PeopleError::NotAllowed(NOT_ALLOWED)) }
}

/// Whether this account may make a card that opens the other one.
///
/// # Errors
/// Why not.
pub fn check_card(actor: &Account, subject: &Account) -> Result<(), PeopleError> {
    check(actor, subject, Permission::Reset)?;
    if subject.may_have_card() {
        return Ok(());
    }
    Err(PeopleError::NotAllowed(if subject.role.is_staff() {
        "staff log in with a password"
    } else {
        "a card does not ask for a second factor, and this player has one: remove it first"
    }))
}

/// Whether this account has one of these roles.
///
/// # Errors
/// If it has another one.
pub fn check_role(actor: &Account, roles: &[Role]) -> Result<(), PeopleError> {
    if roles.contains(&actor.role) { Ok(()) } else { Err(PeopleError::NotAllowed(NOT_ALLOWED)) }
}

#[cfg(test)]
mod tests {
    use tabiya_game::{PlayerId, PlayerName, Time};

    use super::*;

    fn account(byte: u8, role: Role, owner: Option<u8>) -> Account {
        let id = |byte| PlayerId::from_bytes([byte; 16]);
        let name = PlayerName::try_from("Name".to_owned()).unwrap();
        let mut account = Account::new(id(byte), name, "name".into(), "name".into(), Time(1));
        (account.role, account.list_owner) = (role, owner.map(id));
        account
    }

    /// An organiser who could would log in as staff, and past a second factor.
    #[test]
    fn nobody_makes_a_card_for_staff_or_past_a_second_factor() {
        let mut with_second_factor = account(11, Role::Player, Some(1));
        with_second_factor.secrets.totp = Some(vec![7; 20]);
        for role in [Role::Organiser, Role::Moderator, Role::Admin] {
            let actor = account(1, role, None);
            assert!(check_card(&actor, &account(11, Role::Player, Some(1))).is_ok(), "{role}");
            assert!(check_card(&actor, &with_second_factor).is_err(), "{role}");
            for staff in [Role::Organiser, Role::Moderator, Role::Admin] {
                assert!(check_card(&actor, &account(11, staff, Some(1))).is_err(), "{role} {staff}");
            }
        }
    }

    /// One line a role: what it may do to a player, to one of its own list, and to each kind of staff.
    #[test]
    fn each_role_may_do_what_it_may_and_no_more() {
        use Permission::*;
        let subjects = [
            account(10, Role::Player, None),
            account(11, Role::Player, Some(1)),
            account(12, Role::Organiser, None),
            account(13, Role::Moderator, None),
            account(14, Role::Admin, None),
        ];
        for (role, deed, allowed) in [
            (Role::Player, Moderate, [false; 5]),
            (Role::Player, Reset, [false; 5]),
            (Role::Player, GiveRole, [false; 5]),
            (Role::Organiser, Moderate, [false; 5]),
            (Role::Organiser, Reset, [false, true, false, false, false]),
            (Role::Organiser, Rename, [false, true, false, false, false]),
            (Role::Organiser, GiveRole, [false; 5]),
            (Role::Organiser, Rate, [false; 5]),
            (Role::Moderator, Rate, [true, true, false, false, false]),
            (Role::Moderator, Moderate, [true, true, false, false, false]),
            (Role::Moderator, Reset, [false, true, false, false, false]),
            (Role::Moderator, GiveRole, [false; 5]),
            (Role::Admin, Moderate, [true; 5]),
            (Role::Admin, Reset, [true; 5]),
            (Role::Admin, Rename, [true; 5]),
            (Role::Admin, GiveRole, [true; 5]),
        ] {
            let actor = account(1, role, None);
            let found = subjects.each_ref().map(|subject| check(&actor, subject, deed).is_ok());
            assert_eq!(found, allowed, "{role} {deed:?}");
            assert!(check(&actor, &actor, deed).is_err(), "nobody does it to themselves");
        }
    }
}
