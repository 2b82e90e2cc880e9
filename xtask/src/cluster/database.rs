// SPDX-License-Identifier: MIT OR Apache-2.0
//! The cluster's PostgreSQL: made anew, on an address of this machine, without a password.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;

use super::undertaker::{Signal, Undertaker};
use super::{LOOK, START, free_port, start};
use crate::process;

/// A running PostgreSQL.
pub(super) struct Database {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
}

impl Database {
    /// Starts it with these programs, and data in a folder below this one.
    pub(super) fn start(programs: &Path, folder: &Path, undertaker: &mut Undertaker) -> Result<Self, String> {
        let below = folder.join("postgresql");
        fs::create_dir_all(&below).map_err(|error| format!("can't make {}: {error}", below.display()))?;
        give_away(&below)?;
        let database = Self { programs: programs.to_owned(), folder: below, port: free_port()? };
        let mut initdb = database.command("initdb")?;
        initdb.args([
            "--auth=trust",
            "--username=postgres",
            "--encoding=UTF8",
            "--locale=C.UTF-8",
            "--no-sync",
        ]);
        process::capture(initdb.args(["--pgdata", "data"]))?;
        let mut postgres = database.command("postgres")?;
        postgres.args(["-D", "data", "-p", &database.port.to_string(), "-c", "listen_addresses=127.0.0.1"]);
        postgres.args(["-c", "unix_socket_directories="]);
        // Its clients end at the same moment; it need not wait for them.
        let mut server = start(&mut postgres, "postgresql", folder, (undertaker, Signal::Interrupt))?;
        server.wait_for(database.port)?;
        // It listens a moment before it answers.
        let began = std::time::Instant::now();
        while let Err(why) = database.sql("SELECT 1") {
            if began.elapsed() > START {
                return Err(why);
            }
            sleep(LOOK);
        }
        Ok(database)
    }

    /// The address of one of its databases.
    pub(super) fn url(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    /// Makes an empty database.
    pub(super) fn create(&self, database: &str) -> Result<(), String> {
        self.sql(&format!("CREATE DATABASE {database}"))
    }

    fn sql(&self, sql: &str) -> Result<(), String> {
        let mut psql = self.command("psql")?;
        psql.args(["-XAtq", "-v", "ON_ERROR_STOP=1", "-d", &self.url("postgres"), "-c", sql]);
        process::capture(&mut psql).map(drop)
    }

    /// One of its programs, as the user who may run it: PostgreSQL refuses root.
    fn command(&self, program: &str) -> Result<Command, String> {
        let mut command = process::command(self.programs.join(program), &self.folder);
        command.env("LC_ALL", "C.UTF-8");
        #[cfg(unix)]
        if let Some((user, group)) = other_user()? {
            use std::os::unix::process::CommandExt;
            command.uid(user).gid(group);
        }
        Ok(command)
    }
}

/// Gives the folder to the user as whom PostgreSQL runs.
#[cfg(unix)]
fn give_away(folder: &Path) -> Result<(), String> {
    let Some((user, group)) = other_user()? else { return Ok(()) };
    let failed = |error| format!("can't give {} away: {error}", folder.display());
    std::os::unix::fs::chown(folder, Some(user), Some(group)).map_err(failed)
}

#[cfg(not(unix))]
fn give_away(_: &Path) -> Result<(), String> {
    Ok(())
}

/// For root: the numbers of the user `postgres` and its group, or of `nobody`.
#[cfg(unix)]
fn other_user() -> Result<Option<(u32, u32)>, String> {
    use std::os::unix::fs::MetadataExt;
    // Whoever is not root owns what it makes.
    let me = fs::metadata("/proc/self").map_or(1, |own| own.uid());
    if me != 0 {
        return Ok(None);
    }
    let users = fs::read_to_string("/etc/passwd").map_err(|error| format!("/etc/passwd: {error}"))?;
    let ids = |name: &str| {
        let fields: Vec<&str> = users
            .lines()
            .map(|line| line.split(':').collect())
            .find(|fields: &Vec<&str>| fields[0] == name)?;
        Some((fields.get(2)?.parse().ok()?, fields.get(3)?.parse().ok()?))
    };
    let found = ids("postgres").or_else(|| ids("nobody"));
    found.map(Some).ok_or_else(|| "there is no user as whom PostgreSQL could run: it refuses root".into())
}
