// SPDX-License-Identifier: AGPL-3.0-or-later
//! The settings by which the server speaks HTTPS itself, and what they come to together.

use std::net::SocketAddr;
use std::str::FromStr;

use anyhow::{Context, bail};
use tabiya_server::{Authority, CertificateFrom, Https, PublicUrl, SiteName};

use super::settings::{OnOff, Settings};

/// The ports of HTTP and HTTPS, which need not be named in an address.
const USUAL_PORTS: (u16, u16) = (80, 443);
/// The port of HTTPS where the server signs its certificate itself: any user may listen there.
const SELF_SIGNED_PORT: u16 = 8443;
/// The directories of Let's Encrypt, for certificates and for trials.
const LETS_ENCRYPT: &str = "https://acme-v02.api.letsencrypt.org/directory";
const LETS_ENCRYPT_STAGING: &str = "https://acme-staging-v02.api.letsencrypt.org/directory";
/// Where the server keeps its certificates, in the data folder.
const FOLDER: &str = "https";

/// For which name the server speaks HTTPS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum HttpsWish {
    /// For this name, with a certificate that browsers know.
    Name(SiteName),
    /// For any, with a certificate of its own.
    SelfSigned,
}

impl FromStr for HttpsWish {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "self-signed" {
            return Ok(Self::SelfSigned);
        }
        text.parse().map(Self::Name).map_err(|error| format!("{error}; or self-signed"))
    }
}

/// An address to which an authority may write. One that holds more would end up as part of a link.
pub(super) fn email(text: &str) -> Result<String, String> {
    let is_plain = |letter: char| letter.is_ascii_graphic() && !"?&,;:<>\"'".contains(letter);
    let has_parts = text.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
    if has_parts && text.chars().all(is_plain) {
        return Ok(text.to_owned());
    }
    Err(format!("expected an address such as ann@example.org, found {text:?}"))
}

/// The address of an authority's directory.
pub(super) fn directory(text: &str) -> Result<String, String> {
    let is_https = url::Url::parse(text).is_ok_and(|url| url.scheme() == "https" && url.has_host());
    if is_https {
        return Ok(text.to_owned());
    }
    Err(format!("expected an address that begins with https://, found {text:?}"))
}

impl Settings {
    /// Where HTTPS is listened for; `None` where the server does not speak it itself.
    pub(crate) fn listening_https(&self) -> Option<SocketAddr> {
        let wish = self.https.as_ref()?;
        if let Some(address) = self.listen_https {
            return Some(self.opened(address));
        }
        let port = match wish {
            HttpsWish::Name(_) => USUAL_PORTS.1,
            HttpsWish::SelfSigned => SELF_SIGNED_PORT,
        };
        Some(SocketAddr::new(self.listening().ip(), port))
    }

    /// The address under which players reach the server, where that is known.
    ///
    /// # Errors
    /// If the settings name two.
    pub(crate) fn site_url(&self) -> anyhow::Result<Option<PublicUrl>> {
        let given = self.public_url.clone();
        let Some(wish) = &self.https else { return Ok(given) };
        if let Some(url) = given.as_ref().filter(|url| !url.is_https()) {
            bail!("public-url is {url}, but the server speaks HTTPS: begin it with https://");
        }
        let HttpsWish::Name(name) = wish else { return Ok(given) };
        match given {
            Some(url) if url.host() == name.as_str() => Ok(Some(url)),
            Some(url) => bail!("public-url is {url}, but https is for {name}; leave public-url out"),
            None => {
                let port = self.listening_https().map_or(USUAL_PORTS.1, |address| address.port());
                let url = format!("https://{name}:{port}").parse();
                Ok(Some(url.context("https and listen-https")?))
            }
        }
    }

    /// How the server speaks HTTPS; `None` where it does not itself.
    ///
    /// # Errors
    /// If settings are missing or don't go together.
    pub(crate) fn https(&self) -> anyhow::Result<Option<Https>> {
        let files = match (&self.tls_cert, &self.tls_key) {
            (Some(certificate), Some(key)) => Some((certificate.clone(), key.clone())),
            (None, None) => None,
            (Some(_), None) => bail!("tls-cert needs tls-key: the file of its private key"),
            (None, Some(_)) => bail!("tls-key needs tls-cert: the file of the certificate"),
        };
        let (Some(wish), Some(listen)) = (&self.https, self.listening_https()) else {
            if files.is_some() || self.acme_email.is_some() {
                bail!("tls-cert and acme-email need https: the name of the site, such as chess.example");
            }
            if self.listen_https.is_some() {
                bail!(
                    "listen-https needs https: the name of the site, such as chess.example, or self-signed"
                );
            }
            return Ok(None);
        };
        let certificate = match (wish, files, &self.acme_email) {
            (HttpsWish::Name(_), Some(_), Some(_)) => {
                bail!(
                    "the certificate comes from files (tls-cert) or from an authority (acme-email); leave one out"
                )
            }
            (HttpsWish::Name(name), Some((certificate, key)), None) => {
                CertificateFrom::Files { name: name.clone(), certificate, key }
            }
            (HttpsWish::Name(name), None, Some(email)) => CertificateFrom::Authority(Authority {
                name: name.clone(),
                email: email.clone(),
                directory: self.directory().to_owned(),
                root: self.acme_root.clone(),
            }),
            (HttpsWish::Name(name), None, None) => bail!(
                "https for {name} needs acme-email, an address of yours to which the authority writes if something is wrong (with \
                 it you agree to its terms), or a certificate of your own, by tls-cert and tls-key"
            ),
            (HttpsWish::SelfSigned, None, None) => CertificateFrom::SelfSigned,
            (HttpsWish::SelfSigned, _, _) => {
                bail!(
                    "a server that signs its certificate itself needs no tls-cert and no acme-email; or name the site, as https = \"chess.example\""
                )
            }
        };
        Ok(Some(Https { listen, certificate, folder: self.data_folder.join(FOLDER) }))
    }

    fn directory(&self) -> &str {
        match &self.acme_directory {
            Some(directory) => directory,
            None if self.acme_staging == OnOff::On => LETS_ENCRYPT_STAGING,
            None => LETS_ENCRYPT,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::{Args as _, Command, FromArgMatches};

    use super::*;

    fn settings(flags: &[&str]) -> Settings {
        let arguments = [&["serve"], flags].concat();
        let matches = Settings::augment_args(Command::new("serve")).get_matches_from(arguments);
        Settings::from_arg_matches(&matches).expect("flags that are settings")
    }

    fn addresses(flags: &[&str]) -> (SocketAddr, Option<SocketAddr>, Option<String>) {
        let settings = settings(flags);
        let url = settings.site_url().unwrap().map(|url| url.to_string());
        (settings.listening(), settings.listening_https(), url)
    }

    #[test]
    fn a_name_listens_at_the_usual_ports_and_is_the_sites_address() {
        let named = ["--https", "Chess.example", "--acme-email", "ann@chess.example"];
        let (http, https, url) = addresses(&named);
        assert!(http.ip().is_unspecified() && http.port() == 80, "{http}");
        assert_eq!(https, Some(SocketAddr::new(http.ip(), 443)));
        assert_eq!(url.as_deref(), Some("https://chess.example"));
        let moved =
            [&named[..], &["--listen-http", "127.0.0.1:8080", "--listen-https", "127.0.0.1:9443"]].concat();
        let (http, https, url) = addresses(&moved);
        assert_eq!(http.to_string(), "127.0.0.1:8080");
        assert_eq!(https.unwrap().to_string(), "127.0.0.1:9443");
        assert_eq!(url.as_deref(), Some("https://chess.example:9443"));
        // A router that passes 443 on.
        let passed = [&moved[..], &["--public-url", "https://chess.example"]].concat();
        assert_eq!(addresses(&passed).2.as_deref(), Some("https://chess.example"));
        assert!(settings(&named).https().unwrap().unwrap().folder.ends_with("data/https"));
    }

    #[test]
    fn a_server_that_signs_itself_needs_no_rights_and_opens_with_lan() {
        let (http, https, url) = addresses(&["--https", "self-signed"]);
        assert_eq!((http.to_string(), url), ("127.0.0.1:8080".to_owned(), None));
        assert_eq!(https.unwrap().to_string(), "127.0.0.1:8443");
        let (http, https, _) = addresses(&["--https", "self-signed", "--lan"]);
        assert!(http.ip().is_unspecified() && https.unwrap().ip().is_unspecified());
    }

    #[test]
    fn what_does_not_go_together_is_refused_with_what_is_missing() {
        let named = ["--https", "chess.example"];
        let files = ["--tls-cert", "a.pem", "--tls-key", "a.key"];
        let email = ["--acme-email", "a@b.example"];
        for (flags, said) in [
            (named.to_vec(), "needs acme-email"),
            ([&named[..], &files, &email].concat(), "leave one out"),
            ([&named[..], &files[..2]].concat(), "needs tls-key"),
            (files.to_vec(), "need https"),
            (vec!["--listen-https", "127.0.0.1:1"], "needs https"),
            ([&["--https", "self-signed"][..], &email].concat(), "needs no tls-cert"),
        ] {
            let error = settings(&flags).https().unwrap_err().to_string();
            assert!(error.contains(said), "{flags:?}: {error}");
        }
        for (flags, said) in [
            (["--https", "self-signed", "--public-url", "http://chess.example"], "begin it with https://"),
            (["--https", "chess.example", "--public-url", "https://other.example"], "leave public-url out"),
        ] {
            let error = settings(&flags).site_url().unwrap_err().to_string();
            assert!(error.contains(said), "{flags:?}: {error}");
        }
        assert!(settings(&[&named[..], &files].concat()).https().is_ok());
        assert!(email_is_refused("ann") && email_is_refused("a@b") && email_is_refused("a@b.c?subject=x"));
    }

    fn email_is_refused(text: &str) -> bool {
        email(text).is_err() && email("ann@chess.example").is_ok()
    }

    #[test]
    fn tries_go_to_the_staging_directory_unless_one_is_named() {
        assert_eq!(settings(&[]).directory(), LETS_ENCRYPT);
        assert_eq!(settings(&["--acme-staging", "on"]).directory(), LETS_ENCRYPT_STAGING);
        let own = settings(&["--acme-staging", "on", "--acme-directory", "https://ca.example/dir"]);
        assert_eq!(own.directory(), "https://ca.example/dir");
        assert!(directory("http://ca.example").is_err() && directory("ca.example").is_err());
    }
}
