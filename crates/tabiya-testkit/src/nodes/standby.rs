// SPDX-License-Identifier: AGPL-3.0-or-later
//! A synchronous standby of PostgreSQL, as `docs/clustering.md` makes one.

use std::net::Ipv4Addr;
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use tabiya_store::conformance::postgres::{self, Cluster};
use tempfile::TempDir;

use super::site::{children, send};
use crate::PATIENCE;
use crate::server::free_port;

/// How often it is looked whether something has happened.
const LOOK: Duration = Duration::from_millis(50);

/// A running standby. Dropping it kills it.
pub struct Standby {
    process: Child,
    folder: TempDir,
    programs: PathBuf,
    user: (u32, u32),
    port: u16,
}

impl Standby {
    /// Copies the primary, follows it, and lets every commit there wait for the copy.
    pub fn of(primary: &Cluster) -> Self {
        let data = primary.folder().join("data");
        let file = std::fs::read_to_string(data.join("postmaster.pid")).expect("PostgreSQL runs");
        let process = file.lines().next().expect("a number of a process").trim();
        // The same programs and user as the primary's.
        let program = std::fs::read_link(format!("/proc/{process}/exe")).expect("a process has a program");
        let programs = program.parent().expect("a program lies in a folder").to_owned();
        let owner = std::fs::metadata(&data).expect("the data are there");
        let user = (owner.uid(), owner.gid());
        let folder = TempDir::with_prefix("tabiya-standby").expect("a temporary folder can be made");
        chown(folder.path(), Some(user.0), Some(user.1)).expect("one's own folder, or root");
        let of = |name: &str| command(&programs, name, &folder, user);
        let mut backup = of("pg_basebackup");
        backup.args(["--pgdata=data", "--wal-method=stream", "--write-recovery-conf", "--checkpoint=fast"]);
        let from = format!("host=127.0.0.1 port={} user=postgres application_name=standby", primary.port());
        let done = backup.arg(format!("--dbname={from}")).output().expect("pg_basebackup starts");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let port = free_port(Ipv4Addr::LOCALHOST.into());
        let process = spawn(of("postgres"), port);
        let standby = Self { process, folder, programs, user, port };
        primary.sql("postgres", "ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (standby)'");
        primary.sql("postgres", "SELECT pg_reload_conf()");
        until("every commit to wait for the standby", || {
            primary.sql("postgres", "SELECT sync_state FROM pg_stat_replication") == "quorum"
        });
        standby
    }

    /// Where it listens.
    pub const fn port(&self) -> u16 {
        self.port
    }

    pub(super) fn process_id(&self) -> i32 {
        i32::try_from(self.process.id()).expect("a small number")
    }

    /// Kills all its processes at once.
    pub(super) fn kill(&mut self) {
        let children = children(self.process_id());
        self.end();
        for child in children {
            send(child, Signal::KILL);
        }
    }

    /// Starts it again after that, and waits until it follows the primary.
    pub(super) fn start_again(&mut self) {
        until("the standby to follow the primary again", || {
            let has_ended = self.process.try_wait().is_ok_and(|ended| ended.is_some());
            // A process of before may still hold its memory.
            if has_ended {
                let postgres = command(&self.programs, "postgres", &self.folder, self.user);
                self.process = spawn(postgres, self.port);
            }
            let follows = "SELECT count(*) FROM pg_stat_wal_receiver WHERE status = 'streaming'";
            self.sql("postgres", follows).is_ok_and(|count| count == "1")
        });
    }

    fn end(&mut self) {
        // One that has ended by itself is as good.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// From now on no commit waits for it, and it hears of none: it has not what comes after this.
    pub fn falls_behind(&self, primary: &Cluster) {
        primary.sql("postgres", "ALTER SYSTEM RESET synchronous_standby_names");
        primary.sql("postgres", "SELECT pg_reload_conf()");
        let own = |sql: &str| self.sql("postgres", sql).expect("the standby answers");
        own("ALTER SYSTEM SET primary_conninfo = ''");
        own("SELECT pg_reload_conf()");
        until("the standby to hear nothing", || own("SELECT count(*) FROM pg_stat_wal_receiver") == "0");
    }

    /// Makes it the primary: whoever looks after the site does that, never a node.
    pub fn promote(&self) {
        self.sql("postgres", "SELECT pg_promote()").expect("a standby can be promoted");
    }

    /// Runs SQL. The rows as text, or the error.
    pub(super) fn sql(&self, database: &str, sql: &str) -> Result<String, String> {
        let url = format!("postgres://postgres@127.0.0.1:{}/{database}", self.port);
        let mut psql = command(&self.programs, "psql", &self.folder, self.user);
        psql.stdout(Stdio::piped()).args(["-XAtq", "-v", "ON_ERROR_STOP=1", "-d", &url, "-c", sql]);
        let done = psql.output().map_err(|error| error.to_string())?;
        if !done.status.success() {
            return Err(String::from_utf8_lossy(&done.stderr).into_owned());
        }
        Ok(String::from_utf8_lossy(&done.stdout).trim().to_owned())
    }
}

impl Drop for Standby {
    fn drop(&mut self) {
        postgres::end(&mut self.process, self.folder.path());
    }
}

fn spawn(mut postgres: Command, port: u16) -> Child {
    postgres.args(["-D", "data", "-p", &port.to_string(), "-c", "unix_socket_directories="]);
    postgres.args(["-c", "wal_retrieve_retry_interval=500ms"]);
    postgres.stderr(Stdio::null()).spawn().expect("PostgreSQL starts")
}

fn command(programs: &std::path::Path, name: &str, folder: &TempDir, (user, group): (u32, u32)) -> Command {
    let mut command = Command::new(programs.join(name));
    command.current_dir(folder.path()).env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
    command.stdout(Stdio::null()).uid(user).gid(group);
    command
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < PATIENCE, "waited {PATIENCE:?} in vain for {what}");
        sleep(LOOK);
    }
}
