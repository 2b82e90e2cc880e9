// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the start says on standard output: where the site is, for this machine and for others, and how to go on.

use std::io::{self, Write};
use std::net::SocketAddr;

use tabiya_server::CertificateState;

use super::terminal_code::{Look, terminal_code};

/// A page for a new password.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NewPassword {
    /// Who sets it there, and until when.
    pub(crate) said: String,
    /// Its path.
    pub(crate) path: String,
}

/// What there is to say.
pub(super) struct Announcement<'a> {
    /// Where players come in.
    pub(super) address: SocketAddr,
    /// What addresses begin with: `http`, or `https` if the server speaks it itself.
    pub(super) scheme: &'a str,
    /// Where plain HTTP comes in.
    pub(super) plain_address: SocketAddr,
    /// What is known of the server's own certificate.
    pub(super) certificate: Option<CertificateState>,
    /// The address of the site where the settings name one.
    pub(super) public_origin: Option<&'a str>,
    /// Its addresses on the network, the likeliest first.
    pub(super) lan_urls: &'a [String],
    /// Where the games are kept.
    pub(super) place: &'a str,
    /// The path of a link that makes an admin: it goes to standard output, and never into the log.
    pub(super) admin: Option<&'a str>,
    /// Where somebody on this computer sets a new password, and who; `None` for most.
    pub(super) new_password: Option<&'a NewPassword>,
    /// What else there is to know, in a sentence; `None` for most.
    pub(super) note: Option<&'a str>,
    /// How a code to scan can be drawn; `None` where nobody looks, as in a service's log.
    pub(super) code: Option<Look>,
}

impl Announcement<'_> {
    /// # Errors
    /// Where the output can't be written.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let own = format!("{}://{}", self.scheme, here(self.address));
        writeln!(out, "Tabiya {} plays at  {own}", env!("CARGO_PKG_VERSION"))?;
        for url in self.lan_urls {
            writeln!(out, "  on your network:    {url}")?;
        }
        if let Some(origin) = self.public_origin {
            writeln!(out, "  for everybody at:   {origin}")?;
        }
        if let Some(certificate) = &self.certificate {
            writeln!(out, "  plain HTTP leads there, from  http://{}", here(self.plain_address))?;
            match certificate {
                CertificateState::Awaited => {
                    writeln!(out, "  the certificate:    is being asked for; the log says when it is there")?;
                }
                CertificateState::Good(day) => writeln!(out, "  the certificate:    is good until {day}")?,
                CertificateState::SelfSigned(fingerprint) => {
                    writeln!(
                        out,
                        "  the certificate is this server's own, so browsers warn; its SHA-256 fingerprint is"
                    )?;
                    writeln!(out, "    {fingerprint}")?;
                }
            }
        }
        writeln!(out, "  games are kept in:  {}", self.place)?;
        if let Some(path) = self.admin {
            let origin = self.public_origin.unwrap_or(&own);
            writeln!(out, "  there is no admin yet; within a day, become one at")?;
            writeln!(out, "    {origin}{path}")?;
        }
        if let Some(NewPassword { said, path }) = self.new_password {
            writeln!(out, "  {said}\n    http://{}{path}", here(self.plain_address))?;
        }
        match self.to_share() {
            // The admin's link is never in the code: what is scanned is passed on.
            Some(url) => {
                if let Some(code) = self.code.and_then(|look| terminal_code(url, look)) {
                    write!(out, "\n  scan to play at {url}\n\n{code}\n")?;
                }
            }
            None if self.address.ip().is_loopback() => {
                writeln!(out, "  only this computer can open it; --lan lets your network in")?;
            }
            None => writeln!(
                out,
                "  this computer is on no network: connect it, and \"Share this site\" in the page shows the address for others"
            )?,
        }
        if let Some(note) = self.note {
            writeln!(out, "  {note}")?;
        }
        writeln!(out, "  stop with Ctrl-C")?;
        out.flush()
    }

    /// The address to give to others.
    fn to_share(&self) -> Option<&str> {
        self.public_origin.or(self.lan_urls.first().map(String::as_str))
    }
}

/// The address for a browser on this computer.
fn here(address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() { SocketAddr::from(([127, 0, 0, 1], address.port())) } else { address }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(change: impl FnOnce(&mut Announcement<'_>)) -> String {
        let urls = ["http://192.168.0.7:8080".to_owned(), "http://10.0.0.7:8080".to_owned()];
        let mut announcement = Announcement {
            address: "0.0.0.0:8080".parse().unwrap(),
            scheme: "http",
            plain_address: "0.0.0.0:8080".parse().unwrap(),
            certificate: None,
            public_origin: None,
            lan_urls: &urls,
            place: "/home/anna/data",
            admin: Some("/admin#secret"),
            new_password: None,
            note: None,
            code: None,
        };
        change(&mut announcement);
        let mut out = Vec::new();
        announcement.write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_likeliest_address_comes_first_and_is_in_the_code() {
        let text = said(|announcement| announcement.code = Some(Look::Glyphs));
        let network: Vec<_> = text.lines().filter(|line| line.contains("on your network")).collect();
        assert_eq!(network.len(), 2);
        assert!(network[0].ends_with("http://192.168.0.7:8080"), "{text}");
        assert!(text.contains("scan to play at http://192.168.0.7:8080\n"), "{text}");
        let code = terminal_code("http://192.168.0.7:8080", Look::Glyphs).unwrap();
        assert!(text.contains(&code), "{text}");
        assert!(!text.contains("only this computer"), "{text}");
    }

    #[test]
    fn the_admins_link_is_in_no_code() {
        let text = said(|announcement| announcement.code = Some(Look::Glyphs));
        assert!(text.contains("http://127.0.0.1:8080/admin#secret"), "{text}");
        let code = terminal_code("http://127.0.0.1:8080/admin#secret", Look::Glyphs).unwrap();
        assert!(!text.contains(&code));
        assert_eq!(text.matches("scan to play").count(), 1);
    }

    #[test]
    fn a_site_with_a_name_is_shared_by_its_name() {
        let text = said(|announcement| {
            announcement.public_origin = Some("https://chess.example");
            announcement.code = Some(Look::Glyphs);
        });
        assert!(text.contains("scan to play at https://chess.example\n"), "{text}");
        assert!(text.contains("https://chess.example/admin#secret"), "{text}");
    }

    #[test]
    fn a_certificate_of_ones_own_is_known_by_its_fingerprint() {
        let text = said(|announcement| {
            announcement.address = "0.0.0.0:8443".parse().unwrap();
            announcement.scheme = "https";
            announcement.certificate = Some(CertificateState::SelfSigned("AB:CD".into()));
        });
        assert!(text.contains("plays at  https://127.0.0.1:8443\n"), "{text}");
        assert!(text.contains("from  http://127.0.0.1:8080\n"), "{text}");
        assert!(text.contains("fingerprint is\n    AB:CD\n"), "{text}");
        assert!(text.contains("https://127.0.0.1:8443/admin#secret"), "{text}");
    }

    /// Somebody who had given --lan was told to give it.
    #[test]
    fn an_open_site_on_no_network_says_that_it_has_none() {
        let text = said(|announcement| announcement.lan_urls = &[]);
        assert!(text.contains("this computer is on no network: connect it"), "{text}");
        assert!(!text.contains("--lan"), "{text}");
    }

    #[test]
    fn no_code_goes_into_a_log_and_a_lone_computer_is_told_how_to_open_up() {
        assert!(!said(|_| ()).contains("scan"));
        let alone = said(|announcement| {
            announcement.address = "127.0.0.1:8080".parse().unwrap();
            announcement.lan_urls = &[];
            announcement.code = Some(Look::Glyphs);
        });
        assert!(alone.contains("only this computer can open it; --lan lets your network in"), "{alone}");
        assert!(!alone.contains("scan"), "{alone}");
    }
}
