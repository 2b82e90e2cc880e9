// SPDX-License-Identifier: AGPL-3.0-or-later
//! Files that the server keeps for itself: written whole or not at all, and for its own user only.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Writes the file in place of what is there. Makes the folder where it is missing.
///
/// # Errors
/// If it can't be written; then what was there stays.
pub(crate) fn put(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    make_private(folder)?;
    // Its own user alone may read it from the moment that it is there.
    let mut made = tempfile::NamedTempFile::new_in(folder)?;
    made.write_all(bytes)?;
    made.as_file().sync_all()?;
    made.persist(file).map_err(|error| error.error)?;
    Ok(())
}

/// What the file holds; `None` where there is none.
///
/// # Errors
/// If there is one that can't be read.
pub(crate) fn get(file: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(file) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Makes the folder and those above it, for its own user alone, unless it is there.
fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_is_for_nobody_else() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("https").join("key.pem");
        assert_eq!(get(&file).unwrap(), None);
        put(&file, b"one").unwrap();
        put(&file, b"two").unwrap();
        assert_eq!(get(&file).unwrap().unwrap(), b"two");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
            assert_eq!((mode(file.parent().unwrap()), mode(&file)), (0o700, 0o600));
        }
        assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1, "nothing else is left there");
    }
}
