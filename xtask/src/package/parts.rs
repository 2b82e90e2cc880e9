// SPDX-License-Identifier: MIT OR Apache-2.0
//! What every package is made of.

use std::fs;

use super::target::Target;
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
    /// What runs it.
    pub(super) target: Target,
    /// Licences, notices, and the list of what is inside.
    pub(super) papers: Vec<Part>,
    /// When the commit was made, in seconds since 1970: all files are of that time.
    pub(super) time: u64,
}

impl Parts {
    pub(super) fn gather(program: Vec<u8>) -> Result<Self, String> {
        let target = Target::of(&program)?;
        let asked = |arguments: &[&str]| {
            process::capture(process::command("git", &workspace::root()).args(arguments))
        };
        let time = asked(&["log", "-1", "--format=%ct"])?;
        let time = time.trim().parse().map_err(|_| format!("git names no time: {time:?}"))?;
        let (tags, commit) =
            (asked(&["tag", "--points-at", "HEAD"])?, asked(&["rev-parse", "--short=9", "HEAD"])?);
        let version = version(env!("CARGO_PKG_VERSION"), &tags, time, commit.trim());
        let mut papers = vec![
            Part::text("LICENSE", read("LICENSE")?),
            Part::text("NOTICES.txt", notices::text()?),
            Part::text(sbom::NAME, sbom::text(&version, time)?),
        ];
        for name in ["AGPL-3.0-or-later", "Apache-2.0", "GPL-3.0-or-later", "MIT"] {
            let path = format!("LICENSES/{name}.txt");
            papers.push(Part::text(&path, read(&path)?));
        }
        Ok(Self { version, program, target, papers, time })
    }
}

/// The version of the packages: that of the program where the commit bears its tag, and else one that grows with each commit. It
/// is above the program's version and below the next one, by the rules of Debian as well. A package manager takes a package
/// of the version that it has for that package, and does nothing.
fn version(program: &str, tags: &str, time: u64, commit: &str) -> String {
    let tag = format!("v{program}");
    if tags.lines().any(|each| each.trim() == tag) {
        return program.to_owned();
    }
    let at: String = sbom::timestamp(time).chars().filter(char::is_ascii_digit).collect();
    format!("{program}+git{at}.{commit}")
}

/// A text file of the repository.
pub(super) fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(workspace::root().join(path)).map_err(|error| format!("cannot read {path}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_packages_version_grows_with_each_commit_that_bears_no_tag() {
        let built = |tags, time| version("0.2.0", tags, time, "ed6b75a1d");
        assert_eq!(built("v0.2.0\n", 0), "0.2.0");
        assert_eq!(built("latest\nv0.2.0", 0), "0.2.0");
        let earlier = built("", 1_793_491_199);
        assert_eq!(earlier, "0.2.0+git20261031235959.ed6b75a1d");
        // The tag of another version is none of this one.
        let later = built("v0.2\nv0.2.0-rc.1", 1_798_761_599);
        assert_eq!(later, "0.2.0+git20261231235959.ed6b75a1d");
        // As long as each other, so that they are in order as texts and as numbers, whoever compares them.
        assert!(earlier < later && earlier.len() == later.len());
    }
}
