// SPDX-License-Identifier: AGPL-3.0-or-later
//! A certificate that the server signs itself, for a network without an authority. It is kept, so that a browser that has been told
//! to trust it needs to be told once.

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rcgen::{
    CertificateParams, DistinguishedName, DnType, ExtendedKeyUsagePurpose, KeyPair, KeyUsagePurpose,
};
use time::OffsetDateTime;

use crate::certificate::Certificate;
use crate::kept;

/// How long it is good. Some systems take none that is good for longer than 825 days.
const GOOD_FOR: Duration = Duration::from_secs(730 * 86_400);
/// A clock that is a little behind must find it good.
const BEFORE: Duration = Duration::from_secs(86_400);
/// A new one is made if it ends within this time.
const SOON: Duration = Duration::from_secs(30 * 86_400);

/// Its file in this folder.
fn file(folder: &Path) -> PathBuf {
    folder.join("self-signed.pem")
}

/// The certificate that is kept in this folder; `None` without one that can be read.
pub(crate) fn read_kept(folder: &Path) -> Option<Certificate> {
    let bytes = kept::get(&file(folder)).ok()??;
    Certificate::read(&bytes, &bytes).ok()
}

/// The certificate that is kept in this folder, or a new one if that is missing, damaged or about to end.
///
/// # Errors
/// If none can be made or kept, in words.
pub(crate) fn kept_or_made(
    folder: &Path,
    addresses: &[IpAddr],
    now: SystemTime,
) -> Result<Certificate, String> {
    if let Some(kept) = read_kept(folder)
        && kept.left(now).is_some_and(|left| left > SOON)
        && kept.begins <= now
    {
        return Ok(kept);
    }
    let file = file(folder);
    let shown = file.display();
    let pem = make(addresses, now).map_err(|error| format!("no certificate can be made: {error}"))?;
    kept::put(&file, pem.as_bytes()).map_err(|error| format!("{shown} can't be written: {error}"))?;
    Certificate::read(pem.as_bytes(), pem.as_bytes()).map_err(|error| error.to_string())
}

/// Key and certificate in PEM.
fn make(addresses: &[IpAddr], now: SystemTime) -> Result<String, rcgen::Error> {
    // The second is what a server is called where another one has the name.
    let local = ["tabiya.local", "tabiya-2.local"];
    let mut names = [&["localhost", "127.0.0.1", "::1"][..], &local]
        .concat()
        .into_iter()
        .map(str::to_owned)
        .collect::<Vec<_>>();
    names.extend(addresses.iter().map(ToString::to_string));
    let mut params = CertificateParams::new(names)?;
    params.distinguished_name = DistinguishedName::new();
    params.distinguished_name.push(DnType::CommonName, "Tabiya, signed by itself");
    params.not_before = OffsetDateTime::from(now - BEFORE);
    params.not_after = OffsetDateTime::from(now + GOOD_FOR);
    params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    let key = KeyPair::generate()?;
    Ok([key.serialize_pem(), params.self_signed(&key)?.pem()].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_kept_until_it_ends_and_a_damaged_one_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let now = SystemTime::now();
        let at = |now| kept_or_made(folder.path(), &["192.168.0.7".parse().unwrap()], now).unwrap();
        let first = at(now);
        assert_eq!(first.check_name(&"tabiya.local".parse().unwrap()), Ok(()));
        assert_eq!(at(now).fingerprint, first.fingerprint);
        assert_eq!(at(now + GOOD_FOR - SOON - BEFORE).fingerprint, first.fingerprint);
        let second = at(now + GOOD_FOR - SOON + BEFORE);
        assert_ne!(second.fingerprint, first.fingerprint);
        // A clock that stood at 1970 made one that nobody finds good today.
        let third = at(now - GOOD_FOR);
        assert_ne!(third.fingerprint, second.fingerprint);
        std::fs::write(file(folder.path()), "-----BEGIN nothing").unwrap();
        assert_ne!(at(now).fingerprint, third.fingerprint);
    }
}
