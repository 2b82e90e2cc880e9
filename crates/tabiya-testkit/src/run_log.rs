// SPDX-License-Identifier: AGPL-3.0-or-later
//! A file with one line of JSON for each run. It shows how much is done, so an interrupted row of runs goes on where it was.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::Path;

use serde_json::Value;

/// The runs that stand in a file.
pub(crate) struct RunLog<'a> {
    file: &'a Path,
    runs: Vec<Value>,
}

impl<'a> RunLog<'a> {
    /// Reads the file. A file that is not there has no runs.
    ///
    /// # Errors
    /// The file can't be read.
    pub(crate) fn read(file: &'a Path) -> Result<Self, String> {
        let text = match fs::read_to_string(file) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
            read => read,
        };
        Ok(Self { file, runs: parse(&text.map_err(|error| wrong(file, &error))?) })
    }

    /// How many runs there are.
    pub(crate) fn count(&self) -> u64 {
        self.runs.len() as u64
    }

    /// How many runs are like this.
    #[cfg(feature = "nodes")]
    pub(crate) fn count_where(&self, is_wanted: impl Fn(&Value) -> bool) -> u64 {
        self.runs.iter().filter(|run| is_wanted(run)).count() as u64
    }

    /// The sum of a number over all runs.
    pub(crate) fn sum(&self, name: &str) -> u64 {
        self.runs.iter().map(|run| run[name].as_u64().unwrap_or(0)).sum()
    }

    /// Writes one more run below the others.
    ///
    /// # Errors
    /// The file can't be written.
    pub(crate) fn append(&self, line: &str) -> Result<(), String> {
        let append = File::options().create(true).append(true).open(self.file);
        append.and_then(|mut file| writeln!(file, "{line}")).map_err(|error| wrong(self.file, &error))
    }
}

fn wrong(file: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", file.display())
}

/// A line that is not JSON, such as the last one of an interrupted run, does not count.
fn parse(text: &str) -> Vec<Value> {
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_summed_and_a_torn_line_does_not_count() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let file = folder.path().join("runs");
        assert_eq!(RunLog::read(&file).expect("no file is no run").count(), 0);
        for line in ["{\"moves\":900,\"faults\":2}", "{\"moves\":100}", "{\"mov"] {
            RunLog::read(&file).expect("it can be read").append(line).expect("it can be written");
        }
        let runs = RunLog::read(&file).expect("it can be read");
        assert_eq!((runs.count(), runs.sum("moves"), runs.sum("faults")), (2, 1000, 2));
    }

    #[test]
    fn a_file_that_cannot_be_read_is_named() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let problem = RunLog::read(folder.path()).err().expect("a folder is no file");
        assert!(problem.starts_with(&folder.path().display().to_string()), "{problem}");
    }
}
