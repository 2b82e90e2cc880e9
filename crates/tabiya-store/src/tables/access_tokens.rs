// SPDX-License-Identifier: AGPL-3.0-or-later
//! Access tokens over any database.

use async_trait::async_trait;
use tabiya_game::{PlayerId, Time};

use super::accounts::read;
use super::acts;
use super::people::raise;
use super::set_aside::readable;
use super::{Change, Columns, Database, MOST_IN_LIST, Statement, Value, millis, placeholders};
use crate::{AccessToken, AccessTokens, Account, NewAct, StorageError};

/// The columns that [`token`] reads, in this order. 0 stands for a time that there is not.
macro_rules! columns {
    () => {
        "access_token.hash, access_token.player, access_token.scopes, access_token.note,
         access_token.created_at, access_token.used_at, access_token.expires_at, access_token.made_by"
    };
}
pub(super) use columns;

pub(super) fn token(columns: &mut Columns) -> Result<AccessToken, StorageError> {
    let time = |millis: u64| (millis > 0).then_some(Time(millis));
    Ok(AccessToken {
        hash: columns.optional_bytes()?.unwrap_or_default(),
        player: columns.player()?,
        scopes: columns.text()?,
        note: columns.text()?,
        created: Time(columns.number()?),
        used: time(columns.number()?),
        expires: time(columns.number()?),
        made_by: columns.optional_player()?,
    })
}

/// Stores a new token.
fn keep(token: &AccessToken) -> Statement {
    let sql =
        "INSERT INTO access_token (hash, player, scopes, note, created_at, used_at, expires_at, made_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    let values = vec![
        token.hash.as_slice().into(),
        token.player.into(),
        token.scopes.as_str().into(),
        token.note.as_str().into(),
        millis(token.created),
        millis(token.used.unwrap_or(Time(0))),
        millis(token.expires.unwrap_or(Time(0))),
        token.made_by.map_or(Value::Null, Value::from),
    ];
    Statement::new(sql, values).touching(1)
}

#[async_trait]
impl<D: Database> AccessTokens for D {
    async fn keep_access_token(&self, token: &AccessToken) -> Result<(), StorageError> {
        self.change(Change::new(vec![keep(token)])?).await?;
        Ok(())
    }

    async fn keep_access_token_by(&self, token: &AccessToken, act: &NewAct) -> Result<(), StorageError> {
        let mut statements = vec![raise(), keep(token)];
        statements.extend(acts::note(act));
        self.change(Change::new(statements)?).await?;
        Ok(())
    }

    async fn access_token(
        &self,
        hash: &[u8],
        now: Time,
    ) -> Result<Option<(AccessToken, Account)>, StorageError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            ", ",
            read::columns!(),
            " FROM access_token JOIN account ON account.player = access_token.player
             WHERE access_token.hash = $1 AND (access_token.expires_at = 0 OR access_token.expires_at > $2)"
        );
        let rows = self.read(Statement::new(sql, vec![hash.into(), millis(now)])).await?;
        let Some(row) = rows.into_iter().next() else { return Ok(None) };
        let columns = &mut row.columns();
        Ok(Some((token(columns)?, read::account(columns)?)))
    }

    async fn use_access_token(&self, hash: &[u8], at: Time) -> Result<(), StorageError> {
        let sql = "UPDATE access_token SET used_at = $2 WHERE hash = $1 AND used_at < $2";
        let used = Statement::new(sql, vec![hash.into(), millis(at)]);
        self.change(Change::new(vec![used])?).await?;
        Ok(())
    }

    async fn access_tokens_of(&self, player: PlayerId, now: Time) -> Result<Vec<AccessToken>, StorageError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM access_token WHERE player = $1 AND (expires_at = 0 OR expires_at > $2)
             ORDER BY created_at DESC, hash LIMIT 1000"
        );
        let rows = self.read(Statement::new(sql, vec![player.into(), millis(now)])).await?;
        Ok(readable(rows, "access token", token))
    }

    async fn revoke_access_tokens(&self, hashes: &[Vec<u8>]) -> Result<(), StorageError> {
        for hashes in hashes.chunks(MOST_IN_LIST) {
            let sql = format!("DELETE FROM access_token WHERE hash IN ({})", placeholders(1, hashes.len()));
            let values = hashes.iter().map(|hash| Value::from(hash.as_slice())).collect();
            self.change(Change::new(vec![raise(), Statement::new(sql, values)])?).await?;
        }
        Ok(())
    }

    async fn forget_access_tokens(&self, now: Time) -> Result<(), StorageError> {
        let sql = "DELETE FROM access_token WHERE expires_at > 0 AND expires_at <= $1";
        let forgotten = Statement::new(sql, vec![millis(now)]);
        self.change(Change::new(vec![forgotten])?.in_background()).await?;
        Ok(())
    }
}
