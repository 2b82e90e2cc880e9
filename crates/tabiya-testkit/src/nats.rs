// SPDX-License-Identifier: AGPL-3.0-or-later
//! NATS servers for tests, on free ports of this machine. They keep nothing.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::PATIENCE;

/// The variable that names the program `nats-server`. `cargo xtask test` sets it.
pub const NATS_SERVER: &str = "NATS_SERVER";

/// A running NATS server. Dropping it kills the server.
pub struct NatsServer {
    program: PathBuf,
    arguments: Vec<String>,
    process: Process,
    clients: u16,
    routes: u16,
}

impl NatsServer {
    /// Starts a server. Without the program it prints a message and returns `None`.
    pub fn start() -> Option<Self> {
        Self::start_with(&[])
    }

    /// Starts a server with more arguments of `nats-server`.
    pub fn start_with(arguments: &[&str]) -> Option<Self> {
        let Some(program) = program() else {
            eprintln!(
                "NOT TESTED: there is no nats-server here; cargo xtask test installs it, or {NATS_SERVER} names it"
            );
            return None;
        };
        let arguments: Vec<String> = arguments.iter().map(|&argument| argument.to_owned()).collect();
        let (process, clients, routes) = spawn(&program, &arguments, "-1", "-1");
        Some(Self { program, arguments, process, clients, routes })
    }

    /// Starts two servers that pass messages on to each other.
    pub fn start_two() -> Option<[Self; 2]> {
        let one = Self::start()?;
        let other = Self::start_beside(one.routes)?;
        Some([one, other])
    }

    /// Starts a server that reaches another one through this port.
    pub fn start_beside(routes: u16) -> Option<Self> {
        Self::start_with(&["--routes", &format!("nats://127.0.0.1:{routes}")])
    }

    /// Its port for other servers.
    pub const fn routes(&self) -> u16 {
        self.routes
    }

    /// Its port for clients.
    pub const fn port(&self) -> u16 {
        self.clients
    }

    /// Its address for clients.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.clients)
    }

    /// The number of its process.
    pub fn process_id(&self) -> u32 {
        self.process.0.id()
    }

    /// Kills it at once.
    pub fn kill(&mut self) {
        self.process.end();
    }

    /// Starts it again on the same ports, after [`kill`](Self::kill).
    pub fn start_again(&mut self) {
        let (clients, routes) = (self.clients.to_string(), self.routes.to_string());
        (self.process, self.clients, self.routes) = spawn(&self.program, &self.arguments, &clients, &routes);
    }
}

/// A process that ends when it is dropped.
struct Process(Child);

impl Process {
    fn end(&mut self) {
        // If it is gone already, nothing is left to do.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// The program: what the variable names, else what `cargo xtask` has installed, else the one on the path.
fn program() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os(NATS_SERVER).filter(|named| !named.is_empty()) {
        return Some(named.into());
    }
    // A test's program lies in `target/debug/deps`.
    let test = std::env::current_exe().ok()?;
    let installed = test.ancestors().map(|folder| folder.join("nats-server/bin/nats-server"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).map(|folder| folder.join("nats-server"));
    installed.take(5).chain(on_path).find(|file| file.is_file())
}

/// Starts it, and waits until it says on which ports it listens for clients and for other servers.
fn spawn(program: &Path, arguments: &[String], clients: &str, routes: &str) -> (Process, u16, u16) {
    let folder = TempDir::with_prefix("tabiya-nats").expect("a temporary folder can be made");
    let mut command = Command::new(program);
    command.args(["--addr", "127.0.0.1", "--port", clients, "--cluster_name", "tabiya"]);
    command.args(["--cluster", &format!("nats://127.0.0.1:{routes}"), "--ports_file_dir"]).arg(folder.path());
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let process = Process(command.spawn().expect("nats-server starts"));
    let file = folder.path().join(format!("nats-server_{}.ports", process.0.id()));
    let started = Instant::now();
    loop {
        let ports = std::fs::read_to_string(&file).ok();
        let ports = ports.and_then(|text| serde_json::from_str::<Value>(&text).ok());
        if let Some(ports) = ports {
            let port = |what: &str| {
                let address = ports[what][0].as_str()?;
                address.rsplit_once(':')?.1.parse().ok()
            };
            if let (Some(clients), Some(routes)) = (port("nats"), port("cluster")) {
                return (process, clients, routes);
            }
        }
        assert!(started.elapsed() < PATIENCE, "nats-server does not start");
        std::thread::sleep(Duration::from_millis(20));
    }
}
