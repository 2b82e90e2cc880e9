// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which messages of a sender a subscription has had already.
//!
//! The numbers of one sender ascend on each subject, because one publisher's messages keep their order. So a number far
//! behind the newest one is a repetition, and only the last few have to be remembered.

use std::collections::HashMap;

/// How far behind the newest number one may be and still count as new.
pub const WIDTH: u64 = 1_024;
/// How many senders a subscription remembers. Each restart of a node is a new sender.
pub const SENDERS: usize = 256;

const WORD: u64 = 64;

/// The last numbers of one sender.
struct Window {
    newest: u64,
    /// One bit for each of the last `WIDTH` numbers, at the number's remainder.
    had: [u64; (WIDTH / WORD) as usize],
    /// When it was used last, as a count of the messages of all senders.
    used: u64,
}

impl Window {
    fn new(first: u64, used: u64) -> Self {
        let mut window = Self { newest: first, had: [0; _], used };
        window.mark(first);
        window
    }

    fn place(number: u64) -> (usize, u64) {
        let bit = number % WIDTH;
        ((bit / WORD) as usize, 1 << (bit % WORD))
    }

    fn mark(&mut self, number: u64) {
        let (word, bit) = Self::place(number);
        self.had[word] |= bit;
    }

    /// Whether the number is new. Then it is remembered.
    fn accept(&mut self, number: u64) -> bool {
        if number > self.newest {
            if number - self.newest >= WIDTH {
                self.had = [0; _];
            } else {
                for passed in self.newest + 1..=number {
                    let (word, bit) = Self::place(passed);
                    self.had[word] &= !bit;
                }
            }
            self.newest = number;
        } else {
            let (word, bit) = Self::place(number);
            if self.newest - number >= WIDTH || self.had[word] & bit != 0 {
                return false;
            }
        }
        self.mark(number);
        true
    }
}

/// What one subscription has had of all its senders.
#[derive(Default)]
pub struct Windows {
    sessions: HashMap<[u8; 16], Window>,
    messages: u64,
}

impl Windows {
    /// Of a subscription that has had nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether a message of this session and number is new. Must be asked of authentic messages only, else strangers could
    /// make it forget. If there are too many senders, the one that was silent for longest is forgotten.
    pub fn accept(&mut self, session: [u8; 16], number: u64) -> bool {
        self.messages += 1;
        if let Some(window) = self.sessions.get_mut(&session) {
            window.used = self.messages;
            return window.accept(number);
        }
        if self.sessions.len() >= SENDERS {
            let oldest =
                self.sessions.iter().min_by_key(|(_, window)| window.used).map(|(session, _)| *session);
            oldest.and_then(|session| self.sessions.remove(&session));
        }
        self.sessions.insert(session, Window::new(number, self.messages));
        true
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn senders_are_bounded_and_the_silent_one_is_forgotten() {
        let session = |number: usize| (number as u128).to_be_bytes();
        let mut windows = Windows::new();
        for sender in 0..SENDERS {
            assert!(windows.accept(session(sender), 1));
        }
        // The first one speaks again, so the second one was silent for longest.
        assert!(windows.accept(session(0), 2));
        assert!(windows.accept(session(SENDERS), 1));
        assert_eq!(windows.sessions.len(), SENDERS);
        assert!(!windows.accept(session(0), 2));
        assert!(windows.accept(session(1), 1), "it was forgotten");
    }

    #[test]
    fn the_largest_numbers_are_numbers_too() {
        let mut windows = Windows::new();
        assert!(windows.accept([0; 16], 0));
        assert!(windows.accept([0; 16], u64::MAX));
        assert!(!windows.accept([0; 16], u64::MAX));
        assert!(!windows.accept([0; 16], 0));
        assert!(windows.accept([0; 16], u64::MAX - 1));
    }

    proptest! {
        /// Compared with a set of all numbers.
        #[test]
        fn a_number_is_accepted_once_and_only_near_the_newest(
            numbers in prop::collection::vec(prop_oneof![0..50u64, 900..1_200u64, 0..5_000u64], 0..400)
        ) {
            let mut windows = Windows::new();
            let (mut had, mut newest) = (HashSet::new(), None);
            for number in numbers {
                let is_near = newest.is_none_or(|newest: u64| number + WIDTH > newest);
                let is_new = is_near && had.insert(number);
                prop_assert_eq!(windows.accept([1; 16], number), is_new, "{}", number);
                newest = newest.max(is_new.then_some(number));
            }
        }
    }
}
