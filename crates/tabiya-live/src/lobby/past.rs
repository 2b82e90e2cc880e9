// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the lobby remembers of its last games: who met whom, with which colours.

use std::collections::HashMap;

use tabiya_game::PlayerId;
use tabiya_tournament::Colour;
use tabiya_tournament::lobby::Seeker;

/// Players remembered. When so many have played, those who have not played since half of them came are forgotten.
const REMEMBERED: usize = 10_000;
/// Opponents remembered of each.
const OPPONENTS: usize = 3;
/// How far colours count.
const BALANCE: i8 = 3;

/// The last games.
#[derive(Debug, Default)]
pub(super) struct Past {
    recent: HashMap<PlayerId, PastOf>,
    older: HashMap<PlayerId, PastOf>,
}

#[derive(Clone, Debug, Default)]
struct PastOf {
    whites: i8,
    last: Option<Colour>,
    /// The last opponent last.
    met: Vec<PlayerId>,
}

impl Past {
    /// A player with this past.
    pub(super) fn seeker(&self, player: PlayerId, since: u64) -> Seeker<PlayerId> {
        let PastOf { whites, last, met } = self.of(player);
        Seeker { whites, last, met, ..Seeker::new(player, since) }
    }

    /// These two have begun a game.
    pub(super) fn record(&mut self, white: PlayerId, black: PlayerId) {
        for (player, other, colour, sign) in
            [(white, black, Colour::White, 1), (black, white, Colour::Black, -1)]
        {
            let mut own = self.of(player);
            own.whites = (own.whites + sign).clamp(-BALANCE, BALANCE);
            own.last = Some(colour);
            own.met.retain(|met| *met != other);
            own.met.push(other);
            if own.met.len() > OPPONENTS {
                own.met.remove(0);
            }
            if self.recent.len() >= REMEMBERED / 2 {
                self.older = std::mem::take(&mut self.recent);
            }
            self.recent.insert(player, own);
        }
    }

    fn of(&self, player: PlayerId) -> PastOf {
        self.recent.get(&player).or_else(|| self.older.get(&player)).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(number: u32) -> PlayerId {
        let mut bytes = [0; 16];
        bytes[..4].copy_from_slice(&number.to_be_bytes());
        PlayerId::from_bytes(bytes)
    }

    #[test]
    fn the_last_games_are_remembered_and_their_number_is_bounded() {
        let mut past = Past::default();
        for other in 1..=5 {
            past.record(player(0), player(other));
        }
        let seeker = past.seeker(player(0), 0);
        assert_eq!((seeker.whites, seeker.last), (BALANCE, Some(Colour::White)));
        assert_eq!(seeker.met, [3, 4, 5].map(player));
        assert_eq!(past.seeker(player(3), 0).whites, -1);
        for number in 0..4 * REMEMBERED as u32 {
            past.record(player(100 + 2 * number), player(101 + 2 * number));
        }
        assert!(past.recent.len() + past.older.len() <= REMEMBERED);
        assert_eq!(past.seeker(player(0), 0).met, []);
    }
}
