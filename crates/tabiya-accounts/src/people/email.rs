// SPDX-License-Identifier: AGPL-3.0-or-later
//! E-mail addresses of accounts, and setting a new password by mail.
//!
//! An address counts only when a link that was sent there has been followed. Whoever asks for a reset learns nothing: the
//! answer and its time are the same whether or not an account has the address, because accounts are looked up after it.

use std::sync::Arc;
use std::time::Duration;

use tabiya_game::{PlayerId, Time};
use tabiya_limits::address::{AddressRate, Caller};
use tabiya_limits::rate_limit::RateLimit;
use tabiya_runtime::config::Networks;
use tabiya_runtime::mail::{Letter, Letterhead, Mailer, is_address};
use tabiya_runtime::secret::Secret;
use tabiya_runtime::spawn::spawn;
use tabiya_store::{Account, Email, Token};
use tokio::sync::Semaphore;

use super::{People, PeopleError, PeopleFailure, links};

/// The purpose of links that confirm an address, among the tokens.
pub const CONFIRM: &str = "email";
/// How long such a link is good, in milliseconds.
const CONFIRM_FOR: u64 = 3 * 24 * 60 * 60 * 1000;
/// How long a link is good that was sent for a forgotten password.
const RESET_FOR: Duration = Duration::from_secs(30 * 60);
/// Letters of each kind that one account, one address of a client, or one address of mail gets in a minute and in an hour.
const PER_MINUTE: u32 = 3;
const PER_HOUR: u32 = 10;
/// Resets that may be looked up at the same time; further ones are let go.
const LOOKED_UP: usize = 64;
/// Characters of an e-mail address (RFC 5321, 4.5.3.1.3).
const LONGEST: usize = 254;

/// What sending mail to players takes.
pub struct Mailing {
    mailer: Mailer,
    /// What links begin with: `--public-url` alone, never what a request says.
    origin: String,
    /// Letters that one account has ordered: 3 in a minute and 10 in an hour.
    pub per_player: RateLimit<PlayerId>,
    per_caller: AddressRate,
    /// Whoever registers again and again with a stranger's address does not flood the stranger.
    per_recipient: RateLimit<Mailbox>,
    looked_up: Arc<Semaphore>,
}

impl Mailing {
    /// Sends by `mailer`. Links in letters begin with `origin`, such as `https://chess.example`. From `unlimited` networks
    /// people may ask for a new password as often as they like.
    pub fn new(mailer: Mailer, origin: String, unlimited: &Networks) -> Self {
        Self {
            mailer,
            origin,
            per_player: RateLimit::new(PER_MINUTE, PER_HOUR),
            per_caller: AddressRate::new(PER_MINUTE, PER_HOUR, unlimited),
            per_recipient: RateLimit::new(PER_MINUTE, PER_HOUR),
            looked_up: Arc::new(Semaphore::new(LOOKED_UP)),
        }
    }
}

/// An e-mail address that a letter could be sent to.
///
/// # Errors
/// If it is none. An address has a name, one `@` and a domain of several parts, and 254 bytes at most.
pub fn checked_address(text: &str) -> Result<String, PeopleError> {
    let wrong = || PeopleError::BadEmail(text.chars().take(60).collect());
    let (local, domain) = text.rsplit_once('@').ok_or_else(wrong)?;
    let plain = |part: &str| {
        !part.is_empty()
            && !part.chars().any(|letter| {
                letter.is_whitespace() || letter.is_control() || "<>()[]\\,;:\"@".contains(letter)
            })
    };
    let is_domain = domain.contains('.')
        && domain
            .split('.')
            .all(|label| !label.is_empty() && !label.starts_with('-') && !label.ends_with('-'));
    let can_be_written = is_address(text);
    if plain(local) && plain(domain) && is_domain && text.len() <= LONGEST && can_be_written {
        Ok(text.to_owned())
    } else {
        Err(wrong())
    }
}

impl People {
    /// What sending mail takes.
    ///
    /// # Errors
    /// Where this server sends none.
    pub fn mailing(&self) -> Result<&Mailing, PeopleError> {
        self.mailing.as_ref().ok_or(PeopleError::NoMail)
    }

    /// Whether this server sends mail.
    pub fn sends_mail(&self) -> bool {
        self.mailing.is_some()
    }

    /// Writes a letter and has it sent. Returns whether it was taken; does nothing where this server sends none.
    pub fn write(&self, letter: impl FnOnce(Letterhead<'_>) -> Letter) -> bool {
        let Some(mailing) = &self.mailing else { return false };
        mailing.mailer.send(letter(Letterhead { site: &self.site.name(), origin: &mailing.origin }))
    }

    /// Sends a link to the account's address, by which that is confirmed. Where the server sends no mail, or the address got
    /// too many such letters, nothing happens.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn ask_to_confirm(&self, account: &Account) -> Result<(), PeopleFailure> {
        let Some(email) = account.email.as_ref().filter(|email| !email.confirmed) else { return Ok(()) };
        let Some(mailing) = &self.mailing else { return Ok(()) };
        if mailing.per_recipient.take(&Mailbox::of(&email.address), 1).is_err() {
            return Ok(());
        }
        let (secret, now) = (Secret::random(), self.now());
        let token = Token {
            hash: secret.hash().to_vec(),
            purpose: CONFIRM.to_owned(),
            player: Some(account.player),
            data: email.address.clone(),
            created: now,
            expires: Time(now.0 + CONFIRM_FOR),
        };
        self.store.tokens.keep_tokens(&[token], true).await?;
        self.write(|head| head.confirm(&email.address, account.name.as_str(), secret.text()));
        Ok(())
    }

    /// Somebody has forgotten a password and names an address. The answer is the same whether or not an account has it.
    ///
    /// # Errors
    /// If that is no address, this server sends no mail, or whoever asks did so too often.
    pub fn ask_reset(self: &Arc<Self>, caller: &Caller, address: &str) -> Result<(), PeopleError> {
        let mailing = self.mailing()?;
        let address = checked_address(address)?;
        mailing.per_caller.take(caller, 1).map_err(|wait| PeopleError::TooOften { wait })?;
        if let Ok(turn) = Arc::clone(&mailing.looked_up).try_acquire_owned() {
            let people = Arc::clone(self);
            spawn(async move {
                if let Err(error) = people.send_resets(&address).await {
                    tracing::warn!(?error, "a reset could not be looked up");
                }
                drop(turn);
            });
        }
        Ok(())
    }

    /// Sends a link to every account that has confirmed this address.
    async fn send_resets(&self, address: &str) -> Result<(), PeopleFailure> {
        let mailing = self.mailing()?;
        for account in self.store.accounts.accounts_with_email(address).await? {
            let is_theirs = |email: &&Email| email.confirmed && account.is_open() && !account.kid;
            let Some(email) = account.email.as_ref().filter(is_theirs) else { continue };
            if mailing.per_player.take(&account.player, 1).is_err() {
                continue;
            }
            let span = RESET_FOR.as_millis() as u64;
            let path =
                links::reset_by_letter(&self.store, account.player, &email.address, (self.now(), span))
                    .await?;
            self.write(|head| head.reset(&email.address, account.name.as_str(), &path, RESET_FOR));
        }
        Ok(())
    }
}

/// The mailbox of an address: what follows a plus is for the receiver alone (RFC 5233), so it makes no other mailbox.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Mailbox(String);

impl Mailbox {
    fn of(address: &str) -> Self {
        let key = Email::key(address);
        Self(match key.rsplit_once('@') {
            Some((name, host)) => format!("{}@{host}", name.split('+').next().unwrap_or_default()),
            None => key,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Mailbox, checked_address};

    #[test]
    fn what_follows_a_plus_makes_no_other_mailbox() {
        assert_eq!(Mailbox::of("Ann+chess@Example.org"), Mailbox::of("ann@example.org"));
        assert_ne!(Mailbox::of("anne@example.org"), Mailbox::of("ann@example.org"));
    }

    #[test]
    fn addresses_are_told_from_other_texts() {
        for good in ["ann@example.org", "a.b+c@sub.example.org", "ü@bücher.example", "o'neill@example.org"]
        {
            assert_eq!(checked_address(good).unwrap(), good);
        }
        let long = format!("{}@example.org", "a".repeat(250));
        for wrong in [
            "",
            "ann",
            "@example.org",
            "ann@",
            "ann@example",
            "ann@@example.org",
            "a b@example.org",
            "ann@example.org\r\nBcc: x@y.z",
            "<ann@example.org>",
            "a,b@example.org",
            "ann@.org",
            "ann@-x.org",
            "a..b@example.org",
            ".a@example.org",
            "a\u{202e}@example.org",
            &long,
        ] {
            assert!(checked_address(wrong).is_err(), "{wrong:?}");
        }
    }
}
