// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya start`: what a double-click does. The site opens in the browser, its data lie beside the program, and a second start
//! opens the site that runs.

mod browser;
mod lost_password;
mod place;

use std::ffi::OsString;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};
use tabiya_store::SqliteStore;

use crate::running;
use crate::serve::{self, NewPassword, Opened};
use place::{Place, place_of};

/// The first of these ports that is free is taken, and if none is, any.
const PORTS: std::ops::RangeInclusive<u16> = 8080..=8089;
/// How often the port is tried that the site had before, and the pause between two tries.
const TRIES: u32 = 30;
const PAUSE: Duration = Duration::from_millis(100);
/// The file of settings that is read where it lies beside the program.
const SETTINGS: &str = "tabiya.toml";

/// Open the site in the browser, with its data beside this program
///
/// For a laptop or a USB stick: others on the network may come in, and starting it again opens the site that runs. On Windows a
/// double-click does the same. Settings may stand in a file tabiya.toml beside the program. A file reset-admin.txt there asks for a
/// new password of the admin, where it is lost.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: tabiya start")]
pub(crate) struct Args {
    /// Print the addresses only, and open no browser
    #[arg(long)]
    no_browser: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let started = start(args);
    if cfg!(windows) && started.is_err() {
        // The window closes with the program, and what it says is gone.
        if let Err(error) = &started {
            eprintln!("{error:#}\n\nPress Enter to close this window.");
        }
        let _ = std::io::stdin().read_line(&mut String::new());
    }
    started
}

fn start(args: &Args) -> anyhow::Result<ExitCode> {
    let program = std::env::current_exe().context("this program can't find itself")?;
    let data = match place_of(&program, &|name| std::env::var_os(name)) {
        Place::Beside(folder) => folder,
        Place::InsideArchive => bail!(
            "Extract first: this program runs from inside an archive, and whatever it stored would be lost. \
             Extract the whole archive into a folder, and start it there."
        ),
        Place::Local { folder, service } => {
            println!(
                "{service} copies the folder of this program while games are written, which can damage them. \
                 So they are kept in {}.",
                folder.display()
            );
            folder
        }
    };
    let beside = program.parent().unwrap_or(&program);
    let new_password = lost_password::look(beside, &data);
    if SqliteStore::is_in_use(&data) {
        return open_running(&data, new_password, args);
    }
    let port = port_of_before(&data).unwrap_or_else(free_port);
    let given = arguments(&data, port, beside);
    let open = |url: &str| args.no_browser || browser::open(url);
    serve::run_with(&given, Opened { data: &data, new_password, open: &open })
}

/// Opens the site that runs on these data already.
fn open_running(data: &Path, new_password: Option<NewPassword>, args: &Args) -> anyhow::Result<ExitCode> {
    let Some(mut url) = running::read(data) else {
        bail!("a server runs on {} already; open it at the address that it printed", data.display());
    };
    println!("the site runs already, at {url}");
    if let Some(NewPassword { said, path }) = new_password {
        url += &path;
        println!("{said}\n  {url}");
    }
    if !args.no_browser {
        browser::open(&url);
    }
    Ok(ExitCode::SUCCESS)
}

/// What `serve` is told. The file of settings stands below, so it can't move the data away from the program.
fn arguments(data: &Path, port: u16, beside: &Path) -> Vec<OsString> {
    let mut given: Vec<OsString> = ["serve", "--lan", "--listen"].map(OsString::from).to_vec();
    given.push(format!("127.0.0.1:{port}").into());
    given.push("--data-folder".into());
    given.push(data.into());
    let settings = beside.join(SETTINGS);
    if settings.is_file() {
        given.push("--config".into());
        given.push(settings.into());
    }
    given
}

/// The port that the site had when it was cut off, as by a pulled stick: pages that are open still ask there. The server of before may
/// need a moment to end.
fn port_of_before(data: &Path) -> Option<u16> {
    let port = running::port(data)?;
    for _ in 0..TRIES {
        if is_free(port) {
            return Some(port);
        }
        thread::sleep(PAUSE);
    }
    None
}

fn is_free(port: u16) -> bool {
    TcpListener::bind((Ipv4Addr::UNSPECIFIED, port)).is_ok()
}

/// A port that nobody has. 0, for any, if all are taken.
fn free_port() -> u16 {
    free_of(PORTS)
}

fn free_of(ports: impl IntoIterator<Item = u16>) -> u16 {
    ports.into_iter().find(|port| is_free(*port)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_where_they_lie_beside_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let plain = arguments(&data, 8081, folder.path());
        assert_eq!(plain[..4], ["serve", "--lan", "--listen", "127.0.0.1:8081"].map(OsString::from));
        assert!(!plain.contains(&"--config".into()));
        std::fs::write(folder.path().join(SETTINGS), "").unwrap();
        assert!(arguments(&data, 8081, folder.path()).contains(&"--config".into()));
    }

    #[test]
    fn a_port_that_is_taken_is_passed_over() {
        let taken = [0; 3].map(|any| TcpListener::bind((Ipv4Addr::UNSPECIFIED, any)).unwrap());
        let ports = taken.each_ref().map(|listener| listener.local_addr().unwrap().port());
        assert_eq!(free_of(ports), 0);
    }
}
