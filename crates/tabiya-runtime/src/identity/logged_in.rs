// SPDX-License-Identifier: AGPL-3.0-or-later
//! Somebody who is logged in.

use std::sync::atomic::{AtomicU64, Ordering};

use tabiya_game::{PlayerDetails, PlayerId, Time};
use tabiya_store::Account;

use crate::secret::Hash;

const HOUR: u64 = 60 * 60 * 1000;
const DAY: u64 = 24 * HOUR;

/// A session that nobody used for so long has ended.
pub const IDLE: u64 = 30 * DAY;
/// The same for staff.
pub const STAFF_IDLE: u64 = 12 * HOUR;
/// A session lives no longer than this.
pub const LONGEST: u64 = 365 * DAY;

/// Somebody who is logged in.
#[derive(Debug)]
pub struct LoggedIn {
    /// The hash of the session's secret; of the access token, where a program acts for the player.
    pub session: Hash,
    /// The account as the database had it when the session was read last.
    pub account: Account,
    /// Guests whose games belong to the account.
    pub guests: Vec<PlayerId>,
    /// Players whom the account blocks.
    pub blocked: Vec<PlayerId>,
    /// The organiser who made the access token that stands in place of a session.
    pub made_by: Option<PlayerId>,
    /// When the session began.
    pub created: Time,
    /// Milliseconds since 1970.
    pub used: AtomicU64,
    /// When the database was last told of a use.
    pub noted: AtomicU64,
}

impl PartialEq for LoggedIn {
    fn eq(&self, other: &Self) -> bool {
        self.session == other.session && self.account == other.account
    }
}

impl Eq for LoggedIn {}

impl LoggedIn {
    /// Somebody for whom a program acts, with the access token of this hash in place of a session.
    pub fn by_token(
        hash: Hash,
        made_by: Option<PlayerId>,
        account: Account,
        [guests, blocked]: [Vec<PlayerId>; 2],
    ) -> Self {
        let [used, noted] = [AtomicU64::new(0), AtomicU64::new(0)];
        Self { session: hash, account, guests, blocked, made_by, created: Time(0), used, noted }
    }

    /// How the player is known now.
    pub(crate) fn details(&self) -> PlayerDetails {
        let Account { name, title, .. } = &self.account;
        PlayerDetails { name: name.clone(), title: *title, rating: None }
    }

    /// Whether the session has ended at `now`: it was unused for longer than [`IDLE`] ([`STAFF_IDLE`] for
    /// staff), is older than [`LONGEST`], or its account is closed.
    pub fn has_ended(&self, now: Time) -> bool {
        let idle = if self.account.role.is_staff() { STAFF_IDLE } else { IDLE };
        let used = self.used.load(Ordering::Relaxed);
        !self.account.is_open() || now.0 > used + idle || now.0 > self.created.0 + LONGEST
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::PlayerName;
    use tabiya_store::Role;

    use super::*;

    const BEGAN: u64 = 1_000 * DAY;

    /// Whether a session that began then, and was used so long after that, has ended at this time after its beginning.
    fn has_ended(role: Role, used: u64, now: u64) -> bool {
        let name = PlayerName::try_from("Ann".to_owned()).unwrap();
        let id = PlayerId::from_bytes([1; 16]);
        let account = Account { role, ..Account::new(id, name, String::new(), String::new(), Time(1)) };
        let login = LoggedIn {
            session: [0; 32],
            account,
            guests: Vec::new(),
            blocked: Vec::new(),
            made_by: None,
            created: Time(BEGAN),
            used: AtomicU64::new(BEGAN + used),
            noted: AtomicU64::new(BEGAN + used),
        };
        login.has_ended(Time(BEGAN + now))
    }

    #[test]
    fn a_session_ends_after_thirty_days_unused_or_a_year() {
        let player = |used, now| has_ended(Role::Player, used, now);
        assert!(!player(0, 30 * DAY));
        assert!(player(0, 30 * DAY + 1));
        assert!(!player(360 * DAY, 365 * DAY));
        assert!(player(365 * DAY, 365 * DAY + 1), "however much it is used");
    }

    #[test]
    fn a_session_of_staff_ends_after_twelve_hours_unused() {
        for role in [Role::Organiser, Role::Moderator, Role::Admin] {
            assert!(!has_ended(role, 0, 12 * HOUR), "{role}");
            assert!(has_ended(role, 0, 12 * HOUR + 1), "{role}");
            assert!(has_ended(role, 365 * DAY, 365 * DAY + 1), "{role}");
        }
    }
}
