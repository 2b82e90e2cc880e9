// SPDX-License-Identifier: AGPL-3.0-or-later
//! E-mail addresses of accounts, and setting a new password by mail.
//!
//! An address counts only when a link that was sent there has been followed. Whoever asks for a reset learns nothing: the
//! answer and its time are the same whether or not an account has the address, because accounts are looked up after it.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use tabiya_game::{PlayerId, Time};
use tabiya_protocol::people::account::{AskReset, ChangeEmail, FollowLink};
use tabiya_store::{Account, Email, Ends, Token};
use tokio::sync::Semaphore;

use super::account::prove;
use super::{People, PeopleError, Secret, hash_of_secret, links};
use crate::app::App;
use crate::gate::{Caller, Counted, MOST_TIMES};
use crate::http::{ApiError, JsonBody, SameOrigin};
use crate::identity::Member;
use crate::mail::{Letter, Letterhead, Mailer};
use crate::rate::RateLimit;

/// The purpose of links that confirm an address, among the tokens.
const CONFIRM: &str = "email";
/// How long such a link is good, in milliseconds.
const CONFIRM_FOR: u64 = 3 * 24 * 60 * 60 * 1000;
/// How long a link is good that was sent for a forgotten password.
const RESET_FOR: Duration = Duration::from_secs(30 * 60);
/// Letters of each kind that one account, and resets that one address, may ask for in a minute and in an hour.
const PER_MINUTE: u32 = 3;
const PER_HOUR: u32 = 10;
/// Resets that may be looked up at the same time; further ones are let go.
const LOOKED_UP: usize = 64;
/// Characters of an e-mail address (RFC 5321, 4.5.3.1.3).
const LONGEST: usize = 254;

/// What sending mail to players takes.
pub(crate) struct Mailing {
    mailer: Mailer,
    /// What links begin with: `--public-url` alone, never what a request says.
    origin: String,
    per_player: RateLimit<PlayerId>,
    per_caller: RateLimit<Counted>,
    looked_up: Arc<Semaphore>,
}

impl Mailing {
    pub(crate) fn new(mailer: Mailer, origin: String) -> Self {
        Self {
            mailer,
            origin,
            per_player: RateLimit::new(PER_MINUTE, PER_HOUR),
            per_caller: RateLimit::new(PER_MINUTE * MOST_TIMES, PER_HOUR * MOST_TIMES),
            looked_up: Arc::new(Semaphore::new(LOOKED_UP)),
        }
    }
}

/// An e-mail address that a letter could be sent to.
pub(super) fn checked_address(text: &str) -> Result<String, PeopleError> {
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
    if plain(local) && plain(domain) && is_domain && text.len() <= LONGEST && local.len() <= 64 {
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
    fn mailing(&self) -> Result<&Mailing, PeopleError> {
        self.mailing.as_ref().ok_or(PeopleError::NoMail)
    }

    /// Whether this server sends mail.
    pub(crate) fn sends_mail(&self) -> bool {
        self.mailing.is_some()
    }

    /// Writes a letter and has it sent. Returns whether it was taken; does nothing where this server sends none.
    pub(super) fn write(&self, letter: impl FnOnce(Letterhead<'_>) -> Letter) -> bool {
        let Some(mailing) = &self.mailing else { return false };
        mailing.mailer.send(letter(Letterhead { site: &self.site.name(), origin: &mailing.origin }))
    }

    /// Sends a link to the account's address, by which that is confirmed. Where the server sends no mail, nothing happens.
    pub(super) async fn ask_to_confirm(&self, account: &Account) -> Result<(), ApiError> {
        let Some(email) = account.email.as_ref().filter(|email| !email.confirmed && self.sends_mail()) else {
            return Ok(());
        };
        let (secret, now) = (Secret::new(), self.now());
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

    /// Sends a link to every account that has confirmed this address.
    async fn send_resets(&self, address: &str) -> Result<(), ApiError> {
        let mailing = self.mailing()?;
        for account in self.store.accounts.accounts_with_email(address).await? {
            let is_theirs = |email: &&Email| email.confirmed && account.is_open() && !account.kid;
            let Some(email) = account.email.as_ref().filter(is_theirs) else { continue };
            if mailing.per_player.take(&account.player, 1).is_err() {
                continue;
            }
            let span = RESET_FOR.as_millis() as u64;
            let path = links::reset(&self.store, account.player, self.now(), span).await?;
            self.write(|head| head.reset(&email.address, account.name.as_str(), &path, RESET_FOR));
        }
        Ok(())
    }
}

/// `PUT /api/page/email`: another address, or none. The one until now is told.
pub(super) async fn change(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    caller: Caller,
    JsonBody(wish): JsonBody<ChangeEmail>,
) -> Result<StatusCode, ApiError> {
    let people = &app.people;
    let mailing = people.mailing()?;
    if login.account.kid {
        return Err(PeopleError::NotAllowed("an account in kid mode has no e-mail address").into());
    }
    let address = Some(wish.email.trim()).filter(|address| !address.is_empty());
    let address = address.map(checked_address).transpose()?;
    prove(people, &login.account, &caller, &wish.password).await?;
    let taken = mailing.per_player.take(&login.account.player, 1);
    taken.map_err(|wait| PeopleError::TooManyTries { wait })?;
    let before = login.account.email.clone();
    let same = |email: &Email| address.as_ref() == Some(&email.address);
    let confirmed = before.as_ref().is_some_and(|email| same(email) && email.confirmed);
    let email = address.map(|address| Email { address, confirmed });
    let set = |account: &mut Account| {
        if account.email != before {
            return Err(PeopleError::Conflict("your address was changed at the same time"));
        }
        account.email.clone_from(&email);
        Ok(())
    };
    let account = people.change(login.account.player, Ends::Nothing, set).await?;
    // Only a confirmed address is known to be the player's.
    if let Some(before) = before.filter(|before| before.confirmed && account.email.as_ref() != Some(before)) {
        people.write(|head| head.address_changed(&before.address, account.name.as_str()));
    }
    people.ask_to_confirm(&account).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/page/email/confirm`: the link that was sent to an address was followed.
pub(super) async fn confirm(
    State(app): State<App>,
    _: SameOrigin,
    JsonBody(wish): JsonBody<FollowLink>,
) -> Result<StatusCode, ApiError> {
    let people = &app.people;
    let hash = hash_of_secret(wish.token.as_bytes()).ok_or(PeopleError::WrongToken)?;
    let token = people.store.tokens.take_token(&hash, CONFIRM, people.now()).await?;
    let token = token.ok_or(PeopleError::WrongToken)?;
    let player = token.player.ok_or(PeopleError::WrongToken)?;
    let confirm = |account: &mut Account| match &mut account.email {
        Some(email) if email.address == token.data && account.closed.is_none() => {
            email.confirmed = true;
            Ok(())
        }
        // The player has chosen another address since.
        Some(_) | None => Err(PeopleError::WrongToken),
    };
    people.change(player, Ends::Nothing, confirm).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/page/reset`: a link for a forgotten password. Accounts are looked up after the answer.
pub(super) async fn ask_reset(
    State(app): State<App>,
    _: SameOrigin,
    caller: Caller,
    JsonBody(wish): JsonBody<AskReset>,
) -> Result<StatusCode, ApiError> {
    let people = &app.people;
    let mailing = people.mailing()?;
    let address = checked_address(wish.email.trim())?;
    Counted::of(&caller)
        .try_for_each(|(counted, times)| mailing.per_caller.take(&counted, MOST_TIMES / times))
        .map_err(|wait| PeopleError::TooManyTries { wait })?;
    if let Ok(turn) = Arc::clone(&mailing.looked_up).try_acquire_owned() {
        let people = Arc::clone(people);
        tokio::spawn(async move {
            if let Err(error) = people.send_resets(&address).await {
                tracing::warn!(?error, "a reset could not be looked up");
            }
            drop(turn);
        });
    }
    Ok(StatusCode::NO_CONTENT)
}

#[cfg(test)]
mod tests {
    use super::checked_address;

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
            &long,
        ] {
            assert!(checked_address(wrong).is_err(), "{wrong:?}");
        }
    }
}
