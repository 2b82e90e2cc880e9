// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games to be stored: real ones, so that a check of the data can replay them.

use tabiya_game::{Command, Game, GameId, PlayerId, Seat, Seats, Stamped, Terms, Time};
use tabiya_rules::{Color, Position};
use tabiya_store::{CheckNews, check_data};

/// Numbers from a seed (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }
}

pub(crate) fn id(number: u64) -> GameId {
    GameId::from_bits(number)
}

/// The log of a random game of up to so many half-moves, which ends with a resignation if not before.
pub(crate) fn log(seed: u64, plies: u32) -> Vec<Stamped> {
    let mut random = Random(seed);
    let player = |byte| PlayerId::from_bytes([byte; 16]);
    let seats = Seats::new(player(1), Color::White, Seat::Player(player(2)));
    let (mut game, created) = Game::create(Terms::new(Position::start(), None, seats).unwrap(), Time(seed));
    let mut log = vec![created];
    while !game.is_over() {
        let moves = game.history().position().legal_moves();
        let attempt = moves[random.below(moves.len() as u64) as usize].into();
        let command = if game.ply() < plies {
            Command::Play { by: game.turn(), attempt, seq: game.last_seq(), lag: None }
        } else {
            Command::Resign { by: game.turn() }
        };
        for event in game.decide(command, Time(seed)).unwrap() {
            log.push(Stamped::new(Time(seed), event));
            game.apply(log.last().unwrap());
        }
    }
    log
}

/// What a check of the folder finds wrong.
pub(crate) fn faults(folder: &std::path::Path) -> Vec<String> {
    let mut faults = Vec::new();
    check_data(folder, &mut |news| {
        if let CheckNews::Fault(fault) = news {
            faults.push(fault.to_string());
        }
    })
    .unwrap();
    faults
}
