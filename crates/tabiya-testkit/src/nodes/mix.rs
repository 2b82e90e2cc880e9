// SPDX-License-Identifier: AGPL-3.0-or-later
//! What goes wrong in a run.

use std::fmt;
use std::time::Instant;

use super::fault::Fault;
use super::site::Site;
use crate::Random;

/// The fault of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mix {
    first: Fault,
}

impl From<Fault> for Mix {
    fn from(first: Fault) -> Self {
        Self { first }
    }
}

impl Mix {
    /// Draws one; of a site with a standby also those that concern it.
    fn draw(random: &mut Random, has_standby: bool) -> Self {
        Fault::draw(random, has_standby).into()
    }

    /// Draws until one comes whose description has these words.
    pub(super) fn draw_only(random: &mut Random, has_standby: bool, words: Option<&str>) -> Self {
        loop {
            let mix = Self::draw(random, has_standby);
            if words.is_none_or(|words| mix.to_string().contains(words)) {
                return mix;
            }
        }
    }

    /// Whether faults can be drawn whose description has these words.
    pub(super) fn is_known(has_standby: bool, words: &str) -> bool {
        let mut random = Random::new(0);
        (0..10_000).any(|_| Self::draw(&mut random, has_standby).to_string().contains(words))
    }

    /// Inflicts it. Returns when it was over: from then on play must go on.
    pub(super) async fn inflict(self, site: &mut Site, random: &mut Random) -> Result<Instant, String> {
        self.first.begin(site, random).await?;
        tokio::time::sleep(self.first.lasts()).await;
        self.first.end(site).await;
        Ok(Instant::now())
    }

    /// Undoes what is left of it, when play has gone on.
    pub(super) async fn undo(self, site: &mut Site) -> Result<(), String> {
        self.first.undo(site).await
    }
}

impl fmt::Display for Mix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.first.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_chosen_by_the_words_of_their_description() {
        assert!(Mix::is_known(false, "NATS away") && !Mix::is_known(true, "a flood"));
        assert!(Mix::is_known(true, "the standby") && !Mix::is_known(false, "standby"));
        let mut random = Random::new(1);
        let drawn: Vec<Mix> = (0..20).map(|_| Mix::draw_only(&mut random, false, Some("NATS"))).collect();
        assert!(drawn.iter().all(|mix| mix.to_string().contains("NATS")), "{drawn:?}");
    }
}
