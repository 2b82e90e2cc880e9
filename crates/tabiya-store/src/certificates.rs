// SPDX-License-Identifier: AGPL-3.0-or-later
//! The certificate of a site of several nodes: asked for by one node at a time, shown by all.

use std::fmt;

use async_trait::async_trait;
use tabiya_game::Time;

use crate::StorageError;

/// Which certificate: of which authority, for which name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateFor {
    /// Address of the authority's directory.
    pub authority: String,
    /// The name of the site.
    pub name: String,
}

/// What the nodes of a site share of a certificate.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct SharedCertificate {
    /// Private key and certificates in PEM; `None` before the first.
    pub pem: Option<String>,
    /// The number of the newest order. The first has the number 1.
    pub order: u32,
    /// Before this time no other order may begin: one is under way, the last one has failed, or the certificate is new.
    pub not_before: Time,
    /// How many orders have failed since the last certificate.
    pub failures: u32,
    /// What the authority is answered, while an order lives.
    pub answer: Option<OrderAnswer>,
}

impl fmt::Debug for SharedCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The key stands in the PEM.
        f.debug_struct("SharedCertificate")
            .field("is_there", &self.pem.is_some())
            .field("order", &self.order)
            .field("not_before", &self.not_before)
            .field("failures", &self.failures)
            .field("answer", &self.answer)
            .finish()
    }
}

/// What proves to an authority that the name leads to this site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderAnswer {
    /// What the authority names in its question.
    pub token: String,
    /// The answer: the token, and a hash of the account's key (RFC 8555, 8.1).
    pub proof: String,
}

/// How an order goes on.
#[derive(Clone, PartialEq, Eq)]
pub enum OrderStep {
    /// The node still works on it.
    GoesOn,
    /// The authority is about to ask, and is answered this, by whatever node it asks.
    Asked(OrderAnswer),
    /// It has come to a certificate: private key and certificates in PEM.
    Done(String),
    /// It has come to nothing.
    Failed,
}

impl fmt::Debug for OrderStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::GoesOn => "GoesOn",
            Self::Asked(_) => "Asked",
            Self::Done(_) => "Done",
            Self::Failed => "Failed",
        })
    }
}

/// The certificates that nodes share, and their accounts with authorities.
///
/// Laws, which the `conformance` suite tests:
/// - An order begins after the one that the node has seen last. Of several nodes that begin at the same time, one does.
/// - An order that has begun, and each of its steps, says from when on another one may begin. The store compares no times.
/// - Only the newest order has steps: a node that was taken for dead changes nothing more.
/// - The answer to the authority is there from the step that brings it until the order ends or another one begins.
/// - A new certificate takes the place of the old one, and ends the count of failures. Until then the old one stays.
/// - Each authority and each name have their own. An account is the last that was kept for its authority.
#[async_trait]
pub trait Certificates: Send + Sync + 'static {
    /// What is kept; `None` before the first order.
    ///
    /// # Errors
    /// If the storage fails.
    async fn shared_certificate(
        &self,
        of: &CertificateFor,
    ) -> Result<Option<SharedCertificate>, StorageError>;

    /// The answer alone of what is kept. Strangers may cause this to be read.
    ///
    /// # Errors
    /// If the storage fails.
    async fn order_answer(&self, of: &CertificateFor) -> Result<Option<OrderAnswer>, StorageError>;

    /// Begins the order after the one with the number `after`, which is 0 before the first. Returns whether it has begun: not if another
    /// node was quicker.
    ///
    /// # Errors
    /// If the storage fails.
    async fn begin_order(
        &self,
        of: &CertificateFor,
        after: u32,
        not_before: Time,
    ) -> Result<bool, StorageError>;

    /// Takes a step of this order. Returns false, and changes nothing, if another one has begun since.
    ///
    /// # Errors
    /// If the storage fails.
    async fn step_order(
        &self,
        of: &CertificateFor,
        order: u32,
        step: &OrderStep,
        not_before: Time,
    ) -> Result<bool, StorageError>;

    /// The account with this authority, as it was kept.
    ///
    /// # Errors
    /// If the storage fails.
    async fn authority_account(&self, authority: &str) -> Result<Option<String>, StorageError>;

    /// Keeps this account with the authority in place of another one.
    ///
    /// # Errors
    /// If the storage fails.
    async fn keep_authority_account(&self, authority: &str, account: &str) -> Result<(), StorageError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_private_key_is_not_printed() {
        let pem = || "-----BEGIN PRIVATE KEY-----".to_owned();
        let kept = SharedCertificate { pem: Some(pem()), ..SharedCertificate::default() };
        let printed = format!("{kept:?} {:?}", OrderStep::Done(pem()));
        assert!(printed.contains("is_there: true") && !printed.contains("PRIVATE"), "{printed}");
    }
}
