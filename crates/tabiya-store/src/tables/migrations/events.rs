// SPDX-License-Identifier: AGPL-3.0-or-later
//! The tables of events.

use super::{Migration, Series};
use crate::tables::{events, members, readable::Readable};

pub(super) const SERIES: Series = Series {
    subject: "events",
    builds_on: &[],
    migrations: &[
        Migration::shared(include_str!("events/0001_events.sql")),
        Migration::shared(include_str!("events/0002_series.sql")),
        Migration::shared(include_str!("events/0003_members.sql")),
        Migration::shared(include_str!("events/0004_festivals.sql")),
    ],
    readable: &[
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
            read: members::whole_member,
        },
        Readable {
            table: "member_event",
            sql: "SELECT number, event FROM member_event ORDER BY owner, number, event LIMIT $1 OFFSET $2",
            read: |columns| {
                columns.number::<u32>()?;
                columns.text().map(drop)
            },
        },
    ],
};
