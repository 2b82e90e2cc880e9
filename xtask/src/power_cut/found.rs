// SPDX-License-Identifier: MIT OR Apache-2.0
//! The results of power cuts: of one slice, and of all slices in a file, one line of JSON each.

use std::fmt;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::Path;

use serde_json::{Value, json};

/// The result of a number of power cuts.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) cuts: usize,
    pub(super) acknowledged: u64,
    pub(super) lost: u64,
    pub(super) wrong: Vec<String>,
}

impl Found {
    fn add(&mut self, other: Self) {
        self.cuts += other.cuts;
        self.acknowledged += other.acknowledged;
        self.lost += other.lost;
        self.wrong.extend(other.wrong);
    }

    fn json(&self) -> Value {
        json!({ "cuts": self.cuts, "acknowledged": self.acknowledged, "lost": self.lost, "wrong": self.wrong })
    }

    fn from_json(value: &Value) -> Option<Self> {
        let number = |name: &str| value[name].as_u64();
        let wrong = value["wrong"].as_array()?.iter().filter_map(Value::as_str).map(String::from);
        Some(Self {
            cuts: usize::try_from(number("cuts")?).ok()?,
            acknowledged: number("acknowledged")?,
            lost: number("lost")?,
            wrong: wrong.collect(),
        })
    }
}

/// The results of the real store, and of a store that does not flush.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) flushing: Found,
    pub(super) weak: Found,
}

impl Sum {
    /// The results in a file. Empty if there is no file.
    pub(super) fn read(file: &Path) -> Result<Self, String> {
        match fs::read_to_string(file) {
            Ok(text) => Ok(Self::of(&text)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(format!("{}: {error}", file.display())),
        }
    }

    /// An invalid line is ignored, such as the last line of a run that was killed.
    fn of(text: &str) -> Self {
        let mut sum = Self::default();
        for line in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
            if let (Some(flushing), Some(weak)) =
                (Found::from_json(&line["flushing"]), Found::from_json(&line["weak"]))
            {
                sum.add(Self { flushing, weak });
            }
        }
        sum
    }

    pub(super) fn append_to(&self, file: &Path) -> Result<(), String> {
        let line = json!({ "flushing": self.flushing.json(), "weak": self.weak.json() });
        let append = File::options().create(true).append(true).open(file);
        append
            .and_then(|mut file| writeln!(file, "{line}"))
            .map_err(|error| format!("{}: {error}", file.display()))
    }

    pub(super) fn add(&mut self, other: Self) {
        self.flushing.add(other.flushing);
        self.weak.add(other.weak);
    }

    /// Whether the real store lost nothing and the store that does not flush lost something.
    pub(super) fn is_good(&self) -> bool {
        self.flushing.lost == 0 && self.flushing.wrong.is_empty() && self.weak.lost > 0
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { flushing, weak } = self;
        writeln!(
            f,
            "{} power cuts: {} events acknowledged, {} lost, {} faults",
            flushing.cuts,
            flushing.acknowledged,
            flushing.lost,
            flushing.wrong.len()
        )?;
        write!(
            f,
            "{} power cuts of a store that does not flush: {} events acknowledged, {} lost{}",
            weak.cuts,
            weak.acknowledged,
            weak.lost,
            if weak.lost > 0 { ", as they should be" } else { ": the test notices nothing!" }
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(cuts: usize, acknowledged: u64, lost: u64) -> Found {
        Found { cuts, acknowledged, lost, wrong: Vec::new() }
    }

    #[test]
    fn slices_are_summed_and_a_torn_line_is_none() {
        let line =
            |sum: &Sum| json!({ "flushing": sum.flushing.json(), "weak": sum.weak.json() }).to_string();
        let slice = line(&Sum { flushing: found(10, 4_000, 0), weak: found(1, 900, 900) });
        let sum = Sum::of(&format!("{slice}\n{slice}\n{}", &slice[..slice.len() - 9]));
        assert_eq!(sum, Sum { flushing: found(20, 8_000, 0), weak: found(2, 1_800, 1_800) });
        assert!(sum.is_good());
        assert_eq!(Sum::of(""), Sum::default());
    }

    #[test]
    fn a_test_that_never_loses_anything_is_not_good() {
        let sum = |lost, weak_lost| Sum { flushing: found(10, 4_000, lost), weak: found(1, 900, weak_lost) };
        assert!(sum(0, 1).is_good());
        assert!(!sum(0, 0).is_good());
        assert!(!sum(1, 1).is_good());
    }
}
