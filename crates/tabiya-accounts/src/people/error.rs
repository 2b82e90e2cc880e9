// SPDX-License-Identifier: AGPL-3.0-or-later
//! Every way a call about people can fail.

use std::time::Duration;

use tabiya_game::PlayerName;
use tabiya_limits::rate_limit::whole_seconds;

use super::names::NameError;
use super::passwords::{Busy, PasswordError};

/// Why a call about people failed. The text is for people and says what would be right.
#[derive(Debug, thiserror::Error)]
pub enum PeopleError {
    /// The call needs a session, and the request has none that is good.
    #[error("you are not logged in")]
    NotLoggedIn,
    /// The name or the password at log-in is wrong. Which of them, nobody is told.
    #[error("there is no account with this name and password")]
    WrongLogin,
    /// Name and password are right, and the account is closed.
    #[error("this account is closed; ask whoever runs the site if you think that this is wrong")]
    AccountClosed,
    /// Name and password are right, and the account asks for a code of its second factor.
    #[error("log-in to this account needs the code of its second factor")]
    NeedsCode,
    /// The code at hand is not the second factor's now, or was used before.
    #[error("this is not the code of the second factor now, or it was used already")]
    WrongCode,
    /// Somebody who is logged in was asked for the account's password, and it is another one.
    #[error("this is not your password")]
    WrongPassword,
    /// Too many wrong tries for this name or from this address.
    #[error("there were too many wrong tries; try again in {}", minutes(*.wait))]
    TooManyTries {
        /// How long to wait before the next try.
        wait: Duration,
    },
    /// A call whose speed is limited came too often, though nothing in it was wrong.
    #[error("you did this too often; try again in {}", minutes(*.wait))]
    TooOften {
        /// How long to wait before the next call.
        wait: Duration,
    },
    /// Too many accounts were made from this address.
    #[error("too many accounts were made from your address; try again in {}", minutes(*.wait))]
    TooManyAccounts {
        /// How long to wait before the next one.
        wait: Duration,
    },
    /// The queue of passwords to be hashed is full.
    #[error("many people log in just now; try again in 5 seconds")]
    Busy(#[from] Busy),
    /// So much of the same waits that no more is taken; the text says of what. It may succeed in a minute.
    #[error("{0}")]
    Full(&'static str),
    /// The name is none that a player may choose.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The password is too short, too long or too easy to guess.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// The text, cut to 60 characters, is no address for e-mail.
    #[error("{0:?} is no e-mail address")]
    BadEmail(String),
    /// The call needs mail, and this server sends none.
    #[error("this server sends no mail; ask whoever runs it")]
    NoMail,
    /// Another account has this name, or one that looks like it.
    #[error("{}", taken_words(asked, taken))]
    NameTaken {
        /// The name as it was asked for.
        asked: String,
        /// The name that is taken already.
        taken: PlayerName,
    },
    /// These players have cards already, and nobody said that new ones should replace them.
    #[error("{}", have_cards(.0))]
    HaveCards(Vec<String>),
    /// The link or code is unknown, used up or too old.
    #[error("this link or code is not valid any more; ask for a new one")]
    WrongToken,
    /// The code of a card opens no account.
    #[error(
        "this card is not valid, was replaced, or its account is closed; check each character, or ask for a new one"
    )]
    WrongCard,
    /// No account that the caller may see has this name.
    #[error("there is no player {0:?}")]
    NoSuchPlayer(String),
    /// None of the account's sessions has this id.
    #[error("there is no such session; it may have ended already")]
    NoSuchSession,
    /// The caller's role, or the state of the account, does not allow it; the text says why.
    #[error("{0}")]
    NotAllowed(&'static str),
    /// Staff without a second factor wants to use the desk.
    #[error("staff set up a second factor before they use the desk: Settings, \"Second factor\"")]
    NeedsSecondFactor,
    /// Registering needs an invitation, and none that is good was shown.
    #[error("registering on this server needs an invitation; ask whoever runs it")]
    NeedsInvitation,
    /// The site lets no guests do this.
    #[error("on this server, that needs an account: log in first")]
    NeedsAccount,
    /// The state of things does not allow it, often because somebody changed them at the same time; the text says what.
    #[error("{0}")]
    Conflict(&'static str),
    /// What the request says can't be carried out; the text says what would be right.
    #[error("{0}")]
    BadRequest(String),
    /// The change would leave the site without an admin.
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

/// Whose cards would end.
fn have_cards(names: &[String]) -> String {
    match names {
        [] => "some of the players have cards already; new ones would end those and log them out".to_owned(),
        [name] => format!("{name} has a card already; a new one would end it and log {name} out"),
        [others @ .., last] => {
            let all = if others.len() == 1 { "both" } else { "all of them" };
            let others = others.join(", ");
            format!("{others} and {last} have cards already; new ones would end those and log {all} out")
        }
    }
}

/// A time as people say it.
fn minutes(wait: Duration) -> String {
    match whole_seconds(wait) {
        seconds @ ..100 => format!("{seconds} seconds"),
        seconds => format!("{} minutes", seconds.div_ceil(60)),
    }
}

#[cfg(test)]
mod tests {
    use super::PeopleError;

    #[test]
    fn whose_cards_would_end_is_said_of_one_and_of_several() {
        let say = |names: &[&str]| {
            PeopleError::HaveCards(names.iter().map(|name| (*name).to_owned()).collect()).to_string()
        };
        assert_eq!(say(&["Lena"]), "Lena has a card already; a new one would end it and log Lena out");
        assert_eq!(
            say(&["Lena", "Yusuf"]),
            "Lena and Yusuf have cards already; new ones would end those and log both out"
        );
        assert_eq!(
            say(&["Lena", "Yusuf", "Zora"]),
            "Lena, Yusuf and Zora have cards already; new ones would end those and log all of them out"
        );
    }
}
