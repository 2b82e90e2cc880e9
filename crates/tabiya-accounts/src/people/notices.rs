// SPDX-License-Identifier: AGPL-3.0-or-later
//! The bell: what a player has been told.
//!
//! Everything that a player is told goes through [`People::notify`]: it stores the notice, decides whether a letter follows
//! and when, and tells the player's open pages to look.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tabiya_game::{GameId, PlayerId, Time};
use tabiya_protocol::events::EventId;
use tabiya_protocol::people::desk::{NoticeKind, NoticeOutcome, NoticePlace};
use tabiya_protocol::{PersonalMessage, ServerMessage, Topic};
use tabiya_store::{Account, NewAct, Notice, StorageError};

use super::People;

const MINUTE: u64 = 60 * 1000;
const HOUR: u64 = 60 * MINUTE;
/// How long a notice that is not about a move may wait to be read before a letter follows.
const LETTER_AFTER: u64 = 10 * MINUTE;

/// What is stored with a notice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoticeData {
    /// In words, where somebody has written some.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Whom it is about: the opponent, or who challenges; or the event, or the set of puzzles.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The level of the computer that the player plays against; `None` where the opponent is a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// How a game has ended for the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<NoticeOutcome>,
    /// When an event begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts: Option<Time>,
    /// The whole id of a race of puzzles, which names its node.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub race: String,
}

impl NoticeData {
    /// What is stored with this notice; empty where it can't be read.
    pub fn of(notice: &Notice) -> Self {
        serde_json::from_str(&notice.data).unwrap_or_default()
    }
}

/// What a notice is about. A player has one notice of a kind about one thing, and it says where the notice leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Nothing but what it says.
    Nothing,
    /// A game.
    Game(GameId),
    /// A challenge, by the id of its first version.
    Challenge(GameId),
    /// An event.
    Event(EventId),
    /// A set of puzzles or a lesson, by its id, which is written like a game's.
    Puzzles(GameId),
    /// A race of puzzles, by its id without the node.
    Race(GameId),
}

impl About {
    /// What a stored notice is about.
    pub fn of(notice: &Notice) -> Self {
        match notice.game {
            None => Self::Nothing,
            Some(key) => match kind(&notice.kind) {
                Some(NoticeKind::Challenge) => Self::Challenge(key),
                // An event's id is written like a game's.
                Some(NoticeKind::Event) => key.as_str().parse().map_or(Self::Nothing, Self::Event),
                Some(NoticeKind::Puzzles) => Self::Puzzles(key),
                Some(NoticeKind::Race) => Self::Race(key),
                Some(NoticeKind::YourMove | NoticeKind::Result | NoticeKind::Staff) | None => Self::Game(key),
            },
        }
    }

    /// The game, or what stands for one, under which the notice is stored.
    fn key(self) -> Option<GameId> {
        match self {
            Self::Nothing => None,
            Self::Game(key) | Self::Challenge(key) | Self::Puzzles(key) | Self::Race(key) => Some(key),
            Self::Event(event) => event.as_str().parse().ok(),
        }
    }

    /// The game, where it is about one.
    pub fn game(self) -> Option<GameId> {
        match self {
            Self::Nothing | Self::Challenge(_) | Self::Event(_) | Self::Puzzles(_) | Self::Race(_) => None,
            Self::Game(game) => Some(game),
        }
    }

    /// Where the notice leads.
    pub fn place(self) -> Option<NoticePlace> {
        match self {
            Self::Nothing => None,
            Self::Game(id) => Some(NoticePlace::Game { id }),
            Self::Challenge(_) => Some(NoticePlace::Home),
            Self::Event(id) => Some(NoticePlace::Event { id }),
            Self::Puzzles(set) => Some(NoticePlace::Puzzles { set: Some(set) }),
            Self::Race(_) => Some(NoticePlace::Puzzles { set: None }),
        }
    }
}

/// The word under which a kind is stored: the same that pages are told.
fn word(kind: NoticeKind) -> String {
    match serde_json::to_value(kind) {
        Ok(Value::String(word)) => word,
        other => unreachable!("a kind is a word, not {other:?}"),
    }
}

/// The kind that is stored under this word; `None` for one that this program does not know.
pub fn kind(word: &str) -> Option<NoticeKind> {
    serde_json::from_value(Value::from(word)).ok()
}

/// How long after such a notice a letter follows; `None` where the player wants none.
fn letter_after(account: &Account, about: NoticeKind) -> Option<u64> {
    let confirmed = account.email.as_ref().is_some_and(|email| email.confirmed);
    if !confirmed || account.kid || !account.is_open() {
        return None;
    }
    match about {
        NoticeKind::YourMove => match account.settings.get("mail_your_move")? {
            "1h" => Some(HOUR),
            "6h" => Some(6 * HOUR),
            "24h" => Some(24 * HOUR),
            _ => None,
        },
        NoticeKind::Challenge
        | NoticeKind::Result
        | NoticeKind::Staff
        | NoticeKind::Event
        | NoticeKind::Puzzles
        | NoticeKind::Race => (account.settings.get("mail_notices")? == "on").then_some(LETTER_AFTER),
    }
}

impl People {
    /// Tells a player something. Guests are told nothing: nobody could look later.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn notify(
        &self,
        player: PlayerId,
        kind: NoticeKind,
        about: About,
        data: &NoticeData,
    ) -> Result<(), StorageError> {
        self.notify_with(player, kind, about, data, None).await
    }

    /// The same by staff, with the act by which the player is told.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn notify_by(
        &self,
        player: PlayerId,
        data: &NoticeData,
        act: &NewAct,
    ) -> Result<(), StorageError> {
        self.notify_with(player, NoticeKind::Staff, About::Nothing, data, Some(act)).await
    }

    async fn notify_with(
        &self,
        player: PlayerId,
        kind: NoticeKind,
        about: About,
        data: &NoticeData,
        act: Option<&NewAct>,
    ) -> Result<(), StorageError> {
        let Some(account) = self.store.accounts.account(player).await? else { return Ok(()) };
        let at = self.now();
        let after = letter_after(&account, kind).filter(|_| self.sends_mail());
        let notice = Notice {
            number: 0,
            at,
            kind: word(kind),
            game: about.key(),
            data: serde_json::to_string(data).expect("texts are JSON"),
            letter_at: after.map(|after| Time(at.0 + after)),
        };
        match act {
            None => self.store.notices.notify(player, &notice).await?,
            Some(act) => self.store.notices.notify_by(player, &notice, act).await?,
        };
        self.look_at_the_bell(player);
        Ok(())
    }

    /// Takes the notice back that it is the player's move.
    pub(super) async fn has_moved(&self, player: PlayerId, game: GameId) -> Result<(), StorageError> {
        self.withdraw(player, NoticeKind::YourMove, About::Game(game)).await
    }

    /// Takes the notice of a challenge back.
    pub(super) async fn has_answered(&self, player: PlayerId, key: GameId) -> Result<(), StorageError> {
        self.withdraw(player, NoticeKind::Challenge, About::Challenge(key)).await
    }

    /// The notices of sets of puzzles and lessons that a player has, by the ids of the sets.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn told_of_puzzles(&self, player: PlayerId) -> Result<Vec<GameId>, StorageError> {
        let (notices, _) = self.store.notices.notices_of(player).await?;
        let set = |notice: &Notice| match About::of(notice) {
            About::Puzzles(set) => Some(set),
            About::Nothing | About::Game(_) | About::Challenge(_) | About::Event(_) | About::Race(_) => None,
        };
        Ok(notices.iter().filter_map(set).collect())
    }

    /// The notices of races of puzzles that a player has, the latest first: what each is about, and the whole id of its race.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn told_of_races(&self, player: PlayerId) -> Result<Vec<(GameId, String)>, StorageError> {
        let (notices, _) = self.store.notices.notices_of(player).await?;
        let race = |notice: &Notice| match About::of(notice) {
            About::Race(key) => Some((key, NoticeData::of(notice).race)),
            About::Nothing | About::Game(_) | About::Challenge(_) | About::Event(_) | About::Puzzles(_) => {
                None
            }
        };
        Ok(notices.iter().filter_map(race).collect())
    }

    /// Takes back the notice of this kind about this thing. A notice that is about no thing stays.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn withdraw(
        &self,
        player: PlayerId,
        kind: NoticeKind,
        about: About,
    ) -> Result<(), StorageError> {
        let Some(about) = about.key() else { return Ok(()) };
        if self.store.notices.withdraw(player, &word(kind), about).await? {
            self.look_at_the_bell(player);
        }
        Ok(())
    }

    /// Takes the notices of challenges back that wait for no answer any more.
    pub(super) async fn withdraw_answered(&self) -> Result<(), StorageError> {
        for player in self.store.notices.withdraw_answered(&word(NoticeKind::Challenge)).await? {
            self.look_at_the_bell(player);
        }
        Ok(())
    }

    /// All pages of this player ask for the notices again.
    pub fn look_at_the_bell(&self, player: PlayerId) {
        // A player without an open page looks when one is opened.
        let _ = self
            .personal
            .tell(player, ServerMessage::Personal(PersonalMessage::Notices { topic: Topic::Me }));
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::PlayerName;
    use tabiya_store::{Email, Settings};

    use super::*;

    #[test]
    fn letters_follow_as_the_player_has_chosen() {
        let name = PlayerName::try_from("Ann".to_owned()).unwrap();
        let mut ann =
            Account::new(PlayerId::from_bytes([1; 16]), name, String::new(), String::new(), Time(1));
        let email = |confirmed| Some(Email { address: "ann@example.org".to_owned(), confirmed });
        ann.email = email(true);
        let all = [NoticeKind::YourMove, NoticeKind::Challenge, NoticeKind::Result, NoticeKind::Staff];
        let after = |account: &Account| all.map(|kind| letter_after(account, kind));
        assert_eq!(after(&ann), [None; 4], "nobody gets letters who has not asked for them");
        for (chosen, move_after) in [("1h", Some(HOUR)), ("24h", Some(24 * HOUR)), ("off", None), ("x", None)]
        {
            let settings = [("mail_your_move", chosen), ("mail_notices", "on")];
            ann.settings = Settings(settings.map(|(name, value)| (name.to_owned(), value.to_owned())).into());
            let others = Some(LETTER_AFTER);
            assert_eq!(after(&ann), [move_after, others, others, others], "{chosen}");
        }
        for without in [
            Account { email: None, ..ann.clone() },
            Account { email: email(false), ..ann.clone() },
            Account { kid: true, ..ann.clone() },
            Account { closed: Some(Time(9)), ..ann.clone() },
        ] {
            assert_eq!(after(&without), [None; 4]);
        }
    }

    /// Rows of every earlier version stay readable.
    #[test]
    fn a_stored_notice_keeps_its_kind_and_leads_where_it_did() {
        let id: GameId = "AbCd1234".parse().unwrap();
        let game = Some(NoticePlace::Game { id });
        for (stored, kind, place) in [
            ("your_move", NoticeKind::YourMove, &game),
            ("challenge", NoticeKind::Challenge, &Some(NoticePlace::Home)),
            ("result", NoticeKind::Result, &game),
            ("staff", NoticeKind::Staff, &game),
            ("event", NoticeKind::Event, &Some(NoticePlace::Event { id: "AbCd1234".parse().unwrap() })),
            ("puzzles", NoticeKind::Puzzles, &Some(NoticePlace::Puzzles { set: Some(id) })),
            ("race", NoticeKind::Race, &Some(NoticePlace::Puzzles { set: None })),
        ] {
            assert_eq!((word(kind).as_str(), super::kind(stored)), (stored, Some(kind)));
            let row = |game| Notice {
                number: 1,
                at: Time(1),
                kind: stored.to_owned(),
                game,
                data: "{}".to_owned(),
                letter_at: None,
            };
            assert_eq!(&About::of(&row(Some(id))).place(), place, "{stored}");
            assert_eq!(About::of(&row(Some(id))).key(), Some(id), "{stored}");
            assert_eq!(About::of(&row(None)), About::Nothing, "{stored}");
        }
        assert_eq!(super::kind("fanfare"), None, "a newer program has written it");
    }
}
