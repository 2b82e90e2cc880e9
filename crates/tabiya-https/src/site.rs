// SPDX-License-Identifier: AGPL-3.0-or-later
//! Keeps the certificate of a site of several nodes good. It stands in the database, and every node shows it.
//!
//! Each node looks into the database every few seconds. One that finds that a certificate is due begins an order there, which keeps the
//! others from doing so, and says again and again that it still works on it. If it dies, another node begins the next order half a minute
//! later, with the same account. A node that was only taken for dead changes nothing more. A node whose clock is wrong leaves it to others
//! while one lives whose clock is right. If they begin none within a minute, because they speak no HTTPS for example, it goes by the
//! database's clock. A node whose clock is behind would find too late that an order is due, so each node compares its own with the
//! database's once a minute. What the authority is answered stands in the database, too, so it may ask any node.

use std::fmt;
use std::time::{Duration, SystemTime};

use tabiya_runtime::config::Authority;
use tabiya_runtime::log_once::LogOnce;
use tabiya_store::{OrderStep, SharedCertificate, StorageError};
use tokio::time::{Instant, sleep};

use crate::acme::{Acme, Failure, Obtained};
use crate::certificate::Certificate;
use crate::clocks::Clocks;
use crate::pauses::{NO_PAUSE, pause, rest};
use crate::shared::{Shared, SharedOrder, time};
use crate::shown::Shown;

/// How often a node says that it still works on its order.
const GOES_ON: Duration = Duration::from_secs(10);
/// For how long a node whose clock is wrong leaves an order to the others, which look every few seconds.
const OTHERS_MAY_TAKE: Duration = Duration::from_secs(60);
/// How often a node by whose clock no order is due compares that clock with the database's.
const COMPARE: Duration = Duration::from_secs(60);

static FAILS: LogOnce = LogOnce::new();
static CLOCK_AHEAD: LogOnce = LogOnce::new();
static LEFT_TO_OTHERS: LogOnce = LogOnce::new();

/// Who gives certificates.
pub(crate) trait Gives {
    /// The certificate that this node has got for itself alone, before it was one of several.
    fn own(&self) -> Option<Obtained>;

    /// A new one.
    ///
    /// # Errors
    /// If there is none, with the reason in words.
    async fn obtain(&self, order: &SharedOrder) -> Result<Obtained, Failure>;
}

impl Gives for Acme {
    fn own(&self) -> Option<Obtained> {
        self.kept()
    }

    async fn obtain(&self, order: &SharedOrder) -> Result<Obtained, Failure> {
        self.obtain_for_all(order).await
    }
}

/// What a node has found.
#[derive(Debug)]
pub(crate) enum Found {
    /// Nothing that is new.
    Nothing,
    /// A certificate that is shown from now on.
    Certificate(Certificate),
    /// There is none, and the next try is after this time.
    Failure(Failure, Duration),
}

/// Keeps the certificate of all nodes good.
pub(crate) struct Site<G = Acme> {
    shared: Shared,
    clocks: Clocks,
    authority: Authority,
    from: G,
    shown: Shown,
    /// The text of the certificate that this node has taken up.
    taken: Option<String>,
    /// After which order the next one is left to others, and since when.
    left: Option<(u32, Instant)>,
    /// When this node has asked for the right time last.
    compared: Option<Instant>,
    /// How an order of this node has ended, and when the next one may begin, while the database does not take it.
    unsaid: Option<(SharedOrder, OrderStep, SystemTime)>,
}

impl<G> fmt::Debug for Site<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The key stands in the text of the certificate.
        f.debug_struct("Site").field("shared", &self.shared).finish_non_exhaustive()
    }
}

impl<G: Gives> Site<G> {
    pub(crate) fn new(
        (shared, clocks): (Shared, Clocks),
        authority: Authority,
        from: G,
        shown: Shown,
    ) -> Self {
        Self { shared, clocks, authority, from, shown, taken: None, left: None, compared: None, unsaid: None }
    }

    /// The certificate that the database has; `None` without one that can be used.
    ///
    /// # Errors
    /// If the storage fails.
    pub(crate) async fn read(&mut self) -> Result<Option<Certificate>, StorageError> {
        let kept = self.shared.read().await?;
        Ok(self.take_up(&kept))
    }

    /// The certificate, if it is another one than this node has taken up.
    fn take_up(&mut self, kept: &SharedCertificate) -> Option<Certificate> {
        let pem = kept.pem.as_ref().filter(|pem| self.taken.as_ref() != Some(*pem))?;
        self.taken = Some(pem.clone());
        Certificate::read_for(pem, &self.authority.name)
            .inspect_err(|error| tracing::warn!(%error, "the certificate in the database can't be used"))
            .ok()
    }

    /// Looks whether another node has got a certificate, and asks for one if it is time.
    pub(crate) async fn look(&mut self, now: SystemTime) -> Found {
        self.try_to_look(now).await.unwrap_or_else(|error| {
            FAILS.log(|| tracing::warn!(%error, "the certificate of all nodes can't be looked after"));
            Found::Nothing
        })
    }

    async fn try_to_look(&mut self, now: SystemTime) -> Result<Found, StorageError> {
        let begun = Instant::now();
        if let Some((order, step, until)) = &self.unsaid {
            order.step(step, *until).await?;
            self.unsaid = None;
        }
        let kept = self.shared.read().await?;
        if let Some(certificate) = self.take_up(&kept) {
            return Ok(Found::Certificate(certificate));
        }
        let is_time = self.is_time(&kept, now);
        let has_compared = self.compared.is_some_and(|compared| compared.elapsed() < COMPARE);
        if !is_time && has_compared && self.left.is_none() {
            return Ok(Found::Nothing);
        }
        // By a wrong clock the order of a node that lives looks abandoned, and the authority's own certificate may look bad.
        let right = self.clocks.right_if_mine_alone_is_wrong(now, begun).await?;
        self.compared = Some(Instant::now());
        match right {
            None if !is_time => {
                self.left = None;
                return Ok(Found::Nothing);
            }
            Some(right) if !self.nobody_else_begins(&kept, right) => {
                if is_time || self.left.is_some() {
                    LEFT_TO_OTHERS.log(|| {
                        tracing::warn!(
                            "the clock of this machine is wrong, so the order of the certificate is left to nodes whose clocks are right"
                        );
                    });
                }
                return Ok(Found::Nothing);
            }
            None | Some(_) => {}
        }
        let now = right.unwrap_or(now);
        match self.shared.begin(kept.order, now).await? {
            Some(order) => Ok(self.work_on(&order, kept, now).await),
            None => Ok(Found::Nothing),
        }
    }

    /// Whether an order may begin at this time.
    fn is_time(&self, kept: &SharedCertificate, now: SystemTime) -> bool {
        let is_due = self.shown.certificate().is_none_or(|certificate| certificate.is_due(now));
        is_due && !is_put_off(kept, now)
    }

    /// Whether the others have begun no order for a while, although it was time. They may all be nodes that speak no HTTPS.
    fn nobody_else_begins(&mut self, kept: &SharedCertificate, now: SystemTime) -> bool {
        if !self.is_time(kept, now) {
            self.left = None;
            return false;
        }
        let (_, since) = match self.left {
            Some(left @ (after, _)) if after == kept.order => left,
            _ => *self.left.insert((kept.order, Instant::now())),
        };
        let has_waited = since.elapsed() >= OTHERS_MAY_TAKE;
        if has_waited {
            tracing::warn!(
                "the clock of this machine is wrong, but no other node orders the certificate, so this node does; set the clock"
            );
        }
        has_waited
    }

    async fn work_on(&mut self, order: &SharedOrder, kept: SharedCertificate, now: SystemTime) -> Found {
        let own = self.from.own().filter(|own| kept.pem.is_none() && !own.certificate.is_due(now));
        let obtained = match own {
            Some(own) => Some(Ok(own)),
            None => {
                let name = &self.authority.name;
                tracing::info!(%name, "this node asks the authority for the certificate of all nodes");
                while_held(order, self.from.obtain(order)).await
            }
        };
        let now = order.now();
        let found = match obtained {
            None => None,
            Some(Ok(Obtained { certificate, pem })) => {
                let until = now + rest(&certificate);
                let is_newest = self.end(order, OrderStep::Done(pem.clone()), until).await;
                is_newest.then(|| {
                    self.taken = Some(pem);
                    Found::Certificate(certificate)
                })
            }
            Some(Err(failure)) => {
                let pause = pause(failure.pause, kept.failures as usize);
                let is_newest = self.end(order, OrderStep::Failed, now + pause).await;
                is_newest.then_some(Found::Failure(failure, pause))
            }
        };
        found.unwrap_or_else(|| {
            // What comes of it is shown by all nodes.
            tracing::info!("another node has taken the order of the certificate over");
            Found::Nothing
        })
    }

    /// Ends an order. Returns false if another node has begun one since. What the database does not take is said again later.
    async fn end(&mut self, order: &SharedOrder, step: OrderStep, until: SystemTime) -> bool {
        match order.step(&step, until).await {
            Ok(is_newest) => is_newest,
            Err(error) => {
                tracing::warn!(%error, "the end of an order of the certificate can't be stored yet");
                self.unsaid = Some((order.clone(), step, until));
                true
            }
        }
    }
}

/// Whether no order may begin yet. One node whose clock was ahead does not stop the others.
fn is_put_off(kept: &SharedCertificate, now: SystemTime) -> bool {
    if kept.not_before > time(now + NO_PAUSE) {
        CLOCK_AHEAD.log(|| {
            tracing::warn!(
                "a node has put off the next certificate for longer than any node does, so the clock of one was wrong; it is not waited for"
            );
        });
        return false;
    }
    time(now) < kept.not_before
}

/// Does the work for as long as the order is this node's; `None` if another node has taken it over.
async fn while_held<T>(order: &SharedOrder, work: impl Future<Output = T>) -> Option<T> {
    let mut work = std::pin::pin!(work);
    loop {
        tokio::select! {
            done = &mut work => return Some(done),
            () = sleep(GOES_ON) => {}
        }
        // Where the database does not answer, nobody else can take it over.
        if let Ok(false) = order.go_on().await {
            return None;
        }
    }
}

#[cfg(test)]
mod tests;
