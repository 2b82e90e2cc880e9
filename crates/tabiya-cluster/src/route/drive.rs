// SPDX-License-Identifier: AGPL-3.0-or-later
//! Sends requests over the bus, as [`Ask`] says.

use std::time::Duration;

use bytes::Bytes;
use tabiya_store::{Epoch, Slot};

use super::ask::{Ask, AskError, Came, Step};
use super::message::{Answer, Outcome, Request, Wanted};
use super::subjects::{Target, requests_to};
use crate::bus::{PublishError, RequestError};
use crate::seal::SealedBus;

/// Sends a request until there is an outcome. `epoch` is the slot's epoch as far as it is known; `look_up` reads it from the
/// store, and returns `None` if the store does not answer. `id` is a number that no other request of this node's life has.
///
/// # Errors
/// If there is no outcome after some seconds. The error says whether the request can have been carried out.
pub async fn ask<F: Future<Output = Option<Epoch>>>(
    bus: &SealedBus,
    target: &Target,
    (id, epoch): (u64, Epoch),
    wanted: Wanted,
    look_up: impl Fn(Slot) -> F,
) -> Result<Outcome, AskError> {
    drive(bus, target, epoch, Ask::begin(target, id, epoch, wanted), look_up).await
}

/// The same for what may not be done twice: it is not sent again once somebody may have received it.
///
/// # Errors
/// As those of [`ask`].
pub async fn ask_once<F: Future<Output = Option<Epoch>>>(
    bus: &SealedBus,
    target: &Target,
    (id, epoch): (u64, Epoch),
    wanted: Wanted,
    look_up: impl Fn(Slot) -> F,
) -> Result<Outcome, AskError> {
    drive(bus, target, epoch, Ask::begin_once(target, id, epoch, wanted), look_up).await
}

async fn drive<F: Future<Output = Option<Epoch>>>(
    bus: &SealedBus,
    target: &Target,
    epoch: Epoch,
    (mut ask, mut step): (Ask, Step),
    look_up: impl Fn(Slot) -> F,
) -> Result<Outcome, AskError> {
    let subject = requests_to(target);
    loop {
        let came = match step {
            Step::Send { request, wait } => {
                let deadline = Duration::from_millis(wait.into());
                match bus.request(&subject, &request.encode(), deadline).await {
                    Ok((_, body)) => Answer::decode(body).map_or(Came::TimedOut, Came::Answer),
                    Err(RequestError::NoResponders) => Came::NoResponders,
                    Err(RequestError::TimedOut) => Came::TimedOut,
                    Err(RequestError::NotSent(_)) => Came::NotSent,
                }
            }
            Step::LookUp { pause } => {
                tokio::time::sleep(Duration::from_millis(pause.into())).await;
                match target {
                    Target::Slot(slot) => Came::Owner(look_up(*slot).await.unwrap_or(epoch)),
                    Target::Node(_) => Came::Owner(epoch),
                }
            }
            Step::Done(outcome) => return outcome,
        };
        step = ask.came(came);
    }
}

/// Sends a command once, and expects no answer: for what is noticed in another way. It may be [asked](ask) for again under the same
/// id, and is carried out once.
///
/// # Errors
/// If it was not sent.
pub fn tell(
    bus: &SealedBus,
    target: &Target,
    (id, epoch): (u64, Epoch),
    command: Bytes,
) -> Result<(), PublishError> {
    let request = Request { id, epoch, wanted: Wanted::Command(command) };
    bus.publish(&requests_to(target), &request.encode())
}
