// SPDX-License-Identifier: MIT OR Apache-2.0
//! The end of a test run's output: what failed, a table of the steps, and one line with the totals.

use std::fmt::Write;
use std::time::Duration;

use crate::counts::Counts;
use crate::failures;

/// The result of one step.
pub(crate) struct StepReport {
    pub(crate) name: &'static str,
    pub(crate) ok: bool,
    pub(crate) took: Duration,
    /// The tests that the runner counted; `None` for a check without tests.
    pub(crate) counts: Option<Counts>,
    /// A note for the table, for example which browser was used.
    pub(crate) note: String,
    /// The output to show again if the step failed.
    pub(crate) output: String,
}

/// The totals of a run. A failed check counts as one failed test, and so does a runner that failed without
/// naming a test.
pub(crate) fn sum(steps: &[StepReport]) -> Counts {
    let mut sum = Counts::default();
    for step in steps {
        let counts = step.counts.unwrap_or_default();
        sum += counts;
        sum.failed += u64::from(!step.ok && counts.failed == 0);
    }
    sum
}

/// The text to print at the end of a run that took `took`. Its last line is `N passed, N failed`.
pub(crate) fn closing(steps: &[StepReport], took: Duration) -> String {
    let mut text = String::new();
    for step in steps.iter().filter(|step| !step.ok) {
        let _ = writeln!(text, "\n--- {} failed:\n{}", step.name, failures::brief(&step.output).trim_end());
    }
    let _ = writeln!(text, "\n{:<10} {:<7} {:>8}  {:<28} remark", "step", "result", "seconds", "tests");
    for step in steps {
        let result = if step.ok { "ok" } else { "FAILED" };
        let seconds = format!("{:.1}", step.took.as_secs_f64());
        let tests = step.counts.map_or(String::new(), |counts| {
            let skipped =
                if counts.skipped > 0 { format!(", {} skipped", counts.skipped) } else { String::new() };
            format!("{} passed, {} failed{skipped}", counts.passed, counts.failed)
        });
        let line = format!("{:<10} {result:<7} {seconds:>8}  {tests:<28} {}", step.name, step.note);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let _ = writeln!(text, "{:<10} {:<7} {:>8.1}", "all", "", took.as_secs_f64());
    let sum = sum(steps);
    let _ = writeln!(text, "\n{} passed, {} failed", sum.passed, sum.failed);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(name: &'static str, ok: bool, counts: Option<Counts>) -> StepReport {
        let output = "one\ntwo\n".to_owned();
        StepReport { name, ok, took: Duration::from_millis(1500), counts, note: String::new(), output }
    }

    #[test]
    fn the_last_line_sums_all_runners() {
        let counts = |passed, failed| Some(Counts { passed, failed, skipped: 0 });
        let text = closing(
            &[step("fmt", true, None), step("rust", true, counts(7, 0)), step("vitest", true, counts(3, 0))],
            Duration::from_secs(4),
        );
        assert_eq!(text.lines().last(), Some("10 passed, 0 failed"));
        assert!(!text.contains("---"));
    }

    #[test]
    fn a_failed_check_is_never_summed_up_as_nothing_failed() {
        let counts = |passed, failed| Some(Counts { passed, failed, skipped: 0 });
        let text = closing(
            &[
                step("fmt", false, None),
                step("rust", false, counts(7, 0)),
                step("vitest", false, counts(3, 2)),
            ],
            Duration::from_secs(4),
        );
        assert_eq!(text.lines().last(), Some("10 passed, 4 failed"));
        assert!(text.contains("--- fmt failed:\none\ntwo\n"));
    }
}
