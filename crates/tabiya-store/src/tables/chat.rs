// SPDX-License-Identifier: AGPL-3.0-or-later
//! The chats over any database.

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};

use super::acts;
use super::people::raise;
use super::{Change, Changed, Columns, Database, Statement, Value, millis};
use crate::{Chat, ChatLine, ChatRoom, NewAct, SaidLine, StorageError};

fn place(game: GameId, room: ChatRoom) -> Vec<Value> {
    let room: u32 = match room {
        ChatRoom::Players => 0,
        ChatRoom::Spectators => 1,
        ChatRoom::Event => 2,
    };
    vec![game.as_str().into(), room.into()]
}

/// The room that [`place`] wrote as this number.
fn room_of(number: u32) -> Result<ChatRoom, StorageError> {
    match number {
        0 => Ok(ChatRoom::Players),
        1 => Ok(ChatRoom::Spectators),
        2 => Ok(ChatRoom::Event),
        other => Err(StorageError::Damaged { detail: format!("a line of a chat is in the room {other}") }),
    }
}

fn line_of(columns: &mut Columns) -> Result<ChatLine, StorageError> {
    Ok(ChatLine {
        number: columns.number()?,
        at: Time(columns.number()?),
        by: columns.player()?,
        name: columns.text()?,
        text: columns.text()?,
    })
}

#[async_trait]
impl<D: Database> Chat for D {
    async fn say(&self, game: GameId, room: ChatRoom, line: &ChatLine) -> Result<bool, StorageError> {
        let sql = "INSERT INTO chat_line (game, room, number, at, player, name, text)
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
        let mut values = place(game, room);
        values.extend([
            line.number.into(),
            millis(line.at),
            line.by.into(),
            line.name.as_str().into(),
            line.text.as_str().into(),
        ]);
        let say = Statement::new(sql, values).touching(1);
        Ok(self.change(Change::new(vec![say])?).await? == Changed::Done)
    }

    async fn lines(&self, game: GameId, room: ChatRoom, limit: u32) -> Result<Vec<ChatLine>, StorageError> {
        let sql = "SELECT number, at, player, name, text FROM chat_line
             WHERE game = $1 AND room = $2 AND text <> '' ORDER BY number DESC LIMIT $3";
        let mut values = place(game, room);
        values.push(limit.into());
        let rows = self.read(Statement::new(sql, values)).await?;
        rows.into_iter().rev().map(|row| line_of(&mut row.columns())).collect()
    }

    async fn said_by(&self, player: PlayerId, limit: u32) -> Result<Vec<SaidLine>, StorageError> {
        let sql = "SELECT game, room, number, at, player, name, text FROM chat_line
             WHERE player = $1 AND text <> '' ORDER BY at DESC, game DESC, room DESC, number DESC LIMIT $2";
        let rows = self.read(Statement::new(sql, vec![player.into(), limit.into()])).await?;
        let said = |row: super::Row| {
            let columns = &mut row.columns();
            let (game, room) = (columns.game()?, room_of(columns.number()?)?);
            Ok(SaidLine { game, room, line: line_of(columns)? })
        };
        rows.into_iter().rev().map(said).collect()
    }

    async fn last_line(&self, game: GameId, room: ChatRoom) -> Result<u32, StorageError> {
        let sql = "SELECT number FROM chat_line WHERE game = $1 AND room = $2 ORDER BY number DESC LIMIT 1";
        let rows = self.read(Statement::new(sql, place(game, room))).await?;
        rows.into_iter().next().map_or(Ok(0), |row| row.columns().number())
    }

    async fn remove_line(
        &self,
        game: GameId,
        room: ChatRoom,
        number: u32,
        act: &NewAct,
    ) -> Result<bool, StorageError> {
        let sql = "UPDATE chat_line SET text = '', name = ''
             WHERE game = $1 AND room = $2 AND number = $3 AND text <> ''";
        let mut values = place(game, room);
        values.push(number.into());
        let mut statements = vec![raise(), Statement::new(sql, values).touching(1)];
        statements.extend(acts::note(act));
        Ok(self.change(Change::new(statements)?).await? == Changed::Done)
    }

    async fn forget_lines(&self, game: GameId, room: ChatRoom, up_to: u32) -> Result<(), StorageError> {
        let sql = "DELETE FROM chat_line WHERE game = $1 AND room = $2 AND number <= $3";
        let mut values = place(game, room);
        values.push(up_to.into());
        self.change(Change::new(vec![Statement::new(sql, values)])?).await?;
        Ok(())
    }
}
