// SPDX-License-Identifier: AGPL-3.0-or-later
//! How much the command line takes: numbers of threads, and sizes of files that are read as a whole.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context;

/// The most threads that any command starts. It is more than today's largest machines have cores, and every system gives
/// a program as many.
pub(crate) const MAX_THREADS: i64 = 1_024;

/// The longest file that is read as a whole, in bytes: a network, a suite or a file of settings is far shorter.
const LONGEST_FILE: u64 = 256 << 20;

/// Reads a file as a whole.
///
/// # Errors
/// Also if it is longer than any that makes sense, or something else than a file, like `/dev/zero`, that may never end.
pub(crate) fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    // Asked before it is opened: opening a named pipe waits for somebody to write to it.
    if fs::metadata(path)?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST_FILE {
        let problem = format!("it is longer than {} MiB", LONGEST_FILE >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, problem));
    }
    Ok(bytes)
}

/// As [`read_file`], as text, with an error that names the file.
pub(crate) fn read_text(path: &Path) -> anyhow::Result<String> {
    let in_file = || format!("can't read {}", path.display());
    let bytes = read_file(path).with_context(in_file)?;
    String::from_utf8(bytes).context("it is not UTF-8 text").with_context(in_file)
}
