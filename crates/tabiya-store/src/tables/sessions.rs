// SPDX-License-Identifier: AGPL-3.0-or-later
//! Sessions and tokens over any database.

use async_trait::async_trait;
use tabiya_game::{PlayerId, Time};

use super::accounts::read;
use super::acts;
use super::people::raise;
use super::token::keep;
use super::{Change, Changed, Columns, Database, MOST_IN_LIST, Statement, Value, millis, placeholders};
use crate::{Account, LoggedInBy, NewAct, Session, Sessions, StorageError, Token, Tokens};

/// How many tokens one change writes.
const MOST_IN_CHANGE: usize = 500;

/// The columns that [`session`] reads, in this order.
macro_rules! columns {
    () => {
        "session.hash, session.player, session.device, session.kind, session.created_at, session.used_at"
    };
}

fn session(columns: &mut Columns) -> Result<Session, StorageError> {
    Ok(Session {
        hash: columns.optional_bytes()?.unwrap_or_default(),
        player: columns.player()?,
        device: columns.text()?,
        by: by(columns)?,
        created: Time(columns.number()?),
        used: Time(columns.number()?),
    })
}

fn by(columns: &mut Columns) -> Result<LoggedInBy, StorageError> {
    let word = columns.text()?;
    LoggedInBy::from_word(&word).ok_or_else(|| columns.unexpected(&word))
}

#[async_trait]
impl<D: Database> Sessions for D {
    async fn begin_session(&self, session: &Session) -> Result<(), StorageError> {
        let sql = "INSERT INTO session (hash, player, device, kind, created_at, used_at)
             VALUES ($1, $2, $3, $4, $5, $6)";
        let values = vec![
            session.hash.as_slice().into(),
            session.player.into(),
            session.device.as_str().into(),
            session.by.word().into(),
            millis(session.created),
            millis(session.used),
        ];
        self.change(Change::new(vec![Statement::new(sql, values).touching(1)])?).await?;
        Ok(())
    }

    async fn session(&self, hash: &[u8]) -> Result<Option<(Session, Account)>, StorageError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            ", ",
            read::columns!(),
            " FROM session JOIN account ON account.player = session.player WHERE session.hash = $1"
        );
        let rows = self.read(Statement::new(sql, vec![hash.into()])).await?;
        let Some(row) = rows.into_iter().next() else { return Ok(None) };
        let columns = &mut row.columns();
        Ok(Some((session(columns)?, read::account(columns)?)))
    }

    async fn use_session(&self, hash: &[u8], at: Time) -> Result<(), StorageError> {
        let sql = "UPDATE session SET used_at = $2 WHERE hash = $1 AND used_at < $2";
        let used = Statement::new(sql, vec![hash.into(), millis(at)]);
        self.change(Change::new(vec![used])?).await?;
        Ok(())
    }

    async fn sessions_of(&self, player: PlayerId) -> Result<Vec<Session>, StorageError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM session WHERE player = $1 ORDER BY used_at DESC, hash LIMIT 1000"
        );
        let rows = self.read(Statement::new(sql, vec![player.into()])).await?;
        rows.into_iter().map(|row| session(&mut row.columns())).collect()
    }

    async fn end_sessions(&self, hashes: &[Vec<u8>]) -> Result<(), StorageError> {
        for hashes in hashes.chunks(MOST_IN_LIST) {
            let sql = format!("DELETE FROM session WHERE hash IN ({})", placeholders(1, hashes.len()));
            let values = hashes.iter().map(|hash| Value::from(hash.as_slice())).collect();
            self.change(Change::new(vec![raise(), Statement::new(sql, values)])?).await?;
        }
        Ok(())
    }

    async fn forget_sessions(&self, unused: Time, old: Time) -> Result<(), StorageError> {
        let forgotten = [("DELETE FROM session WHERE used_at < $1", unused)]
            .into_iter()
            .chain([("DELETE FROM session WHERE created_at < $1", old)])
            .map(|(sql, time)| Statement::new(sql, vec![millis(time)]));
        self.change(Change::new(forgotten.collect())?.in_background()).await?;
        Ok(())
    }
}

const TOKEN: &str = "SELECT hash, purpose, player, data, created_at, expires_at FROM token
     WHERE hash = $1 AND purpose = $2 AND expires_at > $3";
const TOKENS_OF: &str = "SELECT hash, purpose, player, data, created_at, expires_at FROM token
     WHERE player = $1 AND purpose = $2 ORDER BY created_at, hash LIMIT 1000";

fn token(columns: &mut Columns) -> Result<Token, StorageError> {
    Ok(Token {
        hash: columns.optional_bytes()?.unwrap_or_default(),
        purpose: columns.text()?,
        player: columns.optional_player()?,
        data: columns.text()?,
        created: Time(columns.number()?),
        expires: Time(columns.number()?),
    })
}

fn keep_all(tokens: &[Token], alone: bool) -> Vec<Statement> {
    let mut players: Vec<_> = tokens.iter().map(|token| (token.player, &token.purpose)).collect();
    players.sort_unstable();
    players.dedup();
    let forgotten = players.into_iter().filter(|_| alone).filter_map(|(player, purpose)| {
        let values = vec![player?.into(), purpose.as_str().into()];
        Some(Statement::new("DELETE FROM token WHERE player = $1 AND purpose = $2", values))
    });
    forgotten.chain(tokens.iter().map(keep)).collect()
}

#[async_trait]
impl<D: Database> Tokens for D {
    async fn keep_tokens(&self, tokens: &[Token], alone: bool) -> Result<(), StorageError> {
        let statements = keep_all(tokens, alone);
        debug_assert!(statements.len() <= 2 * MOST_IN_CHANGE, "too many tokens in one change");
        self.change(Change::new(statements)?).await?;
        Ok(())
    }

    async fn hand_out_token(&self, token: &Token, alone: bool, act: &NewAct) -> Result<(), StorageError> {
        let mut statements = vec![raise()];
        statements.extend(keep_all(std::slice::from_ref(token), alone));
        statements.extend(acts::note(act));
        self.change(Change::new(statements)?).await?;
        Ok(())
    }

    async fn keep_newest(&self, token: &Token, most: u32) -> Result<(), StorageError> {
        // Holds up the others, each of which would leave as many as it has found.
        let alone = "UPDATE people SET changes = changes WHERE one = 1";
        let sql = "DELETE FROM token WHERE player = $1 AND purpose = $2 AND hash NOT IN (
             SELECT hash FROM token WHERE player = $1 AND purpose = $2
             ORDER BY created_at DESC, hash LIMIT $3)";
        let player = token.player.map_or(Value::Null, Value::from);
        let values = vec![player, token.purpose.as_str().into(), most.saturating_sub(1).into()];
        let statements =
            vec![Statement::new(alone, vec![]).touching(1), Statement::new(sql, values), keep(token)];
        self.change(Change::new(statements)?).await?;
        Ok(())
    }

    async fn token(&self, hash: &[u8], purpose: &str, now: Time) -> Result<Option<Token>, StorageError> {
        let rows = self.read(Statement::new(TOKEN, vec![hash.into(), purpose.into(), millis(now)])).await?;
        rows.into_iter().next().map(|row| token(&mut row.columns())).transpose()
    }

    async fn take_token(&self, hash: &[u8], purpose: &str, now: Time) -> Result<Option<Token>, StorageError> {
        let Some(found) = self.token(hash, purpose, now).await? else { return Ok(None) };
        let taken = Statement::new("DELETE FROM token WHERE hash = $1", vec![hash.into()]).touching(1);
        match self.change(Change::new(vec![taken])?).await? {
            Changed::Done => Ok(Some(found)),
            Changed::Missed { .. } => Ok(None),
        }
    }

    async fn tokens_of(&self, player: PlayerId, purpose: &str) -> Result<Vec<Token>, StorageError> {
        let rows = self.read(Statement::new(TOKENS_OF, vec![player.into(), purpose.into()])).await?;
        rows.into_iter().map(|row| token(&mut row.columns())).collect()
    }

    async fn forget_tokens_of(&self, player: PlayerId, purpose: &str) -> Result<(), StorageError> {
        let values = vec![player.into(), purpose.into()];
        let forgotten = Statement::new("DELETE FROM token WHERE player = $1 AND purpose = $2", values);
        self.change(Change::new(vec![forgotten])?).await?;
        Ok(())
    }

    async fn forget_tokens(&self, now: Time) -> Result<(), StorageError> {
        let forgotten = Statement::new("DELETE FROM token WHERE expires_at <= $1", vec![millis(now)]);
        self.change(Change::new(vec![forgotten])?.in_background()).await?;
        Ok(())
    }
}
