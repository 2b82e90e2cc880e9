// SPDX-License-Identifier: AGPL-3.0-or-later
//! Opens an address in the browser of whoever sits at this computer.

use std::process::{Command, Stdio};

/// Whether that was begun. Where nobody looks, as on a server without a screen, nothing happens.
pub(super) fn open(url: &str) -> bool {
    let (program, arguments) = opener(std::env::consts::OS);
    let mut command = Command::new(program);
    command.args(arguments).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        Ok(mut child) => {
            // Else it stays as a zombie until this program ends.
            std::thread::spawn(move || child.wait());
            true
        }
        Err(_) => false,
    }
}

/// The system's program that opens an address, and what stands before the address.
fn opener(system: &str) -> (&'static str, &'static [&'static str]) {
    match system {
        // Without a shell: it would read `&` in an address as its own.
        "windows" => ("rundll32.exe", &["url.dll,FileProtocolHandler"]),
        "macos" => ("open", &[]),
        _ => ("xdg-open", &[]),
    }
}
