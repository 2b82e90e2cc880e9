// SPDX-License-Identifier: MIT OR Apache-2.0
//! A game of chess between two sides, as a pure state machine.
//!
//! [`Game::decide`] turns a [`Command`] into [`Event`]s or a [`Refusal`]. [`Game::apply`] folds events into
//! the game. The owner of the game stores the events between the two calls, so that nothing is announced that
//! could be lost:
//!
//! ```
//! use tabiya_game::{Command, Game, PlayerId, Seat, Seats, Stamped, Terms, Time};
//! use tabiya_rules::{Color, Position};
//!
//! let (ann, bob) = (PlayerId::from_bytes([1; 16]), PlayerId::from_bytes([2; 16]));
//! let terms = Terms::new(Position::start(), None, Seats::new(ann, Color::White, Seat::Open)).unwrap();
//! let (mut game, created) = Game::create(terms, Time(0));
//! let mut log = vec![created];
//! for command in [
//!     Command::Join { player: bob, details: None, color: None },
//!     Command::Play { by: Color::White, attempt: "e2e4".parse().unwrap(), seq: 1, lag: None },
//! ] {
//!     for event in game.decide(command, Time(1_000)).unwrap() {
//!         let stamped = Stamped::new(Time(1_000), event);
//!         game.apply(&stamped);
//!         log.push(stamped);
//!     }
//! }
//! assert_eq!(Game::replay(&log), Ok(game));
//! ```
//!
//! Architecture invariant: no clock, no randomness, no I/O, no async. Time and ids are arguments;
//! `clippy.toml` forbids the rest. Replaying a log gives exactly the same game, clocks included.
//!
//! Time: each side's first move costs nothing and earns no increment, but must be made within two minutes.
//! After that the clock of the side to move runs from the arrival of the opponent's move. Network delay is
//! given back to the mover up to a quota, and the event states how much. In correspondence each move has its
//! days, the first included. An arbiter can pause chess clocks; then nobody moves and nothing is charged.
#![forbid(unsafe_code)]

mod apply;
mod arbiter;
mod berserk;
mod clock;
mod command;
mod control;
mod decide;
mod decided;
mod details;
mod event;
mod game;
mod id;
mod key;
mod lag;
mod offers;
mod origin;
mod outcome;
mod rating;
mod refusal;
mod restriction;
mod seat;
mod takeback;
mod terms;
mod time;
mod verdict;

pub use apply::{ReplayCause, ReplayError};
pub use command::{Command, LeftClaim};
pub use control::{Bonus, ClockControl, DaysPerMove, Speed, TimeControl, TimeControlError};
pub use decide::Decision;
pub use details::{PlayerDetails, PlayerName, PlayerNameError, RatingThen, Title};
pub use event::{Event, Stamped};
pub use game::{Ending, Game, PlayedPly, Status};
pub use id::{GameId, IdError, PlayerId};
pub use key::{CommandKey, CommandKeyError, Keyed};
pub use lag::LagReport;
pub use origin::Origin;
pub use outcome::{GameResult, Termination};
pub use rating::{Category, NoSuchCategory, Rating, RatingError, Standing, refund};
pub use refusal::Refusal;
pub use restriction::{Restriction, Restrictions};
pub use seat::{Computer, Seat, Seats};
pub use takeback::TIME_GIVEN;
pub use terms::{Terms, TermsError};
pub use time::{Millis, Time};
pub use verdict::{Decided, Verdict};
