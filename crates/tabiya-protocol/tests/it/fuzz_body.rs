// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the fuzz target for client messages does with its bytes. The folder `fuzz/` takes this file in by its path.

use tabiya_protocol::{ClientMessage, read};

/// Any bytes as a frame from a client: refused with a message, or a message that means the same when written again.
pub(crate) fn client_message(data: &[u8]) {
    match read::<ClientMessage>(data) {
        Ok(message) => {
            let written = serde_json::to_vec(&message).expect("a message can be written");
            let again: ClientMessage = read(&written).expect("a written message can be read");
            assert_eq!(again, message);
            assert_eq!((again.id(), again.topic()), (message.id(), message.topic()));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
