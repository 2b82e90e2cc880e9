// SPDX-License-Identifier: AGPL-3.0-or-later
//! A network without IPv4: the start opens the site to it, prints its address and a code for it, and the page shares it.
#![allow(clippy::unwrap_used, reason = "a test that can't go on panics")]

use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use super::start::extracted;

/// Set in the process that is inside the namespace.
const INSIDE: &str = "WITHOUT_IPV4";
const NAME: &str = "ipv6_only::the_site_is_opened_to_a_network_without_ipv4_and_shared_there";
const URL: &str = "http://[fd42::7]:8080";

#[test]
fn the_site_is_opened_to_a_network_without_ipv4_and_shared_there() {
    if env::var_os(INSIDE).is_some() {
        return inside();
    }
    let alone = ["--map-root-user", "--net", "--pid", "--fork", "--mount-proc", "--kill-child"];
    let mut trial = Command::new("unshare");
    trial.args(alone).args([
        "sh",
        "-c",
        "ip link add name trial type veth peer name other && script --version",
    ]);
    if !trial.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success()) {
        eprintln!(
            "NOT TESTED: IPv6 alone: this system allows no network namespaces, or has no ip, unshare or script"
        );
        return;
    }
    let mut inside = Command::new("unshare");
    inside.args(alone).arg(env::current_exe().unwrap());
    let done = inside.args(["--exact", NAME, "--nocapture"]).env(INSIDE, "1").output().unwrap();
    let said = String::from_utf8_lossy(&done.stdout) + String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success() && said.contains("1 passed"), "{said}");
}

fn inside() {
    for step in [
        "link set lo up",
        // A pair of devices, of which each is the other's cable: more systems have them than a device of no use ("dummy").
        "link add name wifi type veth peer name router",
        "addr add fd42::7/64 dev wifi nodad",
        "link set router up",
        "link set wifi up",
    ] {
        let done = Command::new("ip").args(step.split(' ')).output().unwrap();
        assert!(done.status.success(), "ip {step}: {}", String::from_utf8_lossy(&done.stderr));
    }
    let (_folder, program) = extracted();
    // It draws codes for a terminal alone.
    let mut terminal = Command::new("script");
    let start = format!("TMPDIR=/nowhere NO_COLOR=1 {} start --no-browser", program.display());
    terminal
        .args(["--quiet", "--return", "--command", &start, "/dev/null"])
        .env_remove("TEMP")
        .env_remove("TMP");
    let mut running = terminal.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(running.stdout.take().unwrap()).lines().map(|line| line.unwrap());
    let said: Vec<_> = lines.by_ref().take_while(|line| !line.contains("stop with Ctrl-C")).collect();
    let says = |text: &str| said.iter().any(|line| line.contains(text));
    assert!(says(&format!("on your network:    {URL}")), "{said:#?}");
    assert!(says(&format!("scan to play at {URL}")), "{said:#?}");
    // Somebody must read, or the terminal gets full.
    std::thread::spawn(move || lines.count());

    let host = URL.strip_prefix("http://").unwrap();
    let get = |path: &str| {
        let mut stream = TcpStream::connect(host).unwrap();
        write!(stream, "GET {path} HTTP/1.0\r\nHost: {host}\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    assert!(get("/").starts_with("HTTP/1.0 200"), "who scanned it is on the site");
    let shared = get("/api/info");
    assert!(shared.contains(&format!("\"{URL}\"")), "{shared}");
    running.kill().unwrap();
    running.wait().unwrap();
}
