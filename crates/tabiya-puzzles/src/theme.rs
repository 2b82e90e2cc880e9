// SPDX-License-Identifier: AGPL-3.0-or-later
//! The themes of puzzles, by the names that the public CSV has for them.

use std::fmt;
use std::str::FromStr;

/// Makes the enum and its list from one list of names.
macro_rules! themes {
    ($($variant:ident $name:literal,)*) => {
        /// What a puzzle is about. The number of each is stored, so new ones come at the end.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Theme {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl Theme {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Its name in the CSV.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

themes! {
    AdvancedPawn "advancedPawn",
    Advantage "advantage",
    AnastasiaMate "anastasiaMate",
    ArabianMate "arabianMate",
    AttackingF2F7 "attackingF2F7",
    Attraction "attraction",
    BackRankMate "backRankMate",
    BalestraMate "balestraMate",
    BishopEndgame "bishopEndgame",
    BlindSwineMate "blindSwineMate",
    BodenMate "bodenMate",
    CapturingDefender "capturingDefender",
    Castling "castling",
    Clearance "clearance",
    CornerMate "cornerMate",
    Crushing "crushing",
    DefensiveMove "defensiveMove",
    Deflection "deflection",
    DiscoveredAttack "discoveredAttack",
    DiscoveredCheck "discoveredCheck",
    DoubleBishopMate "doubleBishopMate",
    DoubleCheck "doubleCheck",
    DovetailMate "dovetailMate",
    EnPassant "enPassant",
    Endgame "endgame",
    Equality "equality",
    ExposedKing "exposedKing",
    Fork "fork",
    HangingPiece "hangingPiece",
    HookMate "hookMate",
    Interference "interference",
    Intermezzo "intermezzo",
    KillBoxMate "killBoxMate",
    KingsideAttack "kingsideAttack",
    KnightEndgame "knightEndgame",
    Long "long",
    Master "master",
    MasterVsMaster "masterVsMaster",
    Mate "mate",
    MateIn1 "mateIn1",
    MateIn2 "mateIn2",
    MateIn3 "mateIn3",
    MateIn4 "mateIn4",
    MateIn5 "mateIn5",
    Middlegame "middlegame",
    OneMove "oneMove",
    Opening "opening",
    OperaMate "operaMate",
    PawnEndgame "pawnEndgame",
    PillsburysMate "pillsburysMate",
    Pin "pin",
    Promotion "promotion",
    QueenEndgame "queenEndgame",
    QueenRookEndgame "queenRookEndgame",
    QueensideAttack "queensideAttack",
    QuietMove "quietMove",
    RookEndgame "rookEndgame",
    Sacrifice "sacrifice",
    Short "short",
    Skewer "skewer",
    SmotheredMate "smotheredMate",
    SuperGm "superGM",
    SwallowstailMate "swallowstailMate",
    TrappedPiece "trappedPiece",
    TriangleMate "triangleMate",
    UnderPromotion "underPromotion",
    VeryLong "veryLong",
    VukovicMate "vukovicMate",
    XRayAttack "xRayAttack",
    Zugzwang "zugzwang",
}

impl Theme {
    /// The number by which it is stored.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no theme has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no theme is called {0:?}")]
pub struct NoSuchTheme(String);

impl FromStr for Theme {
    type Err = NoSuchTheme;

    fn from_str(text: &str) -> Result<Self, NoSuchTheme> {
        let found = Self::ALL.iter().find(|theme| theme.name() == text);
        found.copied().ok_or_else(|| NoSuchTheme(text.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_theme_has_its_name_and_its_number() {
        for (number, theme) in (0..).zip(Theme::ALL) {
            assert_eq!(theme.number(), number);
            assert_eq!(theme.name().parse(), Ok(*theme));
        }
        // Stored numbers never change.
        assert_eq!((Theme::Fork.number(), Theme::Zugzwang.number()), (27, 69));
        assert!("forks".parse::<Theme>().is_err());
    }
}
