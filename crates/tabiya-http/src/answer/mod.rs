// SPDX-License-Identifier: AGPL-3.0-or-later
//! What every handler of a request needs: who asks and from where, the body as it is read, and how a failure is answered.
//!
//! Handlers of all dialects stand above this, and all that they work with stands below it.

mod body;
mod calls;
mod calmly;
mod counted;
mod error;
pub(crate) mod methods;
mod origin;
mod status;
mod who;

pub(crate) use body::{BodyLimit, JsonBody};
pub(crate) use calls::{Call, Calls};
pub(crate) use counted::count_long_answers;
pub(crate) use error::{ApiError, MAX_BODY, MAX_BODY_TIME, in_one_form};
pub(crate) use origin::{NoOtherSite, SameOrigin, is_from_another_site};
pub(crate) use status::Answered;
pub(crate) use who::{MayWatch, Member, device_of, guest_of, identify};
