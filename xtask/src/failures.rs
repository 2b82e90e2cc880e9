// SPDX-License-Identifier: MIT OR Apache-2.0
//! What is shown again of a failed step at the end of a run: which tests failed, why, and what the page showed.

use std::fmt::Write;
use std::fs;

use serde_json::Value;

use crate::counts::without_colours;

/// The last lines that are shown of what names no test.
const TAIL_LINES: usize = 60;

/// The most lines of one Rust test: a longer message tells no more.
const MOST_LINES: usize = 8;

/// The most characters of a line: some messages print all events of a game.
const MOST_LETTERS: usize = 400;

/// The most lines of what a page showed.
const MOST_OF_PAGE: usize = 40;

/// The messages of the tests that failed by the output of cargo or Playwright; of other output the last lines.
pub(crate) fn brief(output: &str) -> String {
    let plain = without_colours(output);
    let mut lines = rust(&plain);
    lines.extend(stories(&plain));
    if lines.is_empty() {
        let all: Vec<&str> = plain.lines().collect();
        lines = all[all.len().saturating_sub(TAIL_LINES)..].to_vec();
    }
    lines
        .iter()
        .fold(String::new(), |text, line| text + &line.chars().take(MOST_LETTERS).collect::<String>() + "\n")
}

/// Each message without its backtrace, then what cargo says of programs that failed or were killed.
fn rust(output: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = output.lines();
    while let Some(line) = rest.find(|line| line.starts_with("---- ") && line.ends_with(" stdout ----")) {
        found.push(line);
        let message =
            rest.clone().take_while(|line| *line != "stack backtrace:" && !line.starts_with("---- "));
        found.extend(message.filter(|line| !line.is_empty()).take(MOST_LINES));
    }
    if !found.is_empty() {
        let of_cargo = |line: &&str| line.starts_with("error: ") || line.starts_with("  process didn't exit");
        found.extend(output.lines().filter(of_cargo));
    }
    found
}

/// Playwright's list of failures, without the lines of the sources.
fn stories(output: &str) -> Vec<&str> {
    let begins = |line: &&str| {
        line.trim_start().split_once(") [").is_some_and(|(number, _)| number.parse::<u32>().is_ok())
    };
    let is_source = |line: &str| {
        let line = line.trim_start().trim_start_matches('>').trim_start();
        line.trim_start_matches(|letter: char| letter.is_ascii_digit()).trim_start().starts_with('|')
    };
    output
        .lines()
        .skip_while(|line| !begins(line))
        .filter(|line| !line.trim().is_empty() && !is_source(line))
        .collect()
}

/// What the page showed when each story failed, from the files that Playwright's JSON report names.
pub(crate) fn pages(report: &Value) -> String {
    let mut text = String::new();
    for suite in list(report, "suites") {
        of_suite(suite, &mut text);
    }
    text
}

fn of_suite(suite: &Value, text: &mut String) {
    for spec in list(suite, "specs") {
        let results = list(spec, "tests").flat_map(|test| list(test, "results"));
        let contexts = results
            .flat_map(|result| list(result, "attachments"))
            .filter(|kept| kept["name"] == "error-context");
        for path in contexts.filter_map(|kept| kept["path"].as_str()) {
            let Some(lines) = fs::read_to_string(path).ok().and_then(|context| page(&context)) else {
                continue;
            };
            let _ = writeln!(
                text,
                "    The page when it failed: {}\n{lines}",
                spec["title"].as_str().unwrap_or_default()
            );
        }
    }
    for inner in list(suite, "suites") {
        of_suite(inner, text);
    }
}

/// The main part of the page of a story's context.
fn page(context: &str) -> Option<String> {
    let (_, after) = context.split_once("# Page snapshot")?;
    let (page, _) = after.split_once("```yaml\n")?.1.split_once("```")?;
    let depth = |line: &str| line.len() - line.trim_start().len();
    let mut lines = page.lines().skip_while(|line| !line.trim_start().starts_with("- main"));
    let main = lines.next()?;
    let within = lines.take_while(|line| depth(line) > depth(main)).take(MOST_OF_PAGE);
    Some(within.fold(String::new(), |text, line| text + "    " + &without_notes(line) + "\n"))
}

/// Leaves out an element's number and the shape of its cursor.
fn without_notes(line: &str) -> String {
    let (first, rest) = line.split_once(" [ref=").unwrap_or((line, ""));
    let after = rest.split_once(']').map_or("", |(_, after)| after);
    first.to_owned() + &after.replace(" [cursor=pointer]", "")
}

fn list<'a>(of: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> + use<'a> {
    of[name].as_array().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_rust_tests_the_messages_are_shown_however_much_follows() {
        let follows = "test another ... ok\n".repeat(100)
            + "error: test failed\n\nCaused by:\n  process didn't exit successfully: `it` (signal: 9)\n";
        let output = format!(
            "---- it::fails stdout ----\n\nthread 'it::fails' panicked at src/it.rs:3:5:\nleft: 1\nstack backtrace:\n   0: begin\n\n\
             ---- it::fails_too stdout ----\nno\nfailures:\n{follows}"
        );
        let shown = brief(&output);
        assert!(shown.starts_with("---- it::fails stdout ----\nthread 'it::fails' panicked at src/it.rs:3:5:\nleft: 1\n---- it::fails_too"));
        assert!(!shown.contains("begin"));
        assert!(
            shown.ends_with("error: test failed\n  process didn't exit successfully: `it` (signal: 9)\n"),
            "{shown}"
        );
        assert!(shown.lines().count() < 16, "{shown}");
    }

    #[test]
    fn of_stories_the_reason_is_shown_without_their_sources() {
        let output = "  ✓  1 [stories] › a › passes (2s)\n\n  1) [stories] › a › fails ──\n\n    \u{1b}[31mError\u{1b}[39m: waited\n\n      3 | a();\n    > 4 | b();\n        |   ^\n      5 |\n        at a.ts:4:1\n\n  1 failed\n";
        assert_eq!(
            brief(output),
            "  1) [stories] › a › fails ──\n    Error: waited\n        at a.ts:4:1\n  1 failed\n"
        );
    }

    #[test]
    fn of_other_output_the_last_lines_are_shown() {
        let output: String = (0..100).map(|number| format!("{number}\n")).collect();
        assert_eq!(brief(&output).lines().next(), Some("40"));
    }

    #[test]
    fn of_a_page_its_main_part_is_shown() {
        let shown = [
            "- generic [ref=e1]:",
            "  - banner [ref=e2]:",
            "    - link \"Tabiya\" [ref=e3]",
            "  - main [ref=e4]:",
            "    - paragraph [ref=e5]: There is nobody.",
            "    - link \"Back\" [ref=e6] [cursor=pointer]:",
            "  - contentinfo [ref=e7]:",
        ];
        let context = format!("# Page snapshot\n\n```yaml\n{}\n```\n\n# Test source\n", shown.join("\n"));
        let main = "        - paragraph: There is nobody.\n        - link \"Back\":\n";
        assert_eq!(page(&context).as_deref(), Some(main));
        assert_eq!(page("nothing"), None);
    }
}
