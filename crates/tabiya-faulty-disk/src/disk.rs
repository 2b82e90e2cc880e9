// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which calls fail, and when the power is cut.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::{
    image::{File, Image},
    vfs,
};

/// A call of SQLite on a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// Opens it.
    Open,
    /// Reads from it.
    Read,
    /// Writes to it.
    Write,
    /// Truncates it.
    Truncate,
    /// Flushes it.
    Sync,
    /// Asks for its size.
    Size,
    /// Deletes it.
    Delete,
}

impl Call {
    /// All calls.
    pub const ALL: [Self; 7] =
        [Self::Open, Self::Read, Self::Write, Self::Truncate, Self::Sync, Self::Size, Self::Delete];
}

/// The error that a call returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The device returns an I/O error.
    Io,
    /// The disk is full.
    Full,
    /// The disk is read-only.
    ReadOnly,
}

/// A fault: a number of calls that fail.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// The calls that fail.
    pub call: Call,
    /// The number of such calls that succeed before.
    pub after: u64,
    /// The number of calls that fail. [`u64::MAX`]: all, until the disk is healed.
    pub times: u64,
    /// The error that they return.
    pub failure: Failure,
}

/// A simulated disk for one folder. Its files go through the simulation until it is dropped.
pub struct Disk {
    watched: Arc<Watched>,
}

impl Disk {
    /// Simulates the disk of this folder, which must exist, for all files that SQLite opens from now on.
    pub fn under(folder: &Path) -> Self {
        vfs::install();
        let folder = folder.canonicalize().expect("the folder exists");
        let watched = Arc::new(Watched { folder, state: Mutex::default() });
        lock(&DISKS).push(Arc::clone(&watched));
        Self { watched }
    }

    /// Sets the fault. It replaces the one set before.
    pub fn fail(&self, fault: Fault) {
        let mut state = lock(&self.watched.state);
        state.failed = 0;
        state.fault = Some(fault);
    }

    /// Removes the fault. Returns the number of calls that failed.
    pub fn heal(&self) -> u64 {
        let mut state = lock(&self.watched.state);
        state.fault = None;
        state.failed
    }

    /// Simulates a power cut before each `every`-th write, truncation or flush: hands out what is on the disk
    /// at that moment. The real files are not affected, so one run tests many power cuts.
    pub fn cut_before_every(&self, every: u64, cut: impl FnMut(Image) + Send + 'static) {
        let mut state = lock(&self.watched.state);
        state.cut = Some(Box::new(cut));
        state.every = every;
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        lock(&DISKS).retain(|disk| !Arc::ptr_eq(disk, &self.watched));
    }
}

static DISKS: Mutex<Vec<Arc<Watched>>> = Mutex::new(Vec::new());

/// The simulated disk that the file is on, if any.
pub(crate) fn disk_under(file: &Path) -> Option<Arc<Watched>> {
    lock(&DISKS).iter().find(|disk| file.starts_with(&disk.folder)).cloned()
}

pub(crate) struct Watched {
    folder: PathBuf,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    fault: Option<Fault>,
    failed: u64,
    image: Image,
    cut: Option<Box<dyn FnMut(Image) + Send>>,
    every: u64,
    changes: u64,
}

impl Watched {
    /// Called before each call: returns whether it fails.
    pub(crate) fn before(&self, call: Call) -> Result<(), Failure> {
        let mut state = lock(&self.state);
        if matches!(call, Call::Write | Call::Truncate | Call::Sync) {
            state.changes += 1;
            let State { cut, image, changes, every, .. } = &mut *state;
            if let Some(cut) = cut
                && changes.is_multiple_of(*every)
            {
                cut(image.clone());
            }
        }
        let State { fault, failed, .. } = &mut *state;
        let Some(fault) = fault.as_mut().filter(|fault| fault.call == call) else { return Ok(()) };
        if fault.after > 0 {
            fault.after -= 1;
            return Ok(());
        }
        if *failed >= fault.times {
            return Ok(());
        }
        *failed += 1;
        Err(fault.failure)
    }

    /// Called after a file was opened.
    pub(crate) fn opened(&self, path: &Path) {
        let content = || fs::read(path).unwrap_or_default();
        lock(&self.state).image.files.entry(name(path)).or_insert_with(|| File::new(content()));
    }

    /// Called after a file was changed.
    pub(crate) fn changed(&self, path: &Path, change: impl FnOnce(&mut File)) {
        if let Some(file) = lock(&self.state).image.files.get_mut(&name(path)) {
            change(file);
        }
    }

    /// Called after a file was deleted.
    pub(crate) fn deleted(&self, path: &Path) {
        lock(&self.state).image.files.remove(&name(path));
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
