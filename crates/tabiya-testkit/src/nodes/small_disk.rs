// SPDX-License-Identifier: AGPL-3.0-or-later
//! A disk that can be filled to the last byte.

#![allow(clippy::print_stderr, reason = "a test that is left out must say so")]

use std::ffi::CString;
use std::fs::{File, remove_file};
use std::io::Write;
use std::path::{Path, PathBuf};

use rustix::mount::{MountFlags, UnmountFlags, mount, unmount};
use tempfile::TempDir;

/// A disk in memory, for as long as this lives.
pub struct SmallDisk {
    folder: TempDir,
}

impl SmallDisk {
    /// Mounts a disk of so many MiB. Where that is not allowed, it prints a message and returns `None`.
    pub fn mount(size: u32) -> Option<Self> {
        let folder = TempDir::with_prefix("tabiya-disk").expect("a temporary folder can be made");
        let options = CString::new(format!("size={size}m,mode=0755")).expect("there is no NUL");
        match mount("tabiya-disk", folder.path(), "tmpfs", MountFlags::empty(), options.as_c_str()) {
            Ok(()) => Some(Self { folder }),
            Err(error) => {
                eprintln!("NOT TESTED: no small disk can be mounted here ({error}); root may");
                None
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Takes all the room that is left, with a file.
    pub fn fill(&self) {
        let mut ballast =
            File::options().create(true).append(true).open(self.ballast()).expect("a file more");
        let block = vec![0; 1 << 20];
        for size in [block.len(), 4_096, 1] {
            while ballast.write_all(&block[..size]).is_ok() {}
        }
    }

    /// Gives that room back.
    pub fn make_room(&self) {
        remove_file(self.ballast()).expect("the disk was filled");
    }

    fn ballast(&self) -> PathBuf {
        self.path().join("ballast")
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Programs that are about to end may still have files there. The disk goes with the last of them.
        if let Err(error) = unmount(self.path(), UnmountFlags::DETACH) {
            eprintln!("{} stays mounted: {error}", self.path().display());
        }
    }
}
