// SPDX-License-Identifier: AGPL-3.0-or-later
//! Messages are sealed: who reaches NATS but not the database can neither read, forge, alter nor repeat them, nor move them
//! to another subject.
//!
//! - Each sender derives a key of its own from the site's key and 128 random bits, the session (HKDF-SHA256). So two nodes
//!   never use one nonce, and the number of the message can be the nonce (ChaCha20-Poly1305).
//! - The seal covers the subject and the reply subject. A message that was copied to another subject does not open.
//! - A subscription drops each number of a session that it has had, and numbers far behind the newest ([`Windows`]).
//! - A node that has just subscribed can't know what was said before. It may be told an old message again, under a key that
//!   is still in use. So every message must be harmless if it is repeated: by its number, or by the id of its command.
//!
//! Keys come from outside ([`KeyRing`]), and change: see [`StoredKeys`]. A node that receives a message under a key that it does not
//! know reads them again.

mod frame;
mod kept;
mod key;
mod meters;
mod sealed;
mod sealer;
mod stored;
mod window;

pub use frame::{Foreign, LONGEST_BODY};
pub use kept::{kept_keys, renew_keys};
pub use key::{KEYS, Key, KeyId, KeyRing, KeyRingError};
pub use sealed::{Heard, SealedBus, SealedSubscription};
pub use sealer::{Opened, Seal};
pub use stored::{COMES, GOES, LASTS, StoredKeys};
pub use window::{SENDERS, WIDTH, Windows};
