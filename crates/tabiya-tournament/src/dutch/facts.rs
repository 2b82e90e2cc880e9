// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the pairing rules look at in each player: C.04.3 article 1.

use crate::{Bye, Cell, Colour, Player, Points, Tournament};

/// A float of C.04.3 articles 1.4.2 to 1.4.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Float {
    /// Met a player of a lower score, or got points above a loss without playing.
    Down,
    /// Met a player of a higher score.
    Up,
}

/// How strongly a colour is wanted: C.04.3 article 1.7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// No game was played yet.
    None,
    /// As many games with each colour: alternate.
    Mild,
    /// One game more with one colour.
    Strong,
    /// Two games more with one colour, or the same colour twice running.
    Absolute,
}

/// A player as the pairing of one round sees them.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The starting number.
    pub number: u16,
    /// The place in the order of starting numbers, from 1, counting only players who were ever paired. Its parity
    /// decides colours by C.04.3 article 5.2.5.
    pub place: usize,
    /// The score with which the player is paired: virtual points included.
    pub score: Points,
    /// The colours of the games that were played, in their order (C.04.2 article 3.4).
    pub colours: Vec<Colour>,
    /// Games with White less games with Black.
    pub difference: i32,
    /// The colour that is wanted.
    pub preference: Option<Colour>,
    /// How strongly.
    pub strength: Strength,
    /// The float of the round before, and of the round before that.
    pub floats: [Option<Float>; 2],
    /// Whether C2 allows the pairing-allocated bye.
    pub may_have_bye: bool,
    /// Rounds so far without a game on the board.
    pub unplayed: u16,
    /// Everybody met on the board, by starting number, sorted.
    pub opponents: Vec<u16>,
    /// Whether C.04.3 article 1.8 holds: the last round is paired, and the score is over half of what was possible.
    pub topscorer: bool,
}

impl Facts {
    /// Looks at a player before the pairing of a round.
    pub(super) fn new(tournament: &Tournament, player: &Player, round: u16, place: usize) -> Self {
        let played: Vec<_> =
            (1..round).filter_map(|past| player.cell(past).played().map(|game| (past, game))).collect();
        let colours: Vec<Colour> = played.iter().filter_map(|(_, (_, colour, _))| *colour).collect();
        let count = |wanted| colours.iter().filter(|colour| **colour == wanted).count();
        let difference = count(Colour::White) as i32 - count(Colour::Black) as i32;
        let (preference, strength) = preference(&colours, difference);
        let mut opponents: Vec<u16> = played.iter().map(|(_, (opponent, ..))| *opponent).collect();
        opponents.sort_unstable();
        let real = tournament.score(player, round - 1);
        let last_round = tournament.rounds.is_some_and(|rounds| round >= rounds);
        let possible = tournament.scoring.win() * i32::from(round - 1);
        Self {
            number: player.number,
            place,
            score: real + tournament.virtual_points(player.number, round),
            difference,
            preference,
            strength,
            floats: [1, 2]
                .map(|back| (round > back).then(|| float(tournament, player, round - back)).flatten()),
            may_have_bye: (1..round).all(|past| !bars_bye(tournament, player, past)),
            unplayed: round - 1 - u16::try_from(played.len()).unwrap_or(round - 1),
            colours,
            opponents,
            topscorer: last_round && round > 1 && real.as_tenths() * 2 > possible.as_tenths(),
        }
    }

    /// Whether the players met on the board.
    pub fn has_met(&self, other: u16) -> bool {
        self.opponents.binary_search(&other).is_ok()
    }

    /// Whether the float so many rounds back, 1 or 2, went that way.
    pub(super) fn floated(&self, way: Float, back: usize) -> bool {
        self.floats[back - 1] == Some(way)
    }
}

/// C.04.3 article 1.7.
fn preference(colours: &[Colour], difference: i32) -> (Option<Colour>, Strength) {
    let Some(last) = colours.last() else { return (None, Strength::None) };
    let twice = colours.len() > 1 && colours[colours.len() - 2] == *last;
    match difference {
        2.. => (Some(Colour::Black), Strength::Absolute),
        ..=-2 => (Some(Colour::White), Strength::Absolute),
        _ if twice => (Some(last.other()), Strength::Absolute),
        1 => (Some(Colour::Black), Strength::Strong),
        -1 => (Some(Colour::White), Strength::Strong),
        _ => (Some(last.other()), Strength::Mild),
    }
}

/// C.04.1 article 4: a pairing-allocated bye, or a win's points in one round without playing.
fn bars_bye(tournament: &Tournament, player: &Player, round: u16) -> bool {
    let cell = player.cell(round);
    cell == Cell::Bye(Bye::PairingAllocated)
        || (cell.played().is_none()
            && tournament.points(player.number, round, cell) >= tournament.scoring.win())
}

/// The float that a round gave: C.04.3 articles 1.4.2 to 1.4.4.
fn float(tournament: &Tournament, player: &Player, round: u16) -> Option<Float> {
    let cell = player.cell(round);
    let Some((opponent, ..)) = cell.played() else {
        let bye = cell == Cell::Bye(Bye::PairingAllocated);
        let points = tournament.points(player.number, round, cell);
        return (bye || points > tournament.scoring.loss()).then_some(Float::Down);
    };
    let opponent = tournament.player(opponent)?;
    let score = |player: &Player| {
        tournament.score(player, round - 1) + tournament.virtual_points(player.number, round)
    };
    match score(player).cmp(&score(opponent)) {
        std::cmp::Ordering::Greater => Some(Float::Down),
        std::cmp::Ordering::Less => Some(Float::Up),
        std::cmp::Ordering::Equal => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preferences_of_colour_histories() {
        let colours = |text: &str| {
            let side = |letter| if letter == 'w' { Colour::White } else { Colour::Black };
            let colours: Vec<_> = text.chars().map(side).collect();
            let difference = colours.iter().map(|colour| if *colour == Colour::White { 1 } else { -1 }).sum();
            preference(&colours, difference)
        };
        let (white, black) = (Some(Colour::White), Some(Colour::Black));
        for (text, expected) in [
            ("", (None, Strength::None)),
            ("w", (black, Strength::Strong)),
            ("wb", (white, Strength::Mild)),
            ("wbb", (white, Strength::Absolute)),
            ("bwbw", (black, Strength::Mild)),
            ("ww", (black, Strength::Absolute)),
            ("wbwbb", (white, Strength::Absolute)),
        ] {
            assert_eq!(colours(text), expected, "{text}");
        }
    }
}
