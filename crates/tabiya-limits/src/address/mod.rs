// SPDX-License-Identifier: AGPL-3.0-or-later
//! From which address a request comes, which addresses count as one, and how much one may hold and do.

mod caller;
mod limit;
mod rate;
mod turns;

pub use caller::Caller;
pub use limit::{AddressLimit, AddressPlace, Counted};
pub use rate::{AddressRate, ChargeNewGame};
pub use turns::Turns;
