// SPDX-License-Identifier: AGPL-3.0-or-later
//! What `event new`, `event change` and `event series new` say about an event besides its format and time.

use anyhow::bail;
use clap::ValueEnum;
use tabiya_protocol::events::{EventOptions, RatingLimits};

use super::ratings::{Ratings, ratings};

/// Decisions that a new event and a change have in common.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct CommonArgs {
    /// The tie-breaks in their order, with commas, as TRF writes them: DE,BH/C1,BH,SB
    #[arg(long, value_name = "LIST")]
    tiebreaks: Option<String>,
    /// How many half-point byes each player of a Swiss may ask for, else one
    #[arg(long, value_name = "NUMBER")]
    byes: Option<u16>,
    /// The last round in which such a bye is worth half a point, else the third-last one
    #[arg(long, value_name = "ROUND")]
    last_bye: Option<u16>,
    /// What the bye of whoever has no opponent in a Swiss is worth, until round 1 is published: a win, or half
    #[arg(long, value_enum)]
    bye: Option<Bye>,
    /// Whoever enters a Swiss late gets half a point for each round missed up to this one, else nothing
    #[arg(long, value_name = "ROUND")]
    late_half: Option<u16>,
    /// How many games each pairing of a Swiss has, with the colours changed after each, else one
    #[arg(long, value_name = "GAMES")]
    games_per_pairing: Option<u8>,
    /// Minutes after the start of a round after which whoever is not at a wooden board loses (FIDE's Laws, 6.7), else 0
    #[arg(long, value_name = "MINUTES")]
    default_time: Option<u16>,
    /// The ratings that may enter by themselves, such as ..1600; .. takes all
    #[arg(long, value_parser = ratings, value_name = "FROM..TO")]
    ratings: Option<Ratings>,
}

impl CommonArgs {
    /// That nothing was said which only a Swiss has, of an event that may be one.
    ///
    /// # Errors
    /// What that was.
    pub(super) fn for_format(&self, is_swiss: bool) -> anyhow::Result<()> {
        if is_swiss {
            return Ok(());
        }
        if self.games_per_pairing.is_some() {
            bail!(
                "--games-per-pairing is for a Swiss; --double gives a knockout and a round robin two games"
            );
        }
        for (is_said, option) in [(self.bye.is_some(), "--bye"), (self.late_half.is_some(), "--late-half")] {
            if is_said {
                bail!("{option} is for a Swiss");
            }
        }
        Ok(())
    }

    pub(super) fn options(&self) -> EventOptions {
        let list = |text: &String| text.split(',').map(|code| code.trim().to_owned()).collect();
        EventOptions {
            tie_breaks: self.tiebreaks.as_ref().map(list),
            most_byes: self.byes,
            last_bye: self.last_bye,
            half_bye: self.bye.map(|bye| bye == Bye::Half),
            late_half: self.late_half,
            games_per_pairing: self.games_per_pairing,
            default_time: self.default_time,
            ratings: self.ratings.map(|ratings| RatingLimits { from: ratings.from, to: ratings.to }),
            ..EventOptions::default()
        }
    }
}

/// What the bye is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Bye {
    Win,
    Half,
}

/// Yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum YesNo {
    Yes,
    No,
}

/// Who enters by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Entry {
    /// Everybody
    Open,
    /// Whoever has the entry code, which is printed
    Code,
    /// Nobody: the organisers enter the players
    Closed,
}

/// Decisions that a change says with yes and no.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct ChangeArgs {
    /// Whether online games are rated, until the first one begins
    #[arg(long, value_enum)]
    rated: Option<YesNo>,
    /// Who enters by themselves
    #[arg(long, value_enum)]
    entry: Option<Entry>,
    /// Whether the players of an arena may go berserk, until it begins
    #[arg(long, value_enum)]
    berserk: Option<YesNo>,
    /// Whether Chess960 is played, until the first game begins
    #[arg(long, value_enum)]
    chess960: Option<YesNo>,
    #[command(flatten)]
    common: CommonArgs,
}

impl ChangeArgs {
    pub(super) fn options(&self) -> EventOptions {
        let is = |answer: Option<YesNo>| answer.map(|answer| answer == YesNo::Yes);
        EventOptions {
            rated: is(self.rated),
            open: self.entry.map(|entry| entry != Entry::Closed),
            by_code: self.entry.map(|entry| entry == Entry::Code),
            berserk: is(self.berserk),
            chess960: is(self.chess960),
            ..self.common.options()
        }
    }
}
