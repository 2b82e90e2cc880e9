// SPDX-License-Identifier: MIT OR Apache-2.0
//! The page's table of addresses is this crate's: `web/src/platform/routes.ts` is made here and compared here.
//! With `TABIYA_CODEGEN=1` in the environment the file is written anew; `cargo xtask codegen` does that.

use std::path::Path;

use tabiya_protocol::PAGE_ROUTES;
use tabiya_protocol::people::desk::NoticePlace;

fn typescript() -> String {
    let mut text = String::from(
        "// SPDX-License-Identifier: AGPL-3.0-or-later\n\
         // Made from crates/tabiya-protocol by `cargo xtask codegen`; edit that instead.\n\n\
         /** The paths that the server answers with the page; a name in braces stands for any text without a slash. */\n\
         export const PATHS = {\n",
    );
    for route in PAGE_ROUTES {
        text.push_str(&format!("  {}: '{}',\n", route.name, route.path));
    }
    text.push_str("} as const;\n\n/** A page, with what its path says. */\nexport type Route =");
    for route in PAGE_ROUTES {
        text.push_str(&format!("\n  | {{ page: '{}'", route.name));
        for parameter in route.parameters() {
            text.push_str(&format!("; {parameter}: string"));
        }
        text.push_str(" }");
    }
    text.push_str(";\n");
    text
}

#[test]
fn the_pages_routes_are_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/platform/routes.ts");
    let made = typescript();
    if std::env::var_os("TABIYA_CODEGEN").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == made, "web/src/platform/routes.ts is stale; run `cargo xtask codegen`");
}

#[test]
fn names_and_paths_are_unique() {
    for (index, one) in PAGE_ROUTES.iter().enumerate() {
        assert!(one.path.starts_with('/'), "{one:?}");
        let clashes = |other: &tabiya_protocol::PageRoute| other.name == one.name || other.path == one.path;
        assert!(!PAGE_ROUTES[index + 1..].iter().any(clashes), "{one:?}");
    }
}

/// A page follows a notice by the page's name, a letter by the path.
#[test]
fn a_notice_leads_to_the_same_page_by_name_and_by_path() {
    let id = || "AbCd1234".parse().unwrap();
    let event = "AbCd1234".parse().unwrap();
    for (place, view) in [
        (NoticePlace::Home, ""),
        (NoticePlace::Game { id: id() }, ""),
        (NoticePlace::Event { id: event }, ""),
        (NoticePlace::Puzzles { set: Some(id()) }, "#/in/AbCd1234"),
        (NoticePlace::Puzzles { set: None }, ""),
    ] {
        let told = serde_json::to_value(&place).unwrap();
        let route = PAGE_ROUTES.iter().find(|route| told["page"] == route.name);
        let route = route.unwrap_or_else(|| panic!("{told} names no page"));
        let path = route.parameters().fold(route.path.to_owned(), |path, name| {
            let value = told[name].as_str().unwrap_or_else(|| panic!("{told} lacks {name}"));
            path.replace(&format!("{{{name}}}"), value)
        });
        assert_eq!(place.path(), path + view, "{told}");
    }
}

/// The addresses in the source of a subject's file, as `name path`.
fn written(source: &str) -> Vec<String> {
    let texts: Vec<&str> = source.split('"').skip(1).step_by(2).collect();
    texts.chunks(2).map(|route| route.join(" ")).collect()
}

#[test]
fn the_table_has_every_address_of_every_subjects_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/pages");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut found: Vec<String> =
        files.flat_map(|file| written(&std::fs::read_to_string(file).unwrap())).collect();
    let mut listed: Vec<String> =
        PAGE_ROUTES.iter().map(|route| format!("{} {}", route.name, route.path)).collect();
    found.sort();
    listed.sort();
    assert_eq!(listed, found);
}
