// SPDX-License-Identifier: AGPL-3.0-or-later
//! Orders of an operator that are not about accounts. Their subject's crate carries them out.

use futures_util::future::BoxFuture;
use tabiya_game::Time;

/// Carries the orders of one subject out.
pub trait OtherOrders: Send + Sync + 'static {
    /// What comes of an order, as the command line wrote it down; `None` if it is of another subject. `now` is the wall
    /// clock's time.
    fn carry_out<'a>(&'a self, order: &'a str, now: Time) -> Option<BoxFuture<'a, Result<String, String>>>;
}
