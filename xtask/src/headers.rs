// SPDX-License-Identifier: MIT OR Apache-2.0
//! Checks the licence line at the top of every source file.
//!
//! Inside a crate the line must name the licence of the crate's manifest. Everything else (such as `web/`) is
//! under [`HOUSE_LICENCE`].

use std::fs;
use std::path::Path;

use crate::workspace;

/// The licence of a file that has no manifest above it.
pub(crate) const HOUSE_LICENCE: &str = "AGPL-3.0-or-later";

const SOURCES: [&str; 11] = ["rs", "c", "ts", "js", "mjs", "cjs", "svelte", "css", "html", "sql", "sh"];

/// One line for each source file whose licence line is missing or wrong, and the number of files checked.
pub(crate) fn check() -> Result<(usize, Vec<String>), String> {
    let root = workspace::root();
    let mut looked_at = 0;
    let mut wrong = Vec::new();
    for file in workspace::files()? {
        if !file.extension().is_some_and(|end| SOURCES.iter().any(|source| end == *source)) {
            continue;
        }
        looked_at += 1;
        let name = file.strip_prefix(&root).unwrap_or(&file).display();
        let text = fs::read_to_string(&file).map_err(|error| format!("cannot read {name}: {error}"))?;
        let expected = licence_of_folder(file.parent().unwrap_or(&root), &root);
        match licence_line(&text) {
            Some(found) if found == expected => {}
            Some(found) => wrong.push(format!("{name}: says \"{found}\", expected \"{expected}\"")),
            None => wrong.push(format!("{name}: no line \"SPDX-License-Identifier: {expected}\" on top")),
        }
    }
    Ok((looked_at, wrong))
}

/// The licence named in the first line, or in the second line if the first must be something else.
fn licence_line(text: &str) -> Option<&str> {
    let mut lines = text.lines();
    let mut first = lines.next()?;
    if first.starts_with("#!") || first.to_ascii_lowercase().starts_with("<!doctype") {
        first = lines.next()?;
    }
    let (_, licence) = first.split_once("SPDX-License-Identifier: ")?;
    Some(licence.trim_end_matches("-->").trim_end_matches("*/").trim())
}

/// The `license` of the nearest manifest that names one, from `folder` up to the root.
fn licence_of_folder(folder: &Path, root: &Path) -> String {
    let from_manifest = |folder: &Path| {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).ok()?;
        let value = manifest.lines().find_map(|line| line.strip_prefix("license = "))?;
        Some(value.trim().trim_matches('"').to_owned())
    };
    let folders = folder.ancestors().take_while(|folder| folder.starts_with(root));
    folders.into_iter().find_map(from_manifest).unwrap_or_else(|| HOUSE_LICENCE.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_found_in_every_comment_form() {
        let cases = [
            ("// SPDX-License-Identifier: MIT OR Apache-2.0\nfn main() {}", Some("MIT OR Apache-2.0")),
            ("<!-- SPDX-License-Identifier: AGPL-3.0-or-later -->\n", Some("AGPL-3.0-or-later")),
            ("/* SPDX-License-Identifier: AGPL-3.0-or-later */", Some("AGPL-3.0-or-later")),
            ("-- SPDX-License-Identifier: AGPL-3.0-or-later\n", Some("AGPL-3.0-or-later")),
            ("#!/bin/sh\n# SPDX-License-Identifier: AGPL-3.0-or-later\n", Some("AGPL-3.0-or-later")),
            (
                "<!doctype html>\n<!-- SPDX-License-Identifier: AGPL-3.0-or-later -->\n",
                Some("AGPL-3.0-or-later"),
            ),
            ("fn main() {}\n// SPDX-License-Identifier: MIT\n", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(licence_line(text), expected, "{text}");
        }
    }

    #[test]
    fn this_crate_is_permissive_and_the_page_is_not() {
        let root = workspace::root();
        assert_eq!(licence_of_folder(&root.join("xtask/src"), &root), "MIT OR Apache-2.0");
        assert_eq!(licence_of_folder(&root.join("web/src"), &root), "AGPL-3.0-or-later");
    }
}
