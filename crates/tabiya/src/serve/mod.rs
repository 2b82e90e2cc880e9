// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya serve`: the server and its page.

mod announce;
mod demo;
mod print;
mod settings;
mod sources;
mod terminal_code;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use announce::Announcement;
use anyhow::{Context, bail};
use clap::{ArgMatches, FromArgMatches};
use settings::OnOff;
pub(crate) use settings::Settings;
pub(crate) use sources::mistaken_variables;
use tabiya_server::{Config, PublicUrl, Server, lan_urls};
use tabiya_store::{DatabaseUrl, PostgresStore, SqliteStore, Store};
use terminal_code::Look;
use tokio::runtime::{Builder, Runtime};
use tracing_subscriber::EnvFilter;

use crate::first_backup::back_up_first;
use crate::place::{folder_wins, given};

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
    let Settings { database, database_file, smtp_password, smtp_password_file, .. } = &settings;
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
    (settings.database, settings.smtp_password) = (database, password);
    Ok(settings)
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let matches = args.given.matches::<Args>("serve")?;
    if args.print_config {
        std::io::stdout().write_all(print::config(&matches).as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut settings = in_force(&matches)?;
    if args.demo {
        if settings.database.is_some() {
            bail!("--demo fills a folder, not a database; --data names one");
        }
        settings.data_folder = demo::folder(&matches, &settings.data_folder)?;
        // Nothing in it is worth keeping.
        settings.backups = OnOff::Off;
    }
    tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(&settings.log))
        .with_ansi(std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none())
        .with_target(false)
        .with_writer(std::io::stderr)
        .init();
    for (found, likely) in mistaken_variables() {
        tracing::warn!("the variable {found} is no setting; did you mean {likely}?");
    }
    let runtime = runtime(settings.threads()).context("can't start the runtime")?;
    runtime.block_on(async {
        let config = Config { settings: print::in_force(&matches), ..settings.config()? };
        let (store, place) = open(&settings, args.demo).await?;
        let note = args.demo.then(|| demo::farewell(&settings.data_folder));
        serve(&settings, config, (store, &place), note.as_deref()).await
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The store, and where it keeps the games, in words.
async fn open(settings: &Settings, is_demo: bool) -> anyhow::Result<(Store, String)> {
    if let Some(url) = &settings.database {
        let url: DatabaseUrl = url.parse()?;
        return Ok((Store::new(PostgresStore::open(&url).await?), url.to_string()));
    }
    let folder = &settings.data_folder;
    if let Some(said) = back_up_first(folder, settings.daily_backups().as_deref())? {
        tracing::info!("{said}");
    }
    let store = SqliteStore::open(folder)?;
    let place = folder.canonicalize().unwrap_or_else(|_| folder.clone());
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
    (store, place): (Store, &str),
    note: Option<&str>,
) -> anyhow::Result<()> {
    let server = Server::start(config, store).await?;
    // Heard from now on: whoever reads the announcement may stop us at once.
    let told_to_stop = told_to_stop().context("can't listen for signals")?;
    let admin = server.first_admin().await.unwrap_or_else(|error| {
        tracing::warn!(%error, "there is no admin yet, and no link to become one: start again when that works");
        None
    });
    let address = server.local_address();
    let announcement = Announcement {
        address,
        public_origin: settings.public_url.as_ref().map(PublicUrl::origin),
        lan_urls: &lan_urls(address),
        place,
        admin: admin.as_deref(),
        note,
        code: look_of_standard_output(),
    };
    announcement.write(&mut std::io::stdout().lock())?;
    server.run(told_to_stop).await;
    Ok(())
}

/// How a code to scan can be drawn where standard output goes; `None` where that is no terminal.
fn look_of_standard_output() -> Option<Look> {
    if !std::io::stdout().is_terminal() {
        return None;
    }
    // Windows' older consoles show escape sequences as they are.
    let has_colours = cfg!(unix) && std::env::var_os("NO_COLOR").is_none();
    Some(if has_colours { Look::Colours } else { Look::Glyphs })
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
