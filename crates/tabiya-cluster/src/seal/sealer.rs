// SPDX-License-Identifier: AGPL-3.0-or-later
//! Seals a node's own messages and opens those of others.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use bytes::{Bytes, BytesMut};
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hkdf::{HKDF_SHA256, Salt};
use ring::rand::{SecureRandom, SystemRandom};
use tabiya_runtime::log_once::LogOnce;
use tokio::sync::Notify;

use super::frame::{CLEAR, Clear, Foreign, LONGEST_BODY, TAG, read_sender, write_sender};
use super::key::{Key, KeyId, KeyRing};
use super::meters;
use crate::bus::{Letter, PublishError};
use crate::node::Sender;
use crate::subject::Subject;

/// How many derived keys of other senders are remembered. To derive one again costs a microsecond or two.
const REMEMBERED: usize = 1_024;

/// What keys are derived for. Another use, or another version, needs another text.
const PURPOSE: &[&[u8]] = &[b"tabiya bus 1"];

/// That somebody else uses the same NATS servers.
static SAID: LogOnce = LogOnce::new();

/// A message that was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// Who has sent it.
    pub from: Sender,
    /// The sender's session, for [`Windows`](super::Windows).
    pub session: [u8; 16],
    /// Its number in that session.
    pub number: u64,
    /// What it says.
    pub body: Bytes,
}

/// Keys that were derived, by the site's key and the session.
type Derived = HashMap<(KeyId, [u8; 16]), Arc<LessSafeKey>>;

/// The site's keys, and those that were derived from them.
struct Keys {
    ring: KeyRing,
    mine: (KeyId, LessSafeKey),
    theirs: Mutex<Derived>,
}

impl Keys {
    fn new(ring: KeyRing, session: &[u8; 16]) -> Self {
        let id = ring.sealing();
        let mine = derive(ring.get(id).expect("a ring has the key that seals"), session);
        Self { ring, mine: (id, mine), theirs: Mutex::default() }
    }
}

/// Seals and opens for one life of a node.
pub struct Seal {
    session: [u8; 16],
    /// What stands before each body.
    sender: Vec<u8>,
    last: AtomicU64,
    keys: RwLock<Arc<Keys>>,
    /// Somebody has used a key that is not known here.
    unknown: Notify,
}

impl Seal {
    /// Of this node, with a session of its own.
    pub fn new(sender: &Sender, ring: KeyRing) -> Self {
        let mut session = [0; 16];
        SystemRandom::new().fill(&mut session).expect("the operating system has randomness");
        let keys = RwLock::new(Arc::new(Keys::new(ring, &session)));
        Self { session, sender: write_sender(sender), last: AtomicU64::new(0), keys, unknown: Notify::new() }
    }

    /// Seals and opens with other keys from now on.
    pub fn replace_keys(&self, ring: KeyRing) {
        let keys = Arc::new(Keys::new(ring, &self.session));
        *self.keys.write().unwrap_or_else(PoisonError::into_inner) = keys;
    }

    /// Waits until a message was sealed with a key that is not known here, since the last call. It may be a new key of the site, or
    /// a stranger's message.
    pub async fn unknown_key(&self) {
        self.unknown.notified().await;
    }

    fn keys(&self) -> Arc<Keys> {
        Arc::clone(&self.keys.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Seals a message for this subject.
    ///
    /// # Errors
    /// If the body is too long.
    pub fn seal(
        &self,
        subject: &Subject,
        reply: Option<Subject>,
        body: &[u8],
    ) -> Result<Letter, PublishError> {
        if body.len() > LONGEST_BODY {
            return Err(PublishError::TooLong { bytes: body.len() });
        }
        let keys = self.keys();
        let (key, mine) = &keys.mine;
        let number = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        let clear = Clear { key: *key, session: self.session, number }.write();
        let mut message = BytesMut::with_capacity(CLEAR + self.sender.len() + body.len() + TAG);
        message.extend_from_slice(&clear);
        message.extend_from_slice(&self.sender);
        message.extend_from_slice(body);
        let covered = covered(&clear, subject, reply.as_ref());
        let tag = mine
            .seal_in_place_separate_tag(nonce(number), Aad::from(covered), &mut message[CLEAR..])
            .expect("the body is far shorter than the cipher allows");
        message.extend_from_slice(tag.as_ref());
        Ok(Letter { subject: subject.clone(), reply, payload: message.freeze() })
    }

    /// Opens a message. Does not notice a repetition.
    ///
    /// # Errors
    /// If it is not one of ours, or was altered. It is counted.
    pub fn open(&self, letter: &Letter) -> Result<Opened, Foreign> {
        self.open_uncounted(letter).inspect_err(|why| {
            meters::FOREIGN.inc();
            SAID.log(|| {
                tracing::warn!(
                    "NATS brings messages that this site has not sent, or that were altered; they are dropped and counted. Does another site use the same NATS servers?"
                );
            });
            if let Foreign::Key(_) = why {
                self.unknown.notify_one();
            }
        })
    }

    fn open_uncounted(&self, letter: &Letter) -> Result<Opened, Foreign> {
        let (clear, sealed) = Clear::read(&letter.payload)?;
        let keys = self.keys();
        let site = keys.ring.get(clear.key).ok_or(Foreign::Key(clear.key))?;
        let theirs = || keys.theirs.lock().unwrap_or_else(PoisonError::into_inner);
        let known = theirs().get(&(clear.key, clear.session)).cloned();
        let is_known = known.is_some();
        let key = known.unwrap_or_else(|| Arc::new(derive(site, &clear.session)));
        let mut plain = BytesMut::from(sealed);
        let covered = covered(&clear.write(), &letter.subject, letter.reply.as_ref());
        let length = key
            .open_in_place(nonce(clear.number), Aad::from(covered), &mut plain)
            .map_err(|_| Foreign::Broken)?
            .len();
        if !is_known {
            let mut theirs = theirs();
            // Only after the message has proved authentic: strangers can't fill it.
            if theirs.len() >= REMEMBERED {
                theirs.clear();
            }
            theirs.insert((clear.key, clear.session), key);
        }
        plain.truncate(length);
        let plain = plain.freeze();
        let (from, begin) = read_sender(&plain)?;
        Ok(Opened { from, session: clear.session, number: clear.number, body: plain.slice(begin..) })
    }
}

/// The sender's own key.
fn derive(key: &Key, session: &[u8; 16]) -> LessSafeKey {
    let derived = Salt::new(HKDF_SHA256, session).extract(key.bytes());
    let okm = derived.expand(PURPOSE, &CHACHA20_POLY1305).expect("a key is short");
    LessSafeKey::new(UnboundKey::from(okm))
}

/// Each number is used once with a derived key.
fn nonce(number: u64) -> Nonce {
    let mut bytes = [0; NONCE_LEN];
    bytes[NONCE_LEN - 8..].copy_from_slice(&number.to_be_bytes());
    Nonce::assume_unique_for_key(bytes)
}

/// What the tag covers beside the sealed bytes. No subject has a blank, so each pair of subjects has its own text.
fn covered(clear: &[u8; CLEAR], subject: &Subject, reply: Option<&Subject>) -> Vec<u8> {
    let reply = reply.map_or("", Subject::as_str);
    [clear, subject.as_str().as_bytes(), b" ", reply.as_bytes()].concat()
}
