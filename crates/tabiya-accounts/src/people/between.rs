// SPDX-License-Identifier: AGPL-3.0-or-later
//! What one player may do to another: challenge, write, see whether they are online.
//!
//! The one place that knows blocks, kid mode, muting and what players have chosen about their privacy. Chat, challenges
//! and profiles ask here. Who is of whose class stands in `class.rs`.

use tabiya_game::{PlayerId, Title};
use tabiya_protocol::Refusal;
use tabiya_runtime::identity::Identity;
use tabiya_store::{Account, Relation, StorageError, Store};

use super::class::is_one_class;
use super::{People, PeopleError};

/// Whom a player lets do something: a choice in the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whom {
    /// Everybody, guests included.
    Everyone,
    /// Those whom the player follows.
    Followed,
    /// Nobody.
    Nobody,
}

/// The settings in which an account keeps those choices.
#[derive(Clone, Copy, Debug)]
pub enum Choice {
    /// Who may challenge the player; the setting `challenges`.
    Challenges,
    /// Who may write to the player in their own words; the setting `messages`.
    Messages,
    /// Who sees that the player is online; the setting `online`.
    Online,
}

impl Choice {
    /// What the account has chosen; everyone, if nothing.
    pub fn of(self, account: &Account) -> Whom {
        let name = match self {
            Self::Challenges => "challenges",
            Self::Messages => "messages",
            Self::Online => "online",
        };
        match account.settings.get(name) {
            Some("followed") => Whom::Followed,
            Some("nobody") => Whom::Nobody,
            Some(_) | None => Whom::Everyone,
        }
    }
}

/// Whether everybody may know that this account is here.
pub fn shows_online(account: &Account) -> bool {
    !account.kid && matches!(Choice::Online.of(account), Whom::Everyone)
}

/// Why one player may not do something to another. The text is for the one who wanted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwanted {
    /// The account is closed.
    #[error("this account is closed")]
    Closed,
    /// One of the two blocks the other. It does not say who.
    #[error("you and this player can't reach each other")]
    Blocked,
    /// The other one has chosen so.
    #[error("this player does not want that")]
    Private,
    /// One of the two is in kid mode, and they are neither on one list nor does the protected one follow the other.
    #[error("a protected account plays with its own class, and with players whom it follows")]
    Protected,
}

impl Unwanted {
    /// How a socket says it to who wants to sit down.
    pub fn refusal(self) -> Refusal {
        match self {
            Self::Protected => Refusal::Protected,
            Self::Closed | Self::Blocked | Self::Private => Refusal::KeptApart,
        }
    }
}

/// Whether a reader is told what this player says beside a game, and that the player watches it: not of those whom the reader
/// blocks. Moderators are told of everybody.
pub fn is_shown(reader: Option<&Identity>, who: PlayerId) -> bool {
    reader.is_none_or(|reader| reader.moderates() || !reader.blocked().contains(&who))
}

/// In what words somebody may speak in a chat, from the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Voice {
    /// In none: staff have muted them.
    None,
    /// In those that everybody can choose from: a protected account, whoever talks to one, and whoever has not the other's
    /// leave to write.
    Presets,
    /// In their own.
    Free,
}

/// Whether an account may write in its own words where others read it.
pub fn voice(account: Option<&Account>) -> Voice {
    match account {
        Some(account) if account.muted => Voice::None,
        Some(account) if account.kid => Voice::Presets,
        Some(_) | None => Voice::Free,
    }
}

/// Whether an account may show others what it has written outside of chats: a text about itself, the names of players, the
/// event of a game. Guests may.
///
/// # Errors
/// Why not.
pub fn may_publish(account: Option<&Account>) -> Result<(), PeopleError> {
    match (voice(account), account.is_some_and(|account| account.muted)) {
        (Voice::Free, _) => Ok(()),
        (Voice::None | Voice::Presets, true) => Err(PeopleError::NotAllowed(
            "staff have muted this account, so others see no text of it; a private game may have names",
        )),
        (Voice::None | Voice::Presets, false) => Err(PeopleError::NotAllowed(
            "others see no text of an account in kid mode; a private game may have names",
        )),
    }
}

/// What a player says about themselves, as others may read it: nothing of whoever has left, or may not publish now,
/// whenever it was written.
///
/// # Errors
/// If the storage fails.
pub async fn shown_bio(store: &Store, account: &Account) -> Result<String, StorageError> {
    if account.is_open() && may_publish(Some(account)).is_ok() {
        store.relations.bio_of(account.player).await
    } else {
        Ok(String::new())
    }
}

/// Whether everybody may find the player in lists: neither children nor those who have left.
pub fn is_listed(account: &Account) -> bool {
    account.is_open() && !account.kid
}

/// Whether this viewer may find the player in lists: those whom everybody finds, and the own class.
pub fn is_listed_for(account: &Account, viewer: Option<&Account>) -> bool {
    let is_classmate = |viewer| is_one_class(account, viewer);
    is_listed(account) || account.is_open() && viewer.is_some_and(is_classmate)
}

/// Whether an account is among those that leaderboards compare: people. An engine's rating says nothing about how people play.
pub fn is_ranked(account: &Account) -> bool {
    account.title != Some(Title::Bot)
}

/// A player who wants something (the sender) of another one (the receiver). Guests have no account.
#[derive(Clone, Debug)]
pub struct Between {
    from: Option<Account>,
    to: Option<Account>,
    /// The relation that the sender has stored about the receiver.
    of_to: Relation,
    /// The relation that the receiver has stored about the sender.
    of_from: Relation,
}

impl People {
    /// Lets a player block another one, or ends that. What the player's open pages and streams show of others they showed by
    /// what held before, so they begin anew.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn block(&self, player: PlayerId, other: PlayerId, blocks: bool) -> Result<(), StorageError> {
        self.store.relations.block(player, other, blocks).await?;
        self.logins.forget(player);
        self.keys.forget(player);
        self.doors.close_of(player, None);
        Ok(())
    }

    /// Reads what is to be known about these two.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn between(&self, from: PlayerId, to: PlayerId) -> Result<Between, StorageError> {
        Between::read(&self.store, from, to).await
    }

    /// Whether one player may challenge another.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn may_challenge(
        &self,
        from: PlayerId,
        to: PlayerId,
    ) -> Result<Result<(), Unwanted>, StorageError> {
        Ok(self.between(from, to).await?.may_challenge())
    }
}

impl People {
    /// Whether somebody, perhaps without a cookie, sees that this player is online. Players see themselves.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn sees_online(&self, viewer: Option<PlayerId>, of: PlayerId) -> Result<bool, StorageError> {
        if viewer == Some(of) {
            return Ok(true);
        }
        // Who has no cookie is a stranger, like every guest.
        let viewer = viewer.unwrap_or(Identity::stranger().player);
        Ok(self.between(viewer, of).await?.sees_online())
    }
}

impl Between {
    /// Reads what is to be known about these two. A guest whose games an account has taken over is that account.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn read(store: &Store, from: PlayerId, to: PlayerId) -> Result<Self, StorageError> {
        let accounts = store.accounts.accounts_of(&[from, to]).await?;
        let mut found = [None, None];
        for (found, player) in found.iter_mut().zip([from, to]) {
            *found = accounts.iter().find(|account| account.player == player).cloned();
            if found.is_none()
                && let Some(taker) = store.accounts.taken_by(player).await?
            {
                *found = store.accounts.account(taker).await?;
            }
        }
        let [from_account, to_account] = found;
        // Only accounts have relations.
        let (of_to, of_from) = match (&from_account, &to_account) {
            (Some(from), Some(to)) => {
                let (from, to) = (from.player, to.player);
                let relations = &store.relations;
                (relations.relation(from, to).await?, relations.relation(to, from).await?)
            }
            (None, _) | (_, None) => Default::default(),
        };
        Ok(Self { from: from_account, to: to_account, of_to, of_from })
    }

    /// Whether the one may challenge the other.
    pub(crate) fn may_challenge(&self) -> Result<(), Unwanted> {
        self.check_not_blocked()?;
        self.check_kid_mode()?;
        self.check_choice(Choice::Challenges)
    }

    /// Whether these two may sit down at one board, by chance or by a link.
    ///
    /// # Errors
    /// If one of the two accounts is closed, one of them blocks the other, or kid mode keeps them apart.
    pub fn may_meet(&self) -> Result<(), Unwanted> {
        self.check_not_blocked()?;
        self.check_kid_mode()
    }

    /// In what words the one may speak to the other, who plays with them.
    ///
    /// # Errors
    /// If one of the two blocks the other.
    pub fn voice(&self) -> Result<Voice, Unwanted> {
        if self.of_to.blocks || self.of_from.blocks {
            return Err(Unwanted::Blocked);
        }
        let own = voice(self.from.as_ref());
        let wanted = self.kids().next().is_none() && self.check_choice(Choice::Messages).is_ok();
        Ok(own.min(if wanted { Voice::Free } else { Voice::Presets }))
    }

    /// Whether the one sees that the other is online.
    pub(crate) fn sees_online(&self) -> bool {
        self.check_not_blocked()
            .and_then(|()| self.check_kid_mode())
            .and_then(|()| self.check_choice(Choice::Online))
            .is_ok()
    }

    fn kids(&self) -> impl Iterator<Item = &Account> {
        [&self.from, &self.to].into_iter().flatten().filter(|account| account.kid)
    }

    fn check_not_blocked(&self) -> Result<(), Unwanted> {
        if [&self.from, &self.to].into_iter().flatten().any(|account| !account.is_open()) {
            return Err(Unwanted::Closed);
        }
        if self.of_to.blocks || self.of_from.blocks { Err(Unwanted::Blocked) } else { Ok(()) }
    }

    /// Each of the two who is in kid mode must have the other on the same list, or follow the other.
    fn check_kid_mode(&self) -> Result<(), Unwanted> {
        let one_list = matches!((&self.from, &self.to), (Some(from), Some(to)) if is_one_class(from, to));
        let is_fine = |account: &Option<Account>, relation: &Relation| {
            !account.as_ref().is_some_and(|account| account.kid) || one_list || relation.follows
        };
        if is_fine(&self.from, &self.of_to) && is_fine(&self.to, &self.of_from) {
            Ok(())
        } else {
            Err(Unwanted::Protected)
        }
    }

    fn check_choice(&self, choice: Choice) -> Result<(), Unwanted> {
        let Some(to) = &self.to else { return Ok(()) };
        let wanted = match choice.of(to) {
            Whom::Everyone => true,
            Whom::Followed => self.of_from.follows,
            Whom::Nobody => false,
        };
        if wanted { Ok(()) } else { Err(Unwanted::Private) }
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::{PlayerName, Time};
    use tabiya_store::Role;

    use super::*;

    const TEACHER: u8 = 9;

    fn account(byte: u8) -> Account {
        let name = PlayerName::try_from(format!("Name{byte}")).unwrap();
        Account::new(PlayerId::from_bytes([byte; 16]), name, String::new(), String::new(), Time(1))
    }

    fn teacher() -> Account {
        Account { role: Role::Organiser, ..account(TEACHER) }
    }

    fn kid(byte: u8, owner: Option<u8>) -> Account {
        let list_owner = owner.map(|owner| PlayerId::from_bytes([owner; 16]));
        Account { kid: true, list_owner, ..account(byte) }
    }

    fn chose(settings: &str) -> Account {
        Account { settings: serde_json::from_str(settings).unwrap_or_default(), ..account(2) }
    }

    fn between(from: Option<Account>, to: Option<Account>) -> Between {
        Between { from, to, of_to: Relation::default(), of_from: Relation::default() }
    }

    fn following() -> Relation {
        Relation { follows: true, ..Relation::default() }
    }

    fn blocking() -> Relation {
        Relation { blocks: true, ..Relation::default() }
    }

    /// Challenge, write in words of their own, see online.
    fn allowed(between: &Between) -> [bool; 3] {
        [between.may_challenge().is_ok(), between.voice() == Ok(Voice::Free), between.sees_online()]
    }

    #[test]
    fn strangers_may_and_the_blocked_may_not() {
        let two = || between(Some(account(1)), Some(account(2)));
        assert_eq!(allowed(&two()), [true; 3]);
        assert_eq!(allowed(&between(None, None)), [true; 3], "guests");
        let blocked = Between { of_from: blocking(), ..two() };
        assert_eq!((allowed(&blocked), blocked.may_challenge()), ([false; 3], Err(Unwanted::Blocked)));
        assert_eq!(blocked.voice(), Err(Unwanted::Blocked));
        assert_eq!(
            allowed(&Between { of_to: blocking(), ..two() }),
            [false; 3],
            "whoever blocks can't either"
        );
        let closed = Account { closed: Some(Time(5)), ..account(2) };
        assert_eq!(between(Some(account(1)), Some(closed)).may_challenge(), Err(Unwanted::Closed));
    }

    #[test]
    fn what_was_chosen_is_kept_to() {
        for (settings, strangers, followed) in [
            (r#"{"challenges":"nobody"}"#, [false, true, true], [false, true, true]),
            (r#"{"challenges":"followed"}"#, [false, true, true], [true; 3]),
            (r#"{"messages":"followed"}"#, [true, false, true], [true; 3]),
            (r#"{"online":"nobody"}"#, [true, true, false], [true, true, false]),
            (r#"{"online":"followed","messages":"nobody"}"#, [true, false, false], [true, false, true]),
            (r#"{"challenges":"whatever"}"#, [true; 3], [true; 3]),
            ("no JSON", [true; 3], [true; 3]),
        ] {
            let two = between(Some(account(1)), Some(chose(settings)));
            assert_eq!(allowed(&two), strangers, "{settings}");
            assert_eq!(allowed(&Between { of_from: following(), ..two.clone() }), followed, "{settings}");
            assert_eq!(allowed(&Between { of_to: following(), ..two }), strangers, "whom they follow counts");
            assert_eq!(allowed(&between(None, Some(chose(settings)))), strangers, "guests are strangers");
        }
    }

    #[test]
    fn kids_are_reached_by_their_class_and_by_those_whom_they_follow() {
        let [ann, ben] = [kid(1, Some(TEACHER)), kid(2, Some(TEACHER))];
        let [other_class, alone, stranger] = [kid(3, Some(8)), kid(4, None), account(5)];
        for (from, to, may) in [
            (Some(&ann), &ben, true),
            (Some(&teacher()), &ann, true),
            (Some(&ann), &teacher(), true),
            // A role that was taken away.
            (Some(&account(TEACHER)), &ann, false),
            (Some(&other_class), &ann, false),
            (Some(&alone), &kid(6, None), false),
            (Some(&stranger), &ann, false),
            (Some(&ann), &stranger, false),
            (None, &ann, false),
        ] {
            let two = between(from.cloned(), Some(to.clone()));
            assert_eq!(
                (allowed(&two), two.voice()),
                ([may, false, may], Ok(Voice::Presets)),
                "{from:?} {to:?}"
            );
        }
        let followed = Between { of_from: following(), ..between(Some(stranger.clone()), Some(ann.clone())) };
        assert_eq!(allowed(&followed), [true, false, true]);
        let follows = Between { of_to: following(), ..between(Some(stranger), Some(ann)) };
        assert_eq!(follows.may_challenge(), Err(Unwanted::Protected), "to follow a child opens nothing");
    }

    #[test]
    fn the_muted_play_and_do_not_write() {
        let muted = Account { muted: true, ..account(1) };
        let two = between(Some(muted.clone()), Some(account(2)));
        assert_eq!((allowed(&two), two.voice()), ([true, false, true], Ok(Voice::None)));
        assert_eq!(voice(Some(&muted)), Voice::None);
        assert!(may_publish(Some(&muted)).is_err() && may_publish(Some(&account(2))).is_ok());
        assert_eq!(voice(Some(&kid(1, None))), Voice::Presets);
        assert_eq!((voice(Some(&account(1))), voice(None)), (Voice::Free, Voice::Free));
        assert!(is_listed(&account(1)) && !is_listed(&kid(1, None)));
    }

    #[test]
    fn kids_are_listed_for_themselves_and_their_class() {
        let [ann, ben] = [kid(1, Some(TEACHER)), kid(2, Some(TEACHER))];
        let grown_up = Account { kid: false, ..kid(3, Some(TEACHER)) };
        let [other_class, alone, stranger, teacher] = [kid(4, Some(8)), kid(5, None), account(6), teacher()];
        for viewer in [&ann, &ben, &grown_up, &teacher] {
            assert!(is_listed_for(&ann, Some(viewer)), "{viewer:?}");
        }
        for viewer in [Some(&other_class), Some(&alone), Some(&stranger), None] {
            assert!(!is_listed_for(&ann, viewer), "{viewer:?}");
        }
        assert!(!is_listed_for(&alone, Some(&kid(7, None))), "no list is no class");
        let closed = Account { closed: Some(Time(1)), ..ann };
        assert!(!is_listed_for(&closed, Some(&ben)));
    }
}
