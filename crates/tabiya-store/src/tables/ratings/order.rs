// SPDX-License-Identifier: AGPL-3.0-or-later
//! All steps of the fold as they are stored, and their order, which the numbers of the entries give.

use std::collections::{BTreeMap, HashMap, HashSet};

use tabiya_game::{Category, GameId, PlayerId};

use super::{fold::Line, read};
use crate::{
    Correction, CorrectionOf, PlayerRating, RatedGame, StorageError,
    tables::{Row, Statement},
};

/// Rows of one page.
const PAGE: u32 = 5_000;

/// Reads everything, page by page. Its caller runs the statements.
#[derive(Default)]
pub(crate) struct Loading {
    stage: Stage,
    stored: Stored,
}

#[derive(Clone, Copy, Default)]
enum Stage {
    #[default]
    Games,
    Corrections,
    Places,
    Ratings,
    Done,
}

/// What the tables hold.
#[derive(Default)]
pub(crate) struct Stored {
    /// In the order of their ids.
    pub(crate) games: Vec<RatedGame>,
    pub(crate) corrections: BTreeMap<i64, Correction>,
    /// Which entries each correction has made.
    pub(crate) places: HashMap<i64, Vec<(Line, u32)>>,
    pub(crate) ratings: Vec<PlayerRating>,
}

impl Loading {
    /// What to read next; `None` once all is read.
    pub(crate) fn next(&self) -> Option<Statement> {
        Some(match self.stage {
            Stage::Games => {
                let after = self.stored.games.last().map_or(String::new(), |last| last.game.game.to_string());
                read::all_rated(&after, PAGE)
            }
            Stage::Corrections => read::corrections(),
            Stage::Places => read::entries_of_corrections(),
            Stage::Ratings => {
                let last = self.stored.ratings.last();
                read::all_ratings(last.map(|last| (last.player, last.category)), PAGE)
            }
            Stage::Done => return None,
        })
    }

    /// Takes in the rows.
    ///
    /// # Errors
    /// If a row can't be read.
    pub(crate) fn take(&mut self, rows: Vec<Row>) -> Result<(), StorageError> {
        let is_last_page = rows.len() < PAGE as usize;
        for row in rows {
            match self.stage {
                Stage::Games => self.stored.games.push(read::rated_game(row)?),
                Stage::Corrections => {
                    let (number, correction) = read::correction(row)?;
                    self.stored.corrections.insert(number, correction);
                }
                Stage::Places => {
                    let columns = &mut row.columns();
                    let correction = columns.integer()?;
                    let line = (columns.player()?, read::category(columns)?);
                    self.stored.places.entry(correction).or_default().push((line, columns.number()?));
                }
                Stage::Ratings => self.stored.ratings.push(read::rating(row)?),
                Stage::Done => {}
            }
        }
        self.stage = match self.stage {
            Stage::Games if is_last_page => Stage::Corrections,
            Stage::Ratings if is_last_page => Stage::Done,
            Stage::Corrections => Stage::Places,
            Stage::Places => Stage::Ratings,
            stage => stage,
        };
        Ok(())
    }

    /// Everything that was read.
    pub(crate) fn finish(self) -> Stored {
        self.stored
    }
}

/// One step of the fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A game.
    Game(GameId),
    /// The correction with this number.
    Correction(i64),
}

impl Stored {
    /// The steps in an order in which each line's numbers rise by one, and those that have no place in it.
    pub(crate) fn steps(&self) -> (Vec<Step>, Vec<Step>) {
        let games = self.games.iter().map(|rated| {
            let category = rated.game.category;
            let places = vec![
                ((rated.game.white, category), rated.white.number),
                ((rated.game.black, category), rated.black.number),
            ];
            (Step::Game(rated.game.game), places)
        });
        let corrections = self
            .corrections
            .keys()
            .map(|number| (Step::Correction(*number), self.places.get(number).cloned().unwrap_or_default()));
        sorted(games.chain(corrections).collect())
    }

    /// The row of a game.
    pub(crate) fn game(&self, id: GameId) -> Option<&RatedGame> {
        let place = self.games.binary_search_by(|rated| rated.game.game.cmp(&id)).ok()?;
        self.games.get(place)
    }

    /// The games that corrections name.
    pub(crate) fn corrected(&self) -> HashSet<GameId> {
        self.corrections.values().filter_map(|correction| correction.what.game()).collect()
    }

    /// The games that are taken back after all corrections.
    pub(crate) fn taken_back(&self) -> HashSet<GameId> {
        let mut games = HashSet::new();
        for correction in self.corrections.values() {
            match correction.what {
                CorrectionOf::Start { .. } => {}
                CorrectionOf::TakenBack { game } => drop(games.insert(game)),
                CorrectionOf::CountedAgain { game } => drop(games.remove(&game)),
            }
        }
        games
    }
}

fn sorted(steps: Vec<(Step, Vec<(Line, u32)>)>) -> (Vec<Step>, Vec<Step>) {
    let mut at: HashMap<(PlayerId, Category, u32), usize> = HashMap::new();
    for (index, (_, places)) in steps.iter().enumerate() {
        for &((player, category), number) in places {
            at.insert((player, category, number), index);
        }
    }
    let mut next: HashMap<Line, u32> = HashMap::new();
    let mut taken = vec![false; steps.len()];
    let mut order = Vec::with_capacity(steps.len());
    let mut lines: Vec<Line> = at.keys().map(|&(player, category, _)| (player, category)).collect();
    while let Some((player, category)) = lines.pop() {
        let number = next.get(&(player, category)).copied().unwrap_or(1);
        let Some(&index) = at.get(&(player, category, number)) else { continue };
        let places = &steps[index].1;
        let is_due = |(line, number): &(Line, u32)| next.get(line).copied().unwrap_or(1) == *number;
        if taken[index] || !places.iter().all(is_due) {
            continue;
        }
        taken[index] = true;
        for &(line, number) in places {
            next.insert(line, number + 1);
            lines.push(line);
        }
        order.push(index);
    }
    let mut steps: Vec<_> = steps.into_iter().map(|(step, _)| Some(step)).collect();
    let order = order.into_iter().filter_map(|index| steps[index].take()).collect();
    (order, steps.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: Line = (PlayerId::from_bytes([1; 16]), Category::BLITZ);
    const BOB: Line = (PlayerId::from_bytes([2; 16]), Category::BLITZ);
    const EVE: Line = (PlayerId::from_bytes([3; 16]), Category::BLITZ);

    fn order(places: &[&[(Line, u32)]]) -> (Vec<i64>, Vec<i64>) {
        let steps = (0..).zip(places).map(|(number, places)| (Step::Correction(number), places.to_vec()));
        let (order, left) = sorted(steps.collect());
        let number = |step: Step| match step {
            Step::Correction(number) => number,
            Step::Game(_) => unreachable!("there are none"),
        };
        (order.into_iter().map(number).collect(), left.into_iter().map(number).collect())
    }

    #[test]
    fn the_numbers_of_both_players_give_the_order() {
        let places: [&[_]; 4] =
            [&[(ANN, 3), (EVE, 1)], &[(ANN, 2), (BOB, 1)], &[(ANN, 1)], &[(EVE, 2), (BOB, 2)]];
        let (found, left) = order(&places);
        let place = |number| found.iter().position(|each| *each == number).unwrap();
        assert!(place(2) < place(1) && place(1) < place(0) && place(0) < place(3), "{found:?}");
        assert!(left.is_empty(), "{left:?}");
    }

    #[test]
    fn gaps_and_circles_are_left_over() {
        assert_eq!(order(&[&[(ANN, 2)], &[(BOB, 1)]]), (vec![1], vec![0]));
        let circle: [&[_]; 2] = [&[(ANN, 1), (BOB, 2)], &[(ANN, 2), (BOB, 1)]];
        assert_eq!(order(&circle), (vec![], vec![0, 1]));
        // Both say that they are the first: one of them is.
        let (found, left) = order(&[&[(ANN, 1)], &[(ANN, 1)]]);
        assert_eq!((found.len(), left.len()), (1, 1));
    }
}
