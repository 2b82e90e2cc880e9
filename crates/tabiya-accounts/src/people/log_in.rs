// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who wants to log in proves who they are: by a name and a password, or by a card. Wrong tries are counted.

use tabiya_game::PlayerId;
use tabiya_limits::address::Caller;
use tabiya_protocol::people::account::{ChangePassword, Login};
use tabiya_runtime::secret::{Hash, Secret};
use tabiya_store::{Account, CARD, Email, Ends, LoggedInBy, StorageError};

use super::devices::Device;
use super::sessions::prove;
use super::tries::{Attempt, Tried};
use super::typed::Typed;
use super::{Asker, Fit, People, PeopleError, PeopleFailure, Whose, codes, names, second_factor};

impl People {
    /// The account whose name, password and, where it has a second factor, code these are.
    ///
    /// # Errors
    /// What is wrong or lacks, or for how long there were too many tries.
    pub async fn prove_by_password(
        &self,
        wish: &Login,
        device: &Device,
        caller: &Caller,
    ) -> Result<Account, PeopleFailure> {
        // An address is one key however it is typed: each key has wrong tries of its own.
        let address = Some(wish.name.trim()).filter(|typed| typed.contains('@') && !typed.contains('\0'));
        let key = address.map_or_else(|| names::key_of_typed(&wish.name), Email::key);
        let addressed = match address {
            Some(address) => self.addressed(address).await?,
            None => None,
        };
        // A device that has logged in knows the name.
        let name = addressed.as_ref().map_or(&key, |account| &account.key);
        let tried = Tried::log_in(&key, self.devices.knows(device, name));
        let attempt = Attempt { tried: Some(tried), caller };
        let counting = self.tries.begin(&attempt).map_err(PeopleError::from)?;
        // Names that nobody has are verified all the same: against a hash that nothing fits.
        let account = match address {
            Some(_) => addressed,
            None => self.store.accounts.account_called(&key).await?,
        };
        let hash = account.as_ref().and_then(|account| account.secrets.password.clone());
        let asker = Asker::Caller(caller, Whose::Name(Typed::new(&key)));
        let fit = match self.passwords.verify(asker, &wish.password, hash.clone()).await {
            Ok(fit) => fit,
            Err(busy) => {
                counting.take_back();
                return Err(PeopleError::from(busy).into());
            }
        };
        let account = account.filter(|_| fit.is_right()).ok_or(PeopleError::WrongLogin)?;
        if !account.is_open() {
            // Whoever knows the password may know it. Others learn nothing.
            counting.was_right();
            return Err(PeopleError::AccountClosed.into());
        }
        let account = match second_factor::check(self, account, wish.code.as_deref()).await {
            Err(PeopleFailure::People(PeopleError::NeedsCode)) => {
                // The password was right, and no code was tried.
                counting.take_back();
                return Err(PeopleError::NeedsCode.into());
            }
            checked => checked?,
        };
        counting.was_right();
        match fit {
            Fit::RightAs(anew) => self.keep_hash(account, hash, anew).await,
            Fit::Right | Fit::Wrong => Ok(account),
        }
    }

    /// The only account that has confirmed this address. Tries under an address are counted by themselves, so nobody learns
    /// from them whose address it is.
    async fn addressed(&self, address: &str) -> Result<Option<Account>, StorageError> {
        let all = self.store.accounts.accounts_with_email(address).await?;
        let is_theirs = |account: &Account| {
            account.is_open() && !account.kid && account.email.as_ref().is_some_and(|email| email.confirmed)
        };
        let mut theirs = all.into_iter().filter(is_theirs);
        Ok(theirs.next().filter(|_| theirs.next().is_none()))
    }

    /// Replaces the hash of a password by another one of the same password, unless the password was changed since.
    async fn keep_hash(
        &self,
        account: Account,
        old: Option<String>,
        anew: String,
    ) -> Result<Account, PeopleFailure> {
        let player = account.player;
        self.change(player, Ends::Nothing, |account| {
            if account.secrets.password != old {
                return Err(PeopleError::Conflict("your password was changed at the same time"));
            }
            account.secrets.password = Some(anew.clone());
            Ok(())
        })
        .await
    }

    /// The account whose card has this code. `browser` is the player who this browser was before.
    ///
    /// # Errors
    /// If it is no card's code, or for how long there were too many tries.
    pub async fn prove_by_card(
        &self,
        code: &str,
        browser: Option<PlayerId>,
        caller: &Caller,
    ) -> Result<Account, PeopleFailure> {
        // Nobody knows whose card a wrong code was meant for, so tries are counted for each browser and each address. A
        // browser that guesses keeps no other one of its class out.
        let attempt = Attempt { tried: browser.map(Tried::CardIn), caller };
        let counting = self.tries.begin(&attempt).map_err(PeopleError::from)?;
        let hash = codes::hash_of_code(code).ok_or(PeopleError::WrongCard)?;
        let token = self.store.tokens.token(&hash, CARD, self.now()).await?;
        let player = token.and_then(|token| token.player).ok_or(PeopleError::WrongCard)?;
        let account = self.store.accounts.account(player).await?.filter(Account::is_open);
        // A card from before the account was staff's, or had a second factor, is none, should one have been left.
        let account = account.filter(Account::may_have_card).ok_or(PeopleError::WrongCard)?;
        // The card may have been replaced before the account was read; whatever happens after that changes the account.
        if self.store.tokens.token(&hash, CARD, self.now()).await?.is_none() {
            return Err(PeopleError::WrongCard.into());
        }
        counting.was_right();
        Ok(account)
    }

    /// Begins a session in place of the one that the browser had before; returns the secret for its cookie.
    ///
    /// # Errors
    /// If the account has changed since it was read, or the storage fails.
    pub async fn replace_session(
        &self,
        before: Option<Hash>,
        account: &Account,
        by: LoggedInBy,
        agent: &str,
    ) -> Result<Secret, PeopleFailure> {
        if let Some(before) = before {
            self.end_sessions(&[before.to_vec()]).await?;
        }
        self.begin_session(account, by, agent).await
    }

    /// Gives an account a new password, and ends all its sessions but a new one; returns the secret for its cookie.
    ///
    /// # Errors
    /// If the old password is wrong, the new one is too weak, or the account may have none.
    pub async fn change_password(
        &self,
        account: &Account,
        wish: &ChangePassword,
        caller: &Caller,
        agent: &str,
    ) -> Result<Secret, PeopleFailure> {
        if account.secrets.password.is_some() {
            prove(self, account, caller, &wish.old).await?;
        } else if account.kid {
            return Err(PeopleError::NotAllowed("the organiser of your class gives you a new card").into());
        }
        let asker = Asker::Caller(caller, Whose::Player(account.player));
        let hashed = self.passwords.hash(asker, &wish.new, account.name.as_str()).await;
        let hash = hashed.map_err(PeopleError::from)?.map_err(PeopleError::from)?;
        let secret = self.begin_session(account, LoggedInBy::Password, agent).await?;
        let old = account.secrets.password.clone();
        self.change(account.player, Ends::Others(&secret.hash()), |account| {
            if account.secrets.password != old {
                return Err(PeopleError::Conflict("your password was changed at the same time"));
            }
            account.secrets.password = Some(hash.clone());
            Ok(())
        })
        .await?;
        Ok(secret)
    }
}
