// SPDX-License-Identifier: AGPL-3.0-or-later
//! The real server on a machine in trouble: what it asks of its disk and its clock goes through `trouble.c`.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use tabiya_testkit::Server;
use tempfile::TempDir;

/// The server with `trouble.c` under it.
pub(crate) struct Wrapped {
    program: PathBuf,
    folder: TempDir,
}

impl Wrapped {
    pub(crate) fn build() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let (library, program) = (folder.path().join("trouble.so"), folder.path().join("tabiya"));
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/server/trouble.c");
        // The compiler that has built SQLite.
        let built = Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(source).status();
        assert!(built.expect("a C compiler is there").success(), "{source} can be compiled");
        let script = format!(
            "#!/bin/sh\nSET_BACK='{}' LD_PRELOAD='{}' exec '{}' \"$@\"\n",
            folder.path().join("set-back").display(),
            library.display(),
            env!("CARGO_BIN_EXE_tabiya")
        );
        std::fs::write(&program, script).expect("it can be written");
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&program, executable).expect("it is ours");
        Self { program, folder }
    }

    pub(crate) async fn start(&self) -> Server {
        Server::start(&self.program).await
    }

    pub(crate) async fn start_with(&self, settings: &[&str]) -> Server {
        Server::start_with(&self.program, ([127, 0, 0, 1], 0).into(), settings).await
    }

    /// Sets the wall clock back by so many seconds, for its servers alone.
    pub(crate) fn set_clock_back(&self, seconds: u64) {
        put_at_once(&self.folder.path().join("set-back"), &seconds.to_string());
    }
}

/// What the disk does from now on, see `trouble.c`; nothing unusual where it is empty.
pub(crate) fn disk(server: &Server, trouble: &str) {
    put_at_once(&server.data().join("trouble"), trouble);
}

/// Whole or not at all.
fn put_at_once(file: &Path, text: &str) {
    let new = file.with_extension("new");
    std::fs::write(&new, text).expect("the folder can be written");
    std::fs::rename(&new, file).expect("the folder can be written");
}
