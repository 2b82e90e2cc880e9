// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whoever did not come and gave no notice is not paired until an organiser brings them back.

use super::{Act, Command};
use crate::event::{Entry, Outcome, Presence};

impl Act<'_> {
    /// Adds to the `entries` of a result that whoever lost by forfeit pauses. `command` entered the result.
    pub(super) fn without_notice(&self, command: &Command, mut entries: Vec<Entry>) -> Vec<Entry> {
        if !self.event.settings.format.takes_late_entries() || entries.contains(&Entry::Finished) {
            return entries;
        }
        let written = entries.iter().find_map(|entry| {
            let (Entry::Result { round, board, game, outcome, .. }
            | Entry::Corrected { round, board, game, outcome }) = entry
            else {
                return None;
            };
            Some((*round, *board, *game, *outcome))
        });
        // The forfeit may stand there already, and only now somebody says that there was no notice.
        let standing = || {
            let Command::EnterResult { round, board, game, outcome } = command else { return None };
            let round = round.unwrap_or_else(|| self.event.last_published());
            Some((round, *board, game.unwrap_or(1), *outcome))
        };
        let Some((round, board, game, outcome)) = written.or_else(standing) else { return entries };
        let Ok(found) = self.board(round, board) else { return entries };
        let place = usize::from(game).wrapping_sub(1);
        let Some([white, black]) = found.games.get(place).map(|game| found.players_of(game)) else {
            return entries;
        };
        let absent = match outcome {
            Outcome::WhiteByForfeit => vec![black],
            Outcome::BlackByForfeit => vec![white],
            Outcome::BothForfeit => vec![white, black],
            Outcome::WhiteWins
            | Outcome::Draw
            | Outcome::BlackWins
            | Outcome::BothLose
            | Outcome::WhiteDraws
            | Outcome::BlackDraws => Vec::new(),
        };
        let is_paired =
            |id: &_| self.event.entrant(*id).is_some_and(|entrant| entrant.presence == Presence::Present);
        let paused: Vec<Entry> = absent
            .into_iter()
            .filter(is_paired)
            .map(|entrant| Entry::Paused { entrant, taken_out: Some(true) })
            .collect();
        if entries.is_empty() && !paused.is_empty() {
            entries = self.without_draft();
        }
        entries.extend(paused);
        entries
    }
}
