// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya.local`, asked for by another machine (mDNS, RFC 6762): three network namespaces on one switch, two servers and one that asks
//! in words of its own.
#![allow(clippy::unwrap_used, reason = "a test that can't go on panics")]

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream, UdpSocket};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs};

use tempfile::TempDir;

/// Set in the process that is inside the namespaces.
const INSIDE: &str = "ON_A_SWITCH";
const NAME: &str = "local_name::another_machine_finds_the_name_and_a_second_server_takes_the_next_one";
/// Where mDNS is asked and answered.
const GROUP: Ipv4Addr = Ipv4Addr::new(224, 0, 0, 251);
const PORT: u16 = 5353;
/// Who asks, on the switch itself.
const ASKER: Ipv4Addr = Ipv4Addr::new(10, 9, 0, 9);
/// Only a test that fails waits so long.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn another_machine_finds_the_name_and_a_second_server_takes_the_next_one() {
    if env::var_os(INSIDE).is_some() {
        return on_the_switch();
    }
    let alone = ["--map-root-user", "--net", "--pid", "--fork", "--mount-proc", "--kill-child"];
    let mut trial = Command::new("unshare");
    trial.args(alone).args(["sh", "-c", "ip link add name trial type bridge"]);
    if !trial.stderr(Stdio::null()).status().is_ok_and(|status| status.success()) {
        eprintln!(
            "NOT TESTED: tabiya.local: this system allows no network namespaces with a bridge, or has no ip or unshare"
        );
        return;
    }
    let mut inside = Command::new("unshare");
    inside
        .args(alone)
        .arg(env::current_exe().unwrap())
        .args(["--exact", NAME, "--nocapture"])
        .env(INSIDE, "1");
    let done = inside.output().unwrap();
    let said = String::from_utf8_lossy(&done.stdout) + String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success() && said.contains("1 passed"), "{said}");
}

fn on_the_switch() {
    run("ip", "link set lo up");
    run("ip", "link add name switch type bridge");
    run("ip", &format!("addr add {ASKER}/24 dev switch"));
    run("ip", "link set switch up");
    run("ip", "route add 224.0.0.0/4 dev switch");
    let (one, two) = (Machine::new(1), Machine::new(2));
    let network = Network::join();
    let first = one.serve();
    // Two that begin at the same moment agree who has it (RFC 6762, 8.2), and either may.
    first.said("http://tabiya.local:8080");
    network.until("the first server's name", |found| found.is("tabiya.local", one.address()));
    assert_eq!(one.health("tabiya.local:8080"), "ok", "it answers to the name");
    let second = two.serve();
    network.until("the second server's name", |found| found.is("tabiya-2.local", two.address()));
    second.said("http://tabiya-2.local:8080");
    // The first one keeps its name while the second has another, and takes it back when it stops.
    network.until("the first server's name again", |found| found.is("tabiya.local", one.address()));
    run("kill", &first.child.id().to_string());
    network.until("the first server's goodbye", |found| {
        found.name == "tabiya.local" && found.address == one.address() && found.seconds == 0
    });
}

fn run(program: &str, arguments: &str) {
    let done = Command::new(program).args(arguments.split(' ')).output().unwrap();
    assert!(done.status.success(), "{program} {arguments}: {}", String::from_utf8_lossy(&done.stderr));
}

/// A network namespace with one cable to the switch.
struct Machine {
    number: u8,
    /// Keeps the namespace.
    holder: Child,
}

impl Machine {
    fn new(number: u8) -> Self {
        // It says a word as soon as it is in its own namespace.
        let mut holder = Command::new("unshare");
        holder.args(["--net", "sh", "-c", "echo ready; exec sleep infinity"]).stdout(Stdio::piped());
        let mut holder = holder.spawn().unwrap();
        let mut word = [0; 5];
        holder.stdout.as_mut().unwrap().read_exact(&mut word).unwrap();
        let machine = Self { number, holder };
        let process = machine.holder.id();
        run("ip", &format!("link add cable{number} type veth peer name eth0 netns {process}"));
        run("ip", &format!("link set cable{number} master switch up"));
        for step in [
            "ip link set lo up".to_owned(),
            format!("ip addr add {}/24 dev eth0", machine.address()),
            "ip link set eth0 up".to_owned(),
            "ip route add 224.0.0.0/4 dev eth0".to_owned(),
        ] {
            run("nsenter", &format!("--net=/proc/{process}/ns/net {step}"));
        }
        machine
    }

    fn address(&self) -> Ipv4Addr {
        Ipv4Addr::new(10, 9, 0, self.number)
    }

    fn serve(&self) -> Served {
        let place = TempDir::new().unwrap();
        let log = fs::File::create(place.path().join("log")).unwrap();
        let mut server = Command::new("nsenter");
        server.arg(format!("--net=/proc/{}/ns/net", self.holder.id())).arg(env!("CARGO_BIN_EXE_tabiya"));
        server.args(["serve", "--lan", "--backups", "off", "--data"]).arg(place.path().join("data"));
        server.env("NO_COLOR", "1").stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        Served { child: server.spawn().unwrap(), place }
    }

    /// What the server says of itself to whoever calls it by this name.
    fn health(&self, host: &str) -> String {
        let mut stream = TcpStream::connect((self.address(), 8080)).unwrap();
        write!(stream, "GET /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.rsplit("\r\n\r\n").next().unwrap_or_default().trim().to_owned()
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        let _ = self.holder.kill();
        let _ = self.holder.wait();
    }
}

struct Served {
    child: Child,
    place: TempDir,
}

impl Served {
    /// Waits until it stands in the log.
    fn said(&self, text: &str) {
        let begun = Instant::now();
        while !fs::read_to_string(self.place.path().join("log")).unwrap().contains(text) {
            assert!(begun.elapsed() < PATIENCE, "the log says nothing of {text}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An address that somebody has told for a name.
struct Found {
    name: String,
    address: Ipv4Addr,
    /// For how long it holds; 0 takes it back.
    seconds: u32,
}

impl Found {
    fn is(&self, name: &str, address: Ipv4Addr) -> bool {
        self.name == name && self.address == address && self.seconds > 0
    }
}

/// The side that asks.
struct Network(UdpSocket);

impl Network {
    fn join() -> Self {
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, PORT)).unwrap();
        socket.join_multicast_v4(&GROUP, &ASKER).unwrap();
        socket.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
        Self(socket)
    }

    /// Asks for both names until something is told that fits.
    fn until(&self, what: &str, fits: impl Fn(&Found) -> bool) {
        let begun = Instant::now();
        let mut heard = [0; 9_000];
        loop {
            for name in ["tabiya", "tabiya-2"] {
                self.0.send_to(&question(name), (GROUP, PORT)).unwrap();
            }
            while let Ok(length) = self.0.recv(&mut heard) {
                if addresses(&heard[..length]).unwrap_or_default().iter().any(&fits) {
                    return;
                }
            }
            assert!(begun.elapsed() < PATIENCE, "nobody has told {what}");
        }
    }
}

/// A question for the IPv4 address of `NAME.local` (RFC 1035, 4.1).
fn question(name: &str) -> Vec<u8> {
    let mut message = [0_u8, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0].to_vec();
    for label in [name, "local"] {
        message.push(u8::try_from(label.len()).unwrap());
        message.extend(label.as_bytes());
    }
    message.extend([0, 0, 1, 0, 1]);
    message
}

/// The IPv4 addresses that a message tells; `None` where it is cut off.
fn addresses(message: &[u8]) -> Option<Vec<Found>> {
    let number = |at: usize| Some(u16::from_be_bytes(message.get(at..at + 2)?.try_into().ok()?));
    let mut at = 12;
    for _ in 0..number(4)? {
        at = name_at(message, at)?.1 + 4;
    }
    let mut found = Vec::new();
    for _ in 0..number(6)? + number(8)? + number(10)? {
        let (name, after) = name_at(message, at)?;
        let seconds = u32::from_be_bytes(message.get(after + 4..after + 8)?.try_into().ok()?);
        let length = usize::from(number(after + 8)?);
        let data = message.get(after + 10..after + 10 + length)?;
        if number(after)? == 1 {
            let octets: [u8; 4] = data.try_into().ok()?;
            found.push(Found { name, address: octets.into(), seconds });
        }
        at = after + 10 + length;
    }
    Some(found)
}

/// A name, and where the message goes on behind it. A pointer leads to the rest of a name that stood before (RFC 1035, 4.1.4).
fn name_at(message: &[u8], mut at: usize) -> Option<(String, usize)> {
    let (mut labels, mut end) = (Vec::new(), None);
    loop {
        let length = usize::from(*message.get(at)?);
        if length >= 0xc0 {
            end = end.or(Some(at + 2));
            let earlier = ((length & 0x3f) << 8) | usize::from(*message.get(at + 1)?);
            if earlier >= at {
                return None;
            }
            at = earlier;
        } else if length == 0 {
            return Some((labels.join("."), end.unwrap_or(at + 1)));
        } else {
            labels.push(String::from_utf8_lossy(message.get(at + 1..=at + length)?).into_owned());
            at += 1 + length;
        }
    }
}
