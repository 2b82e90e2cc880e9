// SPDX-License-Identifier: MIT OR Apache-2.0
//! The packages of this machine (Debian, Ubuntu) whose files go into an image, with their versions.

use std::fmt::Write;
use std::fs;

use serde_json::Value;

use super::sbom;
use crate::{process, workspace};

/// Packages of a distribution.
pub(super) struct Installed {
    /// Its name and version, as `/etc/os-release` has them: `debian 12`.
    distribution: String,
    /// Names and versions of the packages.
    packages: Vec<(String, String)>,
}

/// These packages as they are installed here.
///
/// # Errors
/// If one is not, or this is no such system.
pub(super) fn installed(packages: &[&str]) -> Result<Installed, String> {
    let release = fs::read_to_string("/etc/os-release")
        .map_err(|error| format!("cannot read /etc/os-release: {error}"))?;
    let value = |name: &str| {
        let value = release.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        value.unwrap_or_default().trim_matches('"').to_owned()
    };
    let mut query = process::command("dpkg-query", &workspace::root());
    query.args(["--show", "--showformat", "${Package} ${Version}\\n"]).args(packages);
    let said = process::capture(&mut query).map_err(|why| {
        format!("{why}; an image is made on Debian or Ubuntu, of whose packages it has files")
    })?;
    let packages = said.lines().filter_map(|line| line.split_once(' '));
    let packages = packages.map(|(name, version)| (name.to_owned(), version.to_owned())).collect();
    Ok(Installed::new(&format!("{} {}", value("ID"), value("VERSION_ID")), packages))
}

impl Installed {
    pub(super) fn new(distribution: &str, packages: Vec<(String, String)>) -> Self {
        Self { distribution: distribution.to_owned(), packages }
    }

    /// They, for the list of what is inside. Their terms stand in their copyright files.
    pub(super) fn components(&self) -> Vec<Value> {
        let id = self.distribution.split(' ').next().unwrap_or_default();
        let kind = format!("deb/{id}");
        self.packages.iter().map(|(name, version)| sbom::component(&kind, name, version, "")).collect()
    }

    /// Whose they are and where their source is, for people.
    pub(super) fn text(&self) -> String {
        let mut text = format!(
            "Beside Tabiya this image holds files of packages of {}, unchanged. Their terms stand in\n\
             /usr/share/doc/NAME/copyright. On that system these commands fetch their source:\n\n",
            self.distribution
        );
        for (name, version) in &self.packages {
            writeln!(text, "  apt-get source {name}={version}").expect("a string takes any text");
        }
        text
    }
}
