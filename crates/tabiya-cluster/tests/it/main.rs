// SPDX-License-Identifier: AGPL-3.0-or-later
//! The bus as a node uses it: inside one process, and over real NATS servers where there is a `nats-server`.
#![allow(clippy::disallowed_methods, reason = "what is tested stands below the beats of the runtime")]
#![allow(clippy::unwrap_used, reason = "these are tests")]

mod contract;
mod nats;
mod routing;
mod sealed;

use bytes::Bytes;
use tabiya_cluster::bus::{Letter, Received, Subscription};
use tabiya_cluster::subject::Subject;
use tabiya_testkit::patiently;

fn subject(text: &str) -> Subject {
    text.parse().expect("a subject")
}

fn letter(to: &str, says: &str) -> Letter {
    Letter { subject: subject(to), reply: None, payload: Bytes::copy_from_slice(says.as_bytes()) }
}

/// The text of the next message. Words on missed messages are left out.
async fn heard(subscription: &mut Subscription) -> String {
    let next = async {
        loop {
            match subscription.next().await.expect("the bus is open") {
                Received::Letter(letter) => return String::from_utf8(letter.payload.to_vec()).expect("text"),
                Received::Missed => {}
            }
        }
    };
    patiently("a message", next).await
}
