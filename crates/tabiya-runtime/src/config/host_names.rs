// SPDX-License-Identifier: AGPL-3.0-or-later
//! A list of host names, in the form `chess.example, *.club.example`.

use std::fmt;
use std::str::FromStr;

/// A set of host names, without ports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HostNames(Vec<HostName>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct HostName {
    /// In lower case, without a dot at the end.
    name: String,
    /// Whether it stands for every name that ends with a dot and this name, but not for the name itself.
    is_suffix: bool,
}

impl HostNames {
    /// Whether the set contains this name, which must be in lower case and without a dot at the end.
    pub fn contain(&self, host: &str) -> bool {
        self.0.iter().any(
            |HostName { name, is_suffix }| {
                if *is_suffix { ends_with_label(host, name) } else { host == name }
            },
        )
    }
}

/// Whether a name is `something.suffix`.
pub fn ends_with_label(host: &str, suffix: &str) -> bool {
    host.strip_suffix(suffix).is_some_and(|rest| rest.len() > 1 && rest.ends_with('.'))
}

/// A text that is not a list of host names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no host name; write names like chess.example or *.chess.example, without port, separated by commas"
)]
pub struct HostNamesError(String);

impl FromStr for HostNames {
    type Err = HostNamesError;

    /// Names separated by commas, each optionally with `*.` before it. An empty text is the empty set.
    fn from_str(text: &str) -> Result<Self, HostNamesError> {
        let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
        let host_name = |text: &str| {
            let (name, is_suffix) = text.strip_prefix("*.").map_or((text, false), |name| (name, true));
            let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
            let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
            let is_label = |label: &str| !label.is_empty() && label.bytes().all(is_letter);
            match name.split('.').all(is_label) {
                true => Ok(HostName { name, is_suffix }),
                false => Err(HostNamesError(text.to_owned())),
            }
        };
        names.map(host_name).collect::<Result<_, _>>().map(Self)
    }
}

impl fmt::Display for HostNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, HostName { name, is_suffix }) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}{}{name}", if *is_suffix { "*." } else { "" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        let names: HostNames = "Chess.Example., *.club.example".parse().unwrap();
        assert_eq!(names.to_string(), "chess.example, *.club.example");
        assert_eq!(names.to_string().parse(), Ok(names));
        assert_eq!("".parse(), Ok(HostNames::default()));
    }

    #[test]
    fn a_name_is_itself_and_a_star_is_what_stands_before_it() {
        let names: HostNames = "chess.example, *.club.example".parse().unwrap();
        for inside in ["chess.example", "a.club.example", "a.b.club.example"] {
            assert!(names.contain(inside), "{inside}");
        }
        for outside in ["", "example", "a.chess.example", "club.example", ".club.example", "badclub.example"]
        {
            assert!(!names.contain(outside), "{outside}");
        }
    }

    #[test]
    fn what_is_no_name_is_refused() {
        for wrong in ["*", "chess.example:8080", "http://chess.example", "a..b", "*.*.a", "a b", "é.example"]
        {
            assert!(wrong.parse::<HostNames>().is_err(), "{wrong}");
        }
    }
}
