// SPDX-License-Identifier: AGPL-3.0-or-later
//! Passwords in settings: read from files of their own, and never shown.

use std::fmt::Write as _;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, bail};

/// The longest secret in a file, in bytes.
const LONGEST: u64 = 4_096;

/// The secret in this file: its text without the line's end. What stands in it is in no error.
///
/// # Errors
/// If the file can't be read, is empty or too long, or has more than one line.
pub(crate) fn read(file: &Path) -> anyhow::Result<String> {
    let shown = file.display();
    let mut bytes = Vec::new();
    File::open(file)
        .and_then(|opened| opened.take(LONGEST + 1).read_to_end(&mut bytes))
        .with_context(|| format!("{shown} can't be read"))?;
    if bytes.len() as u64 > LONGEST {
        bail!("{shown} has more than {LONGEST} bytes, so it holds no secret of ours");
    }
    let Ok(text) = String::from_utf8(bytes) else { bail!("{shown} is no text in UTF-8") };
    let secret = text.trim_end_matches(['\r', '\n']);
    if secret.is_empty() {
        bail!("{shown} is empty; write the secret into it, as one line");
    }
    if secret.contains(['\r', '\n']) {
        bail!("{shown} has more than one line; write only the secret into it");
    }
    Ok(secret.to_owned())
}

/// The text without names and passwords in addresses: `smtp://ann:pass@host` becomes `smtp://...@host`.
pub(crate) fn without_passwords(text: &str) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some(begin) = rest.find("://") {
        let (before, behind) = rest.split_at(begin + 3);
        shown.push_str(before);
        // A password may hold a slash that should have been escaped; no address holds a blank or a quotation mark.
        let end = behind.find(|letter: char| letter.is_whitespace() || "'\"`".contains(letter));
        let address = &behind[..end.unwrap_or(behind.len())];
        match address.rsplit_once('@') {
            Some((login, host)) if login.contains(':') => {
                write!(shown, "...@{host}").expect("writing to a string succeeds");
            }
            // A name alone is no secret, and a command that is shown to be copied needs it.
            Some(_) | None => shown.push_str(address),
        }
        rest = &behind[address.len()..];
    }
    shown + rest
}

/// Says what is wrong with the command line or the environment, as clap does, and ends the program.
pub(crate) fn exit(error: &clap::Error) -> ! {
    let said = error.render().to_string();
    let shown = without_passwords(&said);
    if said == shown {
        error.exit();
    }
    eprint!("{shown}");
    std::process::exit(error.exit_code())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_in_addresses_are_not_shown() {
        for (text, shown) in [
            ("invalid value 'smtp://ann:s3@cr/et@host:25' here", "invalid value 'smtp://...@host:25' here"),
            ("a://u:p@h and b://v@i", "a://...@h and b://v@i"),
            ("https://chess.example and ann@chess.example", "https://chess.example and ann@chess.example"),
            ("", ""),
        ] {
            assert_eq!(without_passwords(text), shown);
        }
    }

    #[test]
    fn a_secret_is_one_line_of_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret");
        let read_from = |bytes: &[u8]| {
            std::fs::write(&file, bytes).unwrap();
            read(&file).map_err(|error| format!("{error:#}"))
        };
        assert_eq!(read_from(b" s3 cret\r\n").as_deref(), Ok(" s3 cret"));
        for (bytes, why) in [
            (&b"\n"[..], "is empty"),
            (b"one\ntwo\n", "more than one line"),
            (b"\xff", "no text in UTF-8"),
            (&[b'x'; 5_000], "more than 4096 bytes"),
        ] {
            let said = read_from(bytes).unwrap_err();
            assert!(said.contains(why) && !said.contains("two"), "{said}");
        }
        assert!(read(&folder.path().join("none")).unwrap_err().to_string().contains("can't be read"));
    }
}
