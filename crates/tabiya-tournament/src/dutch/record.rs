// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes a round that was paired into the tournament.

use super::Pairing;
use crate::{Bye, Cell, Colour, GameResult, Tournament};

impl Tournament {
    /// Writes a round with its results, as White sees them, in the order of the boards; missing ones are unknown.
    ///
    /// Byes that were asked for in this round become cells and leave [`byes`](Self::byes). The stated
    /// [`points`](crate::Player::points) of all players are cleared, because they no longer hold.
    pub fn record(&mut self, pairing: &Pairing, results: &[GameResult]) {
        let requested: Vec<(u16, Bye)> = self
            .players
            .iter()
            .filter_map(|player| self.requested_bye(player, pairing.round).map(|bye| (player.number, bye)))
            .collect();
        let mut cells: Vec<(u16, Cell)> =
            requested.into_iter().map(|(number, bye)| (number, Cell::Bye(bye))).collect();
        let results = results.iter().copied().chain(std::iter::repeat(GameResult::Unknown));
        for (pair, result) in pairing.pairs.iter().zip(results) {
            let game = |opponent, colour, result| Cell::Game { opponent, colour: Some(colour), result };
            cells.push((pair.white, game(pair.black, Colour::White, result)));
            cells.push((pair.black, game(pair.white, Colour::Black, result.seen_by_opponent())));
        }
        cells.extend(pairing.bye.map(|number| (number, Cell::Bye(Bye::PairingAllocated))));
        for (number, cell) in cells {
            if let Some(index) = self.index_of(number) {
                self.players[index].set_cell(pairing.round, cell);
            }
        }
        self.byes.retain(|bye| bye.round != pairing.round);
        for player in &mut self.players {
            player.points = None;
        }
    }
}
