// SPDX-License-Identifier: AGPL-3.0-or-later
//! Where games come from: a file or standard input, with a progress bar where somebody looks on.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::compressed::unpacked;
use crate::visible::visible;

/// The argument of commands over one file of games.
#[derive(clap::Args)]
pub(crate) struct InputArgs {
    /// The games; - is standard input. What is packed with zstd, gzip or bzip2 is unpacked.
    file: PathBuf,
}

impl InputArgs {
    /// What messages call it.
    pub(crate) fn name(&self) -> String {
        name(&self.file)
    }

    /// Opens it.
    pub(crate) fn open(&self) -> anyhow::Result<Input> {
        open(&self.file)
    }
}

/// The argument that all of `tabiya pgn` have.
#[derive(clap::Args)]
pub(crate) struct FilesArgs {
    /// The games, of one file after the other; - is standard input. What is packed with zstd, gzip or bzip2 is unpacked.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

impl FilesArgs {
    /// Opens one file after the other, each with its name.
    pub(crate) fn each(&self) -> impl Iterator<Item = anyhow::Result<(String, Input)>> {
        self.files.iter().map(|path| Ok((name(path), open(path)?)))
    }
}

fn name(path: &Path) -> String {
    if path == Path::new("-") { "-".to_owned() } else { visible(&path.display().to_string()).into_owned() }
}

fn open(path: &Path) -> anyhow::Result<Input> {
    let input = if path == Path::new("-") {
        Input::new(io::stdin(), bar(None), name(path))
    } else {
        let file = File::open(path).with_context(|| format!("can't read {}", name(path)))?;
        let len = file.metadata().ok().filter(std::fs::Metadata::is_file).map(|metadata| metadata.len());
        Input::new(file, bar(len), name(path))
    };
    input.with_context(|| format!("can't read {}", path.display()))
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

/// An open file that moves a bar, and whose errors name it.
pub(crate) struct Input {
    read: Box<dyn Read + Send>,
    bar: ProgressBar,
    name: String,
}

impl Input {
    fn new(read: impl Read + Send + 'static, bar: ProgressBar, name: String) -> anyhow::Result<Input> {
        // The bar counts what the file holds, before it is unpacked.
        let counted = Counted { read, bar: bar.clone() };
        Ok(Input { read: unpacked(counted)?, bar, name })
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.read.read(buffer).map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => error,
            kind => io::Error::new(kind, format!("can't read {}: {error}", self.name)),
        })
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
