// SPDX-License-Identifier: AGPL-3.0-or-later
//! Watches the frames of a connection: those that bring nothing are counted, and answers that get on are noted.

use std::io;
use std::sync::Arc;

use tokio::time::Instant;

use super::allowance::Allowance;
use super::frames::Frames;
use super::work::Work;
use crate::watched::Watch;

/// Watches a connection.
pub(super) struct Wire {
    received: Frames,
    sent: Frames,
    allowance: Allowance,
    work: Arc<Work>,
}

impl Wire {
    pub(super) fn new(work: Arc<Work>) -> Self {
        let (received, sent) = (Frames::received(), Frames::sent());
        Self { received, sent, allowance: Allowance::new(Instant::now()), work }
    }
}

impl Watch for Wire {
    fn received(&mut self, bytes: &[u8]) -> io::Result<()> {
        let Self { received, allowance, .. } = self;
        let (mut now, mut is_too_much) = (None, false);
        received.pass(bytes, |head| {
            if head.brings_nothing() {
                is_too_much |= !allowance.take(*now.get_or_insert_with(Instant::now));
            }
        });
        if is_too_much {
            return Err(io::Error::other("too many frames that bring nothing"));
        }
        Ok(())
    }

    fn sent(&mut self, bytes: &[u8]) {
        let answers = self.sent.pass(bytes, |_| {});
        if answers > 0 {
            self.allowance.sent(answers);
            self.work.moves();
        }
    }
}
