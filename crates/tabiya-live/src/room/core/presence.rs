// SPDX-License-Identifier: AGPL-3.0-or-later
//! How often clients are told who is connected: at most twice a second, however many come and go.

use tabiya_game::{Millis, Time};

/// From one telling to the next.
const PAUSE: Millis = Millis(500);

/// What has to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum News {
    /// Spectators came or went: only players hear of them. With thousands of spectators nobody could hear anything else.
    OfSpectators,
    /// A player came or went: everybody hears of it.
    OfPlayers,
}

/// When presence was told, and what there is to tell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PresencePace {
    next: Time,
    news: Option<News>,
}

impl PresencePace {
    pub(super) fn changed(&mut self, news: News) {
        self.news = self.news.max(Some(news));
    }

    /// When there is something to tell; none where there is not.
    pub(super) fn due(&self) -> Option<Time> {
        self.news.map(|_| self.next)
    }

    /// What is to be told now. It is taken as told.
    pub(super) fn take(&mut self, now: Time) -> Option<News> {
        self.due().filter(|due| *due <= now)?;
        self.next = now.after(PAUSE);
        self.news.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presence_is_told_at_once_and_then_at_most_twice_a_second() {
        let mut pace = PresencePace::default();
        let mut told = Vec::new();
        for millis in 0..2_000 {
            if millis < 1_400 {
                pace.changed(if millis == 900 { News::OfPlayers } else { News::OfSpectators });
            }
            told.extend(pace.take(Time(10_000 + millis)).map(|news| (millis, news)));
        }
        assert_eq!(
            told,
            [
                (0, News::OfSpectators),
                (500, News::OfSpectators),
                (1_000, News::OfPlayers),
                (1_500, News::OfSpectators)
            ]
        );
        assert_eq!(pace.due(), None);
    }
}
