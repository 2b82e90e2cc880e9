// SPDX-License-Identifier: AGPL-3.0-or-later
//! Web Push (RFC 8030): "your move" and challenges reach a phone whose page is closed.
//!
//! A browser whose player asks for it names an address at its maker's service, and a key. The server sends one word there, which
//! it signs with a key of its own (`vapid`), and which only the device can read (`seal`). The page has left the sentence for
//! that word on the device, so the message holds no name. Games and challenges never wait for this. A message that finds no
//! place in the queue is dropped, because the bell and the start page say the same.

mod seal;
mod sender;
mod vapid;

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};

use data_encoding::BASE64URL_NOPAD;
use http::Uri;
use tabiya_game::PlayerId;
use tabiya_https::is_public;
use tabiya_limits::rate_limit::RateLimit;
use tabiya_runtime::config::{Config, Networks, PushServices};
use tabiya_runtime::timeline::Timeline;
use tabiya_store::{PushDevice, PushKept, PushLimits, SiteSecret, StorageError, Store};
use tokio::sync::mpsc;
use url::{Host, Url};

use seal::{POINT, SECRET};
pub use sender::start;
use vapid::ServerKey;

/// How often a player may be told the same word in a minute, and in an hour: challenges use up nothing of what moves may.
const A_MINUTE: u32 = 6;
const AN_HOUR: u32 = 60;
/// The longest address, in bytes. Those of the known services have two or three hundred.
const LONGEST: usize = 1_000;
/// How many devices are kept. One row takes some 500 bytes.
const LIMITS: PushLimits = PushLimits { of_player: 10, of_site: 100_000 };

/// What a device is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pushed {
    /// It is the player's move in a game.
    Turn,
    /// Somebody wants to play with the player.
    Challenge,
}

impl Pushed {
    /// The word that is sent; the service worker has a sentence for it.
    const fn word(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::Challenge => "challenge",
        }
    }
}

/// Why a device can't be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PushError {
    /// The site has no HTTPS, or its operator has switched push off.
    #[error("this site pushes nothing to devices")]
    Off,
    /// The site tells as many devices as it keeps.
    #[error("this site tells as many devices as it can already")]
    Full,
    /// The session has ended.
    #[error("log in first")]
    NoSession,
    /// The address can't be one of a push service.
    #[error("endpoint must be an address of a push service: https, port 443, at most 1000 characters")]
    Endpoint,
    /// The address is in a network that is not on the internet.
    #[error("endpoint must be on the internet; the operator may name other networks in push-addresses")]
    Private,
    /// The key or the secret is not one.
    #[error(
        "key must be a point of P-256, not compressed, and secret 16 bytes, both as base64url without padding"
    )]
    Key,
}

/// What a browser tells of its device.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    /// The address at its maker's service.
    pub endpoint: &'a str,
    /// Its public key, as base64url.
    pub key: &'a str,
    /// The secret that it shares with us, as base64url.
    pub secret: &'a str,
}

/// The way to devices. There is one where the site can tell them.
pub struct Push {
    key: ServerKey,
    services: PushServices,
    /// Where the sender is found: the site's origin.
    subject: String,
    waiting: Waiting,
    store: Store,
    timeline: Timeline,
}

impl Push {
    /// `None` where the site has no HTTPS, without which no browser takes part, or the operator has switched it off; where no
    /// authority is known by which services could be trusted; and where the storage gives no key. The log says the last two.
    pub(crate) async fn new(config: &Config, store: &Store, timeline: Timeline) -> Option<Arc<Self>> {
        let url = config.public_url.as_ref().filter(|url| url.is_https());
        let (services, url) = config.push.clone().zip(url)?;
        let unknown = |why: &String| tracing::warn!(why, "nothing can be pushed to devices");
        sender::client(&services).inspect_err(unknown).ok()?;
        let kept = store.site.keep_secret(SiteSecret::Push, &ServerKey::fresh()).await;
        let failed = |error: &StorageError| tracing::warn!(%error, "nothing is pushed until the next start");
        let kept = kept.inspect_err(failed).ok()?;
        let Some(key) = ServerKey::read(&kept) else {
            tracing::error!("the server's key for push can't be read, so nothing is pushed");
            return None;
        };
        let (subject, waiting) = (url.origin().to_owned(), Waiting::new(A_MINUTE, AN_HOUR));
        Some(Arc::new(Self { key, services, subject, waiting, store: store.clone(), timeline }))
    }

    /// The server's public key, by which browsers know it.
    pub fn public_key(&self) -> String {
        self.key.public()
    }

    /// Keeps the device of this session, in place of the one before.
    ///
    /// # Errors
    /// If the device can't be told anything, or the storage fails.
    pub async fn keep(&self, session: &[u8], told: Told<'_>) -> Result<Result<(), PushError>, StorageError> {
        let endpoint = match checked(&self.services, told.endpoint) {
            Ok(endpoint) => endpoint,
            Err(error) => return Ok(Err(error)),
        };
        let read = |text: &str, length| {
            BASE64URL_NOPAD.decode(text.as_bytes()).ok().filter(|bytes| bytes.len() == length)
        };
        let Some((key, secret)) = read(told.key, POINT).zip(read(told.secret, SECRET)) else {
            return Ok(Err(PushError::Key));
        };
        if seal::sealed(b"", &key, &secret).is_err() {
            return Ok(Err(PushError::Key));
        }
        let since = self.timeline.wall();
        let device = PushDevice { session: session.to_vec(), endpoint, key, secret, since };
        Ok(match self.store.push_devices.keep_push_device(&device, LIMITS).await? {
            PushKept::Kept => Ok(()),
            PushKept::NoSession => Err(PushError::NoSession),
            PushKept::Full => Err(PushError::Full),
        })
    }

    /// Tells a player's devices, soon or not at all.
    pub(crate) fn tell(&self, player: PlayerId, pushed: Pushed) {
        self.waiting.tell(player, pushed);
    }
}

/// What waits to be sent.
struct Waiting {
    told: RateLimit<(PlayerId, Pushed)>,
    queue: OnceLock<mpsc::Sender<(PlayerId, Pushed)>>,
}

impl Waiting {
    fn new(a_minute: u32, an_hour: u32) -> Self {
        Self { told: RateLimit::new(a_minute, an_hour), queue: OnceLock::new() }
    }

    fn tell(&self, player: PlayerId, pushed: Pushed) {
        let Some(queue) = self.queue.get() else { return };
        if self.told.take(&(player, pushed), 1).is_ok() {
            // See the module's head.
            let _ = queue.try_send((player, pushed));
        }
    }
}

/// Whether messages may go there: to the usual port on the internet, or to a network that the operator named.
fn allows(services: &PushServices, address: SocketAddr) -> bool {
    services.addresses.contains(address.ip()) || address.port() == 443 && is_public(address.ip())
}

/// The address as it is stored, if messages may go there.
fn checked(services: &PushServices, endpoint: &str) -> Result<String, PushError> {
    let url = Url::parse(endpoint).map_err(|_| PushError::Endpoint)?;
    let is_plain = url.scheme() == "https" && url.username().is_empty() && url.password().is_none();
    let is_sent_as_it_stands = endpoint.is_ascii() && url.as_str().parse::<Uri>().is_ok();
    let is_short = endpoint.len() <= LONGEST && url.as_str().len() <= LONGEST;
    if !is_plain || !is_short || !is_sent_as_it_stands || url.fragment().is_some() {
        return Err(PushError::Endpoint);
    }
    let port = url.port_or_known_default().unwrap_or_default();
    let address = match url.host() {
        Some(Host::Ipv4(address)) => address.into(),
        Some(Host::Ipv6(address)) => address.into(),
        // The addresses of a name are checked when it is called.
        Some(Host::Domain(_)) => {
            let is_usual = port == 443 || services.addresses != Networks::default();
            return if is_usual { Ok(url.into()) } else { Err(PushError::Endpoint) };
        }
        None => return Err(PushError::Endpoint),
    };
    let is_allowed = allows(services, SocketAddr::new(address, port));
    if is_allowed { Ok(url.into()) } else { Err(PushError::Private) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked_with(addresses: &str, endpoint: &str) -> Result<String, PushError> {
        checked(&PushServices { addresses: addresses.parse().unwrap(), root: None }, endpoint)
    }

    #[test]
    fn an_address_is_on_the_internet_or_where_the_operator_says() {
        let long = format!("https://push.example/{}", "a".repeat(LONGEST));
        for (endpoint, usual, named) in [
            ("https://push.example/a?b=c", Ok(()), Ok(())),
            ("https://push.example:443/a", Ok(()), Ok(())),
            ("https://push.example:8443/a", Err(PushError::Endpoint), Ok(())),
            ("https://1.1.1.1/a", Ok(()), Ok(())),
            ("https://1.1.1.1:22/a", Err(PushError::Private), Err(PushError::Private)),
            ("https://127.0.0.1/a", Err(PushError::Private), Err(PushError::Private)),
            ("https://0x7f.1/a", Err(PushError::Private), Err(PushError::Private)),
            ("https://10.1.2.3:8443/a", Err(PushError::Private), Ok(())),
            ("https://[::1]/a", Err(PushError::Private), Err(PushError::Private)),
            ("https://[2606:4700::1111]/a", Ok(()), Ok(())),
            ("http://push.example/a", Err(PushError::Endpoint), Err(PushError::Endpoint)),
            ("https://me@push.example/a", Err(PushError::Endpoint), Err(PushError::Endpoint)),
            ("https://push.example/a#b", Err(PushError::Endpoint), Err(PushError::Endpoint)),
            ("https://push.example/é", Err(PushError::Endpoint), Err(PushError::Endpoint)),
            (&long, Err(PushError::Endpoint), Err(PushError::Endpoint)),
            ("", Err(PushError::Endpoint), Err(PushError::Endpoint)),
        ] {
            assert_eq!(checked_with("", endpoint).map(drop), usual, "{endpoint}");
            assert_eq!(checked_with("10.0.0.0/8", endpoint).map(drop), named, "{endpoint}");
        }
        // One address has one form, under which it is found again.
        let stored = checked_with("", "HTTPS://Push.Example:443/a/../b").unwrap();
        assert_eq!(stored, "https://push.example/b");
        let stored = checked_with("", "https://push.example/a\r\nHost: other.example").unwrap();
        assert_eq!(stored, "https://push.example/aHost:%20other.example", "no line of its own");
    }

    #[tokio::test]
    async fn a_player_is_told_so_often_and_nobody_waits() {
        let player = PlayerId::from_bytes([1; 16]);
        let push = Waiting::new(2, 2);
        push.tell(player, Pushed::Turn);
        let (sender, mut waiting) = mpsc::channel(1);
        push.queue.set(sender).unwrap();
        push.tell(player, Pushed::Challenge);
        // It finds no place, and counts all the same.
        push.tell(player, Pushed::Challenge);
        assert_eq!(waiting.recv().await, Some((player, Pushed::Challenge)));
        push.tell(player, Pushed::Challenge);
        assert!(waiting.try_recv().is_err());
        // Whoever is challenged again and again is still told of a move.
        for _ in 0..2 {
            push.tell(player, Pushed::Turn);
            assert_eq!(waiting.recv().await, Some((player, Pushed::Turn)));
        }
        push.tell(player, Pushed::Turn);
        assert!(waiting.try_recv().is_err());
    }
}
