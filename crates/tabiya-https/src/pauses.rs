// SPDX-License-Identifier: AGPL-3.0-or-later
//! How long an authority is left alone.

use std::time::Duration;

use crate::acme::Pause;
use crate::certificate::Certificate;

/// How long after a failure another certificate is asked for: the first time, the second and so on. The authority asks twice each
/// time, and the largest one allows five wrong answers an hour.
const LONG: [Duration; 4] = [minutes(10), minutes(50), minutes(180), minutes(360)];
const SHORT: [Duration; 4] = [minutes(1), minutes(5), minutes(15), minutes(60)];
/// After a certificate, unless it would end before that.
const DAY: Duration = Duration::from_secs(86_400);

/// Longer than any pause, of which the longest is a week: what says that it lasts longer was written by a clock that was ahead.
pub(crate) const NO_PAUSE: Duration = Duration::from_secs(8 * 86_400);

const fn minutes(minutes: u64) -> Duration {
    Duration::from_secs(60 * minutes)
}

/// How long an authority is left alone after it has given this certificate, whatever this computer's clock says of it: it gives
/// only a few for one name a week. A day, and less where the certificate would end before it is due and a few tries have failed.
pub(crate) fn rest(certificate: &Certificate) -> Duration {
    DAY.min(certificate.span() / 3)
}

/// How long to wait after a failure, of which there were `before` in a row.
pub(crate) fn pause(pause: Pause, before: usize) -> Duration {
    match pause {
        Pause::None | Pause::Short => SHORT[before.min(SHORT.len() - 1)],
        Pause::Long => LONG[before.min(LONG.len() - 1)],
        Pause::For(pause) => pause.max(minutes(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_authority_is_asked_less_and_less_often() {
        assert_eq!(pause(Pause::Long, 0), minutes(10));
        assert_eq!(pause(Pause::Long, 9), minutes(360));
        assert_eq!(pause(Pause::Short, 1), minutes(5));
        assert_eq!(pause(Pause::For(Duration::ZERO), 0), minutes(1));
        // The two answers of a try and those of the next one, within an hour, stay below the limit of five.
        assert!(LONG[0] + LONG[1] >= minutes(60));
    }
}
