// SPDX-License-Identifier: AGPL-3.0-or-later
//! What goes wrong in a run: one fault, or two at the same time.

use std::fmt;
use std::mem::discriminant;
use std::time::{Duration, Instant};

use super::fault::{Far, Fault, Program};
use super::site::Site;
use crate::Random;

/// In one of so many runs a second fault begins while the first one lasts.
const WITH_A_SECOND: u64 = 4;
/// How long after the first one at most, in milliseconds.
const LATEST: u64 = 1_500;
/// How often a second fault is drawn that can't happen at the same time before there is none.
const TRIES: usize = 50;

/// The faults of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mix {
    first: Fault,
    /// And how long after the first it begins.
    second: Option<(Fault, Duration)>,
}

impl From<Fault> for Mix {
    fn from(first: Fault) -> Self {
        Self { first, second: None }
    }
}

impl Mix {
    /// Draws one or two faults; of a site with a standby also those that concern it.
    fn draw(random: &mut Random, has_standby: bool) -> Self {
        let first = Fault::draw(random, has_standby);
        if random.below(WITH_A_SECOND) != 0 {
            return first.into();
        }
        let latest = match u64::try_from(first.lasts().as_millis()) {
            Ok(0) | Err(_) => LATEST,
            Ok(lasts) => lasts.min(LATEST),
        };
        let after = Duration::from_millis(random.below(latest));
        let second = (0..TRIES).map(|_| Fault::draw(random, has_standby));
        Self {
            first,
            second: second.into_iter().find(|second| overlap(first, *second)).map(|second| (second, after)),
        }
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

    /// How many faults there are.
    pub(super) const fn count(self) -> u32 {
        if self.second.is_some() { 2 } else { 1 }
    }

    /// Inflicts them. Returns when all were over: from then on play must go on.
    pub(super) async fn inflict(self, site: &mut Site, random: &mut Random) -> Result<Instant, String> {
        self.first.begin(site, random).await?;
        let mut ends = vec![(Instant::now() + self.first.lasts(), self.first)];
        if let Some((second, after)) = self.second {
            tokio::time::sleep(after).await;
            second.begin(site, random).await?;
            ends.push((Instant::now() + second.lasts(), second));
        }
        ends.sort_by_key(|(at, _)| *at);
        for (at, fault) in ends {
            tokio::time::sleep_until(at.into()).await;
            fault.end(site).await;
        }
        Ok(Instant::now())
    }

    /// Undoes what is left of them, when play has gone on.
    pub(super) async fn undo(self, site: &mut Site) -> Result<(), String> {
        self.first.undo(site).await?;
        match self.second {
            Some((second, _)) => second.undo(site).await,
            None => Ok(()),
        }
    }
}

/// What a fault is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Node(usize),
    /// All nodes, one after another.
    Nodes,
    Postgres,
    Nats,
    /// Several of these.
    Much,
}

impl Part {
    fn of(fault: Fault) -> Self {
        match fault {
            Fault::Kill(node)
            | Fault::Restart(node)
            | Fault::Stop(Program::Node(node), _)
            | Fault::Drain(node)
            | Fault::CutPostgres(node, ..)
            | Fault::CutNats(node, ..)
            | Fault::CutOff(node, _)
            | Fault::Slow(_, Some(node), _) => Self::Node(node),
            Fault::TenKills | Fault::Upgrade { .. } => Self::Nodes,
            Fault::Stop(Program::Postgres | Program::Standby, _)
            | Fault::KillPostgres
            | Fault::KillStandby
            | Fault::CancelWaits
            | Fault::Slow(Far::Postgres, None, _) => Self::Postgres,
            Fault::Stop(Program::Nats, _)
            | Fault::KillNats(_)
            | Fault::CutBetweenNats(_)
            | Fault::NatsAway
            | Fault::Slow(Far::Nats, None, _) => Self::Nats,
            Fault::Halves(_)
            | Fault::SetClock(..)
            | Fault::SetDatabaseClock(_)
            | Fault::FailOver
            | Fault::FullDisk
            | Fault::OldPrimary => Self::Much,
        }
    }

    const fn is_of_nodes(self) -> bool {
        matches!(self, Self::Node(_) | Self::Nodes)
    }
}

/// Whether two faults can happen at the same time: they are different, about different things, and none keeps the other from its end.
fn overlap(one: Fault, other: Fault) -> bool {
    let [part, others] = [one, other].map(Part::of);
    let is_apart = match (part, others) {
        (Part::Much, _) | (_, Part::Much) => false,
        (Part::Nodes, part) | (part, Part::Nodes) => !part.is_of_nodes(),
        (part, others) => part != others,
    };
    discriminant(&one) != discriminant(&other)
        && is_apart
        && !(starts_nodes(one) && hinders_starts(other))
        && !(starts_nodes(other) && hinders_starts(one))
}

/// Whether a node has to find PostgreSQL and NATS before the fault is over.
const fn starts_nodes(fault: Fault) -> bool {
    matches!(fault, Fault::Restart(_) | Fault::TenKills | Fault::Drain(_) | Fault::Upgrade { .. })
}

/// Whether a node that starts does not find them.
fn hinders_starts(fault: Fault) -> bool {
    match fault {
        Fault::KillNats(_) | Fault::CutBetweenNats(_) => false,
        _ => matches!(Part::of(fault), Part::Postgres | Part::Nats),
    }
}

impl fmt::Display for Mix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.first.fmt(f)?;
        match self.second {
            Some((second, after)) => write!(f, ", and {} ms later {second}", after.as_millis()),
            None => Ok(()),
        }
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

    #[test]
    fn two_faults_at_once_are_about_different_things_and_let_each_other_end() {
        let cut = Fault::CutNats(1, 1_000, super::super::link::Cut::Both);
        assert!(overlap(Fault::Kill(0), cut) && overlap(Fault::Restart(0), Fault::KillNats(0)));
        assert!(!overlap(Fault::Kill(1), cut), "a node that is dead has no links");
        assert!(!overlap(Fault::Kill(0), Fault::Kill(1)), "these are of one kind");
        assert!(!overlap(Fault::TenKills, cut), "each node is killed");
        for away in [Fault::NatsAway, Fault::KillPostgres, Fault::Stop(Program::Postgres, 5_000)] {
            assert!(overlap(Fault::Kill(0), away));
            assert!(!overlap(Fault::Restart(0), away) && !overlap(away, Fault::Drain(2)), "{away}");
        }
        let mut random = Random::new(2);
        let drawn: Vec<Mix> = (0..200).map(|_| Mix::draw(&mut random, false)).collect();
        let both = drawn.iter().filter(|mix| mix.count() == 2).count();
        assert!((20..80).contains(&both), "{both} of 200");
    }
}
