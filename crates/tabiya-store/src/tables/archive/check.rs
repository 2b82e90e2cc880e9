// SPDX-License-Identifier: AGPL-3.0-or-later
//! Does the archive say what the log says?

use tabiya_game::{Game, GameId, PlayerId, Seat};
use tabiya_rules::Color;

use super::{UNFINISHED, facts, read, words};
use crate::{
    ArchivedEnd, PlayerOutcome, StorageError,
    tables::{Row, Statement},
};

/// What to read of a game: its row, its rows in the lists of players, and the guests that its players were before.
pub(crate) fn questions(id: GameId) -> [Statement; 3] {
    let seats = "SELECT player, ended_at, color, outcome, facts FROM archive_seat \
         WHERE game = $1 AND player IN ((SELECT white_player FROM archive WHERE game = $1), \
         (SELECT black_player FROM archive WHERE game = $1)) ORDER BY color DESC";
    let taken = "SELECT guest, player FROM taken_guest \
         WHERE player IN ((SELECT white_player FROM archive WHERE game = $1), \
         (SELECT black_player FROM archive WHERE game = $1))";
    let of_the_game = |sql| Statement::new(sql, vec![id.as_str().into()]);
    [read::games(&[id]), of_the_game(seats), of_the_game(taken)]
}

/// What is wrong with these rows of a game, in words.
pub(crate) fn faults(game: &Game, row: Vec<Row>, seats: Vec<Row>, taken: Vec<Row>) -> Vec<String> {
    let taken = read_taken(taken).unwrap_or_default();
    let Some(row) = row.into_iter().next() else {
        return vec!["the archive lacks it".to_owned()];
    };
    let archived = match read::game(row) {
        Ok(archived) => archived,
        Err(error) => return vec![format!("its row in the archive can't be read: {error}")],
    };
    let end =
        game.ending().map(|end| ArchivedEnd { at: end.at, result: end.result, termination: end.termination });
    let half_moves = if game.is_over() { game.ply() } else { 0 };
    let mut faults = Vec::new();
    let mut compare = |same: bool, what: &str| {
        if !same {
            faults.push(format!("the archive has another {what} than its log"));
        }
    };
    compare(archived.created == game.created(), "time of its creation");
    compare(archived.end == end, "end");
    compare(archived.half_moves == half_moves, "number of half-moves");
    compare(archived.time == game.time_control(), "time control");
    compare(archived.variant == game.terms().variant(), "variant");
    // The log names the guest; the archive names the account that has taken the guest's games over.
    let known_as = |color: Color| match (game.seats()[color], archived.seat(color).seat) {
        (Seat::Player(guest), now @ Seat::Player(player)) if taken.contains(&(guest, player)) => now,
        (seat, _) => seat,
    };
    compare(Color::ALL.into_iter().all(|color| archived.seat(color).seat == known_as(color)), "player");
    let known = |color| archived.seat(color).details.as_ref() == game.details(color);
    compare(Color::ALL.into_iter().all(known), "name, title or rating of a player");
    compare(archived.rated == game.terms().is_rated(), "word on whether it is rated");
    match seat_rows(game, end, known_as) {
        expected if Ok(&expected) == read_seats(seats).as_ref() => {}
        _ => faults.push("the archive's lists of its players' games don't say what its log says".to_owned()),
    }
    faults
}

type SeatRow = (Vec<u8>, i64, String, Option<String>, i64);

fn read_taken(rows: Vec<Row>) -> Result<Vec<(PlayerId, PlayerId)>, StorageError> {
    let row = |row: Row| {
        let columns = &mut row.columns();
        Ok((columns.player()?, columns.player()?))
    };
    rows.into_iter().map(row).collect()
}

fn seat_rows(game: &Game, end: Option<ArchivedEnd>, known_as: impl Fn(Color) -> Seat) -> Vec<SeatRow> {
    let row = |color| {
        let player = known_as(color).player()?;
        let ended = end.map_or(UNFINISHED, |end| i64::try_from(end.at.0).unwrap_or(UNFINISHED));
        let outcome = end.map(|end| PlayerOutcome::of(end.result, color));
        let at_first = facts::of_new(color, game.terms());
        let at_end = end.zip(outcome);
        let at_end = at_end.map_or(0, |(end, outcome)| facts::of_end(outcome, end.termination, game.ply()));
        let outcome = outcome.map(|outcome| words::outcome(outcome).to_owned());
        let player = player.as_bytes().to_vec();
        Some((player, ended, words::color(color).to_owned(), outcome, at_first + at_end))
    };
    Color::ALL.into_iter().filter_map(row).collect()
}

fn read_seats(rows: Vec<Row>) -> Result<Vec<SeatRow>, StorageError> {
    let row = |row: Row| {
        let mut columns = row.columns();
        let player = columns.optional_bytes()?.unwrap_or_default();
        Ok((player, columns.integer()?, columns.text()?, columns.optional_text()?, columns.integer()?))
    };
    rows.into_iter().map(row).collect()
}
