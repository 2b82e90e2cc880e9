// SPDX-License-Identifier: AGPL-3.0-or-later
//! How this system is told to stay awake. Where it can't be told, as on a server without a desktop, nothing happens.

use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::Machine;

/// The machine on which this program runs. A thread of its own speaks to it: Windows keeps awake for as long as the thread lives
/// that asked for it.
pub(crate) struct System(Sender<bool>);

impl System {
    pub(crate) fn new() -> Self {
        let (sender, orders) = channel();
        let speak = move || {
            let mut kept = None;
            for is_kept in orders {
                // What is dropped is let go.
                kept = if is_kept { hold::Hold::take().map_err(told).ok() } else { None };
            }
            drop(kept);
        };
        if let Err(error) = thread::Builder::new().name("awake".to_owned()).spawn(speak) {
            told(error);
        }
        Self(sender)
    }
}

fn told(error: impl std::fmt::Display) {
    tracing::debug!(%error, "this machine is not kept awake");
}

impl Machine for System {
    fn keep_awake(&mut self) {
        // Without the thread there is nobody who could.
        let _ = self.0.send(true);
    }

    fn let_sleep(&mut self) {
        let _ = self.0.send(false);
    }
}

#[cfg(windows)]
mod hold {
    use keepawake::{Builder, Error, KeepAwake};

    use crate::awake::{WHO, WHY};

    /// Keeps the machine awake until it is dropped. The screen may go dark.
    pub(super) struct Hold(#[expect(dead_code, reason = "it acts when it is dropped")] KeepAwake);

    impl Hold {
        pub(super) fn take() -> Result<Self, Error> {
            Builder::default().idle(true).app_name(WHO).reason(WHY).create().map(Self)
        }
    }
}

#[cfg(not(windows))]
mod hold {
    use std::io;
    use std::process::{Child, Command, Stdio};

    use crate::awake::{WHO, WHY};

    /// A program of the system that keeps the machine awake for as long as another one runs: `cat`, which ends when nobody can
    /// write to it any more, also when this server was killed. Where it is not allowed, as to a service, it ends at once.
    pub(super) struct Hold(Child);

    impl Hold {
        pub(super) fn take() -> io::Result<Self> {
            let (who, why) = (format!("--who={WHO}"), format!("--why={WHY}"));
            let (program, arguments) = if cfg!(target_os = "macos") {
                ("caffeinate", vec!["-i"])
            } else {
                ("systemd-inhibit", vec!["--what=idle:sleep", "--mode=block", &who, &why])
            };
            let mut command = Command::new(program);
            command.args(arguments).arg("cat");
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().map(Self)
        }
    }

    impl Drop for Hold {
        fn drop(&mut self) {
            drop(self.0.stdin.take());
            // It has ended by itself, or does so now.
            let _ = self.0.wait();
        }
    }
}
