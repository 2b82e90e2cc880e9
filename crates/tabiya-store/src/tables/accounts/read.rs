// SPDX-License-Identifier: AGPL-3.0-or-later
//! What accounts are asked, and how their rows are read.

use tabiya_game::{PlayerId, PlayerName, Time, Title};

use super::players;
use crate::{
    Account, Email, Role, Secrets, Settings, StorageError,
    tables::{Columns, Statement},
};

/// The columns that [`account`] reads, in this order.
macro_rules! columns {
    () => {
        "account.player, account.name, account.name_key, account.skeleton, account.role, account.title, account.kid, \
         account.muted, account.list_owner, account.password, account.totp, account.totp_step, account.email, \
         account.email_confirmed, account.created_at, account.closed_at, account.settings, account.version"
    };
}
pub(in crate::tables) use columns;

pub(super) fn of(of: &[PlayerId]) -> Statement {
    let (list, values) = players(1, of);
    let sql = format!(concat!("SELECT ", columns!(), " FROM account WHERE player IN ({})"), list);
    Statement::new(sql, values)
}

pub(super) fn called(key: &str) -> Statement {
    Statement::new(concat!("SELECT ", columns!(), " FROM account WHERE name_key = $1"), vec![key.into()])
}

/// Other accounts with this one's name, or with one that looks like it.
pub(super) fn alike(account: &Account) -> Statement {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM account WHERE (name_key = $1 OR skeleton = $2) AND player <> $3 ORDER BY name_key LIMIT 1"
    );
    let values = vec![account.key.as_str().into(), account.skeleton.as_str().into(), account.player.into()];
    Statement::new(sql, values)
}

pub(super) fn with_email(key: &str, limit: u32) -> Statement {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM account WHERE email_key = $1 AND email_key IS NOT NULL ORDER BY name_key LIMIT $2"
    );
    Statement::new(sql, vec![key.into(), limit.into()])
}

/// No character comes after this one, so no key that begins with a prefix comes after the prefix and this.
const LAST: char = char::MAX;

pub(super) fn from(prefix: &str, after: &str, limit: u32) -> Statement {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM account WHERE name_key >= $1 AND name_key < $2 AND name_key > $3 ORDER BY name_key LIMIT $4"
    );
    let end = format!("{prefix}{LAST}");
    Statement::new(sql, vec![prefix.into(), end.into(), after.into(), limit.into()])
}

pub(super) fn with_role(role: Role) -> Statement {
    let sql = concat!("SELECT ", columns!(), " FROM account WHERE role = $1 ORDER BY name_key");
    Statement::new(sql, vec![role.word().into()])
}

pub(super) fn on_list(organiser: PlayerId) -> Statement {
    let sql = concat!("SELECT ", columns!(), " FROM account WHERE list_owner = $1 ORDER BY name_key");
    Statement::new(sql, vec![organiser.into()])
}

/// A row of the columns above.
pub(in crate::tables) fn account(columns: &mut Columns) -> Result<Account, StorageError> {
    let player = columns.player()?;
    let name = columns.text()?;
    let name = PlayerName::try_from(name).map_err(|error| columns.unexpected(&error.to_string()))?;
    let (key, skeleton) = (columns.text()?, columns.text()?);
    let role = columns.text()?;
    let role = Role::from_word(&role).ok_or_else(|| columns.unexpected(&role))?;
    let title = columns.optional_text()?;
    let title =
        title.map(|title| read_title(&title).ok_or_else(|| columns.unexpected(&title))).transpose()?;
    let [kid, muted] = [columns.integer()? != 0, columns.integer()? != 0];
    let list_owner = columns.optional_player()?;
    let password = columns.optional_text()?;
    let secrets = Secrets { password, totp: columns.optional_bytes()?, totp_step: columns.number()? };
    let address = columns.optional_text()?;
    let confirmed = columns.integer()? != 0;
    Ok(Account {
        player,
        name,
        key,
        skeleton,
        role,
        title,
        kid,
        muted,
        list_owner,
        secrets,
        email: address.map(|address| Email { address, confirmed }),
        created: Time(columns.number()?),
        closed: columns.optional_number()?.map(Time),
        settings: Settings::read(&columns.text()?),
        version: columns.number()?,
    })
}

fn read_title(word: &str) -> Option<Title> {
    serde_json::from_value(serde_json::Value::String(word.to_owned())).ok()
}
