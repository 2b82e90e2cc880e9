// SPDX-License-Identifier: AGPL-3.0-or-later
//! The site's rules and secrets over any database: texts, each under a name.

use async_trait::async_trait;
use tabiya_game::Time;

use super::{Change, Changed, Database, Statement, acts, people::raise};
use crate::{NewAct, Rules, Site, SiteSecret, StorageError};

const RULES: &str = "rules";
const BACKUP: &str = "last-backup";

/// The name of the secret that every server makes at its first start.
pub(crate) const DEVICES: &str = "secret:devices";

const fn name_of(secret: SiteSecret) -> &'static str {
    match secret {
        SiteSecret::Devices => DEVICES,
        SiteSecret::Venue => "secret:venue",
        SiteSecret::Push => "secret:push",
        SiteSecret::Bus => "secret:bus",
    }
}

async fn text(database: &impl Database, name: &str) -> Result<Option<String>, StorageError> {
    let query = Statement::new("SELECT value FROM site WHERE name = $1", vec![name.into()]);
    let rows = database.read(query).await?;
    rows.into_iter().next().map(|row| row.columns().text()).transpose()
}

/// Puts a text under this name, with the act that tells of it.
async fn set(database: &impl Database, name: &str, text: &str, act: &NewAct) -> Result<(), StorageError> {
    let sql = "INSERT INTO site (name, value) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    let mut statements = vec![raise(), Statement::new(sql, vec![name.into(), text.into()]).touching(1)];
    statements.extend(acts::note(act));
    database.change(Change::new(statements)?).await?;
    Ok(())
}

#[async_trait]
impl<D: Database> Site for D {
    async fn site_rules(&self) -> Result<Rules, StorageError> {
        let Some(text) = text(self, RULES).await? else { return Ok(Rules::default()) };
        serde_json::from_str(&text).map_err(|error| StorageError::Damaged {
            detail: format!("the site's rules can't be read: {error}"),
        })
    }

    async fn set_site_rules(&self, rules: &Rules, act: &NewAct) -> Result<(), StorageError> {
        set(self, RULES, &serde_json::to_string(rules).expect("rules are JSON"), act).await
    }

    async fn last_backup(&self) -> Result<Option<Time>, StorageError> {
        Ok(text(self, BACKUP).await?.and_then(|text| text.parse().ok()).map(Time))
    }

    async fn note_backup(&self, act: &NewAct) -> Result<(), StorageError> {
        set(self, BACKUP, &act.at.0.to_string(), act).await
    }

    async fn keep_secret(&self, secret: SiteSecret, fresh: &str) -> Result<String, StorageError> {
        let sql = "INSERT INTO site (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        let kept = Statement::new(sql, vec![name_of(secret).into(), fresh.into()]);
        self.change(Change::new(vec![kept])?).await?;
        Ok(text(self, name_of(secret)).await?.unwrap_or_else(|| fresh.to_owned()))
    }

    async fn replace_secret(
        &self,
        secret: SiteSecret,
        before: &str,
        after: &str,
    ) -> Result<bool, StorageError> {
        let sql = "UPDATE site SET value = $1 WHERE name = $2 AND value = $3";
        let values = vec![after.into(), name_of(secret).into(), before.into()];
        let change = Change::new(vec![Statement::new(sql, values).touching(1)])?;
        Ok(matches!(self.change(change).await?, Changed::Done))
    }
}
