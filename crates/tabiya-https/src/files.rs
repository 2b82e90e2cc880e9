// SPDX-License-Identifier: AGPL-3.0-or-later
//! A certificate in files of the operator, which another program renews. They are read again when they change.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tabiya_runtime::config::SiteName;

use crate::certificate::Certificate;

/// The files, and how they were when they were read.
#[derive(Debug)]
pub(crate) struct Files {
    name: SiteName,
    certificate: PathBuf,
    key: PathBuf,
    seen: Option<[Stamp; 2]>,
}

/// When a file was changed, and its length in bytes; `None` where there is no file.
type Stamp = Option<(SystemTime, u64)>;

fn stamp(file: &Path) -> Stamp {
    let metadata = fs::metadata(file).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

impl Files {
    pub(crate) fn new(name: SiteName, certificate: PathBuf, key: PathBuf) -> Self {
        Self { name, certificate, key, seen: None }
    }

    /// The certificate if the files have changed since they were looked at.
    ///
    /// # Errors
    /// If they can't be used, in words that name the file. They are not looked at again before they change.
    pub(crate) fn look(&mut self) -> Option<Result<Certificate, String>> {
        let now = [stamp(&self.certificate), stamp(&self.key)];
        if self.seen == Some(now) {
            return None;
        }
        self.seen = Some(now);
        Some(self.read())
    }

    fn read(&self) -> Result<Certificate, String> {
        let read = |file: &Path| {
            fs::read(file).map_err(|error| format!("{} can't be read: {error}", file.display()))
        };
        let (pem, key) = (read(&self.certificate)?, read(&self.key)?);
        let wrong = |error| {
            let (certificate, key) = (self.certificate.display(), self.key.display());
            format!("{certificate} and {key} can't be used: {error}")
        };
        let certificate = Certificate::read(&pem, &key).map_err(wrong)?;
        certificate.check_name(&self.name).map_err(wrong)?;
        Ok(certificate)
    }
}

#[cfg(test)]
mod tests {
    use rcgen::{CertificateParams, KeyPair};

    use super::*;

    #[test]
    fn files_are_read_again_when_they_change_and_faults_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let [pem, key] = ["site.pem", "site.key"].map(|name| folder.path().join(name));
        let mut files = Files::new("chess.example".parse().unwrap(), pem.clone(), key.clone());
        assert!(files.look().unwrap().unwrap_err().contains("site.pem can't be read"));
        assert!(files.look().is_none(), "the same is not said twice");
        let put = |name: &str| {
            let pair = KeyPair::generate().unwrap();
            let params = CertificateParams::new([name.to_owned()]).unwrap();
            fs::write(&pem, params.self_signed(&pair).unwrap().pem()).unwrap();
            fs::write(&key, pair.serialize_pem()).unwrap();
        };
        put("chess.example");
        let first = files.look().unwrap().unwrap();
        assert!(files.look().is_none());
        put("www.chess.example.org");
        let said = files.look().unwrap().unwrap_err();
        assert!(said.contains("site.pem") && said.contains("not for chess.example"), "{said}");
        put("chess.example");
        assert_ne!(files.look().unwrap().unwrap().fingerprint, first.fingerprint);
    }
}
