// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who has put an account into kid mode: its player may leave it by a program, unless staff have decided.
//!
//! An account does not keep who decided, but the acts of staff do, from which nothing is deleted.

use tabiya_game::PlayerId;
use tabiya_store::{Act, Deed, StorageError};

use super::People;

/// Whether kid mode was on after this act. One that was undone has left it as it was before.
fn decided(act: &Act) -> bool {
    match act.deed() {
        Some(Deed::Kid(kid)) => {
            if act.undone_by.is_some() {
                kid.before
            } else {
                kid.after
            }
        }
        // One that this program can't read protects.
        _ => true,
    }
}

impl People {
    /// Whether staff have put this account into kid mode, so that staff alone take it out.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn staff_keep_in_kid_mode(&self, player: PlayerId) -> Result<bool, StorageError> {
        Ok(self.store.desk.last_kid_act(player).await?.as_ref().is_some_and(decided))
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::Time;
    use tabiya_store::{ActText, Replaced};

    use super::*;

    #[test]
    fn the_last_act_of_staff_decides_unless_it_was_undone() {
        let act = |what, undone_by| Act {
            number: 3,
            at: Time(1),
            actor: None,
            by_name: "chief".to_owned(),
            player: Some(PlayerId::from_bytes([1; 16])),
            game: None,
            what,
            undone_by,
        };
        let kid = |before, after| ActText::Typed {
            deed: Deed::Kid(Replaced { before, after }),
            why: String::new(),
        };
        for (what, undone_by, on) in [
            (kid(false, true), None, true),
            (kid(true, false), None, false),
            (kid(false, true), Some(4), false),
            (kid(true, false), Some(4), true),
            // Staff's "on" for one that was on already leaves it on, whatever becomes of the act.
            (kid(true, true), Some(4), true),
            (ActText::Words { word: "kid".to_owned(), details: "of tomorrow".to_owned() }, None, true),
        ] {
            assert_eq!(decided(&act(what.clone(), undone_by)), on, "{what:?}");
        }
    }
}
