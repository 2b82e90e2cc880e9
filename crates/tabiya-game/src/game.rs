// SPDX-License-Identifier: MIT OR Apache-2.0
//! The state of a game, and all questions about it.

use tabiya_rules::{Attempt, Claim, Color, History};

use crate::{
    CommandKey, Decided, Event, GameResult, LagReport, Millis, PlayerDetails, Restriction, Seats, Stamped,
    Termination, Terms, Time, TimeControl,
};
use crate::{clock::Clock, key::CarriedOut, offers::Offers, takeback::Gift};

/// What a premove costs that directly follows another premove of the same side.
const NEXT_PREMOVE: Millis = Millis(100);
/// The time that each side has for its first move in a game with clocks between two people.
const FIRST_MOVE: Millis = Millis::from_secs(120);

/// A game between two sides: the fold of its events.
///
/// Only the rules limit the length of a game: with the 75-move rule no game lasts longer than about 5,900
/// moves of each side, a log of one megabyte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub(crate) terms: Terms,
    pub(crate) created: Time,
    pub(crate) seats: Seats,
    pub(crate) details: [Option<Box<PlayerDetails>>; 2],
    /// Whether readers see this side without a name.
    is_nameless: [bool; 2],
    pub(crate) history: History,
    pub(crate) plies: Vec<PlayedPly>,
    pub(crate) clock: Option<Clock>,
    pub(crate) draws: Offers,
    pub(crate) takebacks: Offers,
    /// The number of the last event that took moves back; 0 if there is none.
    pub(crate) taken_back_at: u32,
    /// The side that wanted it.
    pub(crate) taken_back_by: Option<Color>,
    /// What was given to the clocks, or taken from them by an arbiter.
    pub(crate) gifts: Vec<Gift>,
    pub(crate) times_taken_back: u16,
    /// Which sides have gone berserk.
    pub(crate) berserk: [bool; 2],
    /// Whether the clocks were started before both sides had moved.
    pub(crate) clocks_started: bool,
    /// While an arbiter has paused the clocks: how long the turn had lasted then.
    pub(crate) paused: Option<Millis>,
    /// How often an arbiter has paused the clocks, set one, or gone back.
    pub(crate) acts: u16,
    pub(crate) ending: Option<Ending>,
    pub(crate) decided: Option<Decided>,
    pub(crate) carried_out: CarriedOut,
    pub(crate) next_seq: u32,
}

/// What was recorded about one half-move. The move itself is in the [`History`] at the same index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedPly {
    /// The number of its event.
    pub seq: u32,
    /// The time of its arrival.
    pub at: Time,
    /// The mover's clock after it, increment included. `None` in unlimited games and in correspondence.
    pub clock: Option<Millis>,
    /// The mover's lag, if it was needed and known.
    pub lag: Option<Millis>,
    /// The part of the turn that was not charged because of the lag.
    pub compensated: Millis,
    /// Whether the move came from the player's queue of premoves.
    pub premove: bool,
}

/// How and when a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The result.
    pub result: GameResult,
    /// How it ended.
    pub termination: Termination,
    /// The time of the end.
    pub at: Time,
}

/// The state that a game is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A seat is open.
    Waiting,
    /// Both seats are taken.
    Playing,
    /// Nothing more can happen.
    Ended(Ending),
}

impl Game {
    /// A new game under these terms, and the first event of its log, number 0.
    pub fn create(terms: Terms, now: Time) -> (Self, Stamped) {
        let game = Self::begin(terms.clone(), now);
        (game, Stamped::new(now, Event::Created(Box::new(terms))))
    }

    pub(crate) fn begin(terms: Terms, at: Time) -> Self {
        Self {
            created: at,
            seats: terms.seats(),
            details: Color::ALL.map(|color| terms.details(color).cloned().map(Box::new)),
            is_nameless: [false; 2],
            history: History::new(*terms.start()),
            plies: Vec::new(),
            clock: terms.time().map(|control| Clock::new(control, at)),
            draws: Offers::default(),
            takebacks: Offers::default(),
            taken_back_at: 0,
            taken_back_by: None,
            gifts: Vec::new(),
            times_taken_back: 0,
            berserk: [false; 2],
            clocks_started: false,
            paused: None,
            acts: 0,
            ending: None,
            decided: None,
            carried_out: CarriedOut::default(),
            next_seq: 1,
            terms,
        }
    }

    /// The terms of the game. Their seats are those at the creation; see [`Game::seats`].
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The time control; `None` if the game is unlimited.
    pub const fn time_control(&self) -> Option<TimeControl> {
        self.terms.time()
    }

    /// The current seats.
    pub const fn seats(&self) -> Seats {
        self.seats
    }

    /// Name, title and rating of this side's player when the seat was taken. `None` for a guest, the computer
    /// and an open seat, and in games from before there were accounts.
    pub fn details(&self, color: Color) -> Option<&PlayerDetails> {
        self.details[color as usize].as_deref()
    }

    /// Forgets how this side's player was known, for readers of a game whose player has closed the account. The events
    /// still have it.
    pub fn forget_details(&mut self, color: Color) {
        self.is_nameless[color as usize] |= self.details[color as usize].take().is_some();
    }

    /// Whether this side's player had an account whose name is not shown any more.
    pub const fn is_nameless(&self, color: Color) -> bool {
        self.is_nameless[color as usize]
    }

    /// The starting position and the moves played.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// What was recorded about each half-move, in order.
    pub fn plies(&self) -> &[PlayedPly] {
        &self.plies
    }

    /// The number of half-moves played.
    pub fn ply(&self) -> u32 {
        u32::try_from(self.plies.len()).expect("the 75-move rule ends a game after some 11,800 half-moves")
    }

    /// The side to move; after the end, the side that would be to move.
    pub fn turn(&self) -> Color {
        self.history.position().turn()
    }

    /// The number of the next event, which equals the number of events.
    pub const fn next_seq(&self) -> u32 {
        self.next_seq
    }

    /// The number of the newest event.
    pub const fn last_seq(&self) -> u32 {
        self.next_seq - 1
    }

    /// Whether the game is waiting, playing or over.
    pub fn status(&self) -> Status {
        match self.ending {
            Some(ending) => Status::Ended(ending),
            None if self.seats.open().is_some() => Status::Waiting,
            None => Status::Playing,
        }
    }

    /// Whether the game is over.
    pub const fn is_over(&self) -> bool {
        self.ending.is_some()
    }

    /// What the arbiter has decided; `None` if the game is not over, or ended in another way.
    pub const fn decided(&self) -> Option<Decided> {
        self.decided
    }

    /// The end of the game; `None` if it is not over.
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The time of the creation.
    pub const fn created(&self) -> Time {
        self.created
    }

    /// The side whose clock runs. `None` in an unlimited game, after the end, while an arbiter has paused the clocks, and
    /// before both sides have moved or an organiser has started the clocks; but in correspondence the first move is timed, too.
    pub fn running(&self) -> Option<Color> {
        let runs = match self.time_control()? {
            TimeControl::Clocks { .. } => {
                self.clocks_have_begun() && !self.is_over() && self.paused.is_none()
            }
            TimeControl::Correspondence { .. } => self.status() == Status::Playing,
        };
        runs.then(|| self.turn())
    }

    /// When the side to move must have made its first move if its clock does not run yet; after that the game
    /// is aborted. `None` if there is no such limit: in an unlimited game, against the computer, and while the clocks are
    /// paused.
    pub fn first_move_deadline(&self) -> Option<Time> {
        let waits = self.status() == Status::Playing
            && !self.clocks_have_begun()
            && self.paused.is_none()
            && matches!(self.time_control()?, TimeControl::Clocks { .. })
            && Color::ALL.iter().all(|&color| self.seats[color].player().is_some());
        waits.then_some(self.clock?.turn_began().after(FIRST_MOVE))
    }

    /// The time until the running clock starts to run, under a simple delay.
    pub fn delay_at(&self, now: Time) -> Option<Millis> {
        Some(self.clock?.delay_at(self.running()?, now))
    }

    /// When the turn of the side to move began, if time is counted.
    pub fn turn_began(&self) -> Option<Time> {
        Some(self.clock?.turn_began())
    }

    /// The lag of White and of Black; `None` if lag is not needed.
    pub fn lag_reports(&self) -> Option<[LagReport; 2]> {
        let clock = self.clock?;
        Some([clock.lag(Color::White)?, clock.lag(Color::Black)?])
    }

    /// The time left of White and of Black at `now`; `None` in an unlimited game. It does not change after
    /// the end.
    pub fn clocks_at(&self, now: Time) -> Option<[Millis; 2]> {
        let clock = self.clock?;
        let running = self.running();
        Some(Color::ALL.map(|color| match self.paused {
            Some(spent) if color == self.turn() && self.clocks_have_begun() => clock.left_after(color, spent),
            _ if running == Some(color) => clock.left_at(color, now),
            _ => clock.left(color),
        }))
    }

    /// When the side to move runs out of time, or when the game is aborted because the first move is missing.
    /// The owner's timer then sends [`Command::TimeUp`](crate::Command::TimeUp).
    ///
    /// A side runs out of time only when no move delayed by its lag alone could still arrive: at most two
    /// seconds after the clock shows zero.
    pub fn deadline(&self) -> Option<Time> {
        match self.running() {
            Some(running) => Some(self.clock?.deadline(running)),
            None => self.first_move_deadline(),
        }
    }

    /// Whether an arbiter has paused the clocks.
    pub const fn is_paused(&self) -> bool {
        self.paused.is_some()
    }

    /// Whether the open draw offer was made after event `seq`. An answer to what was known then does not mean it.
    pub fn was_draw_offered_after(&self, seq: u32) -> bool {
        self.draws.came_after(seq)
    }

    /// The side whose draw offer is open.
    pub const fn draw_offer(&self) -> Option<Color> {
        self.draws.standing()
    }

    /// Whether the half-move with this index (from 0) is what this attempt means. Castling has two names.
    pub fn was_played(&self, index: usize, attempt: Attempt) -> bool {
        let mode = self.history.start().castling_mode();
        self.history.moves().get(index).is_some_and(|&played| {
            attempt == Attempt::from(played) || attempt.to_string() == played.to_uci(mode)
        })
    }

    /// The number of the event that this side's command with this key has caused; `None` if it has caused none, or long ago.
    pub fn carried_out(&self, by: Color, key: &CommandKey) -> Option<u32> {
        self.carried_out.find(by, key)
    }

    /// What a premove costs the side to move now: nothing if its last move was by hand, a tenth of a second if
    /// that was a premove, too.
    pub fn premove_cost(&self) -> Millis {
        let own_last = self.plies.len().checked_sub(2).and_then(|index| self.plies.get(index));
        if own_last.is_some_and(|played| played.premove) { NEXT_PREMOVE } else { Millis::ZERO }
    }

    /// Whether either side may still abort: until both have moved once, where the terms don't forbid it; and as long as a
    /// seat is open.
    pub fn can_abort(&self) -> bool {
        let is_forbidden = self.terms.restrictions().has(Restriction::NoAbort) && self.seats.open().is_none();
        !self.is_over() && !self.both_have_moved() && !is_forbidden
    }

    /// The draw that the side to move may claim now.
    pub fn claim(&self) -> Option<Claim> {
        if self.is_over() { None } else { self.history.claim() }
    }

    /// Whether chess clocks run, where there are some.
    pub(crate) fn clocks_have_begun(&self) -> bool {
        self.clocks_started || self.both_have_moved()
    }
}
