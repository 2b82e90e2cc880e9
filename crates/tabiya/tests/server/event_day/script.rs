// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games as programs play them here: short, and of every result.

/// How a game goes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Script {
    WhiteMates,
    BlackMates,
    WhiteResigns,
    Agreed,
}

impl Script {
    /// The script of a game. Taken up again after a kill it is the same.
    pub(super) fn of(number: usize) -> Self {
        let all = [Self::WhiteMates, Self::BlackMates, Self::Agreed, Self::WhiteMates, Self::WhiteResigns];
        all[number % all.len()]
    }

    pub(super) const fn moves(self) -> &'static [&'static str] {
        match self {
            Self::WhiteMates => &["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"],
            Self::BlackMates => &["f2f3", "e7e5", "g2g4", "d8h4"],
            Self::WhiteResigns | Self::Agreed => &["d2d4", "d7d5"],
        }
    }

    /// What the players do after the last move: the colour, 0 for White, and the act.
    pub(super) const fn acts(self) -> &'static [(usize, &'static str)] {
        match self {
            Self::WhiteMates | Self::BlackMates => &[],
            Self::WhiteResigns => &[(0, "resign")],
            Self::Agreed => &[(0, "draw/yes"), (1, "draw/yes")],
        }
    }
}
