// SPDX-License-Identifier: MIT OR Apache-2.0
//! The packages that cargo knows of, from `cargo metadata`.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::process;

/// One package of the dependency graph.
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    /// The SPDX expression of its manifest.
    pub(crate) licence: Option<String>,
    /// Where its manifest lies.
    pub(crate) folder: PathBuf,
    /// Part of this workspace, not a dependency.
    pub(crate) ours: bool,
    /// The names of the packages that its manifest asks for when it is built for use (no test-only ones).
    pub(crate) normal_dependencies: Vec<String>,
}

/// All packages of the workspace and of its dependencies on every platform.
pub(crate) fn packages() -> Result<Vec<Package>, String> {
    let text = process::capture(process::cargo().args(["metadata", "--format-version", "1", "--locked"]))?;
    let metadata: Value = serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata names no packages")?;
    packages.iter().map(|package| read(package).ok_or_else(|| format!("odd package: {package}"))).collect()
}

fn read(package: &Value) -> Option<Package> {
    let text = |field: &str| package[field].as_str().map(String::from);
    let dependencies = package["dependencies"].as_array()?;
    let normal = dependencies.iter().filter(|dependency| dependency["kind"].is_null());
    Some(Package {
        name: text("name")?,
        version: text("version")?,
        licence: text("license"),
        folder: Path::new(package["manifest_path"].as_str()?).parent()?.to_owned(),
        ours: package["source"].is_null(),
        normal_dependencies: normal.filter_map(|one| one["name"].as_str().map(String::from)).collect(),
    })
}
