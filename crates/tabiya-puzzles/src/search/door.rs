// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which games may become puzzles for everybody. The one place that decides it, for the search and for the link to the game.
//!
//! Left out are running and private games, those that were played over a board by people whom nobody has asked, those of closed
//! accounts, of children and of pupils on a list, and those of players who don't want it.

use tabiya_accounts::people::is_listed;
use tabiya_archive::privacy::was_trial;
use tabiya_game::{Game, Seats};
use tabiya_rules::{Color, Variant};
use tabiya_store::{Account, ArchivedGame, StorageError, Store};

/// The setting in which an account keeps whether its games may become puzzles. Any other word, and none, allow it.
const SETTING: &str = "puzzle_games";
/// The word that forbids it.
const OFF: &str = "off";
/// In shorter games nobody has had a chance, in half-moves.
const SHORTEST: u32 = 16;

/// Whether a player lets games become puzzles.
fn lets(account: &Account) -> bool {
    is_listed(account) && account.list_owner.is_none() && account.settings.get(SETTING) != Some(OFF)
}

/// Whether the row of a game says that it may become puzzles, as far as it says so.
pub(super) fn may_be_searched(row: &ArchivedGame) -> bool {
    row.end.is_some() && row.variant == Variant::Standard && row.half_moves >= SHORTEST && !was_trial(row)
}

/// Whether the game itself may become puzzles.
pub(super) fn is_open(game: &Game) -> bool {
    let terms = game.terms();
    game.is_over() && !terms.is_private() && !terms.is_over_the_board()
}

/// Whether the players of these seats let everybody see the game as puzzles. Guests and the computer do.
///
/// # Errors
/// If the storage fails.
pub async fn players_let(store: &Store, seats: Seats) -> Result<bool, StorageError> {
    let players: Vec<_> = Color::ALL.into_iter().filter_map(|color| seats[color].player()).collect();
    Ok(store.accounts.accounts_of(&players).await?.iter().all(lets))
}

#[cfg(test)]
mod tests {
    use tabiya_game::{PlayerId, PlayerName, Time};

    use super::*;

    fn check(change: impl FnOnce(&mut Account), expected: bool, what: &str) {
        let name = PlayerName::try_from("Ann".to_owned()).unwrap();
        let mut account =
            Account::new(PlayerId::from_bytes([1; 16]), name, String::new(), String::new(), Time(1));
        change(&mut account);
        assert_eq!(lets(&account), expected, "{what}");
    }

    #[test]
    fn children_pupils_those_who_left_and_those_who_decline_give_no_puzzles() {
        let chose = |word: &'static str| {
            move |account: &mut Account| {
                account.settings.0.insert(SETTING.to_owned(), word.to_owned());
            }
        };
        check(|_| {}, true, "nobody has to choose");
        check(chose("on"), true, "chosen");
        check(chose("off"), false, "declined");
        check(|account| account.kid = true, false, "a child");
        check(|account| account.list_owner = Some(PlayerId::from_bytes([9; 16])), false, "a pupil");
        check(|account| account.closed = Some(Time(2)), false, "closed");
    }
}
