// SPDX-License-Identifier: AGPL-3.0-or-later
//! The archive's queries, and how their rows are read.

use std::num::NonZeroU8;

use tabiya_game::{Computer, GameId, PlayerDetails, PlayerId, PlayerName, RatingThen, Seat, Time};

use super::{
    UNFINISHED,
    facts::{HALF_MOVES_MASK, ONE_MORE, PRIVATE, RESULT, SPEED_AND_RATED, TWO_MOVES, Wanted},
    words,
};
use crate::{
    ArchivedEnd, ArchivedGame, ArchivedSeat, GameFilter, PageKey, StorageError,
    tables::{Columns, Row, Statement, Value, placeholders},
};

/// The columns that [`game`] reads, in this order.
macro_rules! columns {
    () => {
        "archive.game, archive.created_at, archive.ended_at, archive.result, archive.termination, \
         archive.half_moves, archive.time_control, archive.rated, archive.variant, archive.opening, \
         archive.white_player, archive.white_level, archive.white_version, archive.white_name, \
         archive.white_title, archive.white_rating, archive.white_provisional, \
         archive.black_player, archive.black_level, archive.black_version, archive.black_name, \
         archive.black_title, archive.black_rating, archive.black_provisional"
    };
}

/// The player's games before a place in the list which a filter lets through. The long number has the bits of
/// `facts::HALF_MOVES_MASK`.
macro_rules! finished {
    () => {
        "seat.player = $1 AND (seat.ended_at, seat.game) < ($2, $3) AND seat.ended_at >= $4
         AND (seat.facts & $5) = $6 AND (seat.facts & 281474976645120) >= $7 AND (seat.facts & 281474976645120) < $8"
    };
}

const FINISHED: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM archive_seat AS seat JOIN archive ON archive.game = seat.game WHERE ",
    finished!(),
    " ORDER BY seat.ended_at DESC, seat.game DESC LIMIT $9"
);
const FINISHED_AGAINST: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM archive_seat AS seat JOIN archive ON archive.game = seat.game WHERE seat.opponent = $10 AND ",
    finished!(),
    " ORDER BY seat.ended_at DESC, seat.game DESC LIMIT $9"
);
const FINISHED_COUNT: &str =
    concat!("SELECT CAST(count(*) AS BIGINT) FROM archive_seat AS seat WHERE ", finished!());
const FINISHED_COUNT_AGAINST: &str = concat!(
    "SELECT CAST(count(*) AS BIGINT) FROM archive_seat AS seat WHERE seat.opponent = $9 AND ",
    finished!()
);

/// Games that anybody counts: not private, and no trial, which has no opponent, no speed, and too few half-moves for its colour.
macro_rules! counted {
    () => {
        "SELECT facts & $3, CAST(count(*) AS BIGINT) FROM archive_seat
         WHERE player = $1 AND ended_at < $2 AND (facts & $4) = 0
         AND NOT (opponent IS NULL AND (facts & $5) = 0 AND (facts & $6) < $7 + (facts & 1) * $8)"
    };
}

/// How often each combination of colour and outcome occurs among finished games.
pub(super) fn results_of(player: PlayerId, opponent: Option<PlayerId>, until: Option<Time>) -> Statement {
    let until = until.and_then(|until| i64::try_from(until.0).ok());
    let below = until.map_or(UNFINISHED, |until| until.saturating_add(1));
    let mut values = vec![player.into(), below.into(), RESULT.into(), PRIVATE.into()];
    values.extend([SPEED_AND_RATED, HALF_MOVES_MASK, TWO_MOVES, ONE_MORE].map(Value::from));
    let Some(opponent) = opponent else {
        return Statement::new(concat!(counted!(), " GROUP BY 1"), values);
    };
    values.push(opponent.into());
    Statement::new(concat!(counted!(), " AND opponent = $9 GROUP BY 1"), values)
}

pub(super) fn games(ids: &[GameId]) -> Statement {
    let list = placeholders(1, ids.len());
    let sql = format!(concat!("SELECT ", columns!(), " FROM archive WHERE archive.game IN ({})"), list);
    Statement::new(sql, ids.iter().map(|id| Value::from(id.as_str())).collect())
}

pub(super) fn ends_after(after: Option<GameId>, limit: u32) -> Statement {
    let sql = "SELECT game, ended_at FROM archive WHERE game > $1 ORDER BY game LIMIT $2";
    // No game's id is empty.
    let after = after.map_or_else(String::new, |game| game.to_string());
    Statement::new(sql, vec![after.into(), limit.into()])
}

/// Reads a row of the statement above.
pub(super) fn end(row: Row) -> Result<(GameId, Option<Time>), StorageError> {
    let columns = &mut row.columns();
    let id = columns.text()?;
    let id = id.parse().map_err(|_| columns.unexpected(&id))?;
    Ok((id, columns.optional_number()?.map(Time)))
}

fn filtered(player: PlayerId, filter: &GameFilter, before: Option<PageKey>) -> Vec<Value> {
    let millis = |time: Time| i64::try_from(time.0).unwrap_or(UNFINISHED);
    // No finished game ends as late as an unfinished one, and no game's id is empty.
    let to = filter.to.map_or(UNFINISHED, |to| millis(to).saturating_add(1));
    let before = before.map_or((UNFINISHED, String::new()), |key| (millis(key.ended), key.game.to_string()));
    let (ended_at, game) = before.min((to, String::new()));
    let wanted = Wanted::by(filter);
    vec![
        player.into(),
        ended_at.into(),
        game.into(),
        filter.from.map_or(0, millis).into(),
        wanted.mask.into(),
        wanted.wanted.into(),
        wanted.least.into(),
        wanted.below.into(),
    ]
}

pub(super) fn finished_of(
    player: PlayerId,
    filter: &GameFilter,
    before: Option<PageKey>,
    limit: u32,
) -> Statement {
    let mut values = filtered(player, filter, before);
    values.push(limit.into());
    match filter.opponent {
        None => Statement::new(FINISHED, values),
        Some(opponent) => {
            values.push(opponent.into());
            Statement::new(FINISHED_AGAINST, values)
        }
    }
}

pub(super) fn finished_count_of(player: PlayerId, filter: &GameFilter) -> Statement {
    let mut values = filtered(player, filter, None);
    match filter.opponent {
        None => Statement::new(FINISHED_COUNT, values),
        Some(opponent) => {
            values.push(opponent.into());
            Statement::new(FINISHED_COUNT_AGAINST, values)
        }
    }
}

pub(super) fn unfinished_of(player: PlayerId, limit: u32) -> Statement {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM archive_seat AS seat JOIN archive ON archive.game = seat.game
         WHERE seat.player = $1 AND seat.ended_at = $2
         ORDER BY archive.created_at DESC, archive.game DESC LIMIT $3"
    );
    Statement::new(sql, vec![player.into(), UNFINISHED.into(), limit.into()])
}

pub(super) fn unfinished_count_of(player: PlayerId) -> Statement {
    let sql = "SELECT CAST(count(*) AS BIGINT) FROM archive_seat WHERE player = $1 AND ended_at = $2";
    Statement::new(sql, vec![player.into(), UNFINISHED.into()])
}

/// Reads a row of the columns above.
pub(super) fn game(row: Row) -> Result<ArchivedGame, StorageError> {
    let columns = &mut row.columns();
    let id = columns.text()?;
    let id = id.parse().map_err(|_| columns.unexpected(&id))?;
    let created = Time(columns.number()?);
    let ended = columns.optional_number()?.map(Time);
    let result = columns.optional_text()?;
    let termination = columns.optional_text()?;
    let end = match (ended, result, termination) {
        (Some(at), Some(result), Some(termination)) => Some(ArchivedEnd {
            at,
            result: words::read_log_word(&result).ok_or_else(|| columns.unexpected(&result))?,
            termination: words::read_log_word(&termination)
                .ok_or_else(|| columns.unexpected(&termination))?,
        }),
        _ => None,
    };
    let half_moves = columns.number()?;
    let time = columns.optional_text()?;
    let time = time.map(|json| serde_json::from_str(&json).map_err(|_| columns.unexpected(&json)));
    let time = time.transpose()?;
    let rated = columns.integer()? != 0;
    let variant = columns.text()?;
    let variant = variant.parse().map_err(|_| columns.unexpected(&variant))?;
    let opening = columns.optional_text()?;
    let (white, black) = (seat(columns)?, seat(columns)?);
    Ok(ArchivedGame { id, created, end, half_moves, time, rated, variant, opening, white, black })
}

fn seat(columns: &mut Columns) -> Result<ArchivedSeat, StorageError> {
    let player = columns.optional_bytes()?;
    let player = player
        .map(|bytes| <[u8; PlayerId::LEN]>::try_from(bytes).map_err(|_| columns.unexpected("a player's id")))
        .transpose()?;
    let level = columns.optional_number::<u8>()?;
    let level = level.map(|level| NonZeroU8::new(level).ok_or_else(|| columns.unexpected("level 0")));
    let level = level.transpose()?;
    let version = columns.optional_number()?;
    let seat = match (player, level) {
        (Some(bytes), _) => Seat::Player(PlayerId::from_bytes(bytes)),
        (None, Some(level)) => Seat::Computer(Computer { level, version }),
        (None, None) => Seat::Open,
    };
    Ok(ArchivedSeat { seat, details: details(columns)? })
}

/// Reads the player's name, title and rating.
fn details(columns: &mut Columns) -> Result<Option<PlayerDetails>, StorageError> {
    let name = columns.optional_text()?;
    let name =
        name.map(|name| PlayerName::try_from(name).map_err(|error| columns.unexpected(&error.to_string())));
    let name = name.transpose()?;
    let title = columns.optional_text()?;
    let title = title.map(|title| words::read_log_word(&title).ok_or_else(|| columns.unexpected(&title)));
    let title = title.transpose()?;
    let points = columns.optional_number()?;
    let provisional = columns.integer()? != 0;
    let rating = points.map(|points| RatingThen { points, provisional });
    Ok(name.map(|name| PlayerDetails { name, title, rating }))
}
