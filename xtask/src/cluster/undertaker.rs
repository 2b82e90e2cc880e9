// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ends what was started, however xtask itself ends.
//!
//! A signal kills xtask before it could do anything. So a shell of its own waits at a pipe whose other end xtask holds. When
//! xtask is gone, by Ctrl-C, by `kill -9` or because it is done, the pipe closes, and the shell ends everything that it was
//! told of.

use std::io::Write;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};

/// Reads lines of a signal and a process. At the end of the pipe it sends the signals, waits for at most ten seconds, kills
/// what is left, and removes the folder.
const SCRIPT: &str = r#"
trap '' INT TERM HUP
all=
while read -r signal process; do
    all="$all $signal:$process"
done
for one in $all; do kill -s "${one%%:*}" "${one#*:}" 2>/dev/null; done
tries=0
while [ $tries -lt 100 ]; do
    left=
    for one in $all; do kill -0 "${one#*:}" 2>/dev/null && left=yes; done
    [ -z "$left" ] && break
    sleep 0.1
    tries=$((tries + 1))
done
for one in $all; do kill -s KILL "${one#*:}" 2>/dev/null; done
rm -rf "$1"
"#;

/// How a process is told to end.
#[derive(Clone, Copy, Debug)]
pub(super) enum Signal {
    /// SIGTERM.
    Terminate,
    /// SIGINT, by which PostgreSQL ends without waiting for its clients.
    Interrupt,
}

/// The shell that ends everything.
pub(super) struct Undertaker {
    /// What it reads. Dropped before `shell` is waited for.
    told: Option<ChildStdin>,
    shell: Child,
}

impl Undertaker {
    /// Starts it. It will remove this folder.
    pub(super) fn start(folder: &Path) -> Result<Self, String> {
        let mut shell = Command::new("sh")
            .args(["-c", SCRIPT, "undertaker"])
            .arg(folder)
            .stdin(Stdio::piped())
            .spawn()
            .map_err(|error| format!("can't start sh, which would end everything again: {error}"))?;
        Ok(Self { told: shell.stdin.take(), shell })
    }

    /// Tells it of a process.
    pub(super) fn add(&mut self, process: u32, signal: Signal) -> Result<(), String> {
        let signal = match signal {
            Signal::Terminate => "TERM",
            Signal::Interrupt => "INT",
        };
        let told = self.told.as_mut().expect("it is open until this is dropped");
        writeln!(told, "{signal} {process}").map_err(|error| format!("sh has ended: {error}"))
    }
}

impl Drop for Undertaker {
    fn drop(&mut self) {
        self.told = None;
        // If it is gone already, there is nothing to wait for.
        let _ = self.shell.wait();
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::io::Read;
    use std::os::unix::process::ExitStatusExt;

    use super::*;

    #[test]
    fn what_it_was_told_of_ends_and_the_folder_is_gone() {
        let folder = std::env::temp_dir().join(format!("tabiya-undertaker-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("data")).unwrap();
        let mut undertaker = Undertaker::start(&folder).unwrap();
        let mut waiting = Vec::new();
        for signal in [Signal::Terminate, Signal::Interrupt] {
            // Whatever runs in the background may have been told to ignore SIGINT, and so would its children.
            let mut child = Command::new("env")
                .args(["--default-signal=INT", "sh", "-c", "echo ready; exec sleep 1000"])
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            // Until it says so it may still ignore the signal.
            child.stdout.take().unwrap().read_exact(&mut [0]).unwrap();
            undertaker.add(child.id(), signal).unwrap();
            waiting.push(std::thread::spawn(move || {
                let mut child = child;
                child.wait().unwrap().signal()
            }));
        }
        drop(undertaker);
        let signals: Vec<_> = waiting.into_iter().map(|child| child.join().unwrap()).collect();
        assert_eq!(signals, [Some(15), Some(2)]);
        assert!(!folder.exists());
    }
}
