// SPDX-License-Identifier: AGPL-3.0-or-later
//! A lost password is reset without a terminal: a file beside the program asks for it. Nobody on the network can lay one there, and
//! whoever can may read and change the data anyway.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use anyhow::{Context, bail};
use tabiya_server::{Operator, Order};
use tabiya_store::SqliteStore;

use crate::order::{carry_out_on, now};
use crate::serve::NewPassword;

/// What the files are called, and whether they ask for the second factor to be removed instead.
const FILES: [(&str, bool); 2] = [("reset-second-factor", true), ("reset-admin", false)];
/// How their names may end. Explorer hides the first ending from whoever types it.
const ENDINGS: [&str; 3] = [".txt", ".txt.txt", ""];
/// A name is shorter, in bytes.
const LONGEST: u64 = 200;

/// Does what files beside the program ask for, and takes them away. What can't be done is said, and keeps no site from starting.
pub(super) fn look(beside: &Path, data: &Path) -> Option<NewPassword> {
    let mut page = None;
    for (name, second_factor) in FILES {
        let mut files = ENDINGS.iter().map(|ending| beside.join(format!("{name}{ending}")));
        let Some(file) = files.find(|file| file.is_file()) else { continue };
        match reset(&file, data, second_factor) {
            Ok(said) => {
                page = page_of(&said).or(page);
                if page_of(&said).is_none() {
                    println!("{said}");
                }
                if let Err(error) = fs::remove_file(&file) {
                    eprintln!("delete {}, else the next start does it again: {error}", file.display());
                }
            }
            Err(error) => eprintln!("{}: {error:#}", file.display()),
        }
    }
    page
}

/// The file may name an account. Without a name it means the only admin.
fn reset(file: &Path, data: &Path, second_factor: bool) -> anyhow::Result<String> {
    let mut text = String::new();
    let read = File::open(file).and_then(|file| file.take(LONGEST).read_to_string(&mut text));
    read.context("can't be read")?;
    // Notepad may begin a file with a mark.
    let name = text.trim_start_matches('\u{feff}').trim().to_owned();
    if !SqliteStore::is_in(data) {
        bail!("{} has no accounts", data.display());
    }
    let order = if name.is_empty() {
        Order::ResetAdmin { second_factor }
    } else {
        Order::Reset { name, password: None, second_factor }
    };
    carry_out_on(data, &order, async |store, order| {
        // The address is put before the path where it is known.
        Ok(Operator::new(store, String::new()).carry_out(order, now()).await?)
    })
}

/// The page that an answer leads to, which has its address in a line of its own.
fn page_of(said: &str) -> Option<NewPassword> {
    let (said, link) = said.trim_end().rsplit_once('\n')?;
    let path = &link[link.find("/reset#")?..];
    Some(NewPassword { said: said.to_owned(), path: path.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_found_whatever_address_the_server_put_before_it() {
        for origin in ["", "http://192.168.1.7:8080", "https://chess.example"] {
            let page = page_of(&format!("within a day, ann sets a new password at\n{origin}/reset#ab12"));
            let page = page.expect("there is one");
            assert_eq!(
                (page.said.as_str(), page.path.as_str()),
                ("within a day, ann sets a new password at", "/reset#ab12")
            );
        }
        assert_eq!(page_of("ann logs in without a second factor now"), None);
    }
}
