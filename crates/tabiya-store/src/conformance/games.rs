// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games for testing the laws.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use tabiya_game::{Command, Game, GameId, Millis, PlayerId, Seat, Seats, Stamped, Terms, Time, TimeControl};
use tabiya_rules::{Color, Position};

use crate::{Deed, NewAct};

pub(super) const ANN: PlayerId = PlayerId::from_bytes([0xA1; 16]);
pub(super) const BOB: PlayerId = PlayerId::from_bytes([0xB2; 16]);
pub(super) const EVE: PlayerId = PlayerId::from_bytes([0xC3; 16]);

pub(super) fn id(number: u64) -> GameId {
    GameId::from_bits(number)
}

/// One minute and an increment of a second.
pub(super) fn bullet() -> Option<TimeControl> {
    Some(TimeControl::new(Millis::from_secs(60), Millis::from_secs(1)).expect("playable"))
}

/// Terms with White for `white`.
pub(super) fn terms(white: PlayerId, black: Seat, time: Option<TimeControl>) -> Terms {
    Terms::new(Position::start(), time, Seats::new(white, Color::White, black)).expect("playable")
}

/// The log of a game on these terms with these commands, one per second from the third second on.
pub(super) fn played(terms: Terms, commands: impl IntoIterator<Item = Command>) -> Vec<Stamped> {
    let (mut game, created) = Game::create(terms, Time(1_000));
    let mut log = vec![created];
    for (second, mut command) in (2..).zip(commands) {
        if let Command::Play { seq, .. } = &mut command {
            *seq = game.last_seq();
        }
        let at = Time(second * 1_000);
        for event in game.decide(command, at).expect("legal") {
            let stamped = Stamped::new(at, event);
            game.apply(&stamped);
            log.push(stamped);
        }
    }
    log
}

/// These moves, White's first. [`played`] adds the number of the event that the mover knew.
pub(super) fn moves(moves: &[&str]) -> Vec<Command> {
    let play = |(ply, uci): (usize, &&str)| Command::Play {
        by: Color::ALL[ply % 2],
        attempt: uci.parse().expect("a move"),
        seq: 0,
        lag: None,
    };
    (0..).zip(moves).map(play).collect()
}

pub(super) const MATE: [&str; 7] = ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"];

/// The log of a short game: created, joined, seven moves, ended.
pub(super) fn scholars_mate(white: PlayerId, black: PlayerId) -> Vec<Stamped> {
    let join = Command::Join { player: black, details: None, color: None };
    played(terms(white, Seat::Open, bullet()), [join].into_iter().chain(moves(&MATE)))
}

/// The same log with all events at later times.
pub(super) fn shifted(mut log: Vec<Stamped>, millis: u64) -> Vec<Stamped> {
    for stamped in &mut log {
        stamped.at.0 += millis;
    }
    log
}

/// An act of Bob's, to be stored with a change.
pub(super) fn act(player: Option<PlayerId>, deed: Deed) -> NewAct {
    NewAct {
        at: Time(7),
        actor: Some(BOB),
        by_name: "Bob".to_owned(),
        player,
        game: None,
        deed,
        why: "“why”".to_owned(),
    }
}
