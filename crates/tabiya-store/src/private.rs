// SPDX-License-Identifier: AGPL-3.0-or-later
//! Folders and files that only their own user may read: hashed passwords and e-mail addresses lie in them.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

/// Makes the folder and those above it, where they are missing.
pub(crate) fn make(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Options to make a file that only its user may read.
pub(crate) fn private_file() -> OpenOptions {
    let mut options = fs::File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
