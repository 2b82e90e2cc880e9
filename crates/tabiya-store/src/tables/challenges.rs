// SPDX-License-Identifier: AGPL-3.0-or-later
//! Challenges over any database.

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};

use super::set_aside::first_readable;
use super::{Change, Changed, Columns, Database, Statement, Turn, Value, millis};
use crate::{
    Challenge, ChallengeKept, ChallengeLimits, ChallengeStage, ChallengeStep, Challenges, StorageError,
};

/// The columns that [`challenge`] reads, in this order.
macro_rules! columns {
    () => {
        "challenge.id, challenge.root, challenge.version, challenge.sender, challenge.receiver,
         challenge.again, challenge.made_at, challenge.expires_at, challenge.stage, challenge.game,
         challenge.ended_at, challenge.terms, challenge.answer"
    };
}
pub(super) use columns;

fn id(game: GameId) -> Value {
    game.as_str().into()
}

fn stage(stage: ChallengeStage) -> Value {
    (stage as i64).into()
}

fn optional_game(columns: &mut Columns) -> Result<Option<GameId>, StorageError> {
    let text = columns.optional_text()?;
    let wrong = |text: &str| columns.unexpected(&format!("no game's id but {text:?}"));
    text.map(|text| text.parse().map_err(|_| wrong(&text))).transpose()
}

pub(super) fn challenge(columns: &mut Columns) -> Result<Challenge, StorageError> {
    Ok(Challenge {
        id: columns.game()?,
        root: columns.game()?,
        version: columns.number()?,
        from: columns.player()?,
        to: columns.player()?,
        again: optional_game(columns)?,
        made: Time(columns.number()?),
        expires: Time(columns.number()?),
        stage: {
            let number: u64 = columns.number()?;
            let known = ChallengeStage::ALL.into_iter().find(|stage| *stage as u64 == number);
            known.ok_or_else(|| columns.unexpected("no stage of a challenge"))?
        },
        game: optional_game(columns)?,
        ended: columns.optional_number()?.map(Time),
        terms: columns.text()?,
        answer: columns.text()?,
    })
}

/// The rows of a kind: challenges, or rematches.
const fn kind(again: Option<GameId>) -> &'static str {
    if again.is_some() { "again IS NOT NULL" } else { "again IS NULL" }
}

/// Adds a row, unless too many wait. The challenge's own versions don't count.
fn insert(new: &Challenge, limits: ChallengeLimits) -> Statement {
    let kind = kind(new.again);
    let sql = format!(
        "INSERT INTO challenge (id, root, version, sender, receiver, again, made_at, expires_at, stage, game,
             ended_at, terms, answer)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13
         WHERE (SELECT CAST(count(*) AS BIGINT) FROM challenge
                WHERE sender = $4 AND stage < 2 AND {kind} AND root <> $2) < $14
           AND (SELECT CAST(count(*) AS BIGINT) FROM challenge
                WHERE receiver = $5 AND stage < 2 AND {kind} AND root <> $2) < $15
           AND (SELECT CAST(count(*) AS BIGINT) FROM challenge
                WHERE stage < 2 AND {kind} AND root <> $2) < $16
           AND NOT EXISTS (SELECT 1 FROM challenge WHERE again = $6 AND stage < 3)"
    );
    let values = vec![
        id(new.id),
        id(new.root),
        new.version.into(),
        new.from.into(),
        new.to.into(),
        new.again.map_or(Value::Null, id),
        millis(new.made),
        millis(new.expires),
        stage(new.stage),
        new.game.map_or(Value::Null, id),
        new.ended.map_or(Value::Null, millis),
        new.terms.as_str().into(),
        new.answer.as_str().into(),
        limits.sent.into(),
        limits.received.into(),
        limits.all.into(),
    ];
    Statement::new(sql, values).touching(1)
}

/// Whose limit a challenge is over.
async fn limit_of(
    database: &impl Database,
    new: &Challenge,
    limits: ChallengeLimits,
) -> Result<ChallengeKept, StorageError> {
    if new.again.is_some() {
        return Ok(ChallengeKept::TooManySent);
    }
    let sql = "SELECT CAST(count(*) AS BIGINT) FROM challenge
         WHERE sender = $1 AND stage < 2 AND again IS NULL AND root <> $2";
    let rows = database.read(Statement::new(sql, vec![new.from.into(), id(new.root)])).await?;
    let sent: u64 = rows.into_iter().next().map_or(Ok(0), |row| row.columns().number())?;
    let is_sender = sent >= u64::from(limits.sent);
    Ok(if is_sender { ChallengeKept::TooManySent } else { ChallengeKept::TooManyReceived })
}

/// Whether a single statement has changed a row.
async fn has_changed(database: &impl Database, statement: Statement) -> Result<bool, StorageError> {
    let changed = database.change(Change::new(vec![statement.touching(1)])?).await?;
    Ok(!matches!(changed, Changed::Missed { .. }))
}

async fn one(database: &impl Database, query: Statement) -> Result<Option<Challenge>, StorageError> {
    let rows = database.read(query).await?;
    rows.into_iter().next().map(|row| challenge(&mut row.columns())).transpose()
}

/// The first so many. The last value of the query says how many.
async fn list(
    database: &impl Database,
    sql: &'static str,
    values: Vec<Value>,
    limit: u32,
) -> Result<Vec<Challenge>, StorageError> {
    let query = |limit: u32| Statement::new(sql, [values.clone(), vec![limit.into()]].concat());
    first_readable(database, query, limit, "challenge", challenge).await
}

#[async_trait]
impl<D: Database> Challenges for D {
    async fn make_challenge(
        &self,
        new: &Challenge,
        limits: ChallengeLimits,
    ) -> Result<ChallengeKept, StorageError> {
        match self.change(Change::new(vec![insert(new, limits)])?.in_turn(Turn::Challenges)).await? {
            Changed::Done => Ok(ChallengeKept::Kept),
            Changed::Missed { .. } => limit_of(self, new, limits).await,
        }
    }

    async fn renew_challenge(
        &self,
        old: GameId,
        new: &Challenge,
        limits: ChallengeLimits,
        at: Time,
    ) -> Result<ChallengeKept, StorageError> {
        let sql = "UPDATE challenge SET stage = 4, ended_at = $2 WHERE id = $1 AND root = $3 AND stage = 0";
        let end = Statement::new(sql, vec![id(old), millis(at), id(new.root)]).touching(1);
        let change = Change::new(vec![end, insert(new, limits)])?.in_turn(Turn::Challenges);
        match self.change(change).await? {
            Changed::Done => Ok(ChallengeKept::Kept),
            Changed::Missed { statement: 0, .. } => Ok(ChallengeKept::Gone),
            Changed::Missed { .. } => limit_of(self, new, limits).await,
        }
    }

    async fn prolong_challenge(&self, challenge: GameId, expires: Time) -> Result<bool, StorageError> {
        let sql = "UPDATE challenge SET expires_at = CASE WHEN expires_at < $2 THEN $2 ELSE expires_at END
             WHERE id = $1 AND stage = 0";
        has_changed(self, Statement::new(sql, vec![id(challenge), millis(expires)])).await
    }

    async fn step_challenge(&self, challenge: GameId, step: &ChallengeStep) -> Result<bool, StorageError> {
        let sql = "UPDATE challenge SET stage = $3, game = coalesce($4, game), ended_at = $5, answer = $6
             WHERE id = $1 AND stage = $2 AND stage < 2";
        let ChallengeStep { from, to, at, game, ref answer } = *step;
        let ended = if to.is_over() { millis(at) } else { Value::Null };
        let game = game.map_or(Value::Null, id);
        let values = vec![id(challenge), stage(from), stage(to), game, ended, answer.as_str().into()];
        has_changed(self, Statement::new(sql, values)).await
    }

    async fn challenge(&self, challenge: GameId) -> Result<Option<Challenge>, StorageError> {
        let sql = concat!("SELECT ", columns!(), " FROM challenge WHERE id = $1");
        one(self, Statement::new(sql, vec![id(challenge)])).await
    }

    async fn newest_version(&self, root: GameId) -> Result<Option<Challenge>, StorageError> {
        let sql =
            concat!("SELECT ", columns!(), " FROM challenge WHERE root = $1 ORDER BY version DESC LIMIT 1");
        one(self, Statement::new(sql, vec![id(root)])).await
    }

    async fn challenges_of(&self, player: PlayerId, limit: u32) -> Result<Vec<Challenge>, StorageError> {
        // Two searches, each by its index; nobody challenges themselves.
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM challenge WHERE sender = $1 AND stage < 2 AND again IS NULL UNION ALL SELECT ",
            columns!(),
            " FROM challenge WHERE receiver = $1 AND stage < 2 AND again IS NULL
             ORDER BY 7, 2 LIMIT $2"
        );
        list(self, sql, vec![player.into()], limit).await
    }

    async fn rematches_of(&self, game: GameId, limit: u32) -> Result<Vec<Challenge>, StorageError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM challenge WHERE again = $1 ORDER BY made_at DESC, id LIMIT $2"
        );
        list(self, sql, vec![id(game)], limit).await
    }

    async fn challenges_due(&self, now: Time, limit: u32) -> Result<Vec<Challenge>, StorageError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM challenge WHERE stage = 0 AND (
                 expires_at <= $1
                 OR EXISTS (SELECT 1 FROM account WHERE closed_at IS NOT NULL
                            AND account.player IN (challenge.sender, challenge.receiver))
                 OR EXISTS (SELECT 1 FROM relation WHERE blocks = 1
                            AND relation.player = challenge.sender AND relation.other = challenge.receiver)
                 OR EXISTS (SELECT 1 FROM relation WHERE blocks = 1
                            AND relation.player = challenge.receiver AND relation.other = challenge.sender))
             ORDER BY expires_at, id LIMIT $2"
        );
        list(self, sql, vec![millis(now)], limit).await
    }

    async fn accepted_challenges(&self, limit: u32) -> Result<Vec<Challenge>, StorageError> {
        let sql =
            concat!("SELECT ", columns!(), " FROM challenge WHERE stage = 1 ORDER BY made_at, id LIMIT $1");
        list(self, sql, Vec::new(), limit).await
    }

    async fn all_challenges_of(&self, player: PlayerId, limit: u32) -> Result<Vec<Challenge>, StorageError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM challenge WHERE sender = $1 OR receiver = $1 ORDER BY made_at, root, version LIMIT $2"
        );
        list(self, sql, vec![player.into()], limit).await
    }

    async fn forget_challenges_of(&self, player: PlayerId) -> Result<(), StorageError> {
        let sql = "DELETE FROM challenge WHERE (stage >= 2 OR stage = 0 AND again IS NOT NULL)
             AND (sender = $1 OR receiver = $1)";
        self.change(Change::new(vec![Statement::new(sql, vec![player.into()])])?).await?;
        Ok(())
    }

    async fn forget_old_challenges(&self, kept: u32) -> Result<(), StorageError> {
        let mut statements = Vec::new();
        for stages in ["stage = 2", "stage > 2"] {
            for kind in ["again IS NULL", "again IS NOT NULL"] {
                let sql = format!(
                    "DELETE FROM challenge WHERE {stages} AND {kind} AND ended_at <=
                     (SELECT ended_at FROM challenge WHERE {stages} AND {kind}
                      ORDER BY ended_at DESC LIMIT 1 OFFSET $1)"
                );
                statements.push(Statement::new(sql, vec![kept.into()]));
            }
        }
        self.change(Change::new(statements)?).await?;
        Ok(())
    }
}
