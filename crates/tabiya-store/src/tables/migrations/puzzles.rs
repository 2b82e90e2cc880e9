// SPDX-License-Identifier: AGPL-3.0-or-later
//! The tables of puzzles.

use super::{Migration, Series};
use crate::tables::{puzzle_lessons, puzzle_sets, puzzles, readable::Readable};

pub(super) const SERIES: Series = Series {
    subject: "puzzles",
    builds_on: &[],
    migrations: &[
        Migration::shared(include_str!("puzzles/0001_puzzles.sql")),
        Migration::shared(include_str!("puzzles/0002_searched.sql")),
        Migration::shared(include_str!("puzzles/0003_classes.sql")),
        Migration::shared(include_str!("puzzles/0004_sets.sql")),
        Migration::shared(include_str!("puzzles/0005_lessons.sql")),
        Migration::shared(include_str!("puzzles/0006_found_by_index.sql")),
        Migration::shared(include_str!("puzzles/0007_hints.sql")).beside_older(),
    ],
    readable: &[
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
    ],
};
