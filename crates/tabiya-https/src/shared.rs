// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the nodes of a site share of their certificate. It stands in the database.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tabiya_game::Time;
use tabiya_runtime::config::Authority;
use tabiya_runtime::log_once::LogOnce;
use tabiya_store::{CertificateFor, Certificates, OrderAnswer, OrderStep, SharedCertificate, StorageError};
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep};

/// How long an order belongs to the node that works on it, from its last word on. If the node has died, another one begins after that.
pub(crate) const HOLD: Duration = Duration::from_secs(30);

/// How old what a node answers to the authority may be. Strangers may ask as well, so not every question is a read.
const MAY_BE_OLD: Duration = Duration::from_millis(250);

static NO_ANSWER: LogOnce = LogOnce::new();

/// The certificate of one authority for one name. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Shared {
    certificates: Arc<dyn Certificates>,
    of: CertificateFor,
    /// The last read of the answer. Whoever reads holds it.
    last: Arc<Mutex<Option<AnswerRead>>>,
}

/// What was read of the answer.
#[derive(Clone, Debug)]
pub(crate) struct AnswerRead {
    /// When the read began. The next one begins after its end.
    pub(crate) began: Instant,
    /// What the authority is answered; `None` where no order lives.
    pub(crate) answer: Result<Option<OrderAnswer>, StorageError>,
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Shared").field(&self.of).finish()
    }
}

impl Shared {
    pub(crate) fn new(certificates: Arc<dyn Certificates>, authority: &Authority) -> Self {
        let (name, authority) = (authority.name.to_string(), authority.directory.clone());
        Self { certificates, of: CertificateFor { authority, name }, last: Arc::default() }
    }

    /// What is there.
    ///
    /// # Errors
    /// If the storage fails.
    pub(crate) async fn read(&self) -> Result<SharedCertificate, StorageError> {
        Ok(self.certificates.shared_certificate(&self.of).await?.unwrap_or_default())
    }

    /// What the authority is answered now. However many ask, one of them reads at a time, and the others get what it has read.
    pub(crate) async fn answer(&self) -> AnswerRead {
        let asked = Instant::now();
        let mut last = self.last.lock().await;
        if let Some(read) = &*last
            && (read.began >= asked || read.began.elapsed() < MAY_BE_OLD)
        {
            return read.clone();
        }
        let began = Instant::now();
        let answer = self.certificates.order_answer(&self.of).await;
        if let Err(error) = &answer {
            NO_ANSWER.log(|| tracing::warn!(%error, "an authority gets no answer"));
        }
        let read = AnswerRead { began, answer };
        *last = Some(read.clone());
        read
    }

    /// Begins the order after this one; `None` if another node was quicker.
    ///
    /// # Errors
    /// If the storage fails.
    pub(crate) async fn begin(
        &self,
        after: u32,
        now: SystemTime,
    ) -> Result<Option<SharedOrder>, StorageError> {
        let has_begun = self.certificates.begin_order(&self.of, after, time(now + HOLD)).await?;
        let began = (now, Instant::now());
        Ok(has_begun.then(|| SharedOrder { shared: self.clone(), number: after + 1, began }))
    }
}

/// An order that this node works on, until another node takes it over. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct SharedOrder {
    shared: Shared,
    number: u32,
    /// When it began. It goes on by the same clock, which may be the database's.
    began: (SystemTime, Instant),
}

impl SharedOrder {
    /// Now, by the clock by which it began.
    pub(crate) fn now(&self) -> SystemTime {
        let (time, instant) = self.began;
        time + instant.elapsed()
    }

    /// This node still works on it. Returns false if another one has taken it over.
    ///
    /// # Errors
    /// If the storage fails.
    pub(crate) async fn go_on(&self) -> Result<bool, StorageError> {
        self.step(&OrderStep::GoesOn, self.now() + HOLD).await
    }

    /// From now on every node answers this to the authority. Returns false if another node has taken the order over.
    ///
    /// # Errors
    /// If the storage fails.
    pub(crate) async fn expect(&self, token: String, proof: String) -> Result<bool, StorageError> {
        let asked = OrderStep::Asked(OrderAnswer { token, proof });
        let is_newest = self.step(&asked, self.now() + HOLD).await?;
        // What the nodes have read before is too old then.
        sleep(MAY_BE_OLD).await;
        Ok(is_newest)
    }

    /// Takes a step, after which no other order begins until then. Returns false if another node has taken it over.
    ///
    /// # Errors
    /// If the storage fails.
    pub(crate) async fn step(&self, step: &OrderStep, until: SystemTime) -> Result<bool, StorageError> {
        let Shared { certificates, of, .. } = &self.shared;
        certificates.step_order(of, self.number, step, time(until)).await
    }

    /// The account with the authority, which all nodes share.
    ///
    /// # Errors
    /// If the storage fails.
    pub(crate) async fn account(&self) -> Result<Option<String>, StorageError> {
        self.shared.certificates.authority_account(&self.shared.of.authority).await
    }

    /// Keeps the account for all nodes.
    ///
    /// # Errors
    /// If the storage fails.
    pub(crate) async fn keep_account(&self, account: &str) -> Result<(), StorageError> {
        self.shared.certificates.keep_authority_account(&self.shared.of.authority, account).await
    }
}

/// A time as the database has it.
pub(crate) fn time(at: SystemTime) -> Time {
    let since = at.duration_since(UNIX_EPOCH).unwrap_or_default();
    Time(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
