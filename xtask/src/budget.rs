// SPDX-License-Identifier: MIT OR Apache-2.0
//! What each subject's browser stories may take: the table of `CONTRIBUTING.md`, compared with a run.
//!
//! The table is read from the document, so there is no second copy. Times only are printed: a test never fails by the clock.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

use serde_json::Value;

use crate::workspace;

/// The heading above the table.
const HEADING: &str = "### What stories may take";
/// Stories that run at the same time (`workers` in `web/playwright.config.ts`).
const WORKERS: f64 = 3.0;

/// One row of the table.
#[derive(Debug, PartialEq)]
struct Part {
    name: String,
    /// The most stories that it may have.
    stories: u32,
    /// The minutes that they may take.
    minutes: f64,
    /// Its files in `web/e2e/stories`, without `.spec.ts`.
    files: Vec<String>,
}

/// What a file's stories took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Taken {
    stories: u32,
    minutes: f64,
}

/// Each part's share of a run, from Playwright's JSON report. Empty if nothing ran.
///
/// # Errors
/// If the table is not there, or a row can't be read.
pub(crate) fn shares(report: &Value) -> Result<String, String> {
    let document = workspace::root().join("CONTRIBUTING.md");
    let text = fs::read_to_string(&document).map_err(|error| format!("{}: {error}", document.display()))?;
    Ok(table(&parts(&text)?, &taken(report)))
}

fn parts(document: &str) -> Result<Vec<Part>, String> {
    let (_, after) = document.split_once(HEADING).ok_or_else(|| format!("no heading \"{HEADING}\""))?;
    let rows =
        after.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    rows.skip(2).map(part).collect()
}

fn part(row: &str) -> Result<Part, String> {
    let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
    let wrong = || format!("expected | part | stories | minutes | files |, found {row}");
    let [name, stories, minutes, files] = cells[..] else { return Err(wrong()) };
    let files = files.split(',').map(str::trim).filter(|file| !file.is_empty()).map(str::to_owned).collect();
    let (stories, minutes) = stories.parse().ok().zip(minutes.parse().ok()).ok_or_else(wrong)?;
    Ok(Part { name: name.to_owned(), stories, minutes, files })
}

/// What each file took.
fn taken(report: &Value) -> BTreeMap<String, Taken> {
    let mut found = BTreeMap::new();
    for suite in report["suites"].as_array().into_iter().flatten() {
        let file = suite["file"].as_str().unwrap_or_default();
        let name = file.rsplit('/').next().unwrap_or_default().trim_end_matches(".spec.ts");
        add(suite, found.entry(name.to_owned()).or_default());
    }
    found
}

fn add(suite: &Value, sum: &mut Taken) {
    let list = |name: &str, of: &Value| of[name].as_array().cloned().unwrap_or_default();
    for spec in list("specs", suite) {
        let results = list("tests", &spec).into_iter().flat_map(|test| list("results", &test));
        let milliseconds: f64 = results.filter_map(|result| result["duration"].as_f64()).sum();
        sum.stories += 1;
        sum.minutes += milliseconds / 60_000.0 / WORKERS;
    }
    for inner in list("suites", suite) {
        add(&inner, sum);
    }
}

fn table(parts: &[Part], taken: &BTreeMap<String, Taken>) -> String {
    let mut text = String::new();
    if taken.is_empty() {
        return text;
    }
    let _ = writeln!(text, "\n{:<24} {:>14} {:>16}", "stories of", "stories (most)", "minutes (most)");
    let mut sum = Taken::default();
    for part in parts {
        let of_files = part.files.iter().filter_map(|file| taken.get(file));
        let used = of_files.fold(Taken::default(), |sum, file| Taken {
            stories: sum.stories + file.stories,
            minutes: sum.minutes + file.minutes,
        });
        sum = Taken { stories: sum.stories + used.stories, minutes: sum.minutes + used.minutes };
        let over = if used.stories > part.stories || used.minutes > part.minutes { "  over" } else { "" };
        let stories = format!("{} ({})", used.stories, part.stories);
        let minutes = format!("{:.1} ({})", used.minutes, part.minutes);
        let _ = writeln!(text, "{:<24} {stories:>14} {minutes:>16}{over}", part.name);
    }
    let _ = writeln!(text, "{:<24} {:>14} {:>16.1}", "all", sum.stories, sum.minutes);
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;

    use super::*;

    fn of_document() -> Vec<Part> {
        let text =
            fs::read_to_string(workspace::root().join("CONTRIBUTING.md")).expect("the document is there");
        parts(&text).expect("the table can be read")
    }

    #[test]
    fn every_file_of_stories_belongs_to_one_part() {
        let folder = workspace::web().join("e2e/stories");
        let name = |entry: fs::DirEntry| {
            entry.file_name().to_string_lossy().strip_suffix(".spec.ts").map(str::to_owned)
        };
        let files: BTreeSet<String> =
            fs::read_dir(folder).unwrap().filter_map(|entry| name(entry.unwrap())).collect();
        let listed: Vec<String> = of_document().into_iter().flat_map(|part| part.files).collect();
        assert_eq!(listed.iter().cloned().collect::<BTreeSet<_>>(), files);
        assert_eq!(listed.len(), files.len(), "no file stands twice in the table");
    }

    #[test]
    fn a_part_that_takes_more_than_it_may_is_named() {
        let spec = |duration: u32| json!({ "tests": [{ "results": [{ "duration": duration }] }] });
        let report = json!({ "suites": [
            { "file": "stories/a.spec.ts", "specs": [spec(90_000)], "suites": [{ "specs": [spec(90_000)] }] },
            { "file": "stories/b.spec.ts", "specs": [spec(18_000)] },
        ] });
        let row = |row| part(row).expect("a good row");
        let text = table(
            &[row("| one | 2 | 0.9 | a |"), row("| other | 3 | 1 | b |"), row("| later | 9 | 1 | |")],
            &taken(&report),
        );
        assert!(text.contains("2 (2)        1.0 (0.9)  over"), "{text}");
        assert!(
            text.contains("1 (3)          0.1 (1)\n") && text.contains("0 (9)          0.0 (1)\n"),
            "{text}"
        );
        assert!(part("| one | two | 0.9 | a |").is_err());
    }
}
