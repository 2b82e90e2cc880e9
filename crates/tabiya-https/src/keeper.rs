// SPDX-License-Identifier: AGPL-3.0-or-later
//! Keeps the certificate good while the server runs, and says in the log what is wrong with it.

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, SystemTime};

use tabiya_runtime::beat::Beat;
use tabiya_runtime::config::{CertificateFrom, Https};
use tabiya_runtime::measure::{self, IntGauge};
use tabiya_runtime::stopping::stops;
use tabiya_store::Certificates;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::acme::{Acme, Challenges, Failure};
use crate::certificate::{Certificate, day};
use crate::clocks::Clocks;
use crate::files::Files;
use crate::pauses::{pause, rest};
use crate::self_signed;
use crate::shared::Shared;
use crate::shown::Shown;
use crate::site::{Found, Site};

/// How often it is looked whether there is something to do. Files that have changed are in use after this time.
const LOOK: Duration = Duration::from_secs(5);
/// A certificate that ends within this time is worth a warning a day, if it was good for longer than a few weeks.
const ENDS_SOON: Duration = Duration::from_secs(14 * 86_400);
const WARNING: Duration = Duration::from_secs(86_400);

static LEFT: LazyLock<IntGauge> = LazyLock::new(|| {
    measure::gauge(
        "certificate_seconds",
        "Seconds for which the server's own certificate is good; -1 without one",
    )
});

/// Keeps a server's certificate good.
#[derive(Debug)]
pub struct Keeper {
    shown: Shown,
    challenges: Challenges,
    from: Origin,
    not_before: Instant,
    failures: usize,
    warned: Option<Instant>,
}

#[derive(Debug)]
enum Origin {
    Authority(Box<Acme>),
    /// The same for all nodes of a site.
    Site(Box<Site>),
    Files(Files),
    SelfSigned {
        folder: PathBuf,
        addresses: Vec<IpAddr>,
    },
}

/// Why a server can't begin to speak HTTPS, in words.
#[derive(Debug, thiserror::Error)]
#[error("can't speak HTTPS: {0}")]
pub struct KeeperError(String);

/// What is known of the certificate, for whoever starts the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificateState {
    /// It is on its way: the log will say when it is there.
    Awaited,
    /// It comes from an authority or a file and is good until that day.
    Good(String),
    /// The server has signed it, and this is its fingerprint.
    SelfSigned(String),
}

impl Keeper {
    /// Takes what is there: files, or what was kept. An authority is not asked yet. `addresses` are this machine's. One of several
    /// nodes shares what an authority gives with the `others`: by their certificates, in an order that follows their clocks.
    ///
    /// # Errors
    /// If the files can't be used, no certificate can be made and kept, or the database can't be read.
    pub async fn new(
        https: &Https,
        addresses: Vec<IpAddr>,
        others: Option<(Arc<dyn Certificates>, Clocks)>,
    ) -> Result<Self, KeeperError> {
        let (shown, mut challenges) = (Shown::default(), Challenges::default());
        let now = SystemTime::now();
        let (from, certificate) = match &https.certificate {
            CertificateFrom::Authority(authority) => {
                let acme = Acme::new(authority.clone(), &https.folder, shown.clone(), challenges.clone());
                if let Some((certificates, clocks)) = others {
                    let shared = Shared::new(certificates, authority);
                    challenges = Challenges::of_all(shared.clone(), authority.name.clone(), shown.clone());
                    let mut site = Site::new((shared, clocks), authority.clone(), acme, shown.clone());
                    let kept = site.read().await;
                    let kept = kept.map_err(|error| KeeperError(format!("the database fails: {error}")))?;
                    (Origin::Site(Box::new(site)), kept)
                } else {
                    let kept = acme.kept().map(|kept| kept.certificate);
                    (Origin::Authority(Box::new(acme)), kept)
                }
            }
            CertificateFrom::Files { name, certificate, key } => {
                let mut files = Files::new(name.clone(), certificate.clone(), key.clone());
                let read = files.look().transpose().map_err(KeeperError)?;
                (Origin::Files(files), read)
            }
            CertificateFrom::SelfSigned => {
                let made = self_signed::kept_or_made(&https.folder, &addresses, now).map_err(KeeperError)?;
                (Origin::SelfSigned { folder: https.folder.clone(), addresses }, Some(made))
            }
        };
        if let Some(certificate) = certificate {
            shown.show(certificate);
        }
        let keeper = Self { shown, challenges, from, not_before: Instant::now(), failures: 0, warned: None };
        keeper.measure(now);
        Ok(keeper)
    }

    /// What connections are shown.
    pub fn shown(&self) -> Shown {
        self.shown.clone()
    }

    /// What an authority is answered by plain HTTP.
    pub fn challenges(&self) -> Challenges {
        self.challenges.clone()
    }

    /// What is known of the certificate.
    pub fn state(&self) -> CertificateState {
        match (&self.from, self.shown.certificate()) {
            (_, None) => CertificateState::Awaited,
            (Origin::SelfSigned { .. }, Some(it)) => CertificateState::SelfSigned(it.fingerprint),
            (Origin::Authority(_) | Origin::Site(_) | Origin::Files(_), Some(it)) => {
                CertificateState::Good(day(it.ends))
            }
        }
    }

    /// Keeps it good until the server stops.
    pub async fn run(mut self, mut stopping: watch::Receiver<bool>) {
        let mut beat = Beat::every(LOOK).until(stopping.clone());
        while beat.next().await {
            // An authority takes its time. The server does not wait for it when it stops.
            tokio::select! {
                () = self.look(SystemTime::now()) => {}
                () = stops(&mut stopping) => return,
            }
            // What it has given begins after the time that was read before.
            let now = SystemTime::now();
            self.warn(now);
            self.measure(now);
        }
    }

    async fn look(&mut self, now: SystemTime) {
        let kept = self.shown.certificate();
        let is_due = kept.as_ref().is_none_or(|certificate| certificate.is_due(now));
        let is_to_come = kept.is_some_and(|certificate| certificate.is_to_come(now));
        match &mut self.from {
            Origin::Files(files) => match files.look() {
                None => {}
                Some(Ok(certificate)) => self.renewed(certificate),
                Some(Err(error)) => {
                    tracing::error!("the certificate stays as it was: {error}");
                }
            },
            Origin::SelfSigned { folder, addresses } => {
                if !(is_due || is_to_come) || Instant::now() < self.not_before {
                    return;
                }
                self.not_before = Instant::now() + WARNING;
                match self_signed::kept_or_made(folder, addresses, now) {
                    Ok(certificate) => self.renewed(certificate),
                    Err(error) => tracing::error!("the certificate can't be made anew: {error}"),
                }
            }
            Origin::Authority(acme) => {
                if !is_due || Instant::now() < self.not_before {
                    return;
                }
                match acme.obtain().await {
                    Ok(certificate) => {
                        self.not_before = Instant::now() + rest(&certificate);
                        self.renewed(certificate);
                    }
                    Err(failure) => {
                        let pause = pause(failure.pause, self.failures);
                        self.failures += 1;
                        self.not_before = Instant::now() + pause;
                        self.failed(&failure, pause, ", or at once at a new start");
                    }
                }
            }
            Origin::Site(site) => match site.look(now).await {
                Found::Nothing => {}
                Found::Certificate(certificate) => self.renewed(certificate),
                Found::Failure(failure, pause) => self.failed(&failure, pause, ", by whichever node"),
            },
        }
    }

    fn renewed(&mut self, certificate: Certificate) {
        let is_same = self.shown.certificate().is_some_and(|old| old.fingerprint == certificate.fingerprint);
        let (until, fingerprint) = (day(certificate.ends), certificate.fingerprint.clone());
        (self.failures, self.warned) = (0, None);
        self.shown.show(certificate);
        // Whoever reads this finds it shown.
        if !is_same {
            tracing::info!(%until, %fingerprint, "the certificate is there");
        }
    }

    /// Says that there is no new certificate, and when the next try is.
    fn failed(&self, failure: &Failure, pause: Duration, or_else: &str) {
        let again = format!("the next try is in {} min{or_else}", pause.as_secs() / 60);
        match self.shown.certificate().and_then(|certificate| certificate.left(SystemTime::now())) {
            None => tracing::error!("there is no certificate: {}; {again}", failure.said),
            Some(left) => {
                let days = left.as_secs() / 86_400;
                tracing::warn!(
                    "the certificate is not renewed: {}; it is good for {days} days more, and {again}",
                    failure.said
                );
            }
        }
    }

    /// Says once a day that the certificate ends.
    fn warn(&mut self, now: SystemTime) {
        let Some(certificate) = self.shown.certificate() else { return };
        let left = certificate.left(now);
        let is_to_come = certificate.is_to_come(now);
        let is_soon = is_to_come || left.is_none_or(|left| left < ends_soon(&certificate));
        if !is_soon || self.warned.is_some_and(|warned| warned.elapsed() < WARNING) {
            return;
        }
        self.warned = Some(Instant::now());
        let until = day(certificate.ends);
        match left {
            _ if is_to_come => {
                tracing::error!(
                    "by the clock of this computer the certificate is not good yet: set the clock"
                );
            }
            None => tracing::error!(%until, "the certificate has ended: browsers turn players away"),
            Some(_) => tracing::warn!(%until, "the certificate ends soon"),
        }
    }

    fn measure(&self, now: SystemTime) {
        let left = self.shown.certificate().map(|certificate| certificate.left(now).unwrap_or_default());
        LEFT.set(left.map_or(-1, |left| i64::try_from(left.as_secs()).unwrap_or(i64::MAX)));
    }
}

/// The certificate that the server would show now; `None` if it would have to get or make one first. Changes nothing and asks nobody.
///
/// # Errors
/// If the files can't be used, in words.
pub fn look_at(https: &Https) -> Result<Option<Certificate>, String> {
    match &https.certificate {
        CertificateFrom::Authority(authority) => {
            let (shown, challenges) = (Shown::default(), Challenges::default());
            let kept = Acme::new(authority.clone(), &https.folder, shown, challenges).kept();
            Ok(kept.map(|kept| kept.certificate))
        }
        CertificateFrom::Files { name, certificate, key } => {
            Files::new(name.clone(), certificate.clone(), key.clone()).look().transpose()
        }
        CertificateFrom::SelfSigned => Ok(self_signed::read_kept(&https.folder)),
    }
}

/// So long before its end a certificate is worth a warning: it was due for renewal in the last third of its life, and half of that has
/// gone by.
fn ends_soon(certificate: &Certificate) -> Duration {
    ENDS_SOON.min(certificate.span() / 6)
}

#[cfg(test)]
mod tests {
    use std::time::UNIX_EPOCH;

    use rcgen::{CertificateParams, KeyPair};

    use super::*;

    const HOUR: Duration = Duration::from_secs(3_600);
    const MINUTE: Duration = Duration::from_secs(60);

    /// A certificate that is good from 1970 on for so many hours.
    fn good_for(hours: u32) -> Certificate {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(["chess.example".to_owned()]).unwrap();
        let pem = params.self_signed(&key).unwrap().pem();
        let read = Certificate::read(pem.as_bytes(), key.serialize_pem().as_bytes()).unwrap();
        Certificate { begins: UNIX_EPOCH, ends: UNIX_EPOCH + hours * HOUR, ..read }
    }

    /// An authority of one's own network often gives a day. The next certificate was asked for when that one had ended.
    #[test]
    fn a_certificate_with_a_short_life_is_asked_for_again_in_time() {
        for hours in [1, 24, 6 * 24, 90 * 24] {
            let certificate = good_for(hours);
            let asked = certificate.begins + rest(&certificate);
            let due = (0..hours * 60).map(|minute| certificate.begins + minute * MINUTE);
            let mut due = due;
            let due = due.find(|at| *at >= asked && certificate.is_due(*at)).expect("before it ends");
            let left = certificate.left(due).unwrap();
            assert!(left >= certificate.span() / 4, "{hours} h: asked for with {left:?} left");
            // Nobody is warned of a certificate that is about to be renewed.
            assert!(left > ends_soon(&certificate), "{hours} h");
        }
        assert_eq!(rest(&good_for(90 * 24)), WARNING);
        assert_eq!(ends_soon(&good_for(90 * 24)), ENDS_SOON);
    }
}
