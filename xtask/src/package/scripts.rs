// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the Debian package's scripts do to its service: run in a folder that stands for the system, with Debian's own program that keeps
//! services enabled. The programs that would touch this machine only write down that they were called.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::parts::read;
use crate::workspace;

/// Debian's own; elsewhere there is nothing to test.
const HELPER: &str = "/usr/bin/deb-systemd-helper";
const UNIT: &str = "usr/lib/systemd/system/tabiya.service";

/// A system in which the package is installed and removed.
struct Machine {
    root: PathBuf,
}

impl Drop for Machine {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

impl Machine {
    /// For the test of this name.
    fn new(test: &str) -> Self {
        let root = std::env::temp_dir().join(format!("tabiya-package-{test}-{}", std::process::id()));
        let machine = Self { root };
        for folder in ["bin", "run/systemd/system", "etc/systemd/system", "usr/lib/systemd/system"] {
            fs::create_dir_all(machine.path(folder)).unwrap();
        }
        for name in ["systemctl", "deb-systemd-invoke", "systemd-sysusers", "chown", "chmod"] {
            let program = machine.path("bin").join(name);
            let log = machine.path("called");
            // The helper asks the real one to change the links below a folder.
            let real = r#"case "$1" in --root=?*) exec /usr/bin/systemctl "$@";; esac"#;
            let noted = format!("#!/bin/sh\n{real}\necho {name} \"$@\" >> {}\n", log.display());
            fs::write(&program, noted).unwrap();
            fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        }
        machine
    }

    fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// Runs one of the package's scripts; gives what it called.
    fn script(&self, name: &str, arguments: &[&str]) -> String {
        let _ = fs::remove_file(self.path("called"));
        let script = workspace::root().join("packaging/debian").join(name);
        let path = format!("{}:/usr/bin:/bin", self.path("bin").display());
        let mut shell = Command::new("sh");
        shell
            .arg(script)
            .args(arguments)
            .env("PATH", path)
            .env("DPKG_ROOT", &self.root)
            .env("DPKG_MAINTSCRIPT_PACKAGE", "tabiya");
        let output = shell.output().unwrap();
        assert!(output.status.success(), "{name} {arguments:?}: {output:?}");
        fs::read_to_string(self.path("called")).unwrap_or_default()
    }

    /// As dpkg does, with the version that it knows from before.
    fn install(&self, before: &str) -> String {
        fs::write(self.path(UNIT), read("packaging/debian/tabiya.service").unwrap()).unwrap();
        self.script("postinst", &["configure", before])
    }

    fn remove(&self) -> String {
        let called = self.script("prerm", &["remove"]);
        fs::remove_file(self.path(UNIT)).unwrap();
        called + &self.script("postrm", &["remove"])
    }

    /// Whether the machine starts the service when it starts itself.
    fn is_enabled(&self) -> bool {
        fs::symlink_metadata(self.link()).is_ok()
    }

    fn link(&self) -> PathBuf {
        self.path("etc/systemd/system/multi-user.target.wants/tabiya.service")
    }
}

#[test]
fn a_package_that_comes_back_starts_its_service_again() {
    if !Path::new(HELPER).exists() {
        return;
    }
    let machine = Machine::new("again");
    assert!(machine.install("").contains("deb-systemd-invoke restart tabiya.service"));
    assert!(machine.is_enabled());
    assert!(machine.remove().contains("deb-systemd-invoke stop tabiya.service"));
    // dpkg names the version from before, because the settings have stayed.
    assert!(machine.install("0.2.0").contains("deb-systemd-invoke restart tabiya.service"));
    assert!(machine.is_enabled());
    machine.remove();
    machine.script("postrm", &["purge"]);
    assert!(!machine.is_enabled());
}

#[test]
fn a_service_that_was_switched_off_stays_off() {
    if !Path::new(HELPER).exists() {
        return;
    }
    let machine = Machine::new("off");
    machine.install("");
    // As "systemctl disable" does.
    fs::remove_file(machine.link()).unwrap();
    machine.install("0.2.0");
    assert!(!machine.is_enabled(), "after an upgrade");
    machine.remove();
    machine.install("0.2.0");
    assert!(!machine.is_enabled(), "after it came back");
}
