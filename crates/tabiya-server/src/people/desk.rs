// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the staff's desk writes down, and how it names players.

use tabiya_game::PlayerId;
use tabiya_store::{Account, StaffAction, StorageError};

use super::{People, PeopleError};

/// Accounts and reports on one page.
pub(crate) const PAGE: u32 = 50;
/// Bytes of a text that staff or a player writes.
const LONGEST: usize = 2_000;

impl People {
    /// Writes a deed into the log.
    pub(crate) async fn log_deed(
        &self,
        actor: &Account,
        deed: &str,
        subject: Option<PlayerId>,
        details: String,
    ) -> Result<(), StorageError> {
        let action = StaffAction {
            number: 0,
            at: self.now(),
            actor: Some(actor.player),
            by_name: actor.name.to_string(),
            deed: deed.to_owned(),
            subject,
            details,
        };
        self.store.desk.note_action(&action).await
    }
}

/// # Errors
/// If the text is longer than staff wants to read.
pub(crate) fn short(text: &str) -> Result<String, PeopleError> {
    let text = text.trim().replace('\0', "");
    if text.len() > LONGEST {
        return Err(PeopleError::BadRequest(format!(
            "a text has at most {LONGEST} bytes, not {}",
            text.len()
        )));
    }
    Ok(text)
}

impl People {
    /// What these players are called now.
    pub(crate) async fn names_of(
        &self,
        players: &[PlayerId],
    ) -> Result<impl Fn(PlayerId) -> String + use<>, StorageError> {
        let accounts = self.store.accounts.accounts_of(players).await?;
        let names: std::collections::HashMap<PlayerId, String> =
            accounts.into_iter().map(|account| (account.player, account.name.to_string())).collect();
        Ok(move |player| names.get(&player).cloned().unwrap_or_else(|| "?".to_owned()))
    }
}
