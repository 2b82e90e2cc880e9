// SPDX-License-Identifier: AGPL-3.0-or-later
//! The address of a database as PostgreSQL's own programs read it, and the command by which a person backs it up.

use std::fmt::Write;

use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};

use super::url::{DatabaseUrl, Tls};

impl DatabaseUrl {
    /// The command that backs the database up, without the password, for which `pg_dump` asks where no file and no variable has it.
    #[must_use]
    pub fn dump_command(&self) -> String {
        // What is encoded has no quotes.
        format!("pg_dump --format=custom --file=tabiya-$(date +%F).dump '{}'", self.for_programs())
    }

    /// The URL without the password.
    pub(super) fn for_programs(&self) -> String {
        let config = self.config();
        let mut url = "postgres://".to_owned();
        if let Some(user) = config.get_user() {
            url += &encoded(user);
            url.push('@');
        }
        for (place, host) in config.get_hosts().iter().enumerate() {
            if place > 0 {
                url.push(',');
            }
            match host {
                Host::Tcp(name) if name.contains(':') => url += &format!("[{name}]"),
                Host::Tcp(name) => url += &encoded(name),
                #[cfg(unix)]
                Host::Unix(path) => url += &encoded(&path.to_string_lossy()),
            }
            // One port may stand for all hosts.
            if let Some(port) = config.get_ports().get(place).or(config.get_ports().first()) {
                url += &format!(":{port}");
            }
        }
        url.push('/');
        url += &encoded(config.get_dbname().unwrap_or_default());
        let options = self.options();
        if !options.is_empty() {
            url.push('?');
            url += &options.join("&");
        }
        url
    }

    fn options(&self) -> Vec<String> {
        let config = self.config();
        let mut options = Vec::new();
        match (self.tls(), config.get_ssl_mode()) {
            (Tls::Verified { authorities }, _) => {
                let authorities = authorities.as_ref().map_or("system".into(), |file| file.to_string_lossy());
                options.push(format!("sslmode=verify-full&sslrootcert={}", encoded(&authorities)));
            }
            (Tls::Unverified, SslMode::Disable) => options.push("sslmode=disable".to_owned()),
            (Tls::Unverified, SslMode::Require) => options.push("sslmode=require".to_owned()),
            // It is what the programs do without a word.
            (Tls::Unverified, _) => {}
        }
        if config.get_target_session_attrs() == TargetSessionAttrs::ReadWrite {
            options.push("target_session_attrs=read-write".to_owned());
        }
        options.extend(config.get_options().map(|own| format!("options={}", encoded(own))));
        options
    }

    /// The password, for the environment of a program.
    pub(super) fn password(&self) -> Option<String> {
        self.config().get_password().map(|password| String::from_utf8_lossy(password).into_owned())
    }

    /// How the database is called.
    pub(super) fn database(&self) -> &str {
        let config = self.config();
        config.get_dbname().or(config.get_user()).unwrap_or("tabiya")
    }
}

/// Percent-encoding of everything but letters, digits and a few signs.
fn encoded(text: &str) -> String {
    let mut url = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._".contains(&byte) {
            url.push(char::from(byte));
        } else {
            write!(url, "%{byte:02X}").expect("a text takes anything");
        }
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_has_all_that_pg_dump_needs_but_the_password() {
        for (url, expected) in [
            ("postgres://ann:s3cr3t@db.example:5433/games", "postgres://ann@db.example:5433/games"),
            ("postgres://ann@%2Frun%2Fpg/the%27games", "postgres://ann@%2Frun%2Fpg:5432/the%27games"),
            (
                "postgres://ann@a:5432,b:5433/games?sslmode=require",
                "postgres://ann@a:5432,b:5433/games?sslmode=require&target_session_attrs=read-write",
            ),
            (
                "postgres://ann@db/games?sslmode=verify-full&sslrootcert=/etc/a%20b.pem",
                "postgres://ann@db:5432/games?sslmode=verify-full&sslrootcert=%2Fetc%2Fa%20b.pem",
            ),
            (
                "postgres://ann@db/games?sslmode=verify-full",
                "postgres://ann@db:5432/games?sslmode=verify-full&sslrootcert=system",
            ),
            (
                "postgres://ann@[::1]:5432/games?sslmode=disable",
                "postgres://ann@[::1]:5432/games?sslmode=disable",
            ),
            (
                "postgres://ann@db/games?options=-c%20search_path%3Dchess",
                "postgres://ann@db:5432/games?options=-c%20search_path%3Dchess",
            ),
        ] {
            let read: DatabaseUrl = url.parse().unwrap();
            let command = read.dump_command();
            let expected = format!("pg_dump --format=custom --file=tabiya-$(date +%F).dump '{expected}'");
            assert_eq!(command, expected);
            assert!(!command.contains("s3cr3t"));
        }
    }
}
