// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask cluster`: a site of several nodes on this machine, for trying: PostgreSQL, two NATS servers that belong
//! together, and the nodes. Ctrl-C ends all of it and removes the data.

mod database;
mod nodes;
pub(crate) mod trial;
mod undertaker;

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, fs};

use crate::{nats, postgres, process, workspace};
use database::Database;
use undertaker::{Signal, Undertaker};

/// How long each program may take to start.
const START: Duration = Duration::from_secs(60);

/// How often it is looked whether a program has ended.
const LOOK: Duration = Duration::from_millis(300);

/// With one of these the site is broken or measured by a program of its own, which parses all arguments.
pub(crate) const TRIALS: [&str; 2] = ["--faults", "--figures"];

/// What to start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// How many nodes.
    pub(crate) nodes: u16,
    /// The port of the first node; the others have the next ones.
    pub(crate) port: u16,
    /// How many copies of the database follow it.
    pub(crate) standbys: u16,
    /// The program; built where none is named.
    pub(crate) program: Option<PathBuf>,
}

impl Plan {
    /// The most nodes.
    pub(crate) const MOST: u16 = 16;

    /// The most standbys: PostgreSQL lets ten processes follow it, and each takes two while it is copied.
    pub(crate) const MOST_STANDBYS: u16 = 4;
}

impl Default for Plan {
    fn default() -> Self {
        Self { nodes: 3, port: 8081, standbys: 0, program: None }
    }
}

/// A program that was started.
struct Started {
    name: String,
    child: Child,
    log: PathBuf,
}

/// Runs until it is ended from outside. Returns early only if something can't be started, or everything has ended.
pub(crate) fn run(plan: &Plan) -> Result<bool, String> {
    let ports: Vec<u16> = (0..plan.nodes).map(|node| plan.port.saturating_add(node)).collect();
    for port in &ports {
        let taken = |error| format!("port {port} can't be had: {error}; --port names another first one");
        drop(TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).map_err(taken)?);
    }
    let programs = postgres::programs_or_install()?;
    let nats_server = nats::find_or_install()?;
    let Some(tabiya) = program(plan)? else { return Ok(false) };
    let folder = env::temp_dir().join(format!("tabiya-cluster-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| format!("can't make {}: {error}", folder.display()))?;
    let mut undertaker = Undertaker::start(&folder)?;

    let mut database = Database::start(&programs, &folder, &mut undertaker)?;
    println!("PostgreSQL  {}", database.url("postgres"));
    for line in database.add_standbys(plan.standbys, &folder, &mut undertaker)? {
        println!("{line}");
    }
    let bus = start_nats(&nats_server, &folder, &mut undertaker)?;
    println!("NATS        {bus}");
    let mut started = nodes::start_all(&tabiya, &ports, &database, &bus, (&folder, &mut undertaker))?;
    println!("\nLogs stand in {} until all is over. Ctrl-C ends everything.", folder.display());
    while !started.is_empty() {
        sleep(LOOK);
        started.retain_mut(|one| match one.child.try_wait() {
            Ok(None) => true,
            Ok(Some(status)) => {
                println!("{} has ended ({status}); its log: {}", one.name, one.log.display());
                false
            }
            Err(error) => {
                println!("{} is lost: {error}", one.name);
                false
            }
        });
    }
    println!("all nodes have ended");
    Ok(true)
}

/// The server's program; `None` if it can't be built.
fn program(plan: &Plan) -> Result<Option<PathBuf>, String> {
    if let Some(named) = &plan.program {
        let named = std::path::absolute(named).map_err(|error| error.to_string())?;
        return if named.is_file() {
            Ok(Some(named))
        } else {
            Err(format!("there is no program {}", named.display()))
        };
    }
    let mut build = process::cargo();
    build.args(["build", "--locked", "--package", "tabiya"]);
    Ok(process::stream(&mut build)?.ok.then(workspace::binary))
}

/// Two servers that pass messages on to each other. Returns their addresses for clients.
fn start_nats(program: &Path, folder: &Path, undertaker: &mut Undertaker) -> Result<String, String> {
    let [clients, other_clients, routes, other_routes] =
        [free_port()?, free_port()?, free_port()?, free_port()?];
    let local = |port: u16| format!("nats://127.0.0.1:{port}");
    for (name, client, route, other) in
        [("nats-1", clients, routes, other_routes), ("nats-2", other_clients, other_routes, routes)]
    {
        let mut server = process::command(program, folder);
        server.args(["--addr", "127.0.0.1", "--cluster_name", "tabiya", "--port", &client.to_string()]);
        server.args(["--cluster", &local(route), "--routes", &local(other)]);
        let mut started = start(&mut server, name, folder, (undertaker, Signal::Terminate))?;
        started.wait_for(client)?;
    }
    Ok(format!("{},{}", local(clients), local(other_clients)))
}

/// Starts a program that writes into a log of its own, and is ended with us.
fn start(
    command: &mut Command,
    name: &str,
    folder: &Path,
    (undertaker, signal): (&mut Undertaker, Signal),
) -> Result<Started, String> {
    let log = folder.join(format!("{name}.log"));
    let file = fs::File::create(&log).map_err(|error| format!("can't write {}: {error}", log.display()))?;
    let errors = file.try_clone().map_err(|error| error.to_string())?;
    let child = command
        .stdin(Stdio::null())
        .stdout(file)
        .stderr(errors)
        .spawn()
        .map_err(|error| format!("can't start {name}: {error}"))?;
    undertaker.add(child.id(), signal)?;
    Ok(Started { name: name.to_owned(), child, log })
}

impl Started {
    /// Waits until it listens on this port.
    fn wait_for(&mut self, port: u16) -> Result<(), String> {
        let began = Instant::now();
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            let has_ended = self.child.try_wait().map_err(|error| error.to_string())?.is_some();
            if has_ended || began.elapsed() > START {
                let log = fs::read_to_string(&self.log).unwrap_or_default();
                let lines: Vec<&str> = log.lines().collect();
                let last = lines[lines.len().saturating_sub(5)..].join("\n");
                return Err(format!("{} does not start:\n{last}", self.name));
            }
            sleep(LOOK);
        }
        Ok(())
    }
}

/// A port that nobody listens on now.
fn free_port() -> Result<u16, String> {
    let none = |error| format!("there is no free port: {error}");
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(none)?;
    listener.local_addr().map(|address| address.port()).map_err(none)
}
