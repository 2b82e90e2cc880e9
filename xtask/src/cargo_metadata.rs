// SPDX-License-Identifier: MIT OR Apache-2.0
//! The packages of the workspace and their dependencies, from `cargo metadata` and `cargo tree`.
//!
//! `cargo metadata` also tells packages that only a weak feature names (`name?/feature`) and that nobody builds; `cargo tree` does
//! not.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::process;

/// What packages and the page's module are built for. Of what others would need, such as a crate for Android, nothing is linked.
const TARGETS: [&str; 7] = [
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "x86_64-pc-windows-gnu",
    "x86_64-pc-windows-msvc",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
    "wasm32-unknown-unknown",
];

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

/// All packages of the workspace and of its dependencies on every platform that it is built for.
pub(crate) fn packages() -> Result<Vec<Package>, String> {
    let text = process::capture(process::cargo().args(["metadata", "--format-version", "1", "--locked"]))?;
    let metadata = serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))?;
    // One by one: asked for several at once, cargo joins what each of them would switch on.
    let mut tree = String::new();
    for target in TARGETS {
        let mut of_target = process::cargo();
        of_target.args(["tree", "--locked", "--workspace", "--target", target]);
        of_target.args(["--edges", "normal,build,dev", "--prefix", "none", "--format", "{p}"]);
        tree += &process::capture(&mut of_target)?;
        tree.push('\n');
    }
    of(&metadata, &built(&tree))
}

/// Name and version of each package in a tree, whose lines are such as `rustls v0.23.46 (*)`.
fn built(tree: &str) -> BTreeSet<(&str, &str)> {
    let parts = tree.lines().filter_map(|line| line.split_once(" v"));
    parts.map(|(name, rest)| (name, rest.split(' ').next().unwrap_or_default())).collect()
}

fn of(metadata: &Value, built: &BTreeSet<(&str, &str)>) -> Result<Vec<Package>, String> {
    let packages = metadata["packages"].as_array().ok_or("cargo metadata names no packages")?;
    let nodes = metadata["resolve"]["nodes"].as_array().ok_or("cargo metadata resolves nothing")?;
    let is_built = |package: &&Value| {
        let (name, version) = (package["name"].as_str(), package["version"].as_str());
        name.zip(version).is_some_and(|package| built.contains(&package))
    };
    let packages: Vec<&Value> = packages.iter().filter(is_built).collect();
    let nodes: BTreeMap<&str, &Value> =
        nodes.iter().filter_map(|node| Some((node["id"].as_str()?, node))).collect();
    let names: BTreeMap<&str, &str> = packages
        .iter()
        .filter_map(|package| Some((package["id"].as_str()?, package["name"].as_str()?)))
        .collect();
    let read = |package| read(package, &nodes, &names).ok_or_else(|| format!("odd package: {package}"));
    packages.into_iter().map(read).collect()
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The licences of a client for HTTP/2 that nobody links once had to be shown.
    #[test]
    fn what_is_in_no_tree_is_not_built() {
        let package = |name: &str| {
            json!({ "id": name, "name": name, "version": "1.0.0", "license": "MIT", "source": "registry",
                "manifest_path": format!("/{name}/Cargo.toml") })
        };
        let node = |id: &str, on: &[&str]| {
            let deps: Vec<_> =
                on.iter().map(|pkg| json!({ "pkg": pkg, "dep_kinds": [{ "kind": null }] })).collect();
            json!({ "id": id, "deps": deps })
        };
        let metadata = json!({
            "packages": [package("acme"), package("client"), package("ring")],
            "resolve": { "nodes": [node("acme", &["client", "ring"]), node("client", &[]), node("ring", &[])] },
        });
        let tree = "acme v1.0.0 (/acme)\nring v1.0.0\n\nclient v2.0.0\nring v1.0.0 (*)\n";
        let read = of(&metadata, &built(tree)).unwrap();
        let names: Vec<_> = read.iter().map(|package| package.name.as_str()).collect();
        assert_eq!(names, ["acme", "ring"]);
        assert_eq!(read[0].normal_dependencies, ["ring"]);
    }
}
