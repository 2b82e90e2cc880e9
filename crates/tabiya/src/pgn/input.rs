// SPDX-License-Identifier: AGPL-3.0-or-later
//! Where games come from: a file or standard input, with a progress bar where somebody looks on.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::compressed::unpacked;

/// The argument that all of `tabiya pgn` have.
#[derive(clap::Args)]
pub(crate) struct InputArgs {
    /// The games; - is standard input. What is packed with zstd, gzip or bzip2 is unpacked.
    file: PathBuf,
}

impl InputArgs {
    /// What messages call it.
    pub(crate) fn name(&self) -> String {
        if self.is_stdin() { "-".to_owned() } else { self.file.display().to_string() }
    }

    fn is_stdin(&self) -> bool {
        self.file == Path::new("-")
    }

    /// Opens it.
    pub(crate) fn open(&self) -> anyhow::Result<Input> {
        if self.is_stdin() {
            return Input::new(io::stdin(), bar(None));
        }
        let file = File::open(&self.file).with_context(|| format!("can't read {}", self.name()))?;
        let len = file.metadata().ok().filter(std::fs::Metadata::is_file).map(|metadata| metadata.len());
        Input::new(file, bar(len)).with_context(|| format!("can't read {}", self.name()))
    }
}

/// A bar of bytes on standard error, if that is a terminal and the output does not go there too.
fn bar(len: Option<u64>) -> ProgressBar {
    let watched = io::stderr().is_terminal() && !io::stdout().is_terminal();
    let target = if watched { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let template = match len {
        Some(_) => "{wide_bar} {percent}% {bytes}/{total_bytes} {bytes_per_sec} {eta}",
        None => "{spinner} {bytes} {bytes_per_sec}",
    };
    let bar = ProgressBar::with_draw_target(len, target);
    bar.with_style(
        ProgressStyle::with_template(template).expect("the template is a constant that indicatif knows"),
    )
}

/// An open file that moves a bar.
pub(crate) struct Input {
    read: Box<dyn Read + Send>,
    bar: ProgressBar,
}

impl Input {
    fn new(read: impl Read + Send + 'static, bar: ProgressBar) -> anyhow::Result<Input> {
        // The bar counts what the file holds, before it is unpacked.
        let counted = Counted { read, bar: bar.clone() };
        Ok(Input { read: unpacked(counted)?, bar })
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.read.read(buffer)
    }
}

/// Moves a bar by what is read.
struct Counted<R> {
    read: R,
    bar: ProgressBar,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.read.read(buffer)?;
        self.bar.inc(len as u64);
        Ok(len)
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
