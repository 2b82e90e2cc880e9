// SPDX-License-Identifier: AGPL-3.0-or-later
//! Players in lists: the best of a category, and those whose name begins so.
//!
//! A list may not show every account that the store returns. So more are read until the list is full, up to a bound.

use std::collections::HashMap;

use tabiya_game::{Category, PlayerId};
use tabiya_store::{Account, PlayerRating, StorageError, Store};

/// How many more than wanted are read at first.
const SPARE: u32 = 30;
/// Accounts that are read at most for one list.
const MOST_READ: u32 = 2_000;
/// Accounts that are read at once after the first ones.
const AT_ONCE: u32 = 200;

/// The best players of a category whom the list `shows`, the best first, at most `most`.
///
/// # Errors
/// If the storage fails.
pub async fn leaders(
    store: &Store,
    category: Category,
    most: usize,
    shows: impl Fn(&Account) -> bool,
) -> Result<Vec<(PlayerRating, Account)>, StorageError> {
    let mut read = u32::try_from(most).unwrap_or(MOST_READ).saturating_add(SPARE);
    loop {
        let leaders = store.ratings.leaders(category, read).await?;
        let is_all = leaders.len() < read as usize;
        let players: Vec<PlayerId> = leaders.iter().map(|leader| leader.player).collect();
        let accounts = store.accounts.listed_accounts(&players).await?;
        let mut accounts: HashMap<PlayerId, Account> =
            accounts.into_iter().filter(&shows).map(|account| (account.player, account)).collect();
        let known = leaders.into_iter().filter_map(|leader| Some((leader, accounts.remove(&leader.player)?)));
        let known: Vec<_> = known.take(most).collect();
        if is_all || known.len() == most || read >= MOST_READ {
            return Ok(known);
        }
        read *= 5;
    }
}

/// The first accounts whose key begins with `prefix` and whom the list `shows`, in the order of keys, at most `most`.
///
/// # Errors
/// If the storage fails.
pub async fn named_from(
    store: &Store,
    prefix: &str,
    most: usize,
    shows: impl Fn(&Account) -> bool,
) -> Result<Vec<Account>, StorageError> {
    let mut shown: Vec<Account> = Vec::new();
    let (mut after, mut left) = (String::new(), MOST_READ);
    let mut read = u32::try_from(most).unwrap_or(MOST_READ).saturating_add(SPARE);
    while shown.len() < most && left > 0 {
        let accounts = store.accounts.accounts_from(prefix, &after, read).await?;
        let is_all = accounts.len() < read as usize;
        after = accounts.last().map(|account| account.key.clone()).unwrap_or_default();
        shown.extend(accounts.into_iter().filter(&shows));
        if is_all {
            break;
        }
        left = left.saturating_sub(read);
        read = AT_ONCE;
    }
    shown.truncate(most);
    Ok(shown)
}

#[cfg(test)]
mod tests {
    use tabiya_game::{GameId, GameResult, PlayerName, Time};
    use tabiya_store::{EndedGame, SqliteStore};

    use super::*;
    use crate::people::is_listed;

    /// More than are read at first.
    const HIDDEN: u8 = 60;

    async fn add(store: &Store, number: u8, name: String, kid: bool) -> PlayerId {
        let player = PlayerId::from_bytes([number; 16]);
        let shown = PlayerName::try_from(name.clone()).unwrap();
        let account = Account { kid, ..Account::new(player, shown, name.clone(), name, Time(1)) };
        store.accounts.create_account(&account).await.unwrap();
        player
    }

    #[tokio::test]
    async fn lists_go_on_behind_those_that_they_may_not_show() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(SqliteStore::open(folder.path()).unwrap());
        for number in 0..HIDDEN {
            let kid = add(&store, number, format!("abc{number:02}"), true).await;
            let other = add(&store, HIDDEN + number, format!("abcd{number:02}"), false).await;
            let game = EndedGame {
                game: GameId::from_bits(number.into()),
                category: Category::BLITZ,
                white: kid,
                black: other,
                result: GameResult::WhiteWins,
                at: Time(1_000),
            };
            store.ratings.rate(&game).await.unwrap();
        }
        let best = leaders(&store, Category::BLITZ, 5, is_listed).await.unwrap();
        assert_eq!(best.len(), 5);
        assert!(best.iter().all(|(rating, account)| !account.kid && rating.player == account.player));
        let found = named_from(&store, "abc", 2, is_listed).await.unwrap();
        let names: Vec<_> = found.iter().map(|account| account.key.as_str()).collect();
        assert_eq!(names, ["abcd00", "abcd01"]);
    }
}
