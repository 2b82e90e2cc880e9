// SPDX-License-Identifier: AGPL-3.0-or-later
//! From which address a request comes, which addresses count as one, and how much one may hold and do.

mod bounds;
mod caller;
mod charge;
mod day;
mod limit;
mod shares;
mod turns;

pub use bounds::{NetworkBounds, NetworkPlace};
pub use caller::Caller;
pub use charge::{AddressRate, ChargeNewGame};
pub use day::{DayQuota, UsedBy, UsedUp};
pub use limit::{AddressLimit, AddressPlace, Counted, CountedAs};
pub use shares::Shares;
pub use turns::Turns;
