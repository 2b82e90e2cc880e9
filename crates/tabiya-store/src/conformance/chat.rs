// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of [`Chat`].

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{future::Future, sync::Arc};

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};

use super::games::{ANN, BOB, act, id};
use crate::{Chat, ChatLine, ChatRoom, Deed, NewAct, SaidLine, StorageError};

/// A place for chats that starts empty.
pub trait Fixture: Send + Sync {
    /// Opens them. Called once.
    fn open(&self) -> impl Future<Output = Arc<dyn Chat>> + Send;
}

crate::laws! { $ chat chat_tests Fixture:
    a_number_is_given_once
    rooms_and_games_are_apart
    lines_come_back_in_their_order
    a_removed_line_is_gone_and_its_number_used
    the_lines_of_a_player_are_found_in_all_rooms
    the_first_lines_are_forgotten
}

use ChatRoom::{Players, Spectators};

fn line(number: u32, text: &str) -> ChatLine {
    let by = if number.is_multiple_of(2) { ANN } else { BOB };
    let at = Time(1_795_000_000_000 + u64::from(number));
    ChatLine { number, at, by, name: "Żółw".to_owned(), text: text.to_owned() }
}

fn removed() -> NewAct {
    act(Some(ANN), Deed::RemoveLine { text: "rude".to_owned() })
}

/// Also where both are said at the same time.
pub async fn a_number_is_given_once(fixture: &impl Fixture) {
    let chat = fixture.open().await;
    assert!(chat.say(id(1), Players, &line(1, "first")).await.unwrap());
    assert!(!chat.say(id(1), Players, &line(1, "second")).await.unwrap());
    assert_eq!(chat.lines(id(1), Players, 10).await.unwrap(), [line(1, "first")]);
    let (one, two) = (line(2, "one"), line(2, "two"));
    let (one, two) = tokio::join!(chat.say(id(1), Players, &one), chat.say(id(1), Players, &two));
    assert_eq!(u8::from(one.unwrap()) + u8::from(two.unwrap()), 1);
    assert_eq!(chat.lines(id(1), Players, 10).await.unwrap().len(), 2);
}

/// The players never read what spectators say.
pub async fn rooms_and_games_are_apart(fixture: &impl Fixture) {
    let chat = fixture.open().await;
    assert!(chat.say(id(1), Players, &line(1, "to you")).await.unwrap());
    assert!(chat.say(id(1), Spectators, &line(1, "to us")).await.unwrap());
    assert!(chat.say(id(2), Players, &line(1, "elsewhere")).await.unwrap());
    for (game, room, text) in [(1, Players, "to you"), (1, Spectators, "to us"), (2, Players, "elsewhere")] {
        assert_eq!(chat.lines(id(game), room, 10).await.unwrap(), [line(1, text)], "{game} {room:?}");
        assert_eq!(chat.last_line(id(game), room).await.unwrap(), 1);
    }
    assert_eq!(chat.lines(id(2), Spectators, 10).await.unwrap(), []);
    assert_eq!(chat.last_line(id(2), Spectators).await.unwrap(), 0);
}

/// With every text, and the latest where there are many.
pub async fn lines_come_back_in_their_order(fixture: &impl Fixture) {
    let chat = fixture.open().await;
    let texts = ["hi", "'; DROP TABLE chat_line; --", "🐢 żółw\u{2066}x\u{2069}", "a\nb", "<b>bold</b>"];
    for (number, text) in (1..=20).zip(texts.iter().cycle()) {
        assert!(chat.say(id(1), Spectators, &line(number, text)).await.unwrap());
    }
    let expected: Vec<_> =
        (1..=20).zip(texts.iter().cycle()).map(|(number, text)| line(number, text)).collect();
    assert_eq!(chat.lines(id(1), Spectators, 100).await.unwrap(), expected);
    assert_eq!(chat.lines(id(1), Spectators, 3).await.unwrap(), expected[17..]);
    assert_eq!(chat.last_line(id(1), Spectators).await.unwrap(), 20);
}

/// Once, and nothing else with it.
pub async fn a_removed_line_is_gone_and_its_number_used(fixture: &impl Fixture) {
    let chat = fixture.open().await;
    for number in 1..=3 {
        assert!(chat.say(id(1), Players, &line(number, "text")).await.unwrap());
    }
    assert!(chat.remove_line(id(1), Players, 3, &removed()).await.unwrap());
    assert!(!chat.remove_line(id(1), Players, 3, &removed()).await.unwrap(), "once");
    assert!(!chat.remove_line(id(1), Spectators, 1, &removed()).await.unwrap());
    assert!(!chat.remove_line(id(1), Players, 4, &removed()).await.unwrap());
    assert_eq!(chat.lines(id(1), Players, 10).await.unwrap(), [line(1, "text"), line(2, "text")]);
    assert_eq!(chat.last_line(id(1), Players).await.unwrap(), 3);
    assert!(!chat.say(id(1), Players, &line(3, "again")).await.unwrap());
}

/// None of anybody else, and none that was removed.
pub async fn the_lines_of_a_player_are_found_in_all_rooms(fixture: &impl Fixture) {
    let chat = fixture.open().await;
    let mut said = Vec::new();
    for number in 1..=12 {
        let (game, room) = (id(u64::from(number % 3)), if number < 6 { Players } else { Spectators });
        let line = line(number, "text");
        assert!(chat.say(game, room, &line).await.unwrap());
        said.push(SaidLine { game, room, line });
    }
    assert!(chat.remove_line(id(2), Spectators, 8, &removed()).await.unwrap());
    said.retain(|said| said.line.by == ANN && said.line.number != 8);
    assert_eq!(chat.said_by(ANN, 100).await.unwrap(), said);
    assert_eq!(chat.said_by(ANN, 2).await.unwrap(), said[said.len() - 2..]);
    assert_eq!(chat.said_by(BOB, 100).await.unwrap().len(), 6);
    assert_eq!(chat.said_by(PlayerId::from_bytes([9; PlayerId::LEN]), 100).await.unwrap(), []);
}

/// Of one room, and none after the number.
pub async fn the_first_lines_are_forgotten(fixture: &impl Fixture) {
    let chat = fixture.open().await;
    for (game, room) in [(1, Spectators), (1, Players), (2, Spectators)] {
        for number in 1..=4 {
            assert!(chat.say(id(game), room, &line(number, "text")).await.unwrap());
        }
    }
    chat.forget_lines(id(1), Spectators, 2).await.unwrap();
    let numbers = async |game, room| {
        let lines = chat.lines(id(game), room, 9).await.unwrap();
        lines.into_iter().map(|line| line.number).collect::<Vec<_>>()
    };
    assert_eq!(numbers(1, Spectators).await, [3, 4]);
    assert_eq!(chat.last_line(id(1), Spectators).await.unwrap(), 4);
    assert_eq!([numbers(1, Players).await, numbers(2, Spectators).await], [[1, 2, 3, 4], [1, 2, 3, 4]]);
}

/// How chats can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A taken number is said to have been free.
    TakesEveryNumber,
    /// The rooms of a game are one.
    OneRoom,
    /// The latest line comes first.
    Backwards,
    /// The first lines come back, not the latest.
    TheFirstOnly,
    /// What was removed stays.
    RemovesNothing,
    /// What was forgotten stays.
    ForgetsNothing,
    /// What a player has said is what anybody has said.
    AnybodysLines,
    /// What a player has said is known of one room alone.
    LinesOfOneRoom,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::ForgetsNothing,
        Self::TakesEveryNumber,
        Self::OneRoom,
        Self::Backwards,
        Self::TheFirstOnly,
        Self::RemovesNothing,
        Self::AnybodysLines,
        Self::LinesOfOneRoom,
    ];
}

/// A fixture whose chats have one fault.
pub struct Wrong<F> {
    right: F,
    fault: Fault,
}

impl<F> Wrong<F> {
    /// Over a right one.
    pub const fn new(right: F, fault: Fault) -> Self {
        Self { right, fault }
    }
}

impl<F: Fixture> Fixture for Wrong<F> {
    async fn open(&self) -> Arc<dyn Chat> {
        Arc::new(WrongChat { right: self.right.open().await, fault: self.fault })
    }
}

struct WrongChat {
    right: Arc<dyn Chat>,
    fault: Fault,
}

impl WrongChat {
    fn room(&self, room: ChatRoom) -> ChatRoom {
        if self.fault == Fault::OneRoom { Players } else { room }
    }
}

#[async_trait]
impl Chat for WrongChat {
    async fn say(&self, game: GameId, room: ChatRoom, line: &ChatLine) -> Result<bool, StorageError> {
        let was_free = self.right.say(game, self.room(room), line).await?;
        Ok(was_free || self.fault == Fault::TakesEveryNumber)
    }

    async fn lines(&self, game: GameId, room: ChatRoom, limit: u32) -> Result<Vec<ChatLine>, StorageError> {
        let asked = if self.fault == Fault::TheFirstOnly { u32::MAX } else { limit };
        let mut lines = self.right.lines(game, self.room(room), asked).await?;
        if self.fault == Fault::Backwards {
            lines.reverse();
        }
        lines.truncate(limit as usize);
        Ok(lines)
    }

    async fn last_line(&self, game: GameId, room: ChatRoom) -> Result<u32, StorageError> {
        self.right.last_line(game, self.room(room)).await
    }

    async fn said_by(&self, player: PlayerId, limit: u32) -> Result<Vec<SaidLine>, StorageError> {
        let mut lines = self.right.said_by(player, limit).await?;
        match self.fault {
            Fault::AnybodysLines => {
                let other = if player == ANN { BOB } else { ANN };
                lines.extend(self.right.said_by(other, limit).await?);
                lines.sort_by_key(|said| said.line.at);
            }
            Fault::LinesOfOneRoom => lines.retain(|said| said.room == Players),
            Fault::TakesEveryNumber
            | Fault::OneRoom
            | Fault::Backwards
            | Fault::TheFirstOnly
            | Fault::RemovesNothing
            | Fault::ForgetsNothing => {}
        }
        Ok(lines)
    }

    async fn remove_line(
        &self,
        game: GameId,
        room: ChatRoom,
        number: u32,
        act: &NewAct,
    ) -> Result<bool, StorageError> {
        if self.fault == Fault::RemovesNothing {
            return Ok(true);
        }
        self.right.remove_line(game, self.room(room), number, act).await
    }

    async fn forget_lines(&self, game: GameId, room: ChatRoom, up_to: u32) -> Result<(), StorageError> {
        if self.fault == Fault::ForgetsNothing {
            return Ok(());
        }
        self.right.forget_lines(game, self.room(room), up_to).await
    }
}
