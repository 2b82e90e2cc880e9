// SPDX-License-Identifier: AGPL-3.0-or-later
//! Copies pages from one side to the other, and compares both sides page by page. No more than a page of each is in memory.

use super::MoveNews;
use crate::{
    StorageError,
    house::{GAMES, House, MoveError, NewHouse, PAGE, Table},
    tables::{Row, Statement, Value},
};

/// Copies the games that the target does not have.
pub(super) async fn games(
    old: &mut dyn House,
    new: &mut dyn NewHouse,
    news: &mut dyn FnMut(MoveNews),
) -> Result<(), MoveError> {
    news(MoveNews::Games(count(old).await.map_err(|source| MoveError::reading(old, source))?));
    let mut after = last(new).await.map_err(|source| MoveError::reading(new, source))?;
    if after.is_some() {
        let done = count(new).await.map_err(|source| MoveError::reading(new, source))?;
        news(MoveNews::GamesDone(done));
    }
    loop {
        let page = old.games(after.unwrap_or(i64::MIN)).await;
        let page = page.map_err(|source| MoveError::reading(old, source))?;
        let Some(last) = page.last() else { return Ok(()) };
        after = Some(last.number);
        new.write_games(&page).await.map_err(|source| MoveError::writing(new, source))?;
        news(MoveNews::GamesDone(page.len() as u64));
    }
}

/// Copies the rows that the target does not have.
pub(super) async fn table(
    old: &mut dyn House,
    new: &mut dyn NewHouse,
    table: &Table,
) -> Result<(), MoveError> {
    let last = new.read(table.last()).await.map_err(|source| MoveError::reading(new, source))?;
    let mut after = last.first().map(|row| table.key_of(row));
    loop {
        let page = old.read(table.page(after.as_deref())).await;
        let page = page.map_err(|source| MoveError::reading(old, source))?;
        let Some(last) = page.last() else { return Ok(()) };
        after = Some(table.key_of(last));
        if let Some(row) = page.iter().find(|row| has_nul(row)) {
            return Err(MoveError::Nul { table: table.name.clone(), row: table.tell(row) });
        }
        new.write(table, &page).await.map_err(|source| MoveError::writing(new, source))?;
        if page.len() < PAGE {
            return Ok(());
        }
    }
}

/// PostgreSQL can't store the character NUL. No server writes one.
fn has_nul(row: &Row) -> bool {
    row.values().iter().any(|value| matches!(value, Value::Text(text) if text.contains('\0')))
}

/// Compares all games; returns how many there are.
pub(super) async fn compare_games(
    old: &mut dyn House,
    new: &mut dyn NewHouse,
    news: &mut dyn FnMut(MoveNews),
) -> Result<u64, MoveError> {
    news(MoveNews::Compares(count(old).await.map_err(|source| MoveError::reading(old, source))?));
    let (mut after, mut games) = (i64::MIN, 0);
    loop {
        let ours = old.games(after).await.map_err(|source| MoveError::reading(old, source))?;
        let theirs = new.games(after).await.map_err(|source| MoveError::reading(new, source))?;
        let differs = ours.iter().zip(&theirs).find(|(ours, theirs)| !ours.is_same(theirs));
        let differs = differs.map(|(ours, _)| ours);
        let longer = if ours.len() > theirs.len() { &ours } else { &theirs };
        if let Some(game) = differs.or_else(|| longer.get(ours.len().min(theirs.len()))) {
            return Err(MoveError::Differs { what: format!("game {}", game.id) });
        }
        let Some(last) = ours.last() else { return Ok(games) };
        after = last.number;
        games += ours.len() as u64;
        news(MoveNews::GamesDone(ours.len() as u64));
        if ours.len() < GAMES {
            return Ok(games);
        }
    }
}

/// Compares all rows of a table; returns how many there are.
pub(super) async fn compare_table(
    old: &mut dyn House,
    new: &mut dyn NewHouse,
    table: &Table,
) -> Result<u64, MoveError> {
    let (mut after, mut rows) = (None, 0);
    loop {
        let query = table.page(after.as_deref());
        let ours = old.read(query.clone()).await.map_err(|source| MoveError::reading(old, source))?;
        let theirs = new.read(query).await.map_err(|source| MoveError::reading(new, source))?;
        let differs = ours.iter().zip(&theirs).find(|(ours, theirs)| ours != theirs).map(|(ours, _)| ours);
        let longer = if ours.len() > theirs.len() { &ours } else { &theirs };
        if let Some(row) = differs.or_else(|| longer.get(ours.len().min(theirs.len()))) {
            return Err(MoveError::Differs { what: format!("{}, {}", table.name, table.tell(row)) });
        }
        let Some(last) = ours.last() else { return Ok(rows) };
        after = Some(table.key_of(last));
        rows += ours.len() as u64;
        if ours.len() < PAGE {
            return Ok(rows);
        }
    }
}

async fn count(house: &mut (impl House + ?Sized)) -> Result<u64, StorageError> {
    let query = Statement::new("SELECT CAST(count(*) AS BIGINT) FROM game", Vec::new());
    house.read(query).await?.into_iter().next().map_or(Ok(0), |row| row.columns().number())
}

/// The number of the last game; `None` if there is none.
async fn last(house: &mut (impl House + ?Sized)) -> Result<Option<i64>, StorageError> {
    let query = Statement::new("SELECT CAST(max(number) AS BIGINT) FROM game", Vec::new());
    house.read(query).await?.into_iter().next().map_or(Ok(None), |row| row.columns().optional_integer())
}
