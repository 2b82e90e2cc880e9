// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the log says, folded event by event, to hold against whatever a client is told.

use tabiya_archive::view;
use tabiya_game::{Event, Game, GameId, PlayerId, Time};
use tabiya_protocol::{ConnectionMessage, GameEvent, GameMessage, GameView, ServerMessage, Situation};
use tabiya_rules::{Attempt, Color};

use super::ledger::Entry;

/// The log so far.
pub(super) struct Truth {
    id: GameId,
    pub(super) entries: Vec<Entry>,
    /// The game after each event.
    games: Vec<Game>,
    events: Vec<GameEvent>,
    situations: Vec<Situation>,
}

/// A situation but for its clocks, which run.
fn timeless(mut situation: Situation) -> Situation {
    situation.clocks = None;
    situation
}

impl Truth {
    pub(super) fn new(id: GameId) -> Self {
        Self { id, entries: Vec::new(), games: Vec::new(), events: Vec::new(), situations: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Takes in what has been added to the log. An error is one of the log itself.
    pub(super) fn extend(&mut self, new: Vec<Entry>) -> Result<(), String> {
        for entry in new {
            let stamped = entry.stamped.clone();
            let game = match self.games.last() {
                None => Game::replay(std::slice::from_ref(&stamped)).map_err(|error| error.to_string())?,
                Some(before) => {
                    let mut game = before.clone();
                    game.try_apply(&stamped).map_err(|error| error.to_string())?;
                    game
                }
            };
            let before = *self.games.last().unwrap_or(&game).history().position();
            self.events.push(view::event(&stamped.event, &before, &game));
            self.situations.push(timeless(view::situation(&game, Time(0))));
            self.games.push(game);
            self.entries.push(entry);
        }
        Ok(())
    }

    /// The game as of the log's end.
    pub(super) fn game(&self) -> &Game {
        self.games.last().expect("the log begins with the creation")
    }

    /// Whether this side played this move at this half-move, not from a queue, and no move was ever taken back: else one
    /// that looks like it may be another.
    pub(super) fn has_played(&self, by: Color, ply: u32, uci: &str) -> bool {
        let (history, index) = (self.game().history(), ply as usize);
        let is_plain =
            self.game().plies().get(index).is_some_and(|played| !played.premove) && !self.has_takebacks();
        is_plain
            && history.moves().get(index).is_some_and(|&played| {
                let names =
                    [Attempt::from(played).to_string(), played.to_uci(history.start().castling_mode())];
                history.mover_at(index) == by && names.iter().any(|name| name == uci)
            })
    }

    /// Whether moves were taken back.
    pub(super) fn has_takebacks(&self) -> bool {
        self.takebacks() > 0
    }

    /// How often moves were taken back.
    pub(super) fn takebacks(&self) -> usize {
        self.count(|event| matches!(event, Event::TakenBack { .. } | Event::SetBack { .. }))
    }

    /// How often an arbiter paused the clocks.
    pub(super) fn pauses(&self) -> usize {
        self.count(|event| matches!(event, Event::ClocksPaused { .. }))
    }

    /// How many moves were premoves.
    pub(super) fn premoves(&self) -> usize {
        self.count(|event| matches!(event, Event::MovePlayed { premove: Some(_), .. }))
    }

    fn count(&self, wanted: impl Fn(&Event) -> bool) -> usize {
        self.entries.iter().filter(|entry| wanted(&entry.stamped.event)).count()
    }

    /// Whether this event is a premove of this player.
    pub(super) fn is_premove_of(&self, seq: u32, player: PlayerId) -> bool {
        let seq = seq as usize;
        let is_premove = self
            .entries
            .get(seq)
            .is_some_and(|entry| matches!(entry.stamped.event, Event::MovePlayed { premove: Some(_), .. }));
        is_premove && self.games[seq - 1].seats()[self.games[seq - 1].turn()].player() == Some(player)
    }

    /// Whether what `player` is being told is what the log says, and nothing that it does not hold.
    pub(super) fn check(&self, message: &ServerMessage, player: Option<PlayerId>) -> Result<(), String> {
        let within = |seq: u64| match usize::try_from(seq) {
            Ok(place) if place < self.len() => Ok(place),
            _ => Err(format!("event {seq} is told, but the log has {} events", self.len())),
        };
        let side_at = |seq: usize| player.and_then(|player| self.games[seq].seats().color_of(player));
        match message {
            ServerMessage::Game(GameMessage::State { seq, you, game, .. }) => {
                let seq = within(u64::from(*seq))?;
                if !self.is_at(game, seq) {
                    return Err(format!("the state of event {seq} is not what the log says: {game:?}"));
                }
                expect("side", *you, side_at(seq))
            }
            ServerMessage::Game(GameMessage::Event { seq, event, situation, .. }) => {
                let seq = within(u64::from(*seq))?;
                expect("event", event, &self.events[seq])?;
                let told = timeless((**situation).clone());
                let known = self.situations[seq..].contains(&told);
                if known {
                    Ok(())
                } else {
                    Err(format!("after event {seq} the game never stood so: {told:?}"))
                }
            }
            ServerMessage::Game(GameMessage::Synced { seq, you, situation, .. }) => {
                let seq = within(u64::from(*seq))?;
                expect("situation", timeless((**situation).clone()), self.situations[seq].clone())?;
                expect("side", *you, side_at(seq))
            }
            ServerMessage::Connection(
                ConnectionMessage::Refused { seq, .. } | ConnectionMessage::Pong { seq, .. },
            ) => seq.map_or(Ok(()), |seq| within(seq).map(drop)),
            ServerMessage::Game(GameMessage::Moves { .. })
            | ServerMessage::Connection(
                ConnectionMessage::Unsubscribed { .. } | ConnectionMessage::Resumed { .. },
            ) => Err("no such message is due here".to_owned()),
            ServerMessage::Game(GameMessage::Premoves { .. }) => match side_at(self.len() - 1) {
                Some(_) => Ok(()),
                None => Err("a spectator is told of premoves".to_owned()),
            },
            ServerMessage::Game(
                GameMessage::Presence { .. }
                | GameMessage::Absence { .. }
                | GameMessage::Rematch { .. }
                | GameMessage::Rated { .. },
            )
            | ServerMessage::Connection(ConnectionMessage::Outdated { .. }) => Ok(()),
            of_another_subject => Err(format!("not about a game: {of_another_subject:?}")),
        }
    }

    fn is_at(&self, told: &GameView, seq: usize) -> bool {
        let mut told = told.clone();
        told.situation.clocks = None;
        let mut known = view::game(self.id, &self.games[seq], Time(0));
        known.situation.clocks = None;
        told == known
    }

    /// Whether the game ever stood so.
    pub(super) fn has_been(&self, told: &GameView) -> bool {
        (0..self.len()).rev().any(|seq| self.is_at(told, seq))
    }
}

fn expect<T: PartialEq + std::fmt::Debug>(what: &str, told: T, known: T) -> Result<(), String> {
    if told == known { Ok(()) } else { Err(format!("the {what} told is {told:?}, the log says {known:?}")) }
}
