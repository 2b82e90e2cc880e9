// SPDX-License-Identifier: AGPL-3.0-or-later
//! `docs/cli.md`, `docs/tournaments.md` and `docs/configuration.md` tell the truth: each `$` line in its `console` blocks is run, and prints what stands below it.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn every_example_prints_what_the_document_shows() {
    let examples = check("cli.md");
    assert!(examples > 10, "only {examples} examples");
}

#[test]
fn the_arbiters_guide_prints_what_it_shows() {
    let examples = check("tournaments.md");
    assert!(examples > 8, "only {examples} examples");
}

#[test]
fn the_list_of_settings_is_what_the_program_prints() {
    assert_eq!(check("configuration.md"), 2);
}

#[test]
fn the_protocols_document_knows_every_word_that_programs_may_meet() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let types = fs::read_to_string(root.join("web/src/platform/protocol.ts")).unwrap();
    let document = fs::read_to_string(root.join("docs/protocol.md")).unwrap();
    let is_word =
        |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte == b'_' || byte.is_ascii_lowercase());
    let code = types.lines().filter(|line| !line.trim_start().starts_with(['*', '/']));
    let words: Vec<_> = code.flat_map(|line| line.split('"').skip(1).step_by(2)).filter(is_word).collect();
    assert!(words.len() > 80, "only {} words", words.len());
    let missing: Vec<_> = words.into_iter().filter(|word| !document.contains(word)).collect();
    assert!(missing.is_empty(), "docs/protocol.md says nothing of {missing:?}");
}

/// Compares the document's examples with what they print, and says how many there are.
fn check(document: &str) -> usize {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(document);
    let text = fs::read_to_string(&document).expect("the document is there");
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let examples = examples(&text);
    for (command, expected) in &examples {
        assert_eq!(&shell(command, folder.path()), expected, "{command}");
    }
    examples.len()
}

/// Commands with the output that stands below them.
fn examples(text: &str) -> Vec<(&str, String)> {
    let mut examples: Vec<(&str, String)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let (true, Some(command)) = (inside, line.strip_prefix("$ ")) {
            examples.push((command, String::new()));
        } else if let (true, Some((_, output))) = (inside, examples.last_mut()) {
            output.push_str(line);
            output.push('\n');
        }
    }
    examples
}

/// What a shell prints for it, with our binary as `tabiya`.
fn shell(command: &str, folder: &Path) -> String {
    let ours =
        Path::new(env!("CARGO_BIN_EXE_tabiya")).parent().expect("a program lies in a folder").to_owned();
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([ours].into_iter().chain(env::split_paths(&path)))
        .expect("no folder of PATH holds a colon");
    let mut shell = Command::new("sh");
    for (variable, _) in env::vars_os() {
        if variable.to_string_lossy().starts_with("TABIYA_") {
            shell.env_remove(variable);
        }
    }
    let output =
        shell.args(["-c", command]).env("PATH", path).current_dir(folder).output().expect("there is a shell");
    String::from_utf8(output.stdout).expect("output is text")
}
