// SPDX-License-Identifier: MIT OR Apache-2.0
//! A game with a clock and two players. It does what the owner of a game does, but stores nothing.

use tabiya_game::{
    ClockControl, Command, Ending, Event, Game, GameResult, Millis, PlayerId, Refusal, Seat, Seats, Stamped,
    Termination, Terms, Time, TimeControl,
};
use tabiya_rules::{Color, Position};

pub(crate) use Color::{Black, White};

pub(crate) const ANN: PlayerId = PlayerId::from_bytes([1; 16]);
pub(crate) const BOB: PlayerId = PlayerId::from_bytes([2; 16]);
pub(crate) const EVE: PlayerId = PlayerId::from_bytes([3; 16]);

/// A game, its log, and the current time.
pub(crate) struct Table {
    pub(crate) game: Game,
    pub(crate) log: Vec<Stamped>,
    pub(crate) now: Time,
}

impl Table {
    pub(crate) fn with(terms: Terms) -> Self {
        let now = Time(1_000_000);
        let (game, created) = Game::create(terms, now);
        Self { game, log: vec![created], now }
    }

    /// Ann has White, Bob has Black.
    pub(crate) fn seated(fen: &str, time: Option<TimeControl>) -> Self {
        let start = Position::from_fen(fen).unwrap();
        let seats = Seats { white: Seat::Player(ANN), black: Seat::Player(BOB) };
        Self::with(Terms::new(start, time, seats).unwrap())
    }

    /// The same clock for both sides.
    pub(crate) fn on(clock: ClockControl) -> Self {
        Self::seated(START, Some(TimeControl::equal(clock)))
    }

    pub(crate) fn unlimited() -> Self {
        Self::seated(START, None)
    }

    /// A minute for each side and an increment of two seconds.
    pub(crate) fn timed() -> Self {
        Self::seated(START, Some(minutes(1, 2)))
    }

    /// Decides the command now, and stores and applies its events.
    pub(crate) fn tell(&mut self, command: Command) -> Result<Vec<Event>, Refusal> {
        let events = self.game.decide(command, self.now)?;
        for event in &events {
            let stamped = Stamped::new(self.now, event.clone());
            self.game.apply(&stamped);
            self.log.push(stamped);
        }
        assert_eq!(Game::replay(&self.log).as_ref(), Ok(&self.game), "replay differs from live");
        Ok(events)
    }

    /// The side to move plays, with this lag in milliseconds.
    pub(crate) fn play_with_lag(&mut self, uci: &str, lag: u32) -> Result<Vec<Event>, Refusal> {
        let (by, seq) = (self.game.turn(), self.game.last_seq());
        let attempt = uci.parse().unwrap();
        self.tell(Command::Play { by, attempt, seq, lag: Some(Millis(lag)) })
    }

    /// The side to move plays.
    pub(crate) fn play(&mut self, uci: &str) -> Result<Vec<Event>, Refusal> {
        let (by, seq) = (self.game.turn(), self.game.last_seq());
        self.tell(play(by, uci, seq))
    }

    /// Both sides play these legal moves, and the game does not end.
    pub(crate) fn play_all(&mut self, moves: &str) {
        for uci in moves.split_whitespace() {
            let events = self.play(uci).unwrap();
            assert_eq!(events.len(), 1, "{uci}: {events:?}");
        }
    }

    pub(crate) fn wait(&mut self, millis: u64) {
        self.now = Time(self.now.0 + millis);
    }

    pub(crate) fn clocks(&self) -> [u32; 2] {
        self.game.clocks_at(self.now).unwrap().map(|left| left.0)
    }

    /// Checks that the game ended just now, in this way.
    pub(crate) fn assert_ended(&self, result: GameResult, termination: Termination) {
        assert_eq!(self.game.ending(), Some(Ending { result, termination, at: self.now }));
        assert_eq!((self.game.running(), self.game.deadline(), self.game.claim()), (None, None, None));
        assert_eq!((self.game.draw_offer(), self.game.can_abort()), (None, false));
    }
}

pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

pub(crate) fn minutes(minutes: u32, increment: u32) -> TimeControl {
    TimeControl::new(Millis::from_secs(60 * minutes), Millis::from_secs(increment)).unwrap()
}

pub(crate) fn play(by: Color, uci: &str, seq: u32) -> Command {
    Command::Play { by, attempt: uci.parse().unwrap(), seq, lag: None }
}
