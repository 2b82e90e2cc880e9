// SPDX-License-Identifier: MIT OR Apache-2.0
//! One entry of a tie-break list, as TRF writes it: `BH:GP/C1`.

use std::fmt;
use std::str::FromStr;

use super::Acronym;
use crate::teams::TeamScore;

/// One entry of a tie-break list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TieBreak {
    /// What is computed.
    pub acronym: Acronym,
    /// For teams, the score that is looked at: `:MP`, `:GP`; the primary score where nothing is said.
    pub score: Option<TeamScore>,
    /// The least significant values that are dropped: `/C1`, `/C2`, and by `/M1`, `/M2` too.
    pub cut_low: usize,
    /// The most significant values that are dropped: `/M1`, `/M2`.
    pub cut_high: usize,
    /// Koya's limit above half of the points, in half points: `/L+1`.
    pub limit: i32,
    /// The normalising factor of SSSC, where the rules of the event state one: `/K4`.
    pub factor: Option<u32>,
    /// Forfeits count as games against the scheduled opponent: `/P`.
    pub forfeits_played: bool,
    /// The last round counts as drawn: `/F`.
    pub fore: bool,
    /// The lowest value is best: `/R`.
    pub reversed: bool,
}

impl From<Acronym> for TieBreak {
    fn from(acronym: Acronym) -> Self {
        Self {
            acronym,
            score: None,
            cut_low: 0,
            cut_high: 0,
            limit: 0,
            factor: None,
            forfeits_played: false,
            fore: false,
            reversed: false,
        }
    }
}

/// The text names no tie-break.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TieBreakError {
    /// No such acronym.
    #[error(
        "\"{0}\" is no tie-break; known are DE WIN WON BPG BWG PS REP STD TPN BH AOB FB SB KS ARO TPR PTP APRO APPO RTNG, \
         and for teams MPvGP EMMSB EMGSB EGMSB EGGSB EDE EDET EDEB EDEBT EDEBB BC TBR BBE SSSC"
    )]
    Unknown(String),
    /// The acronym is known, the modifier is not, or does not fit.
    #[error("\"{modifier}\" does not fit {acronym}; modifiers are :MP :GP /C1 /C2 /M1 /M2 /L+1 /K4 /P /F /R")]
    Modifier {
        /// The acronym.
        acronym: String,
        /// The modifier.
        modifier: String,
    },
    /// Article 8.
    #[error("{0} must not be used in a round robin (C.07 article 8); usual are DE, SB and KS")]
    NotInRoundRobin(String),
    /// Articles 11 to 13.
    #[error("{0} is a tie-break of teams; players alone are ranked here")]
    TeamsOnly(String),
    /// Article 10.
    #[error("{0} rests on players' ratings (C.07 article 10); teams have none")]
    PlayersOnly(String),
}

impl FromStr for TieBreak {
    type Err = TieBreakError;

    /// Reads `BH/C1`, `BH-C1` or `bh/c1`, for teams also `BH:GP/C1`.
    fn from_str(text: &str) -> Result<Self, TieBreakError> {
        let upper = text.trim().to_ascii_uppercase();
        let (head, rest) = match upper.find(['/', '-']) {
            Some(at) => (&upper[..at], &upper[at..]),
            None => (upper.as_str(), ""),
        };
        let (name, score) = match head.split_once(':') {
            Some((name, score)) => (name, Some(score)),
            None => (head, None),
        };
        let acronym = Acronym::named(name).ok_or_else(|| TieBreakError::Unknown(text.trim().to_owned()))?;
        let mut tie_break = Self::from(acronym);
        let problem =
            |modifier: String| TieBreakError::Modifier { acronym: acronym.name().to_owned(), modifier };
        tie_break.score = match score {
            None => None,
            Some("MP") if acronym.has_score() || acronym.counts_rounds() => Some(TeamScore::MatchPoints),
            Some("GP") if acronym.has_score() => Some(TeamScore::GamePoints),
            Some(other) => return Err(problem(format!(":{other}"))),
        };
        // "BH-C1" is the handbook's spelling of TRF's "BH/C1"; the minus of "KS/L-1" stays.
        let modifiers = rest.strip_prefix('-').or(rest.strip_prefix('/')).unwrap_or(rest);
        for modifier in modifiers.split('/').filter(|_| !rest.is_empty()) {
            if !tie_break.modify(modifier) {
                return Err(problem(format!("/{modifier}")));
            }
        }
        Ok(tie_break)
    }
}

impl TieBreak {
    /// Reads a list of codes. The score that it may begin with, `PTS`, `PTS:MP`, `PTS:GP`, `MPTS` or `GPTS`, is no
    /// tie-break: it says which score of teams comes first, where anything but `PTS` is said.
    ///
    /// # Errors
    /// The first code that names no tie-break.
    pub fn list<'a>(
        codes: impl IntoIterator<Item = &'a str>,
    ) -> Result<(Option<TeamScore>, Vec<Self>), TieBreakError> {
        let mut primary = None;
        let mut list = Vec::new();
        for code in codes.into_iter().map(str::trim).filter(|code| !code.is_empty()) {
            match code.to_ascii_uppercase().as_str() {
                "PTS" => {}
                "PTS:MP" | "MPTS" => primary = Some(TeamScore::MatchPoints),
                "PTS:GP" | "GPTS" => primary = Some(TeamScore::GamePoints),
                _ => list.push(code.parse()?),
            }
        }
        Ok((primary, list))
    }

    fn modify(&mut self, modifier: &str) -> bool {
        let cuts = self.acronym.can_be_cut() && self.cut_low == 0;
        match modifier {
            "C1" | "C2" if cuts => self.cut_low = if modifier == "C1" { 1 } else { 2 },
            "M1" | "M2" if cuts => {
                self.cut_low = if modifier == "M1" { 1 } else { 2 };
                self.cut_high = self.cut_low;
            }
            "P" => self.forfeits_played = true,
            "R" => self.reversed = true,
            "F" if self.acronym.is_buchholz() => self.fore = true,
            _ => return self.modify_by_number(modifier),
        }
        true
    }

    fn modify_by_number(&mut self, modifier: &str) -> bool {
        if let Some(Ok(limit)) = modifier.strip_prefix('L').map(str::parse::<i32>) {
            self.limit = limit;
            return self.acronym == Acronym::Ks && limit.abs() <= 400;
        }
        if let Some(Ok(factor)) = modifier.strip_prefix('K').map(str::parse::<u32>) {
            self.factor = Some(factor);
            return self.acronym == Acronym::Sssc && (1..=100_000).contains(&factor);
        }
        false
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.acronym.name())?;
        match self.score {
            None => {}
            Some(TeamScore::MatchPoints) => write!(f, ":MP")?,
            Some(TeamScore::GamePoints) => write!(f, ":GP")?,
        }
        match (self.cut_low, self.cut_high) {
            (0, _) => {}
            (count, 0) => write!(f, "/C{count}")?,
            (count, _) => write!(f, "/M{count}")?,
        }
        if self.limit != 0 {
            write!(f, "/L{:+}", self.limit)?;
        }
        for (given, letter) in [(self.fore, "F"), (self.forfeits_played, "P")] {
            if given {
                write!(f, "/{letter}")?;
            }
        }
        if let Some(factor) = self.factor {
            write!(f, "/K{factor}")?;
        }
        if self.reversed {
            write!(f, "/R")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_and_print() {
        for text in [
            "BH",
            "BH/C1",
            "SB/M2",
            "KS/L+1",
            "KS/L-2",
            "DE/P",
            "AOB/F",
            "TPN/R",
            "BH/C2/P",
            "BH:GP/M2/P",
            "MPvGP",
            "EMGSB/C1/P",
            "SSSC/F/P/K4",
            "EDEBT",
            "WIN:MP",
            "DE:GP",
        ] {
            assert_eq!(text.parse::<TieBreak>().unwrap().to_string(), text);
        }
        let (primary, list) = TieBreak::list(["pts:gp", "", " BH "]).unwrap();
        assert_eq!((primary, list), (Some(TeamScore::GamePoints), vec!["BH".parse().unwrap()]));
        assert_eq!("bh-c1".parse::<TieBreak>(), "BH/C1".parse());
        for text in [
            "", "XY", "DE/C1", "BH/C3", "KS/L", "BH/", "BH/C1/M1", "BH:XP", "WIN:GP", "ARO:MP", "SSSC/K0",
            "BH/K4", "TBR/F", ":MP",
        ] {
            assert!(text.parse::<TieBreak>().is_err(), "{text}");
        }
    }
}
