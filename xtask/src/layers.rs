// SPDX-License-Identifier: MIT OR Apache-2.0
//! Checks that the folders of each crate know each other in one direction only.
//!
//! A module at the top of a crate knows another one where it names `crate::OTHER`, or `crate::Thing` where the root has
//! `pub use OTHER::Thing`. Two files may know each other, as colours and squares do; a circle with a folder in it is an
//! error, because no part of it can be read or changed alone.

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
    let mut exports: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for file in workspace::files()? {
        let Some((package, module, is_folder)) = module_of(file.strip_prefix(&root).unwrap_or(&file)) else {
            continue;
        };
        let text =
            fs::read_to_string(&file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        let (names, folders) = crates.entry(package.clone()).or_default();
        if is_folder {
            folders.insert(module.clone());
        }
        let root = exports.entry(package.clone()).or_insert_with(|| exports_of(&root_of(&root, &package)));
        let own = module.clone();
        let others = named(&text).into_iter().map(|name| root.get(&name).cloned().unwrap_or(name));
        names.entry(module).or_default().extend(others.filter(|other| *other != own));
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

/// The text of a crate's root.
fn root_of(workspace: &Path, package: &str) -> String {
    let source = workspace.join("crates").join(package).join("src");
    let read = |name| fs::read_to_string(source.join(name)).ok();
    read("lib.rs").or_else(|| read("main.rs")).unwrap_or_default()
}

/// What the root takes from its modules: the name, and the module.
fn exports_of(root: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for statement in without_comments(root).split(';') {
        let Some((_, path)) = statement.split_once("use ") else { continue };
        let Some((module, names)) = path.trim().split_once("::") else { continue };
        for name in names.split(['{', '}', ',', ' ', '\n', ':']).filter(|name| !name.is_empty()) {
            found.insert(name.to_owned(), module.to_owned());
        }
    }
    found
}

fn without_comments(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// What a file names directly below the root, outside comments.
fn named(text: &str) -> BTreeSet<String> {
    let text = without_comments(text);
    let mut found = BTreeSet::new();
    for rest in text.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            Some(list) => found.extend(heads_of(list)),
            None => found.extend(first_word(rest)),
        }
    }
    found
}

/// The first word of each path in a list up to its closing brace.
fn heads_of(list: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut depth = 0;
    let mut begins = true;
    for (at, letter) in list.char_indices() {
        match letter {
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            '{' => depth += 1,
            ',' if depth == 0 => begins = true,
            letter if begins && !letter.is_whitespace() => {
                found.extend(first_word(&list[at..]));
                begins = false;
            }
            _ => {}
        }
    }
    found
}

fn first_word(text: &str) -> Option<String> {
    let end =
        text.find(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_')).unwrap_or(text.len());
    (end > 0).then(|| text[..end].to_owned())
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
        let text = "use crate::{\n    Color, // crate::comment\n    tables::{a, b::c},\n    view as v,\n};";
        assert_eq!(named(text), ["Color", "tables", "view"].map(str::to_owned).into());
    }

    #[test]
    fn a_name_of_the_root_is_its_modules() {
        let root =
            "mod view;\npub use view::{GameView, MoveView};\n// use a::B;\npub(crate) use time::now;\n";
        let exports = exports_of(root);
        assert_eq!(exports.get("MoveView").map(String::as_str), Some("view"));
        assert_eq!(exports.get("now").map(String::as_str), Some("time"));
        assert_eq!((exports.get("B"), exports.len()), (None, 3));
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
