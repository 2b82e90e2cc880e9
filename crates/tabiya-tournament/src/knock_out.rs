// SPDX-License-Identifier: MIT OR Apache-2.0
//! Knock-outs: the seeded bracket, and matches with a ladder of tie-breaks down to one armageddon game.

use crate::Colour;

/// The first round of a knock-out: pairs of seeds from 1, in the order of the bracket, so that the winners of pairs
/// 1 and 2 meet, those of 3 and 4, and so on. `None` is a free pass; the highest seeds have them. The two highest seeds
/// can meet in the final only, the four highest not before the semi-finals.
///
/// ```
/// let pairs = tabiya_tournament::knock_out::first_round(6);
/// assert_eq!(pairs, [(1, None), (4, Some(5)), (2, None), (3, Some(6))]);
/// ```
pub fn first_round(players: u16) -> Vec<(u16, Option<u16>)> {
    if players < 2 {
        return (players == 1).then_some((1, None)).into_iter().collect();
    }
    let mut seeds: Vec<u32> = vec![1];
    while seeds.len() < usize::from(players) {
        let size = 2 * seeds.len() as u32;
        seeds = seeds.into_iter().flat_map(|seed| [seed, size + 1 - seed]).collect();
    }
    let present = |seed: u32| u16::try_from(seed).ok().filter(|seed| *seed <= players);
    let pairs = seeds.chunks_exact(2).filter_map(|pair| {
        let (one, other) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
        present(one).map(|one| (one, present(other)))
    });
    pairs.collect()
}

/// A time control: minutes for the game and seconds added with each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// Minutes.
    pub minutes: u16,
    /// Seconds.
    pub increment: u16,
}

/// One step of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// So many games, colours alternating; the higher score wins the match.
    Games {
        /// How many, at least one.
        games: u8,
        /// With this control; `None` is that of the tournament.
        control: Option<Control>,
    },
    /// One game that Black wins with a draw. White has this control; both bid for Black's time, and the lower bid has
    /// Black.
    Armageddon {
        /// White's control.
        white: Control,
    },
}

/// The ladder of the World Cup: 2 games; then 2 each of 15+10, 10+10, 5+3 and 3+2; then armageddon with 4+2 for White.
pub fn world_cup() -> Vec<Stage> {
    let two = |minutes, increment| Stage::Games { games: 2, control: Some(Control { minutes, increment }) };
    let armageddon = Stage::Armageddon { white: Control { minutes: 4, increment: 2 } };
    vec![Stage::Games { games: 2, control: None }, two(15, 10), two(10, 10), two(5, 3), two(3, 2), armageddon]
}

/// A finished game of a match, as the first player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// The first player won.
    First,
    /// A draw.
    Draw,
    /// The second player won.
    Second,
}

/// What comes next in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A game of a stage, counted from 0, with the first player's colour.
    Game {
        /// The stage.
        stage: usize,
        /// The first player's colour; `None` in an armageddon game, where the bids decide.
        colour: Option<Colour>,
    },
    /// The first player has won.
    FirstWins,
    /// The second player has won.
    SecondWins,
    /// All stages are played and the match is level: lots are drawn.
    Level,
}

/// What comes next after some games of a match. `first_colour` is the first player's colour in the first game; each
/// stage after it begins with the other colour than the stage before. `armageddon_black` tells whether the first player
/// has Black in the armageddon game, once the bids are known. A stage ends as soon as its games can't change it.
pub fn next(ladder: &[Stage], games: &[Score], first_colour: Colour, armageddon_black: Option<bool>) -> Next {
    let mut rest = games;
    for (index, stage) in ladder.iter().enumerate() {
        let start = if index % 2 == 0 { first_colour } else { first_colour.other() };
        match stage {
            Stage::Games { games, .. } => {
                let count = usize::from(*games);
                let mut lead: i32 = 0;
                for played in 0..count {
                    let open = (count - played) as i32;
                    if lead.abs() > 2 * open || (played == count && lead != 0) {
                        break;
                    }
                    let Some((score, later)) = rest.split_first() else {
                        let colour = if played % 2 == 0 { start } else { start.other() };
                        return Next::Game { stage: index, colour: Some(colour) };
                    };
                    rest = later;
                    lead += match score {
                        Score::First => 2,
                        Score::Draw => 0,
                        Score::Second => -2,
                    };
                }
                match lead.cmp(&0) {
                    std::cmp::Ordering::Greater => return Next::FirstWins,
                    std::cmp::Ordering::Less => return Next::SecondWins,
                    std::cmp::Ordering::Equal => {}
                }
            }
            Stage::Armageddon { .. } => {
                let Some((score, _)) = rest.split_first() else {
                    let black = |black| if black { Colour::Black } else { Colour::White };
                    return Next::Game { stage: index, colour: armageddon_black.map(black) };
                };
                return match (score, armageddon_black) {
                    (Score::First, _) | (Score::Draw, Some(true)) => Next::FirstWins,
                    (Score::Second, _) | (Score::Draw, Some(false)) => Next::SecondWins,
                    (Score::Draw, None) => Next::Level,
                };
            }
        }
    }
    Next::Level
}

/// Who has Black in an armageddon game: the player who bid less time, in seconds, and that time. Equal bids: the first.
pub const fn armageddon_bids(first: u32, second: u32) -> (bool, u32) {
    if first <= second { (true, first) } else { (false, second) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_keep_the_best_apart() {
        assert_eq!(first_round(8), [(1, Some(8)), (4, Some(5)), (2, Some(7)), (3, Some(6))]);
        let cup = first_round(206);
        assert_eq!(cup.iter().filter(|pair| pair.1.is_none()).count(), 50);
        assert!(cup.iter().filter(|pair| pair.1.is_none()).all(|pair| pair.0 <= 50));
        for players in 2..200_u16 {
            let mut seen: Vec<u16> =
                first_round(players).iter().flat_map(|pair| [Some(pair.0), pair.1]).flatten().collect();
            seen.sort_unstable();
            assert_eq!(seen, (1..=players).collect::<Vec<_>>());
            // If the higher seed always wins, seeds 1 and 2 meet last.
            let mut round: Vec<u16> = first_round(players).iter().map(|pair| pair.0).collect();
            while round.len() > 2 {
                round = round.chunks_exact(2).map(|pair| pair[0].min(pair[1])).collect();
            }
            assert!(players == 2 || round == [1, 2], "{players}: {round:?}");
        }
    }

    #[test]
    fn a_match_goes_down_the_ladder() {
        use Score::{Draw, First, Second};
        let ladder = world_cup();
        let after = |games: &[Score]| next(&ladder, games, Colour::White, Some(true));
        let game = |stage, colour| Next::Game { stage, colour: Some(colour) };
        assert_eq!(after(&[]), game(0, Colour::White));
        assert_eq!(after(&[First]), game(0, Colour::Black));
        assert_eq!(after(&[First, Draw]), Next::FirstWins);
        assert_eq!(after(&[First, Second]), game(1, Colour::Black));
        assert_eq!(after(&[Draw, Draw, Second, Draw]), Next::SecondWins);
        assert_eq!(after(&[Draw; 10]), game(5, Colour::Black));
        assert_eq!(after(&[Draw; 11]), Next::FirstWins, "a draw is Black's win");
        assert_eq!(armageddon_bids(150, 149), (false, 149));
    }
}
