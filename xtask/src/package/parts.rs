// SPDX-License-Identifier: MIT OR Apache-2.0
//! What every package is made of.

use std::fs;

use super::{notices, sbom};
use crate::{process, workspace};

/// A file in a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// Its place in the package, with `/` between folders.
    pub(super) path: String,
    pub(super) bytes: Vec<u8>,
    /// Whether it is a program.
    pub(super) runs: bool,
}

impl Part {
    pub(super) fn text(path: &str, text: impl Into<String>) -> Self {
        Self { path: path.to_owned(), bytes: text.into().into_bytes(), runs: false }
    }
}

/// What every package is made of.
pub(super) struct Parts {
    pub(super) version: String,
    pub(super) program: Vec<u8>,
    /// Licences, notices, and the list of what is inside.
    pub(super) papers: Vec<Part>,
    /// When the commit was made, in seconds since 1970: all files are of that time.
    pub(super) time: u64,
}

impl Parts {
    pub(super) fn gather(program: Vec<u8>) -> Result<Self, String> {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let mut git = process::command("git", &workspace::root());
        let time = process::capture(git.args(["log", "-1", "--format=%ct"]))?;
        let time = time.trim().parse().map_err(|_| format!("git names no time: {time:?}"))?;
        let mut papers = vec![
            Part::text("LICENSE", read("LICENSE")?),
            Part::text("NOTICES.txt", notices::text()?),
            Part::text("sbom.cdx.json", sbom::text(&version, time)?),
        ];
        for name in ["AGPL-3.0-or-later", "Apache-2.0", "GPL-3.0-or-later", "MIT"] {
            let path = format!("LICENSES/{name}.txt");
            papers.push(Part::text(&path, read(&path)?));
        }
        Ok(Self { version, program, papers, time })
    }
}

/// A text file of the repository.
pub(super) fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(workspace::root().join(path)).map_err(|error| format!("cannot read {path}: {error}"))
}
