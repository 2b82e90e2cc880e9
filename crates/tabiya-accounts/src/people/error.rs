// SPDX-License-Identifier: AGPL-3.0-or-later
//! Every way a call about people can fail.

use std::time::Duration;

use tabiya_game::PlayerName;
use tabiya_limits::rate::whole_seconds;

use super::names::NameError;
use super::passwords::{Busy, PasswordError};

/// Why a call about people failed. The text is for people and says what would be right.
#[derive(Debug, thiserror::Error)]
pub enum PeopleError {
    #[error("you are not logged in")]
    NotLoggedIn,
    #[error("there is no account with this name and password")]
    WrongLogin,
    #[error("log-in to this account needs the code of its second factor")]
    NeedsCode,
    #[error("this is not the code of the second factor now, or it was used already")]
    WrongCode,
    #[error("this is not your password")]
    WrongPassword,
    #[error("there were too many wrong tries; try again in {}", minutes(*.wait))]
    TooManyTries { wait: Duration },
    #[error("too many accounts were made from your address; try again in {}", minutes(*.wait))]
    TooManyAccounts { wait: Duration },
    #[error("many people log in just now; try again in 5 seconds")]
    Busy(#[from] Busy),
    #[error(transparent)]
    Name(#[from] NameError),
    #[error(transparent)]
    Password(#[from] PasswordError),
    #[error("{0:?} is no e-mail address")]
    BadEmail(String),
    #[error("this server sends no mail; ask whoever runs it")]
    NoMail,
    #[error("{}", taken_words(asked, taken))]
    NameTaken { asked: String, taken: PlayerName },
    #[error("this link or code is not valid any more; ask for a new one")]
    WrongToken,
    #[error(
        "this card is not valid, was replaced, or its account is closed; check each character, or ask for a new one"
    )]
    WrongCard,
    #[error("there is no player {0:?}")]
    NoSuchPlayer(String),
    #[error("there is no such session; it may have ended already")]
    NoSuchSession,
    #[error("{0}")]
    NotAllowed(&'static str),
    #[error("staff set up a second factor before they use the desk: Settings, \"Second factor\"")]
    NeedsSecondFactor,
    #[error("registering on this server needs an invitation; ask whoever runs it")]
    NeedsInvitation,
    #[error("on this server, that needs an account: log in first")]
    NeedsAccount,
    #[error("{0}")]
    Conflict(&'static str),
    #[error("{0}")]
    BadRequest(String),
    #[error("this is the last admin; make another one first")]
    LastAdmin,
}

/// Why a name can't be had. Upper and lower case make no other name.
fn taken_words(asked: &str, taken: &PlayerName) -> String {
    let taken = taken.to_string();
    if asked.to_lowercase() == taken.to_lowercase() {
        return format!("{taken} is taken; choose another name");
    }
    format!("{asked} is too much like {taken}, and that name is taken; choose another one")
}

/// A time as people say it.
fn minutes(wait: Duration) -> String {
    match whole_seconds(wait) {
        seconds @ ..100 => format!("{seconds} seconds"),
        seconds => format!("{} minutes", seconds.div_ceil(60)),
    }
}
