// SPDX-License-Identifier: AGPL-3.0-or-later
//! Ratings: what makes a rated game count, after its end.
//!
//! The room tells the result at once, and puts the game into the queue of a task (`rate_games.rs`). The task rates it in a
//! write of its own, so that no result waits for a rating and no last move costs more. A game that is missed, because the
//! queue was full or the server was killed, is found in the archive: at the start, and once a minute.

mod conduct;
mod known;
mod one_device;
mod queue;

use tabiya_protocol::RatingView;
use tabiya_protocol::people::profile::{RatingChangeView, RatingChanges};
use tabiya_store::{RatedGame, RatedSide};

pub use conduct::Conduct;
pub use known::known_in;
pub(crate) use known::rating_then;
pub use one_device::OneDevice;
pub use queue::queue;
pub(crate) use queue::{Ended, QUEUE, Queue};

/// What a game did, as its page shows it.
pub(crate) fn changes(rated: &RatedGame) -> RatingChanges {
    RatingChanges { category: rated.game.category, white: change(rated.white), black: change(rated.black) }
}

fn change(side: RatedSide) -> RatingChangeView {
    let (before, after) = (side.before.rounded(), side.after.rounded());
    RatingChangeView { before: before.points, after: after.points, provisional: after.provisional }
}

/// A rating as a page shows it.
pub fn rating_view(then: tabiya_game::RatingThen) -> RatingView {
    RatingView { points: then.points, provisional: then.provisional }
}
