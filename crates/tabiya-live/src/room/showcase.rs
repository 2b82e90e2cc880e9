// SPDX-License-Identifier: AGPL-3.0-or-later
//! The running games that "Watch" chooses from, sorted by the strength of their players.
//!
//! A game enters when both seats are taken and leaves when it ends, so moves cost nothing here.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tabiya_game::{Game, GameId, Seat, Speed};
use tabiya_rules::Color;

/// Games between two people come first, then those with the most rating points.
pub(crate) type Rank = (bool, u32);

/// Every running game that anybody may watch and whose clock runs.
#[derive(Default)]
pub(super) struct Showcase(Mutex<Shown>);

#[derive(Default)]
struct Shown {
    by_speed: HashMap<Speed, BTreeSet<(Rank, GameId)>>,
    all: HashMap<GameId, (Speed, Rank)>,
}

impl Showcase {
    /// Adds a game that goes on, or takes one away that has ended.
    pub(super) fn look_at(&self, id: GameId, game: &Game) {
        let wanted = wanted(game);
        let mut shown = self.shown();
        shown.remove(id);
        if let Some((speed, rank)) = wanted {
            shown.by_speed.entry(speed).or_default().insert((rank, id));
            shown.all.insert(id, (speed, rank));
        }
    }

    /// The game has no room any more.
    pub(super) fn forget(&self, id: GameId) {
        self.shown().remove(id);
    }

    /// The best games of a speed, the best first.
    pub(super) fn best(&self, speed: Speed, most: usize) -> Vec<(Rank, GameId)> {
        let shown = self.shown();
        let games = shown.by_speed.get(&speed).into_iter().flat_map(|games| games.iter().rev());
        games.take(most).copied().collect()
    }

    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shown {
    fn remove(&mut self, id: GameId) {
        if let Some((speed, rank)) = self.all.remove(&id)
            && let Some(games) = self.by_speed.get_mut(&speed)
        {
            games.remove(&(rank, id));
        }
    }
}

fn wanted(game: &Game) -> Option<(Speed, Rank)> {
    let speed = game.time_control()?.speed();
    let is_live = !game.is_over() && game.seats().open().is_none() && speed != Speed::Correspondence;
    if !is_live || game.terms().is_private() {
        return None;
    }
    let people = Color::ALL.iter().all(|&color| matches!(game.seats()[color], Seat::Player(_)));
    let rating = |color| game.details(color).and_then(|details| details.rating);
    let points = Color::ALL.into_iter().filter_map(rating).map(|rating| u32::from(rating.points)).sum();
    Some((speed, (people, points)))
}

#[cfg(test)]
mod tests {
    use tabiya_game::{
        Command, Millis, PlayerDetails, PlayerId, PlayerName, RatingThen, Seats, Stamped, Terms, Time,
        TimeControl,
    };
    use tabiya_rules::Position;

    use super::*;

    fn game(points: u16, minutes: u32, opponent: Seat) -> Game {
        let time = TimeControl::new(Millis::from_secs(minutes * 60), Millis::ZERO).unwrap();
        let seats = Seats::new(PlayerId::from_bytes([1; 16]), Color::White, opponent);
        let details = PlayerDetails {
            name: PlayerName::try_from("Ann".to_owned()).unwrap(),
            title: None,
            rating: Some(RatingThen { points, provisional: false }),
        };
        let terms = Terms::new(Position::start(), Some(time), seats).unwrap();
        Game::create(terms.with_details(Color::White, details).unwrap(), Time(0)).0
    }

    #[test]
    fn the_strongest_running_games_of_a_speed_come_first() {
        let showcase = Showcase::default();
        let bob = Seat::Player(PlayerId::from_bytes([2; 16]));
        let id = GameId::from_bits;
        showcase.look_at(id(1), &game(1500, 5, bob));
        showcase.look_at(id(2), &game(2300, 5, bob));
        showcase.look_at(id(3), &game(2900, 5, Seat::Open));
        showcase.look_at(id(4), &game(2900, 60, bob));
        let best = |most| -> Vec<GameId> {
            showcase.best(Speed::Blitz, most).into_iter().map(|(_, id)| id).collect()
        };
        assert_eq!(best(9), [id(2), id(1)]);
        assert_eq!(best(1), [id(2)]);
        let mut ended = game(2300, 5, bob);
        let events = ended.decide(Command::Abort { by: Some(Color::White) }, Time(1)).unwrap();
        for event in events {
            ended.apply(&Stamped::new(Time(1), event));
        }
        showcase.look_at(id(2), &ended);
        showcase.forget(id(4));
        assert_eq!(best(9), [id(1)]);
        assert!(showcase.best(Speed::Classical, 9).is_empty());
    }
}
