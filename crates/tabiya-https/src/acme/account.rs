// SPDX-License-Identifier: AGPL-3.0-or-later
//! The account with an authority: made once, and kept.

use instant_acme::{Account, AccountCredentials, Error, NewAccount};
use serde::{Deserialize, Serialize};

use super::Acme;
use super::failure::{Failure, kind_of};
use super::http::Calls;
use crate::kept;

/// The account as it is kept.
#[derive(Deserialize, Serialize)]
struct Kept {
    /// Where the authority writes to.
    email: String,
    /// The account's address and key.
    credentials: AccountCredentials,
}

impl Acme {
    /// The account that is kept, or a new one.
    pub(super) async fn account(&self, calls: &Calls) -> Result<Account, Failure> {
        let wrong = |error: Error| Failure::of(error, &self.authority, calls);
        if let Some(Kept { email, credentials }) = self.kept_account().await? {
            let account = Account::builder_with_http(calls.client())
                .from_credentials(credentials)
                .await
                .map_err(wrong)?;
            if email == self.authority.email {
                return Ok(account);
            }
            match account.update_contacts(&[&self.contact()]).await {
                Ok(()) => {
                    tracing::info!(email = %self.authority.email, "the authority has the new e-mail address");
                    self.change_kept_email().await?;
                    return Ok(account);
                }
                // The authority has forgotten it.
                Err(error) if kind_of(&error) == Some("accountDoesNotExist") => {}
                Err(error) => return Err(wrong(error)),
            }
        }
        self.new_account(calls).await
    }

    /// Makes an account and keeps it. Whoever names an e-mail address for it agrees to the authority's terms.
    pub(super) async fn new_account(&self, calls: &Calls) -> Result<Account, Failure> {
        let contact = self.contact();
        let wanted =
            NewAccount { contact: &[&contact], terms_of_service_agreed: true, only_return_existing: false };
        let (account, credentials) = Account::builder_with_http(calls.client())
            .create(&wanted, self.authority.directory.clone(), None)
            .await
            .map_err(|error| Failure::of(error, &self.authority, calls))?;
        self.keep_account(&Kept { email: self.authority.email.clone(), credentials }).await?;
        Ok(account)
    }

    fn contact(&self) -> String {
        format!("mailto:{}", self.authority.email)
    }

    async fn kept_account(&self) -> Result<Option<Kept>, Failure> {
        let (place, text) = match &self.shared {
            Some(order) => ("the database".to_owned(), order.account().await.map_err(Failure::storage)?),
            None => {
                let file = self.file("account", "json");
                let bytes = kept::get(&file).ok().flatten();
                (file.display().to_string(), bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
            }
        };
        let read = text.map(|text| serde_json::from_str(&text)).transpose();
        Ok(read
            .inspect_err(|error| tracing::warn!(%place, %error, "the account can't be read"))
            .unwrap_or_default())
    }

    async fn change_kept_email(&self) -> Result<(), Failure> {
        match self.kept_account().await? {
            Some(kept) => self.keep_account(&Kept { email: self.authority.email.clone(), ..kept }).await,
            None => Ok(()),
        }
    }

    async fn keep_account(&self, account: &Kept) -> Result<(), Failure> {
        let text = serde_json::to_string(account).expect("texts can be written as JSON");
        if let Some(order) = &self.shared {
            return order.keep_account(&text).await.map_err(Failure::storage);
        }
        let file = self.file("account", "json");
        if let Err(error) = kept::put(&file, text.as_bytes()) {
            // The next start makes another one.
            tracing::warn!(file = %file.display(), %error, "the account with the authority can't be kept");
        }
        Ok(())
    }
}
