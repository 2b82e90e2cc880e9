// SPDX-License-Identifier: MIT OR Apache-2.0
//! The page's types are those of this crate: `web/src/platform/protocol.ts` is made here and compared here.
//! With `TABIYA_CODEGEN=1` in the environment the file is written anew; `cargo xtask codegen` does that.

use std::collections::BTreeMap;
use std::path::Path;

use tabiya_game::{Category, Speed};
use tabiya_protocol::events::{LONGEST_TYPED_GAME, TYPED_RESULTS};
use tabiya_protocol::{MAX_CLIENT_MESSAGE, MAX_TOPICS, PROTOCOL_VERSION};
use tabiya_rules::Variant;
use ts_rs::{Config, TS, TypeVisitor};

/// Declarations by name.
#[derive(Default)]
struct Declarations(BTreeMap<String, String>);

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        let config = Config::default().with_large_int("number");
        if T::output_path().is_none() || self.0.contains_key(&T::ident(&config)) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        self.0.insert(T::ident(&config), format!("{}\nexport {}\n", docs.trim_end(), T::decl(&config)));
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

fn typescript() -> String {
    let mut declarations = Declarations::default();
    tabiya_protocol::declare(&mut declarations);
    let mut text = format!(
        "// SPDX-License-Identifier: AGPL-3.0-or-later\n\
         // Made from crates/tabiya-protocol by `cargo xtask codegen`; edit that instead.\n\n\
         /** The version of the protocol. */\nexport const PROTOCOL_VERSION = {PROTOCOL_VERSION};\n\n\
         /** The longest message that a client may send, in bytes. */\n\
         export const MAX_CLIENT_MESSAGE = {MAX_CLIENT_MESSAGE};\n\n\
         /** How many topics a client may be subscribed to at the same time. */\n\
         export const MAX_TOPICS = {MAX_TOPICS};\n\n\
         /** The longest text of a game that somebody types or pastes, in bytes. */\n\
         export const LONGEST_TYPED_GAME = {LONGEST_TYPED_GAME};\n\n\
         /** The variants, in the order in which they are listed. */\n\
         export const VARIANTS: readonly Variant[] = [{}];\n\n\
         /** What ratings are kept for, in the order in which it is listed. */\n\
         export const CATEGORIES: readonly Category[] = [{}];\n\n\
         /** The speeds, the fastest first. */\n\
         export const SPEEDS: readonly Speed[] = [{}];\n\n\
         /** The short forms of results as people type them, each with the result in full. */\n\
         export const TYPED_RESULTS: Readonly<Record<string, string>> = {{ {} }};\n",
        words(&Variant::ALL.map(Variant::key)),
        words(&Category::ALL.map(Category::name)),
        words(&Speed::ALL.map(Speed::name)),
        TYPED_RESULTS.map(|(short, in_full)| format!("'{short}': '{in_full}'")).join(", "),
    );
    for declaration in declarations.0.values() {
        text.push('\n');
        text.push_str(declaration.trim_start());
    }
    tidy(&text)
}

/// These words as the page writes them in a list.
fn words(words: &[&str]) -> String {
    words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(", ")
}

/// Comments of one line on one line, and no blanks at line ends.
fn tidy(text: &str) -> String {
    let mut tidy = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let line = line.trim_end();
        let words = lines.peek().and_then(|next| next.strip_prefix(" * ")).map(str::to_owned);
        match words.filter(|_| line == "/**") {
            Some(words) => {
                lines.next();
                let ends = lines.next_if(|next| next.trim() == "*/").is_some();
                tidy.push_str(&format!("/** {words}{}\n", if ends { " */" } else { "" }));
            }
            None => tidy.push_str(&format!("{line}\n")),
        }
    }
    tidy
}

#[test]
fn typescript_types_are_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/platform/protocol.ts");
    let made = typescript();
    if std::env::var_os("TABIYA_CODEGEN").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &made).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == made, "web/src/platform/protocol.ts is stale; run `cargo xtask codegen`");
}

/// All files of a folder and of those below it.
fn sources(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder of sources").flatten().map(|entry| entry.path());
    entries
        .flat_map(|path| {
            if path.is_dir() {
                sources(&path)
            } else {
                vec![std::fs::read_to_string(path).expect("a source")]
            }
        })
        .collect()
}

/// A body that was forgotten would be missing in the page, and nothing else would say so.
#[test]
fn every_type_that_can_be_told_to_the_page_is() {
    let made = typescript();
    let mut found = 0;
    for source in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        for derived in source.split("derive(ts_rs::TS)").skip(1) {
            let declaration = derived.split("pub ").nth(1).expect("it stands before a type");
            let name = declaration.split([' ', '<', '(', ';']).nth(1).expect("each type has a name");
            let is_told = made.contains(&format!("export type {name} ="));
            assert!(is_told, "no `declare` reaches {name}; its file's own should");
            found += 1;
        }
    }
    assert!(found > 100, "{found} types");
}
