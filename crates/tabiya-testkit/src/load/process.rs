// SPDX-License-Identifier: AGPL-3.0-or-later
//! The server under load: a process pinned to one core, and the figures that Linux has about it.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::process::{cpu_time, memory};
use crate::server::address_in;

/// How a server is started, besides its folder.
#[derive(Clone, Debug, Default)]
pub(super) struct Manner {
    /// It speaks HTTPS, with a certificate of its own.
    pub(super) https: bool,
    /// It may run on all cores, not on the first alone.
    pub(super) all_cores: bool,
    /// More arguments.
    pub(super) arguments: Vec<String>,
}

/// A running server, or one that has just been killed.
pub(super) struct ServerProcess {
    binary: PathBuf,
    data: PathBuf,
    log: PathBuf,
    manner: Manner,
    child: Child,
    /// Receives the address on which the server listens, once per start.
    announced: Receiver<SocketAddr>,
    address: Option<SocketAddr>,
    /// The processor time of earlier processes.
    spent_before: Duration,
}

impl ServerProcess {
    /// Starts a server on this folder. Its log is `server.log` in the same folder.
    pub(super) fn start(binary: &Path, data: &Path, manner: Manner) -> io::Result<Self> {
        let binary = binary.to_owned();
        let log = data.join("server.log");
        let data = data.join("data");
        let listen = "127.0.0.1:0".parse().expect("a well-formed address");
        let (child, announced) = spawn(&binary, &data, &log, (listen, &manner))?;
        Ok(Self { binary, data, log, manner, child, announced, address: None, spent_before: Duration::ZERO })
    }

    /// The address on which it listens, as soon as it has printed it. It is the same after every restart.
    pub(super) fn listens(&mut self) -> io::Result<Option<SocketAddr>> {
        match self.announced.try_recv() {
            Ok(address) => {
                self.address = Some(address);
                Ok(Some(address))
            }
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => {
                let log = std::fs::read_to_string(&self.log).unwrap_or_default();
                let end = log.len().saturating_sub(2000);
                let end = log.get(end..).unwrap_or(&log);
                Err(io::Error::other(format!("{} ended by itself; it said:\n{end}", self.binary.display())))
            }
        }
    }

    /// Waits for it to listen.
    pub(super) fn wait_until_it_listens(&mut self) -> io::Result<SocketAddr> {
        loop {
            if let Some(address) = self.listens()? {
                return Ok(address);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// `kill -9`.
    pub(super) fn kill(&mut self) -> io::Result<()> {
        self.spent_before += cpu_time(self.id());
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Starts it again after a kill, with the same data and the same port.
    pub(super) fn restart(&mut self) -> io::Result<()> {
        let address = self.address.expect("it has listened before");
        (self.child, self.announced) = spawn(&self.binary, &self.data, &self.log, (address, &self.manner))?;
        Ok(())
    }

    /// Asks it to stop and waits until it has.
    pub(super) fn stop(&mut self) -> io::Result<bool> {
        let id = Pid::from_child(&self.child);
        kill_process(id, Signal::TERM)?;
        Ok(self.child.wait()?.success())
    }

    /// Whether it has logged this.
    pub(super) fn has_logged(&self, text: &str) -> bool {
        std::fs::read_to_string(&self.log).is_ok_and(|log| log.contains(text))
    }

    /// The folder of its games.
    pub(super) fn data(&self) -> &Path {
        &self.data
    }

    /// The processor time that it has used, over all restarts.
    pub(super) fn cpu_time(&self) -> Duration {
        self.spent_before + cpu_time(self.id())
    }

    /// The memory that it uses, in bytes.
    pub(super) fn resident(&self) -> u64 {
        memory(self.id(), "VmRSS:")
    }

    /// The most that it has held since it was started.
    pub(super) fn peak(&self) -> u64 {
        memory(self.id(), "VmHWM:")
    }

    /// The process.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(
    binary: &Path,
    data: &Path,
    log: &Path,
    (listen, manner): (SocketAddr, &Manner),
) -> io::Result<(Child, Receiver<SocketAddr>)> {
    let log = File::options().create(true).append(true).open(log)?;
    let mut command = if manner.all_cores { Command::new(binary) } else { pinned(binary, 0) };
    command.arg("serve").arg("--data").arg(data).args(&manner.arguments);
    if manner.https {
        command.args(["--https", "self-signed", "--listen", "127.0.0.1:0", "--listen-https"]);
    } else {
        command.arg("--listen");
    }
    command.arg(listen.to_string());
    let scheme = if manner.https { "https" } else { "http" };
    command.env("TABIYA_BACKUPS", "off");
    // All players of a load run have the same address, and start a new game as soon as one has ended.
    command.env("TABIYA_UNLIMITED_ADDRESSES", "127.0.0.0/8");
    command.env("TABIYA_MAX_GAMES_PER_MINUTE", "1000000").env("TABIYA_MAX_GAMES_PER_HOUR", "1000000");
    // Imports come from many addresses by way of the generator.
    command.env("TABIYA_TRUSTED_PROXIES", "127.0.0.1");
    command.env("NO_COLOR", "1").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log);
    let mut child = command
        .spawn()
        .map_err(|error| io::Error::other(format!("can't start {}: {error}", binary.display())))?;
    let out = child.stdout.take().expect("stdout is piped");
    let (found, announced) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            if let Some(address) = address_in(&line, scheme) {
                // Only the first address is used.
                let _ = found.send(address);
            }
        }
    });
    Ok((child, announced))
}

/// The program, pinned to one core if the system can do that. `taskset` replaces itself by the program, so
/// the process id stays the same.
fn pinned(program: &Path, core: usize) -> Command {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let taskset = Path::new("/usr/bin/taskset");
    // The generator itself may be pinned and see only one core. What counts is how many the machine has.
    let several = cores > 1 || Path::new("/sys/devices/system/cpu/cpu1").exists();
    if !several || !taskset.exists() {
        return Command::new(program);
    }
    let mut command = Command::new(taskset);
    command.arg("-c").arg(core.to_string()).arg(program);
    command
}
