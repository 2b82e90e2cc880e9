// SPDX-License-Identifier: MIT OR Apache-2.0
//! The numbers of passed and failed tests, parsed from the output or report of each test runner.

use std::ops::AddAssign;

use serde_json::Value;

/// Tests of one or several runners.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

/// Adds up the lines `test result: ok. 3 passed; 0 failed; 1 ignored; ...` of a `cargo test` run.
pub(crate) fn cargo(output: &str) -> Counts {
    let mut sum = Counts::default();
    for line in without_colours(output).lines() {
        let Some((_, result)) = line.split_once("test result: ") else { continue };
        for part in result.split([';', '.']) {
            let mut words = part.split_whitespace();
            let (Some(number), Some(what)) = (words.next().and_then(|word| word.parse().ok()), words.next())
            else {
                continue;
            };
            let number: u64 = number;
            match what {
                "passed" => sum.passed += number,
                "failed" => sum.failed += number,
                "ignored" => sum.skipped += number,
                _ => {}
            }
        }
    }
    sum
}

/// Parses vitest's JSON report. A test file that could not be loaded counts as one failure.
pub(crate) fn vitest(report: &Value) -> Option<Counts> {
    let number = |name: &str| report.get(name)?.as_u64();
    let broken_files = report.get("testResults").and_then(Value::as_array).map_or(0, |files| {
        let broken = |file: &&Value| {
            let empty = file["assertionResults"].as_array().is_none_or(Vec::is_empty);
            file["status"] == "failed" && empty
        };
        files.iter().filter(broken).count() as u64
    });
    Some(Counts {
        passed: number("numPassedTests")?,
        failed: number("numFailedTests")? + broken_files,
        skipped: number("numPendingTests")? + number("numTodoTests").unwrap_or(0),
    })
}

/// Parses Playwright's JSON report. A test that passed only at a retry counts as failed. An error outside any
/// test (such as a spec that does not compile) counts as one failure if no test failed.
pub(crate) fn playwright(report: &Value) -> Option<Counts> {
    let stats = report.get("stats")?;
    let number = |name: &str| stats.get(name)?.as_u64();
    let failed = number("unexpected")? + number("flaky")?;
    let errors = report.get("errors").and_then(Value::as_array).map_or(0, Vec::len);
    let outside = u64::from(failed == 0 && errors > 0);
    Some(Counts { passed: number("expected")?, failed: failed + outside, skipped: number("skipped")? })
}

/// The text without ANSI escape sequences (`ESC [ ... letter`).
pub(crate) fn without_colours(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter == '\u{1b}' {
            letters.by_ref().find(char::is_ascii_alphabetic);
        } else {
            plain.push(letter);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn cargo_results_are_summed_over_all_binaries() {
        let output = "\
running 3 tests
test board::tests::test_result ... ok
test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
warning: 1 passed; 1 failed
test result: \u{1b}[31mFAILED\u{1b}[0m. 10 passed; 2 failed; 1 ignored; 0 measured; 4 filtered out; finished in 1.50s
   Doc-tests tabiya_rules
test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
";
        assert_eq!(cargo(output), Counts { passed: 13, failed: 2, skipped: 1 });
        assert_eq!(cargo("error: could not compile"), Counts::default());
    }

    #[test]
    fn vitest_counts_broken_files_as_failures() {
        let report = json!({
            "numPassedTests": 5, "numFailedTests": 1, "numPendingTests": 2, "numTodoTests": 1,
            "testResults": [
                { "status": "failed", "assertionResults": [{ "status": "failed" }] },
                { "status": "failed", "assertionResults": [] },
                { "status": "passed", "assertionResults": [{ "status": "passed" }] },
            ],
        });
        assert_eq!(vitest(&report), Some(Counts { passed: 5, failed: 2, skipped: 3 }));
        assert_eq!(vitest(&json!({})), None);
    }

    #[test]
    fn playwright_counts_flaky_as_failed() {
        let stats = json!({ "expected": 7, "unexpected": 1, "flaky": 1, "skipped": 0 });
        let report = json!({ "stats": stats, "errors": [] });
        assert_eq!(playwright(&report), Some(Counts { passed: 7, failed: 2, skipped: 0 }));
    }

    #[test]
    fn playwright_errors_outside_tests_fail() {
        let stats = json!({ "expected": 7, "unexpected": 0, "flaky": 0, "skipped": 0 });
        let report = json!({ "stats": stats, "errors": [{ "message": "cannot find module" }] });
        assert_eq!(playwright(&report), Some(Counts { passed: 7, failed: 1, skipped: 0 }));
    }
}
