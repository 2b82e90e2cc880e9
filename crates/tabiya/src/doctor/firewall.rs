// SPDX-License-Identifier: AGPL-3.0-or-later
//! The machine's own firewall, where anybody may ask whether it is on. Its rules only root may read.

use std::fs;
use std::path::Path;

use super::finding::{Finding, look};
use crate::serve::Settings;

const WHAT: &str = "firewall";

pub(super) fn examine(settings: &Settings) -> Option<Finding> {
    let addresses = [Some(settings.listening()), settings.listening_https()].into_iter().flatten();
    let open = addresses.filter(|address| !address.ip().is_loopback());
    on_this_machine(Path::new("/"), &open.map(|address| address.port()).collect::<Vec<_>>())
}

/// What the files below `root` say of it, for a server that listens on these ports for others.
fn on_this_machine(root: &Path, ports: &[u16]) -> Option<Finding> {
    if ports.is_empty() {
        return None;
    }
    let ufw = fs::read_to_string(root.join("etc/ufw/ufw.conf")).unwrap_or_default();
    let is_on = ufw.lines().any(|line| line.trim().eq_ignore_ascii_case("ENABLED=yes"));
    if is_on {
        let list = ports.iter().map(u16::to_string).collect::<Vec<_>>().join(",");
        return Some(look(WHAT, format!("ufw is on; if others can't come in: sudo ufw allow {list}/tcp")));
    }
    // Its folder is there while it runs.
    root.join("run/firewalld").exists().then(|| {
        let list = ports.iter().map(|port| format!(" --add-port={port}/tcp")).collect::<String>();
        look(WHAT, format!("firewalld is on; if others can't come in: sudo firewall-cmd{list} --permanent, then sudo firewall-cmd --reload"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_firewall_that_is_on_is_told_with_the_line_that_opens_the_port() {
        let root = tempfile::tempdir().unwrap();
        assert_eq!(on_this_machine(root.path(), &[80]), None);
        fs::create_dir_all(root.path().join("etc/ufw")).unwrap();
        let conf = root.path().join("etc/ufw/ufw.conf");
        fs::write(&conf, "# comment\nENABLED=no\n").unwrap();
        assert_eq!(on_this_machine(root.path(), &[80]), None);
        fs::write(&conf, "# comment\nENABLED=yes\n").unwrap();
        assert!(on_this_machine(root.path(), &[8080]).unwrap().said.contains("ufw allow 8080/tcp"));
        let said = |ports: &[u16]| on_this_machine(root.path(), ports).unwrap().said;
        // Players need the port of HTTPS, and the one that leads there.
        assert!(said(&[80, 443]).contains("ufw allow 80,443/tcp"));
        fs::remove_file(&conf).unwrap();
        fs::create_dir_all(root.path().join("run/firewalld")).unwrap();
        assert!(on_this_machine(root.path(), &[8080]).unwrap().said.contains("--add-port=8080/tcp"));
        assert!(said(&[80, 443]).contains("--add-port=80/tcp --add-port=443/tcp --permanent"));
        assert_eq!(on_this_machine(root.path(), &[]), None, "for this computer alone");
    }
}
