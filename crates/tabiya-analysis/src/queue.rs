// SPDX-License-Identifier: AGPL-3.0-or-later
//! In which order games that wait are analysed: three of accounts, then one of a guest, and in each of both parts one of each
//! requester in turn. Pure.

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

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Job {
    pub(crate) game: GameId,
    /// The move whose positions are looked at again, by the number of half-moves played with it; `None` for the whole game.
    pub(crate) deeper: Option<u16>,
}

impl Job {
    /// The analysis of a game.
    pub(crate) const fn whole(game: GameId) -> Self {
        Self { game, deeper: None }
    }
}

/// Those who take turns with one another.
#[derive(Debug, Default)]
struct Turns(VecDeque<(Requester, VecDeque<Job>)>);

impl Turns {
    fn push(&mut self, requester: Requester, job: Job) {
        match self.0.iter_mut().find(|(who, _)| *who == requester) {
            Some((_, games)) => games.push_back(job),
            None => self.0.push_back((requester, VecDeque::from([job]))),
        }
    }

    fn pop(&mut self) -> Option<(Requester, Job)> {
        let (requester, mut games) = self.0.pop_front()?;
        let job = games.pop_front()?;
        if !games.is_empty() {
            self.0.push_back((requester, games));
        }
        Some((requester, job))
    }

    fn of(&self, requester: Requester) -> usize {
        self.0.iter().find(|(who, _)| *who == requester).map_or(0, |(_, games)| games.len())
    }

    /// All games in the order in which they come if nothing is added.
    fn order(&self) -> impl Iterator<Item = Job> {
        let longest = self.0.iter().map(|(_, games)| games.len()).max().unwrap_or_default();
        (0..longest).flat_map(|round| self.0.iter().filter_map(move |(_, games)| games.get(round).copied()))
    }
}

/// So many games of accounts come before one of a guest, where both wait.
const SHARE: u32 = 3;

/// The games that wait.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    accounts: Turns,
    guests: Turns,
    waiting: usize,
    /// How many games of accounts a guest has let go before.
    passed: u32,
}

impl Queue {
    pub(crate) const fn waiting(&self) -> usize {
        self.waiting
    }

    /// How many games of this requester wait.
    pub(crate) fn waiting_of(&self, requester: Requester) -> usize {
        self.accounts.of(requester) + self.guests.of(requester)
    }

    /// Whether this waits.
    pub(crate) fn contains(&self, job: Job) -> bool {
        self.accounts.order().chain(self.guests.order()).any(|waiting| waiting == job)
    }

    /// Adds a game, which must not wait already.
    pub(crate) fn push(&mut self, requester: Requester, job: Job) {
        self.waiting += 1;
        match requester {
            Requester::Account(_) => self.accounts.push(requester, job),
            Requester::Network(_) | Requester::Guest(_) => self.guests.push(requester, job),
        }
    }

    /// The next game. Its requester moves to the end of the line.
    pub(crate) fn pop(&mut self) -> Option<(Requester, Job)> {
        let (is_guests, passed) = next(self.passed, !self.accounts.0.is_empty(), !self.guests.0.is_empty())?;
        self.passed = passed;
        self.waiting -= 1;
        if is_guests { self.guests.pop() } else { self.accounts.pop() }
    }

    /// All games in the order in which they come if nothing is added.
    pub(crate) fn order(&self) -> Vec<Job> {
        let (mut accounts, mut guests) = (self.accounts.order().peekable(), self.guests.order().peekable());
        let mut order = Vec::with_capacity(self.waiting);
        let mut before = self.passed;
        while let Some((is_guests, passed)) = next(before, accounts.peek().is_some(), guests.peek().is_some())
        {
            order.extend(if is_guests { guests.next() } else { accounts.next() });
            before = passed;
        }
        order
    }
}

/// Whether the next game is a guest's, and how many games of accounts the guests have let go before after it; `None` where
/// nothing waits.
const fn next(passed: u32, has_accounts: bool, has_guests: bool) -> Option<(bool, u32)> {
    match (has_accounts, has_guests) {
        (false, false) => None,
        (true, false) => Some((false, 0)),
        (true, true) if passed < SHARE => Some((false, passed + 1)),
        (true | false, true) => Some((true, 0)),
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

    fn job(game: u64) -> Job {
        Job::whole(GameId::from_bits(game))
    }

    fn queue(entries: &[(Requester, u64)]) -> Queue {
        let mut queue = Queue::default();
        for (requester, game) in entries {
            queue.push(*requester, Job::whole(GameId::from_bits(*game)));
        }
        queue
    }

    fn check(entries: &[(Requester, u64)], expected: &[u64]) {
        let mut queue = queue(entries);
        let expected: Vec<_> = expected.iter().map(|game| Job::whole(GameId::from_bits(*game))).collect();
        assert_eq!(queue.order(), expected, "as it is announced");
        assert_eq!(queue.waiting(), expected.len());
        let served: Vec<_> = std::iter::from_fn(|| queue.pop()).map(|(_, game)| game).collect();
        assert_eq!(served, expected, "as it comes");
        assert_eq!(queue.waiting(), 0);
    }

    #[test]
    fn accounts_take_turns_and_three_of_their_games_go_before_one_of_a_guest() {
        check(&[], &[]);
        check(&[(guest(9), 1), (guest(8), 2), (guest(9), 3)], &[1, 2, 3]);
        check(
            &[
                (guest(9), 1),
                (account(1), 2),
                (account(1), 3),
                (account(1), 4),
                (account(2), 5),
                (guest(9), 6),
                (guest(8), 7),
                (account(1), 8),
            ],
            &[2, 5, 3, 1, 4, 8, 7, 6],
        );
    }

    #[test]
    fn a_guest_does_not_wait_for_accounts_that_ask_without_end() {
        let mut queue = queue(&[(guest(9), 1)]);
        let served = (2..10).map(|game| {
            queue.push(account(1), job(2 * game));
            queue.push(account(2), job(2 * game + 1));
            queue.pop().expect("a game waits").1
        });
        let place = served.into_iter().position(|served| served == job(1));
        assert_eq!(place, Some(3));
        assert!(queue.contains(job(11)) && !queue.contains(job(1)));
    }

    #[test]
    fn whoever_was_served_waits_for_the_others() {
        let mut queue = queue(&[(account(1), 1), (account(1), 2), (account(2), 3)]);
        queue.pop();
        queue.push(account(3), job(4));
        let order: Vec<_> = queue.order();
        assert_eq!(order, [3, 2, 4].map(job));
    }
}
