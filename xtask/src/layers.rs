// SPDX-License-Identifier: MIT OR Apache-2.0
//! Checks that the folders of each crate know each other in one direction only.
//!
//! A module at the top of a crate knows another one where it names `crate::OTHER`. Two files may know each other, as
//! colours and squares do; a circle with a folder in it is an error, because no part of it can be read or changed alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::workspace;

/// Which module names which other ones.
type Names = BTreeMap<String, BTreeSet<String>>;

/// One line for each circle, and the number of modules looked at.
pub(crate) fn check() -> Result<(usize, Vec<String>), String> {
    let root = workspace::root();
    let mut crates: BTreeMap<String, (Names, BTreeSet<String>)> = BTreeMap::new();
    for file in workspace::files()? {
        let Some((package, module, is_folder)) = module_of(file.strip_prefix(&root).unwrap_or(&file)) else {
            continue;
        };
        let text =
            fs::read_to_string(&file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        let (names, folders) = crates.entry(package).or_default();
        if is_folder {
            folders.insert(module.clone());
        }
        let own = module.clone();
        names.entry(module).or_default().extend(named(&text).into_iter().filter(|other| *other != own));
    }
    let mut looked_at = 0;
    let mut wrong = Vec::new();
    for (package, (names, folders)) in &crates {
        looked_at += names.len();
        for circle in circles(names) {
            if circle.iter().any(|module| folders.contains(module)) {
                let circle: Vec<_> = circle.into_iter().collect();
                wrong.push(format!("{package}: {} know each other in a circle", circle.join(", ")));
            }
        }
    }
    Ok((looked_at, wrong))
}

/// The crate and the top module of a source file, and whether that is a folder. `None` for other files and for the root.
fn module_of(path: &Path) -> Option<(String, String, bool)> {
    let parts: Vec<_> = path.iter().map(|part| part.to_str()).collect::<Option<_>>()?;
    match parts[..] {
        ["crates", package, "src", file] => {
            let module = file.strip_suffix(".rs").filter(|module| !["lib", "main"].contains(module))?;
            Some((package.to_owned(), module.to_owned(), false))
        }
        ["crates", package, "src", folder, .., file] if file.ends_with(".rs") && folder != "bin" => {
            Some((package.to_owned(), folder.to_owned(), true))
        }
        _ => None,
    }
}

/// The top modules that a file names, outside comments.
fn named(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in text.lines() {
        let code = line.split("//").next().unwrap_or_default();
        for rest in code.split("crate::").skip(1) {
            let end = rest.find(|letter: char| {
                !(letter.is_ascii_lowercase() || letter == '_' || letter.is_ascii_digit())
            });
            let name = &rest[..end.unwrap_or(rest.len())];
            if !name.is_empty() {
                found.insert(name.to_owned());
            }
        }
    }
    found
}

/// All sets of modules that reach each other.
fn circles(names: &Names) -> Vec<BTreeSet<String>> {
    let reach: BTreeMap<&String, BTreeSet<&String>> =
        names.keys().map(|module| (module, reached(names, module))).collect();
    let mut found: Vec<BTreeSet<String>> = Vec::new();
    for (module, others) in &reach {
        if !others.contains(module) || found.iter().any(|circle| circle.contains(*module)) {
            continue;
        }
        let both = others.iter().filter(|other| reach[**other].contains(module));
        found.push(both.map(|other| (**other).clone()).collect());
    }
    found
}

/// Every module that can be reached from this one; itself only through a circle.
fn reached<'a>(names: &'a Names, from: &str) -> BTreeSet<&'a String> {
    let mut seen = BTreeSet::new();
    let mut next = vec![from];
    while let Some(module) = next.pop() {
        // A word after `crate::` may also be a function of the root, which is no module.
        let others = names.get(module).into_iter().flatten();
        for (other, _) in others.filter_map(|other| names.get_key_value(other)) {
            if seen.insert(other) {
                next.push(other);
            }
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(lines: &[(&str, &str)]) -> Names {
        let mut names = Names::new();
        for (module, others) in lines {
            names.insert((*module).to_owned(), others.split_whitespace().map(str::to_owned).collect());
        }
        names
    }

    #[test]
    fn a_circle_is_found_however_long_it_is() {
        let layered = names(&[("top", "middle ground"), ("middle", "ground"), ("ground", "")]);
        assert!(circles(&layered).is_empty());
        let long = names(&[("top", "a"), ("a", "b"), ("b", "c ground"), ("c", "a"), ("ground", "")]);
        let expected: BTreeSet<_> = ["a", "b", "c"].map(str::to_owned).into();
        assert_eq!(circles(&long), [expected]);
    }

    #[test]
    fn what_a_file_names_is_found() {
        let text = "use crate::room::{Rooms};\nlet x = crate::view::event(crate::time);\n// crate::comment\n";
        assert_eq!(named(text), ["room", "time", "view"].map(str::to_owned).into());
    }

    #[test]
    fn a_file_belongs_to_its_top_module() {
        let of = |path: &str| module_of(Path::new(path));
        let module = |name: &str, is_folder| Some(("x".to_owned(), name.to_owned(), is_folder));
        assert_eq!(of("crates/x/src/a.rs"), module("a", false));
        assert_eq!(of("crates/x/src/a/mod.rs"), module("a", true));
        assert_eq!(of("crates/x/src/a/b/c.rs"), module("a", true));
        for other in
            ["crates/x/src/lib.rs", "crates/x/tests/a.rs", "crates/x/src/a/words.txt", "web/src/a.ts"]
        {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
