// SPDX-License-Identifier: AGPL-3.0-or-later
//! Lists of members over any database.

use async_trait::async_trait;
use tabiya_game::{PlayerId, Time};

use super::set_aside::first_readable;
use super::{Change, Changed, Columns, Database, Statement, millis};
use crate::{MemberChanges, MemberList, Members, StorageError, StoredMember};

pub(super) fn list(columns: &mut Columns) -> Result<MemberList, StorageError> {
    Ok(MemberList { version: columns.number()?, last: columns.number()? })
}

/// The columns that [`member`] reads.
macro_rules! member_columns {
    () => {
        "number, card, version, changed_at"
    };
}
pub(super) use member_columns;

/// Reads a member as [`member`], and looks into the card: `data check` names one that no program wrote so.
pub(super) fn whole_member(columns: &mut Columns) -> Result<(), StorageError> {
    let StoredMember { number, card, .. } = member(columns)?;
    let damaged =
        |what: String| StorageError::Damaged { detail: format!("the card of member {number}: {what}") };
    let known: serde_json::Value = serde_json::from_str(&card).map_err(|error| damaged(error.to_string()))?;
    let is = |name: &str, fits: fn(&serde_json::Value) -> bool| known.get(name).is_none_or(fits);
    let texts = ["title", "federation", "fide", "national_id", "birth", "club", "note"];
    let is_rating =
        |value: &serde_json::Value| value.is_null() || value.as_u64().is_some_and(|points| points <= 9_999);
    if !known.get("name").is_some_and(serde_json::Value::is_string) {
        return Err(damaged("it has no name".to_owned()));
    }
    match texts.into_iter().find(|name| !is(name, serde_json::Value::is_string)) {
        Some(name) => Err(damaged(format!("{name} is no text"))),
        None if ["rating", "national_rating"].iter().any(|name| !is(name, is_rating)) => {
            Err(damaged("a rating is no number".to_owned()))
        }
        None => Ok(()),
    }
}

pub(super) fn member(columns: &mut Columns) -> Result<StoredMember, StorageError> {
    Ok(StoredMember {
        number: columns.number()?,
        card: columns.text()?,
        version: columns.number()?,
        changed: Time(columns.number()?),
    })
}

async fn is_done(database: &impl Database, statements: Vec<Statement>) -> Result<bool, StorageError> {
    Ok(database.change(Change::new(statements)?).await? == Changed::Done)
}

/// Whoever enters a member waits here for whoever deletes one, and the other way round.
fn one_after_the_other(owner: PlayerId) -> Statement {
    let sql = "UPDATE member_list SET version = version WHERE owner = $1";
    Statement::new(sql, vec![owner.into()]).touching(1)
}

/// Touches a row unless the account is closed: the list of an account that was closed a moment ago does not begin again. Whoever
/// closes an account waits here for whoever begins a list, and the other way round. The second statement sees what was committed
/// while the first one waited.
fn account_is_not_closed(owner: PlayerId) -> [Statement; 2] {
    let waits = "UPDATE people SET changes = changes WHERE one = 1";
    let is_open = "UPDATE people SET changes = changes WHERE one = 1
         AND NOT EXISTS (SELECT 1 FROM account WHERE player = $1 AND closed_at IS NOT NULL)";
    [Statement::new(waits, vec![]).touching(1), Statement::new(is_open, vec![owner.into()]).touching(1)]
}

/// The statements that note at a member that it is in an event. They touch nothing if there is no such member.
pub(super) fn entered(owner: PlayerId, number: u32, event: &str) -> [Statement; 2] {
    let sql = "INSERT INTO member_event (owner, number, event)
         SELECT m.owner, m.number, $3 FROM member m WHERE m.owner = $1 AND m.number = $2
         ON CONFLICT (owner, number, event) DO UPDATE SET event = excluded.event";
    let values = vec![owner.into(), number.into(), event.into()];
    [one_after_the_other(owner), Statement::new(sql, values).touching(1)]
}

#[async_trait]
impl<D: Database> Members for D {
    async fn member_list(&self, owner: PlayerId) -> Result<MemberList, StorageError> {
        let sql = "SELECT version, last_number FROM member_list WHERE owner = $1";
        let rows = self.read(Statement::new(sql, vec![owner.into()])).await?;
        let found = rows.into_iter().next().map(|row| list(&mut row.columns())).transpose()?;
        Ok(found.unwrap_or_default())
    }

    async fn members_of(
        &self,
        owner: PlayerId,
        after: u32,
        limit: u32,
    ) -> Result<Vec<StoredMember>, StorageError> {
        let sql = concat!(
            "SELECT ",
            member_columns!(),
            " FROM member WHERE owner = $1 AND number > $2 ORDER BY number LIMIT $3"
        );
        let query = |limit: u32| Statement::new(sql, vec![owner.into(), after.into(), limit.into()]);
        first_readable(self, query, limit, "member", member).await
    }

    async fn keep_members(
        &self,
        owner: PlayerId,
        seen: MemberList,
        changes: &MemberChanges,
        now: Time,
    ) -> Result<Option<MemberList>, StorageError> {
        let is_too_many = || StorageError::Failed { detail: "a list has too many members".to_owned() };
        let added = u32::try_from(changes.new.len()).map_err(|_| is_too_many())?;
        let last = seen.last.checked_add(added).ok_or_else(is_too_many)?;
        let kept = MemberList { version: seen.version + 1, last };
        let version = |list: MemberList| list.version.cast_signed();
        let mut values = vec![owner.into(), version(kept).into(), last.into()];
        let sql = if seen == MemberList::default() {
            "INSERT INTO member_list (owner, version, last_number) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
        } else {
            values.extend([version(seen).into(), seen.last.into()]);
            "UPDATE member_list SET version = $2, last_number = $3
             WHERE owner = $1 AND version = $4 AND last_number = $5"
        };
        let mut statements = Vec::new();
        if seen == MemberList::default() {
            statements.extend(account_is_not_closed(owner));
        }
        statements.push(Statement::new(sql, values).touching(1));
        statements.extend((seen.last + 1..).zip(&changes.new).map(|(number, card)| {
            let sql =
                "INSERT INTO member (owner, number, card, version, changed_at) VALUES ($1, $2, $3, $4, $5)";
            let (card, version) = (card.as_str().into(), version(kept).into());
            Statement::new(sql, vec![owner.into(), number.into(), card, version, millis(now)]).touching(1)
        }));
        statements.extend(changes.changed.iter().map(|(number, card)| {
            let sql =
                "UPDATE member SET card = $3, version = $4, changed_at = $5 WHERE owner = $1 AND number = $2";
            let (card, version) = (card.as_str().into(), version(kept).into());
            Statement::new(sql, vec![owner.into(), (*number).into(), card, version, millis(now)]).touching(1)
        }));
        statements.extend(changes.entered.iter().flat_map(|(number, event)| {
            let [_, link] = entered(owner, *number, event);
            [link]
        }));
        Ok(is_done(self, statements).await?.then_some(kept))
    }

    async fn link_member(&self, owner: PlayerId, number: u32, event: &str) -> Result<bool, StorageError> {
        is_done(self, entered(owner, number, event).into()).await
    }

    async fn unlink_member(&self, owner: PlayerId, number: u32, event: &str) -> Result<(), StorageError> {
        let sql = "DELETE FROM member_event WHERE owner = $1 AND number = $2 AND event = $3";
        let statement = Statement::new(sql, vec![owner.into(), number.into(), event.into()]);
        self.change(Change::new(vec![statement])?).await?;
        Ok(())
    }

    async fn events_of_member(&self, owner: PlayerId, number: u32) -> Result<Vec<String>, StorageError> {
        let sql = "SELECT event FROM member_event WHERE owner = $1 AND number = $2 ORDER BY event";
        let rows = self.read(Statement::new(sql, vec![owner.into(), number.into()])).await?;
        rows.into_iter().map(|row| row.columns().text()).collect()
    }

    async fn delete_member(&self, owner: PlayerId, number: u32, events: u64) -> Result<bool, StorageError> {
        let of_member =
            |sql: &'static str, rows| Statement::new(sql, vec![owner.into(), number.into()]).touching(rows);
        let raised = "UPDATE member_list SET version = version + 1 WHERE owner = $1";
        let statements = vec![
            Statement::new(raised, vec![owner.into()]).touching(1),
            of_member("DELETE FROM member_event WHERE owner = $1 AND number = $2", events),
            of_member("DELETE FROM member WHERE owner = $1 AND number = $2", 1),
        ];
        is_done(self, statements).await
    }

    async fn forget_members(&self, owner: PlayerId) -> Result<(), StorageError> {
        let forget = |sql: &'static str| Statement::new(sql, vec![owner.into()]);
        let change = Change::new(vec![
            forget("DELETE FROM member_list WHERE owner = $1"),
            forget("DELETE FROM member WHERE owner = $1"),
            forget("DELETE FROM member_event WHERE owner = $1"),
        ])?;
        self.change(change).await?;
        Ok(())
    }
}
