// SPDX-License-Identifier: MIT OR Apache-2.0
//! The names of tie-breaks and their modifiers, as TRF writes them.

use std::fmt;
use std::str::FromStr;

/// The tie-breaks of C.07 article 5 for individuals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Acronym {
    /// Direct encounter, article 6.
    De,
    /// Rounds with a win's points, played or not, article 7.1.
    Win,
    /// Games won on the board, article 7.2.
    Won,
    /// Games played with Black, article 7.3.
    Bpg,
    /// Games won with Black, article 7.4.
    Bwg,
    /// Sum of the scores after each round, article 7.5.
    Ps,
    /// Rounds that the player chose to play, article 7.6.
    Rep,
    /// Wins and draws as 1 and ½, whatever they are worth, article 7.7.
    Std,
    /// The starting number, article 7.8.
    Tpn,
    /// Buchholz, article 8.1.
    Bh,
    /// Average of the opponents' Buchholz, article 8.2.
    Aob,
    /// Fore Buchholz, article 8.3.
    Fb,
    /// Sonneborn-Berger, article 9.1.
    Sb,
    /// Koya, article 9.2.
    Ks,
    /// Average rating of the opponents, article 10.1.
    Aro,
    /// Tournament performance rating, article 10.2.
    Tpr,
    /// Perfect tournament performance, article 10.3.
    Ptp,
    /// Average performance rating of the opponents, article 10.4.
    Apro,
    /// Average perfect performance of the opponents, article 10.5.
    Appo,
    /// The rating, article 10.6.
    Rtng,
}

impl Acronym {
    const ALL: [(Self, &'static str); 20] = [
        (Self::De, "DE"),
        (Self::Win, "WIN"),
        (Self::Won, "WON"),
        (Self::Bpg, "BPG"),
        (Self::Bwg, "BWG"),
        (Self::Ps, "PS"),
        (Self::Rep, "REP"),
        (Self::Std, "STD"),
        (Self::Tpn, "TPN"),
        (Self::Bh, "BH"),
        (Self::Aob, "AOB"),
        (Self::Fb, "FB"),
        (Self::Sb, "SB"),
        (Self::Ks, "KS"),
        (Self::Aro, "ARO"),
        (Self::Tpr, "TPR"),
        (Self::Ptp, "PTP"),
        (Self::Apro, "APRO"),
        (Self::Appo, "APPO"),
        (Self::Rtng, "RTNG"),
    ];

    fn name(self) -> &'static str {
        Self::ALL.iter().find(|(acronym, _)| *acronym == self).map_or("", |(_, name)| name)
    }

    /// Whether the value rests on ratings, so that it falls away where a player has none (article 10).
    pub const fn needs_ratings(self) -> bool {
        matches!(self, Self::Aro | Self::Tpr | Self::Ptp | Self::Apro | Self::Appo | Self::Rtng)
    }

    /// Whether article 8 forbids it in a round robin.
    pub const fn is_buchholz(self) -> bool {
        matches!(self, Self::Bh | Self::Aob | Self::Fb)
    }

    const fn can_be_cut(self) -> bool {
        matches!(self, Self::Bh | Self::Fb | Self::Sb | Self::Ps | Self::Aro)
    }
}

/// One entry of a tie-break list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TieBreak {
    /// What is computed.
    pub acronym: Acronym,
    /// The least significant values that are dropped: `/C1`, `/C2`, and by `/M1`, `/M2` too.
    pub cut_low: usize,
    /// The most significant values that are dropped: `/M1`, `/M2`.
    pub cut_high: usize,
    /// Koya's limit above half of the points, in half points: `/L+1`.
    pub limit: i32,
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
            cut_low: 0,
            cut_high: 0,
            limit: 0,
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
        "\"{0}\" is no tie-break; known are DE WIN WON BPG BWG PS REP STD TPN BH AOB FB SB KS ARO TPR PTP APRO APPO RTNG"
    )]
    Unknown(String),
    /// The acronym is known, the modifier is not, or does not fit.
    #[error("\"{modifier}\" does not fit {acronym}; modifiers are /C1 /C2 /M1 /M2 /L+1 /P /F /R")]
    Modifier {
        /// The acronym.
        acronym: String,
        /// The modifier.
        modifier: String,
    },
    /// Article 8.
    #[error("{0} must not be used in a round robin (C.07 article 8); usual are DE, SB and KS")]
    NotInRoundRobin(String),
}

impl FromStr for TieBreak {
    type Err = TieBreakError;

    /// Reads `BH/C1`, `BH-C1` or `bh/c1`.
    fn from_str(text: &str) -> Result<Self, TieBreakError> {
        let upper = text.trim().to_ascii_uppercase();
        let (name, rest) = match upper.find(['/', '-']) {
            Some(at) => (&upper[..at], &upper[at..]),
            None => (upper.as_str(), ""),
        };
        let (acronym, _) = Acronym::ALL
            .into_iter()
            .find(|(_, known)| *known == name)
            .ok_or_else(|| TieBreakError::Unknown(text.trim().to_owned()))?;
        let mut tie_break = Self::from(acronym);
        // "BH-C1" is the handbook's spelling of TRF's "BH/C1"; the minus of "KS/L-1" stays.
        let rest = rest.strip_prefix('-').or(rest.strip_prefix('/')).unwrap_or(rest);
        for modifier in rest.split('/').filter(|_| upper.len() > name.len()) {
            let problem =
                || TieBreakError::Modifier { acronym: name.to_owned(), modifier: format!("/{modifier}") };
            if !tie_break.modify(modifier) {
                return Err(problem());
            }
        }
        Ok(tie_break)
    }
}

impl TieBreak {
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
            _ => match modifier.strip_prefix('L').map(str::parse::<i32>) {
                Some(Ok(limit)) if self.acronym == Acronym::Ks && limit.abs() <= 400 => self.limit = limit,
                _ => return false,
            },
        }
        true
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.acronym.name())?;
        match (self.cut_low, self.cut_high) {
            (0, _) => {}
            (count, 0) => write!(f, "/C{count}")?,
            (count, _) => write!(f, "/M{count}")?,
        }
        if self.limit != 0 {
            write!(f, "/L{:+}", self.limit)?;
        }
        for (given, letter) in [(self.fore, "F"), (self.forfeits_played, "P"), (self.reversed, "R")] {
            if given {
                write!(f, "/{letter}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_and_print() {
        for text in ["BH", "BH/C1", "SB/M2", "KS/L+1", "KS/L-2", "DE/P", "AOB/F", "TPN/R", "BH/C2/P"] {
            assert_eq!(text.parse::<TieBreak>().unwrap().to_string(), text);
        }
        assert_eq!("bh-c1".parse::<TieBreak>(), "BH/C1".parse());
        for text in ["", "XY", "DE/C1", "BH/C3", "KS/L", "BH/", "BH/C1/M1"] {
            assert!(text.parse::<TieBreak>().is_err(), "{text}");
        }
    }
}
