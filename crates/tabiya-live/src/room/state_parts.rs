// SPDX-License-Identifier: AGPL-3.0-or-later
//! The whole game for one client, in parts, because the longest game that the rules allow has 17,697
//! half-moves: too many for one message. The connection's task, and not the room's, makes each part when the
//! client reads it.

use tabiya_game::{Game, GameId, Millis, Time};
use tabiya_protocol::{GameMessage, GameView, MoveView, ServerMessage};
use tabiya_rules::{Color, Move, Position};

use super::view;

/// The number of half-moves in one part: at most about 170 KB.
const PART: usize = 1_000;

/// A `state`, followed by as many `moves` as necessary.
#[derive(Debug)]
pub(crate) struct StateParts {
    id: GameId,
    seq: u32,
    you: Option<Color>,
    /// The game without its moves, until the first part is made.
    game: Option<Box<GameView>>,
    /// The position after the moves sent so far.
    position: Position,
    told: u32,
    left: std::vec::IntoIter<(Move, Option<Millis>)>,
}

impl StateParts {
    pub(super) fn new(id: GameId, game: &Game, you: Option<Color>, now: Time) -> Self {
        let moves = game.history().moves().iter().zip(game.plies());
        let moves: Vec<_> = moves.map(|(&played, ply)| (played, ply.clock)).collect();
        Self {
            id,
            seq: game.last_seq(),
            you,
            game: Some(Box::new(view::game_without_moves(id, game, now))),
            position: *game.history().start(),
            told: 0,
            left: moves.into_iter(),
        }
    }

    fn part(&mut self) -> Vec<MoveView> {
        let mut part = Vec::with_capacity(self.left.len().min(PART));
        for (played, clock) in self.left.by_ref().take(PART) {
            let after = self.position.after(played);
            part.push(view::played(&self.position, played, &after, clock));
            self.position = after;
        }
        part
    }
}

impl Iterator for StateParts {
    type Item = ServerMessage;

    fn next(&mut self) -> Option<ServerMessage> {
        let game = self.game.take();
        if game.is_none() && self.left.len() == 0 {
            return None;
        }
        let (topic, from, moves) = (self.id.into(), self.told, self.part());
        self.told += u32::try_from(moves.len()).expect("a part is short");
        let more = self.left.len() > 0;
        Some(match game {
            Some(mut game) => {
                game.moves = moves;
                ServerMessage::Game(GameMessage::State { topic, seq: self.seq, you: self.you, game, more })
            }
            None => ServerMessage::Game(GameMessage::Moves { topic, from, moves, more }),
        })
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::{Event, PlayerId, Seat, Seats, Stamped, Terms};
    use tabiya_runtime::message::encode;

    use super::*;

    /// A game of this many half-moves that does not end by itself.
    fn long_game(half_moves: usize) -> Game {
        let seats = Seats::new(
            PlayerId::from_bytes([1; 16]),
            Color::White,
            Seat::Player(PlayerId::from_bytes([2; 16])),
        );
        let (mut game, _) = Game::create(Terms::new(Position::start(), None, seats).unwrap(), Time(1));
        for uci in ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle().take(half_moves) {
            let played = Event::MovePlayed {
                uci: uci.parse().unwrap(),
                clock: None,
                lag: None,
                compensated: Millis::ZERO,
                premove: None,
            };
            game.try_apply(&Stamped::new(Time(2), played)).unwrap();
        }
        game
    }

    #[test]
    fn the_longest_game_that_the_rules_allow_opens() {
        let id = GameId::from_bits(7);
        for half_moves in [0, 1, PART - 1, PART, PART + 1, 17_697] {
            let game = long_game(half_moves);
            let parts: Vec<_> = StateParts::new(id, &game, None, Time(3)).collect();
            assert_eq!(parts.len(), half_moves.div_ceil(PART).max(1));
            let mut moves = Vec::new();
            for (number, part) in parts.iter().enumerate() {
                assert!(encode(part).len() <= 200 * 1024, "part {number} of {half_moves} half-moves");
                let (new, has_more) = match part {
                    ServerMessage::Game(GameMessage::State { game, more, .. }) if number == 0 => {
                        (&game.moves, more)
                    }
                    ServerMessage::Game(GameMessage::Moves { from, moves: new, more, .. }) if number > 0 => {
                        assert_eq!(*from as usize, moves.len());
                        (new, more)
                    }
                    other => panic!("part {number} is {other:?}"),
                };
                moves.extend(new.iter().cloned());
                assert_eq!(*has_more, number + 1 < parts.len());
            }
            assert_eq!(moves, view::game(id, &game, Time(3)).moves);
        }
    }
}
