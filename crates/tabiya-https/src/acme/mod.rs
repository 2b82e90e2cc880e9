// SPDX-License-Identifier: AGPL-3.0-or-later
//! A certificate from an authority (ACME, RFC 8555): asked for, proved, fetched and kept.

mod account;
mod challenges;
mod failure;
mod http;
mod order;

use std::path::{Path, PathBuf};
use std::time::Duration;

use sha2::{Digest, Sha256};
use tabiya_runtime::config::Authority;

pub use challenges::Challenges;
pub(crate) use failure::{Failure, Pause};

use crate::certificate::Certificate;
use crate::kept;
use crate::shared::SharedOrder;
use crate::shown::Shown;
use http::Calls;

/// How long an authority may take for a certificate, all calls together.
const PATIENCE: Duration = Duration::from_secs(600);

/// How often an authority is asked that rejects the numbers which it gave itself.
const TRIES: u32 = 5;

/// Asks an authority for certificates, and keeps them in a folder.
#[derive(Clone, Debug)]
pub(crate) struct Acme {
    authority: Authority,
    folder: PathBuf,
    shown: Shown,
    challenges: Challenges,
    /// For several nodes: their database keeps what else stands in the folder, and the answers.
    shared: Option<SharedOrder>,
}

/// A certificate, and its text with the key, which must not be printed.
pub(crate) struct Obtained {
    pub(crate) certificate: Certificate,
    pub(crate) pem: String,
}

impl Acme {
    pub(crate) fn new(authority: Authority, folder: &Path, shown: Shown, challenges: Challenges) -> Self {
        Self { authority, folder: folder.to_owned(), shown, challenges, shared: None }
    }

    /// A file of the folder, for this authority: another one, such as one for tries, has files of its own.
    fn file(&self, name: &str, ending: &str) -> PathBuf {
        let digest = Sha256::digest(self.authority.directory.as_bytes());
        let authority: String = digest.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
        self.folder.join(format!("{name}-{authority}.{ending}"))
    }

    fn certificate_file(&self) -> PathBuf {
        self.file(self.authority.name.as_str(), "pem")
    }

    /// The certificate that was kept in the folder; `None` if there is none that can be used.
    pub(crate) fn kept(&self) -> Option<Obtained> {
        let file = self.certificate_file();
        let bytes = kept::get(&file)
            .inspect_err(
                |error| tracing::warn!(file = %file.display(), %error, "the certificate can't be read"),
            )
            .ok()??;
        let pem = String::from_utf8_lossy(&bytes).into_owned();
        let read = Certificate::read_for(&pem, &self.authority.name);
        let certificate = read
            .inspect_err(
                |error| tracing::warn!(file = %file.display(), %error, "the kept certificate can't be used"),
            )
            .ok()?;
        Some(Obtained { certificate, pem })
    }

    /// Asks for a new certificate and keeps it in the folder.
    ///
    /// # Errors
    /// If there is none, with the reason in words.
    pub(crate) async fn obtain(&self) -> Result<Certificate, Failure> {
        let obtained = self.obtain_in_time().await;
        // Whatever happened, nobody is answered any more.
        self.challenges.clear();
        self.shown.answer(None);
        let Obtained { certificate, pem } = obtained?;
        let file = self.certificate_file();
        if let Err(error) = kept::put(&file, pem.as_bytes()) {
            // It works until the next start, which asks for another one.
            tracing::error!(file = %file.display(), %error, "the certificate can't be kept");
        }
        Ok(certificate)
    }

    /// Asks for a new certificate that is kept elsewhere, for the nodes that share this order.
    ///
    /// # Errors
    /// If there is none, with the reason in words.
    pub(crate) async fn obtain_for_all(&self, order: &SharedOrder) -> Result<Obtained, Failure> {
        Self { shared: Some(order.clone()), ..self.clone() }.obtain_in_time().await
    }

    async fn obtain_in_time(&self) -> Result<Obtained, Failure> {
        let calls = Calls::new(self.authority.root.as_deref())?;
        let obtained = tokio::time::timeout(PATIENCE, self.obtain_by(&calls)).await;
        obtained.unwrap_or_else(|_| Err(Failure::too_slow(&self.authority)))
    }

    async fn obtain_by(&self, calls: &Calls) -> Result<Obtained, Failure> {
        for _ in 1..TRIES {
            match self.obtain_once(calls).await {
                Err(failure) if failure.pause == Pause::None => {}
                done => return done,
            }
        }
        self.obtain_once(calls).await
    }

    async fn obtain_once(&self, calls: &Calls) -> Result<Obtained, Failure> {
        let account = self.account(calls).await?;
        let (key, chain) = self.order(calls, &account).await?;
        let pem = [key, chain].concat();
        let certificate = Certificate::read_for(&pem, &self.authority.name)
            .map_err(|error| Failure::useless(&self.authority, &error.to_string()))?;
        Ok(Obtained { certificate, pem })
    }
}
