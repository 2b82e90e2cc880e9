// SPDX-License-Identifier: MIT OR Apache-2.0
//! Starts programs. Their output is shown as it comes, and kept so that the output of a failure can be shown
//! again at the end.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufRead, BufReader, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use crate::workspace;

/// The result of a program.
pub(crate) struct Finished {
    /// Whether it ended with status 0.
    pub(crate) ok: bool,
    /// Everything it printed, both streams, in the order in which the lines came.
    pub(crate) output: String,
}

/// Whether to print in colour: on a terminal, unless `NO_COLOR` or `CI` is set.
pub(crate) fn colours() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    std::io::stdout().is_terminal() && !set("NO_COLOR") && !set("CI")
}

/// A command that runs in `folder` and uses the same choice about colours.
pub(crate) fn command(program: impl AsRef<OsStr>, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).stdin(Stdio::null());
    if colours() {
        command.env("CARGO_TERM_COLOR", "always").env("FORCE_COLOR", "1");
    } else {
        command.env("CARGO_TERM_COLOR", "never").env("NO_COLOR", "1").env_remove("FORCE_COLOR");
    }
    command
}

/// The cargo that started xtask, in the repository's root, without what that told xtask of xtask's own package. Build
/// scripts look at it (that of `ring` does): what was built by hand would be built again by xtask, and the other way round.
pub(crate) fn cargo() -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut cargo = command(program, &workspace::root());
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(is_of_one_package) {
            cargo.env_remove(name);
        }
    }
    cargo
}

/// Whether `cargo run` sets a variable for the program that it starts.
fn is_of_one_package(variable: &str) -> bool {
    let names = [
        "CARGO_BIN_NAME",
        "CARGO_CRATE_NAME",
        "CARGO_MANIFEST_DIR",
        "CARGO_MANIFEST_PATH",
        "CARGO_PRIMARY_PACKAGE",
    ];
    variable.starts_with("CARGO_PKG_") || names.contains(&variable)
}

/// Runs `command`. Shows and keeps its output line by line.
pub(crate) fn stream(command: &mut Command) -> Result<Finished, String> {
    run(command, std::io::stdout())
}

/// Runs `command` and keeps its output, without showing it: until it ends, it can be read in [`kept_in`].
pub(crate) fn keep(command: &mut Command) -> Result<Finished, String> {
    let path = kept_in();
    let file = File::create(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    run(command, file)
}

/// Where the output of a program stands that is not shown.
pub(crate) fn kept_in() -> PathBuf {
    workspace::target().join("beside.log")
}

fn run(command: &mut Command, shown: impl Write + Send) -> Result<Finished, String> {
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| cannot_start(command, &error))?;
    let kept = Mutex::new((String::new(), shown));
    let out = child.stdout.take().expect("stdout is piped");
    let err = child.stderr.take().expect("stderr is piped");
    std::thread::scope(|scope| {
        scope.spawn(|| copy_lines(out, &kept));
        scope.spawn(|| copy_lines(err, &kept));
    });
    let status = child.wait().map_err(|error| format!("lost sight of a program: {error}"))?;
    let (output, _) = kept.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    Ok(Finished { ok: status.success(), output })
}

fn copy_lines(from: impl Read, kept: &Mutex<(String, impl Write)>) {
    let mut reader = BufReader::new(from);
    let mut line = Vec::new();
    while let Ok(1..) = reader.read_until(b'\n', &mut line) {
        let text = String::from_utf8_lossy(&line);
        let mut kept = kept.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (kept, shown) = &mut *kept;
        // Where our own output is closed, the program's result still counts.
        let _ = shown.write_all(text.as_bytes());
        kept.push_str(&text);
        line.clear();
    }
}

/// Runs `command` silently and returns what it wrote to stdout; a failure carries its stderr.
pub(crate) fn capture(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| cannot_start(command, &error))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let program = command.get_program().to_string_lossy().into_owned();
        Err(format!("{program} failed: {}", String::from_utf8_lossy(&output.stderr).trim()))
    }
}

fn cannot_start(command: &Command, error: &std::io::Error) -> String {
    format!("cannot start {}: {error}", command.get_program().to_string_lossy())
}

/// The first of `PATH`'s folders that holds a file called `program`, as a full path.
pub(crate) fn on_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cargo_is_not_told_of_the_package_that_starts_it() {
        // Cargo sets it for tests, too.
        assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
        let cargo = cargo();
        let removed: Vec<_> =
            cargo.get_envs().filter(|(_, value)| value.is_none()).map(|(name, _)| name).collect();
        for name in ["CARGO_MANIFEST_DIR", "CARGO_PKG_NAME", "CARGO_PKG_VERSION"] {
            assert!(removed.contains(&OsStr::new(name)), "{name} is passed on");
        }
        assert!(!removed.contains(&OsStr::new("CARGO_HOME")));
    }
}
