// SPDX-License-Identifier: MIT OR Apache-2.0
//! Starts programs. Their output is shown as it comes, and kept so that the output of a failure can be shown
//! again at the end.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, BufReader, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::descendants::{self, Descendant};
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
    run(command, std::io::stdout(), Duration::MAX)
}

/// The same for a step of the test run, which may not be silent for [`SILENCE`].
pub(crate) fn watch(command: &mut Command) -> Result<Finished, String> {
    run(command, std::io::stdout(), SILENCE)
}

/// As [`watch`], but shows nothing: until it ends, its output can be read in [`kept_in`].
pub(crate) fn keep(command: &mut Command) -> Result<Finished, String> {
    let path = kept_in();
    let file = File::create(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    run(command, file, SILENCE)
}

/// As [`watch`], but shows nothing. For what takes seconds.
pub(crate) fn hold(command: &mut Command) -> Result<Finished, String> {
    run(command, std::io::sink(), SILENCE)
}

/// Where the output of a program stands that is not shown.
pub(crate) fn kept_in() -> PathBuf {
    workspace::target().join("beside.log")
}

/// For how long a program may print nothing. No test and no crate of an ordinary run takes nearly as long: it would never end.
const SILENCE: Duration = Duration::from_secs(600);

/// How often a program that prints nothing is looked at.
const LOOK: Duration = Duration::from_secs(1);

/// For how long a program that has ended may have left something to read.
const LEFT: Duration = Duration::from_secs(10);

/// Runs `command`, and kills it and all that it has started once nothing was printed for `silence`. Waits at most [`LEFT`] for
/// what outlives the program with its pipes.
fn run(command: &mut Command, mut shown: impl Write, silence: Duration) -> Result<Finished, String> {
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| cannot_start(command, &error))?;
    let (heard, lines) = mpsc::channel();
    send_lines(child.stdout.take().expect("stdout is piped"), heard.clone());
    send_lines(child.stderr.take().expect("stderr is piped"), heard);
    let mut output = String::new();
    let mut take = |line: &[u8]| {
        let text = String::from_utf8_lossy(line);
        // Where our own output is closed, the program's result still counts.
        let _ = shown.write_all(text.as_bytes());
        output.push_str(&text);
    };
    let mut silent_since = Instant::now();
    let mut ended = None;
    let mut is_hung = false;
    loop {
        if ended.is_none() && matches!(child.try_wait(), Ok(Some(_))) {
            ended = Some(Instant::now());
        }
        match lines.recv_timeout(LOOK) {
            Ok(_) if ended.is_some_and(|ended| ended.elapsed() > LEFT) => break,
            Ok(line) => {
                take(&line);
                silent_since = Instant::now();
            }
            Err(RecvTimeoutError::Disconnected) => break,
            // The thread that reads the last lines may be late.
            Err(RecvTimeoutError::Timeout) if ended.is_some_and(|ended| ended.elapsed() > LEFT) => break,
            Err(RecvTimeoutError::Timeout) if ended.is_none() && silent_since.elapsed() >= silence => {
                let begun = descendants::of(child.id());
                take(hung(silence, &begun).as_bytes());
                let _ = child.kill();
                descendants::kill(&begun);
                is_hung = true;
                break;
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
    let status = child.wait().map_err(|error| format!("lost sight of a program: {error}"))?;
    Ok(Finished { ok: status.success() && !is_hung, output })
}

/// Sends the lines of a stream from a thread of its own, which stays behind if the stream does not end.
fn send_lines(from: impl Read + Send + 'static, to: mpsc::Sender<Vec<u8>>) {
    thread::spawn(move || {
        let mut reader = BufReader::new(from);
        let mut line = Vec::new();
        while let Ok(1..) = reader.read_until(b'\n', &mut line)
            && to.send(std::mem::take(&mut line)).is_ok()
        {}
    });
}

/// What is said of a program that was killed, and of what it was at.
fn hung(silence: Duration, begun: &[Descendant]) -> String {
    let mut text =
        format!("\nNothing was printed for {} s. Killed, with what it had started:\n", silence.as_secs());
    for Descendant { id, command } in begun {
        let _ = writeln!(text, "  {id}  {command}");
    }
    text
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

    fn shell(script: &str) -> Command {
        let mut shell = Command::new("sh");
        shell.args(["-c", script]);
        shell
    }

    #[test]
    fn a_program_that_falls_silent_is_killed_with_what_it_has_started() {
        let mut script = shell("echo $$; sleep 987 & sleep 987");
        let done = run(&mut script, UntilBothSleep, Duration::from_secs(10)).unwrap();
        assert!(!done.ok);
        let (_, killed) = done.output.split_once("\nNothing was printed for 10 s.").unwrap();
        if cfg!(target_os = "linux") {
            let killed: Vec<&str> =
                killed.lines().filter_map(|line| line.trim().strip_suffix("  sleep 987")).collect();
            assert_eq!(killed.len(), 2, "{}", done.output);
            // They end as soon as the system comes to it.
            let patience = Instant::now() + Duration::from_secs(60);
            while let Some(left) = killed.iter().find(|id| runs(id)) {
                assert!(Instant::now() < patience, "{left} is left");
                thread::sleep(Duration::from_millis(10));
            }
        }
    }

    /// Takes the output of a shell, whose first line is its process number, and blocks until that shell has started both programs.
    struct UntilBothSleep;

    impl Write for UntilBothSleep {
        fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
            let patience = Instant::now() + Duration::from_secs(60);
            if let Some(shell) = std::str::from_utf8(line).ok().and_then(|line| line.trim().parse().ok()) {
                let sleeps =
                    || descendants::of(shell).iter().filter(|one| one.command == "sleep 987").count();
                while cfg!(target_os = "linux") && sleeps() < 2 && Instant::now() < patience {
                    thread::sleep(Duration::from_millis(10));
                }
            }
            Ok(line.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// Whether a process has not ended; one that nobody has waited for has no command line.
    fn runs(id: &str) -> bool {
        std::fs::read(format!("/proc/{id}/cmdline")).is_ok_and(|line| !line.is_empty())
    }

    #[test]
    fn what_outlives_a_program_with_its_pipes_is_not_waited_for() {
        let mut script = shell("sleep 985 & echo $!");
        let done = run(&mut script, std::io::sink(), SILENCE).unwrap();
        let _ = Command::new("kill").arg(done.output.trim()).status();
        assert!(done.ok, "{}", done.output);
    }

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
