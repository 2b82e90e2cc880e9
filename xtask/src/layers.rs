// SPDX-License-Identifier: MIT OR Apache-2.0
//! Checks that the modules of each folder know each other in one direction only.
//!
//! A module knows another one where it names a path that leads there: `crate::OTHER`, `super::OTHER`, or `super::Thing` where
//! the folder's `mod.rs` has `pub use OTHER::Thing`. Two files of a folder may know each other, as colours and squares do. A
//! circle of more files, or with a folder in it, is an error, because no part of it can be read or changed alone. A folder is
//! its `mod.rs`, or the file of its name beside it, and all files in it.
//!
//! A `mod.rs` and the files beside it are no circle: it is the folder, and exports what they hold. A file `X.rs` beside a folder `X`
//! is one of its files: where it uses the others for itself, and they use what it holds, they are a circle like any other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::workspace;

/// A module's path below the root of its crate; empty for the root.
type ModulePath = Vec<String>;

/// Which module names which other ones.
type Names = BTreeMap<String, BTreeSet<String>>;

/// The modules of one crate.
#[derive(Default)]
struct Modules {
    /// The paths that each of them names, from the crate's root.
    named: BTreeMap<ModulePath, BTreeSet<Vec<String>>>,
    /// Under which names each of them exports what the modules below it hold.
    exports: BTreeMap<ModulePath, BTreeMap<String, String>>,
    /// With which words the paths begin that each of them follows for itself, and not only to export what lies there.
    follows: BTreeMap<ModulePath, BTreeSet<String>>,
    /// The roots, and the folders with a `mod.rs`.
    roots: BTreeSet<ModulePath>,
}

/// One line for each circle, and the number of modules looked at.
pub(crate) fn check() -> Result<(usize, Vec<String>), String> {
    let root = workspace::root();
    let mut crates: BTreeMap<String, Modules> = BTreeMap::new();
    for file in workspace::files()? {
        let Some((package, module, is_folder)) = module_of(file.strip_prefix(&root).unwrap_or(&file)) else {
            continue;
        };
        let text =
            fs::read_to_string(&file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        crates.entry(package).or_default().add(module, is_folder, &text);
    }
    let looked_at = crates.values().map(|modules| modules.named.len()).sum();
    let wrong = crates.iter().flat_map(|(package, modules)| {
        modules.circles().into_iter().map(move |(folder, circle)| {
            let place = [std::slice::from_ref(package), &folder[..]].concat().join("/");
            format!("{place}: {} know each other in a circle", circle.join(", "))
        })
    });
    Ok((looked_at, wrong.collect()))
}

impl Modules {
    fn add(&mut self, module: ModulePath, is_folder: bool, text: &str) {
        let text = without_comments(text);
        // Tests at the end of a file may name what they like.
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        if is_folder {
            self.roots.insert(module.clone());
        }
        self.exports.insert(module.clone(), exports_of(text));
        self.follows.insert(module.clone(), followed_in(text));
        let named = self.named.entry(module.clone()).or_default();
        named.extend(paths_from(text, "crate").map(|(_, path)| path));
        for (levels, path) in paths_from(text, "super") {
            if let Some(above) = module.len().checked_sub(levels) {
                named.insert([&module[..above], &path].concat());
            }
        }
    }

    /// Each circle that is no pair of files, and where it lies.
    fn circles(&self) -> Vec<(ModulePath, Vec<String>)> {
        let mut arrows: BTreeMap<ModulePath, Names> = BTreeMap::new();
        for (module, paths) in &self.named {
            for path in paths {
                if let Some((folder, from, to)) = self.arrow(module, path) {
                    let names = arrows.entry(folder).or_default();
                    names.entry(to.clone()).or_default();
                    names.entry(from).or_default().insert(to);
                }
            }
        }
        let of_folder = |(folder, names): (ModulePath, Names)| {
            let is_folder =
                |module: &String| self.is_folder(&[&folder[..], std::slice::from_ref(module)].concat());
            let found =
                circles(&names).into_iter().filter(|circle| circle.len() > 2 || circle.iter().any(is_folder));
            found.map(|circle| (folder.clone(), circle.into_iter().collect())).collect::<Vec<_>>()
        };
        let between: Vec<_> = arrows.clone().into_iter().flat_map(of_folder).collect();
        let within =
            self.named.keys().filter(|module| !self.roots.contains(*module) && self.is_folder(module));
        between.into_iter().chain(within.flat_map(|folder| self.circles_within(folder, &arrows))).collect()
    }

    /// Whether other modules lie below this one.
    fn is_folder(&self, module: &[String]) -> bool {
        self.roots.contains(module)
            || self.named.keys().any(|other| other.len() > module.len() && other.starts_with(module))
    }

    /// The circles of more than two modules in a folder in which the file of its name is, too.
    fn circles_within(
        &self,
        folder: &ModulePath,
        arrows: &BTreeMap<ModulePath, Names>,
    ) -> Vec<(ModulePath, Vec<String>)> {
        let Some(own) = folder.last() else { return Vec::new() };
        let mut names = arrows.get(folder).cloned().unwrap_or_default();
        let is_below =
            |name: &String| self.named.contains_key(&[&folder[..], std::slice::from_ref(name)].concat());
        let followed: BTreeSet<_> =
            self.follows[folder].iter().filter(|word| is_below(word)).cloned().collect();
        for below in &followed {
            names.entry(below.clone()).or_default();
        }
        names.insert(own.clone(), followed);
        for (module, paths) in &self.named {
            let Some(from) = module.get(folder.len()).filter(|_| module.starts_with(folder)) else {
                continue;
            };
            let own_things = paths
                .iter()
                .filter(|path| path.starts_with(folder))
                .filter_map(|path| path.get(folder.len()));
            let mut own_things =
                own_things.filter(|name| !is_below(name) && !self.exports[folder].contains_key(*name));
            if own_things.next().is_some() {
                names.entry(from.clone()).or_default().insert(own.clone());
            }
        }
        let found = circles(&names).into_iter().filter(|circle| circle.len() > 2 && circle.contains(own));
        found.map(|circle| (folder.clone(), circle.into_iter().collect())).collect()
    }

    /// The folder in which the ways to a module and to what it names part, and the two modules there.
    fn arrow(&self, module: &[String], path: &[String]) -> Option<(ModulePath, String, String)> {
        let shared = module.iter().zip(path).take_while(|(own, named)| own == named).count();
        let (folder, from) = (&module[..shared], module.get(shared)?);
        let named = path.get(shared)?;
        let exported = self.exports.get(folder).and_then(|exports| exports.get(named));
        let to = exported.unwrap_or(named);
        let is_module = self.named.contains_key(&[folder, std::slice::from_ref(to)].concat());
        (is_module && to != from).then(|| (folder.to_vec(), from.clone(), to.clone()))
    }
}

/// The crate and the module of a source file, and whether that is the root or a folder's `mod.rs`. `None` for other files
/// and for tests.
fn module_of(path: &Path) -> Option<(String, ModulePath, bool)> {
    let parts: Vec<_> = path.iter().map(|part| part.to_str()).collect::<Option<_>>()?;
    let ["crates", package, "src", folders @ .., file] = &parts[..] else { return None };
    let name = file.strip_suffix(".rs")?;
    if folders.first() == Some(&"bin") || folders.contains(&"tests") || name == "tests" {
        return None;
    }
    let is_folder = name == "mod" || (folders.is_empty() && ["lib", "main"].contains(&name));
    let mut module: ModulePath = folders.iter().map(|&folder| folder.to_owned()).collect();
    if !is_folder {
        module.push(name.to_owned());
    }
    Some(((*package).to_owned(), module, is_folder))
}

/// Under which names a module exports what its modules hold: the name, and the module.
fn exports_of(text: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for statement in text.split(';') {
        let Some((_, path)) = statement.split_once("use ") else { continue };
        let Some((module, names)) = path.trim().trim_start_matches("self::").split_once("::") else {
            continue;
        };
        for name in names.split(['{', '}', ',', ' ', '\n', ':']).filter(|name| !name.is_empty()) {
            found.insert(name.to_owned(), module.to_owned());
        }
    }
    found
}

/// The words with which paths begin, but for those of `pub use`.
fn followed_in(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for statement in text.split(';') {
        let exported = statement.rfind("use ").filter(|&at| {
            let before = statement[..at].trim_end();
            let rest = before.strip_suffix(')').and_then(|before| before.rsplit_once('('));
            before.ends_with("pub") || rest.is_some_and(|(before, _)| before.ends_with("pub"))
        });
        let own = &statement[..exported.unwrap_or(statement.len())];
        for (at, _) in own.match_indices("::") {
            let before = own[..at].trim_start_matches("self::");
            let is_of_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            let word = &before[before.trim_end_matches(is_of_word).len()..];
            let is_first = !before[..before.len() - word.len()].ends_with("::");
            if is_first && !word.is_empty() {
                found.insert(word.to_owned());
            }
        }
    }
    found
}

fn without_comments(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The paths that begin with this word, without it, and how often it stands in a row.
fn paths_from<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = (usize, Vec<String>)> + 'a {
    let is_word =
        |before: &str| !before.ends_with(|last: char| last.is_alphanumeric() || "_:".contains(last));
    text.match_indices(word).filter(move |(at, _)| is_word(&text[..*at])).flat_map(move |(at, _)| {
        let mut rest = &text[at + word.len()..];
        let mut levels = 1;
        while let Some(after) = rest.strip_prefix("::").and_then(|after| after.strip_prefix(word)) {
            (rest, levels) = (after, levels + 1);
        }
        let mut found = Vec::new();
        if let Some(tree) = rest.strip_prefix("::") {
            read_tree(tree, &[], &mut found);
        }
        found.into_iter().map(move |path| (levels, path))
    })
}

/// Reads the paths of a tree as after `use`, and returns what follows it.
fn read_tree<'a>(text: &'a str, before: &[String], found: &mut Vec<Vec<String>>) -> &'a str {
    let text = text.trim_start();
    if let Some(mut list) = text.strip_prefix('{') {
        loop {
            list = read_tree(list, before, found).trim_start();
            match list.strip_prefix(',') {
                Some(more) => list = more,
                None => return list.strip_prefix('}').unwrap_or(list),
            }
        }
    }
    let Some(word) = first_word(text) else { return text };
    let rest = &text[word.len()..];
    let path = [before, &[word]].concat();
    match rest.strip_prefix("::") {
        Some(tree) => read_tree(tree, &path, found),
        None => {
            found.push(path);
            // A new name, as in `use a as b`.
            let end = rest.find([',', '}', ';']).filter(|_| rest.trim_start().starts_with("as "));
            &rest[end.unwrap_or(0)..]
        }
    }
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
        for other in names.get(module).into_iter().flatten() {
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

    fn paths(text: &str, word: &str) -> Vec<String> {
        paths_from(text, word).map(|(levels, path)| format!("{levels} {}", path.join("::"))).collect()
    }

    #[test]
    fn what_a_file_names_is_found() {
        let text = "use crate::room::{Rooms};\nlet x = crate::view::event(crate::time);\n";
        assert_eq!(paths(text, "crate"), ["1 room::Rooms", "1 view::event", "1 time"]);
        let text = "use crate::{\n    Color,\n    tables::{a, b::c as d},\n    view as v, other\n};";
        let found = ["1 Color", "1 tables::a", "1 tables::b::c", "1 view", "1 other"];
        assert_eq!(paths(text, "crate"), found);
        let text = "use super::super::{a, b::C}; super::d::e(); superb::f; ::super::g; pub(in super::h) i";
        assert_eq!(paths(text, "super"), ["2 a", "2 b::C", "1 d::e", "1 h"]);
    }

    #[test]
    fn a_name_that_is_exported_is_its_modules() {
        let root = "mod view;\npub use view::{GameView, MoveView};\npub(crate) use time::now;\n";
        let exports = exports_of(root);
        assert_eq!(exports.get("MoveView").map(String::as_str), Some("view"));
        assert_eq!(exports.get("now").map(String::as_str), Some("time"));
        assert_eq!(exports.len(), 3);
    }

    #[test]
    fn a_file_is_a_module_of_its_folder() {
        let of = |path: &str| {
            module_of(Path::new(path)).map(|(_, module, is_folder)| (module.join("/"), is_folder))
        };
        let module = |name: &str, is_folder| Some((name.to_owned(), is_folder));
        assert_eq!(of("crates/x/src/a.rs"), module("a", false));
        assert_eq!(of("crates/x/src/a/mod.rs"), module("a", true));
        assert_eq!(of("crates/x/src/a/b/c.rs"), module("a/b/c", false));
        assert_eq!(of("crates/x/src/lib.rs"), module("", true));
        for other in [
            "crates/x/tests/a.rs",
            "crates/x/src/a/words.txt",
            "web/src/a.ts",
            "crates/x/src/a/tests.rs",
            "crates/x/src/bin/y.rs",
        ] {
            assert_eq!(of(other), None, "{other}");
        }
    }

    /// What is wrong with a crate of these modules; a folder's name ends with a slash.
    fn circles_of(files: &[(&str, &str)]) -> Vec<String> {
        let mut modules = Modules::default();
        for (path, text) in files {
            let module = path.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
            modules.add(module, path.is_empty() || path.ends_with('/'), text);
        }
        let found = modules.circles().into_iter();
        found.map(|(folder, circle)| format!("{}: {}", folder.join("/"), circle.join(" "))).collect()
    }

    #[test]
    fn a_circle_with_a_folder_in_it_is_found_wherever_it_lies() {
        let top = [("", ""), ("a/", "use crate::b::B;"), ("b", "fn f() { super::a::g() }")];
        assert_eq!(circles_of(&top), [": a b"]);
        let below = [
            ("", ""),
            ("a/", "pub use c::C;"),
            ("a/b/", ""),
            ("a/b/deep", "use crate::a::C;"),
            ("a/c", "use super::b::B;\nuse super::d;"),
            ("a/d", "use super::{c, e};"),
        ];
        assert_eq!(circles_of(&below), ["a: b c d"]);
        let files = [("", ""), ("a/", "use c::C;"), ("a/c", "use super::d;"), ("a/d", "use super::C;")];
        assert!(circles_of(&files).is_empty(), "two files, and a folder with its own files");
    }

    #[test]
    fn a_file_beside_a_folder_of_its_name_is_that_folder() {
        let pair = [("", ""), ("a", ""), ("a/b", "use crate::c::C;"), ("c", "use super::a;")];
        assert_eq!(circles_of(&pair), [": a c"]);
    }

    #[test]
    fn a_list_that_has_the_type_of_its_entries_is_a_circle() {
        let (own, entry) = ("const ALL: &[A] = &[b::ALL, c::ALL];\nstruct A;", "use super::A;");
        let list = [("", ""), ("a", own), ("a/b", entry), ("a/c", entry)];
        assert_eq!(circles_of(&list), ["a: a b c"]);
        let folder = [("", ""), ("a/", own), ("a/b", entry), ("a/c", entry)];
        assert!(circles_of(&folder).is_empty(), "a mod.rs is the folder");
        let own = "use d::A;\npub(crate) use d::D;\nconst ALL: &[A] = &[b::ALL, c::ALL];";
        let apart = [("", ""), ("a", own), ("a/b", entry), ("a/c", "use super::A;"), ("a/d", "")];
        assert!(circles_of(&apart).is_empty());
        let exported = [
            ("", ""),
            ("a", "pub use b::B;\npub(super) use self::c::C;\nstruct A;"),
            ("a/b", entry),
            ("a/c", entry),
        ];
        assert!(circles_of(&exported).is_empty());
    }

    #[test]
    fn two_files_may_know_each_other_and_three_may_not() {
        let pair = [("", ""), ("a", "use super::b;"), ("b", "use super::a;"), ("c", "use super::{a, b};")];
        assert!(circles_of(&pair).is_empty());
        let three = [("", ""), ("a", "use super::b;"), ("b", "use super::c;"), ("c", "use super::a;")];
        assert_eq!(circles_of(&three), [": a b c"]);
    }
}
