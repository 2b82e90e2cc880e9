// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finds the two browser engines besides Chromium for the browser tests: Firefox and WebKit.
//!
//! Each is found by its environment variable or on the system, else installed from the distribution's
//! packages. If that is not possible, its tests are skipped and the closing report says so: not every machine
//! can have all engines, and most tests run in Chromium.

use std::path::PathBuf;
use std::process::Command;

use crate::{apt, process};

/// A browser engine besides Chromium.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    Firefox,
    WebKit,
}

/// A program that an engine's tests need.
struct Program {
    /// The environment variable with its path, used here and by Playwright.
    variable: &'static str,
    /// Its name in `PATH`.
    names: &'static [&'static str],
    /// Its path where it is not in `PATH`.
    elsewhere: &'static [&'static str],
}

const FIREFOX: [Program; 1] = [Program {
    variable: "FIREFOX",
    names: &["firefox-esr", "firefox"],
    elsewhere: &["/Applications/Firefox.app/Contents/MacOS/firefox"],
}];

const WEBKIT: [Program; 3] = [
    Program { variable: "WEBKIT_DRIVER", names: &["WebKitWebDriver"], elsewhere: &[] },
    Program {
        variable: "WEBKIT_BROWSER",
        names: &[],
        elsewhere: &[
            "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
            "/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
            "/usr/libexec/webkit2gtk-4.1/MiniBrowser",
        ],
    },
    Program { variable: "XVFB", names: &["Xvfb"], elsewhere: &[] },
];

/// An engine's programs, each with its environment variable.
pub(crate) struct Found(Vec<(&'static str, PathBuf)>);

impl Found {
    /// Passes the programs' paths to Playwright.
    pub(crate) fn tell(&self, command: &mut Command) {
        command.envs(self.0.iter().map(|(variable, path)| (variable, path)));
    }

    /// The path of the first program, for the report.
    pub(crate) fn shown(&self) -> String {
        self.0.first().map(|(_, path)| path.display().to_string()).unwrap_or_default()
    }
}

impl Engine {
    pub(crate) const ALL: [Self; 2] = [Self::Firefox, Self::WebKit];

    /// The name of its Playwright project.
    pub(crate) fn project(self) -> &'static str {
        match self {
            Self::Firefox => "firefox",
            Self::WebKit => "webkit",
        }
    }

    fn programs(self) -> &'static [Program] {
        match self {
            Self::Firefox => &FIREFOX,
            Self::WebKit => &WEBKIT,
        }
    }

    /// The Debian packages that contain its programs.
    fn packages(self) -> &'static [&'static str] {
        match self {
            Self::Firefox => &["firefox-esr"],
            Self::WebKit => &["webkit2gtk-driver", "xvfb"],
        }
    }

    /// The engine's programs, without installing anything. Empty if one of them is missing.
    ///
    /// # Errors
    /// If an environment variable names a program that does not exist.
    pub(crate) fn find(self) -> Result<Option<Found>, String> {
        let mut found = Vec::new();
        for program in self.programs() {
            match program.find()? {
                Some(path) => found.push((program.variable, path)),
                None => return Ok(None),
            }
        }
        Ok(Some(Found(found)))
    }

    /// The engine's programs. Installs the distribution's packages where that is possible.
    ///
    /// # Errors
    /// One line that says how to install them.
    pub(crate) fn find_or_install(self) -> Result<Found, String> {
        if let Some(found) = self.find()? {
            return Ok(found);
        }
        let packages = self.packages().join(" ");
        println!("installing {packages} with apt-get");
        let how = format!("to test in it, install {packages} (these are Debian's names)");
        apt::install(self.packages()).map_err(|why| format!("{why}; {how}"))?;
        self.find()?.ok_or(how)
    }
}

impl Program {
    fn find(&self) -> Result<Option<PathBuf>, String> {
        if let Some(wish) = std::env::var_os(self.variable).filter(|wish| !wish.is_empty()) {
            let path = PathBuf::from(&wish);
            if path.is_file() {
                return Ok(Some(path));
            }
            let name = wish.to_string_lossy();
            return process::on_path(&name).map(Some).ok_or_else(|| {
                format!("{} is set to \"{name}\", but there is no such program", self.variable)
            });
        }
        let elsewhere = || self.elsewhere.iter().map(PathBuf::from).find(|path| path.is_file());
        Ok(self.names.iter().find_map(|name| process::on_path(name)).or_else(elsewhere))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_nowhere_is_missing_and_no_error() {
        let nowhere =
            Program { variable: "TABIYA_UNSET", names: &["no-such-browser"], elsewhere: &["/no/such"] };
        assert_eq!(nowhere.find(), Ok(None));
    }

    #[test]
    fn a_program_off_the_path_is_found_where_its_package_puts_it() {
        const HERE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let here = Program { variable: "TABIYA_UNSET", names: &[], elsewhere: &["/no/such", HERE] };
        assert_eq!(here.find(), Ok(Some(PathBuf::from(HERE))));
    }
}
