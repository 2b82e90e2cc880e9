// SPDX-License-Identifier: AGPL-3.0-or-later
//! Accounts over any database.
//!
//! Each change of an account raises a number in the one row of `people` first. Until that change is committed no other one
//! goes on, so what a later statement of the change looks at (is the name free? is there another admin?) can't change
//! before the commit.

pub(super) mod read;
mod write;

use async_trait::async_trait;
use tabiya_game::{PlayerId, Time};

use super::acts;
use super::archive::take_over;
use super::people::raise;
use super::set_aside::{first_readable, readable};
use super::{Change, Changed, Database, MOST_IN_LIST, Statement, Value, millis, placeholders};
use crate::{Account, AccountError, Accounts, Email, Ends, ListRefused, NewAct, Role, StorageError, Token};

/// More accounts than this with one address are not told apart.
const MOST_WITH_EMAIL: u32 = 10;
/// How many skeletons one change writes.
const MOST_SKELETONS: usize = 200;

async fn list(database: &impl Database, query: Statement) -> Result<Vec<Account>, StorageError> {
    let rows = database.read(query).await?;
    rows.into_iter().map(|row| read::account(&mut row.columns())).collect()
}

async fn one(database: &impl Database, query: Statement) -> Result<Option<Account>, StorageError> {
    Ok(list(database, query).await?.into_iter().next())
}

/// Who has this name, or one that looks like it.
async fn taker(database: &impl Database, account: &Account) -> Result<AccountError, StorageError> {
    let taker = one(database, read::alike(account)).await?;
    Ok(taker.map_or(AccountError::Stale, |taker| AccountError::NameTaken { name: taker.name }))
}

/// The same for the account at a place of a list, which may also be too much like one before it in the list.
async fn taker_for(
    database: &impl Database,
    list: &[(Account, Token)],
    at: usize,
) -> Result<AccountError, StorageError> {
    let account = &list[at].0;
    let is_alike = |other: &&Account| other.key == account.key || other.skeleton == account.skeleton;
    let before = list[..at].iter().map(|(other, _)| other).find(is_alike);
    match before {
        Some(before) => Ok(AccountError::NameTaken { name: before.name.clone() }),
        None => taker(database, account).await,
    }
}

/// What became of a new account.
async fn created(database: &impl Database, account: &Account, created: Changed) -> Result<(), AccountError> {
    match created {
        Changed::Done => Ok(()),
        Changed::Missed { statement: write::NAME, .. } => Err(taker(database, account).await?),
        Changed::Missed { .. } => Err(AccountError::PlayerTaken),
    }
}

/// What became of a change of an account.
async fn changed(database: &impl Database, account: &Account, changed: Changed) -> Result<(), AccountError> {
    match changed {
        Changed::Done => Ok(()),
        Changed::Missed { statement: write::NAME, .. } => Err(taker(database, account).await?),
        Changed::Missed { statement: write::ADMIN, .. } => Err(AccountError::LastAdmin),
        Changed::Missed { .. } => Err(AccountError::Stale),
    }
}

#[async_trait]
impl<D: Database> Accounts for D {
    async fn create_account(&self, account: &Account) -> Result<(), AccountError> {
        let missed = self.change(Change::new(write::create(account))?).await?;
        created(self, account, missed).await
    }

    async fn create_account_by(&self, account: &Account, act: &NewAct) -> Result<(), AccountError> {
        let mut statements = write::create(account);
        statements.extend(acts::note(act));
        let missed = self.change(Change::new(statements)?).await?;
        created(self, account, missed).await
    }

    async fn change_account(&self, account: &Account, ends: Ends<'_>) -> Result<(), AccountError> {
        let missed = self.change(Change::new(write::change(account, ends))?).await?;
        changed(self, account, missed).await
    }

    async fn change_account_by(
        &self,
        account: &Account,
        ends: Ends<'_>,
        act: &NewAct,
    ) -> Result<(), AccountError> {
        let mut statements = write::change(account, ends);
        statements.extend(acts::note(act));
        let count = statements.len();
        match self.change(Change::new(statements)?).await? {
            Changed::Missed { statement, .. } if acts::was_undone(act, statement, count) => {
                Err(AccountError::Undone)
            }
            other => changed(self, account, other).await,
        }
    }

    async fn hand_out_cards(&self, list: &[(Account, Token)], act: &NewAct) -> Result<(), ListRefused> {
        let groups: Vec<_> = list.iter().map(|(account, card)| write::with_card(account, card)).collect();
        let mut ends = Vec::with_capacity(groups.len());
        let mut statements = groups.into_iter().fold(Vec::new(), |mut all, group| {
            all.extend(group);
            ends.push(all.len());
            all
        });
        // Handing out undoes nothing, so these statements miss nothing.
        statements.extend(acts::note(act));
        let missed = match self.change(Change::new(statements)?).await? {
            Changed::Done => return Ok(()),
            Changed::Missed { statement, .. } => statement,
        };
        let at = ends.partition_point(|end| *end <= missed);
        let begin = at.checked_sub(1).map_or(0, |before| ends[before]);
        let account = &list[at].0;
        let why = match missed - begin {
            write::NAME => taker_for(self, list, at).await?,
            _ if account.version == 0 => AccountError::PlayerTaken,
            write::ADMIN => AccountError::LastAdmin,
            _ => AccountError::Stale,
        };
        Err(ListRefused { at, why })
    }

    async fn account(&self, player: PlayerId) -> Result<Option<Account>, StorageError> {
        one(self, read::of(&[player])).await
    }

    async fn account_called(&self, key: &str) -> Result<Option<Account>, StorageError> {
        one(self, read::called(key)).await
    }

    async fn accounts_with_email(&self, address: &str) -> Result<Vec<Account>, StorageError> {
        list(self, read::with_email(&Email::key(address), MOST_WITH_EMAIL)).await
    }

    async fn accounts_of(&self, players: &[PlayerId]) -> Result<Vec<Account>, StorageError> {
        let mut found = Vec::with_capacity(players.len());
        for players in players.chunks(MOST_IN_LIST) {
            found.extend(list(self, read::of(players)).await?);
        }
        Ok(found)
    }

    async fn listed_accounts(&self, players: &[PlayerId]) -> Result<Vec<Account>, StorageError> {
        let mut found = Vec::with_capacity(players.len());
        for players in players.chunks(MOST_IN_LIST) {
            found.extend(readable(self.read(read::of(players)).await?, "account", read::account));
        }
        Ok(found)
    }

    async fn accounts_from(
        &self,
        prefix: &str,
        after: &str,
        limit: u32,
    ) -> Result<Vec<Account>, StorageError> {
        let query = |limit| read::from(prefix, after, limit);
        first_readable(self, query, limit, "account", read::account).await
    }

    async fn accounts_with_role(&self, role: Role) -> Result<Vec<Account>, StorageError> {
        list(self, read::with_role(role)).await
    }

    async fn accounts_on_list(&self, organiser: PlayerId) -> Result<Vec<Account>, StorageError> {
        Ok(readable(self.read(read::on_list(organiser)).await?, "account", read::account))
    }

    async fn closed_accounts(&self) -> Result<Vec<PlayerId>, StorageError> {
        let query = "SELECT player FROM account WHERE closed_at IS NOT NULL";
        let rows = self.read(Statement::new(query, vec![])).await?;
        rows.into_iter().map(|row| row.columns().player()).collect()
    }

    async fn account_count(&self) -> Result<u64, StorageError> {
        number(self, "SELECT CAST(count(*) AS BIGINT) FROM account").await
    }

    async fn account_changes(&self) -> Result<u64, StorageError> {
        number(self, "SELECT changes FROM people WHERE one = 1").await
    }

    async fn take_guest(&self, guest: PlayerId, player: PlayerId, at: Time) -> Result<bool, StorageError> {
        let taking = Statement::new(
            "INSERT INTO taken_guest (guest, player, taken_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            vec![guest.into(), player.into(), millis(at)],
        );
        // One who has registered meanwhile is somebody else.
        let no_account = "UPDATE people SET changes = changes WHERE one = 1
             AND NOT EXISTS (SELECT 1 FROM account WHERE player = $1)";
        let no_account = Statement::new(no_account, vec![guest.into()]).touching(1);
        let mut statements = vec![raise(), no_account, taking.touching(1)];
        statements.extend(take_over(guest, player));
        Ok(self.change(Change::new(statements)?).await? == Changed::Done)
    }

    async fn taken_by(&self, guest: PlayerId) -> Result<Option<PlayerId>, StorageError> {
        let query = "SELECT player FROM taken_guest WHERE guest = $1";
        let rows = self.read(Statement::new(query, vec![guest.into()])).await?;
        rows.into_iter().next().map(|row| row.columns().player()).transpose()
    }

    async fn guests_of(&self, player: PlayerId) -> Result<Vec<PlayerId>, StorageError> {
        let query = "SELECT guest FROM taken_guest WHERE player = $1 ORDER BY guest LIMIT 1000";
        let rows = self.read(Statement::new(query, vec![player.into()])).await?;
        rows.into_iter().map(|row| row.columns().player()).collect()
    }

    async fn skeletons(&self) -> Result<String, StorageError> {
        let rows = self.read(Statement::new("SELECT skeletons FROM people WHERE one = 1", vec![])).await?;
        rows.into_iter().next().map_or(Ok(String::new()), |row| row.columns().text())
    }

    async fn store_skeletons(&self, new: &[(PlayerId, String)], tables: &str) -> Result<(), StorageError> {
        for some in new.chunks(MOST_SKELETONS) {
            let store = |(player, skeleton): &(PlayerId, String)| {
                let values = vec![(*player).into(), skeleton.as_str().into()];
                Statement::new("UPDATE account SET skeleton = $2 WHERE player = $1", values)
            };
            self.change(Change::new(some.iter().map(store).collect())?.in_background()).await?;
        }
        let tables = vec![tables.into()];
        let noted = Statement::new("UPDATE people SET skeletons = $1 WHERE one = 1", tables).touching(1);
        self.change(Change::new(vec![noted])?).await?;
        Ok(())
    }
}

async fn number(database: &impl Database, sql: &'static str) -> Result<u64, StorageError> {
    let rows = database.read(Statement::new(sql, vec![])).await?;
    rows.into_iter().next().map_or(Ok(0), |row| row.columns().number())
}

/// `$first, ...` for so many players.
fn players(first: usize, players: &[PlayerId]) -> (String, Vec<Value>) {
    (placeholders(first, players.len()), players.iter().map(|player| (*player).into()).collect())
}
