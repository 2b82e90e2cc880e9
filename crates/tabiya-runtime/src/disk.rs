// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the system says of a folder's disk.

use std::path::Path;

/// Bytes that are left for us on the disk with this folder; `None` where nobody can say.
#[cfg(unix)]
pub fn free(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Bytes that are left for us on the disk with this folder; `None` where nobody can say.
#[cfg(windows)]
pub fn free(folder: &Path) -> Option<u64> {
    fs4::available_space(folder).ok()
}

/// Bytes that are left for us on the disk with this folder; `None` where nobody can say.
#[cfg(not(any(unix, windows)))]
pub fn free(_: &Path) -> Option<u64> {
    None
}

/// Whether both lie on one disk, so that both are lost with it; `None` where nobody can say.
#[cfg(unix)]
pub fn is_shared(one: &Path, other: &Path) -> Option<bool> {
    use std::os::unix::fs::MetadataExt;
    let device = |path: &Path| std::fs::metadata(path).ok().map(|found| found.dev());
    Some(device(one)? == device(other)?)
}

/// Whether both lie on one disk, so that both are lost with it; `None` where nobody can say.
#[cfg(not(unix))]
pub fn is_shared(_: &Path, _: &Path) -> Option<bool> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_disk_of_a_folder_is_asked_and_a_missing_folder_has_none() {
        let [here, missing] = [Path::new("."), Path::new("/nowhere/at/all")];
        assert!(free(here).is_some());
        assert_eq!(free(missing), None);
        assert_eq!(is_shared(here, here), Some(true));
        assert_eq!(is_shared(here, missing), None);
    }
}
