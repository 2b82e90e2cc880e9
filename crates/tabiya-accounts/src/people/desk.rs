// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the staff's desk writes, and how it names players.

use tabiya_game::PlayerId;
use tabiya_runtime::clean::visible;
use tabiya_store::StorageError;

use super::{People, PeopleError};

/// Accounts and reports on one page.
pub const PAGE: u32 = 50;
/// Bytes of a text that staff or a player writes.
const LONGEST: usize = 2_000;

/// A text of staff or a player, line by line without what can't be seen or could disturb what stands around it.
///
/// # Errors
/// If it is longer than staff wants to read.
pub fn bounded_text(text: &str) -> Result<String, PeopleError> {
    if text.len() > LONGEST {
        return Err(PeopleError::BadRequest(format!(
            "a text has at most {LONGEST} bytes, not {}",
            text.len()
        )));
    }
    let lines: Vec<String> = text.trim().lines().map(visible).collect();
    Ok(lines.join("\n"))
}

impl People {
    /// What these players are called now.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn names_of(
        &self,
        players: &[PlayerId],
    ) -> Result<impl Fn(PlayerId) -> String + use<>, StorageError> {
        let accounts = self.store.accounts.listed_accounts(players).await?;
        let names: std::collections::HashMap<PlayerId, String> =
            accounts.into_iter().map(|account| (account.player, account.name.to_string())).collect();
        Ok(move |player| names.get(&player).cloned().unwrap_or_else(|| "?".to_owned()))
    }
}
