// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the start says on standard output: where the site is, for this machine and for others, and how to go on.

use std::io::{self, Write};
use std::net::SocketAddr;

use super::terminal_code::{Look, terminal_code};

/// What there is to say.
pub(super) struct Announcement<'a> {
    /// Where the server listens.
    pub(super) address: SocketAddr,
    /// The address of the site where the settings name one.
    pub(super) public_origin: Option<&'a str>,
    /// Its addresses on the network, the likeliest first.
    pub(super) lan_urls: &'a [String],
    /// Where the games are kept.
    pub(super) place: &'a str,
    /// The path of a link that makes an admin: it goes to standard output, and never into the log.
    pub(super) admin: Option<&'a str>,
    /// What else there is to know, in a sentence; `None` for most.
    pub(super) note: Option<&'a str>,
    /// How a code to scan can be drawn; `None` where nobody looks, as in a service's log.
    pub(super) code: Option<Look>,
}

impl Announcement<'_> {
    /// # Errors
    /// Where the output can't be written.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let here = if self.address.ip().is_unspecified() {
            SocketAddr::from(([127, 0, 0, 1], self.address.port()))
        } else {
            self.address
        };
        writeln!(out, "Tabiya {} plays at  http://{here}", env!("CARGO_PKG_VERSION"))?;
        for url in self.lan_urls {
            writeln!(out, "  on your network:    {url}")?;
        }
        if let Some(origin) = self.public_origin {
            writeln!(out, "  for everybody at:   {origin}")?;
        }
        writeln!(out, "  games are kept in:  {}", self.place)?;
        if let Some(path) = self.admin {
            let own = format!("http://{here}");
            let origin = self.public_origin.unwrap_or(&own);
            writeln!(out, "  there is no admin yet; within a day, become one at")?;
            writeln!(out, "    {origin}{path}")?;
        }
        match self.to_share() {
            // The admin's link is never in the code: what is scanned is passed on.
            Some(url) => {
                if let Some(code) = self.code.and_then(|look| terminal_code(url, look)) {
                    write!(out, "\n  scan to play at {url}\n\n{code}\n")?;
                }
            }
            None => writeln!(out, "  only this computer can open it; --lan lets your network in")?,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn said(change: impl FnOnce(&mut Announcement<'_>)) -> String {
        let urls = ["http://192.168.0.7:8080".to_owned(), "http://10.0.0.7:8080".to_owned()];
        let mut announcement = Announcement {
            address: "0.0.0.0:8080".parse().unwrap(),
            public_origin: None,
            lan_urls: &urls,
            place: "/home/anna/data",
            admin: Some("/admin#secret"),
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
