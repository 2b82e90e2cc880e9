// SPDX-License-Identifier: AGPL-3.0-or-later
//! The content of a disk: the data that is flushed, and the writes that may or may not survive a power cut.

use std::{collections::HashMap, fs, io, path::Path};

/// The size of a sector in bytes. A power cut can tear a write only between sectors, as on real disks.
const SECTOR: usize = 512;

/// The files of a folder at one moment.
#[derive(Clone, Debug, Default)]
pub struct Image {
    pub(crate) files: HashMap<String, File>,
}

/// One file.
#[derive(Clone, Debug, Default)]
pub(crate) struct File {
    flushed: Vec<u8>,
    pending: Vec<Change>,
}

#[derive(Clone, Debug)]
enum Change {
    Write { offset: usize, data: Vec<u8> },
    Truncate { len: usize },
}

/// The fate of a write that was not flushed before the power cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The write survives.
    Kept,
    /// The write is lost.
    Lost,
    /// Only this number of its sectors survives.
    Torn(usize),
}

impl Image {
    /// Writes the files as they are after a power cut. Calls `fate` for each write that was not flushed.
    ///
    /// # Errors
    /// If the files can't be written.
    pub fn write_to(&self, folder: &Path, mut fate: impl FnMut() -> Fate) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        for (name, file) in &self.files {
            let mut content = file.flushed.clone();
            for change in &file.pending {
                match (change, fate()) {
                    (_, Fate::Lost) => {}
                    (Change::Write { offset, data }, Fate::Torn(sectors)) => {
                        let len = data.len().min(sectors * SECTOR);
                        write(&mut content, *offset, &data[..len]);
                    }
                    (change, _) => change.apply(&mut content),
                }
            }
            fs::write(folder.join(name), content)?;
        }
        Ok(())
    }

    /// The number of writes that are not flushed.
    pub fn pending(&self) -> usize {
        self.files.values().map(|file| file.pending.len()).sum()
    }
}

impl File {
    pub(crate) fn new(content: Vec<u8>) -> Self {
        Self { flushed: content, pending: Vec::new() }
    }

    pub(crate) fn write(&mut self, offset: usize, data: &[u8]) {
        self.pending.push(Change::Write { offset, data: data.to_vec() });
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        self.pending.push(Change::Truncate { len });
    }

    pub(crate) fn flush(&mut self) {
        for change in self.pending.drain(..) {
            change.apply(&mut self.flushed);
        }
    }
}

impl Change {
    fn apply(&self, content: &mut Vec<u8>) {
        match self {
            Self::Write { offset, data } => write(content, *offset, data),
            Self::Truncate { len } => content.truncate(*len),
        }
    }
}

fn write(content: &mut Vec<u8>, offset: usize, data: &[u8]) {
    let end = offset + data.len();
    if content.len() < end {
        content.resize(end, 0);
    }
    content[offset..end].copy_from_slice(data);
}
