// SPDX-License-Identifier: AGPL-3.0-or-later
//! Limits how many messages a client may send, with a token bucket.

use tabiya_runtime::config::Limits;
use tokio::time::Instant;

/// The number of messages beyond the credit after which the client is disconnected.
const PATIENCE: u32 = 100;

/// The limits of every client.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// Messages that a client may send at once.
    pub burst: f64,
    /// Messages a second by which the credit grows again, up to `burst`.
    pub per_second: f64,
}

impl Allowance {
    pub(super) fn new(limits: &Limits) -> Self {
        Self { burst: limits.message_burst.into(), per_second: limits.messages_per_second.into() }
    }
}

/// One client's credit.
#[derive(Debug)]
pub(super) struct Credit {
    allowance: Allowance,
    left: f64,
    filled: Instant,
    ignored: u32,
}

/// What to do with a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Take,
    /// It came too fast: refuse it.
    Refuse,
    /// Too many came too fast: disconnect the client.
    LetGo,
}

impl Credit {
    pub(super) const fn full(allowance: Allowance, now: Instant) -> Self {
        Self { allowance, left: allowance.burst, filled: now, ignored: 0 }
    }

    /// Charges the credit for one message that arrived `now`.
    pub(super) fn spend(&mut self, now: Instant) -> Verdict {
        let earned = now.saturating_duration_since(self.filled).as_secs_f64() * self.allowance.per_second;
        self.left = (self.left + earned).min(self.allowance.burst);
        self.filled = now;
        if self.left >= 1.0 {
            self.left -= 1.0;
            self.ignored = 0;
            return Verdict::Take;
        }
        self.ignored += 1;
        if self.ignored > PATIENCE { Verdict::LetGo } else { Verdict::Refuse }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const ALLOWANCE: Allowance = Allowance { burst: 40.0, per_second: 8.0 };

    #[test]
    fn a_burst_passes_then_a_steady_rate() {
        let start = Instant::now();
        let mut credit = Credit::full(ALLOWANCE, start);
        for _ in 0..40 {
            assert_eq!(credit.spend(start), Verdict::Take);
        }
        assert_eq!(credit.spend(start), Verdict::Refuse);
        let later = start + Duration::from_secs(1);
        let taken = (0..20).filter(|_| credit.spend(later) == Verdict::Take).count();
        assert_eq!(taken, 8);
    }

    #[test]
    fn who_never_stops_is_let_go() {
        let start = Instant::now();
        let mut credit = Credit::full(ALLOWANCE, start);
        let verdicts: Vec<_> = (0..141).map(|_| credit.spend(start)).collect();
        assert_eq!(verdicts[139], Verdict::Refuse);
        assert_eq!(verdicts[140], Verdict::LetGo);
    }
}
