// SPDX-License-Identifier: AGPL-3.0-or-later
//! The real server in a separate process: on a free port, with its own data folder that outlives a kill.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, SocketAddrV4, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::mpsc;

use crate::http::{self, Answer};
use crate::process::{cpu_time, memory};
use crate::{PATIENCE, patiently};

/// A free port that only this machine can reach.
const LOOPBACK: SocketAddr = SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0));

/// The first of the ports that servers get, and how many there are. The system gives away others, from 32768
/// on: while a server is killed and started again, nobody takes its port.
const FIRST_PORT: u32 = 10_000;
const PORTS: u32 = 10_000;

/// A port of this address that nobody uses, and no other server of this process gets.
pub(crate) fn free_port(address: IpAddr) -> u16 {
    static GIVEN: AtomicU32 = AtomicU32::new(0);
    for _ in 0..PORTS {
        // Another process begins elsewhere.
        let number = std::process::id().wrapping_mul(97).wrapping_add(GIVEN.fetch_add(1, Ordering::Relaxed));
        let port = u16::try_from(FIRST_PORT + number % PORTS).expect("below 20,000");
        if TcpListener::bind((address, port)).is_ok() {
            return port;
        }
    }
    panic!("no port of {address} is free")
}

/// The server program: `$TABIYA_BIN`, else `tabiya` in the folder of the running program.
pub fn binary_beside_this_program() -> PathBuf {
    if let Some(path) = std::env::var_os("TABIYA_BIN") {
        return PathBuf::from(path);
    }
    let this = std::env::current_exe().expect("a running program has a path");
    this.with_file_name(format!("tabiya{}", std::env::consts::EXE_SUFFIX))
}

/// A running server. Dropping it kills it and removes its data.
#[derive(Debug)]
pub struct Server {
    // The first field, so that the process ends before its data are removed.
    child: Child,
    binary: PathBuf,
    data: TempDir,
    settings: Vec<String>,
    environment: Environment,
    address: SocketAddr,
    at_full_cost: bool,
    log: Log,
}

/// Variables and their values.
type Environment = Vec<(String, String)>;

/// Everything that the server has printed, on both streams.
#[derive(Clone, Debug, Default)]
struct Log(Arc<Mutex<String>>);

impl Log {
    fn push(&self, line: &str) {
        let mut text = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        text.push_str(line);
        text.push('\n');
    }

    fn text(&self) -> String {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Server {
    /// Starts `binary serve` with an empty data folder and waits until it prints its address.
    pub async fn start(binary: impl AsRef<Path>) -> Self {
        Self::start_on(binary, LOOPBACK).await
    }

    /// As [`Server::start`], on the address `listen`. Port 0 takes a free one.
    pub async fn start_on(binary: impl AsRef<Path>, listen: SocketAddr) -> Self {
        Self::start_with(binary, listen, &[]).await
    }

    /// As [`Server::start_on`], with more flags.
    pub async fn start_with(binary: impl AsRef<Path>, listen: SocketAddr, settings: &[&str]) -> Self {
        Self::start_in(&[], binary, listen, settings).await
    }

    /// As [`Server::start_with`], with more variables of the environment.
    pub async fn start_in(
        environment: &[(&str, &str)],
        binary: impl AsRef<Path>,
        listen: SocketAddr,
        settings: &[&str],
    ) -> Self {
        let environment: Environment =
            environment.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        let settings: Vec<_> = settings.iter().map(|&setting| setting.to_owned()).collect();
        let binary = binary.as_ref().to_path_buf();
        let data = TempDir::new().expect("a temporary folder can be made");
        let log = Log::default();
        let port = if listen.port() == 0 { free_port(listen.ip()) } else { listen.port() };
        let listen = SocketAddr::new(listen.ip(), port);
        let mut command = serve(&binary, data.path(), listen);
        command.envs(environment.iter().cloned());
        let (child, address) = started(spawn(command, &settings, &log).await);
        Self { child, binary, data, settings, environment, address, at_full_cost: false, log }
    }

    /// The address on which it listens. It stays the same over restarts.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The origin of its pages: `http://127.0.0.1:PORT`.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Its data folder.
    pub fn data(&self) -> &Path {
        self.data.path()
    }

    /// The flags with which it was started.
    pub fn settings(&self) -> Vec<&str> {
        self.settings.iter().map(String::as_str).collect()
    }

    /// Everything that it has printed since the first start.
    pub fn log(&self) -> String {
        self.log.text()
    }

    /// Waits until it has printed this text.
    pub async fn printed(&self, text: &str) {
        self.printed_times(text, 1).await;
    }

    /// Waits until it has printed this text so often, since it was started for the first time.
    pub async fn printed_times(&self, text: &str, times: usize) {
        let printed = tokio::time::timeout(PATIENCE, async {
            while self.log().matches(text).count() < times {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        });
        let is_there = printed.await.is_ok();
        assert!(
            is_there,
            "waited {PATIENCE:?} in vain for the server to print {text:?}, and read:\n{}",
            self.log()
        );
    }

    /// Kills it without warning, as `kill -9` does.
    pub async fn kill(&mut self) {
        self.child.kill().await.expect("the server can be killed");
    }

    /// Suspends it (SIGSTOP), like a machine that goes to sleep.
    pub async fn freeze(&self) {
        self.signal("-STOP").await;
        // The signal reaches one thread after another.
        #[cfg(target_os = "linux")]
        patiently("the server to stand still", async {
            while !threads_stand_still(self.process_id()) {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        })
        .await;
    }

    /// Resumes it after [`Server::freeze`].
    pub async fn thaw(&self) {
        self.signal("-CONT").await;
    }

    async fn signal(&self, signal: &str) {
        let id = self.process_id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status().await;
        assert!(sent.is_ok_and(|status| status.success()), "{signal} can be sent");
    }

    /// Asks it to stop (SIGTERM) and returns whether it ended with status 0.
    pub async fn stop(&mut self) -> bool {
        self.signal("-TERM").await;
        self.ended().await
    }

    /// Asks it to stop (SIGTERM) and returns at once.
    pub async fn ask_to_stop(&self) {
        self.signal("-TERM").await;
    }

    /// Waits until it has ended by itself, as it does when somebody stops it at its desk. Returns whether its status was 0.
    pub async fn ended(&mut self) -> bool {
        let ended = patiently("the server to stop", self.child.wait()).await;
        ended.expect("an ended child has a status").success()
    }

    /// Starts it again on the same data and the same port.
    pub async fn restart(&mut self) {
        started(self.try_restart().await);
    }

    /// The same with these flags in place of those before.
    pub async fn restart_with(&mut self, settings: &[&str]) {
        self.settings = settings.iter().map(|&setting| setting.to_owned()).collect();
        self.restart().await;
    }

    /// The same, and from now on its slow work costs what it costs people's servers (see CONTRIBUTING.md, `TABIYA_UNDER_TEST`).
    pub async fn restart_at_full_cost(&mut self) {
        self.at_full_cost = true;
        self.restart().await;
    }

    /// As [`Server::restart`].
    ///
    /// # Errors
    /// If the server ends before it listens: what it has printed since the first start.
    pub async fn try_restart(&mut self) -> Result<(), String> {
        let mut command = serve(&self.binary, self.data.path(), self.address);
        command.envs(self.environment.iter().cloned());
        if self.at_full_cost {
            command.env_remove("TABIYA_UNDER_TEST");
        }
        let (child, _) = spawn(command, &self.settings, &self.log).await?;
        self.child = child;
        Ok(())
    }

    /// Starts another server on the same data, which must refuse to start. Returns what it printed.
    pub async fn refused_start(&self) -> String {
        let mut command = serve(&self.binary, self.data.path(), LOOPBACK);
        let output = patiently("the server to give up", command.output()).await;
        let output = output.expect("the server program starts");
        assert!(!output.status.success(), "the server ended as if all were well");
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
    }

    /// The memory of the process in bytes.
    pub fn resident_bytes(&self) -> u64 {
        memory(self.process_id(), "VmRSS:")
    }

    /// The most memory that the process has had since it was started, in bytes.
    pub fn peak_bytes(&self) -> u64 {
        memory(self.process_id(), "VmHWM:")
    }

    /// The processor time that the process has used since it was started, to within 10 ms.
    pub fn cpu_time(&self) -> Duration {
        cpu_time(self.process_id())
    }

    fn process_id(&self) -> u32 {
        self.child.id().expect("the server runs")
    }

    /// A request without a cookie, with these headers. `None` if the connection was closed without an answer.
    pub async fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Option<Answer> {
        http::request(self.address, method, path, headers, body).await
    }

    /// Repeats `GET path` without a cookie until the server answers.
    pub async fn until_answered(&self, path: &str) -> Answer {
        patiently("an answer", async {
            loop {
                match self.request("GET", path, &[], &[]).await {
                    Some(answer) => return answer,
                    None => tokio::time::sleep(Duration::from_millis(5)).await,
                }
            }
        })
        .await
    }

    /// `GET path` without a cookie.
    pub async fn get(&self, path: &str) -> Answer {
        let answer = self.request("GET", path, &[], &[]).await;
        answer.unwrap_or_else(|| panic!("GET {path}: no answer; the server said:\n{}", self.log()))
    }
}

fn serve(binary: &Path, data: &Path, listen: SocketAddr) -> Command {
    let mut command = Command::new(binary);
    command.arg("serve").arg("--listen").arg(listen.to_string()).arg("--data").arg(data);
    // A busy machine may keep a test from speaking for longer than the usual 5 s. Tests of this limit set their own.
    command.env("TABIYA_BACKUPS", "off").env("TABIYA_HANDSHAKE_TIMEOUT", "600");
    command.env("NO_COLOR", "1").stdin(Stdio::null()).kill_on_drop(true);
    command
}

async fn spawn(mut command: Command, settings: &[String], log: &Log) -> Result<(Child, SocketAddr), String> {
    let spawned = command.args(settings).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = spawned.unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
    let (found, mut address) = mpsc::unbounded_channel();
    follow(child.stdout.take().expect("stdout is piped"), log.clone(), found.clone());
    follow(child.stderr.take().expect("stderr is piped"), log.clone(), found);
    match patiently("the server to say where it listens", address.recv()).await {
        Some(address) => Ok((child, address)),
        None => Err(log.text()),
    }
}

fn started<T>(server: Result<T, String>) -> T {
    server.unwrap_or_else(|said| panic!("the server ended before it listened; it said:\n{said}"))
}

/// Keeps reading one of the server's streams, so that it never blocks. Passes on the first address.
fn follow(
    stream: impl AsyncRead + Unpin + Send + 'static,
    log: Log,
    found: mpsc::UnboundedSender<SocketAddr>,
) {
    tokio::spawn(async move {
        let mut lines = BufReader::new(stream).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            if let Some(address) = address_in(&line, "http") {
                // Only the first address after a start is used.
                let _ = found.send(address);
            }
            log.push(&line);
        }
    });
}

/// Whether each thread of a process is stopped (`T` in `/proc/PID/task/TID/stat`, after the name in brackets).
#[cfg(target_os = "linux")]
fn threads_stand_still(process: u32) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).expect("the server runs");
    threads.flatten().all(|thread| {
        let stat = std::fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        stat.rsplit_once(") ").is_some_and(|(_, state)| state.starts_with('T'))
    })
}

/// The address in a line with `SCHEME://127.0.0.1:PORT`.
pub(crate) fn address_in(line: &str, scheme: &str) -> Option<SocketAddr> {
    let (_, rest) = line.split_once(&format!("{scheme}://"))?;
    let end = rest.find(|letter: char| !(letter.is_ascii_digit() || matches!(letter, '.' | ':')));
    rest[..end.unwrap_or(rest.len())].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_address_is_found() {
        let expected: SocketAddr = "127.0.0.1:8080".parse().unwrap();
        assert_eq!(address_in("Tabiya listens on http://127.0.0.1:8080", "http"), Some(expected));
        assert_eq!(address_in("open http://127.0.0.1:8080/ in a browser", "http"), Some(expected));
        assert_eq!(address_in("Tabiya plays at  https://127.0.0.1:8080", "https"), Some(expected));
        assert_eq!(address_in("Tabiya plays at  https://127.0.0.1:8080", "http"), None);
        assert_eq!(address_in("see http://example.org", "http"), None);
    }
}
