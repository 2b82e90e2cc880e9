// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ratings: Glicko-2 for each category of games.
//!
//! The formula is Mark Glickman's (<http://www.glicko.net/glicko/glicko2.pdf>), as the library `skillratings` computes it.
//! What this module adds is the site's choice of constants, and the numbers in which a rating is kept:
//!
//! - A newcomer has 1500 points, a deviation of 350 and a volatility of 0.06; the system's constant tau is 0.75.
//! - Each game is a rating period of its own. For each whole day without a game the deviation grows as it does in a
//!   period without games, up to a newcomer's.
//! - From a deviation of 110 on a rating is provisional: it rests on few games, or on old ones.
//!
//! A player's ratings in one category are a fold: each rated game, in the order in which the store has numbered them,
//! takes both players' standings and gives new ones. Everything is kept in whole numbers, so that the fold gives the
//! same numbers wherever it is computed again.

mod category;
mod glicko;
mod number;
mod standing;

pub use category::{Category, NoSuchCategory};
pub use number::{Rating, RatingError};
pub use standing::{Standing, refund};
