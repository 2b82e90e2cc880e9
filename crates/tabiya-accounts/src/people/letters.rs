// SPDX-License-Identifier: AGPL-3.0-or-later
//! Letters about notices: "your move" after the delay that the player has chosen, and others that nobody has read.
//!
//! Every server of a site looks for them. Before one sends a letter it puts it off, and only one server can: so a letter goes out once,
//! and again after a while if that server has died before it noted that the letter was sent.

use std::sync::Arc;
use std::time::Duration;

use tabiya_game::{Millis, Time};
use tabiya_protocol::people::desk::{NoticeKind, NoticeOutcome};
use tabiya_runtime::beat::Beat;
use tabiya_runtime::log_once::LogOnce;
use tabiya_runtime::mail::{Letter, Letterhead};
use tabiya_runtime::spawn::spawn;
use tabiya_store::{DueLetter, StorageError};
use tokio::sync::watch;

use super::People;
use super::notices::{About, NoticeData, kind};

/// How often letters that are due are looked for.
const EVERY: Duration = Duration::from_secs(60);
/// Letters that are looked at at once.
const PAGE: u32 = 100;
/// For so long a letter is put off while a server sends it.
const SENDING: Millis = Millis::from_secs(10 * 60);

static FAILS: LogOnce = LogOnce::new();

/// Sends letters until the server stops. Does nothing where this server sends none.
pub fn start(people: &Arc<People>, stopping: watch::Receiver<bool>) {
    if !people.sends_mail() {
        return;
    }
    let people = Arc::clone(people);
    spawn(async move {
        let mut beat = Beat::every(EVERY).until(stopping);
        while beat.next().await {
            if let Err(error) = people.send_due_letters(people.now()).await {
                FAILS.log(|| tracing::warn!(%error, "letters about notices can't be looked up now"));
            }
        }
    });
}

impl People {
    /// Sends what is due, a bounded number at a time.
    pub(crate) async fn send_due_letters(&self, now: Time) -> Result<(), StorageError> {
        let notices = &self.store.notices;
        for due in notices.letters_due(now, PAGE).await? {
            let (number, later) = (due.notice.number, now.after(SENDING));
            let Some(since) = due.notice.letter_at else { continue };
            if !notices.put_off_letter(due.player, number, since, later).await? {
                // Another server sends it.
                continue;
            }
            let account = self.store.accounts.account(due.player).await?;
            let email =
                account.filter(|account| account.is_open() && !account.kid).and_then(|account| account.email);
            // It may have changed since the notice.
            let address = email.filter(|email| email.confirmed).map(|email| email.address);
            if let Some((address, (subject, text))) = address.zip(words(&due))
                && !self.write(|head| letter(&head, &address, &subject, &text, About::of(&due.notice)))
            {
                // Too many wait. This one is still due the next time.
                notices.put_off_letter(due.player, number, later, since).await?;
                return Ok(());
            }
            notices.letter_sent(due.player, number).await?;
        }
        Ok(())
    }
}

/// Subject and text; `None` where the player knows already.
fn words(due: &DueLetter) -> Option<(String, String)> {
    let NoticeData { text, name, level, outcome, starts: _, race: _ } = NoticeData::of(&due.notice);
    let kind = kind(&due.notice.kind)?;
    // A move that was seen is still to be made.
    if due.is_read && kind != NoticeKind::YourMove {
        return None;
    }
    let name = match level {
        Some(level) => format!("the computer (level {level})"),
        None if name.is_empty() => "your opponent".to_owned(),
        None => name,
    };
    Some(match (kind, outcome) {
        (NoticeKind::YourMove, _) => ("your move".to_owned(), format!("It is your move against {name}.")),
        (NoticeKind::Challenge, _) => {
            (format!("{name} challenges you"), format!("{name} wants to play with you."))
        }
        (NoticeKind::Result, outcome) => {
            let how = match outcome {
                Some(NoticeOutcome::Won) => "You won",
                Some(
                    NoticeOutcome::Lost
                    | NoticeOutcome::LostByForfeit
                    | NoticeOutcome::LostByForfeitAndPaused,
                ) => "You lost",
                Some(NoticeOutcome::Drawn) => "You drew",
                Some(NoticeOutcome::Aborted) | None => "It is over:",
            };
            ("your game is over".to_owned(), format!("{how} your game against {name}."))
        }
        (NoticeKind::Event, _) => (format!("{name} begins soon"), format!("{name} begins within the hour.")),
        (NoticeKind::Puzzles, _) => {
            ("new puzzles for you".to_owned(), format!("Your organiser has puzzles for you: {name}."))
        }
        (NoticeKind::Race, _) => {
            ("a race for your class".to_owned(), "Your organiser has made a race for your class.".to_owned())
        }
        (NoticeKind::Staff, _) => ("a message from staff".to_owned(), text),
    })
}

/// The letter about a notice.
fn letter(head: &Letterhead<'_>, to: &str, subject: &str, text: &str, about: About) -> Letter {
    let place = about.place().map_or_else(|| "/".to_owned(), |place| place.path());
    let origin = head.origin;
    let text = format!(
        "{text}\n\n{origin}{place}\n\nYou choose in the settings which letters you get: {origin}/settings"
    );
    head.letter(to, subject, &text)
}

#[cfg(test)]
mod tests {
    use tabiya_game::PlayerId;
    use tabiya_store::Notice;

    use super::*;

    fn due(kind: &str, data: &str, is_read: bool) -> DueLetter {
        let notice = Notice {
            number: 1,
            at: Time(1),
            kind: kind.to_owned(),
            game: None,
            data: data.to_owned(),
            letter_at: Some(Time(2)),
        };
        DueLetter { player: PlayerId::from_bytes([1; 16]), notice, is_read }
    }

    #[test]
    fn a_letter_says_what_it_is_about_and_nothing_that_was_read() {
        let text = |kind, data, is_read| words(&due(kind, data, is_read)).map(|(_, text)| text);
        let bob = r#"{"name":"Bob","outcome":"lost"}"#;
        assert_eq!(text("your_move", bob, false).unwrap(), "It is your move against Bob.");
        assert_eq!(
            text("your_move", bob, true).unwrap(),
            "It is your move against Bob.",
            "it is still to be made"
        );
        assert_eq!(text("result", bob, false).unwrap(), "You lost your game against Bob.");
        assert_eq!(text("result", bob, true), None);
        let computer = r#"{"level":3}"#;
        assert_eq!(
            text("your_move", computer, false).unwrap(),
            "It is your move against the computer (level 3)."
        );
        assert_eq!(text("result", "{}", false).unwrap(), "It is over: your game against your opponent.");
        assert_eq!(text("challenge", bob, false).unwrap(), "Bob wants to play with you.");
        assert_eq!(text("staff", r#"{"text":"Be kind."}"#, false).unwrap(), "Be kind.");
        assert_eq!(text("fanfare", "{}", false), None, "a newer program has written it");
    }
}
