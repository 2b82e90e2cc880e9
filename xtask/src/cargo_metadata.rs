// SPDX-License-Identifier: MIT OR Apache-2.0
//! The packages of the workspace and their dependencies, from `cargo metadata`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::process;

/// One package of the dependency graph.
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    /// The SPDX expression of its manifest.
    pub(crate) licence: Option<String>,
    /// The path of its manifest.
    pub(crate) folder: PathBuf,
    /// Whether it is part of this workspace.
    pub(crate) ours: bool,
    /// The names of the packages that are built into it. Dependencies of tests, and optional ones that are
    /// not enabled, are left out.
    pub(crate) normal_dependencies: Vec<String>,
}

/// All packages of the workspace and of its dependencies on every platform.
pub(crate) fn packages() -> Result<Vec<Package>, String> {
    let text = process::capture(process::cargo().args(["metadata", "--format-version", "1", "--locked"]))?;
    let metadata: Value = serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata names no packages")?;
    let nodes = metadata["resolve"]["nodes"].as_array().ok_or("cargo metadata resolves nothing")?;
    let nodes: BTreeMap<&str, &Value> =
        nodes.iter().filter_map(|node| Some((node["id"].as_str()?, node))).collect();
    let names: BTreeMap<&str, &str> = packages
        .iter()
        .filter_map(|package| Some((package["id"].as_str()?, package["name"].as_str()?)))
        .collect();
    let read = |package| read(package, &nodes, &names).ok_or_else(|| format!("odd package: {package}"));
    packages.iter().map(read).collect()
}

/// `nodes` are the resolved dependencies by package id; `names` are the package names by id.
fn read(package: &Value, nodes: &BTreeMap<&str, &Value>, names: &BTreeMap<&str, &str>) -> Option<Package> {
    let text = |field: &str| package[field].as_str().map(String::from);
    let dependencies = nodes.get(package["id"].as_str()?)?["deps"].as_array()?;
    let is_normal = |dependency: &&Value| {
        dependency["dep_kinds"]
            .as_array()
            .is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"].is_null()))
    };
    let normal = dependencies.iter().filter(is_normal);
    let name = |dependency: &Value| names.get(dependency["pkg"].as_str()?).map(|name| String::from(*name));
    Some(Package {
        name: text("name")?,
        version: text("version")?,
        licence: text("license"),
        folder: Path::new(package["manifest_path"].as_str()?).parent()?.to_owned(),
        ours: package["source"].is_null(),
        normal_dependencies: normal.filter_map(name).collect(),
    })
}
