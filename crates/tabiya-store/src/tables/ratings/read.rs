// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the tables of ratings are asked, and how their rows are read.

use tabiya_game::{Category, GameId, PlayerId, Rating, Speed, Standing, Time};
use tabiya_rules::Variant;

use super::millis;
use crate::{
    Correction, CorrectionOf, EndedGame, PlayerRating, RatedGame, RatedSide, RatingEntry, StorageError,
    tables::{Columns, Row, Statement, Value, archive::words, placeholders},
};

/// The columns that [`rated_game_in`] reads, in this order.
macro_rules! rated {
    () => {
        "rated_game.game, rated_game.category, rated_game.ended_at, rated_game.result, rated_game.taken_back, \
         rated_game.white_player, rated_game.white_number, \
         rated_game.white_before, rated_game.white_before_deviation, rated_game.white_before_volatility, \
         rated_game.white_after, rated_game.white_after_deviation, rated_game.white_after_volatility, \
         rated_game.black_player, rated_game.black_number, \
         rated_game.black_before, rated_game.black_before_deviation, rated_game.black_before_volatility, \
         rated_game.black_after, rated_game.black_after_deviation, rated_game.black_after_volatility"
    };
}

/// The columns that [`rating`] reads.
macro_rules! rating {
    () => {
        "player, category, points, deviation, volatility, number, games, since"
    };
}

/// The columns that [`entry`] reads.
macro_rules! entry {
    () => {
        "number, entered_at, game, points, deviation, volatility"
    };
}

/// Games that count and have ended, without those that have been rated.
macro_rules! open {
    () => {
        "archive.rated = 1 AND archive.created_at >= $1 AND archive.white_player IS NOT NULL \
         AND archive.black_player IS NOT NULL \
         AND NOT EXISTS (SELECT 1 FROM rated_game WHERE rated_game.game = archive.game)"
    };
}

pub(super) fn rated(games: &[GameId]) -> Statement {
    let list = placeholders(1, games.len());
    let sql = format!(concat!("SELECT ", rated!(), " FROM rated_game WHERE rated_game.game IN ({})"), list);
    Statement::new(sql, games.iter().map(|id| Value::from(id.as_str())).collect())
}

/// A page of all rated games in the order of their ids, behind `after`.
pub(super) fn all_rated(after: &str, limit: u32) -> Statement {
    let sql = concat!(
        "SELECT ",
        rated!(),
        " FROM rated_game WHERE rated_game.game > $1 ORDER BY rated_game.game LIMIT $2"
    );
    Statement::new(sql, vec![after.into(), limit.into()])
}

pub(super) fn to_be_rated(from: Time, limit: u32) -> Statement {
    let sql = concat!(
        "SELECT archive.game, archive.speed, archive.variant, archive.white_player, archive.black_player, \
         archive.result, archive.ended_at FROM archive WHERE ",
        open!(),
        " AND archive.ended_at IS NOT NULL AND archive.result <> 'aborted' \
         ORDER BY archive.ended_at, archive.game LIMIT $2"
    );
    Statement::new(sql, vec![millis(from), limit.into()])
}

pub(super) fn oldest_open(from: Time) -> Statement {
    let sql = concat!(
        "SELECT archive.created_at FROM archive WHERE ",
        "archive.rated = 1 AND archive.created_at >= $1 \
         AND (archive.ended_at IS NULL OR (archive.result <> 'aborted' \
         AND NOT EXISTS (SELECT 1 FROM rated_game WHERE rated_game.game = archive.game))) \
         ORDER BY archive.created_at LIMIT 1"
    );
    Statement::new(sql, vec![millis(from)])
}

pub(super) fn of_players(category: Category, players: [PlayerId; 2]) -> Statement {
    let sql = concat!("SELECT ", rating!(), " FROM rating WHERE category = $1 AND player IN ($2, $3)");
    let [white, black] = players.map(Value::from);
    Statement::new(sql, vec![category.name().into(), white, black])
}

pub(super) fn of_player(player: PlayerId) -> Statement {
    let sql = concat!("SELECT ", rating!(), " FROM rating WHERE player = $1");
    Statement::new(sql, vec![player.into()])
}

/// A page of all players' ratings, behind a player and category.
pub(super) fn all_ratings(after: Option<(PlayerId, Category)>, limit: u32) -> Statement {
    let sql = concat!(
        "SELECT ",
        rating!(),
        " FROM rating WHERE (player, category) > ($1, $2) ORDER BY player, category LIMIT $3"
    );
    let (player, category) =
        after.map_or((Value::Bytes(Vec::new()), ""), |(player, category)| (player.into(), category.name()));
    Statement::new(sql, vec![player, category.into(), limit.into()])
}

pub(super) fn entries(player: PlayerId, category: Category, from: u32, limit: u32) -> Statement {
    let sql = concat!(
        "SELECT ",
        entry!(),
        " FROM rating_entry WHERE player = $1 AND category = $2 AND number >= $3 ORDER BY number LIMIT $4"
    );
    Statement::new(sql, vec![player.into(), category.name().into(), from.into(), limit.into()])
}

pub(super) fn curve(player: PlayerId, category: Category, step: u32) -> Statement {
    let sql = concat!(
        "SELECT ",
        entry!(),
        " FROM rating_entry WHERE player = $1 AND category = $2 AND (number % $3 = 0 OR number = \
         (SELECT number FROM rating WHERE rating.player = $1 AND rating.category = $2)) ORDER BY number"
    );
    Statement::new(sql, vec![player.into(), category.name().into(), step.max(1).into()])
}

pub(super) fn best_wins(player: PlayerId, limit: u32) -> Statement {
    let sql = "SELECT game FROM rating_entry WHERE player = $1 AND beaten IS NOT NULL \
         ORDER BY beaten DESC LIMIT $2";
    Statement::new(sql, vec![player.into(), limit.into()])
}

pub(super) fn leaders(category: Category, limit: u32) -> Statement {
    let sql = concat!(
        "SELECT ",
        rating!(),
        " FROM rating WHERE category = $1 ORDER BY place DESC, player DESC LIMIT $2"
    );
    Statement::new(sql, vec![category.name().into(), limit.into()])
}

/// How many players stand before this one; one row for the player, or none.
pub(super) fn place(player: PlayerId, category: Category) -> Statement {
    let sql = "SELECT (SELECT CAST(count(*) AS BIGINT) FROM rating AS other WHERE other.category = rating.category \
         AND (other.place, other.player) > (rating.place, rating.player)) \
         FROM rating WHERE player = $1 AND category = $2";
    Statement::new(sql, vec![player.into(), category.name().into()])
}

/// All corrections, in their order. There are few: each is something that somebody has decided.
pub(super) fn corrections() -> Statement {
    let sql = "SELECT number, kind, player, category, points, deviation, volatility, game, staff, reason, made_at \
         FROM rating_correction ORDER BY number";
    Statement::new(sql, Vec::new())
}

pub(super) fn last_correction() -> Statement {
    Statement::new("SELECT number FROM rating_correction ORDER BY number DESC LIMIT 1", Vec::new())
}

/// Which entries the corrections made.
pub(super) fn entries_of_corrections() -> Statement {
    let sql = "SELECT correction, player, category, number FROM rating_entry WHERE correction IS NOT NULL \
         ORDER BY correction, player";
    Statement::new(sql, Vec::new())
}

pub(super) fn category(columns: &mut Columns) -> Result<Category, StorageError> {
    let name = columns.text()?;
    name.parse().map_err(|_| columns.unexpected(&name))
}

fn game_id(columns: &mut Columns) -> Result<GameId, StorageError> {
    let id = columns.text()?;
    id.parse().map_err(|_| columns.unexpected(&id))
}

fn numbers(columns: &mut Columns) -> Result<Rating, StorageError> {
    let numbers = [columns.integer()?, columns.integer()?, columns.integer()?];
    Rating::from_numbers(numbers).map_err(|error| columns.unexpected(&error.to_string()))
}

fn side(columns: &mut Columns) -> Result<(PlayerId, RatedSide), StorageError> {
    let player = columns.player()?;
    let number = columns.number()?;
    Ok((player, RatedSide { number, before: numbers(columns)?, after: numbers(columns)? }))
}

/// A row of the columns above.
pub(super) fn rated_game(row: Row) -> Result<RatedGame, StorageError> {
    rated_game_in(&mut row.columns())
}

pub(super) fn rated_game_in(columns: &mut Columns) -> Result<RatedGame, StorageError> {
    let game = game_id(columns)?;
    let category = category(columns)?;
    let at = Time(columns.number()?);
    let result = columns.text()?;
    let result = words::read_log_word(&result).ok_or_else(|| columns.unexpected(&result))?;
    let is_taken_back = columns.integer()? != 0;
    let (white, white_side) = side(columns)?;
    let (black, black_side) = side(columns)?;
    let game = EndedGame { game, category, white, black, result, at };
    Ok(RatedGame { game, white: white_side, black: black_side, is_taken_back })
}

pub(super) fn ended_game(row: Row) -> Result<EndedGame, StorageError> {
    let columns = &mut row.columns();
    let game = game_id(columns)?;
    let speed = columns.text()?;
    let variant = columns.text()?;
    let variant: Variant = variant.parse().map_err(|_| columns.unexpected(&variant))?;
    let speed: Speed = words::read_log_word(&speed).ok_or_else(|| columns.unexpected(&speed))?;
    let category = Category::new(variant, speed);
    let (white, black) = (columns.player()?, columns.player()?);
    let result = columns.text()?;
    let result = words::read_log_word(&result).ok_or_else(|| columns.unexpected(&result))?;
    Ok(EndedGame { game, category, white, black, result, at: Time(columns.number()?) })
}

pub(super) fn rating(row: Row) -> Result<PlayerRating, StorageError> {
    rating_in(&mut row.columns())
}

pub(super) fn rating_in(columns: &mut Columns) -> Result<PlayerRating, StorageError> {
    let (player, category) = (columns.player()?, category(columns)?);
    let rating = numbers(columns)?;
    let (number, games) = (columns.number()?, columns.number()?);
    let standing = Standing { rating, since: Some(Time(columns.number()?)) };
    Ok(PlayerRating { player, category, standing, number, games })
}

pub(super) fn entry(row: Row) -> Result<RatingEntry, StorageError> {
    let columns = &mut row.columns();
    let (number, at) = (columns.number()?, Time(columns.number()?));
    let game = columns.optional_text()?;
    let game = game.map(|id| id.parse().map_err(|_| columns.unexpected(&id))).transpose()?;
    Ok(RatingEntry { number, at, game, rating: numbers(columns)? })
}

/// A correction and its number.
pub(super) fn correction(row: Row) -> Result<(i64, Correction), StorageError> {
    let columns = &mut row.columns();
    let number = columns.integer()?;
    let kind = columns.text()?;
    let bytes = columns.optional_bytes()?;
    let category = columns.optional_text()?;
    let numbers = [columns.optional_integer()?, columns.optional_integer()?, columns.optional_integer()?];
    let game = columns.optional_text()?;
    let by = columns.player()?;
    let reason = columns.text()?;
    let at = Time(columns.number()?);
    let what = match (kind.as_str(), bytes, category, numbers, game) {
        ("start", Some(bytes), Some(category), [Some(points), Some(deviation), Some(volatility)], None) => {
            let id = <[u8; PlayerId::LEN]>::try_from(bytes).ok().map(PlayerId::from_bytes);
            let rating = Rating::from_numbers([points, deviation, volatility]);
            match (id, category.parse(), rating) {
                (Some(player), Ok(category), Ok(rating)) => CorrectionOf::Start { player, category, rating },
                _ => return Err(columns.unexpected("a start rating that is none")),
            }
        }
        ("taken_back", None, None, [None, None, None], Some(game)) => {
            CorrectionOf::TakenBack { game: game.parse().map_err(|_| columns.unexpected(&game))? }
        }
        ("counted_again", None, None, [None, None, None], Some(game)) => {
            CorrectionOf::CountedAgain { game: game.parse().map_err(|_| columns.unexpected(&game))? }
        }
        _ => return Err(columns.unexpected(&kind)),
    };
    Ok((number, Correction { what, by, reason, at }))
}
