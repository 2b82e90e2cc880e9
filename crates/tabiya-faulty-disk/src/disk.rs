// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which calls fail, and when the power goes.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::{
    image::{File, Image},
    vfs,
};

/// What SQLite asks of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// Open it.
    Open,
    /// Read from it.
    Read,
    /// Write to it.
    Write,
    /// Cut its end off.
    Truncate,
    /// Flush it.
    Sync,
    /// Ask how large it is.
    Size,
    /// Delete it.
    Delete,
}

impl Call {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Open, Self::Read, Self::Write, Self::Truncate, Self::Sync, Self::Size, Self::Delete];
}

/// How a call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The device does not answer as it should.
    Io,
    /// No room is left.
    Full,
    /// It can't be written any more.
    ReadOnly,
}

/// Calls that fail.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// Which ones.
    pub call: Call,
    /// So many of them still go well.
    pub after: u64,
    /// So many then fail; [`u64::MAX`]: all, until the disk is healed.
    pub times: u64,
    /// How.
    pub failure: Failure,
}

/// The disk under one folder. Its files are watched until this is dropped.
pub struct Disk {
    watched: Arc<Watched>,
}

impl Disk {
    /// Takes over the files in this folder, which must exist, that SQLite opens from now on.
    pub fn under(folder: &Path) -> Self {
        vfs::install();
        let folder = folder.canonicalize().expect("the folder exists");
        let watched = Arc::new(Watched { folder, state: Mutex::default() });
        lock(&DISKS).push(Arc::clone(&watched));
        Self { watched }
    }

    /// Lets calls fail from now on, in place of any that did.
    pub fn fail(&self, fault: Fault) {
        let mut state = lock(&self.watched.state);
        state.failed = 0;
        state.fault = Some(fault);
    }

    /// Lets no more calls fail. Returns how many did.
    pub fn heal(&self) -> u64 {
        let mut state = lock(&self.watched.state);
        state.fault = None;
        state.failed
    }

    /// Cuts the power before each `every`-th write, truncation or flush: hands out what is on the disk then. The real files
    /// go on, so that one run serves many cuts.
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

/// The disk under this file, if there is one.
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
    /// Before a call: whether it fails.
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

    /// After a file was opened.
    pub(crate) fn opened(&self, path: &Path) {
        let content = || fs::read(path).unwrap_or_default();
        lock(&self.state).image.files.entry(name(path)).or_insert_with(|| File::new(content()));
    }

    /// After a file was changed.
    pub(crate) fn changed(&self, path: &Path, change: impl FnOnce(&mut File)) {
        if let Some(file) = lock(&self.state).image.files.get_mut(&name(path)) {
            change(file);
        }
    }

    /// After a file was deleted.
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
