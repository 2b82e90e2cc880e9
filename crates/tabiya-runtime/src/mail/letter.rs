// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the letters say.

use std::time::Duration;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A letter in plain text. Never printed: it may hold a secret.
#[derive(Clone)]
pub struct Letter {
    pub(crate) to: String,
    pub(crate) subject: String,
    pub(crate) text: String,
    /// From when on it is not worth sending any more.
    pub(crate) good_for: Duration,
}

/// What all letters of one site share.
pub struct Letterhead<'a> {
    /// The site's name.
    pub site: &'a str,
    /// What links begin with.
    pub origin: &'a str,
}

impl Letterhead<'_> {
    /// A letter with the site's name and address below.
    pub fn letter(&self, to: &str, subject: &str, text: &str) -> Letter {
        let Self { site, origin } = self;
        Letter {
            to: to.to_owned(),
            subject: format!("{site}: {subject}"),
            text: format!("{text}\n\n{site}\n{origin}/\n"),
            good_for: DAY,
        }
    }

    /// Asks whoever reads it whether the address is theirs.
    pub fn confirm(&self, to: &str, name: &str, token: &str) -> Letter {
        let text = format!(
            "Somebody, probably you, has given this address for the account {name}. Open this link to confirm it:\n\n\
             {}/confirm#{token}\n\n\
             It works for three days. If this was not you, do nothing: the address is then used for nothing.",
            self.origin
        );
        self.letter(to, "confirm your address", &text)
    }

    /// To an address that is not the account's any more.
    pub fn address_changed(&self, to: &str, name: &str) -> Letter {
        let text = format!(
            "The account {name} does not use this address any more: somebody who knows its password has changed it.\n\n\
             If this was not you, tell whoever runs {}.",
            self.site
        );
        self.letter(to, "your address was changed", &text)
    }

    /// By which a forgotten password is replaced.
    pub fn reset(&self, to: &str, name: &str, path: &str, good_for: Duration) -> Letter {
        let text = format!(
            "Somebody, probably you, wants to set a new password for the account {name}. Open this link to do so:\n\n\
             {}{path}\n\n\
             It works once, for {} minutes. If this was not you, do nothing: your password stays as it is.",
            self.origin,
            good_for.as_secs() / 60
        );
        Letter { good_for, ..self.letter(to, "set a new password", &text) }
    }
}
