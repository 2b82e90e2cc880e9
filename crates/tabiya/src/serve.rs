// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya serve`: the server and its page.

use std::io::{IsTerminal, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread::available_parallelism;

use anyhow::Context;
use tabiya_server::{Config, Server, lan_urls};
use tabiya_store::SqliteStore;
use tracing_subscriber::EnvFilter;

use crate::about;

/// How many unfinished games one guest may have.
const MAX_UNFINISHED_GAMES: usize = 50;
/// How many games one address may create in a minute.
const MAX_GAMES_PER_MINUTE: u32 = 60;

/// Serve the page and the games
///
/// Play at the address that it prints. Everything is kept in the data folder. Stop with Ctrl-C: running games
/// go on at the next start, also after a crash.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example, for everybody on the local network:\n  tabiya serve --listen 0.0.0.0:8080")]
pub(crate) struct Args {
    /// Address and port; 0.0.0.0 lets others on the network in, port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// Folder of the games; created where it is missing
    #[arg(long, value_name = "FOLDER", default_value = "./data")]
    data: PathBuf,
    /// Where the "Source" link leads, if you run a changed Tabiya and publish its source elsewhere
    #[arg(long, value_name = "URL")]
    source_url: Option<String>,
}

impl Default for Args {
    fn default() -> Self {
        Self { listen: SocketAddr::from(([127, 0, 0, 1], 8080)), data: "./data".into(), source_url: None }
    }
}

pub(crate) fn run(args: Args) -> anyhow::Result<ExitCode> {
    tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::try_from_env("TABIYA_LOG").unwrap_or_else(|_| EnvFilter::new("info")))
        .with_ansi(std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none())
        .with_target(false)
        .with_writer(std::io::stderr)
        .init();
    let store = SqliteStore::open(&args.data)?;
    let runtime = tokio::runtime::Runtime::new().context("can't start the runtime")?;
    runtime.block_on(serve(args, Arc::new(store)))?;
    Ok(ExitCode::SUCCESS)
}

async fn serve(args: Args, store: Arc<SqliteStore>) -> anyhow::Result<()> {
    let cores = available_parallelism().map_or(1, usize::from);
    let config = Config {
        listen: args.listen,
        build: about::build(),
        max_unfinished_games: MAX_UNFINISHED_GAMES,
        max_games_per_minute: MAX_GAMES_PER_MINUTE,
        computer_threads: (cores / 2).max(1),
        source_url: args.source_url,
    };
    let server = Server::start(config, store).await?;
    // Heard from now on: whoever reads the announcement may stop us at once.
    let told_to_stop = told_to_stop().context("can't listen for signals")?;
    announce(server.local_address(), &args.data)?;
    server.run(told_to_stop).await.context("the server failed")
}

fn announce(address: SocketAddr, data: &Path) -> std::io::Result<()> {
    let data = data.canonicalize().unwrap_or_else(|_| data.to_owned());
    let mut out = std::io::stdout().lock();
    let here = if address.ip().is_unspecified() {
        SocketAddr::from(([127, 0, 0, 1], address.port()))
    } else {
        address
    };
    writeln!(out, "Tabiya {} plays at  http://{here}", env!("CARGO_PKG_VERSION"))?;
    for url in lan_urls(address) {
        writeln!(out, "  on your network:    {url}")?;
    }
    writeln!(out, "  games are kept in:  {}", data.display())?;
    writeln!(out, "  stop with Ctrl-C")?;
    out.flush()
}

/// Ends at Ctrl-C or SIGTERM, from the moment of this call on.
#[cfg(unix)]
fn told_to_stop() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupted = signal(SignalKind::interrupt())?;
    let mut terminated = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! { _ = interrupted.recv() => {} _ = terminated.recv() => {} }
    })
}

/// Ends at Ctrl-C, from the moment of this call on.
#[cfg(windows)]
fn told_to_stop() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    let mut interrupted = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        interrupted.recv().await;
    })
}
