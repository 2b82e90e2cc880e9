// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya serve`: the server and its page.

mod announce;
mod bus;
mod demo;
mod https;
mod log_lines;
mod print;
mod settings;
mod sources;
mod terminal_code;
mod vanished;

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use announce::Announcement;
pub(crate) use announce::NewPassword;
use anyhow::{Context, bail};
use clap::{ArgMatches, Args as _, Command, FromArgMatches};
use settings::OnOff;
pub(crate) use settings::Settings;
pub(crate) use sources::mistaken_variables;
use tabiya_cluster::bus::Bus;
use tabiya_server::{Config, PublicUrl, Server, lan_urls};
use tabiya_store::{DatabaseUrl, PostgresStore, SqliteStore, Store};
use terminal_code::Look;
use tokio::runtime::{Builder, Runtime};
use tracing_subscriber::{
    Layer as _, filter::Targets, layer::SubscriberExt as _, util::SubscriberInitExt as _,
};

use crate::first_backup::back_up_first;
use crate::place::{folder_wins, given};
use crate::running;

/// Serve the page and the games
///
/// Play at the address that it prints. Everything is kept in the data folder. Stop with Ctrl-C: running games
/// go on at the next start, also after a crash.
///
/// Every setting may also stand in a TOML file, named as its flag, or in the environment; flags win over the
/// environment, and the environment over the file.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example, for everybody on the local network:\n  tabiya serve --lan")]
pub(crate) struct Args {
    /// Print the settings in force, with what each does, and exit
    #[arg(long)]
    print_config: bool,
    /// Fill a fresh folder with made-up players, games and a tournament, for looking around; in ./tabiya-demo if no folder is
    /// named
    #[arg(long)]
    demo: bool,
    /// Be the next version of the program, for the test of a rolling upgrade
    #[cfg(debug_assertions)]
    #[arg(long, hide = true)]
    next_version: bool,
    /// Have a wall clock that is off by the seconds in this file, for the runs of faults
    #[cfg(debug_assertions)]
    #[arg(long, hide = true, value_name = "FILE")]
    clock_off: Option<std::path::PathBuf>,
    #[command(flatten)]
    given: Given,
}

/// What the server is told, for the commands that start it or look at it.
#[derive(clap::Args, Debug)]
pub(crate) struct Given {
    /// File of settings; serve --print-config writes one to begin with
    #[arg(long, env = "TABIYA_CONFIG", value_name = "FILE", hide_env_values = true)]
    config: Option<PathBuf>,
    #[command(flatten, next_help_heading = "Settings")]
    settings: Settings,
}

impl Given {
    /// The settings in force for this command of the program, which has the arguments `A`, with where each comes from.
    ///
    /// # Errors
    /// If the file can't be read, or has something that is no setting.
    fn matches<A: clap::Args>(&self, command: &str) -> anyhow::Result<ArgMatches> {
        sources::matches::<A>(self.config.as_deref(), command)
    }

    /// The settings in force for this command of the program, which has the arguments `A`.
    ///
    /// # Errors
    /// As [`matches`](Self::matches) has them.
    pub(crate) fn settings<A: clap::Args>(&self, command: &str) -> anyhow::Result<Settings> {
        in_force(&self.matches::<A>(command)?)
    }
}

/// With the secrets that stand in files. A folder that was named more explicitly than the database takes its place.
fn in_force(matches: &ArgMatches) -> anyhow::Result<Settings> {
    let mut settings = Settings::from_arg_matches(matches)?;
    let Settings { database, database_file, bus, bus_file, smtp_password, smtp_password_file, .. } =
        &settings;
    let password = given(
        matches,
        "smtp_password",
        smtp_password.as_deref(),
        "smtp_password_file",
        smtp_password_file.as_deref(),
    );
    let password = password.context("smtp-password-file")?;
    let database = if folder_wins(matches) {
        None
    } else {
        given(matches, "database", database.as_deref(), "database_file", database_file.as_deref())
            .context("database-file")?
    };
    let bus = given(matches, "bus", bus.as_deref(), "bus_file", bus_file.as_deref()).context("bus-file")?;
    (settings.database, settings.bus, settings.smtp_password) = (database, bus, password);
    Ok(settings)
}

/// For whom the server is started with a browser that opens.
pub(crate) struct Opened<'a> {
    /// The data folder, in which is noted where the server is.
    pub(crate) data: &'a Path,
    /// Where somebody sets a new password first; `None` for most.
    pub(crate) new_password: Option<NewPassword>,
    /// Opens an address; says whether that was begun.
    pub(crate) open: &'a dyn Fn(&str) -> bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let matches = args.given.matches::<Args>("serve")?;
    run_on(args, &matches, None)
}

/// With these arguments, of which the first is `serve`, and a browser that opens.
pub(crate) fn run_with(arguments: &[OsString], opened: Opened<'_>) -> anyhow::Result<ExitCode> {
    let command = Args::augment_args(Command::new("tabiya serve"));
    let args = command.try_get_matches_from(arguments)?;
    let args = Args::from_arg_matches(&args)?;
    let matches = sources::matches_of::<Args>(args.given.config.as_deref(), "serve", arguments.to_vec())?;
    run_on(&args, &matches, Some(opened))
}

fn run_on(args: &Args, matches: &ArgMatches, opened: Option<Opened<'_>>) -> anyhow::Result<ExitCode> {
    if args.print_config {
        std::io::stdout().write_all(print::config(matches).as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    #[cfg(debug_assertions)]
    if args.next_version {
        tabiya_store::next::turn_on();
    }
    #[cfg(debug_assertions)]
    if let Some(file) = &args.clock_off {
        tabiya_server::clock_off::follow(file.clone());
    }
    let mut settings = in_force(matches)?;
    if args.demo {
        if settings.database.is_some() {
            bail!("--demo fills a folder, not a database; --data names one");
        }
        settings.data_folder = demo::folder(matches, &settings.data_folder)?;
        // Nothing in it is worth keeping.
        settings.backups = OnOff::Off;
    }
    let (log, _last_lines) = log_lines::start(std::io::stderr()).context("can't start the log")?;
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(std::io::stderr().is_terminal() && shows_colours())
        .with_target(false)
        .with_writer(move || log.clone());
    let filter: Targets = bus::quiet_library(&settings.log).parse().context("--log names no levels")?;
    tracing_subscriber::registry().with(lines.with_filter(filter)).init();
    for (found, likely) in mistaken_variables() {
        tracing::warn!("the variable {found} is no setting; did you mean {likely}?");
    }
    let runtime = runtime(settings.threads()).context("can't start the runtime")?;
    runtime.block_on(async {
        let config = Config { settings: print::in_force(matches), ..settings.config()? };
        let bus = bus::connect(&settings).await?;
        let (store, place) = open_store(&settings, args.demo).await?;
        let note = args.demo.then(|| demo::farewell(&settings.data_folder));
        serve(&settings, config, (store, &place, bus), note.as_deref(), opened.as_ref()).await
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The store, and where it keeps the games, in words.
async fn open_store(settings: &Settings, is_demo: bool) -> anyhow::Result<(Store, String)> {
    if let Some(url) = &settings.database {
        let url: DatabaseUrl = url.parse()?;
        let store = match &settings.node {
            Some(name) => PostgresStore::open_as_node(&url, name).await?,
            None => PostgresStore::open(&url).await?,
        };
        return Ok((Store::new(store), url.to_string()));
    }
    if settings.node.is_some() {
        bail!("--node is for servers that share a database; name it with --database");
    }
    let folder = &settings.data_folder;
    if let Some(said) = back_up_first(folder, settings.daily_backups().as_deref())? {
        tracing::info!("{said}");
    }
    let store = SqliteStore::open(folder)?;
    // As people write it, without what Windows puts before whole paths.
    let place = dunce::canonicalize(folder).unwrap_or_else(|_| folder.clone());
    let store = if is_demo {
        println!("filling {} with games, which takes some seconds", place.display());
        demo::fill(store).await?
    } else {
        Store::new(store)
    };
    Ok((store, place.display().to_string()))
}

/// One thread needs no scheduler that shares work out, and is faster without.
fn runtime(threads: usize) -> std::io::Result<Runtime> {
    match threads {
        1 => Builder::new_current_thread().enable_all().build(),
        several => Builder::new_multi_thread().worker_threads(several).enable_all().build(),
    }
}

async fn serve(
    settings: &Settings,
    config: Config,
    (store, place, bus): (Store, &str, Option<Arc<dyn Bus>>),
    note: Option<&str>,
    opened: Option<&Opened<'_>>,
) -> anyhow::Result<()> {
    if cfg!(windows) && !settings.listening().ip().is_loopback() {
        println!(
            "If Windows asks about its firewall, allow Tabiya on private networks: else nobody but you can come in."
        );
    }
    let site = config.public_url.clone();
    let scheme = if config.https.is_some() { "https" } else { "http" };
    let log = Arc::clone(&store.log);
    let server = Server::start(config, store, bus).await?;
    // Heard from now on: whoever reads the announcement may stop us at once.
    let mut told_to_stop = told_to_stop().context("can't listen for signals")?;
    let admin = server.first_admin().await.unwrap_or_else(|error| {
        tracing::warn!(%error, "there is no admin yet, and no link to become one: start again when that works");
        None
    });
    let address = server.local_address();
    let new_password = opened.and_then(|opened| opened.new_password.as_ref());
    let announcement = Announcement {
        address,
        scheme,
        plain_address: server.plain_address(),
        certificate: server.certificate(),
        public_origin: site.as_ref().map(PublicUrl::origin),
        lan_urls: &lan_urls(address, scheme),
        place,
        admin: admin.as_deref(),
        new_password,
        note,
        code: look_of_standard_output(),
    };
    // With HTTPS it leads on to where the certificate is for.
    let here = format!("http://127.0.0.1:{}", server.plain_address().port());
    if let Some(opened) = opened
        && let Err(error) = running::put(opened.data, &here)
    {
        tracing::warn!(%error, "a second start will not find this server");
    }
    announcement.write(&mut std::io::stdout().lock())?;
    if let Some(opened) = opened {
        let path = new_password.map(|page| page.path.as_str()).or(admin.as_deref());
        if !(opened.open)(&format!("{here}{}", path.unwrap_or("/"))) {
            println!("  no browser could be opened: open {here} yourself");
        }
    }
    let Some(opened) = opened else {
        server.run(told_to_stop).await;
        return Ok(());
    };
    let mut was_gone = false;
    let told = async || {
        tokio::select! {
            () = told_to_stop() => {}
            () = vanished::gone_and_back(&*log, opened.data) => was_gone = true,
        }
    };
    server.run(told).await;
    if was_gone {
        bail!(
            "{} is in its place again, with all that was played until it was gone: start the program again",
            opened.data.display()
        );
    }
    running::remove(opened.data);
    Ok(())
}

/// How a code to scan can be drawn where standard output goes; `None` where that is no terminal.
fn look_of_standard_output() -> Option<Look> {
    if !std::io::stdout().is_terminal() {
        return None;
    }
    Some(if shows_colours() { Look::Colours } else { Look::Glyphs })
}

/// Whether a terminal may be given escape sequences. Windows' older consoles show them as they are.
fn shows_colours() -> bool {
    cfg!(unix) && std::env::var_os("NO_COLOR").is_none()
}

/// What ends at the next Ctrl-C or SIGTERM, of those from the moment of this call on.
#[cfg(unix)]
fn told_to_stop() -> std::io::Result<impl AsyncFnMut()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupted = signal(SignalKind::interrupt())?;
    let mut terminated = signal(SignalKind::terminate())?;
    Ok(async move || {
        tokio::select! { _ = interrupted.recv() => {} _ = terminated.recv() => {} }
    })
}

/// What ends at Ctrl-C, when the window is closed, or when the computer shuts down, from the moment of this call on. Windows gives a
/// program five seconds after its window was closed; the server takes less than two.
#[cfg(windows)]
fn told_to_stop() -> std::io::Result<impl AsyncFnMut()> {
    use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_logoff, ctrl_shutdown};
    let (mut interrupted, mut broken) = (ctrl_c()?, ctrl_break()?);
    let (mut closed, mut logged_off, mut shut_down) = (ctrl_close()?, ctrl_logoff()?, ctrl_shutdown()?);
    Ok(async move || {
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = broken.recv() => {}
            _ = closed.recv() => {}
            _ = logged_off.recv() => {}
            _ = shut_down.recv() => {}
        }
    })
}
