// SPDX-License-Identifier: AGPL-3.0-or-later
//! People: accounts, log-in, sessions, and those who run the server.
//!
//! [`People`] is what all of it shares. Every change of an account goes through [`People::change`], which also forgets what
//! was remembered and ends the sockets whose session ends. Nothing here is asked while a move is played: a socket keeps the
//! [`Identity`] that it began with, and is ended when that is no longer true.

pub mod acts;
mod between;
mod changes;
pub mod class;
pub mod closing;
pub mod codes;
mod control;
pub mod desk;
mod device_words;
pub mod devices;
mod doors;
pub mod email;
mod error;
pub mod grants;
mod growth;
mod kid;
mod letters;
pub mod links;
pub mod lists;
mod log_in;
mod logins;
pub mod names;
mod notice_writer;
pub mod notices;
mod operator;
mod other_orders;
mod passwords;
mod quotas;
pub mod rights;
pub mod scopes;
pub mod second_factor;
pub mod sessions;
mod site;
mod tidy;
pub mod tokens;
pub mod totp;
mod tries;
mod typed;
mod undo;

use std::sync::Arc;

use tabiya_game::{PlayerId, Time};
use tabiya_runtime::config::Config;
use tabiya_runtime::ghosts::Ghosts;
use tabiya_runtime::identity::{Identity, LoggedIn, StaffRights};
use tabiya_runtime::secret::Secret;
use tabiya_runtime::timeline::Timeline;
use tabiya_runtime::topic::Dismisser;
use tabiya_store::{
    Account, AccountError, Deed, Ends, ListRefused, NewAct, SiteSecret, StorageError, Store, Token,
};
use tokio::sync::{Mutex, MutexGuard, RwLock, RwLockReadGuard};

use crate::personal::Personal;
use crate::push::Push;
pub use between::{
    Between, Choice, Unwanted, Voice, Whom, is_listed, is_listed_for, is_ranked, shows_online, voice,
};
pub use between::{is_shown, may_publish, shown_bio};
pub use changes::start as look_for_changes;
pub use closing::ClosedBy;
pub use control::{CONTROL_FILE, Control, control, order_running};
use devices::Devices;
pub(crate) use doors::Doors;
pub use doors::{Entered, TOLD};
pub use email::Mailing;
pub use error::PeopleError;
use growth::Growth;
pub use letters::start as send_letters;
pub use links::first_admin;
use logins::Logins;
pub use names::key_of_typed;
pub use notice_writer::start as write_notices;
pub use operator::{Operator, OperatorError, Order};
pub use other_orders::OtherOrders;
use passwords::Passwords;
pub use passwords::{Asker, Busy, Fit, Whose};
use quotas::Quotas;
use rights::Permission;
pub use second_factor::Pending;
pub use site::{InForce, SiteRules};
pub use tabiya_store::{Rules, Who};
pub use tidy::start as keep_tidy;
use tokens::Keys;
pub use tries::Tries;
pub use typed::Typed;

/// How often a change that met another one is made again.
const ATTEMPTS: usize = 5;

/// What everything about people shares.
pub struct People {
    /// The ports of the database.
    pub store: Store,
    /// Sessions of players who are logged in, remembered.
    pub logins: Logins,
    /// Access tokens of programs.
    pub keys: Keys,
    /// Open sockets and streams, which end with their session or token.
    pub doors: Doors,
    /// What staff has decided for the whole site, such as who may play.
    pub site: SiteRules,
    /// Whether the operator asks staff for a second factor; an admin may decide against it for the site.
    staff_second_factor: bool,
    /// The threads that hash passwords and compare them.
    pub passwords: Passwords,
    /// Wrong tries to log in, by name and by address.
    pub tries: Tries,
    /// Signs and reads the cookies of devices that have logged in before.
    pub devices: Devices,
    /// How many accounts, password resets, reports and archives were asked for.
    pub quotas: Quotas,
    /// How fast the number of moves grows, for the desk.
    pub moves: Growth,
    /// Secrets of second factors that were shown and not confirmed yet.
    pub pending: Pending,
    pub(crate) mailing: Option<Mailing>,
    pub(crate) push: Option<Arc<Push>>,
    /// The players whose account is closed.
    pub ghosts: Ghosts,
    /// Held for writing while an account changes so that sessions end, and for reading while a session or a token is made:
    /// what was allowed by the account as it was is not stored after the change.
    changing: RwLock<()>,
    /// Held while sessions or tokens are counted and one more is stored: two at once would both find room.
    counting: Mutex<()>,
    /// Held while kid mode is decided: by staff until it is in their log, by a program until it has looked there.
    pub deciding_kid_mode: Mutex<()>,
    /// The pages that each player has open.
    personal: Personal,
    timeline: Timeline,
}

impl People {
    /// Loads what is kept in memory, and removes what has expired. If the disk is full, that is left for the next start.
    ///
    /// # Errors
    /// If the storage can't be read.
    pub async fn new(
        config: &Config,
        store: &Store,
        mailing: Option<Mailing>,
        (personal, ghosts): (Personal, Ghosts),
        timeline: Timeline,
    ) -> Result<Arc<Self>, StorageError> {
        let later = |error: &StorageError| tracing::warn!(%error, "the accounts could not be tidied");
        let fresh = Secret::random();
        let secret = store.site.keep_secret(SiteSecret::Devices, fresh.text()).await;
        let secret = secret.inspect_err(later).unwrap_or_else(|_| fresh.text().to_owned());
        let tidied = async {
            operator::renew_skeletons(store).await?;
            tidy::tidy(store, timeline.wall()).await
        };
        if let Err(error) = tidied.await {
            later(&error);
        }
        Ok(Arc::new(Self {
            store: store.clone(),
            logins: Logins::new(store.clone(), timeline),
            keys: Keys::new(store.clone(), timeline),
            doors: Doors::default(),
            site: SiteRules::load(&*store.site).await?,
            staff_second_factor: config.staff_second_factor,
            passwords: Passwords::start(&config.limits.unlimited_addresses),
            tries: Tries::new(config.limits.unlimited_addresses.clone()),
            devices: Devices::new(&secret),
            quotas: Quotas::new(&config.limits.unlimited_addresses),
            moves: Growth::default(),
            pending: Pending::default(),
            mailing,
            push: Push::new(config, store, timeline).await,
            ghosts,
            changing: RwLock::default(),
            counting: Mutex::default(),
            deciding_kid_mode: Mutex::default(),
            personal,
            timeline,
        }))
    }

    /// The way to devices; `None` where this site pushes nothing.
    pub fn push(&self) -> Option<&Arc<Push>> {
        self.push.as_ref()
    }

    /// Now, in milliseconds since 1970.
    pub fn now(&self) -> Time {
        self.timeline.wall()
    }

    /// The time of the calendar, for what people agree on by it, such as the beginning of a round. It is the machine's
    /// clock, which somebody may just have corrected. If the clock was set back, it is the time of the games.
    pub fn calendar(&self) -> Time {
        self.timeline.machine().max(self.now())
    }

    /// What a phone shows codes for now.
    pub fn phone_time(&self) -> Time {
        self.timeline.machine()
    }

    /// The open or closed account with this name.
    ///
    /// # Errors
    /// If no account has it, or the storage fails.
    pub async fn named(&self, name: &str) -> Result<Account, PeopleFailure> {
        let shown = || name.chars().take(40).collect();
        let found = self.store.accounts.account_called(&names::key_of_typed(name)).await?;
        found.ok_or_else(|| PeopleError::NoSuchPlayer(shown()).into())
    }

    /// The same for what nobody is shown of a closed account: its games and ratings. Staff see them.
    ///
    /// # Errors
    /// If no account has this name or, for all but staff, the account is closed; or the storage fails.
    pub async fn shown(&self, name: &str, to_staff: bool) -> Result<Account, PeopleFailure> {
        let account = self.named(name).await?;
        if account.is_open() || to_staff {
            return Ok(account);
        }
        Err(PeopleError::NoSuchPlayer(account.name.to_string()).into())
    }

    /// Whether the operator leaves it to the site's admins to ask staff for a second factor.
    pub fn may_ask_second_factor(&self) -> bool {
        self.staff_second_factor
    }

    /// Whether this account of staff lacks the second factor without which it has none of its rights: neither at the desk nor
    /// by a program.
    pub fn lacks_second_factor(&self, account: &Account) -> bool {
        let is_wanted = self.staff_second_factor && self.site.rules().staff_second_factor;
        is_wanted && account.secrets.totp.is_none()
    }

    /// Who acts by this session or token. Staff without the second factor that the site asks for are players like others.
    pub fn identity_of(&self, login: Arc<LoggedIn>) -> Identity {
        let lacks = self.lacks_second_factor(&login.account);
        Identity::logged_in(login, if lacks { StaffRights::Withheld } else { StaffRights::Held })
    }

    /// Changes an account as it is stored now, ends sessions with it, and their sockets.
    ///
    /// # Errors
    /// If `edit` refuses, the account is gone, or the storage fails.
    pub async fn change(
        &self,
        player: PlayerId,
        ends: Ends<'_>,
        edit: impl Fn(&mut Account) -> Result<(), PeopleError> + Sync,
    ) -> Result<Account, PeopleFailure> {
        self.change_with(player, ends, &|account| edit(account).map(|()| None)).await
    }

    /// `edit` returns the act to be stored with the change. Takes a `dyn Fn` so that it is compiled once.
    async fn change_with(
        &self,
        player: PlayerId,
        ends: Ends<'_>,
        edit: &(dyn Fn(&mut Account) -> Result<Option<NewAct>, PeopleError> + Sync),
    ) -> Result<Account, PeopleFailure> {
        let _changing = match ends {
            Ends::Nothing => None,
            Ends::All | Ends::Others(_) => Some(self.changing.write().await),
        };
        for _ in 0..ATTEMPTS {
            let found = self.store.accounts.account(player).await?;
            let mut account = found.ok_or_else(|| PeopleError::NoSuchPlayer(player.to_string()))?;
            let act = edit(&mut account)?;
            let changed = match &act {
                None => self.store.accounts.change_account(&account, ends).await,
                Some(act) => self.store.accounts.change_account_by(&account, ends, act).await,
            };
            match changed {
                Ok(()) => {
                    account.version += 1;
                    self.has_changed(&account, ends);
                    return Ok(account);
                }
                Err(AccountError::Stale) => {}
                Err(error) => return Err(in_words(error, &account)),
            }
        }
        Err(PeopleError::Conflict("the account is being changed by many at once; try again").into())
    }

    /// The same by staff, with the act that tells of the change: `edit` says what it did. Whether the actor
    /// may do this to the account is asked of the account as it is changed: it may have got a role since the
    /// actor looked.
    ///
    /// # Errors
    /// If the actor may not, `edit` refuses, the act that this one undoes was undone before, the account is
    /// gone, or the storage fails.
    pub async fn change_by(
        &self,
        (actor, permission): (&Account, Permission),
        player: PlayerId,
        ends: Ends<'_>,
        why: &str,
        edit: impl Fn(&mut Account) -> Result<Deed, PeopleError> + Sync,
    ) -> Result<Account, PeopleFailure> {
        let checked = |account: &mut Account| {
            rights::check(actor, account, permission)?;
            edit(account).map(|deed| Some(self.act(actor, Some(player), deed, why)))
        };
        self.change_with(player, ends, &checked).await
    }

    /// Stores a list of accounts with a card for each and the act by which they are handed out, all or none;
    /// sessions of those who had a card before end.
    ///
    /// # Errors
    /// Which account is in the way, or that the storage fails.
    pub async fn hand_out(&self, list: &[(Account, Token)], act: &NewAct) -> Result<(), ListRefused> {
        let _changing = self.changing.write().await;
        self.store.accounts.hand_out_cards(list, act).await?;
        for (account, _) in list.iter().filter(|(account, _)| account.version > 0) {
            self.has_changed(account, Ends::All);
        }
        Ok(())
    }

    /// An account has changed in the store: what was remembered of it is old.
    fn has_changed(&self, account: &Account, ends: Ends<'_>) {
        let player = account.player;
        self.ghosts.note(account);
        self.logins.forget(player);
        self.keys.forget(player);
        match ends {
            Ends::Nothing => {}
            Ends::All => {
                self.doors.close_of(player, None);
                self.doors.close_made_by(player);
            }
            Ends::Others(kept) => self.doors.close_of(player, kept.try_into().ok()),
        }
    }

    /// Holds up changes that end sessions. Whoever is about to store a new session or token looks once more, while this is
    /// held, whether that is still allowed.
    pub async fn hold(&self) -> RwLockReadGuard<'_, ()> {
        self.changing.read().await
    }

    /// Whoever counts sessions or tokens to store one more holds this, so that others count only afterwards. Taken after
    /// [`hold`](Self::hold).
    pub async fn counting(&self) -> MutexGuard<'_, ()> {
        self.counting.lock().await
    }

    /// Puts a connection on the list of those that end with their session or token.
    /// Those of strangers end with those of guests.
    pub async fn enter(&self, identity: Option<&Identity>, dismisser: Dismisser) -> Entered {
        let stranger = Identity::stranger();
        let identity = identity.unwrap_or(&stranger);
        let entered = self.doors.enter(identity, dismisser.clone());
        // It may have ended before the connection was on the list.
        if !self.is_still(identity).await {
            dismisser.dismiss();
        }
        entered
    }

    /// Whether somebody is still who they were. A storage that fails changes nobody.
    pub(crate) async fn is_still(&self, identity: &Identity) -> bool {
        match identity.session() {
            Some(session) => self.is_good(session).await.unwrap_or(true),
            None => !self.logins.is_taken(identity.player).await.unwrap_or(false),
        }
    }

    /// Ends sessions, and their sockets.
    ///
    /// # Errors
    /// If the storage fails. The sockets stay open then.
    pub async fn end_sessions(&self, hashes: &[Vec<u8>]) -> Result<(), StorageError> {
        self.store.sessions.end_sessions(hashes).await?;
        self.logins.forget_sessions(hashes);
        self.doors.close_sessions(hashes);
        Ok(())
    }
}

/// Why an account could not be stored.
pub fn in_words(error: AccountError, account: &Account) -> PeopleFailure {
    match error {
        AccountError::NameTaken { name } => {
            PeopleError::NameTaken { asked: account.name.to_string(), taken: name }.into()
        }
        AccountError::PlayerTaken => {
            PeopleError::Conflict("this browser's guest has an account already").into()
        }
        AccountError::Stale => {
            PeopleError::Conflict("the account was changed at the same time; try again").into()
        }
        AccountError::LastAdmin => PeopleError::LastAdmin.into(),
        AccountError::Undone => undo::UNDONE.into(),
        AccountError::Storage(error) => PeopleFailure::Storage(error),
    }
}

/// What goes wrong with people, or below them.
#[derive(Debug, thiserror::Error)]
pub enum PeopleFailure {
    /// The call was refused; the text says why.
    #[error(transparent)]
    People(#[from] PeopleError),
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}
