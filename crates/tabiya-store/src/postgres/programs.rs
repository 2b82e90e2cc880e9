// SPDX-License-Identifier: AGPL-3.0-or-later
//! PostgreSQL's own programs that copy a database, `pg_dump` and `pg_restore`, where this machine has them.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::process::Command;

use super::url::DatabaseUrl;
use crate::kept_backups::KeepError;

/// Where Debian and its kin keep the programs of each version. Those on the path there look for a version of their own.
const VERSIONS: &str = "/usr/lib/postgresql";
const DUMP: &str = "pg_dump";
const RESTORE: &str = "pg_restore";

/// The folder in which both programs are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Programs(PathBuf);

impl Programs {
    /// The newest: an older one refuses the database of a newer server.
    pub(super) fn find() -> Option<Self> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        Self::find_in(Path::new(VERSIONS), &path)
    }

    fn find_in(versions: &Path, path: &OsStr) -> Option<Self> {
        let has_both = |folder: &PathBuf| {
            [DUMP, RESTORE]
                .iter()
                .all(|name| folder.join(name).with_extension(std::env::consts::EXE_EXTENSION).is_file())
        };
        let mut newest: Vec<(u32, PathBuf)> = fs::read_dir(versions)
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
            .filter(|(_, folder)| has_both(folder))
            .collect();
        newest.sort();
        let on_path = || std::env::split_paths(path).find(has_both);
        newest.pop().map(|(_, folder)| folder).or_else(on_path).map(Self)
    }

    /// Copies the database into this file as of now: one state of it, while a server writes.
    pub(super) async fn dump(&self, url: &DatabaseUrl, file: &Path) -> Result<(), KeepError> {
        let mut dump = self.command(DUMP);
        dump.args(["--format=custom", "--no-password", "--file"]).arg(file);
        dump.arg(format!("--dbname={}", url.for_programs()));
        if let Some(password) = url.password() {
            dump.env("PGPASSWORD", password);
        }
        run(dump, DUMP).await
    }

    /// Reads the whole copy back, as a restore would, and writes nothing.
    pub(super) async fn read_back(&self, file: &Path) -> Result<(), KeepError> {
        let mut restore = self.command(RESTORE);
        restore.arg("--file=-").arg(file);
        run(restore, RESTORE).await
    }

    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(self.0.join(name));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).kill_on_drop(true);
        command.env("PGCONNECT_TIMEOUT", "30");
        command
    }
}

async fn run(mut command: Command, program: &'static str) -> Result<(), KeepError> {
    let failed = |said: String| KeepError::Program { program, said };
    // Not `output`, which would keep what `pg_restore` writes in memory.
    let running = command.spawn().map_err(|error| failed(error.to_string()))?;
    let done = running.wait_with_output().await.map_err(|error| failed(error.to_string()))?;
    if done.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&done.stderr);
    // The first line says what is wrong, those below it where it was.
    let line = said.lines().map(str::trim).find(|line| !line.is_empty());
    let said = line.map_or_else(|| done.status.to_string(), ToOwned::to_owned);
    Err(failed(said.trim_start_matches(&format!("{program}: ")).trim_start_matches("error: ").to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_comes_before_the_path_and_both_programs_must_be_there() {
        let place = tempfile::TempDir::new().unwrap();
        let [versions, path] = ["versions", "path"].map(|name| place.path().join(name));
        let put = |folder: &Path, name: &str| {
            fs::create_dir_all(folder).unwrap();
            fs::write(folder.join(name).with_extension(std::env::consts::EXE_EXTENSION), "").unwrap();
        };
        let found = || Programs::find_in(&versions, path.as_os_str());
        assert_eq!(found(), None);
        put(&path, DUMP);
        assert_eq!(found(), None, "a copy that nobody can read back is not checked");
        put(&path, RESTORE);
        assert_eq!(found(), Some(Programs(path.clone())));
        for version in ["9", "15", "17"] {
            put(&versions.join(version).join("bin"), DUMP);
        }
        for version in ["9", "15"] {
            put(&versions.join(version).join("bin"), RESTORE);
        }
        assert_eq!(found(), Some(Programs(versions.join("15/bin"))));
    }
}
