// SPDX-License-Identifier: AGPL-3.0-or-later
//! The note in a data folder that says where its running server is, so that a second start finds it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Its name.
const NOTE: &str = "running-at";
/// An address is shorter, in bytes.
const LONGEST: usize = 100;

fn note(data: &Path) -> PathBuf {
    data.join(NOTE)
}

/// Notes the address of the server that runs on this folder.
///
/// # Errors
/// If it can't be written.
pub(crate) fn put(data: &Path, url: &str) -> io::Result<()> {
    fs::write(note(data), format!("{url}\n"))
}

/// Removes the note. A server that was killed leaves it; the next one overwrites it.
pub(crate) fn remove(data: &Path) {
    let _ = fs::remove_file(note(data));
}

/// The address that is noted; `None` without one. Only an address of this computer: whoever can write to the folder shall not
/// send a browser elsewhere.
pub(crate) fn read(data: &Path) -> Option<String> {
    let text = fs::read_to_string(note(data)).ok()?;
    let url = text.trim();
    let port = url.strip_prefix("http://127.0.0.1:")?;
    (url.len() < LONGEST && port.parse::<u16>().is_ok()).then(|| url.to_owned())
}

/// The port of the address that is noted; `None` without one.
pub(crate) fn port(data: &Path) -> Option<u16> {
    read(data)?.rsplit(':').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_start_finds_the_first_and_nobody_else() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read(folder.path()), None);
        put(folder.path(), "http://127.0.0.1:8080").unwrap();
        assert_eq!(read(folder.path()).as_deref(), Some("http://127.0.0.1:8080"));
        assert_eq!(port(folder.path()), Some(8080));
        for other in ["http://evil.example:80", "http://127.0.0.1:80@evil.example", "file:///etc/passwd", ""]
        {
            put(folder.path(), other).unwrap();
            assert_eq!(read(folder.path()), None, "{other}");
        }
        remove(folder.path());
        assert_eq!(read(folder.path()), None);
    }
}
