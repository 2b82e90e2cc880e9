// SPDX-License-Identifier: AGPL-3.0-or-later
//! The server as a whole: bound to its address, started, and stopped.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::serve::ListenerExt;
use metrics_exporter_prometheus::PrometheusHandle;
use tabiya_store::{StorageError, Store};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::computer::ComputerPool;
use crate::config::{Config, PublicUrl};
use crate::http::{self, CreationLimit};
use crate::measure;
use crate::room::Rooms;
use crate::timeline::Timeline;

/// How long open connections may take to end once the server is told to stop.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(2);

/// What every request can reach. Cheap to clone.
#[derive(Clone)]
pub(crate) struct App(Arc<AppState>);

pub(crate) struct AppState {
    pub(crate) config: Config,
    pub(crate) local_address: SocketAddr,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) rooms: Rooms,
    pub(crate) timeline: Timeline,
    pub(crate) metrics: PrometheusHandle,
    pub(crate) creation_limit: CreationLimit,
    pub(crate) stopping: watch::Receiver<bool>,
}

impl AppState {
    /// Whether players come over TLS, which a proxy in front of us ends.
    pub(crate) fn is_https(&self) -> bool {
        self.config.public_url.as_ref().is_some_and(PublicUrl::is_https)
    }
}

impl std::ops::Deref for App {
    type Target = AppState;

    fn deref(&self) -> &AppState {
        &self.0
    }
}

/// Why the server could not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The address can't be listened on.
    #[error("can't listen on {address}: {cause}; choose another address with --listen")]
    Listen {
        /// The address that was asked for.
        address: SocketAddr,
        /// What the operating system said.
        cause: std::io::Error,
    },
    /// The unfinished games can't be read.
    #[error("can't load the unfinished games: {0}")]
    Load(#[from] StorageError),
}

/// A server that has its address and all unfinished games, and is ready to run.
pub struct Server {
    listener: TcpListener,
    app: App,
    stop: watch::Sender<bool>,
}

impl Server {
    /// Takes the address and wakes every unfinished game.
    ///
    /// # Errors
    /// Where the address is taken or the games can't be read.
    pub async fn start(config: Config, store: Arc<dyn Store>) -> Result<Self, StartError> {
        let address = config.listen;
        let listen = |cause| StartError::Listen { address, cause };
        let listener = TcpListener::bind(address).await.map_err(listen)?;
        let local_address = listener.local_addr().map_err(listen)?;
        let (stop, stopping) = watch::channel(false);
        let timeline = Timeline::start();
        let computers = ComputerPool::start(config.computer_threads);
        let rooms = Rooms::new(Arc::clone(&store), timeline, computers, config.limits.unfinished_games);
        let resumed = rooms.resume_all().await?;
        if resumed > 0 {
            tracing::info!(games = resumed, "unfinished games go on");
        }
        let creation_limit = CreationLimit::new(&config.limits);
        let metrics = measure::recorder();
        let state =
            AppState { config, local_address, store, rooms, timeline, metrics, creation_limit, stopping };
        Ok(Self { listener, app: App(Arc::new(state)), stop })
    }

    /// Where it listens; tells the port where 0 was asked for.
    pub fn local_address(&self) -> SocketAddr {
        self.app.local_address
    }

    /// Serves until `stop` is done, then tells every client, finishes what is being committed, and returns.
    ///
    /// # Errors
    /// Where the listener fails.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> std::io::Result<()> {
        let Self { listener, app, stop: stop_sender } = self;
        let rooms = app.rooms.clone();
        let mut stopping = app.stopping.clone();
        let service = http::router(app).into_make_service_with_connect_info::<SocketAddr>();
        let shutdown = async move {
            stop.await;
            tracing::info!("stopping");
            stop_sender.send_replace(true);
        };
        let listener = listener.tap_io(|connection| {
            // A move is one small write that must not wait for company (Nagle's algorithm, RFC 896). Where it
            // can't be turned off the connection works all the same.
            let _ = connection.set_nodelay(true);
        });
        let serving = axum::serve(listener, service).with_graceful_shutdown(shutdown);
        let grace = async {
            // The sender lives until it has sent.
            let _ = stopping.wait_for(|stopping| *stopping).await;
            tokio::time::sleep(SHUTDOWN_GRACE).await;
        };
        tokio::select! {
            served = async { serving.await } => served?,
            () = grace => tracing::warn!("some connections did not end in time"),
        }
        rooms.close_all().await;
        Ok(())
    }
}
