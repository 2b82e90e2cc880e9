// SPDX-License-Identifier: AGPL-3.0-or-later
//! Keeps this machine from going to sleep by itself while a game or an event's round is played, for a laptop in a club room.
//!
//! It is let go only after some minutes in which nothing was played: pupils begin their next game, an arbiter pairs a round.

mod system;

use std::time::Duration;

use tabiya_runtime::beat::Beat;
use tokio::sync::watch;

pub(crate) use system::System;

/// How often it is looked whether anything is played.
const LOOK: Duration = Duration::from_secs(60);
/// After so many looks in a row at which nothing was played, the machine may sleep.
const QUIET: u32 = 10;

/// Who keeps it awake, and why, for those who ask the system.
const WHO: &str = "Tabiya";
const WHY: &str = "chess is being played";

/// A machine that goes to sleep by itself, unless it is kept awake.
pub(crate) trait Machine: Send + 'static {
    /// It is to stay awake from now on.
    fn keep_awake(&mut self);
    /// It may go to sleep again.
    fn let_sleep(&mut self);
}

/// Keeps the machine awake until the server stops, whenever `games` is above zero or `is_round_played` says yes.
pub(crate) async fn run<F: Future<Output = bool> + Send>(
    mut machine: impl Machine,
    mut games: watch::Receiver<usize>,
    is_round_played: impl Fn() -> F,
    stopping: watch::Receiver<bool>,
) {
    let mut beat = Beat::every(LOOK).until(stopping);
    // The looks that are left until it may sleep; 0 where it may.
    let mut awake_for = 0;
    loop {
        // A game that begins is not kept waiting for the next look.
        let goes_on = tokio::select! {
            goes_on = beat.next() => goes_on,
            changed = games.changed(), if awake_for == 0 => changed.is_ok(),
        };
        if !goes_on {
            break;
        }
        let is_played = *games.borrow_and_update() > 0 || is_round_played().await;
        if is_played && awake_for == 0 {
            machine.keep_awake();
        }
        if !is_played && awake_for == 1 {
            machine.let_sleep();
        }
        awake_for = if is_played { QUIET } else { awake_for.saturating_sub(1) };
    }
    if awake_for > 0 {
        machine.let_sleep();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
    use tokio::time::Instant;

    use super::*;

    /// Tells each call: whether it is to stay awake.
    struct Told(UnboundedSender<bool>);

    impl Machine for Told {
        fn keep_awake(&mut self) {
            self.0.send(true).unwrap();
        }

        fn let_sleep(&mut self) {
            self.0.send(false).unwrap();
        }
    }

    /// A site on which games and a round can begin and end.
    struct Site {
        games: watch::Sender<usize>,
        round: Arc<AtomicBool>,
        stop: watch::Sender<bool>,
        told: UnboundedReceiver<bool>,
    }

    fn site() -> Site {
        let (games, count) = watch::channel(0);
        let (stop, stopping) = watch::channel(false);
        let (sender, told) = unbounded_channel();
        let round = Arc::new(AtomicBool::new(false));
        let is_played = Arc::clone(&round);
        let is_round_played = move || std::future::ready(is_played.load(Ordering::Relaxed));
        tokio::spawn(run(Told(sender), count, is_round_played, stopping));
        Site { games, round, stop, told }
    }

    #[tokio::test(start_paused = true)]
    async fn it_stays_awake_from_the_first_game_until_a_while_after_the_last() {
        let mut site = site();
        tokio::time::sleep(LOOK / 2).await;
        let begun = Instant::now();
        site.games.send_replace(1);
        assert_eq!((site.told.recv().await, begun.elapsed()), (Some(true), Duration::ZERO));
        site.games.send_replace(2);
        tokio::time::sleep(LOOK * QUIET * 3).await;
        site.games.send_replace(0);
        tokio::time::sleep(LOOK * (QUIET - 2)).await;
        // A next game in time.
        site.games.send_replace(1);
        tokio::time::sleep(LOOK * 2).await;
        assert!(site.told.is_empty(), "it was told once");
        let ended = Instant::now();
        site.games.send_replace(0);
        assert_eq!(site.told.recv().await, Some(false));
        assert!(ended.elapsed() > LOOK * (QUIET - 1) && ended.elapsed() <= LOOK * QUIET);
        site.games.send_replace(1);
        assert_eq!(site.told.recv().await, Some(true), "and so again");
    }

    #[tokio::test(start_paused = true)]
    async fn a_round_at_wooden_boards_keeps_it_awake_too_and_the_stop_lets_it_sleep() {
        let mut site = site();
        tokio::time::sleep(LOOK * 2).await;
        assert!(site.told.is_empty(), "nothing is played");
        site.round.store(true, Ordering::Relaxed);
        assert_eq!(site.told.recv().await, Some(true));
        site.stop.send_replace(true);
        assert_eq!((site.told.recv().await, site.told.recv().await), (Some(false), None));
    }
}
