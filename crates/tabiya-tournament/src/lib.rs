// SPDX-License-Identifier: MIT OR Apache-2.0
//! Chess tournaments as pure functions: no clock, no files, no randomness but from a seed.
//!
//! # A short tour
//!
//! A [`Tournament`] holds players, what they did in each round, and the settings. [`dutch::pair`] pairs the next round by
//! FIDE's Dutch rules of 2026 (C.04.3):
//!
//! ```
//! use tabiya_tournament::dutch::{self, Options};
//! use tabiya_tournament::{Cell, Colour, GameResult, Player, Tournament};
//!
//! let names = ["Adams", "Baker", "Clark", "Davis", "Evans"];
//! let players = (1..).zip(names).map(|(number, name)| Player::new(number, name, None)).collect();
//! let first_colour = Some(Colour::White);
//! let mut event = Tournament { players, rounds: Some(3), first_colour, ..Tournament::default() };
//!
//! let pairing = dutch::pair(&event, &Options::default(), |_, _| {})?;
//! let pairs: Vec<_> = pairing.pairs.iter().map(|pair| (pair.white, pair.black)).collect();
//! assert_eq!((pairs, pairing.bye), (vec![(1, 3), (4, 2)], Some(5)));
//!
//! // White wins the first game, the second is drawn.
//! event.record(&pairing, &[GameResult::Win, GameResult::Draw]);
//!
//! // 2 and 4, of half a point each, have met. So 5, who had the bye, comes down to meet 4.
//! let (_, reasons) = dutch::explain(&event, &Options::default(), Some(5))?;
//! assert_eq!(
//!     reasons[0].to_string(),
//!     "Player 5 (1.0) has White against 4 (0.5), floating down to the bracket of 0.5 points. Colour: no wish; both wishes \
//!      are met (5.2.1). Opponent: the first in the order of article 3.3."
//! );
//!
//! use tabiya_tournament::cross_table::cross_table;
//! use tabiya_tournament::standings::standings;
//!
//! let table = standings(&event, &["BH".parse()?, "TPN".parse()?], None)?;
//! let lines = [
//!     "   1    5 Evans   1.0     bye",
//!     "   2    1 Adams   1.0     3w1",
//!     "   3    2 Baker   0.5     4b=",
//!     "   4    4 Davis   0.5     2w=",
//!     "   5    3 Clark   0.0     1b0",
//! ];
//! assert_eq!(cross_table(&event, &table).lines().collect::<Vec<_>>(), lines);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is where
//!
//! | | |
//! |---|---|
//! | the model | [`Tournament`], [`Player`], [`Cell`], [`Scoring`], [`Points`] |
//! | files | [`TrfFile`], [`TrfError`]: TRF16, JaVaFo's lines, TRF26 |
//! | Swiss | [`dutch`], [`acceleration`], [`check`](mod@check), [`generate`](mod@generate) |
//! | ranking | [`standings`](mod@standings), [`team_standings`](mod@team_standings), [`tiebreak`], [`working`](mod@working), [`cross_table`](mod@cross_table) |
//! | prizes | [`prizes`] |
//! | teams in a file | [`teams`] |
//! | who looks for a game now | [`lobby`] |
//! | other formats | [`round_robin`], [`knock_out`], [`groups`](mod@groups), [`keizer`], [`arena`], [`boards`] for team matches and simuls |
//!
//! Articles are those of the FIDE Handbook: C.04.1 to C.04.3 and C.04.7 in force since 1 February 2026, C.07 in force since
//! 1 March 2026.
#![forbid(unsafe_code)]

pub mod acceleration;
pub mod arena;
pub mod assigned;
pub mod boards;
pub mod check;
pub mod cross_table;
pub mod dutch;
pub mod generate;
pub mod groups;
pub mod keizer;
pub mod knock_out;
pub mod lobby;
mod matching;
mod points;
pub mod prizes;
mod random;
mod result;
pub mod round_robin;
mod scoring;
pub mod standings;
mod team_matches;
pub mod team_standings;
pub mod teams;
pub mod tiebreak;
pub mod tournament;
pub mod trf;
pub mod working;

pub use points::{Points, PointsError};
pub use result::{Bye, Cell, Colour, GameResult};
pub use scoring::Scoring;
pub use tiebreak::TieBreak;
pub use tournament::{Player, System, Tournament};
pub use trf::{Dialect, TrfError, TrfFile};

/// Compiles and runs the README's example as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
