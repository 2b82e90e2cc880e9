// SPDX-License-Identifier: AGPL-3.0-or-later
//! From which address a request comes, which addresses count as one, and how much one may hold and do.

mod caller;
mod day;
mod limit;
mod rate;
mod shares;
mod turns;

pub(crate) use caller::Caller;
pub(crate) use day::{DayQuota, UsedUp};
pub(crate) use limit::{AddressLimit, AddressPlace, Counted};
pub(crate) use rate::{AddressRate, ChargeNewGame};
pub(crate) use shares::Shares;
pub(crate) use turns::Turns;
