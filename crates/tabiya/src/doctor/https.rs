// SPDX-License-Identifier: AGPL-3.0-or-later
//! The server's own certificate, as it lies in its files. What browsers see at the site's name is looked at in `site`.

use std::time::{Duration, SystemTime};

use tabiya_server::{Authority, Certificate, CertificateFrom, Https, look_at};

use super::finding::{Finding, broken, look, well};
use crate::serve::Settings;

const WHAT: &str = "https";
/// A certificate that ends within this time should have been renewed.
const SOON: Duration = Duration::from_secs(14 * DAY);
const DAY: u64 = 86_400;

pub(super) fn examine(settings: &Settings) -> Option<Finding> {
    let https = settings.https().ok()??;
    if let (Some(_), CertificateFrom::Authority(Authority { name, .. })) =
        (settings.node(), &https.certificate)
    {
        let said = format!(
            "all nodes share the certificate for {name}, which stands in the database and is not looked at here; the log of the node \
             that asks for one says what is wrong"
        );
        return Some(look(WHAT, said));
    }
    Some(match look_at(&https) {
        Err(error) => broken(WHAT, error),
        Ok(None) => none_yet(&https),
        Ok(Some(certificate)) => found(&https, &certificate, SystemTime::now()),
    })
}

fn none_yet(https: &Https) -> Finding {
    match &https.certificate {
        CertificateFrom::Authority(authority) => look(
            WHAT,
            format!(
                "there is no certificate for {} yet; the server asks {} for one when it runs, and its log says what is wrong",
                authority.name, authority.directory
            ),
        ),
        CertificateFrom::SelfSigned | CertificateFrom::Files { .. } => {
            well(WHAT, "the server makes its certificate at its start")
        }
    }
}

fn found(https: &Https, certificate: &Certificate, now: SystemTime) -> Finding {
    let (renewal, is_self_signed) = match &https.certificate {
        CertificateFrom::Authority(_) => {
            ("the server renews it while it runs, and its log says what is wrong", false)
        }
        CertificateFrom::Files { .. } => ("renew the files that tls-cert and tls-key name", false),
        CertificateFrom::SelfSigned => ("the server makes another one while it runs", true),
    };
    match certificate.left(now) {
        _ if certificate.begins > now => {
            broken(WHAT, "the certificate is not good yet; is this machine's clock right?")
        }
        None => broken(WHAT, format!("the certificate has ended; {renewal}")),
        Some(left) => {
            let days = left.as_secs() / DAY;
            if left < SOON {
                return look(WHAT, format!("the certificate ends in {days} days; {renewal}"));
            }
            let own = format!("; its SHA-256 fingerprint is {}", certificate.fingerprint);
            well(
                WHAT,
                format!("the certificate is good for {days} days{}", if is_self_signed { &own } else { "" }),
            )
        }
    }
}
