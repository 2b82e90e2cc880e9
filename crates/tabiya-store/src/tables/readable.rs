// SPDX-License-Identifier: AGPL-3.0-or-later
//! Can every row of accounts, access tokens, rounds, challenges, imports, analyses, events, members, lines, devices and puzzles be read? A game's
//! rows are looked at with the game.

use super::{
    Columns, Row, Statement, access_tokens, accounts, analyses, bulk, challenges, events, lines, members,
    push, puzzle_lessons, puzzle_sets, puzzles,
};
use crate::StorageError;

/// Rows that are read at once.
const PAGE: u64 = 1_000;

/// A table whose rows a server reads one by one.
pub(crate) struct Readable {
    table: &'static str,
    sql: &'static str,
    read: fn(&mut Columns) -> Result<(), StorageError>,
}

pub(crate) const READABLE: &[Readable] = &[
    Readable {
        table: "account",
        sql: concat!(
            "SELECT ",
            accounts::read::columns!(),
            " FROM account ORDER BY player LIMIT $1 OFFSET $2"
        ),
        read: |columns| accounts::read::account(columns).map(drop),
    },
    Readable {
        table: "access_token",
        sql: concat!(
            "SELECT ",
            access_tokens::columns!(),
            " FROM access_token ORDER BY hash LIMIT $1 OFFSET $2"
        ),
        read: |columns| access_tokens::token(columns).map(drop),
    },
    Readable {
        table: "bulk_pairing",
        sql: "SELECT id, owner, ordered_at, stage, due_at, round FROM bulk_pairing ORDER BY id LIMIT $1 OFFSET $2",
        read: |columns| bulk::bulk(columns).map(drop),
    },
    Readable {
        table: "challenge",
        sql: concat!("SELECT ", challenges::columns!(), " FROM challenge ORDER BY id LIMIT $1 OFFSET $2"),
        read: |columns| challenges::challenge(columns).map(drop),
    },
    Readable {
        table: "analysis",
        sql: concat!("SELECT ", analyses::columns!(), " FROM analysis ORDER BY game LIMIT $1 OFFSET $2"),
        read: |columns| analyses::analysis(columns).map(drop),
    },
    Readable {
        table: "event_summary",
        sql: concat!("SELECT ", events::columns!(), " FROM event_summary ORDER BY id LIMIT $1 OFFSET $2"),
        read: |columns| events::event(columns).map(drop),
    },
    Readable {
        table: "event_entry",
        sql: concat!(
            "SELECT ",
            events::entry_columns!(),
            " FROM event_entry ORDER BY event, number LIMIT $1 OFFSET $2"
        ),
        read: |columns| events::entry(columns).map(drop),
    },
    Readable {
        table: "event_series",
        sql: concat!(
            "SELECT ",
            events::series_columns!(),
            " FROM event_series ORDER BY id LIMIT $1 OFFSET $2"
        ),
        read: |columns| events::series(columns).map(drop),
    },
    Readable {
        table: "member_list",
        sql: "SELECT version, last_number FROM member_list ORDER BY owner LIMIT $1 OFFSET $2",
        read: |columns| members::list(columns).map(drop),
    },
    Readable {
        table: "member",
        sql: concat!(
            "SELECT ",
            members::member_columns!(),
            " FROM member ORDER BY owner, number LIMIT $1 OFFSET $2"
        ),
        read: |columns| members::member(columns).map(drop),
    },
    Readable {
        table: "member_event",
        sql: "SELECT number, event FROM member_event ORDER BY owner, number, event LIMIT $1 OFFSET $2",
        read: |columns| {
            columns.number::<u32>()?;
            columns.text().map(drop)
        },
    },
    Readable {
        table: "player_lines",
        sql: concat!(
            "SELECT ",
            lines::columns!(),
            " FROM player_lines ORDER BY game, player LIMIT $1 OFFSET $2"
        ),
        read: lines::checked,
    },
    Readable {
        table: "push_device",
        sql: concat!("SELECT ", push::columns!(), " FROM push_device ORDER BY session LIMIT $1 OFFSET $2"),
        read: |columns| push::device(columns).map(drop),
    },
    Readable {
        table: "puzzle",
        sql: concat!(
            "SELECT ",
            puzzles::puzzle_columns!(),
            " FROM puzzle p ORDER BY p.id LIMIT $1 OFFSET $2"
        ),
        read: |columns| puzzles::puzzle(columns).map(drop),
    },
    Readable {
        table: "puzzle_attempt",
        sql: concat!(
            "SELECT ",
            puzzles::attempt_columns!(),
            " FROM puzzle_attempt ORDER BY player, puzzle LIMIT $1 OFFSET $2"
        ),
        read: |columns| puzzles::attempt(columns).map(drop),
    },
    Readable {
        table: "puzzle_player",
        sql: "SELECT points, deviation, volatility, since, tried FROM puzzle_player ORDER BY player LIMIT $1 OFFSET $2",
        read: |columns| puzzles::player(columns).map(drop),
    },
    Readable {
        table: "puzzle_searched",
        sql: "SELECT game FROM puzzle_searched ORDER BY game LIMIT $1 OFFSET $2",
        read: |columns| columns.game().map(drop),
    },
    Readable {
        table: "puzzle_of_day",
        sql: "SELECT day, puzzle FROM puzzle_of_day ORDER BY day LIMIT $1 OFFSET $2",
        read: |columns| {
            columns.number::<u32>()?;
            columns.text().map(drop)
        },
    },
    Readable {
        table: "puzzle_report",
        sql: "SELECT puzzle, at FROM puzzle_report ORDER BY puzzle, player LIMIT $1 OFFSET $2",
        read: |columns| {
            columns.text()?;
            columns.number::<u64>().map(drop)
        },
    },
    Readable {
        table: "puzzle_audience",
        sql: "SELECT organiser, pupil FROM puzzle_audience ORDER BY puzzle LIMIT $1 OFFSET $2",
        read: |columns| {
            columns.player()?;
            columns.optional_player().map(drop)
        },
    },
    Readable {
        table: "puzzle_set",
        sql: concat!(
            "SELECT ",
            puzzle_sets::set_columns!(),
            " FROM puzzle_set ORDER BY id LIMIT $1 OFFSET $2"
        ),
        read: |columns| puzzle_sets::set(columns).map(drop),
    },
    Readable {
        table: "pupil_name",
        sql: "SELECT pupil, name FROM pupil_name ORDER BY organiser, pupil LIMIT $1 OFFSET $2",
        read: |columns| {
            columns.player()?;
            columns.text().map(drop)
        },
    },
    Readable {
        table: "puzzle_lesson",
        sql: concat!(
            "SELECT ",
            puzzle_lessons::lesson_columns!(),
            " FROM puzzle_lesson l ORDER BY l.id LIMIT $1 OFFSET $2"
        ),
        read: |columns| puzzle_lessons::lesson(columns).map(drop),
    },
    Readable {
        table: "puzzle_lesson_game",
        sql: concat!(
            "SELECT ",
            puzzle_lessons::lesson_game_columns!(),
            " FROM puzzle_lesson_game ORDER BY lesson, number LIMIT $1 OFFSET $2"
        ),
        read: |columns| puzzle_lessons::game(columns).map(drop),
    },
    Readable {
        table: "puzzle_lesson_position",
        sql: "SELECT pupil, name, puzzle, played FROM puzzle_lesson_position ORDER BY lesson, number LIMIT $1 OFFSET $2",
        read: |columns| puzzle_lessons::position(columns).map(drop),
    },
    Readable {
        table: "imported_game",
        sql: "SELECT game, at FROM imported_game ORDER BY player, game LIMIT $1 OFFSET $2",
        read: |columns| {
            columns.game()?;
            columns.number::<u64>().map(drop)
        },
    },
];

impl Readable {
    /// Asks for the rows after the first so many.
    pub(crate) fn page(&self, after: u64) -> Statement {
        Statement::new(self.sql, vec![PAGE.cast_signed().into(), after.cast_signed().into()])
    }

    /// What is wrong with these rows, the first of which has this place, in words; and whether there may be
    /// more.
    pub(crate) fn faults(&self, after: u64, rows: Vec<Row>) -> (Vec<String>, bool) {
        let may_go_on = rows.len() as u64 == PAGE;
        let faults = (after + 1..).zip(rows).filter_map(|(place, row)| {
            let error = (self.read)(&mut row.columns()).err()?;
            Some(format!("row {place} of {}: {error}", self.table))
        });
        (faults.collect(), may_go_on)
    }
}
