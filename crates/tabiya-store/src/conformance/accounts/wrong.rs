// SPDX-License-Identifier: AGPL-3.0-or-later
//! Accounts in memory with one fault, or none: they show that the laws notice each.

use std::{
    future::Future,
    sync::{Arc, Mutex, PoisonError},
};

use super::*;

#[derive(Default)]
struct People {
    accounts: Vec<Account>,
    sessions: Vec<(Session, Option<Account>)>,
    tokens: Vec<Token>,
    guests: Vec<(PlayerId, PlayerId)>,
    skeletons: String,
    rules: Option<Rules>,
    backup: Option<Time>,
    secret: Option<String>,
    changes: u64,
}

/// Accounts in memory, over the other ports of a right store.
pub struct Wrong<F> {
    right: F,
    fault: Option<Fault>,
}

impl<F> Wrong<F> {
    /// Empty ones with this fault.
    pub const fn new(right: F, fault: Option<Fault>) -> Self {
        Self { right, fault }
    }
}

impl<F: Fixture> Fixture for Wrong<F> {
    async fn open(&self) -> Store {
        let store = self.right.open().await;
        let right = Arc::clone(&store.accounts);
        let memory = Arc::new(Memory {
            right,
            fault: self.fault,
            people: Mutex::default(),
            lists: tokio::sync::Mutex::default(),
        });
        store.with(|handles| {
            (handles.accounts, handles.sessions) = (memory.clone(), memory.clone());
            (handles.tokens, handles.site) = (memory.clone(), memory);
        })
    }
}

struct Memory {
    /// Writes what taking a guest over means for the archive.
    right: Arc<dyn Accounts>,
    fault: Option<Fault>,
    people: Mutex<People>,
    /// Held while a list is stored.
    lists: tokio::sync::Mutex<()>,
}

impl Memory {
    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn with<T>(&self, with: impl FnOnce(&mut People) -> T) -> T {
        with(&mut self.people.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn changed<T>(&self, with: impl FnOnce(&mut People) -> T) -> T {
        let step = u64::from(!self.has(Fault::CountsNothing));
        self.with(|people| {
            people.changes += step;
            with(people)
        })
    }

    fn find(&self, which: impl Fn(&Account) -> bool) -> Option<Account> {
        self.with(|people| people.accounts.iter().find(|account| which(account)).cloned())
    }

    fn list(&self, which: impl Fn(&Account) -> bool) -> Vec<Account> {
        let mut found: Vec<_> =
            self.with(|people| people.accounts.iter().filter(|account| which(account)).cloned().collect());
        found.sort_by(|a, b| a.key.cmp(&b.key));
        found
    }

    /// The faulty ones answer only after somebody else may have written.
    fn wait(&self) -> impl Future<Output = ()> + Send {
        let pauses = if self.has(Fault::LooksFirst) { 20 } else { 0 };
        async move {
            for _ in 0..pauses {
                tokio::time::sleep(std::time::Duration::from_millis(1)).await;
            }
        }
    }
}

fn taker(people: &People, wanted: &Account, looks: bool) -> Option<AccountError> {
    let alike = |other: &&Account| {
        other.player != wanted.player
            && (other.key == wanted.key || looks && other.skeleton == wanted.skeleton)
    };
    let kept = people.accounts.iter().any(|own| own.player == wanted.player && own.key == wanted.key);
    let taker = people.accounts.iter().find(alike).filter(|_| !kept);
    taker.map(|taker| AccountError::NameTaken { name: taker.name.clone() })
}

#[async_trait]
impl Accounts for Memory {
    async fn create_account(&self, account: &Account) -> Result<(), AccountError> {
        let looks = !self.has(Fault::IgnoresLooks);
        if let Some(taken) = self.with(|people| taker(people, account, looks)) {
            return Err(taken);
        }
        self.wait().await;
        self.changed(|people| {
            if !self.has(Fault::LooksFirst)
                && let Some(taken) = taker(people, account, looks)
            {
                return Err(taken);
            }
            let is_taken = people.guests.iter().any(|(taken, _)| *taken == account.player);
            if people.accounts.iter().any(|other| other.player == account.player)
                || is_taken && !self.has(Fault::IsBoth)
            {
                return Err(AccountError::PlayerTaken);
            }
            people.accounts.push(Account { version: 1, ..account.clone() });
            Ok(())
        })
    }

    async fn create_account_by(&self, account: &Account, _: &NewAct) -> Result<(), AccountError> {
        self.create_account(account).await
    }

    async fn change_account(&self, account: &Account, ends: Ends<'_>) -> Result<(), AccountError> {
        let looks = !self.has(Fault::IgnoresLooks);
        let any_version = self.has(Fault::LastWriteWins);
        self.changed(|people| {
            if let Some(taken) = taker(people, account, looks) {
                return Err(taken);
            }
            let is_admin = |account: &Account| account.role == Role::Admin && account.is_open();
            let others =
                people.accounts.iter().any(|other| other.player != account.player && is_admin(other));
            let Some(known) = people.accounts.iter_mut().find(|known| known.player == account.player) else {
                return Err(AccountError::Stale);
            };
            if is_admin(known) && !is_admin(account) && !others && !self.has(Fault::LosesAdmins) {
                return Err(AccountError::LastAdmin);
            }
            if known.version != account.version && !any_version {
                return Err(AccountError::Stale);
            }
            let had_second_factor = known.secrets.totp.is_some();
            *known = Account { version: known.version + 1, ..account.clone() };
            if had_second_factor && account.secrets.totp.is_none() && !self.has(Fault::CodesStay) {
                let own = |token: &Token| token.player == Some(account.player) && token.purpose == RECOVERY;
                people.tokens.retain(|token| !own(token));
            }
            if !account.may_have_card() && !self.has(Fault::CardsStay) {
                let own = |token: &Token| token.player == Some(account.player) && token.purpose == CARD;
                people.tokens.retain(|token| !own(token));
            }
            people.sessions.retain(|(session, _)| {
                session.player != account.player
                    || self.has(Fault::EndsNothing)
                    || match ends {
                        Ends::Nothing => true,
                        Ends::All => false,
                        Ends::Others(kept) => session.hash == kept,
                    }
            });
            Ok(())
        })
    }

    async fn change_account_by(
        &self,
        account: &Account,
        ends: Ends<'_>,
        _: &NewAct,
    ) -> Result<(), AccountError> {
        self.change_account(account, ends).await
    }

    async fn hand_out_cards(&self, list: &[(Account, Token)], _: &NewAct) -> Result<(), ListRefused> {
        let _alone = self.lists.lock().await;
        let before =
            self.with(|people| (people.accounts.clone(), people.sessions.clone(), people.tokens.clone()));
        for (at, (account, card)) in list.iter().enumerate() {
            let stored = match account.version {
                0 => self.create_account(account).await,
                _ => self.change_account(account, Ends::All).await,
            };
            if let Err(why) = stored {
                if !self.has(Fault::OneByOne) {
                    self.with(|people| (people.accounts, people.sessions, people.tokens) = before);
                }
                return Err(ListRefused { at, why });
            }
            self.keep_tokens(std::slice::from_ref(card), true).await?;
        }
        Ok(())
    }

    async fn account(&self, player: PlayerId) -> Result<Option<Account>, StorageError> {
        Ok(self.find(|account| account.player == player))
    }

    async fn account_called(&self, key: &str) -> Result<Option<Account>, StorageError> {
        Ok(self.find(|account| account.key == key))
    }

    async fn accounts_with_email(&self, address: &str) -> Result<Vec<Account>, StorageError> {
        let key = Email::key(address);
        let has = |email: &Email| Email::key(&email.address) == key;
        Ok(self.list(|account| account.email.as_ref().is_some_and(has)))
    }

    async fn accounts_of(&self, players: &[PlayerId]) -> Result<Vec<Account>, StorageError> {
        Ok(self.list(|account| players.contains(&account.player)))
    }

    async fn accounts_from(
        &self,
        prefix: &str,
        after: &str,
        limit: u32,
    ) -> Result<Vec<Account>, StorageError> {
        let mut found = self.list(|account| account.key.starts_with(prefix) && *account.key > *after);
        found.truncate(limit as usize);
        Ok(found)
    }

    async fn accounts_with_role(&self, role: Role) -> Result<Vec<Account>, StorageError> {
        Ok(self.list(|account| account.role == role))
    }

    async fn accounts_on_list(&self, organiser: PlayerId) -> Result<Vec<Account>, StorageError> {
        Ok(self.list(|account| account.list_owner == Some(organiser)))
    }

    async fn closed_accounts(&self) -> Result<Vec<PlayerId>, StorageError> {
        Ok(self.list(|account| !account.is_open()).iter().map(|account| account.player).collect())
    }

    async fn account_count(&self) -> Result<u64, StorageError> {
        Ok(self.with(|people| people.accounts.len() as u64))
    }

    async fn account_changes(&self) -> Result<u64, StorageError> {
        Ok(self.with(|people| people.changes))
    }

    async fn take_guest(&self, guest: PlayerId, player: PlayerId, at: Time) -> Result<bool, StorageError> {
        let taken = self.changed(|people| {
            if people.guests.iter().any(|(taken, _)| *taken == guest) && !self.has(Fault::TakesAgain) {
                return false;
            }
            if people.accounts.iter().any(|account| account.player == guest) && !self.has(Fault::IsBoth) {
                return false;
            }
            people.guests.retain(|(taken, _)| *taken != guest);
            people.guests.push((guest, player));
            true
        });
        if taken {
            self.right.take_guest(guest, player, at).await?;
        }
        Ok(taken)
    }

    async fn taken_by(&self, guest: PlayerId) -> Result<Option<PlayerId>, StorageError> {
        Ok(self.with(|people| people.guests.iter().find(|(taken, _)| *taken == guest).map(|taken| taken.1)))
    }

    async fn guests_of(&self, player: PlayerId) -> Result<Vec<PlayerId>, StorageError> {
        let of = |people: &mut People| {
            let guests = people.guests.iter().filter(|(_, by)| *by == player);
            guests.map(|(guest, _)| *guest).collect()
        };
        Ok(self.with(of))
    }

    async fn skeletons(&self) -> Result<String, StorageError> {
        Ok(self.with(|people| people.skeletons.clone()))
    }

    async fn store_skeletons(&self, new: &[(PlayerId, String)], tables: &str) -> Result<(), StorageError> {
        self.with(|people| {
            for account in &mut people.accounts {
                if let Some((_, skeleton)) = new.iter().find(|(player, _)| *player == account.player) {
                    account.skeleton.clone_from(skeleton);
                }
            }
            people.skeletons = tables.to_owned();
        });
        Ok(())
    }
}

#[async_trait]
impl Sessions for Memory {
    async fn begin_session(&self, session: &Session) -> Result<(), StorageError> {
        let account = self.find(|account| account.player == session.player);
        self.with(|people| people.sessions.push((session.clone(), account)));
        Ok(())
    }

    async fn session(&self, hash: &[u8]) -> Result<Option<(Session, Account)>, StorageError> {
        let found =
            self.with(|people| people.sessions.iter().find(|(session, _)| session.hash == hash).cloned());
        let Some((session, old)) = found else { return Ok(None) };
        let now = self.find(|account| account.player == session.player);
        let account = if self.has(Fault::OldAccount) { old } else { now };
        Ok(account.map(|account| (session, account)))
    }

    async fn use_session(&self, hash: &[u8], at: Time) -> Result<(), StorageError> {
        self.with(|people| {
            for (session, _) in people.sessions.iter_mut().filter(|(session, _)| session.hash == hash) {
                session.used = session.used.max(at);
            }
        });
        Ok(())
    }

    async fn sessions_of(&self, player: PlayerId) -> Result<Vec<Session>, StorageError> {
        let mut found: Vec<_> = self.with(|people| {
            let sessions = people.sessions.iter().map(|(session, _)| session);
            sessions.filter(|session| session.player == player).cloned().collect()
        });
        found.sort_by_key(|session| (std::cmp::Reverse(session.used), session.hash.clone()));
        Ok(found)
    }

    async fn end_sessions(&self, hashes: &[Vec<u8>]) -> Result<(), StorageError> {
        self.changed(|people| people.sessions.retain(|(session, _)| !hashes.contains(&session.hash)));
        Ok(())
    }

    async fn forget_sessions(&self, unused: Time, old: Time) -> Result<(), StorageError> {
        self.with(|people| {
            people.sessions.retain(|(session, _)| session.used >= unused && session.created >= old);
        });
        Ok(())
    }
}

#[async_trait]
impl Tokens for Memory {
    async fn keep_tokens(&self, tokens: &[Token], alone: bool) -> Result<(), StorageError> {
        self.with(|people| {
            let same = |old: &Token, new: &Token| old.player == new.player && old.purpose == new.purpose;
            people.tokens.retain(|old| !alone || !tokens.iter().any(|new| same(old, new)));
            people.tokens.extend_from_slice(tokens);
        });
        Ok(())
    }

    async fn hand_out_token(&self, token: &Token, alone: bool, _: &NewAct) -> Result<(), StorageError> {
        self.keep_tokens(std::slice::from_ref(token), alone).await
    }

    async fn keep_newest(&self, token: &Token, most: u32) -> Result<(), StorageError> {
        let most = if self.has(Fault::KeepsAll) { usize::MAX } else { most as usize };
        self.with(|people| {
            let same = |old: &&Token| old.player == token.player && old.purpose == token.purpose;
            let mut known: Vec<_> = people.tokens.iter().filter(same).cloned().collect();
            known.sort_by_key(|old| old.created.0);
            let oldest = known.len().saturating_sub(most.saturating_sub(1));
            people.tokens.retain(|old| !known[..oldest].contains(old));
            people.tokens.push(token.clone());
        });
        Ok(())
    }

    async fn token(&self, hash: &[u8], purpose: &str, now: Time) -> Result<Option<Token>, StorageError> {
        let any = self.has(Fault::AnyPurpose);
        let good =
            |token: &&Token| token.hash == hash && (any || token.purpose == purpose && token.expires > now);
        Ok(self.with(|people| people.tokens.iter().find(good).cloned()))
    }

    async fn take_token(&self, hash: &[u8], purpose: &str, now: Time) -> Result<Option<Token>, StorageError> {
        let found = self.token(hash, purpose, now).await?;
        if found.is_some() && !self.has(Fault::TokensStay) {
            return Ok(self.with(|people| {
                let place = people.tokens.iter().position(|token| token.hash == hash)?;
                Some(people.tokens.remove(place))
            }));
        }
        Ok(found)
    }

    async fn tokens_of(&self, player: PlayerId, purpose: &str) -> Result<Vec<Token>, StorageError> {
        let of = |token: &&Token| token.player == Some(player) && token.purpose == purpose;
        Ok(self.with(|people| people.tokens.iter().filter(of).cloned().collect()))
    }

    async fn forget_tokens_of(&self, player: PlayerId, purpose: &str) -> Result<(), StorageError> {
        let of = |token: &Token| token.player == Some(player) && token.purpose == purpose;
        self.with(|people| people.tokens.retain(|token| !of(token)));
        Ok(())
    }

    async fn forget_tokens(&self, now: Time) -> Result<(), StorageError> {
        self.with(|people| people.tokens.retain(|token| token.expires > now));
        Ok(())
    }
}

#[async_trait]
impl Site for Memory {
    async fn site_rules(&self) -> Result<Rules, StorageError> {
        Ok(self.with(|people| people.rules.clone()).unwrap_or_default())
    }

    async fn set_site_rules(&self, rules: &Rules, _: &NewAct) -> Result<(), StorageError> {
        self.with(|people| match &mut people.rules {
            Some(_) if self.has(Fault::KeepsOldRules) => {}
            known => *known = Some(rules.clone()),
        });
        Ok(())
    }

    async fn last_backup(&self) -> Result<Option<Time>, StorageError> {
        Ok(self.with(|people| people.backup))
    }

    async fn note_backup(&self, act: &NewAct) -> Result<(), StorageError> {
        self.with(|people| people.backup = Some(act.at));
        Ok(())
    }

    async fn keep_secret(&self, _: SiteSecret, fresh: &str) -> Result<String, StorageError> {
        let each = self.has(Fault::KeepsEach);
        Ok(self.with(|people| match &people.secret {
            Some(known) if !each => known.clone(),
            _ => {
                people.secret = Some(fresh.to_owned());
                fresh.to_owned()
            }
        }))
    }

    async fn replace_secret(&self, _: SiteSecret, before: &str, after: &str) -> Result<bool, StorageError> {
        let any = self.has(Fault::ReplacesAny);
        Ok(self.with(|people| {
            let replaces = any || people.secret.as_deref() == Some(before);
            if replaces {
                people.secret = Some(after.to_owned());
            }
            replaces
        }))
    }
}
