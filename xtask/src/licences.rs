// SPDX-License-Identifier: MIT OR Apache-2.0
//! Checks the licences of everything that is linked, bundled or used as a tool against allow lists.
//!
//! Code linked into the binary must have a permissive licence. Code bundled into the page may also be
//! GPL-3.0-or-later, because it can be combined with the page's AGPL-3.0-or-later. Tools that are used only
//! for building may have a few more licences.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::cargo_metadata::{self, Package};
use crate::headers::HOUSE_LICENCE;
use crate::{notices, spdx, workspace};

const LINKED: [&str; 13] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
    "bzip2-1.0.6",
];

/// Allowed in the page's bundle, in addition to [`LINKED`].
const BUNDLED_TOO: [&str; 1] = ["GPL-3.0-or-later"];

/// Allowed for tools that are used and never shipped, in addition to [`LINKED`].
const TOOLS_TOO: [&str; 5] = ["BlueOak-1.0.0", "CC-BY-4.0", "MIT-0", "MPL-2.0", "Python-2.0"];

/// Our crates that others can link under permissive terms.
const PERMISSIVE: [&str; 9] = [
    "tabiya-engine",
    "tabiya-game",
    "tabiya-pgn",
    "tabiya-protocol",
    "tabiya-rules",
    "tabiya-tournament",
    "tabiya-train",
    "tabiya-wasm",
    "xtask",
];
const PERMISSIVE_LICENCE: &str = "MIT OR Apache-2.0";

/// Packages of `devDependencies` whose code is nevertheless part of the page.
const BUNDLED_DEV_PACKAGES: [&str; 1] = ["svelte"];

/// One line for each licence that is not allowed, and the number of packages checked.
pub(crate) fn check() -> Result<(usize, Vec<String>), String> {
    let packages = cargo_metadata::packages()?;
    let mut wrong = rust_packages(&packages);
    wrong.extend(notices::check(&packages));
    let lock = package_lock()?;
    let (npm, npm_wrong) = npm_packages(&lock)?;
    wrong.extend(npm_wrong);
    Ok((packages.len() + npm, wrong))
}

/// The lock file of the page's packages.
fn package_lock() -> Result<Value, String> {
    let lock = workspace::web().join("package-lock.json");
    let lock =
        fs::read_to_string(&lock).map_err(|error| format!("cannot read {}: {error}", lock.display()))?;
    serde_json::from_str(&lock).map_err(|error| format!("package-lock.json: {error}"))
}

/// Name, version and licence of each package whose code is part of the page.
pub(crate) fn bundled_packages() -> Result<Vec<(String, String, String)>, String> {
    let lock = package_lock()?;
    let packages = lock["packages"].as_object().ok_or("package-lock.json has no \"packages\"")?;
    let text = |package: &Value, field: &str| package[field].as_str().unwrap_or_default().to_owned();
    let named =
        packages.iter().filter_map(|(path, package)| Some((path.rsplit_once("node_modules/")?.1, package)));
    let bundled = named.filter(|(name, package)| is_bundled(name, package));
    Ok(bundled
        .map(|(name, package)| (name.to_owned(), text(package, "version"), text(package, "license")))
        .collect())
}

/// Whether code of this package of the lock file is part of the page.
fn is_bundled(name: &str, package: &Value) -> bool {
    let only_tool = package["dev"] == true || package["devOptional"] == true;
    !only_tool || BUNDLED_DEV_PACKAGES.contains(&name)
}

fn rust_packages(packages: &[Package]) -> Vec<String> {
    let ours: BTreeSet<&str> = packages.iter().filter(|one| one.ours).map(|one| one.name.as_str()).collect();
    let mut wrong = Vec::new();
    for package in packages {
        let name = format!("{} {}", package.name, package.version);
        let licence = package.licence.as_deref().unwrap_or("");
        if !package.ours {
            wrong.extend(objection(&name, licence, &LINKED));
            continue;
        }
        let permissive = PERMISSIVE.contains(&package.name.as_str());
        let expected = if permissive { PERMISSIVE_LICENCE } else { HOUSE_LICENCE };
        if licence != expected {
            wrong.push(format!("{name}: its manifest says \"{licence}\", expected \"{expected}\""));
        }
        let is_house = |name: &&String| ours.contains(name.as_str()) && !PERMISSIVE.contains(&name.as_str());
        for dependency in package.normal_dependencies.iter().filter(is_house).filter(|_| permissive) {
            wrong.push(format!(
                "{name}: is {PERMISSIVE_LICENCE} but depends on {dependency}, {HOUSE_LICENCE}"
            ));
        }
    }
    wrong
}

fn npm_packages(lock: &Value) -> Result<(usize, Vec<String>), String> {
    let packages = lock["packages"].as_object().ok_or("package-lock.json has no \"packages\"")?;
    let bundled: Vec<&str> = LINKED.into_iter().chain(BUNDLED_TOO).collect();
    let tools: Vec<&str> = LINKED.into_iter().chain(TOOLS_TOO).collect();
    let mut wrong = Vec::new();
    let mut looked_at = 0;
    for (path, package) in packages {
        // The entry with the empty path is the page itself.
        let Some((_, name)) = path.rsplit_once("node_modules/") else { continue };
        looked_at += 1;
        let in_page = is_bundled(name, package);
        let licence = package["license"].as_str().unwrap_or("");
        let version = package["version"].as_str().unwrap_or("?");
        wrong.extend(objection(
            &format!("{name} {version}"),
            licence,
            if in_page { &bundled } else { &tools },
        ));
    }
    Ok((looked_at, wrong))
}

fn objection(name: &str, licence: &str, allowed: &[&str]) -> Option<String> {
    match spdx::is_allowed(licence, allowed) {
        Ok(true) => None,
        Ok(false) => Some(format!("{name}: \"{licence}\" is not on the allow list")),
        Err(_) if licence.is_empty() => Some(format!("{name}: names no licence")),
        Err(problem) => Some(format!("{name}: {problem}")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn package(name: &str, licence: &str, ours: bool, dependencies: &[&str]) -> Package {
        Package {
            name: name.into(),
            version: "1.0.0".into(),
            licence: (!licence.is_empty()).then(|| licence.into()),
            folder: std::path::PathBuf::new(),
            ours,
            normal_dependencies: dependencies.iter().map(|&name| name.into()).collect(),
        }
    }

    #[test]
    fn foreign_crates_must_be_permissive() {
        let packages = [
            package("serde", "MIT OR Apache-2.0", false, &[]),
            package("copyleft", "GPL-3.0-or-later", false, &[]),
            package("nameless", "", false, &[]),
        ];
        let wrong = rust_packages(&packages);
        let expected = [
            "copyleft 1.0.0: \"GPL-3.0-or-later\" is not on the allow list",
            "nameless 1.0.0: names no licence",
        ];
        assert_eq!(wrong, expected);
    }

    #[test]
    fn a_permissive_crate_of_ours_links_no_copyleft_one() {
        let packages = [
            package("tabiya-rules", "MIT OR Apache-2.0", true, &["tabiya-store"]),
            package("tabiya-store", "AGPL-3.0-or-later", true, &["tabiya-rules"]),
            package("tabiya", "MIT", true, &[]),
        ];
        let expected = [
            "tabiya-rules 1.0.0: is MIT OR Apache-2.0 but depends on tabiya-store, AGPL-3.0-or-later",
            "tabiya 1.0.0: its manifest says \"MIT\", expected \"AGPL-3.0-or-later\"",
        ];
        assert_eq!(rust_packages(&packages), expected);
    }

    #[test]
    fn the_bundle_may_be_gpl_and_tools_may_not() {
        let lock = json!({ "packages": {
            "": { "name": "page" },
            "node_modules/chessground": { "version": "1", "license": "GPL-3.0-or-later" },
            "node_modules/axe-core": { "version": "2", "license": "MPL-2.0", "dev": true },
            "node_modules/a/node_modules/svelte": { "version": "3", "license": "MPL-2.0", "dev": true },
            "node_modules/tool": { "version": "4", "license": "GPL-3.0-or-later", "dev": true },
        }});
        let (looked_at, wrong) = npm_packages(&lock).unwrap();
        assert_eq!(looked_at, 4);
        let expected = [
            "svelte 3: \"MPL-2.0\" is not on the allow list",
            "tool 4: \"GPL-3.0-or-later\" is not on the allow list",
        ];
        assert_eq!(wrong, expected);
    }
}
