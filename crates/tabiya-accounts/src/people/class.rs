// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who is of whose class: an organiser, and the accounts on the organiser's list.
//!
//! The one place beside the store that knows [`Account::list_owner`]; everybody else asks here. There are two questions, which
//! may get different answers one day. Who is *of a class* sees what is given to it and plays with it. Who *made* an account may
//! make its player a new card or rename it, and decides about its kid mode.

use tabiya_game::PlayerId;
use tabiya_store::{Account, StorageError, Store};

/// The organiser whose pupil this account is; `None` if it is nobody's.
pub const fn class_of(account: &Account) -> Option<PlayerId> {
    account.list_owner
}

/// Whether this account is a pupil of the organiser.
pub fn is_pupil_of(account: &Account, organiser: PlayerId) -> bool {
    class_of(account) == Some(organiser)
}

/// Whether this account is of the organiser's class: a pupil, or the organiser, who is on the staff.
pub fn is_of_class(account: &Account, organiser: PlayerId) -> bool {
    is_pupil_of(account, organiser) || account.player == organiser && account.role.is_staff()
}

/// The organisers of whose class this account is: the one whose pupil it is, then itself if it is on the staff.
pub fn classes_of(account: &Account) -> impl Iterator<Item = PlayerId> {
    class_of(account).into_iter().chain(account.role.is_staff().then_some(account.player))
}

/// Whether one class has both accounts, as pupils or as its organiser. Nobody is a stranger to themselves.
pub fn is_one_class(one: &Account, other: &Account) -> bool {
    one.player == other.player || classes_of(one).any(|organiser| is_of_class(other, organiser))
}

/// Of an account in kid mode, the organiser whose pupil it is: `Some(None)` for a child of no class, `None` for everybody else.
pub fn child_of(account: &Account) -> Option<Option<PlayerId>> {
    account.kid.then_some(class_of(account))
}

/// The pupils of an organiser, those with closed accounts among them, by the keys of their names.
///
/// # Errors
/// If the storage fails.
pub async fn pupils_of(store: &Store, organiser: PlayerId) -> Result<Vec<Account>, StorageError> {
    store.accounts.accounts_on_list(organiser).await
}

/// Whether this player may give sets and lessons to a class now. Whoever was an organiser once may not: pupils would still read
/// the names.
///
/// # Errors
/// If the storage fails.
pub async fn has_class(store: &Store, organiser: PlayerId) -> Result<bool, StorageError> {
    let organiser = store.accounts.account(organiser).await?;
    Ok(organiser.is_some_and(|organiser| organiser.is_open() && organiser.role.is_staff()))
}

/// Notes of a new account that this organiser makes it: it is a pupil of the organiser's from the start.
pub const fn make_pupil_of(account: &mut Account, organiser: PlayerId) {
    account.list_owner = Some(organiser);
}

/// Whether this organiser made the account.
pub fn was_made_by(account: &Account, organiser: PlayerId) -> bool {
    account.list_owner == Some(organiser)
}

/// Whether an organiser made the account, and not its player.
pub const fn was_made_by_organiser(account: &Account) -> bool {
    account.list_owner.is_some()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use tabiya_game::{PlayerName, Time};
    use tabiya_store::Role;

    use super::*;

    const fn id(byte: u8) -> PlayerId {
        PlayerId::from_bytes([byte; 16])
    }

    fn account(byte: u8, role: Role, list_owner: Option<u8>) -> Account {
        let name = PlayerName::try_from(format!("Name{byte}")).unwrap();
        let new = Account::new(id(byte), name, String::new(), String::new(), Time(1));
        Account { role, list_owner: list_owner.map(id), ..new }
    }

    #[test]
    fn a_class_is_an_organiser_and_the_pupils() {
        use Role::{Organiser, Player};
        let [teacher, other_teacher] = [account(1, Organiser, None), account(2, Organiser, None)];
        let [ann, ben] = [account(3, Player, Some(1)), account(4, Player, Some(1))];
        let [elsewhere, stranger, was_teacher] =
            [account(5, Player, Some(2)), account(6, Player, None), account(1, Player, None)];
        // A pupil of the first one who teaches now.
        let both = account(7, Organiser, Some(1));
        let own_pupil = account(8, Player, Some(7));
        for (one, other, expected) in [
            (&ann, &ann, true),
            (&stranger, &stranger, true),
            (&ann, &ben, true),
            (&ann, &teacher, true),
            (&ann, &both, true),
            (&teacher, &both, true),
            (&both, &own_pupil, true),
            (&ann, &was_teacher, false),
            (&ann, &other_teacher, false),
            (&ann, &elsewhere, false),
            (&ann, &own_pupil, false),
            (&ann, &stranger, false),
            (&teacher, &own_pupil, false),
            (&teacher, &other_teacher, false),
            (&stranger, &account(9, Player, None), false),
        ] {
            assert_eq!(is_one_class(one, other), expected, "{} {}", one.name, other.name);
            assert_eq!(is_one_class(other, one), expected, "{} {}", other.name, one.name);
        }
        assert!(is_of_class(&teacher, id(1)) && !is_pupil_of(&teacher, id(1)));
        assert!(!is_of_class(&was_teacher, id(1)), "a role that was taken away");
        assert_eq!(classes_of(&both).collect::<Vec<_>>(), [id(1), id(7)]);
        assert_eq!(classes_of(&stranger).next(), None);
    }

    /// Else another way into a class would have to be taught to each of them.
    #[test]
    fn nobody_else_reads_whose_list_an_account_is_on() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let (mut folders, mut files) = (vec![crates], Vec::new());
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                match path.is_dir() {
                    true if !["tests", "target", "tabiya-store"].contains(&&*name) => folders.push(path),
                    false if name.ends_with(".rs") && name != "tests.rs" => files.push(path),
                    _ => {}
                }
            }
        }
        let reads = |path: &&Path| {
            let text = fs::read_to_string(path).unwrap();
            text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().contains("list_owner")
        };
        let found: Vec<_> = files.iter().map(|path| path.as_path()).filter(reads).collect();
        assert!(matches!(found[..], [one] if one.ends_with("people/class.rs")), "{found:?}");
    }

    #[test]
    fn a_child_of_no_class_is_a_child() {
        let kid = |list_owner| Account { kid: true, ..account(3, Role::Player, list_owner) };
        assert_eq!(child_of(&kid(Some(1))), Some(Some(id(1))));
        assert_eq!(child_of(&kid(None)), Some(None));
        assert_eq!(child_of(&account(3, Role::Player, Some(1))), None);
    }
}
