// SPDX-License-Identifier: AGPL-3.0-or-later
//! Devices to which news are pushed, over any database.

use async_trait::async_trait;
use tabiya_game::{PlayerId, Time};

use super::{Change, Changed, Columns, Database, Statement, Turn, Value, millis};
use crate::{PushDevice, PushDevices, PushKept, PushLimits, StorageError};

/// The columns that [`device`] reads.
macro_rules! columns {
    () => {
        "push_device.session, push_device.endpoint, push_device.device_key, push_device.secret, push_device.since"
    };
}
pub(super) use columns;

pub(super) fn device(columns: &mut Columns) -> Result<PushDevice, StorageError> {
    Ok(PushDevice {
        session: columns.optional_bytes()?.unwrap_or_default(),
        endpoint: columns.text()?,
        key: columns.optional_bytes()?.unwrap_or_default(),
        secret: columns.optional_bytes()?.unwrap_or_default(),
        since: Time(columns.number()?),
    })
}

#[async_trait]
impl<D: Database> PushDevices for D {
    async fn keep_push_device(
        &self,
        device: &PushDevice,
        limits: PushLimits,
    ) -> Result<PushKept, StorageError> {
        let replace = "DELETE FROM push_device WHERE session = $1 OR endpoint = $2";
        let insert = "INSERT INTO push_device (session, endpoint, device_key, secret, since)
             SELECT hash, $2, $3, $4, $5 FROM session
             WHERE hash = $1 AND (SELECT CAST(count(*) AS BIGINT) FROM push_device) < $6";
        let forget = "DELETE FROM push_device WHERE session IN (
             SELECT push_device.session FROM push_device JOIN session ON session.hash = push_device.session
             WHERE session.player = (SELECT player FROM session WHERE hash = $1)
             ORDER BY push_device.since DESC, push_device.session LIMIT 1000 OFFSET $2)";
        let session = || Value::from(device.session.as_slice());
        let values = vec![
            session(),
            device.endpoint.as_str().into(),
            device.key.as_slice().into(),
            device.secret.as_slice().into(),
            millis(device.since),
            limits.of_site.into(),
        ];
        let statements = vec![
            Statement::new(replace, vec![session(), device.endpoint.as_str().into()]),
            Statement::new(insert, values).touching(1),
            Statement::new(forget, vec![session(), limits.of_player.into()]),
        ];
        // Two at once, of one session or with one address, would each insert where the other has not been seen to.
        match self.change(Change::new(statements)?.in_turn(Turn::PushDevices)).await? {
            Changed::Done => Ok(PushKept::Kept),
            Changed::Missed { .. } => {
                let sql = "SELECT created_at FROM session WHERE hash = $1";
                let is_there = !self.read(Statement::new(sql, vec![session()])).await?.is_empty();
                Ok(if is_there { PushKept::Full } else { PushKept::NoSession })
            }
        }
    }

    async fn push_devices_of(&self, player: PlayerId) -> Result<Vec<PushDevice>, StorageError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM push_device JOIN session ON session.hash = push_device.session
             WHERE session.player = $1 ORDER BY push_device.since DESC, push_device.session LIMIT 1000"
        );
        let rows = self.read(Statement::new(sql, vec![player.into()])).await?;
        rows.into_iter().map(|row| device(&mut row.columns())).collect()
    }

    async fn has_push_device(&self, session: &[u8]) -> Result<bool, StorageError> {
        let sql = "SELECT since FROM push_device WHERE session = $1";
        Ok(!self.read(Statement::new(sql, vec![session.into()])).await?.is_empty())
    }

    async fn forget_push_device(&self, session: &[u8]) -> Result<(), StorageError> {
        let sql = "DELETE FROM push_device WHERE session = $1";
        self.change(Change::new(vec![Statement::new(sql, vec![session.into()])])?).await?;
        Ok(())
    }

    async fn forget_push_endpoint(&self, endpoint: &str) -> Result<(), StorageError> {
        let sql = "DELETE FROM push_device WHERE endpoint = $1";
        self.change(Change::new(vec![Statement::new(sql, vec![endpoint.into()])])?).await?;
        Ok(())
    }
}
