// SPDX-License-Identifier: MIT OR Apache-2.0
//! The state of a game, and everything that can be asked of it.

use tabiya_rules::{Claim, Color, History};

use crate::{
    Event, GameResult, LagReport, Millis, PlayerDetails, Seats, Stamped, Termination, Terms, Time,
    TimeControl,
};
use crate::{clock::Clock, offers::DrawOffers};

/// How long each side has for its first move in a game with clocks between two people.
const FIRST_MOVE: Millis = Millis::from_secs(120);

/// A game between two sides: the fold of its events.
///
/// There is no limit on a game's length but chess's own: with the 75-move rule no game lasts longer than about
/// 5,900 moves of each side, which is a log of a megabyte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub(crate) terms: Terms,
    pub(crate) created: Time,
    pub(crate) seats: Seats,
    pub(crate) details: [Option<Box<PlayerDetails>>; 2],
    pub(crate) history: History,
    pub(crate) plies: Vec<PlayedPly>,
    pub(crate) clock: Option<Clock>,
    pub(crate) offers: DrawOffers,
    pub(crate) ending: Option<Ending>,
    pub(crate) next_seq: u32,
}

/// How one half-move was recorded. What was played stands in the [`History`] under the same index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedPly {
    /// The number of its event.
    pub seq: u32,
    /// When it arrived.
    pub at: Time,
    /// The mover's clock after it, increment included; none = unlimited, and in correspondence.
    pub clock: Option<Millis>,
    /// The mover's lag, where it counted and was known.
    pub lag: Option<Millis>,
    /// How much of the turn was not charged because of it.
    pub compensated: Millis,
}

/// How and when a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who won, if anybody.
    pub result: GameResult,
    /// By what.
    pub termination: Termination,
    /// When.
    pub at: Time,
}

/// How far a game has come.
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
    /// A new game under these terms, and the event that begins its log, number 0.
    pub fn create(terms: Terms, now: Time) -> (Self, Stamped) {
        let game = Self::begin(terms.clone(), now);
        (game, Stamped { at: now, event: Event::Created(Box::new(terms)) })
    }

    pub(crate) fn begin(terms: Terms, at: Time) -> Self {
        Self {
            created: at,
            seats: terms.seats(),
            details: Color::ALL.map(|color| terms.details(color).cloned().map(Box::new)),
            history: History::new(*terms.start()),
            plies: Vec::new(),
            clock: terms.time().map(|control| Clock::new(control, at)),
            offers: DrawOffers::default(),
            ending: None,
            next_seq: 1,
            terms,
        }
    }

    /// What the game is played under. The seats in it are those of the beginning; see [`Game::seats`].
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The time control; none = unlimited.
    pub const fn time_control(&self) -> Option<TimeControl> {
        self.terms.time()
    }

    /// Who sits where now.
    pub const fn seats(&self) -> Seats {
        self.seats
    }

    /// How the player of this side was known when they took their seat; `None` for a guest, the computer and an open
    /// seat, and in games from before there were accounts.
    pub fn details(&self, color: Color) -> Option<&PlayerDetails> {
        self.details[color as usize].as_deref()
    }

    /// The start and the moves played.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// How each half-move was recorded, in order.
    pub fn plies(&self) -> &[PlayedPly] {
        &self.plies
    }

    /// How many half-moves have been played.
    pub fn ply(&self) -> u32 {
        u32::try_from(self.plies.len()).expect("the 75-move rule ends a game after some 11,800 half-moves")
    }

    /// The side to move; after the end, the side that would be.
    pub fn turn(&self) -> Color {
        self.history.position().turn()
    }

    /// The number of the next event: how many there are.
    pub const fn next_seq(&self) -> u32 {
        self.next_seq
    }

    /// The number of the newest event.
    pub const fn last_seq(&self) -> u32 {
        self.next_seq - 1
    }

    /// Waiting, playing or ended.
    pub fn status(&self) -> Status {
        match self.ending {
            Some(ending) => Status::Ended(ending),
            None if self.seats.open().is_some() => Status::Waiting,
            None => Status::Playing,
        }
    }

    /// Whether nothing more can happen.
    pub const fn is_over(&self) -> bool {
        self.ending.is_some()
    }

    /// How it ended, if it has.
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// When it was created.
    pub const fn created(&self) -> Time {
        self.created
    }

    /// Whose clock runs. None in an unlimited game, after the end, and before both sides have moved once; but in
    /// correspondence the days of the first move count.
    pub fn running(&self) -> Option<Color> {
        let runs = match self.time_control()? {
            TimeControl::Clocks { .. } => self.both_have_moved() && !self.is_over(),
            TimeControl::Correspondence { .. } => self.status() == Status::Playing,
        };
        runs.then(|| self.turn())
    }

    /// When the side to move must have made its first move, where its clock does not run yet: else the game is
    /// aborted. None where nobody waits for it: in an unlimited game, and where the computer plays.
    pub fn first_move_deadline(&self) -> Option<Time> {
        let waits = self.status() == Status::Playing
            && !self.both_have_moved()
            && matches!(self.time_control()?, TimeControl::Clocks { .. })
            && Color::ALL.iter().all(|&color| self.seats[color].player().is_some());
        waits.then_some(self.clock?.turn_began().after(FIRST_MOVE))
    }

    /// How long the running clock still waits before it runs, under a simple delay.
    pub fn delay_at(&self, now: Time) -> Option<Millis> {
        Some(self.clock?.delay_at(self.running()?, now))
    }

    /// When the turn of the side to move began, where time is counted.
    pub fn turn_began(&self) -> Option<Time> {
        Some(self.clock?.turn_began())
    }

    /// What White's and Black's lines were like, in this order; none where lag is of no account.
    pub fn lag_reports(&self) -> Option<[LagReport; 2]> {
        let clock = self.clock?;
        Some([clock.lag(Color::White)?, clock.lag(Color::Black)?])
    }

    /// What White and Black have left at `now`, in this order; none = unlimited. Stands still once the game is over.
    pub fn clocks_at(&self, now: Time) -> Option<[Millis; 2]> {
        let clock = self.clock?;
        let running = self.running();
        Some(
            Color::ALL.map(|color| {
                if running == Some(color) { clock.left_at(color, now) } else { clock.left(color) }
            }),
        )
    }

    /// When the side to move has taken too long: its flag falls, or for want of a first move the game is aborted.
    /// The owner's timer sends [`Command::TimeUp`](crate::Command::TimeUp) then.
    ///
    /// A flag falls only when no move could arrive any more that its lag alone has made late: at most two seconds
    /// after the clock shows nothing.
    pub fn deadline(&self) -> Option<Time> {
        match self.running() {
            Some(running) => Some(self.clock?.deadline(running)),
            None => self.first_move_deadline(),
        }
    }

    /// The side that has a draw offer standing.
    pub const fn draw_offer(&self) -> Option<Color> {
        self.offers.standing()
    }

    /// Whether this side may offer a draw now, not counting that it may answer one.
    pub fn can_offer_draw(&self, by: Color) -> bool {
        self.status() == Status::Playing && self.offers.check(by).is_ok()
    }

    /// Whether either side may still abort: until both have moved once.
    pub fn can_abort(&self) -> bool {
        !self.is_over() && !self.both_have_moved()
    }

    /// The draw that the side to move may claim now.
    pub fn claim(&self) -> Option<Claim> {
        if self.is_over() { None } else { self.history.claim() }
    }

    /// Sides alternate, so two half-moves are one of each.
    pub(crate) fn both_have_moved(&self) -> bool {
        self.history.ply() >= 2
    }
}
