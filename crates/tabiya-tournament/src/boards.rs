// SPDX-License-Identifier: MIT OR Apache-2.0
//! Events of one round: team matches by board order, and simuls.

use crate::Colour;

/// A result of one board as the first team, or the host, sees it.
pub use crate::knock_out::Score;

/// One board: who has White and who has Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// White's id.
    pub white: u32,
    /// Black's id.
    pub black: u32,
}

/// The boards of a team match: players in board order, colours alternating down the boards. `first_colour` is the first
/// team's on board 1. Players beyond the shorter list have no opponent.
pub fn team_match(first: &[u32], second: &[u32], first_colour: Colour) -> Vec<Board> {
    let boards = first.iter().zip(second).enumerate();
    boards
        .map(|(index, (one, other))| {
            let colour = if index % 2 == 0 { first_colour } else { first_colour.other() };
            board(*one, *other, colour)
        })
        .collect()
}

fn board(one: u32, other: u32, colour: Colour) -> Board {
    match colour {
        Colour::White => Board { white: one, black: other },
        Colour::Black => Board { white: other, black: one },
    }
}

/// What a team match is worth (C.07 article 11.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchScore {
    /// Game points in half points, of the first team and of the second.
    pub game_halves: (u32, u32),
    /// Match points: 2 for a win, 1 for a draw.
    pub match_points: (u32, u32),
}

/// The score of a team match from its boards.
pub fn match_score(boards: &[Score]) -> MatchScore {
    let halves = |won: Score| -> u32 {
        let points = |score: &Score| match score {
            Score::Draw => 1,
            score if *score == won => 2,
            Score::First | Score::Second => 0,
        };
        boards.iter().map(points).sum()
    };
    let game_halves = (halves(Score::First), halves(Score::Second));
    let match_points = match game_halves.0.cmp(&game_halves.1) {
        std::cmp::Ordering::Greater => (2, 0),
        std::cmp::Ordering::Equal => (1, 1),
        std::cmp::Ordering::Less => (0, 2),
    };
    MatchScore { game_halves, match_points }
}

/// The host's colour in a simul.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostColour {
    /// The same on all boards.
    Always(Colour),
    /// White on the first board, Black on the second, and so on.
    Alternating,
}

/// The boards of a simul.
pub fn simul(host: u32, players: &[u32], colour: HostColour) -> Vec<Board> {
    let boards = players.iter().enumerate();
    boards
        .map(|(index, player)| {
            let colour = match colour {
                HostColour::Always(colour) => colour,
                HostColour::Alternating if index % 2 == 0 => Colour::White,
                HostColour::Alternating => Colour::Black,
            };
            board(host, *player, colour)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn teams_alternate_colours() {
        let boards = team_match(&[1, 2, 3], &[11, 12], Colour::Black);
        assert_eq!(boards, [Board { white: 11, black: 1 }, Board { white: 2, black: 12 }]);
        let score = match_score(&[Score::First, Score::Draw, Score::Second, Score::Draw]);
        assert_eq!(score, MatchScore { game_halves: (4, 4), match_points: (1, 1) });
        assert_eq!(match_score(&[Score::Second]).match_points, (0, 2));
    }

    #[test]
    fn a_host_plays_everybody() {
        let boards = simul(1, &[2, 3, 4], HostColour::Alternating);
        assert_eq!(boards.iter().map(|board| board.white).collect::<Vec<_>>(), [1, 3, 1]);
        assert!(simul(1, &[2, 3], HostColour::Always(Colour::Black)).iter().all(|board| board.black == 1));
    }
}
