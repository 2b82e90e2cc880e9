// SPDX-License-Identifier: AGPL-3.0-or-later
//! The tables of what nodes share of a certificate.

use super::{Migration, Series};
use crate::tables::{certificates, readable::Readable};

pub(super) const SERIES: Series = Series {
    subject: "certificates",
    builds_on: &[],
    migrations: &[Migration::shared(include_str!("certificates/0001_shared.sql")).beside_older()],
    readable: &[Readable {
        table: "site_certificate",
        sql: concat!(
            "SELECT ",
            certificates::columns!(),
            " FROM site_certificate ORDER BY authority, name LIMIT $1 OFFSET $2"
        ),
        read: |columns| certificates::certificate(columns).map(drop),
    }],
};
