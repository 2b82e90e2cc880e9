// SPDX-License-Identifier: AGPL-3.0-or-later
//! The site's texts over any database.

use async_trait::async_trait;

use super::people::raise;
use super::{Change, Database, Statement};
use crate::{Site, StorageError};

#[async_trait]
impl<D: Database> Site for D {
    async fn site_text(&self, name: &str) -> Result<Option<String>, StorageError> {
        let query = Statement::new("SELECT value FROM site WHERE name = $1", vec![name.into()]);
        let rows = self.read(query).await?;
        rows.into_iter().next().map(|row| row.columns().text()).transpose()
    }

    async fn set_site_text(&self, name: &str, text: &str) -> Result<(), StorageError> {
        let sql = "INSERT INTO site (name, value) VALUES ($1, $2)
             ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        let set = Statement::new(sql, vec![name.into(), text.into()]).touching(1);
        self.change(Change::new(vec![raise(), set])?).await?;
        Ok(())
    }

    async fn keep_site_text(&self, name: &str, text: &str) -> Result<String, StorageError> {
        let sql = "INSERT INTO site (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        let kept = Statement::new(sql, vec![name.into(), text.into()]);
        self.change(Change::new(vec![kept])?).await?;
        Ok(self.site_text(name).await?.unwrap_or_else(|| text.to_owned()))
    }
}
