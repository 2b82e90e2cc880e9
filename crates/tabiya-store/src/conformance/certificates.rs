// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of [`Certificates`].

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{
    future::Future,
    sync::{Arc, Mutex},
};

use async_trait::async_trait;
use tabiya_game::Time;

use crate::{CertificateFor, Certificates, OrderAnswer, OrderStep, SharedCertificate, StorageError};

/// A place for one store that starts empty.
pub trait Fixture: Send + Sync {
    /// Opens the store. Called once.
    fn open(&self) -> impl Future<Output = Arc<dyn Certificates>> + Send;
}

crate::laws! { $ certificates certificates_tests Fixture:
    of_several_nodes_one_begins_an_order
    an_order_is_known_by_its_number_and_puts_off_the_next_one
    only_the_newest_order_goes_on
    the_answer_is_there_as_long_as_the_order
    a_new_certificate_takes_the_place_of_the_old_one
    each_name_and_each_authority_has_its_own
    an_account_is_the_last_that_was_kept
}

fn of(authority: &str, name: &str) -> CertificateFor {
    CertificateFor { authority: format!("https://{authority}.example/dir"), name: name.to_owned() }
}

fn site() -> CertificateFor {
    of("authority", "chess.example")
}

fn asked(token: &str) -> OrderStep {
    OrderStep::Asked(OrderAnswer { token: token.to_owned(), proof: format!("{token}.print") })
}

async fn kept(store: &Arc<dyn Certificates>) -> SharedCertificate {
    let kept = store.shared_certificate(&site()).await.unwrap().unwrap();
    assert_eq!(store.order_answer(&site()).await.as_ref(), Ok(&kept.answer), "the answer alone");
    kept
}

async fn begin(store: &Arc<dyn Certificates>, after: u32) {
    assert_eq!(store.begin_order(&site(), after, Time(1)).await, Ok(true));
}

async fn step(store: &Arc<dyn Certificates>, order: u32, step: OrderStep) -> bool {
    store.step_order(&site(), order, &step, Time(1)).await.unwrap()
}

/// They find that it is time for one in the same moment.
pub async fn of_several_nodes_one_begins_an_order(fixture: &impl Fixture) {
    let store = fixture.open().await;
    for after in 0..5 {
        let nodes: Vec<_> = (0..4)
            .map(|_| {
                let store = Arc::clone(&store);
                tokio::spawn(async move { store.begin_order(&site(), after, Time(1)).await.unwrap() })
            })
            .collect();
        let mut begun = 0;
        for node in nodes {
            begun += u32::from(node.await.unwrap());
        }
        assert_eq!(begun, 1, "after {after}");
    }
    assert_eq!(kept(&store).await.order, 5);
}

/// Whoever looks sees the same as the node that began it.
pub async fn an_order_is_known_by_its_number_and_puts_off_the_next_one(fixture: &impl Fixture) {
    let store = fixture.open().await;
    assert_eq!(store.shared_certificate(&site()).await, Ok(None));
    assert_eq!(store.order_answer(&site()).await, Ok(None));
    assert_eq!(store.step_order(&site(), 0, &OrderStep::GoesOn, Time(9)).await, Ok(false));
    assert_eq!(store.begin_order(&site(), 3, Time(9)).await, Ok(false), "nobody has seen a third one");
    assert_eq!(store.begin_order(&site(), 0, Time(10)).await, Ok(true));
    let first = SharedCertificate { order: 1, not_before: Time(10), ..SharedCertificate::default() };
    assert_eq!(kept(&store).await, first);
    for (time, step) in [(20, OrderStep::GoesOn), (30, asked("a")), (40, OrderStep::Failed)] {
        assert_eq!(store.step_order(&site(), 1, &step, Time(time)).await, Ok(true), "{step:?}");
        assert_eq!(kept(&store).await.not_before, Time(time), "{step:?}");
    }
    // Whether it is time is the affair of whoever begins.
    assert_eq!(store.begin_order(&site(), 1, Time(5)).await, Ok(true));
    assert_eq!(
        kept(&store).await,
        SharedCertificate { order: 2, not_before: Time(5), failures: 1, ..SharedCertificate::default() }
    );
}

/// A node that stood still for a while finds that another one goes on in its place.
pub async fn only_the_newest_order_goes_on(fixture: &impl Fixture) {
    let store = fixture.open().await;
    begin(&store, 0).await;
    begin(&store, 1).await;
    assert!(step(&store, 2, asked("b")).await);
    let before = kept(&store).await;
    for late in [OrderStep::GoesOn, asked("a"), OrderStep::Done("late".to_owned()), OrderStep::Failed] {
        assert_eq!(store.step_order(&site(), 1, &late, Time(99)).await, Ok(false), "{late:?}");
    }
    assert_eq!(kept(&store).await, before);
}

/// The authority may ask more than once, and the two ways of asking follow each other.
pub async fn the_answer_is_there_as_long_as_the_order(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let answer = async || kept(&store).await.answer.map(|answer| (answer.token, answer.proof));
    let is = |token: &str| Some((token.to_owned(), format!("{token}.print")));
    begin(&store, 0).await;
    assert_eq!(answer().await, None);
    assert!(step(&store, 1, asked("a")).await);
    assert!(step(&store, 1, OrderStep::GoesOn).await);
    assert_eq!(answer().await, is("a"));
    assert!(step(&store, 1, asked("b")).await);
    assert_eq!(answer().await, is("b"));
    assert!(step(&store, 1, OrderStep::Failed).await);
    assert_eq!(answer().await, None);
    begin(&store, 1).await;
    assert!(step(&store, 2, asked("c")).await);
    // The node that began it has died.
    begin(&store, 2).await;
    assert_eq!(answer().await, None);
    assert!(step(&store, 3, asked("d")).await);
    assert!(step(&store, 3, OrderStep::Done("pem".to_owned())).await);
    assert_eq!(answer().await, None);
}

/// Connections are shown the old one until the new one is there.
pub async fn a_new_certificate_takes_the_place_of_the_old_one(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let seen = async || {
        let kept = kept(&store).await;
        (kept.pem, kept.failures)
    };
    begin(&store, 0).await;
    assert!(step(&store, 1, OrderStep::Failed).await);
    begin(&store, 1).await;
    assert!(step(&store, 2, OrderStep::Failed).await);
    assert_eq!(seen().await, (None, 2));
    begin(&store, 2).await;
    assert!(step(&store, 3, OrderStep::Done("one".to_owned())).await);
    assert_eq!(seen().await, (Some("one".to_owned()), 0));
    begin(&store, 3).await;
    assert!(step(&store, 4, asked("a")).await);
    assert!(step(&store, 4, OrderStep::Failed).await);
    assert_eq!(seen().await, (Some("one".to_owned()), 1));
    begin(&store, 4).await;
    assert!(step(&store, 5, OrderStep::Done("two".to_owned())).await);
    assert_eq!(seen().await, (Some("two".to_owned()), 0));
}

/// A certificate for a try, from an authority's test server, does not take the place of the real one.
pub async fn each_name_and_each_authority_has_its_own(fixture: &impl Fixture) {
    let store = fixture.open().await;
    begin(&store, 0).await;
    assert!(step(&store, 1, OrderStep::Done("one".to_owned())).await);
    for other in [of("authority", "other.example"), of("staging", "chess.example")] {
        assert_eq!(store.shared_certificate(&other).await, Ok(None), "{other:?}");
        assert_eq!(store.order_answer(&other).await, Ok(None), "{other:?}");
        assert_eq!(store.begin_order(&other, 0, Time(1)).await, Ok(true), "{other:?}");
        let failed = store.step_order(&other, 1, &OrderStep::Failed, Time(1)).await;
        assert_eq!(failed, Ok(true), "{other:?}");
    }
    let one = kept(&store).await;
    assert_eq!((one.pem.as_deref(), one.failures), (Some("one"), 0));
}

/// The e-mail address of an account changes now and then, and an authority may forget it.
pub async fn an_account_is_the_last_that_was_kept(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let account = async |of: &str| store.authority_account(of).await.unwrap();
    assert_eq!(account("https://a.example").await, None);
    for (authority, text) in [("a", "1"), ("b", "2"), ("a", "3")] {
        store.keep_authority_account(&format!("https://{authority}.example"), text).await.unwrap();
    }
    assert_eq!(account("https://a.example").await.as_deref(), Some("3"));
    assert_eq!(account("https://b.example").await.as_deref(), Some("2"));
}

/// How a place for certificates can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Whoever begins is told that it has begun.
    AllBegin,
    /// A node that was taken for dead goes on.
    OldOrdersGoOn,
    /// Nobody else hears how long to wait.
    PutsNothingOff,
    /// Whatever node is asked has no answer.
    HidesTheAnswer,
    /// The answer outlives its order.
    KeepsTheAnswer,
    /// Without a certificate that is new there is none.
    DropsTheOld,
    /// Failures are counted for ever.
    CountsForEver,
    /// One for all names.
    MixesNames,
    /// One for all authorities.
    MixesAuthorities,
    /// The first account stays.
    KeepsTheFirstAccount,
    /// Whoever asks for the answer alone hears none.
    HidesTheAnswerAlone,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::AllBegin,
        Self::OldOrdersGoOn,
        Self::PutsNothingOff,
        Self::HidesTheAnswer,
        Self::KeepsTheAnswer,
        Self::DropsTheOld,
        Self::CountsForEver,
        Self::MixesNames,
        Self::MixesAuthorities,
        Self::KeepsTheFirstAccount,
        Self::HidesTheAnswerAlone,
    ];
}

/// A fixture whose certificates have one fault.
pub struct Wrong<F> {
    right: F,
    fault: Fault,
}

impl<F> Wrong<F> {
    /// Over a right one.
    pub const fn new(right: F, fault: Fault) -> Self {
        Self { right, fault }
    }
}

impl<F: Fixture> Fixture for Wrong<F> {
    async fn open(&self) -> Arc<dyn Certificates> {
        let right = self.right.open().await;
        Arc::new(WrongCertificates { right, fault: self.fault, seen: Mutex::default() })
    }
}

struct WrongCertificates {
    right: Arc<dyn Certificates>,
    fault: Fault,
    /// The last answer, and how many orders have failed.
    seen: Mutex<(Option<OrderAnswer>, u32)>,
}

impl WrongCertificates {
    fn of(&self, of: &CertificateFor) -> CertificateFor {
        let mut of = of.clone();
        match self.fault {
            Fault::MixesNames => of.name = "one.example".to_owned(),
            Fault::MixesAuthorities => of.authority = "https://one.example".to_owned(),
            _ => {}
        }
        of
    }
}

#[async_trait]
impl Certificates for WrongCertificates {
    async fn shared_certificate(
        &self,
        of: &CertificateFor,
    ) -> Result<Option<SharedCertificate>, StorageError> {
        let Some(mut kept) = self.right.shared_certificate(&self.of(of)).await? else { return Ok(None) };
        let (answer, failures) = self.seen.lock().unwrap().clone();
        match self.fault {
            Fault::PutsNothingOff => kept.not_before = Time(0),
            Fault::HidesTheAnswer => kept.answer = None,
            Fault::KeepsTheAnswer => kept.answer = answer,
            Fault::DropsTheOld if kept.failures > 0 => kept.pem = None,
            Fault::CountsForEver => kept.failures = failures,
            _ => {}
        }
        Ok(Some(kept))
    }

    async fn order_answer(&self, of: &CertificateFor) -> Result<Option<OrderAnswer>, StorageError> {
        if self.fault == Fault::HidesTheAnswerAlone {
            return Ok(None);
        }
        Ok(self.shared_certificate(of).await?.and_then(|kept| kept.answer))
    }

    async fn begin_order(
        &self,
        of: &CertificateFor,
        after: u32,
        not_before: Time,
    ) -> Result<bool, StorageError> {
        let has_begun = self.right.begin_order(&self.of(of), after, not_before).await?;
        Ok(has_begun || self.fault == Fault::AllBegin)
    }

    async fn step_order(
        &self,
        of: &CertificateFor,
        order: u32,
        step: &OrderStep,
        not_before: Time,
    ) -> Result<bool, StorageError> {
        let of = self.of(of);
        let newest = self.right.shared_certificate(&of).await?.map_or(0, |kept| kept.order);
        let order = if self.fault == Fault::OldOrdersGoOn { newest } else { order };
        let is_done = self.right.step_order(&of, order, step, not_before).await?;
        let mut seen = self.seen.lock().unwrap();
        match step {
            OrderStep::Asked(answer) => seen.0 = Some(answer.clone()),
            OrderStep::Failed => seen.1 += 1,
            OrderStep::GoesOn | OrderStep::Done(_) => {}
        }
        Ok(is_done)
    }

    async fn authority_account(&self, authority: &str) -> Result<Option<String>, StorageError> {
        self.right.authority_account(authority).await
    }

    async fn keep_authority_account(&self, authority: &str, account: &str) -> Result<(), StorageError> {
        if self.fault == Fault::KeepsTheFirstAccount && self.authority_account(authority).await?.is_some() {
            return Ok(());
        }
        self.right.keep_authority_account(authority, account).await
    }
}
