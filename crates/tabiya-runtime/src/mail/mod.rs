// SPDX-License-Identifier: AGPL-3.0-or-later
//! Sending e-mail, where the server was told how.
//!
//! [`Mailer`] takes letters and never makes anybody wait: it sends them in tasks of their own, a few at a time, and tries
//! again where the mail server can't take one now. What waits is bounded. Letters are not kept over a restart: each of them
//! can be asked for again, or is written again by whatever wrote it.

mod letter;
mod server;

#[cfg(test)]
mod tests;

use std::error::Error as _;
use std::sync::Arc;
use std::time::Duration;

use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::transport::smtp::Error;
use lettre::{Address, AsyncTransport, Message};
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep};

pub use letter::{Letter, Letterhead};
pub use lettre::message::Mailbox as Sender;
pub use server::{MailError, MailServer};

use crate::log_once::LogOnce;
use crate::opaque::Opaque;
use crate::spawn::spawn;

/// Letters that may wait at once; further ones are not taken.
const MOST_WAITING: usize = 1_000;
/// Letters that are sent at the same time.
const AT_ONCE: usize = 4;
/// How long to wait before each further attempt.
const PAUSES: [Duration; 5] = [
    Duration::from_secs(20),
    Duration::from_secs(2 * 60),
    Duration::from_secs(10 * 60),
    Duration::from_secs(60 * 60),
    Duration::from_secs(6 * 60 * 60),
];

static FULL: LogOnce = LogOnce::new();
static FAILED: LogOnce = LogOnce::new();

/// How mail is sent: the mail server, and who the letters are from.
#[derive(Clone, Debug)]
pub struct MailConfig {
    /// Where letters are handed over.
    pub server: MailServer,
    /// The address in `From`, perhaps with a name.
    pub from: Sender,
}

/// Takes letters. Cheap to clone.
#[derive(Clone)]
pub struct Mailer(Opaque<Post>);

struct Post {
    transport: server::Transport,
    from: Sender,
    /// The host of the server's own address, for the letters' numbers.
    host: String,
    waiting: Arc<Semaphore>,
    sending: Semaphore,
    pauses: [Duration; PAUSES.len()],
}

impl Mailer {
    /// # Errors
    /// If the system's certificates can't be used.
    pub fn new(config: &MailConfig, host: &str) -> Result<Self, MailError> {
        Ok(Self::over(config.server.transport(host)?, config.from.clone(), host, PAUSES))
    }

    fn over(
        transport: server::Transport,
        from: Sender,
        host: &str,
        pauses: [Duration; PAUSES.len()],
    ) -> Self {
        let waiting = Arc::new(Semaphore::new(MOST_WAITING));
        let sending = Semaphore::new(AT_ONCE);
        Self(Opaque::new(Post { transport, from, host: host.to_owned(), waiting, sending, pauses }))
    }

    /// Sends a letter soon. Never waits; returns whether the letter was taken.
    pub fn send(&self, letter: Letter) -> bool {
        let Ok(place) = Arc::clone(&self.0.waiting).try_acquire_owned() else {
            FULL.log(|| tracing::warn!("{MOST_WAITING} letters wait to be sent; further ones are not sent"));
            return false;
        };
        let post = self.0.clone();
        spawn(async move {
            post.deliver(&letter).await;
            drop(place);
        });
        true
    }
}

/// Connects to the mail server and logs in, as before a letter; sends none. `host` is the name by which we introduce ourselves.
///
/// # Errors
/// What is wrong, in words.
pub async fn try_mail(config: &MailConfig, host: &str) -> Result<(), String> {
    let transport = config.server.transport(host).map_err(|error| error.to_string())?;
    match transport.test_connection().await {
        Ok(true) => Ok(()),
        Ok(false) => Err("it is not ready for letters".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Whether a letter can be written to this address.
pub fn is_address(text: &str) -> bool {
    text.parse::<Address>().is_ok()
}

impl Post {
    /// Hands the letter over, or gives up on it.
    async fn deliver(&self, letter: &Letter) {
        let message = match self.message(letter) {
            Ok(message) => message,
            Err(error) => return tracing::warn!(%error, "a letter can't be written"),
        };
        let began = Instant::now();
        for pause in self.pauses.into_iter().map(Some).chain([None]) {
            let sent = {
                let _turn = self.sending.acquire().await;
                self.transport.send(message.clone()).await
            };
            let Err(error) = sent else { return };
            complain(&error);
            match pause {
                Some(pause) if !error.is_permanent() && began.elapsed() + pause < letter.good_for => {
                    sleep(pause).await;
                }
                Some(_) | None => return,
            }
        }
    }

    fn message(&self, letter: &Letter) -> Result<Message, Box<dyn std::error::Error + Send + Sync>> {
        let number = crate::secret::Secret::random();
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(letter.to.parse()?)
            .subject(letter.subject.clone())
            .message_id(Some(format!("<{}@{}>", number.text(), self.host)))
            .header(ContentType::TEXT_PLAIN)
            .body(letter.text.clone())?;
        // RFC 3834: nobody's "I am on holiday" answers this.
        let name = HeaderName::new_from_ascii_str("Auto-Submitted");
        message.headers_mut().insert_raw(HeaderValue::new(name, "auto-generated".to_owned()));
        Ok(message)
    }
}

/// Says what is wrong with the mail server, once a minute. Never the address: it may stand in the mail server's words.
fn complain(error: &Error) {
    FAILED.log(|| match error.status() {
        Some(code) => tracing::warn!(%code, "the mail server refused a letter"),
        None => {
            let cause = error.source().map(ToString::to_string).unwrap_or_default();
            tracing::warn!(%error, cause, "a letter can't be sent");
        }
    });
}
