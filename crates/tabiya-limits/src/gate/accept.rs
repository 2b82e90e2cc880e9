// SPDX-License-Identifier: AGPL-3.0-or-later
//! The loop that takes connections in, and the task of each.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tabiya_runtime::config::{Config, Limits, Networks};
use tabiya_runtime::log_once::LogOnce;
use tabiya_runtime::measure;
use tabiya_runtime::spawn::spawn;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::server::Acceptor;
use tokio_rustls::server::TlsStream;
use tokio_rustls::{LazyConfigAcceptor, TlsAcceptor};

use super::admission::Admission;
use super::http2;
use super::newcomers::Newcomers;
use super::spoken::{MAX_HEAD, told};
use crate::address::{AddressLimit, AddressPlace, AddressRate, Caller};

/// How long a proxy of ours may keep a connection to us open for its next request. Proxies keep them for a minute.
const PROXY_PATIENCE: Duration = Duration::from_secs(180);
/// By which protocol an authority asks over TLS (RFC 8737, 6.2).
const AUTHORITY: &[u8] = b"acme-tls/1";
/// Handshakes of one address in an hour, as many times those that it may have in a minute.
const AN_HOUR: u32 = 60;
/// How long to wait where the system gives no connection, such as when there are too many open files.
const PAUSE: Duration = Duration::from_millis(100);
/// What the system keeps of what we have sent and a client has not read; it takes twice as much, with its own books. Left
/// to itself it would keep megabytes for each client that never reads.
const UNREAD_BYTES: usize = 128 * 1024;
/// How long what we have sent may stay unread, or unacknowledged, before the system gives a connection up.
#[cfg(any(target_os = "linux", target_os = "android"))]
const UNREAD: Duration = Duration::from_secs(30);

/// Takes connections in, by one door or several. Their limits are counted together. Cheap to clone.
#[derive(Clone)]
pub struct Gate {
    limits: Arc<Limits>,
    most: usize,
    trusted_proxies: Arc<Networks>,
    stopping: watch::Receiver<bool>,
    per_address: AddressLimit,
    /// A handshake takes the processor as long as hundreds of moves.
    handshakes: Arc<AddressRate>,
    newcomers: Arc<Newcomers>,
    /// Connections that there are.
    open: Arc<AtomicUsize>,
    alive: mpsc::Sender<Infallible>,
    full: Arc<LogOnce>,
}

/// What is behind a door, and how it is entered. Cheap to clone.
#[derive(Clone)]
pub struct Door {
    service: TowerToHyperService<Router>,
    /// None where connections are plain.
    tls: Option<Tls>,
}

/// How TLS is begun. Cheap to clone.
#[derive(Clone)]
struct Tls {
    config: Arc<ServerConfig>,
    before_authority: Option<BeforeAuthority>,
}

/// What is done before an authority that asks over TLS gets its answer.
pub type BeforeAuthority = Arc<dyn Fn() -> Pin<Box<dyn Future<Output = ()> + Send>> + Send + Sync>;

impl Door {
    /// A door by which everybody comes in the clear.
    pub fn plain(router: Router) -> Self {
        Self { service: TowerToHyperService::new(router), tls: None }
    }

    /// A door by which everybody comes over TLS. Where an authority asks for the name of the site, `before_authority` is done first.
    pub fn tls(router: Router, config: ServerConfig, before_authority: Option<BeforeAuthority>) -> Self {
        let tls = Some(Tls { config: Arc::new(config), before_authority });
        Self { service: TowerToHyperService::new(router), tls }
    }
}

impl Gate {
    /// `room` is for how many connections the system has room; each holds a clone of `alive`.
    pub fn new(
        config: &Config,
        per_address: AddressLimit,
        room: usize,
        alive: mpsc::Sender<Infallible>,
        stopping: watch::Receiver<bool>,
    ) -> Self {
        let Limits { handshakes_per_minute: a_minute, unlimited_addresses: unlimited, .. } = &config.limits;
        let handshakes = AddressRate::new(*a_minute, a_minute.saturating_mul(AN_HOUR), unlimited);
        Self {
            handshakes: Arc::new(handshakes),
            most: config.limits.connections.unwrap_or(usize::MAX).min(room),
            limits: Arc::new(config.limits.clone()),
            trusted_proxies: Arc::new(config.trusted_proxies.clone()),
            stopping,
            per_address,
            newcomers: Arc::default(),
            open: Arc::default(),
            alive,
            full: Arc::default(),
        }
    }

    /// Takes in whoever comes by this door, until the server stops. After that, or when this is dropped, each connection ends with the
    /// answers that are under way on it. So whose stream has ended comes back by another one.
    pub async fn run(self, listener: TcpListener, door: Door) {
        let failing = LogOnce::default();
        let (_open, closed) = watch::channel(false);
        let mut stopping = self.stopping.clone();
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = told(&mut stopping) => return,
            };
            match accepted {
                Ok((stream, peer)) => self.take_in(stream, peer, door.clone(), closed.clone()),
                // The other side has gone again before its turn came.
                Err(error) if is_of_one_connection(&error) => {}
                Err(error) => {
                    failing.log(|| tracing::error!(%error, "no connection can be taken in"));
                    measure::turned_away("no_files");
                    self.newcomers.make_room();
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    /// A connection ends when the door is `closed`.
    fn take_in(&self, stream: TcpStream, peer: SocketAddr, door: Door, closed: watch::Receiver<bool>) {
        let most = self.most;
        if self.open.load(Ordering::Relaxed) >= most {
            self.full.log(|| tracing::warn!(most, "all connections are taken"));
            // One that says nothing makes room; where none does, this one has to go.
            if !self.newcomers.make_room() {
                return measure::turned_away("full");
            }
        }
        let is_proxy = self.trusted_proxies.contains(peer.ip());
        let caller = Caller::direct(peer.ip());
        let of_its_address =
            if is_proxy { Ok(AddressPlace::default()) } else { self.per_address.enter(&caller) };
        let Ok(of_its_address) = of_its_address else { return measure::turned_away("address") };
        if door.tls.is_some() && !is_proxy && self.handshakes.take(&caller, 1).is_err() {
            return measure::turned_away("handshakes");
        }
        prepare(&stream);
        let patience = if is_proxy { PROXY_PATIENCE } else { self.limits.handshake };
        let (newcomers, open) = (Arc::clone(&self.newcomers), Arc::clone(&self.open));
        let (alive, handshake) = (self.alive.clone(), self.limits.handshake);
        let per_address = (!is_proxy).then(|| self.per_address.clone());
        self.newcomers.start(move |number| {
            let admission = Admission::new(peer, number, newcomers, open, of_its_address, alive);
            let admission = Arc::new(admission);
            let Some(tls) = door.tls else {
                return spawn(serve(stream, admission, door.service, patience, closed));
            };
            spawn(async move {
                let mut closes = closed.clone();
                let shaken = tokio::select! {
                    shaken = shake_hands(&tls, stream, handshake) => shaken,
                    () = told(&mut closes) => None,
                };
                let Some(stream) = shaken else { return };
                if stream.get_ref().1.alpn_protocol() != Some(http2::NAME) {
                    return serve(stream, admission, door.service, patience, closed).await;
                }
                let more_places = per_address.map(|limit| limit.enter_more(&caller, http2::MORE_PLACES));
                match more_places.transpose() {
                    Ok(_more_places) => {
                        http2::serve(stream, admission, door.service, patience, closed).await;
                    }
                    Err(_) => measure::turned_away("address"),
                }
            })
        });
    }
}

impl Tls {
    async fn accept(&self, stream: TcpStream) -> io::Result<TlsStream<TcpStream>> {
        let Some(before_authority) = &self.before_authority else {
            return TlsAcceptor::from(Arc::clone(&self.config)).accept(stream).await;
        };
        let begun = LazyConfigAcceptor::new(Acceptor::default(), stream).await?;
        let is_authority =
            begun.client_hello().alpn().is_some_and(|mut offered| offered.any(|name| name == AUTHORITY));
        if is_authority {
            before_authority().await;
        }
        begun.into_stream(Arc::clone(&self.config)).await
    }
}

/// Begins TLS; `None` if the other side does not, or takes too long, or was an authority that asks for the name of the site.
async fn shake_hands(tls: &Tls, stream: TcpStream, patience: Duration) -> Option<TlsStream<TcpStream>> {
    match tokio::time::timeout(patience, tls.accept(stream)).await {
        // It has its answer with the handshake (RFC 8737, 3).
        Ok(Ok(stream)) => (stream.get_ref().1.alpn_protocol() != Some(AUTHORITY)).then_some(stream),
        Ok(Err(error)) => {
            tracing::debug!(%error, "a connection did not come to speak TLS");
            None
        }
        Err(_) => None,
    }
}

async fn serve<S: AsyncRead + AsyncWrite + Send + Unpin + 'static>(
    stream: S,
    admission: Arc<Admission>,
    service: TowerToHyperService<Router>,
    patience: Duration,
    mut closed: watch::Receiver<bool>,
) {
    let service = service_fn(move |mut request: Request<Incoming>| {
        admission.asks();
        request.extensions_mut().insert(Arc::clone(&admission));
        service.call(request)
    });
    let mut connection = std::pin::pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            // Also between two requests: a browser opens another connection where it needs one.
            .header_read_timeout(patience)
            .max_buf_size(MAX_HEAD)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades()
    );
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = told(&mut closed) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection failed");
    }
}

/// None of this is vital: a connection where it fails works all the same.
fn prepare(stream: &TcpStream) {
    // A move is one small write that must not wait for company (Nagle's algorithm, RFC 896).
    let _ = stream.set_nodelay(true);
    let _ = socket2::SockRef::from(stream).set_send_buffer_size(UNREAD_BYTES);
    #[cfg(any(target_os = "linux", target_os = "android"))]
    let _ = socket2::SockRef::from(stream).set_tcp_user_timeout(Some(UNREAD));
}

fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
