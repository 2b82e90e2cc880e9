// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who has put an account into kid mode: its player may leave it by a program, unless staff have decided.
//!
//! An account does not keep who decided, but the log of staff does, from which nothing is deleted.

use tabiya_game::PlayerId;
use tabiya_store::{StaffAction, StorageError};

use super::People;
use super::staff_act::StaffAct;

/// Entries of the log that are read at once.
const PAGE: u32 = 100;

/// Finds what staff have decided, in acts about one player, the latest first.
#[derive(Default)]
struct Decision {
    /// The acts that a later one has undone.
    undone: Vec<u64>,
}

impl Decision {
    /// Whether kid mode was on after this act; `None` where it is not about kid mode.
    fn of(&mut self, action: &StaffAction) -> Option<bool> {
        match StaffAct::of(&action.deed)? {
            StaffAct::Undo => {
                self.undone.extend(action.details.parse::<u64>());
                None
            }
            // Undoing it was an act of staff too, and stands later in the log.
            StaffAct::Kid => Some((action.details == "on") != self.undone.contains(&action.number)),
            _ => None,
        }
    }
}

impl People {
    /// Whether staff have put this account into kid mode, so that staff alone take it out.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn staff_keep_in_kid_mode(&self, player: PlayerId) -> Result<bool, StorageError> {
        let mut decision = Decision::default();
        let mut before = u64::MAX;
        loop {
            let actions = self.store.desk.actions(Some(player), before, PAGE).await?;
            if let Some(on) = actions.iter().find_map(|action| decision.of(action)) {
                return Ok(on);
            }
            let Some(last) = actions.last() else { return Ok(false) };
            before = last.number;
        }
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::Time;

    use super::*;

    /// Acts in the order in which they were done, numbered from 1.
    fn decided(acts: &[(StaffAct, &str)]) -> Option<bool> {
        let action = |(number, (act, details)): (u64, &(StaffAct, &str))| StaffAction {
            number,
            at: Time(number),
            actor: None,
            by_name: "chief".to_owned(),
            deed: act.word().to_owned(),
            subject: Some(PlayerId::from_bytes([1; 16])),
            details: (*details).to_owned(),
        };
        let actions: Vec<_> = (1..).zip(acts).map(action).collect();
        let mut decision = Decision::default();
        actions.iter().rev().find_map(|action| decision.of(action))
    }

    #[test]
    fn the_latest_act_of_staff_decides() {
        use StaffAct::{Kid, Mute, Undo};
        for (acts, on) in [
            (&[][..], None),
            (&[(Mute, "on")], None),
            (&[(Kid, "on"), (Mute, "rude")], Some(true)),
            (&[(Kid, "on"), (Kid, "off")], Some(false)),
            (&[(Kid, "off"), (Kid, "on")], Some(true)),
            (&[(Kid, "on"), (Undo, "1")], Some(false)),
            (&[(Kid, "on"), (Kid, "off"), (Undo, "2")], Some(true)),
            (&[(Kid, "on"), (Mute, "rude"), (Undo, "2")], Some(true)),
        ] {
            assert_eq!(decided(acts), on, "{acts:?}");
        }
    }
}
