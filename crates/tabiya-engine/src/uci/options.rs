// SPDX-License-Identifier: MIT OR Apache-2.0
//! The UCI options and their values.

use std::time::Duration;

use tabiya_rules::Variant;

use crate::level::{Level, Strength};
use crate::search::Engine;

use super::command::shorten;

/// The current values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Options {
    /// The size of the transposition table, in MiB.
    pub(super) hash: usize,
    pub(super) multi_pv: usize,
    pub(super) overhead: Duration,
    pub(super) variant: Variant,
    /// Whether win, draw and loss probabilities are sent with each score.
    pub(super) show_wdl: bool,
    /// `None`: the strength is set by the two options below.
    level: Option<Level>,
    limit_strength: bool,
    elo: i32,
    /// Varies the moves that a level plays from game to game.
    pub(super) level_seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        let overhead = Duration::from_millis(10);
        Options {
            hash: 16,
            multi_pv: 1,
            overhead,
            variant: Variant::Standard,
            show_wdl: false,
            level: None,
            limit_strength: false,
            elo: Level::HIGHEST.elo(),
            level_seed: 0,
        }
    }
}

/// What the session must do after an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    Nothing,
    ResizeHash,
    SetThreads(usize),
    ClearHash,
    /// Load the evaluation from the file of that name.
    Evaluate,
}

/// The `EvalFile` value for the built-in network.
pub(super) const BY_DEFAULT: &str = "<default>";
/// The `EvalFile` value for the hand-crafted evaluation.
pub(super) const BY_HAND: &str = "<by hand>";

/// The maximum of `MultiPV`; no position has more moves.
const MAX_LINES: u64 = 256;
/// The maximum of `Move Overhead`, in milliseconds.
const MAX_OVERHEAD: u64 = 5_000;

impl Options {
    /// The `option` lines of the answer to `uci`.
    pub(super) fn declare() -> Vec<String> {
        let Options { hash, overhead, elo, .. } = Options::default();
        let weakest = Level::LOWEST.elo();
        let (least, most) = (Engine::MIN_HASH, Engine::MAX_HASH);
        vec![
            format!("option name Hash type spin default {hash} min {least} max {most}"),
            format!("option name Threads type spin default 1 min 1 max {}", Engine::MAX_THREADS),
            format!("option name MultiPV type spin default 1 min 1 max {MAX_LINES}"),
            "option name Ponder type check default false".into(),
            format!(
                "option name Move Overhead type spin default {} min 0 max {MAX_OVERHEAD}",
                overhead.as_millis()
            ),
            "option name UCI_Chess960 type check default false".into(),
            "option name UCI_ShowWDL type check default false".into(),
            "option name UCI_LimitStrength type check default false".into(),
            format!("option name UCI_Elo type spin default {elo} min {weakest} max {elo}"),
            format!("option name Level type spin default 0 min 0 max {}", Level::HIGHEST),
            format!("option name Level Seed type spin default 0 min 0 max {}", i32::MAX),
            format!("option name EvalFile type string default {BY_DEFAULT}"),
            "option name Clear Hash type button".into(),
        ]
    }

    /// The playing strength. `None` for the full engine with no limits but those of `go`.
    pub(super) fn strength(&self) -> Option<Strength> {
        let by_elo = self.limit_strength.then(|| Strength::from_elo(self.elo));
        self.level.map(Strength::from).or(by_elo)
    }

    /// Sets an option. Upper and lower case are the same in its name.
    ///
    /// # Errors
    /// What is wrong with the name or the value. Nothing is changed then.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Effect, String> {
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                self.hash = spin(name, value, Engine::MIN_HASH as u64, Engine::MAX_HASH as u64)? as usize;
                return Ok(Effect::ResizeHash);
            }
            "threads" => {
                let threads = spin(name, value, 1, Engine::MAX_THREADS as u64)? as usize;
                return Ok(Effect::SetThreads(threads));
            }
            "multipv" => self.multi_pv = spin(name, value, 1, MAX_LINES)? as usize,
            "ponder" => {
                // Nothing to set: the user interface ponders by sending `go ponder`.
                check(name, value)?;
            }
            "move overhead" => self.overhead = Duration::from_millis(spin(name, value, 0, MAX_OVERHEAD)?),
            "uci_chess960" => {
                let variant = Variant::from_uci(self.variant.uci_variant(), check(name, value)?);
                self.variant = variant.ok_or_else(|| format!("{name}: not with {}", self.variant))?;
            }
            "uci_showwdl" => self.show_wdl = check(name, value)?,
            "uci_limitstrength" => self.limit_strength = check(name, value)?,
            "uci_elo" => {
                let [least, most] = [Level::LOWEST, Level::HIGHEST].map(|level| level.elo() as u64);
                self.elo = spin(name, value, least, most)? as i32;
            }
            "level" => self.level = Level::new(spin(name, value, 0, Level::HIGHEST.get().into())? as u8),
            "level seed" => self.level_seed = spin(name, value, 0, i32::MAX as u64)?,
            "evalfile" => return Ok(Effect::Evaluate),
            "clear hash" => return Ok(Effect::ClearHash),
            _ => return Err(format!("unknown option {}", shorten(name))),
        }
        Ok(Effect::Nothing)
    }
}

fn spin(name: &str, value: &str, least: u64, most: u64) -> Result<u64, String> {
    match value.parse::<u64>() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(format!("{name}: expected a whole number from {least} to {most}, found {}", shorten(value))),
    }
}

fn check(name: &str, value: &str) -> Result<bool, String> {
    if value.eq_ignore_ascii_case("true") {
        Ok(true)
    } else if value.eq_ignore_ascii_case("false") {
        Ok(false)
    } else {
        Err(format!("{name}: expected true or false, found {}", shorten(value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_overrides_an_elo_which_must_be_switched_on() {
        let mut options = Options::default();
        let third = Level::new(3).unwrap();
        options.set("UCI_Elo", &third.elo().to_string()).unwrap();
        assert_eq!(options.strength(), None);
        options.set("UCI_LimitStrength", "true").unwrap();
        assert_eq!(options.strength(), Some(third.into()));
        options.set("Level", "7").unwrap();
        assert_eq!(options.strength(), Level::new(7).map(Strength::from));
        options.set("Level", "0").unwrap();
        assert_eq!(options.strength(), Some(third.into()));
        assert!(options.set("UCI_Elo", "100").is_err());
    }

    #[test]
    fn values_are_checked() {
        let mut options = Options::default();
        assert_eq!(options.set("hash", "64"), Ok(Effect::ResizeHash));
        assert_eq!(options.hash, 64);
        for (name, value) in
            [("Hash", "0"), ("Hash", "many"), ("Threads", "257"), ("UCI_Chess960", "yes"), ("Level", "16")]
        {
            assert!(options.set(name, value).is_err(), "{name} {value}");
        }
        assert_eq!(options.set("Level", "5"), Ok(Effect::Nothing));
        let fifth = Level::new(5).unwrap();
        assert_eq!(options.strength(), Some(fifth.into()));
        assert_eq!(options.set("LEVEL", "0"), Ok(Effect::Nothing));
        assert_eq!(options.strength(), None);
        assert!(options.set("Contempt", "1").unwrap_err().contains("unknown option \"Contempt\""));
    }
}
