// SPDX-License-Identifier: AGPL-3.0-or-later
//! In which order games that wait are analysed: those of accounts before those of guests, and in each of both parts one of
//! each requester in turn. Pure.

use std::collections::VecDeque;

use tabiya_game::{GameId, PlayerId};
use tabiya_limits::address::Counted;

/// With whom a request takes turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Requester {
    /// Somebody with an account.
    Account(PlayerId),
    /// Guests of one network.
    Network(Counted),
    /// A guest whose network is not known, because the server was restarted.
    Guest(PlayerId),
}

/// Those who take turns with one another.
#[derive(Debug, Default)]
struct Turns(VecDeque<(Requester, VecDeque<GameId>)>);

impl Turns {
    fn push(&mut self, requester: Requester, game: GameId) {
        match self.0.iter_mut().find(|(who, _)| *who == requester) {
            Some((_, games)) => games.push_back(game),
            None => self.0.push_back((requester, VecDeque::from([game]))),
        }
    }

    fn pop(&mut self) -> Option<(Requester, GameId)> {
        let (requester, mut games) = self.0.pop_front()?;
        let game = games.pop_front()?;
        if !games.is_empty() {
            self.0.push_back((requester, games));
        }
        Some((requester, game))
    }

    fn of(&self, requester: Requester) -> usize {
        self.0.iter().find(|(who, _)| *who == requester).map_or(0, |(_, games)| games.len())
    }

    /// All games in the order in which they come if nothing is added.
    fn order(&self) -> impl Iterator<Item = GameId> {
        let longest = self.0.iter().map(|(_, games)| games.len()).max().unwrap_or_default();
        (0..longest).flat_map(|round| self.0.iter().filter_map(move |(_, games)| games.get(round).copied()))
    }
}

/// The games that wait.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    accounts: Turns,
    guests: Turns,
    waiting: usize,
}

impl Queue {
    pub(crate) const fn waiting(&self) -> usize {
        self.waiting
    }

    /// How many games of this requester wait.
    pub(crate) fn waiting_of(&self, requester: Requester) -> usize {
        self.accounts.of(requester) + self.guests.of(requester)
    }

    /// Adds a game, which must not wait already.
    pub(crate) fn push(&mut self, requester: Requester, game: GameId) {
        self.waiting += 1;
        match requester {
            Requester::Account(_) => self.accounts.push(requester, game),
            Requester::Network(_) | Requester::Guest(_) => self.guests.push(requester, game),
        }
    }

    /// The next game. Its requester moves to the end of the line.
    pub(crate) fn pop(&mut self) -> Option<(Requester, GameId)> {
        let next = self.accounts.pop().or_else(|| self.guests.pop())?;
        self.waiting -= 1;
        Some(next)
    }

    /// All games in the order in which they come if nothing is added.
    pub(crate) fn order(&self) -> Vec<GameId> {
        self.accounts.order().chain(self.guests.order()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account(number: u8) -> Requester {
        Requester::Account(PlayerId::from_bytes([number; 16]))
    }

    fn guest(number: u8) -> Requester {
        Requester::Guest(PlayerId::from_bytes([number; 16]))
    }

    fn queue(entries: &[(Requester, u64)]) -> Queue {
        let mut queue = Queue::default();
        for (requester, game) in entries {
            queue.push(*requester, GameId::from_bits(*game));
        }
        queue
    }

    fn check(entries: &[(Requester, u64)], expected: &[u64]) {
        let mut queue = queue(entries);
        let expected: Vec<_> = expected.iter().map(|game| GameId::from_bits(*game)).collect();
        assert_eq!(queue.order(), expected, "as it is announced");
        assert_eq!(queue.waiting(), expected.len());
        let served: Vec<_> = std::iter::from_fn(|| queue.pop()).map(|(_, game)| game).collect();
        assert_eq!(served, expected, "as it comes");
        assert_eq!(queue.waiting(), 0);
    }

    #[test]
    fn accounts_take_turns_and_go_before_guests() {
        check(&[], &[]);
        check(
            &[
                (guest(9), 1),
                (account(1), 2),
                (account(1), 3),
                (account(1), 4),
                (account(2), 5),
                (guest(9), 6),
                (guest(8), 7),
            ],
            &[2, 5, 3, 4, 1, 7, 6],
        );
    }

    #[test]
    fn whoever_was_served_waits_for_the_others() {
        let mut queue = queue(&[(account(1), 1), (account(1), 2), (account(2), 3)]);
        queue.pop();
        queue.push(account(3), GameId::from_bits(4));
        let order: Vec<_> = queue.order();
        assert_eq!(order, [3, 2, 4].map(GameId::from_bits));
    }
}
