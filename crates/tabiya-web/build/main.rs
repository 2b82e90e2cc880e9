// SPDX-License-Identifier: AGPL-3.0-or-later
//! Builds the page (`web/`) and writes it into the crate as a table of files.
//!
//! - `npm ci` runs only when `package-lock.json` differs from the copy that the last install left behind.
//! - Vite writes into `OUT_DIR`, never into the source tree, and leaves a brotli and a gzip twin beside each text.
//! - `TABIYA_SKIP_WEB=1` embeds a page that says so; `TABIYA_WEB_DIST=folder` embeds a bundle built elsewhere.
//!
//! Every error is reported in one plain sentence. The script uses the network only through npm.

mod node;
mod table;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The sources of the page, relative to `web/`. Tests and end-to-end specs are left out on purpose.
const INPUTS: [&str; 9] = [
    ".npmrc",
    "build",
    "index.html",
    "package-lock.json",
    "package.json",
    "public",
    "src",
    "svelte.config.js",
    "vite.config.ts",
];

const SKIPPED_PAGE: &str = include_str!("skipped.html");

fn main() {
    if let Err(problem) = run() {
        println!("cargo::error={problem}");
    }
}

fn run() -> Result<(), String> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set: run this through cargo")?);
    let dist = out.join("dist");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-env-changed=TABIYA_SKIP_WEB");
    println!("cargo::rerun-if-env-changed=TABIYA_WEB_DIST");

    if env::var("TABIYA_SKIP_WEB").is_ok_and(|value| !value.is_empty() && value != "0") {
        empty(&dist)?;
        fs::write(dist.join("index.html"), SKIPPED_PAGE)
            .map_err(|e| format!("cannot write {}: {e}", dist.display()))?;
        return table::write(&dist, &out);
    }
    if let Some(prebuilt) = env::var_os("TABIYA_WEB_DIST").filter(|value| !value.is_empty()) {
        let prebuilt = PathBuf::from(prebuilt);
        println!("cargo::rerun-if-changed={}", prebuilt.display());
        if !prebuilt.join("index.html").is_file() {
            return Err(format!("TABIYA_WEB_DIST is {}, which holds no index.html", prebuilt.display()));
        }
        return table::write(&prebuilt, &out);
    }

    let manifest = env::var_os("CARGO_MANIFEST_DIR").ok_or("CARGO_MANIFEST_DIR is not set")?;
    let web = Path::new(&manifest).join("../../web");
    for input in INPUTS {
        println!("cargo::rerun-if-changed={}", web.join(input).display());
    }
    node::check_version()?;
    node::install(&web, &Path::new(&manifest).join("build/main.rs"))?;
    empty(&dist)?;
    node::build(&web, &dist)?;
    table::write(&dist, &out)
}

/// Empties the folder, so that no old files are left after a rename or a switch to `TABIYA_SKIP_WEB`.
fn empty(folder: &Path) -> Result<(), String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|e| format!("cannot empty {}: {e}", folder.display()))?;
    }
    fs::create_dir_all(folder).map_err(|e| format!("cannot create {}: {e}", folder.display()))
}
