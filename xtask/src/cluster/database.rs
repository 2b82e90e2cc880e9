// SPDX-License-Identifier: MIT OR Apache-2.0
//! The cluster's PostgreSQL: made anew, on an address of this machine, without a password. Its standbys are copies that follow it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::Instant;

use super::undertaker::{Signal, Undertaker};
use super::{LOOK, START, free_port, start};
use crate::process;

/// A server to start: the name of its log, the folder of its data below the database's, and where it listens.
struct Postgres<'a> {
    name: &'a str,
    data: &'a str,
    port: u16,
}

/// A running PostgreSQL, and its standbys.
pub(super) struct Database {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    /// The ports of its standbys.
    standbys: Vec<u16>,
}

impl Database {
    /// Starts it with these programs, and data in a folder below this one.
    pub(super) fn start(programs: &Path, folder: &Path, undertaker: &mut Undertaker) -> Result<Self, String> {
        let below = folder.join("postgresql");
        fs::create_dir_all(&below).map_err(|error| format!("can't make {}: {error}", below.display()))?;
        give_away(&below)?;
        let database =
            Self { programs: programs.to_owned(), folder: below, port: free_port()?, standbys: Vec::new() };
        let mut initdb = database.command("initdb")?;
        initdb.args([
            "--auth=trust",
            "--username=postgres",
            "--encoding=UTF8",
            "--locale=C.UTF-8",
            "--no-sync",
        ]);
        process::capture(initdb.args(["--pgdata", "data"]))?;
        let primary = Postgres { name: "postgresql", data: "data", port: database.port };
        database.serve(&primary, folder, undertaker)?;
        // It listens a moment before it answers.
        let began = Instant::now();
        while let Err(why) = database.sql("SELECT 1") {
            if began.elapsed() > START {
                return Err(why);
            }
            sleep(LOOK);
        }
        Ok(database)
    }

    /// Starts standbys of the names `s1`, `s2` and so on, as `docs/clustering.md` makes them, and lets every commit wait for one of
    /// them. Returns a line for each, which says what promotes it.
    pub(super) fn add_standbys(
        &mut self,
        count: u16,
        folder: &Path,
        undertaker: &mut Undertaker,
    ) -> Result<Vec<String>, String> {
        let (mut names, mut lines) = (Vec::new(), Vec::new());
        for number in 1..=count {
            let name = format!("s{number}");
            let mut copy = self.command("pg_basebackup")?;
            copy.args([
                "--pgdata",
                &name,
                "--wal-method=stream",
                "--write-recovery-conf",
                "--checkpoint=fast",
            ]);
            let from = format!("host=127.0.0.1 port={} user=postgres application_name={name}", self.port);
            process::capture(copy.args(["--no-sync", "--dbname", &from]))?;
            let standby = Postgres { name: &name, data: &name, port: free_port()? };
            self.serve(&standby, folder, undertaker)?;
            self.standbys.push(standby.port);
            lines.push(format!(
                "{name}          psql -c 'SELECT pg_promote()' postgres://postgres@127.0.0.1:{}/postgres",
                standby.port
            ));
            names.push(name);
        }
        if names.is_empty() {
            return Ok(lines);
        }
        let waited_for = names.join(", ");
        self.sql(&format!("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 ({waited_for})'"))?;
        self.sql("SELECT pg_reload_conf()")?;
        let follow = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'quorum'";
        let began = Instant::now();
        while self.answer(follow)?.trim() != count.to_string() {
            if began.elapsed() > START {
                return Err(format!("not all of the standbys {waited_for} follow the primary"));
            }
            sleep(LOOK);
        }
        Ok(lines)
    }

    /// The address of one of its databases: of the primary, whichever that is by then, if there are standbys.
    pub(super) fn url(&self, database: &str) -> String {
        let ports = std::iter::once(&self.port).chain(&self.standbys);
        let hosts: Vec<String> = ports.map(|port| format!("127.0.0.1:{port}")).collect();
        format!("postgres://postgres@{}/{database}", hosts.join(","))
    }

    /// Starts a server on data that are there.
    fn serve(&self, server: &Postgres, folder: &Path, undertaker: &mut Undertaker) -> Result<(), String> {
        let mut postgres = self.command("postgres")?;
        postgres.args(["-D", server.data, "-p", &server.port.to_string()]);
        postgres.args(["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="]);
        // Its clients end at the same moment; it need not wait for them.
        start(&mut postgres, server.name, folder, (undertaker, Signal::Interrupt))?.wait_for(server.port)
    }

    /// Makes an empty database.
    pub(super) fn create(&self, database: &str) -> Result<(), String> {
        self.sql(&format!("CREATE DATABASE {database}"))
    }

    fn sql(&self, sql: &str) -> Result<(), String> {
        self.answer(sql).map(drop)
    }

    /// What the primary answers.
    fn answer(&self, sql: &str) -> Result<String, String> {
        let primary = format!("postgres://postgres@127.0.0.1:{}/postgres", self.port);
        let mut psql = self.command("psql")?;
        psql.args(["-XAtq", "-v", "ON_ERROR_STOP=1", "-d", &primary, "-c", sql]);
        process::capture(&mut psql)
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
