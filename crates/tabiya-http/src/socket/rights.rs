// SPDX-License-Identifier: AGPL-3.0-or-later
//! By which rights a client is told its topics.
//!
//! A line that was cut may come back when its player has logged out, blocks somebody, or has another role. What the page
//! shows was told by the rights from before, and what it has missed since does not take that back. So the page says by which
//! rights it knows what it knows; where they are others by now, it is told everything as it may see it now. Whether it may
//! follow a topic at all is asked at each subscription, whatever number it brings.

use std::fmt::Write as _;

use tabiya_runtime::identity::Identity;
use tabiya_runtime::secret::hash;

/// The rights of a client.
pub(super) struct Rights {
    /// Those that it has now.
    pub(super) now: String,
    /// Those by which it knows what it knows, as it says; empty where it knows nothing.
    pub(super) known: String,
}

/// Who this is, and all on which it depends what is told, in 16 hexadecimal digits: the same on each node, after a restart,
/// and for another session of the same account.
pub(super) fn rights_of(identity: Option<&Identity>, may_play: bool, may_watch: bool) -> String {
    let mut text = format!("{may_play} {may_watch}");
    if let Some(identity) = identity {
        let mut list = |players: &[tabiya_game::PlayerId]| {
            let mut players: Vec<_> = players.iter().map(ToString::to_string).collect();
            players.sort_unstable();
            let _ = write!(text, " [{}]", players.join(" "));
        };
        list(&[identity.player]);
        list(identity.venue_seats());
        list(identity.blocked());
        list(identity.login.as_ref().map_or(&[], |login| &login.guests));
        // Mutes, kid mode, the role and the name raise the account's version.
        let version = identity.account().map(|account| account.version);
        let _ = write!(text, " {version:?} {}", identity.is_staff());
    }
    hash(text.as_bytes())[..8].iter().fold(String::new(), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tabiya_game::{PlayerId, PlayerName, Time};
    use tabiya_runtime::identity::{LoggedIn, StaffRights};
    use tabiya_store::{Account, Role};

    use super::*;

    fn player(byte: u8) -> PlayerId {
        PlayerId::from_bytes([byte; 16])
    }

    /// An account of this version, whose player blocks these, in this session.
    fn member(version: u64, blocked: &[u8], session: u8, rights: StaffRights) -> Identity {
        let name = PlayerName::try_from("Ann".to_owned()).unwrap();
        let account = Account::new(player(1), name, "ann".into(), "ann".into(), Time(1));
        let account = Account { version, role: Role::Moderator, ..account };
        let blocked = blocked.iter().copied().map(player).collect();
        let login = LoggedIn::by_token([session; 32], None, account, [vec![player(9)], blocked]);
        Identity::logged_in(Arc::new(login), rights)
    }

    #[test]
    fn whatever_changes_what_a_client_is_told_changes_its_rights() {
        let ann = || member(3, &[4, 5], 1, StaffRights::Held);
        let all = [
            rights_of(None, true, true),
            rights_of(Some(&Identity::guest(player(1))), true, true),
            rights_of(Some(&Identity::guest(player(2))), true, true),
            rights_of(Some(&Identity::guest(player(1)).at_the_venue(vec![player(7)])), true, true),
            rights_of(Some(&ann()), true, true),
            rights_of(Some(&ann()), false, true),
            rights_of(Some(&ann()), true, false),
            rights_of(Some(&member(4, &[4, 5], 1, StaffRights::Held)), true, true),
            rights_of(Some(&member(3, &[4], 1, StaffRights::Held)), true, true),
            rights_of(Some(&member(3, &[4, 5], 1, StaffRights::Withheld)), true, true),
        ];
        for (place, rights) in all.iter().enumerate() {
            assert!(rights.len() == 16 && rights.bytes().all(|digit| digit.is_ascii_hexdigit()), "{rights}");
            assert!(!all[..place].contains(rights), "{place}");
        }
    }

    #[test]
    fn a_new_session_or_another_order_of_the_same_changes_nothing() {
        let before = rights_of(Some(&member(3, &[4, 5], 1, StaffRights::Held)), true, true);
        assert_eq!(rights_of(Some(&member(3, &[5, 4], 2, StaffRights::Held)), true, true), before);
    }
}
