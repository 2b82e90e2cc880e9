// SPDX-License-Identifier: AGPL-3.0-or-later
//! Acts: their statements, which stand at the end of the change that an act tells of, and their rows.

use tabiya_game::{PlayerId, Time};

use super::{Columns, Database, Statement, Value, millis};
use crate::{Act, ActText, NewAct, StorageError};

/// The columns that [`act`] reads, in this order.
macro_rules! columns {
    () => {
        "number, at, actor, by_name, subject, game, deed, details, act, undone_by"
    };
}

fn number(number: u64) -> Value {
    i64::try_from(number).unwrap_or(i64::MAX).into()
}

/// Stores an act under the next number. The change begins with [`raise`](super::people::raise), so no two get
/// one number. Where the act undoes another one, the last of these statements misses if that was undone
/// before.
pub(super) fn note(act: &NewAct) -> Vec<Statement> {
    let sql = "INSERT INTO staff_action (number, at, actor, by_name, subject, game, deed, details, act)
         SELECT COALESCE(CAST(max(number) AS BIGINT), 0) + 1, $1, $2, $3, $4, $5, $6, $7, $8 FROM staff_action";
    let values = vec![
        millis(act.at),
        act.actor.map_or(Value::Null, Value::from),
        act.by_name.as_str().into(),
        act.player.map_or(Value::Null, Value::from),
        act.game.as_ref().map(|game| game.as_str()).into(),
        act.deed.word().into(),
        act.why.as_str().into(),
        serde_json::to_string(&act.deed).expect("a deed is JSON").into(),
    ];
    let mut statements = vec![Statement::new(sql, values).touching(1)];
    if let Some(undone) = act.deed.undoes() {
        // The act that was just stored is the last one.
        let mark = "UPDATE staff_action
             SET undone_by = (SELECT CAST(max(number) AS BIGINT) FROM staff_action)
             WHERE number = $1 AND undone_by IS NULL";
        statements.push(Statement::new(mark, vec![number(undone)]).touching(1));
    }
    statements
}

/// Whether a change missed because the act that it undoes was undone before. `statements` is how many it has.
pub(super) fn was_undone(act: &NewAct, missed: usize, statements: usize) -> bool {
    act.deed.undoes().is_some() && missed + 1 == statements
}

fn act(columns: &mut Columns) -> Result<Act, StorageError> {
    let (number, at) = (columns.number()?, Time(columns.number()?));
    let (actor, by_name, player) = (columns.optional_player()?, columns.text()?, columns.optional_player()?);
    let game = columns.optional_text()?;
    let game = game.map(|game| game.parse().map_err(|_| columns.unexpected(&game))).transpose()?;
    let (word, details) = (columns.text()?, columns.text()?);
    // One that a newer program has written is shown by its words.
    let deed = columns.optional_text()?.and_then(|json| serde_json::from_str(&json).ok());
    let what = match deed {
        Some(deed) => ActText::Typed { deed, why: details },
        None => ActText::Words { word, details },
    };
    let undone_by = columns.optional_number()?;
    Ok(Act { number, at, actor, by_name, player, game, what, undone_by })
}

async fn list(database: &impl Database, query: Statement) -> Result<Vec<Act>, StorageError> {
    let rows = database.read(query).await?;
    rows.into_iter().map(|row| act(&mut row.columns())).collect()
}

/// Acts before a number, the latest first; those about one player, if one is named.
pub(super) async fn before(
    database: &impl Database,
    player: Option<PlayerId>,
    before: u64,
    limit: u32,
) -> Result<Vec<Act>, StorageError> {
    const ALL: &str =
        concat!("SELECT ", columns!(), " FROM staff_action WHERE number < $1 ORDER BY number DESC LIMIT $2");
    const ABOUT: &str = concat!(
        "SELECT ",
        columns!(),
        " FROM staff_action WHERE number < $1 AND subject = $3 ORDER BY number DESC LIMIT $2"
    );
    let mut values = vec![number(before), limit.into()];
    let sql = match player {
        None => ALL,
        Some(player) => {
            values.push(player.into());
            ABOUT
        }
    };
    list(database, Statement::new(sql, values)).await
}

/// The act with this number.
pub(super) async fn one(database: &impl Database, wanted: u64) -> Result<Option<Act>, StorageError> {
    const ONE: &str = concat!("SELECT ", columns!(), " FROM staff_action WHERE number = $1");
    Ok(list(database, Statement::new(ONE, vec![number(wanted)])).await?.pop())
}

/// The last act with this word about a player.
pub(super) async fn last_about(
    database: &impl Database,
    player: PlayerId,
    word: &str,
) -> Result<Option<Act>, StorageError> {
    const LAST: &str = concat!(
        "SELECT ",
        columns!(),
        " FROM staff_action WHERE subject = $1 AND deed = $2 ORDER BY number DESC LIMIT 1"
    );
    Ok(list(database, Statement::new(LAST, vec![player.into(), word.into()])).await?.pop())
}
