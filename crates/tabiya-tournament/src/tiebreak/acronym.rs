// SPDX-License-Identifier: MIT OR Apache-2.0
//! The names of the tie-breaks: C.07 article 5.

/// The tie-breaks of C.07 article 5. Those from [`Acronym::MpVGp`] on are for teams alone.
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
    /// Match points where game points decide, else game points, article 13.1.
    MpVGp,
    /// Opponents' match points times the match points against them, article 13.2.1.
    Emmsb,
    /// Opponents' match points times the game points against them, article 13.2.2.
    Emgsb,
    /// Opponents' game points times the match points against them, article 13.2.3.
    Egmsb,
    /// Opponents' game points times the game points against them, article 13.2.4.
    Eggsb,
    /// Extended direct encounter: by the primary score, then by the other, article 13.3.
    Ede,
    /// EDE, then TBR between two teams, article 13.3.2.
    Edet,
    /// EDE, then BBE between two teams.
    Edeb,
    /// EDE, then BC and TBR between two teams.
    Edebt,
    /// EDE, then BC and BBE between two teams.
    Edebb,
    /// Board count: board numbers times the points there, the lowest first, article 12.1.
    Bc,
    /// Top board results: points on board 1, then on board 2, article 12.2.
    Tbr,
    /// Bottom board elimination: points without the last board, then without the last two, article 12.3.
    Bbe,
    /// Scores and schedule strength combination, article 13.4.
    Sssc,
}

impl Acronym {
    const ALL: [(Self, &'static str); 34] = [
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
        (Self::MpVGp, "MPvGP"),
        (Self::Emmsb, "EMMSB"),
        (Self::Emgsb, "EMGSB"),
        (Self::Egmsb, "EGMSB"),
        (Self::Eggsb, "EGGSB"),
        (Self::Ede, "EDE"),
        (Self::Edet, "EDET"),
        (Self::Edeb, "EDEB"),
        (Self::Edebt, "EDEBT"),
        (Self::Edebb, "EDEBB"),
        (Self::Bc, "BC"),
        (Self::Tbr, "TBR"),
        (Self::Bbe, "BBE"),
        (Self::Sssc, "SSSC"),
    ];

    /// The acronym with a name, in capitals or not.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| known.eq_ignore_ascii_case(name)).map(|(acronym, _)| *acronym)
    }

    /// The name, as FIDE writes it.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(acronym, _)| *acronym == self).map_or("", |(_, name)| name)
    }

    /// Whether the value rests on ratings, so that it falls away where a player has none (article 10).
    pub const fn needs_ratings(self) -> bool {
        matches!(self, Self::Aro | Self::Tpr | Self::Ptp | Self::Apro | Self::Appo | Self::Rtng)
    }

    /// Whether article 8 forbids it in a round robin. SSSC is partly a Buchholz.
    pub const fn is_buchholz(self) -> bool {
        matches!(self, Self::Bh | Self::Aob | Self::Fb | Self::Sssc)
    }

    /// Whether it is for teams alone (articles 12 and 13).
    pub const fn is_for_teams(self) -> bool {
        self as u8 >= Self::MpVGp as u8
    }

    /// Whether the lowest value is best.
    pub(super) const fn is_lowest_first(self) -> bool {
        matches!(self, Self::Tpn | Self::Bc)
    }

    pub(super) const fn can_be_cut(self) -> bool {
        matches!(self, Self::Bh | Self::Fb | Self::Sb | Self::Ps | Self::Aro)
            || self.is_extended_sonneborn_berger()
    }

    const fn is_extended_sonneborn_berger(self) -> bool {
        matches!(self, Self::Emmsb | Self::Emgsb | Self::Egmsb | Self::Eggsb)
    }

    /// Whether it can be computed with match points and with game points.
    pub(super) const fn has_score(self) -> bool {
        matches!(self, Self::De | Self::Ps | Self::Bh | Self::Aob | Self::Fb | Self::Sb | Self::Ks)
    }

    /// Whether it counts rounds, which are matches for a team, whichever score decides.
    pub(super) const fn counts_rounds(self) -> bool {
        matches!(self, Self::Win | Self::Won | Self::Bpg | Self::Bwg | Self::Rep | Self::Std)
    }
}
